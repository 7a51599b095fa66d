"""Pages to found a club, where `settings.FOUNDING` allows it, and of a club's members."""

from http import HTTPStatus
from typing import Final

from django import forms
from django.conf import settings
from django.contrib import auth, messages
from django.contrib.auth.models import User
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.clubs.access import (
    FORM_METHODS,
    actor,
    choose_club,
    may,
    person_of,
    post_data,
    requires,
    requires_found,
)
from scorekeeper.clubs.forms import FoundingForm, NewcomerFoundingForm, UsesForm, role_choices
from scorekeeper.clubs.login_throttling import Attempts, client_address
from scorekeeper.clubs.queries import member_events, member_lines
from scorekeeper.clubs.services import members as services
from scorekeeper.clubs.services.accounts import TooManyMailsError, ask_to_confirm
from scorekeeper.clubs.services.clubs import set_uses, use_too, usual_codes
from scorekeeper.clubs.services.members import Founding, opens_only_confirmed
from scorekeeper.clubs.views.accounts import MODEL_BACKEND
from scorekeeper.extensions import extensions, is_seen, offered
from scorekeeper.labels.people import ROLE_NAMES
from scorekeeper.models import Club, FoundingInvitation, MemberEvent, Membership
from scorekeeper.models.clubs import display_name
from scorekeeper.models.keys import typed_number
from scorekeeper.refusals import Refused
from scorekeeper.roles import Right, Role

founded_by_address: Final = Attempts(most=5, seconds_each=600)
"""Forms that an address may send: five, then six an hour; each hashes a password."""


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def club_found(request: HttpRequest, token: str = "") -> HttpResponse:
    """Found a club; asks for the club's name and, from somebody new, for an account."""
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
    """Mail the link that confirms an address, whether or not another account has it."""
    user = request.user
    if not address or not isinstance(user, User):
        return
    try:
        ask_to_confirm(user=user, address=address, visitor=client_address(request))
    except TooManyMailsError:
        messages.error(
            request, _("No email can be sent at the moment. Ask for one again in a while.")
        )
    else:
        said = _("An email is on its way to %(address)s: open the link in it.")
        messages.success(request, said % {"address": address})


def _invitation(token: str) -> FoundingInvitation | None:
    """Return the invitation of a link; None if none is needed. Raises Http404."""
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
    """Found the club and sign its founder in, or show the form with the error."""
    now = timezone.now()
    data = {name: value for name, value in form.cleaned_data.items() if name != "address"}
    try:
        if user:
            return services.found_club(user=user, now=now, invitation=invitation, **data)
        new, club = services.found_club_as_newcomer(now=now, invitation=invitation, **data)
    except Refused as refused:
        form.add_error(None, str(refused))
    except IntegrityError:
        form.add_error("username", _("Somebody else uses that name to sign in: choose another."))
    else:
        auth.login(request, new, backend=MODEL_BACKEND)
        return club
    return None


LINKS_SEEN_KEY = "links_seen"
"""In the session: the last issued link whose notice was dismissed in this browser."""


def _member(club: Club, pk: int) -> Membership:
    return get_object_or_404(Membership.objects.select_related("club", "user"), club=club, pk=pk)


def _to_list() -> HttpResponse:
    return redirect("scorekeeper:member-list")


@never_cache
@require_http_methods(FORM_METHODS)
@requires(Right.CLUB)
def club_uses(request: HttpRequest, club: Club) -> HttpResponse:
    """Ask what the club uses: one of two presets, or each extension separately."""
    codes = [one.code for one in offered()]
    used = codes if club.uses is None else club.uses
    form = UsesForm(post_data(request), initial=dict.fromkeys(used, True))
    if form.is_valid():
        presets = {"usual": usual_codes(), "all": codes}
        set_uses(club=club, codes=presets.get(request.POST.get("preset", ""), form.codes()))
        messages.success(request, _("That is what the club uses from now on."))
        return redirect("scorekeeper:club-uses")
    return render(request, "clubs/club_uses.html", {"form": form})


@require_POST
@requires(Right.CLUB)
def club_use_too(request: HttpRequest, club: Club, code: str) -> HttpResponse:
    """Switch on what somebody has just looked at, and return to its page."""
    if code not in {one.code for one in offered()}:
        raise Http404
    use_too(club=club, code=code)
    page = request.POST.get("page", "")
    is_ours = url_has_allowed_host_and_scheme(page, allowed_hosts=None)
    return redirect(page if is_ours else "scorekeeper:club-uses")


@never_cache
@require_safe
@requires(Right.LOOK)
def member_list(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the members of the club, and to its owner also the log of changes to them."""
    runs = may(request, club.pk, Right.MEMBERS)
    context = {
        "lines": member_lines(person_of(request), club),
        "choices": role_choices(Role),
        "links": _owner_links(club) if runs else (),
        "events": [(event, _event_text(event)) for event in member_events(club)] if runs else [],
    }
    return render(request, "clubs/member_list.html", context)


def _owner_links(club: Club) -> list[tuple[str, object]]:
    found = [one for one in extensions() if one.owner_links and is_seen(one, club)]
    return [link for one in found for link in one.owner_links]


def _event_text(event: MemberEvent) -> str:
    words = {
        "who": event.author_name,
        "whom": event.person_name,
        "role": ROLE_NAMES[Role(event.role)] if event.role else "",
    }
    texts = {
        MemberEvent.Kind.FOUNDED: _("%(whom)s founded the club."),
        MemberEvent.Kind.INVITED: _("%(who)s invited %(whom)s: %(role)s."),
        MemberEvent.Kind.LINK: _("%(who)s issued a new sign-in link for %(whom)s."),
        MemberEvent.Kind.ROLE: _("%(who)s gave %(whom)s another role: %(role)s."),
        MemberEvent.Kind.REMOVED: _("%(who)s removed %(whom)s from the club."),
        MemberEvent.Kind.LEFT: _("%(whom)s left the club."),
    }
    return texts[MemberEvent.Kind(event.kind)] % words


@require_POST
@requires_found(_member, Right.MEMBERS)
def member_role(request: HttpRequest, member: Membership) -> HttpResponse:
    field = forms.ChoiceField(choices=role_choices(Role))
    try:
        role = Role(field.clean(request.POST.get("role", "")))
        services.change_role(member=member, role=role, **actor(request))
    except forms.ValidationError:
        messages.error(request, _("Choose one of the roles."))
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        words = {"name": display_name(member.user), "role": ROLE_NAMES[role]}
        messages.success(request, _("%(name)s has this role now: %(role)s.") % words)
    return _to_list()


@require_POST
@requires_found(_member, Right.MEMBERS)
def member_remove(request: HttpRequest, member: Membership) -> HttpResponse:
    """Remove a member from the club, effective from the member's next request."""
    try:
        services.remove_member(member=member, **actor(request))
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        text = _("%(name)s is no longer in the club. What they entered stays.")
        messages.success(request, text % {"name": display_name(member.user)})
    return _to_list()


@require_POST
@requires_found(_member, Right.MEMBERS)
def member_hand_over(request: HttpRequest, member: Membership) -> HttpResponse:
    """Hand the club over to another member."""
    own = _own(request, member.club)
    if member == own:
        return _to_list()
    try:
        services.hand_over(member=member, owner=own, **actor(request))
    except Refused as refused:
        messages.error(request, str(refused))
        return _to_list()
    text = _("%(name)s is the owner now, and you are an organiser.")
    messages.success(request, text % {"name": display_name(member.user)})
    return _to_list()


@require_POST
@requires(Right.LOOK)
def member_leave(request: HttpRequest, club: Club) -> HttpResponse:
    own = _own(request, club)
    try:
        services.remove_member(member=own, **actor(request))
    except Refused as refused:
        messages.error(request, str(refused))
        return _to_list()
    messages.success(request, _("You have left %(club)s.") % {"club": club.name})
    return redirect("scorekeeper:home")


def _own(request: HttpRequest, club: Club) -> Membership:
    found = Membership.objects.select_related("club", "user")
    return get_object_or_404(found, club=club, user=person_of(request))


@require_POST
@requires(Right.LOOK)
def links_seen(request: HttpRequest, club: Club) -> HttpResponse:
    """Dismiss, in this browser, the first page's notice about sign-in links."""
    if until := typed_number(request.POST.get("until", "")):
        request.session[LINKS_SEEN_KEY] = until
    return redirect("scorekeeper:home")
