"""What a player brought home, evening by evening: contests, club evenings, results of the past."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.models import Player
from tournaments.leaderboards.pages.leaderboards import share
from tournaments.leaderboards.pages.scopes import Scope
from tournaments.models import EntryPlayer, PastResult, Tournament
from tournaments.people.pages.games import PlayedGame
from tournaments.seasons.pages.places import ContestPlace, places_in


class EventKind(StrEnum):
    """What an evening was."""

    CONTEST = "contest"
    EVENING = "evening"
    DAY = "day"
    PAST = "past"


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One evening of a player.

    `total` is what the ranking says, points without a game too; `points` are those of the games.
    `place` is None where there is none, or none yet; `partner` is empty where partners changed.
    """

    kind: EventKind
    date: date
    title: str
    url: str
    total: int
    points: int
    hands: int
    games: int
    won: int
    place: int | None = None
    entries: int = 0
    partner: str = ""
    is_going_on: bool = False

    @property
    def average(self) -> Fraction | None:
        return share(self.points, self.hands)


def events_of(player: Player, scope: Scope, games: Iterable[PlayedGame]) -> list[Event]:
    by_contest: defaultdict[int, list[PlayedGame]] = defaultdict(list)
    by_other: defaultdict[tuple[int | None, date], list[PlayedGame]] = defaultdict(list)
    for game in games:
        if game.contest:
            by_contest[game.contest].append(game)
        else:
            by_other[game.evening, game.date].append(game)
    events = [
        *_contests(player, scope, by_contest),
        *(_evening(key, played) for key, played in by_other.items()),
        *_past(player, scope),
    ]
    return sorted(events, key=lambda event: (event.date, event.title))


class _Entered(NamedTuple):
    """An entry of the player in a contest."""

    contest: int
    name: str
    date: date
    is_over: bool
    entry: int
    number: int


def _contests(
    player: Player, scope: Scope, games: Mapping[int, Sequence[PlayedGame]]
) -> Iterable[Event]:
    own = EntryPlayer.objects.filter(player=player, entry__tournament__club=scope.club)
    if not scope.is_all:
        own = own.filter(entry__tournament__in=scope.contests)
    entries = [
        _Entered(pk, name, day, finished is not None, entry, number)
        for pk, name, day, finished, entry, number in own.values_list(
            "entry__tournament",
            "entry__tournament__name",
            "entry__tournament__date",
            "entry__tournament__finished_at",
            "entry",
            "entry__number",
        )
    ]
    partners = _partners(player, entries)
    places = places_in(Tournament.objects.filter(pk__in={entered.contest for entered in entries}))
    for entered in entries:
        place = places[entered.contest].get(entered.number)
        if place:
            played = games.get(entered.contest, ())
            yield _contest(entered, place, partners.get(entered.entry, ""), played)


def _partners(player: Player, entries: Iterable[_Entered]) -> dict[int, str]:
    others = EntryPlayer.objects.filter(entry__in=[entered.entry for entered in entries])
    rows = others.exclude(player=player).values_list("entry", "player__name", "name")
    return {entry: shown or name for entry, shown, name in rows}


def _contest(
    entered: _Entered, place: ContestPlace, partner: str, games: Sequence[PlayedGame]
) -> Event:
    sums = _Sums.of(games)
    return Event(
        kind=EventKind.CONTEST,
        date=entered.date,
        title=entered.name,
        url=reverse("tournaments:ranking", args=[entered.contest]),
        total=place.total,
        place=place.place if entered.is_over else None,
        entries=place.entries,
        partner=partner,
        is_going_on=not entered.is_over,
        points=sums.points,
        hands=sums.hands,
        games=sums.games,
        won=sums.won,
    )


class _Sums(NamedTuple):
    """What some games add up to."""

    points: int
    hands: int
    games: int
    won: int

    @classmethod
    def of(cls, games: Sequence[PlayedGame]) -> "_Sums":
        return cls(
            points=sum(game.points for game in games),
            hands=sum(game.hands for game in games),
            games=len(games),
            won=sum(game.is_won for game in games),
        )


def _evening(key: tuple[int | None, date], games: Sequence[PlayedGame]) -> Event:
    """Return a club evening, or the games of a day that belong to none."""
    evening, day = key
    sums = _Sums.of(games)
    if evening is None:
        address = reverse("scorekeeper:game-detail", args=[games[0].game])
        url = address if len(games) == 1 else reverse("scorekeeper:game-list")
        kind, title = EventKind.DAY, _("Single games")
    else:
        url = reverse("scorekeeper:evening-detail", args=[evening])
        kind, title = EventKind.EVENING, games[0].evening_name
    return Event(
        kind=kind,
        date=day,
        title=title,
        url=url,
        total=sums.points,
        points=sums.points,
        hands=sums.hands,
        games=sums.games,
        won=sums.won,
    )


def _past(player: Player, scope: Scope) -> Iterable[Event]:
    """Return results of the past: a place and a total; one query."""
    results = PastResult.objects.filter(players=player, contest__in=scope.past_contests())
    for result in results.select_related("contest"):
        yield Event(
            kind=EventKind.PAST,
            date=result.contest.date,
            title=result.contest.name,
            url=reverse("tournaments:past-detail", args=[result.contest_id]),
            total=result.total,
            points=0,
            hands=0,
            games=0,
            won=0,
            place=result.place,
            partner=result.names if result.names != player.name else "",
        )


CHART_LEFT: Final = 40
CHART_RIGHT: Final = 312
CHART_TOP: Final = 10
CHART_BOTTOM: Final = 126
SHARPEST: Final = 2
"""The drawing is at least so many points a hand high: small differences stay small."""


@dataclass(frozen=True, slots=True)
class Dot:
    """One evening in the drawing."""

    x: str
    y: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FormChart:
    """Points a hand, evening by evening, as points of a 320 × 150 drawing."""

    line: str
    dots: tuple[Dot, ...]
    average_y: str
    average: Fraction
    top: Fraction
    bottom: Fraction
    top_y: str
    bottom_y: str
    events: tuple[Event, ...]


def form_chart(events: Iterable[Event]) -> FormChart | None:
    """Return the form over the evenings with hands, None before two of them."""
    shown = tuple(event for event in events if event.hands)
    if len(shown) < 2:
        return None
    values = [Fraction(event.points, event.hands) for event in shown]
    highest, lowest = max(values), min(values)
    room = max(highest - lowest, Fraction(SHARPEST))
    lowest = (highest + lowest - room) / 2
    step = Fraction(CHART_RIGHT - CHART_LEFT, len(shown) - 1)

    def y(value: Fraction) -> str:
        return f"{float(CHART_BOTTOM - (value - lowest) * (CHART_BOTTOM - CHART_TOP) / room):.1f}"

    dots = tuple(
        Dot(f"{float(CHART_LEFT + step * place):.1f}", y(value))
        for place, value in enumerate(values)
    )
    average = Fraction(sum(e.points for e in shown), sum(e.hands for e in shown))
    return FormChart(
        line=" ".join(f"{dot.x},{dot.y}" for dot in dots),
        dots=dots,
        average_y=y(average),
        average=average,
        top=lowest + room,
        bottom=lowest,
        top_y=y(lowest + room),
        bottom_y=y(lowest),
        events=shown,
    )
