"""Requests to enter: as the organiser answers them, and as whoever asked sees the own one."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from scorekeeper.models.sort_names import folded
from tournaments.announced.pages.places import free_places, has_begun
from tournaments.entries.labels import person_text
from tournaments.entries.pages.entries import KnownPeople
from tournaments.lineups import TO_COME
from tournaments.models import EntryRequest, Tournament
from tournaments.tags import tag_label

State = EntryRequest.State
CONTACT_WEEKS: Final = 4
"""So long after a contest who asked to enter, and how to reach them, is forgotten."""


def request_page(tournament: Tournament) -> dict[str, Any]:
    """Return the requests of a contest, each where it stands, in the order of their making.

    `clear` are those that may be confirmed at once: nothing is asked about them. Some six queries,
    however many there are.
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
            line["doubts"] = tuple(_doubts(request, known, open_names))
        elif request.state == State.WAITING:
            line["place"] = len(lines) + 1
        lines.append(line)
    return {
        **found,
        "clear": [line for line in found[State.ASKED.value] if not line["doubts"]],
        "is_empty": not requests,
        "free": free_places(tournament),
    }


def _line(tournament: Tournament, request: EntryRequest) -> dict[str, Any]:
    return {
        "request": request,
        "number": request.number,
        "title": request_title(request),
        "lacks_partner": len(request.names) == 1 < tournament.players_per_entry,
        "tag_labels": [tag_label(tag) for tag in request.tags],
    }


def request_title(request: EntryRequest) -> str:
    """Return who asked; after some weeks nobody is named any more."""
    return " & ".join(map(person_text, request.names)) or _("names kept no longer")


def _doubts(request: EntryRequest, known: KnownPeople, asked: Counter[str]) -> Iterable[str]:
    for name in request.names:
        number = known.number_of(name)
        if number is not None:
            text = _("%(name)s is entered already: number %(number)d.")
            yield text % {"name": name, "number": number}
        elif asked[folded(name)] > 1:
            yield _("%(name)s stands in another request too.") % {"name": name}
        else:
            for other in known.others(name)[:2]:
                values = {"name": name, "other": other.name, "number": other.entry}
                if other.entry is None:
                    yield _("Is %(name)s the club’s %(other)s?") % values
                else:
                    yield _("Is %(name)s the %(other)s of number %(number)d?") % values


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnRequest:
    """The page of whoever asked; `ahead` are those before them on the waiting list."""

    request: EntryRequest
    title: str
    number: int | None
    ahead: int
    may_change: bool


def own_request(request: EntryRequest, number: int | None) -> OwnRequest:
    """Return what somebody sees of the own request; `number` is that of the entry it became."""
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
