"""The calendar and the table of fixed teams for pages, in a fixed number of queries."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, TypeAlias

from django.db.models import QuerySet

from scorekeeper.engine.hand import Side
from scorekeeper.models import Club, Game
from tournaments.models import Fixture, League, LeagueTeam, Season, SeasonPenalty
from tournaments.rankings.labels import named_note_text, number_text, why_text
from tournaments.seasons.labels import fixture_rules, forfeit_text, penalty_text
from tournaments.seasons.queries.results import (
    FixtureResult,
    absent_sides,
    fixture_standings,
    forfeit_points_of,
    results_of,
    round_results,
    side_of_home,
    worth_of,
)
from tournaments.seasons.round_robin import Pair, day_off
from tournaments.standings.criteria import CriterionCode
from tournaments.standings.ranking import Standing
from tournaments.standings.season_table import SEASON_CRITERIA

MOST_CANDIDATES: Final = 20


Shown: TypeAlias = dict[str, Any]
"""Template data of a side, a meeting, a day, a line of the table, or a season."""


def fixture_seasons(club: Club) -> QuerySet[Season]:
    seasons = Season.objects.filter(league__club=club, league__kind=League.Kind.FIXTURES)
    return seasons.select_related("league__club")


def fixtures_of_club(club: Club) -> QuerySet[Fixture]:
    return _whole(Fixture.objects.filter(season__league__club=club)).select_related(
        "season__league__club"
    )


def fixtures_of(season: Season) -> QuerySet[Fixture]:
    """Return the meetings of a season in the calendar's order; four queries."""
    return _whole(season.fixtures.order_by("day", "pk"))


def _whole(fixtures: QuerySet[Fixture]) -> QuerySet[Fixture]:
    return fixtures.select_related("home", "away", "game").prefetch_related(
        "home__players", "away__players", "game__seats"
    )


def fixed_teams(season: Season) -> list[LeagueTeam]:
    return list(season.teams.order_by("number").prefetch_related("players"))


def fixture_page(
    season: Season, *, today: date, team: int | None = None, for_everybody: bool = False
) -> Shown:
    """Return the calendar and the table; with a team's number only its own meetings.

    `for_everybody` omits links that only members of the club may follow.
    """
    teams = fixed_teams(season)
    fixtures = list(fixtures_of(season))
    results = results_of(season, fixtures)
    names = {one.number: one.name for one in teams}
    forfeit_points = forfeit_points_of(season, fixtures)
    days = _days(fixtures, results, names, today, forfeit_points)
    settled = sum(meeting["is_settled"] for day in days for meeting in day["meetings"])
    rows = _rows(season, fixtures, results, names, forfeit_points)
    shown = _of_team(days, team) if team in names else days
    return {
        "rows": rows,
        "days": shown,
        "next_day": next((day for day in shown if not day["is_settled"]), None),
        "rules": fixture_rules(worth_of(season), forfeit_points=forfeit_points),
        "team": names.get(team or 0, ""),
        "team_number": team if team in names else None,
        "open_count": len(fixtures) - settled,
        "settled_count": settled,
        "is_public": for_everybody,
        "finalist_count": sum(row["is_finalist"] for row in rows),
    }


def _of_team(days: Iterable[Shown], team: int | None) -> list[Shown]:
    return [
        _day(day["number"], day["date"], own, off=())
        for day in days
        if (own := [m for m in day["meetings"] if team in {side["number"] for side in m["sides"]}])
    ]


def _day(
    number: int, planned: date | None, meetings: Sequence[Shown], *, off: Iterable[str]
) -> Shown:
    is_settled = all(meeting["is_settled"] for meeting in meetings)
    return {
        "number": number,
        "date": planned,
        "meetings": meetings,
        "off": off,
        "is_settled": is_settled,
    }


def _days(
    fixtures: Sequence[Fixture],
    results: Mapping[int, FixtureResult],
    names: Mapping[int, str],
    today: date,
    forfeit_points: int,
) -> list[Shown]:
    by_day: defaultdict[int, list[Fixture]] = defaultdict(list)
    for fixture in fixtures:
        by_day[fixture.day].append(fixture)
    days = []
    for number, own in by_day.items():
        planned = usual_date(own)
        pairs = [Pair(fixture.home.number, fixture.away.number) for fixture in own]
        meetings = [
            meeting_of(
                one,
                results.get(one.pk),
                day_date=planned,
                today=today,
                forfeit_points=forfeit_points,
            )
            for one in own
        ]
        off = [names[team] for team in day_off(tuple(names), pairs)]
        days.append(_day(number, planned, meetings, off=off))
    return days


def usual_date(fixtures: Sequence[Fixture]) -> date | None:
    """Return the date of most meetings of a day; of equally frequent ones the earliest."""
    dates = Counter(fixture.planned_on for fixture in fixtures if fixture.planned_on)
    return min(dates, key=lambda day: (-dates[day], day), default=None)


def meeting_of(
    fixture: Fixture,
    result: FixtureResult | None,
    *,
    day_date: date | None,
    today: date,
    forfeit_points: int,
) -> Shown:
    """Return a meeting: `own_date` if not that of the day, `is_late` if the day has passed."""
    absent = absent_sides(fixture)
    is_settled = bool(absent) or result is not None
    is_playing = not is_settled and fixture.game is not None
    planned = fixture.planned_on
    teams = (fixture.home, fixture.away)
    return {
        "pk": fixture.pk,
        "title": str(fixture),
        "own_date": planned if planned != day_date else None,
        "sides": [
            {
                "number": team.number,
                "name": team.name,
                "points": _points(index, absent, result, forfeit_points),
                "is_winner": _wins(index, absent, result),
            }
            for index, team in enumerate(teams)
        ],
        "game_pk": fixture.game_id,
        "hand_count": fixture.game.hand_count if fixture.game else 0,
        "is_playing": is_playing,
        "is_settled": is_settled,
        "is_tied": result is not None and not absent and result.winner is None,
        "is_late": not is_settled and not is_playing and planned is not None and planned < today,
        "forfeit": forfeit_text([teams[index].name for index in absent]) if absent else "",
    }


def _points(
    index: int, absent: Sequence[int], result: FixtureResult | None, forfeit_points: int
) -> int | None:
    if absent:
        return 0 if index in absent else forfeit_points
    return result.points[index] if result else None


def _wins(index: int, absent: Sequence[int], result: FixtureResult | None) -> bool:
    if absent:
        return index not in absent
    return result is not None and result.winner == index


def _rows(
    season: Season,
    fixtures: Sequence[Fixture],
    results: Mapping[int, FixtureResult],
    names: Mapping[int, str],
    forfeit_points: int,
) -> list[Shown]:
    penalties: defaultdict[int, list[SeasonPenalty]] = defaultdict(list)
    fines = SeasonPenalty.objects.filter(season=season, team__isnull=False)
    for fine in fines.select_related("team").order_by("at", "pk"):
        assert fine.team
        penalties[fine.team.number].append(fine)
    standings = fixture_standings(
        season,
        names,
        round_results(names, fixtures, results, forfeit_points=forfeit_points),
        {number: sum(fine.points for fine in own) for number, own in penalties.items()},
    )
    return [_row(season, line, names, penalties.get(line.entrant, ())) for line in standings.lines]


def _row(
    season: Season, line: Standing, names: Mapping[int, str], fines: Sequence[SeasonPenalty]
) -> Shown:
    record = line.record
    return {
        "rank": line.rank,
        "number": line.entrant,
        "name": names[line.entrant],
        "played": record.wins + record.ties + record.losses,
        "wins": record.wins,
        "ties": record.ties,
        "losses": record.losses,
        "points": record.points,
        "score": number_text(record.score),
        "penalties": [penalty_text(fine.points, fine.reason) for fine in fines],
        "note": _note(line, names),
        "is_finalist": record.has_results and line.rank <= season.finalists,
    }


def _note(line: Standing, names: Mapping[int, str]) -> str:
    """Return why a team is placed before the next; empty if the score explains it."""
    why = line.decided_by
    if why is None or why.code is CriterionCode.SCORE or not line.record.has_results:
        return ""
    return named_note_text(why, why_text(why, SEASON_CRITERIA), names[why.below])


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A game of the club that two teams may have played for their meeting."""

    game: Game
    names: tuple[str, str]
    points: tuple[int, int]


def candidates_for(fixture: Fixture) -> list[Candidate]:
    """Return the games of players of both teams on opposite sides since the season's start.

    Games of contests and of other meetings are omitted; latest first.
    """
    sides = {
        player.pk: index
        for index, team in enumerate((fixture.home, fixture.away))
        for player in team.players.all()
    }
    season = fixture.season
    found = (
        Game.objects.of_club(season.league.club)
        .outside_contests()
        .filter(fixture__isnull=True, created_at__date__gte=season.starts_on)
        .filter(seats__player__in=fixture.home.players.all())
        .filter(seats__player__in=fixture.away.players.all())
        .distinct()
        .newest_first()
        .prefetch_related("seats")
    )
    candidates = (_candidate(game, sides) for game in found[: 2 * MOST_CANDIDATES])
    return [one for one in candidates if one][:MOST_CANDIDATES]


def _candidate(game: Game, sides: Mapping[int, int]) -> Candidate | None:
    """Return a game to offer, None if the teams did not sit on opposite sides."""
    seats = list(game.seats.all())
    home = side_of_home(sides, seats)
    by_side = {side: [seat for seat in seats if seat.seat.startswith(side.value)] for side in Side}
    for index, side in enumerate((home, home.other)):
        known = {sides.get(seat.player_id or 0) for seat in by_side[side]} - {None}
        if known != {index}:
            return None
    totals = {Side.A: game.total_a, Side.B: game.total_b}
    first, second = (
        " & ".join(seat.name for seat in sorted(by_side[side], key=lambda seat: seat.seat))
        for side in (home, home.other)
    )
    return Candidate(game=game, names=(first, second), points=(totals[home], totals[home.other]))


def last_game_of(season: Season) -> Game | None:
    return Game.objects.filter(fixture__season=season).newest_first().first()
