"""A contest as it is announced: to everybody, on the poster, in calendars."""

from collections.abc import Iterator
from datetime import date
from enum import StrEnum
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scorekeeper.clubs.pages.players import player_names
from scorekeeper.clubs.pages.shown_names import names_for_everybody
from scorekeeper.models import Club
from tournaments.announced.pages.places import has_begun, places_left, takes_requests
from tournaments.entries.labels import euros_text
from tournaments.files.calendars import CalendarDay
from tournaments.models import ContestOpening, EntryRequest, Tournament
from tournaments.prizes.labels import what_text
from tournaments.prizes.pages.funds import plan_of
from tournaments.seating import named_entries
from tournaments.setup.labels import rounds_text, rules_name
from tournaments.tags import tag_label
from tournaments.visitors import Visitor


class Entering(StrEnum):
    """Whether anybody may ask for a place."""

    OPEN = "open"
    FULL = "full"
    """The waiting list is open."""
    CLOSED = "closed"
    BEGUN = "begun"
    OVER = "over"


def announced_contest(tournament: Tournament, opened: ContestOpening | None) -> dict[str, Any]:
    """Return what everybody is told of a contest, in some six queries.

    Names only where they are shown; `left` is None where as many may come as want.
    """
    left = places_left(tournament)
    entering = _entering(tournament, left)
    return {
        "tournament": tournament,
        "said": tournament.announced,
        "sponsors": tournament.sponsored_by,
        "fee": euros_text(tournament.fee_cents) if tournament.fee_cents else "",
        "rules": rules_name(tournament.ruleset_key, tournament.ruleset_name),
        "rounds": rounds_text(tournament.round_hands),
        "tags": [tag_label(tag) for tag in tournament.tags],
        "entering": entering,
        "takes_requests": entering in {Entering.OPEN, Entering.FULL},
        "left": left,
        "waiting": tournament.requests.filter(state=EntryRequest.State.WAITING).count(),
        "names": _names(tournament) if opened and opened.shows_names else (),
        "prizes": tuple(_prizes(tournament)),
    }


def _entering(tournament: Tournament, left: int | None) -> Entering:
    if tournament.finished_at:
        return Entering.OVER
    if has_begun(tournament):
        return Entering.BEGUN
    if not takes_requests(tournament):
        return Entering.CLOSED
    return Entering.FULL if left == 0 else Entering.OPEN


def _names(tournament: Tournament) -> tuple[str, ...]:
    """Return who is entered, as each wants to be shown."""
    shown = names_for_everybody(tournament.club_id)
    found = named_entries(tournament.pk, shown=shown).values()
    return tuple(entry.title for entry in found if entry.left_from is None)


def _prizes(tournament: Tournament) -> Iterator[str]:
    """Yield what can be won; what a share comes to nobody knows before the day."""
    for prize in plan_of(tournament).in_order:
        if prize.cents or prize.goods:
            yield what_text(prize) if prize.cents or not prize.is_money else prize.goods


def offered_names(visitor: Visitor) -> list[str]:
    """Return the names from which a form completes: to whoever knows the club, and no others.

    Who wants to be shown by initials is offered to members alone.
    """
    club: Club = visitor.club
    if visitor.is_member:
        return player_names(club)
    if not visitor.is_known:
        return []
    shown = names_for_everybody(club.pk)
    return [name for name in player_names(club) if shown.name(name) == name]


def contest_day(tournament: Tournament, address: str = "") -> CalendarDay:
    """Return the day of a contest for a calendar, with what is announced of it."""
    words = [tournament.club.name, tournament.announced.hour_and_place]
    return CalendarDay(
        key=f"contest {tournament.token}",
        day=tournament.date,
        title=tournament.name,
        text="\n".join(filter(None, words)),
        address=address,
    )


def opened_contests(club: Club, *, since: date) -> list[ContestOpening]:
    """Return the contests that a club announces from a day on, in order; one query."""
    opened = ContestOpening.objects.filter(tournament__club=club, tournament__date__gte=since)
    coming = opened.filter(tournament__finished_at=None).select_related("tournament__club")
    return list(coming.order_by("tournament__date", "pk"))


def page_of(opened: ContestOpening) -> str:
    """Return where a contest is announced: a whole address where the program has a public one."""
    path = reverse("tournaments:announced", args=[opened.token])
    return f"{settings.PUBLIC_URL}{path}"


def day_text(tournament: Tournament) -> str:
    """Return when it is: "Saturday 21 November 2026, 14:00"."""
    day = date_format(tournament.date, "l j F Y")
    hour = tournament.announced.hour
    return _("%(day)s, %(hour)s") % {"day": day, "hour": hour} if hour else day
