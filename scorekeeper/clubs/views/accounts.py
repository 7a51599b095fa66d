"""Accounts: signing in and out, passwords, mail and passkeys.

The pages about mail exist only where `settings.SENDS_MAIL` says that mail is sent.
"""

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate, Final, ParamSpec

from django.conf import settings
from django.contrib import auth, messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.clubs.access import (
    actor,
    choose_club,
    may,
    person_of,
    post_data,
    requires,
    role_of,
)
from scorekeeper.clubs.devices import words_for
from scorekeeper.clubs.forms import (
    AccountForm,
    InviteForm,
    MailAddressForm,
    new_password_form,
    password_form,
)
from scorekeeper.clubs.login_throttling import (
    Attempts,
    TooManyAttemptsError,
    client_address,
    turn_to_hash,
)
from scorekeeper.clubs.passkeys import Place, place_of
from scorekeeper.clubs.queries import clubs_of, device_name, organisers_helped_by, sessions_of
from scorekeeper.clubs.services.accounts import (
    Challenge,
    PasskeyRefusedError,
    TooManyMailsError,
    account_for_password,
    account_to_confirm,
    add_passkey,
    ask_for_new,
    ask_to_confirm,
    ask_to_sign_in,
    change_account,
    confirm_address,
    end_keys,
    end_sessions,
    find_link,
    send_password_links,
    set_password,
    use_passkey,
    use_sign_in_link,
)
from scorekeeper.clubs.services.members import invite_member, issue_link_again
from scorekeeper.clubs.services.players import tidy_name
from scorekeeper.clubs.signed_in import note_sign_in
from scorekeeper.models import Club, Passkey
from scorekeeper.models.accounts import PASSKEY_NAME_LENGTH
from scorekeeper.models.clubs import display_name
from scorekeeper.models.keys import typed_number
from scorekeeper.qr import qr_address, qr_svg
from scorekeeper.refusals import Refused
from scorekeeper.roles import Right, roles_given_by
from scorekeeper.theme import chosen_theme

MODEL_BACKEND = "django.contrib.auth.backends.ModelBackend"
PASSWORD_PART = "password"
TOO_MANY = HTTPStatus.TOO_MANY_REQUESTS


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest, token: str) -> HttpResponse:
    """Sign in by a one-time link.

    A GET request does not use up the link: messengers open links for previews.
    """
    now = timezone.now()
    if request.method == "POST":
        user = use_sign_in_link(token=token, now=now)
        if user is None:
            return render(request, "clubs/sign_in_used.html", status=410)
        auth.login(request, user, backend=MODEL_BACKEND)
        # The first organiser is asked only for the club's name at first.
        goes_home = user.is_superuser or user.get_full_name()
        return redirect("scorekeeper:home" if goes_home else "scorekeeper:account-edit")
    link = find_link(token=token, now=now)
    if link is None:
        return render(request, "clubs/sign_in_used.html", status=410)
    context = {"person": link.user.get_full_name(), "clubs": clubs_of(link.user)}
    return render(request, "clubs/sign_in.html", context)


class SignInPage(LoginView):
    """Sign in with username and password, or with a passkey if there are any."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        place = place_of(self.request)
        has_passkeys = place is not None and Passkey.objects.filter(host=place.host).exists()
        shown = super().get_context_data(**kwargs)
        # Django's context value of that name would replace the one that every page uses.
        del shown["site"]
        shown["place"] = place if has_passkeys else None
        return {**shown, "sends_mail": settings.SENDS_MAIL}


def too_many_attempts(request: HttpRequest, refused: TooManyAttemptsError) -> HttpResponse:
    """Show when the next password may be tried; also used by the admin's sign-in."""
    wait = refused.seconds
    context = {
        "why": refused.why.name,
        "seconds": wait,
        "at": timezone.now() + timedelta(seconds=wait),
        "theme": chosen_theme(request),
    }
    page = HttpResponse(render_to_string("registration/lockout.html", context), status=TOO_MANY)
    page["Retry-After"] = str(wait)
    page["Cache-Control"] = "no-store"
    return page


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@requires(Right.LOOK)
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
        # The browser has a new session now, which is recorded as this person's.
        note_sign_in(request, user)
        messages.success(request, _("The password is set."))
        return redirect("scorekeeper:account-edit")
    if details.is_valid():
        change_account(user=user, club=club, **details.cleaned_data)
        messages.success(request, _("Your account is changed."))
        return redirect("scorekeeper:account-edit")
    return render(request, "clubs/account_edit.html", _account(request, details, password))


def _changes_password(request: HttpRequest, user: User, form: "SetPasswordForm[User]") -> bool:
    """Set the typed password if the form is valid; attempts at the old one are limited."""
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
@requires(Right.INVITE)
def account_invite(request: HttpRequest, club: Club) -> HttpResponse:
    """Create an account for a helper, or a new link for one who cannot sign in."""
    user = person_of(request)
    again, role = request.POST.get("again", ""), role_of(request)
    assert role, "only a member comes here"
    sent = request.POST if request.method == "POST" and not again else None
    form = InviteForm(sent, given=roles_given_by(role))
    if again:
        person = get_object_or_404(organisers_helped_by(user, club), pk=typed_number(again) or 0)
        token = issue_link_again(club=club, person=person, **actor(request))
        return _show_link(request, token, display_name(person))
    if form.is_valid():
        token = invite_member(club=club, **actor(request), **form.cleaned_data)
        return _show_link(request, token, form.cleaned_data["name"])
    return render(request, "clubs/account_invite.html", {"form": form})


def _show_link(request: HttpRequest, token: str, name: str) -> HttpResponse:
    """Show a link once; no later page can, as only its hash is stored."""
    address = qr_address(request, "scorekeeper:signin-link", token)
    context = {"address": address, "qr_svg": qr_svg(address), "name": name}
    return render(request, "clubs/account_link.html", context)


@require_POST
@requires(Right.LOOK)
def club_choose(request: HttpRequest, club: Club) -> HttpResponse:
    chosen = request.POST.get("club", "")
    for own in clubs_of(person_of(request)):
        if str(own.pk) == chosen:
            choose_club(request, own)
            return redirect("scorekeeper:home")
    raise Http404


@require_POST
@login_required
def session_end(request: HttpRequest) -> HttpResponse:
    """End the given session, or all but this one; a session that has already ended is no error."""
    key, asked = request.session.session_key, request.POST.get("session")
    only = None if asked is None else typed_number(asked) or 0
    ended = end_sessions(user=person_of(request), keep=key, only=only)
    if only is None:
        messages.success(request, _("You are now signed in here only."))
    for session in ended if only is not None else []:
        messages.success(request, _("Signed out: %(device)s.") % {"device": device_name(session)})
    return redirect("scorekeeper:account-edit")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def keys_left(request: HttpRequest) -> HttpResponse:
    """Show what else still opens the account after a new password; a POST revokes it all."""
    user, current = person_of(request), request.session.session_key
    if request.method == "POST":
        end_keys(user=user, keep=current)
        messages.success(request, _("Only your password opens the account now."))
        return redirect("scorekeeper:home")
    sessions = sessions_of(user, current=current, now=timezone.now())
    context = {
        "passkeys": list(user.passkeys.order_by("pk")),
        "sessions": [session for session in sessions if not session.is_this],
    }
    return render(request, "clubs/keys_left.html", context)


P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def where_mail_goes_out(view: View[P]) -> View[P]:
    @wraps(view)
    def wrapped(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not settings.SENDS_MAIL:
            raise Http404
        return view(request, *args, **kwargs)

    return wrapped


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@where_mail_goes_out
@login_required
def mail_change(request: HttpRequest) -> HttpResponse:
    """Mail the link that confirms an address, or delete the account's address."""
    user, form, status = person_of(request), MailAddressForm(post_data(request)), HTTPStatus.OK
    if "remove" in request.POST:
        confirm_address(user=user, address="")
        messages.success(request, _("The email address is removed."))
        return redirect("scorekeeper:account-edit")
    if form.is_valid():
        address = form.cleaned_data["address"]
        try:
            ask_to_confirm(user=user, address=address, visitor=client_address(request))
        except TooManyMailsError:
            status = _too_many(form)
        else:
            said = _("An email is on its way to %(address)s: open the link in it.")
            messages.success(request, said % {"address": address})
            return redirect("scorekeeper:account-edit")
    return render(request, "clubs/account_mail.html", {"form": form}, status=status)


def _too_many(form: MailAddressForm) -> HTTPStatus:
    form.add_error(None, _("Too many emails were requested. Try again in a while."))
    return HTTPStatus.TOO_MANY_REQUESTS


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@where_mail_goes_out
def mail_confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Confirm an address of the account; a GET does nothing, because mail programs open links."""
    found = account_to_confirm(token=token)
    if found is None:
        return render(request, "clubs/mail_link_used.html", status=HTTPStatus.GONE)
    user, address = found
    if request.method != "POST":
        return render(request, "clubs/mail_confirm.html", {"address": address})
    try:
        confirm_address(user=user, address=address)
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("Your email address is confirmed."))
    return redirect("scorekeeper:home")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@where_mail_goes_out
def password_forgotten(request: HttpRequest) -> HttpResponse:
    """Mail a link to reset a password; the response is the same for every address."""
    form = MailAddressForm(post_data(request))
    status = HTTPStatus.OK
    if form.is_valid():
        address = form.cleaned_data["address"]
        try:
            send_password_links(address=address, visitor=client_address(request))
        except TooManyMailsError:
            status = _too_many(form)
        else:
            return render(request, "clubs/password_mailed.html", {"address": address})
    return render(request, "clubs/password_forgotten.html", {"form": form}, status=status)


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@where_mail_goes_out
def password_new(request: HttpRequest, pk: int, token: str) -> HttpResponse:
    """Let the holder of a mailed link choose a password; every other session ends."""
    user = account_for_password(pk=pk, token=token)
    if user is None:
        return render(request, "clubs/mail_link_used.html", status=HTTPStatus.GONE)
    form = new_password_form(user, post_data(request))
    if not form.is_valid():
        context = {"form": form, "username": user.get_username()}
        return render(request, "clubs/password_new.html", context)
    with turn_to_hash(request, name=user.get_username(), user=user, has_proven=True) as turn:
        set_password(user=user, password=form.cleaned_data["new_password1"], keep=None)
        turn.end(is_right=True)
    auth.login(request, user, backend=MODEL_BACKEND)
    messages.success(request, _("The password is set. You were signed out everywhere else."))
    # Passkeys still open the account after a new password.
    return redirect("scorekeeper:keys-left" if user.passkeys.exists() else "scorekeeper:home")


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
        messages.success(request, _("The passkey is added: you can now sign in with it."))
    return redirect("scorekeeper:account-edit")


@require_POST
@login_required
def passkey_delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a passkey; the device may keep its half, which opens nothing any more."""
    get_object_or_404(person_of(request).passkeys, pk=pk).delete()
    messages.success(request, _("The passkey is removed."))
    return redirect("scorekeeper:account-edit")


@require_POST
@never_cache
def passkey_ask(request: HttpRequest) -> JsonResponse:
    """Return the options for a sign-in with a passkey, which itself names the account."""
    place = _place(request)
    if wait := asked.take(client_address(request)):
        return JsonResponse({}, status=429, headers={"Retry-After": str(int(wait) + 1)})
    options, challenge = ask_to_sign_in(place=place, now=timezone.now())
    request.session[USE_KEY] = challenge
    return JsonResponse(options)


@require_POST
@never_cache
def passkey_use(request: HttpRequest) -> HttpResponse:
    next_page = own_page(request, request.POST.get("next", ""))
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
    """Return the challenge that this request answers; each can be answered only once."""
    challenge: Challenge | None = request.session.pop(key, None)
    return challenge


def own_page(request: HttpRequest, wanted: str) -> str:
    """Return the address of the page that is wanted next, empty if it is on another site."""
    is_ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if is_ours else ""
