"""A player's page: statistics, results evening by evening, form; a fixed number of queries."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.clubs.queries import WHOLE_NAMES, ShownNames, names_for_everybody
from scorekeeper.extensions import optional_url
from scorekeeper.models import Club, Player
from tournaments.audit_log.places import ContestPlace, places_in
from tournaments.leaderboards.queries import Figures, Scope
from tournaments.models import EntryPlayer, FormerPlayer, PastResult, Tournament
from tournaments.people.labels import form_summary
from tournaments.people.queries.games import (
    Neighbour,
    PlayedGame,
    neighbours_of,
    partners_and_opponents,
    played_at,
    sums_of,
    takes_by_trump,
)
from tournaments.seasons.queries.lineups import credited_in
from tournaments.standings.season_scores import EveningResult
from tournaments.visible_ranking import Reader, visible_ranking


class EventKind(StrEnum):
    """The kind of an evening."""

    CONTEST = "contest"
    EVENING = "evening"
    DAY = "day"
    PAST = "past"


@dataclass(frozen=True, slots=True, kw_only=True)
class Event(Figures):
    """One evening of a player.

    `total` is that of the ranking, including points without a game; `points` are those of the
    games. `place` is None if there is none (yet); `partner` is empty if partners changed.
    `results_url` is the public page of a finished contest's results.
    """

    kind: EventKind
    date: date
    title: str
    url: str
    total: int
    place: int | None = None
    entries: int = 0
    partner: str = ""
    is_going_on: bool = False
    results_url: str = ""


def events_of(
    player: Player, scope: Scope, games: Iterable[PlayedGame], shown: ShownNames
) -> list[Event]:
    by_contest: defaultdict[int, list[PlayedGame]] = defaultdict(list)
    by_other: defaultdict[tuple[int | None, date], list[PlayedGame]] = defaultdict(list)
    for game in games:
        if game.contest:
            by_contest[game.contest].append(game)
        else:
            by_other[game.evening, game.date].append(game)
    events = [
        *_contests(player, scope, by_contest, shown),
        *(_evening(key, played) for key, played in by_other.items()),
        *_past(player, scope),
    ]
    return sorted(events, key=lambda event: (event.date, event.title))


class _Entered(NamedTuple):
    """An entry of the player in a contest."""

    contest: int
    name: str
    date: date
    finished_at: datetime | None
    token: str
    entry: int
    number: int


def _contests(
    player: Player, scope: Scope, games: Mapping[int, Sequence[PlayedGame]], shown: ShownNames
) -> Iterable[Event]:
    entries = _entered_by(player, scope)
    partners = _partners(player, entries, shown)
    contests = {entered.contest for entered in entries}
    places = places_in(Tournament.objects.filter(pk__in=contests))
    shared = credited_in(contests)
    by_contest: defaultdict[int, list[_Entered]] = defaultdict(list)
    for entered in entries:
        by_contest[entered.contest].append(entered)
    for contest, (entered, *again) in by_contest.items():
        place = places[contest].get(entered.number)
        played = games.get(contest, ())
        partner = ", ".join(filter(None, (partners.get(one.entry) for one in (entered, *again))))
        if contest in shared:
            own = shared[contest].get(player.pk)
            yield _shared_contest(entered, own, place, partner, played)
        elif place:
            yield _contest(entered, place, partner, played)


def _entered_by(player: Player, scope: Scope) -> list[_Entered]:
    """Return the entries of which a player is or was a member, each once."""
    of_contest = ("", "__name", "__date", "__finished_at", "__token")
    columns = [*(f"entry__tournament{name}" for name in of_contest), "entry", "entry__number"]
    found: dict[int, _Entered] = {}
    for people in (EntryPlayer.objects, FormerPlayer.objects):
        own = people.filter(player=player, entry__tournament__club=scope.club)
        if not scope.is_all:
            own = own.filter(entry__tournament__in=scope.contests)
        for row in own.order_by("pk").values_list(*columns):
            entered = _Entered(*row)
            found.setdefault(entered.entry, entered)
    return list(found.values())


def _shared_contest(
    entered: _Entered,
    own: EveningResult | None,
    place: ContestPlace | None,
    partner: str,
    games: Sequence[PlayedGame],
) -> Event:
    """Return the player's share of a contest with substitutes.

    A player of less than half of a single round is credited with the points of those hands only.
    """
    total = own.record.points if own else sum(game.points for game in games)
    event = _contest(entered, place or ContestPlace(0, 0, 0), partner, games)
    return replace(event, total=int(total), place=own.place if own and event.place else None)


def _partners(player: Player, entries: Iterable[_Entered], shown: ShownNames) -> dict[int, str]:
    """Return the player's partners, by entry; the player's own substitutes are not partners."""
    keys = [entered.entry for entered in entries]
    columns = ("entry", "position", "player__name", "name", "player")
    rows = [
        row
        for people in (EntryPlayer.objects, FormerPlayer.objects)
        for row in people.filter(entry__in=keys).values_list(*columns)
    ]
    own = {(entry, place) for entry, place, _known, _name, pk in rows if pk == player.pk}
    found: defaultdict[int, list[str]] = defaultdict(list)
    for entry, place, known, name, pk in rows:
        if (entry, place) not in own:
            found[entry].append(shown.name(known or name, pk))
    return {entry: ", ".join(dict.fromkeys(names)) for entry, names in found.items()}


def _contest(
    entered: _Entered, place: ContestPlace, partner: str, games: Sequence[PlayedGame]
) -> Event:
    is_final = visible_ranking(entered, Reader.EVERYBODY).is_final
    return Event(
        kind=EventKind.CONTEST,
        date=entered.date,
        title=entered.name,
        url=reverse("tournaments:ranking", args=[entered.contest]),
        total=place.total,
        place=place.place if is_final else None,
        entries=place.entries,
        partner=partner,
        is_going_on=not is_final,
        results_url=optional_url("tournaments:results", entered.token) if is_final else "",
        **sums_of(games),
    )


def _evening(key: tuple[int | None, date], games: Sequence[PlayedGame]) -> Event:
    """Return a club evening, or the games of one day outside of evenings."""
    evening, day = key
    sums = sums_of(games)
    if evening is None:
        address = reverse("scorekeeper:game-detail", args=[games[0].game])
        url = address if len(games) == 1 else reverse("scorekeeper:game-list")
        kind, title = EventKind.DAY, _("Single games")
    else:
        url = reverse("scorekeeper:evening-detail", args=[evening])
        kind, title = EventKind.EVENING, games[0].evening_name
    return Event(kind=kind, date=day, title=title, url=url, total=sums["points"], **sums)


def _past(player: Player, scope: Scope) -> Iterable[Event]:
    """Return past results: a place and a total; one query."""
    results = PastResult.objects.filter(players=player, contest__in=scope.past_contests())
    for result in results.select_related("contest"):
        yield Event(
            kind=EventKind.PAST,
            date=result.contest.date,
            title=result.contest.name,
            url=optional_url("tournaments:past-detail", result.contest_id),
            total=result.total,
            place=result.place,
            partner=result.names if result.names != player.name else "",
        )


CHART_LEFT: Final = 40
CHART_RIGHT: Final = 312
CHART_TOP: Final = 10
CHART_BOTTOM: Final = 126
SHARPEST: Final = 2
"""The minimum height of the chart in points per hand, so that small differences look small."""


def form_chart(events: Iterable[Event]) -> dict[str, Any] | None:
    """Return the chart of points per hand by evening, 320 × 150.

    None for fewer than two evenings with hands.
    """
    shown = [event for event in events if event.hands]
    if len(shown) < 2:
        return None
    values = [Fraction(event.points, event.hands) for event in shown]
    highest, lowest = max(values), min(values)
    room = max(highest - lowest, Fraction(SHARPEST))
    lowest = (highest + lowest - room) / 2
    step = Fraction(CHART_RIGHT - CHART_LEFT, len(shown) - 1)

    def y(value: Fraction) -> str:
        return f"{float(CHART_BOTTOM - (value - lowest) * (CHART_BOTTOM - CHART_TOP) / room):.1f}"

    dots = [
        {"x": f"{float(CHART_LEFT + step * place):.1f}", "y": y(value)}
        for place, value in enumerate(values)
    ]
    average = Fraction(sum(e.points for e in shown), sum(e.hands for e in shown))
    return {
        "line": " ".join(f"{dot['x']},{dot['y']}" for dot in dots),
        "dots": dots,
        "average_y": y(average),
        "top": lowest + room,
        "bottom": lowest,
        "top_y": y(lowest + room),
        "bottom_y": y(lowest),
        "events": shown,
        "summary": form_summary(
            evenings=len(shown), average=average, best=highest, last=values[-1]
        ),
    }


def public_person_of(player: Player, scope: Scope) -> dict[str, Any]:
    """Return the same as for members, with names as people wish, and without internal links."""
    person = person_of(player, scope, names_for_everybody(player.club_id))
    # Names of past results are plain text, so they cannot respect anybody's wish.
    events = [
        replace(event, url="", partner="" if event.kind is EventKind.PAST else event.partner)
        for event in person["events"]
    ]
    best = max(events, key=lambda event: event.total, default=None)
    chart = person["chart"] and {**person["chart"], "events": [e for e in events if e.hands]}
    changed = {"events": events, "latest_first": events[::-1], "best_evening": best, "chart": chart}
    return {**person, **changed, "is_public": True}


def person_of(player: Player, scope: Scope, shown: ShownNames = WHOLE_NAMES) -> dict[str, Any]:
    """Return everything about a player in a scope; a dozen queries at most."""
    games = played_at(scope.seats().filter(player=player))
    neighbours = neighbours_of(player, scope, shown)
    partners, opponents = partners_and_opponents(games, neighbours)
    events = events_of(player, scope, games, shown)
    # Finished contests and past results have a place.
    places = [event.place for event in events if event.place]
    return {
        "figures": Figures(contests_won=places.count(1), **sums_of(games)),
        "events": events,
        "latest_first": events[::-1],
        "best_evening": max(events, key=lambda event: event.total, default=None),
        "best_game": _best_game(games, neighbours),
        "best_place": min(places, default=None),
        "contests": len(places),
        "chart": form_chart(events),
        "partners": partners,
        "opponents": opponents,
        "takes": takes_by_trump(player, scope),
        "is_public": False,
    }


def _best_game(
    games: Sequence[PlayedGame], neighbours: dict[int, list[Neighbour]]
) -> dict[str, Any] | None:
    """Return the game with the most points of the player's side, and the players at the table."""
    best = max(games, key=lambda game: game.points, default=None)
    if best is None:
        return None
    others = neighbours.get(best.game, [])

    def names(*, partners: bool) -> str:
        return " & ".join(other.name for other in others if other.is_partner is partners)

    return {"played": best, "partner": names(partners=True), "opponents": names(partners=False)}


def get_player(club: Club, pk: int) -> Player | None:
    return Player.objects.of_club(club).select_related("merged_into").filter(pk=pk).first()
