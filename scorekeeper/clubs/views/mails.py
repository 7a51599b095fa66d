"""What is done by mail: confirming an address, choosing a new password.

All of it is there only where `settings.SENDS_MAIL` says that mail goes out.
"""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.contrib import auth, messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from scorekeeper.clubs.access import person_of, sent
from scorekeeper.clubs.forms.accounts import new_password_form
from scorekeeper.clubs.forms.mails import MailAddressForm
from scorekeeper.clubs.guessing import client_address, turn_to_hash
from scorekeeper.clubs.services.accounts import set_password
from scorekeeper.clubs.services.mails import (
    MailAddressTakenError,
    TooManyMailsError,
    account_for_password,
    account_to_confirm,
    ask_to_confirm,
    confirm_address,
    send_password_links,
)
from scorekeeper.clubs.views.accounts import MODEL_BACKEND

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
    """Send the link that confirms an address, or forget the one that the account has."""
    user, form, status = person_of(request), MailAddressForm(request.POST or None), HTTPStatus.OK
    if "remove" in request.POST:
        confirm_address(user=user, address="")
        messages.success(request, _("The mail address is removed."))
        return redirect("scorekeeper:account-edit")
    if form.is_bound and form.is_valid():
        address = form.cleaned_data["address"]
        try:
            ask_to_confirm(user=user, address=address, visitor=client_address(request))
        except TooManyMailsError:
            status = _too_many(form)
        else:
            said = _("A mail is on its way to %(address)s: open the link in it.")
            messages.success(request, said % {"address": address})
            return redirect("scorekeeper:account-edit")
    return render(request, "clubs/account_mail.html", {"form": form}, status=status)


def _too_many(form: MailAddressForm) -> HTTPStatus:
    form.add_error(None, _("Too many mails were asked for. Try again in a while."))
    return HTTPStatus.TOO_MANY_REQUESTS


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@where_mail_goes_out
def mail_confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Make an address the account's; looking alone does nothing, as mail boxes open links too."""
    found = account_to_confirm(token=token)
    if found is None:
        return render(request, "clubs/mail_link_used.html", status=HTTPStatus.GONE)
    user, address = found
    if request.method != "POST":
        return render(request, "clubs/mail_confirm.html", {"address": address})
    try:
        confirm_address(user=user, address=address)
    except MailAddressTakenError:
        messages.error(request, _("Another account has this mail address."))
    else:
        messages.success(request, _("Your mail address is confirmed."))
    return redirect("scorekeeper:home")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@where_mail_goes_out
def password_forgotten(request: HttpRequest) -> HttpResponse:
    """Mail a link to whoever forgot the password; the answer is the same for every address."""
    form = MailAddressForm(sent(request))
    status = HTTPStatus.OK
    if form.is_bound and form.is_valid():
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
    """Let whoever has the mailed link choose a password; every other session ends."""
    user = account_for_password(pk=pk, token=token)
    if user is None:
        return render(request, "clubs/mail_link_used.html", status=HTTPStatus.GONE)
    form = new_password_form(user, sent(request))
    if not form.is_valid():
        context = {"form": form, "username": user.get_username()}
        return render(request, "clubs/password_new.html", context)
    with turn_to_hash(request, name=user.get_username(), user=user, has_proven=True) as turn:
        set_password(user=user, password=form.cleaned_data["new_password1"], keep=None)
        turn.end(is_right=True)
    auth.login(request, user, backend=MODEL_BACKEND)
    messages.success(request, _("The password is set. Everywhere else you were signed out."))
    # They are not bound to the password: whoever has one comes in by it.
    return redirect("scorekeeper:keys-left" if user.passkeys.exists() else "scorekeeper:home")
