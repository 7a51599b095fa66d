"""A contest as announced, its free places, and the requests to enter it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scorekeeper.clubs.queries import names_for_everybody, player_names
from scorekeeper.models import Club
from scorekeeper.models.sort_names import folded
from tournaments.contests.labels import rounds_text, rules_name
from tournaments.entries.labels import euros_text, person_text
from tournaments.entries.queries.entries import KnownPeople
from tournaments.extensions.prizes.labels import what_text
from tournaments.extensions.prizes.queries import plan_of
from tournaments.lineups import TO_COME
from tournaments.models import ContestOpening, EntryRequest, Tournament
from tournaments.seating import named_entries
from tournaments.tags import tag_label
from tournaments.visitors import Visitor

State = EntryRequest.State


def has_begun(tournament: Tournament) -> bool:
    """Return whether a round was drawn: from then on requests change nothing."""
    return tournament.rounds.exists()


def takes_requests(tournament: Tournament) -> bool:
    opened = getattr(tournament, "opened", None)
    is_open = opened is not None and opened.takes_requests and tournament.finished_at is None
    return is_open and not has_begun(tournament)


def requests_to_answer(tournament: Tournament) -> int | None:
    """Return how many entry requests wait for an answer, None if none ever came; one query."""
    found = list(tournament.requests.values_list("state", flat=True))
    return found.count(State.ASKED) if found else None


def free_places(tournament: Tournament) -> int | None:
    """Return how many can still be entered, None without a limit."""
    places = tournament.announced.places
    if places is None:
        return None
    return max(0, places - tournament.entries.filter(withdrawn_from=None).count())


def places_left(tournament: Tournament) -> int | None:
    """Return how many places nobody has requested yet, None without a limit."""
    free = free_places(tournament)
    if free is None:
        return None
    asked = tournament.requests.filter(state__in=[State.ASKED, State.WAITING]).count()
    return max(0, free - asked)


class Entering(StrEnum):
    """Whether requests are accepted."""

    OPEN = "open"
    FULL = "full"
    """Only the waiting list is open."""
    CLOSED = "closed"
    BEGUN = "begun"
    OVER = "over"


def announced_contest(tournament: Tournament, opened: ContestOpening | None) -> dict[str, Any]:
    """Return the public announcement of a contest; about six queries.

    Names are included only if they are shown; `left` is None without a limit.
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
    """Return the names of the entries, as each person wishes to be shown."""
    shown = names_for_everybody(tournament.club_id)
    found = named_entries(tournament.pk, shown=shown).values()
    return tuple(entry.title for entry in found if entry.left_from is None)


def _prizes(tournament: Tournament) -> Iterator[str]:
    """Yield the prizes; the amounts of shares are not known yet."""
    for prize in plan_of(tournament).in_order:
        if prize.cents or prize.goods:
            yield what_text(prize) if prize.cents or not prize.is_money else prize.goods


def offered_names(visitor: Visitor) -> list[str]:
    """Return the names that a form completes, only for those who know the club.

    People shown by initials are offered to members only.
    """
    club: Club = visitor.club
    if visitor.is_member:
        return player_names(club)
    if not visitor.is_known:
        return []
    shown = names_for_everybody(club.pk)
    return [name for name in player_names(club) if shown.name(name) == name]


def day_text(tournament: Tournament) -> str:
    """Return day and time: "Saturday 21 November 2026, 14:00"."""
    day = date_format(tournament.date, "l j F Y")
    hour = tournament.announced.hour
    return _("%(day)s, %(hour)s") % {"day": day, "hour": hour} if hour else day


def request_page(tournament: Tournament) -> dict[str, Any]:
    """Return the requests of a contest by state, in the order in which they were made.

    `clear` are those without warnings, which can be confirmed at once. About six queries, however
    many there are.
    """
    requests = list(tournament.requests.select_related("entry").order_by("number"))
    known = KnownPeople(tournament)
    open_names = Counter(
        folded(name)
        for request in requests
        if request.state in {State.ASKED, State.WAITING}
        for name in request.names
        if name != TO_COME
    )
    found: dict[str, list[dict[str, Any]]] = {
        State.ASKED.value: [],
        State.WAITING.value: [],
        State.ENTERED.value: [],
        "ended": [],
    }
    for request in requests:
        lines = found.get(request.state, found["ended"])
        line = _line(tournament, request)
        if request.state == State.ASKED:
            line["warnings"] = tuple(_warnings(request, known, open_names))
        elif request.state == State.WAITING:
            line["place"] = len(lines) + 1
        lines.append(line)
    return {
        **found,
        "clear": [line for line in found[State.ASKED.value] if not line["warnings"]],
        "is_empty": not requests,
        "free": free_places(tournament),
    }


def _line(tournament: Tournament, request: EntryRequest) -> dict[str, Any]:
    return {
        "request": request,
        "number": request.number,
        "title": request_title(request),
        "lacks_partner": len(request.names) == 1 < tournament.format.entry_size,
        "tag_labels": [tag_label(tag) for tag in request.tags],
    }


def request_title(request: EntryRequest) -> str:
    """Return the names in a request; after some weeks nobody is named any more."""
    return " & ".join(map(person_text, request.names)) or _("names no longer kept")


def _warnings(request: EntryRequest, known: KnownPeople, asked: Counter[str]) -> Iterable[str]:
    for name in request.names:
        number = known.number_of(name)
        if number is not None:
            text = _("%(name)s is already entered: number %(number)d.")
            yield text % {"name": name, "number": number}
        elif asked[folded(name)] > 1:
            yield _("%(name)s is in another request too.") % {"name": name}
        else:
            for other in known.others(name)[:2]:
                values = {"name": name, "other": other.name, "number": other.entry}
                if other.entry is None:
                    yield _("Is %(name)s the club’s %(other)s?") % values
                else:
                    yield _("Is %(name)s the %(other)s of number %(number)d?") % values


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnRequest:
    """The page of the person who asked; `ahead` are those before on the waiting list."""

    request: EntryRequest
    title: str
    number: int | None
    ahead: int
    may_change: bool


def own_request(request: EntryRequest, number: int | None) -> OwnRequest:
    """Return the page of a request; `number` is that of its entry."""
    tournament = request.tournament
    before = tournament.requests.filter(state=State.WAITING, number__lt=request.number)
    is_alive = request.state in {State.ASKED, State.WAITING} or number is not None
    return OwnRequest(
        request=request,
        title=request_title(request),
        number=number,
        ahead=before.count(),
        may_change=is_alive and not tournament.finished_at and not has_begun(tournament),
    )
