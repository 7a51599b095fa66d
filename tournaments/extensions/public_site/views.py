"""A club's public site, its settings, and its webhooks."""

from collections.abc import Callable
from copy import copy
from functools import wraps
from typing import Any, Final

from csp.constants import NONCE, NONE, SELF
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_tables2 import RequestConfig

from scorekeeper.clubs.access import FORM_METHODS, actor, post_data, requires, requires_found
from scorekeeper.downloads import download
from scorekeeper.models import Club
from scorekeeper.refusals import Refused
from scorekeeper.roles import Right
from tournaments.extensions.public_site.forms import WebhookForm, WindowForm
from tournaments.extensions.public_site.labels import REASONS
from tournaments.extensions.public_site.queries import (
    leaderboard_lines,
    nowhere,
    open_season_of,
    open_window,
    opening_of,
    own_seasons,
    podium_of_club,
    podium_of_season,
    season_in_short,
    window_page,
)
from tournaments.extensions.public_site.services import (
    add_webhook,
    change_window,
    close_season,
    open_season,
    send_again,
    send_test,
    usual_address,
)
from tournaments.files.calendars import CONTENT_TYPE, calendar_file
from tournaments.leaderboards.queries import LEAST_HANDS
from tournaments.leaderboards.tables import LeaderboardTable
from tournaments.models import ClubWindow, Season, Webhook, WebhookDelivery
from tournaments.previews.podiums import picture_response, preview_of
from tournaments.seasons.queries.calendars import season_days
from tournaments.seasons.queries.seasons import seasons_of
from tournaments.seasons.views.seasons import public_page
from tournaments.visitors import Visitor


@never_cache
@require_http_methods(FORM_METHODS)
@requires(Right.SEASONS, to_write=Right.CLUB)
def window_edit(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the content and the readers of the public site; a POST changes its texts."""
    window = ClubWindow.objects.filter(club=club).first()
    # Give the form a copy: it changes its instance, and the page shows the present address.
    shown = copy(window) or ClubWindow(address=usual_address(club))
    form = WindowForm(post_data(request), instance=shown)
    if form.is_valid():
        try:
            change_window(club=club, settings=form.cleaned_data, now=timezone.now())
        except Refused as refused:
            form.add_error("address", str(refused))
        else:
            messages.success(request, _("The public pages are changed."))
            return redirect("tournaments:window-edit")
    seasons = list(own_seasons(club))
    context = {
        "form": form,
        "window": window,
        "seasons": seasons,
        "is_open": any(hasattr(season, "opened") for season in seasons),
        "base": settings.PUBLIC_URL or f"{request.scheme}://{request.get_host()}",
    }
    return render(request, "public_site/window_edit.html", context)


@never_cache
@require_http_methods(FORM_METHODS)
@requires(Right.SEASONS, to_write=Right.CLUB)
def window_season(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Show what opening a season would show; a POST opens it."""
    season = get_object_or_404(seasons_of(club), pk=pk)
    if request.method == "POST":
        try:
            open_season(season=season, **actor(request))
        except Refused as refused:
            messages.error(request, str(refused))
        else:
            messages.success(request, _("The season is open: everybody can see it from now on."))
        return redirect("tournaments:window-edit")
    window = ClubWindow.objects.filter(club=club).first()
    address = window.address if window else usual_address(club)
    base = settings.PUBLIC_URL or f"{request.scheme}://{request.get_host()}"
    context = {
        "opening": opening_of(season),
        "season": season,
        "url": f"{base}{reverse('tournaments:window', args=[address])}",
    }
    return render(request, "public_site/window_opening.html", context)


@require_POST
@requires(Right.CLUB)
def window_close(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    close_season(season=get_object_or_404(seasons_of(club), pk=pk))
    messages.success(request, _("The season is no longer shown."))
    return redirect("tournaments:window-edit")


PICTURE_SECONDS: Final = 24 * 60 * 60
EMBED_SECONDS: Final = 300
EMBED_LINES: Final = 10
READ: Final = ("/club/", "/static/", "/p/*/results/$", "/p/*/picture.png")
"""Search engines may read these pages, which say themselves whether they may be listed.

Results are included because messengers read them, with the picture, for link previews.
"""
ROBOTS: Final = "\n".join(["User-agent: *", *(f"Allow: {path}" for path in READ), "Disallow: /\n"])


def shown_to_everybody(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Pass the view the public site of an address; search engines get the club's choice."""

    @require_safe
    @wraps(view)
    def wrapped(request: HttpRequest, address: str, **kwargs: Any) -> HttpResponse:
        window = open_window(address)
        if window is None:
            raise Http404
        response = view(request, window, **kwargs)
        if not window.is_listed:
            response["X-Robots-Tag"] = "noindex"
        return response

    return wrapped


def _season(window: ClubWindow, pk: int) -> Season:
    found = open_season_of(window.address, pk)
    if found is None:
        raise Http404
    return found[1]


@shown_to_everybody
def club_window(request: HttpRequest, window: ClubWindow) -> HttpResponse:
    """Show the club: when it plays, latest results, its seasons."""
    page = window_page(window, today=timezone.localdate())
    podium = podium_of_club(page)
    preview = preview_of(
        podium,
        "tournaments:window",
        "tournaments:window-picture",
        window.address,
        title=podium.club,
    )
    context = {"window": window, "page": page, "preview": preview}
    return render(request, "public_site/club_window.html", context)


@shown_to_everybody
def season(request: HttpRequest, window: ClubWindow, season: int) -> HttpResponse:
    """Show the table of a season, without links to players."""
    found = _season(window, season)
    table = season_in_short(found, today=timezone.localdate())
    preview = preview_of(
        podium_of_season(window, table),
        "tournaments:window-season",
        "tournaments:window-season-picture",
        window.address,
        season,
    )
    visitor = Visitor(club=window.club)
    return public_page(request, found, visitor, nowhere, window=window, preview=preview)


@shown_to_everybody
def leaderboard(request: HttpRequest, window: ClubWindow, season: int) -> HttpResponse:
    found = _season(window, season)
    table = LeaderboardTable(leaderboard_lines(found), with_ratings=False)
    RequestConfig(request).configure(table)
    context: dict[str, Any] = {"window": window, "season": found, "table": table}
    return render(request, "public_site/leaderboard.html", context | {"least": LEAST_HANDS})


@shown_to_everybody
def calendar(request: HttpRequest, window: ClubWindow, season: int) -> HttpResponse:
    """Send the days of a season as a calendar file."""
    found = _season(window, season)
    title = f"{found.league.name} {found.name}"
    content = calendar_file(title, season_days(found), now=timezone.now())
    return download(content, f"{slugify(title) or 'calendar'}.ics", CONTENT_TYPE)


@cache_control(public=True, max_age=PICTURE_SECONDS)
@shown_to_everybody
def club_picture(request: HttpRequest, window: ClubWindow) -> HttpResponse:
    return picture_response(podium_of_club(window_page(window, today=timezone.localdate())))


@cache_control(public=True, max_age=PICTURE_SECONDS)
@shown_to_everybody
def season_picture(request: HttpRequest, window: ClubWindow, season: int) -> HttpResponse:
    table = season_in_short(_season(window, season), today=timezone.localdate())
    return picture_response(podium_of_season(window, table))


@cache_control(public=True, max_age=EMBED_SECONDS)
@shown_to_everybody
def embedded(request: HttpRequest, window: ClubWindow) -> HttpResponse:
    """Show the seasons inside a page of the club's own web site, without scripts and cookies."""
    page = window_page(window, today=timezone.localdate())
    context = {
        "window": window,
        "page": page,
        "most": EMBED_LINES,
        "nonce": request.csp_nonce,  # type: ignore[attr-defined]
    }
    # Without the frame of other pages, which would depend on the visitor.
    response = HttpResponse(render_to_string("public_site/embedded.html", context))
    response["X-Robots-Tag"] = "noindex"
    response._csp_config = {  # type: ignore[attr-defined]
        "default-src": [NONE],
        "style-src": [NONCE],
        "img-src": [SELF],
        "base-uri": [NONE],
        "form-action": [NONE],
        "frame-ancestors": window.sites or [NONE],
    }
    # Older browsers know only one of the headers, and it has no list.
    response.xframe_options_exempt = bool(window.sites)
    return response


@require_safe
@cache_control(public=True, max_age=PICTURE_SECONDS)
def robots(request: HttpRequest) -> HttpResponse:
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")


DELIVERIES_SHOWN = 50


def _webhook(club: Club, pk: int) -> Webhook:
    return get_object_or_404(Webhook.objects.filter(club=club), pk=pk)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@requires(Right.CLUB)
def webhook_list(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the webhooks; a POST adds one, and shows its secret once."""
    form = WebhookForm(post_data(request), is_server=bool(settings.PUBLIC_URL))
    context: dict[str, Any] = {"form": form}
    if form.is_valid():
        address = form.cleaned_data["address"]
        try:
            context["added"] = add_webhook(club=club, address=address, now=timezone.now())
        except Refused as refused:
            form.add_error("address", str(refused))
        else:
            context["form"] = WebhookForm(is_server=bool(settings.PUBLIC_URL))
    context["webhooks"] = Webhook.objects.filter(club=club).order_by("pk")
    return render(request, "public_site/webhook_list.html", context)


@never_cache
@require_safe
@requires_found(_webhook, Right.CLUB)
def webhook_detail(request: HttpRequest, webhook: Webhook) -> HttpResponse:
    """Show the latest deliveries of a webhook, and the responses."""
    lines = [
        {"delivery": one, "reason": REASONS.get(one.answer, "") if one.status is None else ""}
        for one in webhook.deliveries.order_by("-created_at", "-pk")[:DELIVERIES_SHOWN]
    ]
    return render(request, "public_site/webhook_detail.html", {"webhook": webhook, "lines": lines})


@require_POST
@requires_found(_webhook, Right.CLUB)
def webhook_test(request: HttpRequest, webhook: Webhook) -> HttpResponse:
    send_test(webhook=webhook, now=timezone.now())
    messages.success(request, _("A test will be sent within half a minute: come back here then."))
    return redirect("tournaments:webhook-detail", webhook.pk)


@require_POST
@requires_found(_webhook, Right.CLUB)
def webhook_end(request: HttpRequest, webhook: Webhook) -> HttpResponse:
    webhook.delete()
    messages.success(request, _("Nothing more is sent to this address."))
    return redirect("tournaments:webhook-list")


@require_POST
@requires(Right.CLUB)
def webhook_again(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    delivery = get_object_or_404(WebhookDelivery.objects.filter(webhook__club=club), pk=pk)
    send_again(delivery=delivery, now=timezone.now())
    messages.success(request, _("It will be sent again within half a minute."))
    return redirect("tournaments:webhook-detail", delivery.webhook_id)
