"""Accounts of those who run the club: signing in by a link, name and password, helpers."""

from datetime import timedelta
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib import auth, messages
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.clubs.access import choose_club, may, needs, person_of, role_of, signed
from scorekeeper.clubs.devices import words_for
from scorekeeper.clubs.forms.accounts import AccountForm, InviteForm, password_form
from scorekeeper.clubs.guessing import TooManyAttemptsError, turn_to_hash
from scorekeeper.clubs.pages.members import clubs_of, organisers_helped_by
from scorekeeper.clubs.pages.sessions import sessions_of
from scorekeeper.clubs.passkeys import place_of
from scorekeeper.clubs.services.accounts import change_account, set_password
from scorekeeper.clubs.services.members import invite_member, issue_link_again
from scorekeeper.clubs.services.sign_in import find_link, use_sign_in_link
from scorekeeper.clubs.signed_in import note_sign_in
from scorekeeper.models import Club, Passkey
from scorekeeper.models.clubs import display_name
from scorekeeper.models.keys import typed_number
from scorekeeper.qr import qr_address, qr_svg
from scorekeeper.roles import Right, roles_given_by

MODEL_BACKEND = "django.contrib.auth.backends.ModelBackend"
PASSWORD_PART = "password"
TOO_MANY = HTTPStatus.TOO_MANY_REQUESTS


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest, token: str) -> HttpResponse:
    """Sign in by a one-time link.

    Looking at the page uses nothing up: messengers open links to show what is behind them.
    """
    now = timezone.now()
    if request.method == "POST":
        user = use_sign_in_link(token=token, now=now)
        if user is None:
            return render(request, "clubs/sign_in_used.html", status=410)
        auth.login(request, user, backend=MODEL_BACKEND)
        # The first organiser is asked for the club first, and for nothing else.
        goes_home = user.is_superuser or _is_known(user)
        return redirect("scorekeeper:home" if goes_home else "scorekeeper:account-edit")
    link = find_link(token=token, now=now)
    if link is None:
        return render(request, "clubs/sign_in_used.html", status=410)
    context = {"person": link.user.get_full_name(), "clubs": clubs_of(link.user)}
    return render(request, "clubs/sign_in.html", context)


class SignInPage(LoginView):
    """By name and password, or by a passkey where there are any."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        place = place_of(self.request)
        has_passkeys = place is not None and Passkey.objects.filter(host=place.host).exists()
        shown = super().get_context_data(**kwargs)
        # Django's own of that name would take the place of what stands round every page.
        del shown["site"]
        shown["place"] = place if has_passkeys else None
        return {**shown, "sends_mail": settings.SENDS_MAIL}


def too_many_attempts(refused: TooManyAttemptsError) -> HttpResponse:
    """Say when the next password may be tried; at the administrator's door too."""
    wait = refused.seconds
    context = {
        "why": refused.why.name,
        "seconds": wait,
        "at": timezone.now() + timedelta(seconds=wait),
    }
    page = HttpResponse(render_to_string("registration/lockout.html", context), status=TOO_MANY)
    page["Retry-After"] = str(wait)
    page["Cache-Control"] = "no-store"
    return page


def _is_known(user: User) -> bool:
    """Return whether the person has said a name and can come back by a password."""
    return bool(user.get_full_name()) and user.has_usable_password()


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.LOOK)
def account_edit(request: HttpRequest, club: Club) -> HttpResponse:
    user = person_of(request)
    part = request.POST.get("part") if request.method == "POST" else None
    details = AccountForm(
        request.POST if part and part != PASSWORD_PART else None,
        user=user,
        club=club,
        names_club=may(request, club.pk, Right.CLUB),
    )
    password = password_form(user, request.POST if part == PASSWORD_PART else None)
    if part == PASSWORD_PART and _changes_password(request, user, password):
        auth.update_session_auth_hash(request, user)
        # The browser has another session now: one that was looked at by somebody else is none.
        note_sign_in(request, user)
        messages.success(request, _("The password is set."))
        return redirect("scorekeeper:account-edit")
    if details.is_bound and details.is_valid():
        change_account(user=user, club=club, **details.cleaned_data)
        messages.success(request, _("Your account is changed."))
        return redirect("scorekeeper:account-edit")
    return render(request, "clubs/account_edit.html", _account(request, details, password))


def _changes_password(request: HttpRequest, user: User, form: "SetPasswordForm[User]") -> bool:
    """Set the typed password if it can be; the old one cannot be guessed here either."""
    with turn_to_hash(request, name=user.get_username(), user=user, has_proven=True) as turn:
        if is_valid := form.is_valid():
            new, keep = form.cleaned_data["new_password1"], request.session.session_key
            set_password(user=user, password=new, keep=keep)
        turn.end(is_right=not form.has_error("old_password", "password_incorrect"))
    return is_valid


def _account(request: HttpRequest, details: AccountForm, password: Any) -> dict[str, Any]:
    user, current = person_of(request), request.session.session_key
    return {
        "details_form": details,
        "password_form": password,
        "has_password": user.has_usable_password(),
        "username": user.get_username(),
        "clubs": clubs_of(user),
        "sessions": sessions_of(user, current=current, now=timezone.now()),
        "place": place_of(request),
        "sends_mail": settings.SENDS_MAIL,
        "passkeys": list(user.passkeys.order_by("pk")),
        "this_device": words_for(request.META.get("HTTP_USER_AGENT", "")),
    }


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.INVITE)
def account_invite(request: HttpRequest, club: Club) -> HttpResponse:
    """Make an account for somebody who helps, or a new link for one who cannot sign in."""
    user = person_of(request)
    again, role = request.POST.get("again", ""), role_of(request)
    assert role, "only a member comes here"
    sent = request.POST if request.method == "POST" and not again else None
    form = InviteForm(sent, given=roles_given_by(role))
    if again:
        person = get_object_or_404(organisers_helped_by(user, club), pk=typed_number(again) or 0)
        token = issue_link_again(club=club, person=person, **signed(request))
        return _show_link(request, token, display_name(person))
    if form.is_bound and form.is_valid():
        token = invite_member(club=club, **signed(request), **form.cleaned_data)
        return _show_link(request, token, form.cleaned_data["name"])
    return render(request, "clubs/account_invite.html", {"form": form})


def _show_link(request: HttpRequest, token: str, name: str) -> HttpResponse:
    """Show a link once: only its hash is kept, so no later page can."""
    address = qr_address(request, "scorekeeper:signin-link", token)
    context = {"address": address, "qr_svg": qr_svg(address), "name": name}
    return render(request, "clubs/account_link.html", context)


@require_POST
@needs(Right.LOOK)
def club_choose(request: HttpRequest, club: Club) -> HttpResponse:
    chosen = request.POST.get("club", "")
    for own in clubs_of(person_of(request)):
        if str(own.pk) == chosen:
            choose_club(request, own)
            return redirect("scorekeeper:home")
    raise Http404
