"""Passkeys: asked for by the page's own script, then sent as a form like any other."""

from typing import Final

from django.contrib import auth, messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scorekeeper.clubs.access import person_of
from scorekeeper.clubs.devices import words_for
from scorekeeper.clubs.guessing import Attempts, client_address
from scorekeeper.clubs.passkeys import Place, place_of
from scorekeeper.clubs.services.passkeys import (
    Challenge,
    PasskeyRefusedError,
    add_passkey,
    ask_for_new,
    ask_to_sign_in,
    use_passkey,
)
from scorekeeper.clubs.services.players import tidy_name
from scorekeeper.clubs.views.accounts import MODEL_BACKEND
from scorekeeper.models.accounts import PASSKEY_NAME_LENGTH

NEW_KEY: Final = "passkey_new"
USE_KEY: Final = "passkey_use"
asked: Final = Attempts()
"""Challenges that strangers may have, each address for itself: each is kept in a session."""


def _place(request: HttpRequest) -> Place:
    place = place_of(request)
    if place is None:
        raise Http404
    return place


@require_POST
@never_cache
@login_required
def passkey_make(request: HttpRequest) -> JsonResponse:
    options, challenge = ask_for_new(
        user=person_of(request), place=_place(request), now=timezone.now()
    )
    request.session[NEW_KEY] = challenge
    return JsonResponse(options)


@require_POST
@login_required
def passkey_new(request: HttpRequest) -> HttpResponse:
    typed = tidy_name(request.POST.get("name", "").replace("\0", ""))
    agent = request.META.get("HTTP_USER_AGENT", "")
    try:
        add_passkey(
            user=person_of(request),
            place=_place(request),
            challenge=_answered(request, NEW_KEY),
            answer=request.POST.get("credential", ""),
            name=(typed or words_for(agent))[:PASSKEY_NAME_LENGTH],
            now=timezone.now(),
        )
    except PasskeyRefusedError:
        messages.error(request, _("The passkey was not added. Try again."))
    else:
        messages.success(request, _("The passkey is added: you can sign in with it from now on."))
    return redirect("scorekeeper:account-edit")


@require_POST
@login_required
def passkey_delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Forget a passkey: the device may keep its half, nobody gets in by it."""
    get_object_or_404(person_of(request).passkeys, pk=pk).delete()
    messages.success(request, _("The passkey is removed."))
    return redirect("scorekeeper:account-edit")


@require_POST
@never_cache
def passkey_ask(request: HttpRequest) -> JsonResponse:
    """Tell the browser how to show a passkey: whose it is the passkey says."""
    place = _place(request)
    if wait := asked.take(client_address(request)):
        return JsonResponse({}, status=429, headers={"Retry-After": str(int(wait) + 1)})
    options, challenge = ask_to_sign_in(place=place, now=timezone.now())
    request.session[USE_KEY] = challenge
    return JsonResponse(options)


@require_POST
@never_cache
def passkey_use(request: HttpRequest) -> HttpResponse:
    next_page = _next(request)
    try:
        user = use_passkey(
            place=_place(request),
            challenge=_answered(request, USE_KEY),
            answer=request.POST.get("credential", ""),
            now=timezone.now(),
        )
    except PasskeyRefusedError:
        messages.error(
            request, _("This passkey does not open an account here. Sign in another way.")
        )
        query = f"?{urlencode({'next': next_page})}" if next_page else ""
        return redirect(f"{reverse('login')}{query}")
    asked.give_back(client_address(request))
    auth.login(request, user, backend=MODEL_BACKEND)
    return redirect(next_page or "scorekeeper:home")


def _answered(request: HttpRequest, key: str) -> Challenge | None:
    """Return the challenge to which this is the answer; there is no second one to it."""
    challenge: Challenge | None = request.session.pop(key, None)
    return challenge


def _next(request: HttpRequest) -> str:
    """Return the page that was asked for before the sign-in, empty where it is none of ours."""
    wanted = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if is_ours else ""
