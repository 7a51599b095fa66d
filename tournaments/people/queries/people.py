"""A player's page: statistics, results evening by evening, form; a fixed number of queries."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final, NamedTuple

from django.core.paginator import Paginator
from django.db.models import Count, F, Min, Q, QuerySet, Sum, Value
from django.db.models.functions import Coalesce, TruncDate
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.clubs.queries import WHOLE_NAMES, ShownNames, names_for_everybody
from scorekeeper.extensions import extensions, is_seen, optional_url
from scorekeeper.models import Club, GameSeat, Player
from tournaments.audit_log.places import UP_TO_DATE, ContestPlace, places_in
from tournaments.leaderboards.queries import CONTEST_OF_SEAT, Figures, Scope
from tournaments.models import EntryPlayer, FormerPlayer, PastResult, Tournament
from tournaments.people.labels import form_summary
from tournaments.people.queries.games import (
    PlayedGame,
    neighbours_of,
    partners_and_opponents,
    played_at,
    sums_of,
    sums_of_seats,
    takes_by_trump,
)
from tournaments.seasons.queries.lineups import credited_in, shared_contests
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


class EventKey(NamedTuple):
    """What an evening of a player is found by; a day of single games has the key 0."""

    date: date
    title: str
    kind: str
    key: int


EVENTS_A_PAGE: Final = 25
_COLUMNS: Final = ("of_day", "of_title", "of_kind", "of_key", "of_total")
_DAY: Final = TruncDate("game__created_at")


def _contests_of(player: Player, scope: Scope) -> tuple[QuerySet[EntryPlayer], list[EventKey]]:
    """Return the player in the contests with a stored place, and the keys of all other contests.

    The others are not finished, or somebody sat in for another: a place is worked out then.
    """
    own = EntryPlayer.objects.filter(player=player, entry__tournament__club=scope.club).order_by()
    left = FormerPlayer.objects.filter(player=player)
    contests = Tournament.objects.filter(
        Q(pk__in=own.values("entry__tournament")) | Q(pk__in=left.values("entry__tournament")),
        club=scope.club,
    )
    if not scope.is_all:
        own = own.filter(entry__tournament__in=scope.contests)
        contests = contests.filter(pk__in=scope.contests)
    is_shared = Q(pk__in=shared_contests(contests.values("pk")))
    others = contests.filter(~UP_TO_DATE | Q(finished_at=None) | is_shared)
    columns = ("date", "name", Value(str(EventKind.CONTEST)), "pk")
    keys = [EventKey(*row) for row in others.values_list(*columns)]
    settled = own.filter(entry__final_place__isnull=False)
    return settled.exclude(entry__tournament__in=[key.key for key in keys]), keys


def _evenings_of(
    player: Player, scope: Scope, settled: QuerySet[EntryPlayer], listed: Iterable[int]
) -> QuerySet[Any]:
    """Return the fields of `EventKey` and the total of all that a player took part in.

    Of the contests in `listed` the total is not stored.
    """
    seats = scope.seats().filter(player=player, game__is_contest=False)
    past = PastResult.objects.filter(players=player, contest__in=scope.past_contests())

    def columns(kind: EventKind, day: Any, title: Any, key: Any) -> dict[str, Any]:
        return {"of_day": day, "of_title": title, "of_kind": Value(str(kind)), "of_key": key}

    contest = {name: F(f"entry__tournament__{name}") for name in ("date", "name", "pk")}
    lists: list[QuerySet[Any]] = [
        settled.values(
            **columns(EventKind.CONTEST, *contest.values()), of_total=F("entry__final_points")
        ),
        Tournament.objects.filter(pk__in=listed)
        .order_by()
        .values(**columns(EventKind.CONTEST, F("date"), F("name"), F("pk")), of_total=Value(0)),
        seats.exclude(game__evening=None)
        .values(
            **columns(
                EventKind.EVENING,
                F("game__evening__date"),
                F("game__evening__name"),
                F("game__evening_id"),
            )
        )
        .annotate(of_total=Sum("points")),
        seats.filter(game__evening=None)
        .values(**columns(EventKind.DAY, _DAY, Value(_("Single games")), Value(0)))
        .annotate(of_total=Sum("points")),
        past.order_by().values(
            **columns(EventKind.PAST, F("contest__date"), F("contest__name"), F("pk")),
            of_total=F("total"),
        ),
    ]
    first, *others = (rows.values_list(*_COLUMNS) for rows in lists)
    return first.union(*others, all=True)


def events_of(
    player: Player, scope: Scope, keys: Iterable[EventKey], shown: ShownNames
) -> dict[EventKey, Event]:
    """Return these evenings of a player; a fixed number of queries."""
    wanted: defaultdict[str, list[EventKey]] = defaultdict(list)
    for key in keys:
        wanted[key.kind].append(key)
    contests, evenings, past = (
        [one.key for one in wanted[kind]]
        for kind in (EventKind.CONTEST, EventKind.EVENING, EventKind.PAST)
    )
    by_contest: defaultdict[int, list[PlayedGame]] = defaultdict(list)
    by_other: defaultdict[tuple[int | None, date], list[PlayedGame]] = defaultdict(list)
    seats = scope.seats().filter(player=player).annotate(day=_DAY)
    is_other = Q(game__is_contest=False)
    played = (
        Q(**{f"{CONTEST_OF_SEAT}__in": contests})
        | is_other & Q(game__evening__in=evenings)
        | is_other & Q(game__evening=None, day__in=[one.date for one in wanted[EventKind.DAY]])
    )
    for game in played_at(seats.filter(played)):
        if game.contest:
            by_contest[game.contest].append(game)
        else:
            by_other[game.evening, game.date].append(game)
    return {
        **_contests(player, contests, by_contest, shown),
        **dict(_evening(key, games) for key, games in by_other.items()),
        **_past(player, past),
    }


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
    player: Player,
    contests: Collection[int],
    games: Mapping[int, Sequence[PlayedGame]],
    shown: ShownNames,
) -> dict[EventKey, Event]:
    """Return the contests in which the player has a result."""
    entries = _entered_by(player, contests)
    partners = _partners(player, entries, shown)
    places = places_in(Tournament.objects.filter(pk__in=contests))
    shared = credited_in(contests)
    by_contest: defaultdict[int, list[_Entered]] = defaultdict(list)
    for entered in entries:
        by_contest[entered.contest].append(entered)
    found = {}
    results_page = _results_page(player.club)
    for contest, (entered, *again) in by_contest.items():
        key = EventKey(entered.date, entered.name, EventKind.CONTEST, contest)
        place = places[contest].get(entered.number)
        played = games.get(contest, ())
        partner = ", ".join(filter(None, (partners.get(one.entry) for one in (entered, *again))))
        if contest in shared:
            own = shared[contest].get(player.pk)
            event = _shared_contest(entered, own, place, partner, played)
        elif place:
            event = _contest(entered, place, partner, played)
        else:
            continue
        if results_page and not event.is_going_on:
            event = replace(event, results_url=reverse(results_page, args=[entered.token]))
        found[key] = event
    return found


def _results_page(club: Club) -> str:
    """Return the URL name of the public results of a finished contest, empty without one."""
    pages = (
        one.contest_results for one in extensions() if one.contest_results and is_seen(one, club)
    )
    return next(pages, "")


def _entered_by(player: Player, contests: Collection[int]) -> list[_Entered]:
    """Return the entries of which a player is or was a member, each once."""
    of_contest = ("", "__name", "__date", "__finished_at", "__token")
    columns = [*(f"entry__tournament{name}" for name in of_contest), "entry", "entry__number"]
    found: dict[int, _Entered] = {}
    for people in (EntryPlayer.objects, FormerPlayer.objects):
        own = people.filter(player=player, entry__tournament__in=contests)
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
        **sums_of(games),
    )


def _evening(key: tuple[int | None, date], games: Sequence[PlayedGame]) -> tuple[EventKey, Event]:
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
    event = Event(kind=kind, date=day, title=title, url=url, total=sums["points"], **sums)
    return EventKey(day, title, kind, evening or 0), event


def _past(player: Player, keys: Collection[int]) -> dict[EventKey, Event]:
    """Return past results: a place and a total; one query."""
    results = PastResult.objects.filter(pk__in=keys).select_related("contest")
    return {
        EventKey(result.contest.date, result.contest.name, EventKind.PAST, result.pk): Event(
            kind=EventKind.PAST,
            date=result.contest.date,
            title=result.contest.name,
            url=optional_url("tournaments:past-detail", result.contest_id),
            total=result.total,
            place=result.place,
            partner=result.names if result.names != player.name else "",
        )
        for result in results
    }


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


def public_person_of(player: Player, scope: Scope, page: str | None = None) -> dict[str, Any]:
    """Return the same as for members, with names as people wish, and without internal links."""
    person = person_of(player, scope, page, names_for_everybody(player.club_id))

    def public(event: Event) -> Event:
        # Names of past results are plain text, so they cannot respect anybody's wish.
        partner = "" if event.kind is EventKind.PAST else event.partner
        return replace(event, url="", partner=partner)

    events = [public(event) for event in person["events"]]
    best = person["best_evening"] and public(person["best_evening"])
    changed = {"events": events, "latest_first": events[::-1], "best_evening": best}
    return {**person, **changed, "is_public": True}


def person_of(
    player: Player, scope: Scope, page: str | None = None, shown: ShownNames = WHOLE_NAMES
) -> dict[str, Any]:
    """Return a player's sums in a scope and a page of the evenings; a fixed number of queries.

    Read are the evenings of the page, and the contests of which no place is stored.
    """
    seats = scope.seats().filter(player=player)
    settled, others = _contests_of(player, scope)
    events = events_of(player, scope, others, shown)
    worked_out = list(events.values())
    evenings = _evenings_of(player, scope, settled, [key.key for key in events])
    latest_first = evenings.order_by("-of_day", "-of_title", "-of_kind", "-of_key")
    results = Paginator(latest_first, EVENTS_A_PAGE).get_page(page)
    keys = [EventKey(*row[:4]) for row in results]
    most = evenings.order_by("-of_total", "of_day", "of_title")[:1]
    best = [EventKey(*row[:4]) for row in most]
    events |= events_of(player, scope, {*keys, *best} - events.keys(), shown)
    of_page = [events[key] for key in reversed(keys) if key in events]
    ahead = [*(events[key] for key in best if key in events), *worked_out]
    places = [event.place for event in worked_out if event.place]
    past = PastResult.objects.filter(players=player, contest__in=scope.past_contests())
    stored = [_places(settled, "entry__final_place"), _places(past, "place")]
    contests_won = places.count(1) + sum(one["won"] for one in stored)
    partners, opponents = partners_and_opponents(player, scope, shown)
    return {
        "figures": Figures(contests_won=contests_won, **sums_of_seats(seats)),
        "events": of_page,
        "latest_first": of_page[::-1],
        "results": results,
        "best_evening": max(
            sorted(ahead, key=lambda event: (event.date, event.title)),
            key=lambda event: event.total,
            default=None,
        ),
        "best_game": _best_game(player, seats, shown),
        "best_place": min([*places, *filter(None, (one["best"] for one in stored))], default=None),
        "contests": len(places) + sum(one["count"] for one in stored),
        "chart": form_chart(of_page),
        "partners": partners,
        "opponents": opponents,
        "takes": takes_by_trump(player, scope),
        "is_public": False,
    }


def _places(rows: QuerySet[Any], place: str) -> dict[str, Any]:
    """Return how many places there are, how many first ones, and the best; one query."""
    first = Count("pk", filter=Q(**{place: 1}))
    return rows.aggregate(count=Count("pk"), won=first, best=Min(place))


def _best_game(
    player: Player, seats: QuerySet[GameSeat], shown: ShownNames
) -> dict[str, Any] | None:
    """Return the game with the most points of the player's side, and the players at the table."""
    day = Coalesce(f"{CONTEST_OF_SEAT}__date", "game__evening__date", _DAY)
    first = seats.order_by("-points", day, "game__created_at", "game").values_list("pk", flat=True)
    found = played_at(GameSeat.every.filter(pk__in=list(first[:1])))
    if not found:
        return None
    [best] = found
    others = neighbours_of(player, [best.game], shown).get(best.game, [])

    def names(*, partners: bool) -> str:
        return " & ".join(other.name for other in others if other.is_partner is partners)

    return {"played": best, "partner": names(partners=True), "opponents": names(partners=False)}


def get_player(club: Club, pk: int) -> Player | None:
    return Player.objects.of_club(club).select_related("club", "merged_into").filter(pk=pk).first()
