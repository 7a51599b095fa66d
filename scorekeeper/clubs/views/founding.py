"""Founding a club by a page, where `settings.FOUNDING` allows it."""

from http import HTTPStatus
from typing import Final

from django.conf import settings
from django.contrib import auth, messages
from django.contrib.auth.models import User
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from scorekeeper.clubs.access import choose_club
from scorekeeper.clubs.forms.founding import FoundingForm, NewcomerFoundingForm
from scorekeeper.clubs.guessing import Attempts, client_address
from scorekeeper.clubs.services import founding as services
from scorekeeper.clubs.services.founding import Founding, opens_only_confirmed
from scorekeeper.clubs.services.mails import TooManyMailsError, ask_to_confirm
from scorekeeper.clubs.views.accounts import MODEL_BACKEND
from scorekeeper.models import Club, FoundingInvitation

founded_by_address: Final = Attempts(most=5, seconds_each=600)
"""Forms that an address may send: five, then six an hour; each hashes a password."""


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def club_found(request: HttpRequest, token: str = "") -> HttpResponse:
    """Ask how the club is called and who founds it; somebody signed in says only the former."""
    invitation = _invitation(token)
    user = request.user if isinstance(request.user, User) else None
    sent = request.POST if request.method == "POST" else None
    mails = settings.SENDS_MAIL
    form = FoundingForm(sent) if user else NewcomerFoundingForm(sent, sends_mail=mails)
    status = HTTPStatus.OK
    if sent is not None and founded_by_address.take(client_address(request)):
        form.is_valid()
        form.add_error(None, _("Too many clubs were founded from here. Try again in ten minutes."))
        status = HTTPStatus.TOO_MANY_REQUESTS
    elif sent is not None and form.is_valid() and (club := _found(request, user, form, invitation)):
        choose_club(request, club)
        messages.success(request, _("%(club)s is founded: you are its owner.") % {"club": club})
        _mail_to_founder(request, form.cleaned_data.get("address", ""))
        return redirect("scorekeeper:home")
    context = {"form": form, "waits": opens_only_confirmed()}
    return render(request, "clubs/club_found.html", context, status=status)


def _mail_to_founder(request: HttpRequest, address: str) -> None:
    """Mail the link that confirms an address, the same whether another account has it or not."""
    user = request.user
    if not address or not isinstance(user, User):
        return
    try:
        ask_to_confirm(user=user, address=address, visitor=client_address(request))
    except TooManyMailsError:
        messages.error(request, _("No mail could be sent just now. Ask for one in a while."))
    else:
        said = _("A mail is on its way to %(address)s: open the link in it.")
        messages.success(request, said % {"address": address})


def _invitation(token: str) -> FoundingInvitation | None:
    """Return the invitation of a link; None where none is needed. Raises Http404."""
    if settings.FOUNDING == Founding.OFF:
        raise Http404
    if not token:
        if settings.FOUNDING == Founding.OPEN:
            return None
        raise Http404
    invitation = services.find_invitation(token=token, now=timezone.now())
    if invitation is None:
        raise Http404
    return invitation


def _found(
    request: HttpRequest,
    user: User | None,
    form: FoundingForm,
    invitation: FoundingInvitation | None,
) -> Club | None:
    """Found the club and sign who founded it in, or say in the form why not."""
    now = timezone.now()
    data = {name: value for name, value in form.cleaned_data.items() if name != "address"}
    try:
        if user:
            return services.found_club(user=user, now=now, invitation=invitation, **data)
        new, club = services.found_club_as_newcomer(now=now, invitation=invitation, **data)
    except services.TooManyClubsError:
        text = _("You have founded as many clubs as one person may here.")
        form.add_error(None, text)
    except services.InvitationUsedError:
        form.add_error(None, _("This invitation was used already: ask for another one."))
    except IntegrityError:
        form.add_error("username", _("Somebody else signs in with that name: choose another."))
    else:
        auth.login(request, new, backend=MODEL_BACKEND)
        return club
    return None
