"""Requests to enter: as the organiser answers them, and as whoever asked sees the own one."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from scorekeeper.clubs.pages.names import folded
from tournaments.announced.pages.places import free_places, has_begun
from tournaments.entries.labels import person_text
from tournaments.entries.pages.entries import KnownPeople
from tournaments.lineups import TO_COME
from tournaments.models import EntryRequest, Tournament
from tournaments.tags import tag_label

State = EntryRequest.State
CONTACT_WEEKS: Final = 4
"""So long after a contest who asked to enter, and how to reach them, is forgotten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestLine:
    """A request in the organiser's list; `doubts` are what to look at before it is confirmed."""

    request: EntryRequest
    number: int
    title: str
    lacks_partner: bool
    doubts: tuple[str, ...] = ()
    place: int | None = None

    @property
    def tag_labels(self) -> list[str]:
        return [tag_label(tag) for tag in self.request.tags]


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestPage:
    """All requests of a contest, each where it stands, in the order in which they were made."""

    asked: tuple[RequestLine, ...]
    waiting: tuple[RequestLine, ...]
    entered: tuple[RequestLine, ...]
    ended: tuple[RequestLine, ...]
    free: int | None

    @property
    def clear(self) -> list[RequestLine]:
        """Return those that may be confirmed at once: nothing is asked about them."""
        return [line for line in self.asked if not line.doubts]

    @property
    def is_empty(self) -> bool:
        return not (self.asked or self.waiting or self.entered or self.ended)


def request_page(tournament: Tournament) -> RequestPage:
    """Return the requests of a contest; some six queries, however many there are."""
    requests = list(tournament.requests.select_related("entry").order_by("number"))
    known = KnownPeople(tournament)
    open_names = Counter(
        folded(name)
        for request in requests
        if request.state in {State.ASKED, State.WAITING}
        for name in request.names
        if name != TO_COME
    )
    asked: list[RequestLine] = []
    waiting: list[RequestLine] = []
    entered: list[RequestLine] = []
    ended: list[RequestLine] = []
    for request in requests:
        if request.state == State.ASKED:
            doubts = _doubts(request, known, open_names)
            asked.append(_line(tournament, request, doubts=tuple(doubts)))
        elif request.state == State.WAITING:
            waiting.append(_line(tournament, request, place=len(waiting) + 1))
        else:
            lines = entered if request.state == State.ENTERED else ended
            lines.append(_line(tournament, request))
    return RequestPage(
        asked=tuple(asked),
        waiting=tuple(waiting),
        entered=tuple(entered),
        ended=tuple(ended),
        free=free_places(tournament),
    )


def _line(
    tournament: Tournament,
    request: EntryRequest,
    *,
    doubts: tuple[str, ...] = (),
    place: int | None = None,
) -> RequestLine:
    return RequestLine(
        request=request,
        number=request.number,
        title=request_title(request),
        lacks_partner=len(request.names) == 1 < tournament.players_per_entry,
        doubts=doubts,
        place=place,
    )


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
