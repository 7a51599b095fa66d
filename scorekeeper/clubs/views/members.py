"""Who works in the club, and what each may do there."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.additions import added
from scorekeeper.clubs.access import may, needs, needs_found, person_of, signed
from scorekeeper.clubs.forms.accounts import role_choices
from scorekeeper.clubs.pages.members import member_events, member_lines
from scorekeeper.clubs.services import members as services
from scorekeeper.labels.roles import ROLE_NAMES
from scorekeeper.models import Club, MemberEvent, Membership
from scorekeeper.models.clubs import display_name
from scorekeeper.models.keys import typed_number
from scorekeeper.roles import Right, Role

LINKS_SEEN_KEY = "links_seen"
"""In the session: the last issued link of which this browser was told, and put it away."""


def _member(club: Club, pk: int) -> Membership:
    return get_object_or_404(Membership.objects.select_related("club", "user"), club=club, pk=pk)


def _to_list() -> HttpResponse:
    return redirect("scorekeeper:member-list")


@never_cache
@require_safe
@needs(Right.LOOK)
def member_list(request: HttpRequest, club: Club) -> HttpResponse:
    """Show who works in the club; to its owner also what was done to its people."""
    runs = may(request, club.pk, Right.MEMBERS)
    context = {
        "lines": member_lines(person_of(request), club),
        "choices": role_choices(Role),
        "links": added().owner_links if runs else (),
        "events": [(event, _told(event)) for event in member_events(club)] if runs else [],
    }
    return render(request, "clubs/member_list.html", context)


def _told(event: MemberEvent) -> str:
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


def _say_last_owner(request: HttpRequest) -> None:
    messages.error(
        request,
        _("A club has an owner. Make somebody else the owner first, then this can be done."),
    )


@require_POST
@needs_found(_member, Right.MEMBERS)
def member_role(request: HttpRequest, member: Membership) -> HttpResponse:
    field = forms.ChoiceField(choices=role_choices(Role))
    try:
        role = Role(field.clean(request.POST.get("role", "")))
        services.change_role(member=member, role=role, **signed(request))
    except forms.ValidationError:
        messages.error(request, _("Choose one of the roles."))
    except services.LastOwnerError:
        _say_last_owner(request)
    else:
        words = {"name": display_name(member.user), "role": ROLE_NAMES[role]}
        messages.success(request, _("%(name)s has this role now: %(role)s.") % words)
    return _to_list()


@require_POST
@needs_found(_member, Right.MEMBERS)
def member_remove(request: HttpRequest, member: Membership) -> HttpResponse:
    """Take somebody out of the club: from the next touch on nothing of it opens for them."""
    try:
        services.remove_member(member=member, **signed(request))
    except services.LastOwnerError:
        _say_last_owner(request)
    else:
        text = _("%(name)s is no longer in the club. What they entered stays.")
        messages.success(request, text % {"name": display_name(member.user)})
    return _to_list()


@require_POST
@needs_found(_member, Right.MEMBERS)
def member_hand_over(request: HttpRequest, member: Membership) -> HttpResponse:
    """Make somebody else the owner in one's own place."""
    own = _own(request, member.club)
    if member == own:
        return _to_list()
    services.hand_over(member=member, owner=own, **signed(request))
    text = _("%(name)s is the owner now, and you are an organiser.")
    messages.success(request, text % {"name": display_name(member.user)})
    return _to_list()


@require_POST
@needs(Right.LOOK)
def member_leave(request: HttpRequest, club: Club) -> HttpResponse:
    own = _own(request, club)
    try:
        services.remove_member(member=own, **signed(request))
    except services.LastOwnerError:
        _say_last_owner(request)
        return _to_list()
    messages.success(request, _("You have left %(club)s.") % {"club": club.name})
    return redirect("scorekeeper:home")


def _own(request: HttpRequest, club: Club) -> Membership:
    found = Membership.objects.select_related("club", "user")
    return get_object_or_404(found, club=club, user=person_of(request))


@require_POST
@needs(Right.LOOK)
def links_seen(request: HttpRequest, club: Club) -> HttpResponse:
    """Put away in this browser what the first page said of sign-in links."""
    if until := typed_number(request.POST.get("until", "")):
        request.session[LINKS_SEEN_KEY] = until
    return redirect("scorekeeper:home")
