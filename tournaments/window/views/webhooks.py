"""Where a club says which programs are told of what happens, and sees what they answered."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.clubs.access import needs, needs_found
from scorekeeper.models import Club
from scorekeeper.roles import Right
from tournaments.models import Webhook, WebhookDelivery
from tournaments.window.forms import WebhookForm
from tournaments.window.labels import REASONS
from tournaments.window.services.webhooks import (
    TooManyWebhooksError,
    add_webhook,
    send_again,
    send_test,
)

DELIVERIES_SHOWN = 50


def _webhook(club: Club, pk: int) -> Webhook:
    return get_object_or_404(Webhook.objects.filter(club=club), pk=pk)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.CLUB)
def webhook_list(request: HttpRequest, club: Club) -> HttpResponse:
    """Show which programs are told; a POST adds one, and shows its secret this once."""
    form = WebhookForm(request.POST or None, is_server=bool(settings.PUBLIC_URL))
    context: dict[str, Any] = {"form": form}
    if request.method == "POST" and form.is_valid():
        address = form.cleaned_data["address"]
        try:
            context["added"] = add_webhook(club=club, address=address, now=timezone.now())
        except TooManyWebhooksError:
            form.refuse_more()
        else:
            context["form"] = WebhookForm(is_server=bool(settings.PUBLIC_URL))
    context["webhooks"] = Webhook.objects.filter(club=club).order_by("pk")
    return render(request, "window/webhook_list.html", context)


@never_cache
@require_safe
@needs_found(_webhook, Right.CLUB)
def webhook_detail(request: HttpRequest, webhook: Webhook) -> HttpResponse:
    """Show what a program was told last, and what it answered."""
    lines = [
        {"delivery": one, "reason": REASONS.get(one.answer, "") if one.status is None else ""}
        for one in webhook.deliveries.order_by("-created_at", "-pk")[:DELIVERIES_SHOWN]
    ]
    return render(request, "window/webhook_detail.html", {"webhook": webhook, "lines": lines})


@require_POST
@needs_found(_webhook, Right.CLUB)
def webhook_test(request: HttpRequest, webhook: Webhook) -> HttpResponse:
    send_test(webhook=webhook, now=timezone.now())
    messages.success(request, _("A test is sent within half a minute: look here again then."))
    return redirect("tournaments:webhook-detail", webhook.pk)


@require_POST
@needs_found(_webhook, Right.CLUB)
def webhook_end(request: HttpRequest, webhook: Webhook) -> HttpResponse:
    webhook.delete()
    messages.success(request, _("This address is told nothing more."))
    return redirect("tournaments:webhook-list")


@require_POST
@needs(Right.CLUB)
def webhook_again(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    delivery = get_object_or_404(WebhookDelivery.objects.filter(webhook__club=club), pk=pk)
    send_again(delivery=delivery, now=timezone.now())
    messages.success(request, _("It is sent again within half a minute."))
    return redirect("tournaments:webhook-detail", delivery.webhook_id)
