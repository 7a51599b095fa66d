"""The calendar and the table of fixed teams as pages show them; always the same few queries."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from django.db.models import QuerySet

from scorekeeper.engine.hand import Side
from scorekeeper.models import Club, Game
from tournaments.fixtures import Pair, day_off
from tournaments.labels.fixtures import fixture_note, fixture_rules, fixture_why, forfeit_text
from tournaments.labels.seasons import number_text, penalty_text
from tournaments.models import Fixture, League, LeagueTeam, Season, SeasonPenalty
from tournaments.selectors.fixture_results import (
    AWAY,
    HOME,
    FixtureResult,
    absent_sides,
    fixture_standings,
    results_of,
    round_results,
    side_of_home,
    worth_of,
)
from tournaments.standings.criteria import CriterionCode
from tournaments.standings.given import FORFEIT_POINTS
from tournaments.standings.ranking import Standing, Standings
from tournaments.standings.season import SEASON_CRITERIA

MOST_CANDIDATES: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class MeetingSide:
    """One team of a meeting; no points while there is no result."""

    number: int
    name: str
    points: int | None
    is_winner: bool
    is_absent: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """Two teams on one day of the calendar, the first team first.

    `own_date` is told where it is not the day's; `is_late` says that the day has passed.
    """

    pk: int
    day: int
    planned_on: date | None
    own_date: date | None
    sides: tuple[MeetingSide, MeetingSide]
    game_pk: int | None
    hand_count: int
    is_playing: bool
    is_settled: bool
    is_tied: bool
    is_late: bool
    forfeit: str

    @property
    def title(self) -> str:
        """Return who meets."""
        return f"{self.sides[HOME].name} – {self.sides[AWAY].name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """One day of the calendar, and who has the day off."""

    number: int
    date: date | None
    meetings: tuple[Meeting, ...]
    off: tuple[str, ...]

    @property
    def is_settled(self) -> bool:
        """Return whether every meeting has its result."""
        return all(meeting.is_settled for meeting in self.meetings)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRow:
    """One line of the table; `note` says why it stands before the next where that needs words."""

    rank: int
    number: int
    name: str
    played: int
    wins: int
    ties: int
    losses: int
    points: int
    score: str
    penalties: tuple[str, ...]
    note: str
    is_finalist: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FixturePage:
    """A season of fixed teams: the table and the calendar, or what one team has of it."""

    season: Season
    rows: tuple[TeamRow, ...]
    days: tuple[Day, ...]
    rules: tuple[str, ...]
    team: str
    open_count: int
    settled_count: int
    is_public: bool

    @property
    def next_day(self) -> Day | None:
        """Return the first day that is not settled."""
        return next((day for day in self.days if not day.is_settled), None)

    @property
    def has_penalties(self) -> bool:
        """Return whether any team pays a penalty."""
        return any(row.penalties for row in self.rows)


def fixture_seasons(club: Club) -> QuerySet[Season]:
    """Return the club's seasons of fixed teams."""
    seasons = Season.objects.filter(league__club=club, league__kind=League.Kind.FIXTURES)
    return seasons.select_related("league__club")


def fixtures_of_club(club: Club) -> QuerySet[Fixture]:
    """Return the club's meetings with all that their pages show."""
    return _whole(Fixture.objects.filter(season__league__club=club)).select_related(
        "season__league__club"
    )


def fixtures_of(season: Season) -> QuerySet[Fixture]:
    """Return the meetings of a season in the calendar's order: four queries."""
    return _whole(season.fixtures.order_by("day", "pk"))


def _whole(fixtures: QuerySet[Fixture]) -> QuerySet[Fixture]:
    return fixtures.select_related("home", "away", "game").prefetch_related(
        "home__players", "away__players", "game__seats"
    )


def teams_of(season: Season) -> list[LeagueTeam]:
    """Return the teams in order, with their players: two queries."""
    return list(season.teams.order_by("number").prefetch_related("players"))


def fixture_page(
    season: Season, *, today: date, team: int | None = None, for_everybody: bool = False
) -> FixturePage:
    """Return the calendar and the table; with a team's number only its own meetings.

    `for_everybody` leaves out what only members of the club may follow.
    """
    teams = teams_of(season)
    fixtures = list(fixtures_of(season))
    results = results_of(season, fixtures)
    names = {one.number: one.name for one in teams}
    days = _days(fixtures, results, names, today)
    settled = sum(meeting.is_settled for day in days for meeting in day.meetings)
    return FixturePage(
        season=season,
        rows=_rows(season, fixtures, results, names),
        days=_of_team(days, team) if team in names else days,
        rules=fixture_rules(worth_of(season), forfeit_points=FORFEIT_POINTS),
        team=names.get(team or 0, ""),
        open_count=len(fixtures) - settled,
        settled_count=settled,
        is_public=for_everybody,
    )


def _of_team(days: Sequence[Day], team: int | None) -> tuple[Day, ...]:
    """Return the days with the meetings of one team alone."""
    return tuple(
        Day(number=day.number, date=day.date, meetings=own, off=())
        for day in days
        if (own := tuple(m for m in day.meetings if team in {side.number for side in m.sides}))
    )


def _days(
    fixtures: Sequence[Fixture],
    results: Mapping[int, FixtureResult],
    names: Mapping[int, str],
    today: date,
) -> tuple[Day, ...]:
    by_day: defaultdict[int, list[Fixture]] = defaultdict(list)
    for fixture in fixtures:
        by_day[fixture.day].append(fixture)
    days = []
    for number, own in by_day.items():
        planned = usual_date(own)
        pairs = [Pair(fixture.home.number, fixture.away.number) for fixture in own]
        days.append(
            Day(
                number=number,
                date=planned,
                meetings=tuple(
                    meeting_of(one, results.get(one.pk), day_date=planned, today=today)
                    for one in own
                ),
                off=tuple(names[team] for team in day_off(tuple(names), pairs)),
            )
        )
    return tuple(days)


def usual_date(fixtures: Sequence[Fixture]) -> date | None:
    """Return the date on which most meetings of a day are, of equal ones the earliest."""
    dates = Counter(fixture.planned_on for fixture in fixtures if fixture.planned_on)
    return min(dates, key=lambda day: (-dates[day], day), default=None)


def meeting_of(
    fixture: Fixture, result: FixtureResult | None, *, day_date: date | None, today: date
) -> Meeting:
    """Return a meeting as lists show it."""
    absent = absent_sides(fixture)
    is_settled = bool(absent) or result is not None
    is_playing = not is_settled and fixture.game is not None
    planned = fixture.planned_on
    first, second = (
        MeetingSide(
            number=team.number,
            name=team.name,
            points=_points(index, absent, result),
            is_winner=_wins(index, absent, result),
            is_absent=index in absent,
        )
        for index, team in enumerate((fixture.home, fixture.away))
    )
    return Meeting(
        pk=fixture.pk,
        day=fixture.day,
        planned_on=planned,
        own_date=planned if planned != day_date else None,
        sides=(first, second),
        game_pk=fixture.game_id,
        hand_count=fixture.game.hand_count if fixture.game else 0,
        is_playing=is_playing,
        is_settled=is_settled,
        is_tied=result is not None and not absent and result.winner is None,
        is_late=not is_settled and not is_playing and planned is not None and planned < today,
        forfeit=forfeit_text([(fixture.home, fixture.away)[i].name for i in absent])
        if absent
        else "",
    )


def _points(index: int, absent: Sequence[int], result: FixtureResult | None) -> int | None:
    if absent:
        return 0 if index in absent else FORFEIT_POINTS
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
) -> tuple[TeamRow, ...]:
    penalties: defaultdict[int, list[SeasonPenalty]] = defaultdict(list)
    fines = SeasonPenalty.objects.filter(season=season, team__isnull=False)
    for fine in fines.select_related("team").order_by("at", "pk"):
        assert fine.team
        penalties[fine.team.number].append(fine)
    standings = fixture_standings(
        season,
        names,
        round_results(fixtures, results),
        {number: sum(fine.points for fine in own) for number, own in penalties.items()},
    )
    return tuple(
        _row(season, line, standings, names, penalties.get(line.entrant, ()))
        for line in standings.lines
    )


def _row(
    season: Season,
    line: Standing,
    standings: Standings,
    names: Mapping[int, str],
    fines: Sequence[SeasonPenalty],
) -> TeamRow:
    record = line.record
    return TeamRow(
        rank=line.rank,
        number=line.entrant,
        name=names[line.entrant],
        played=record.wins + record.ties + record.losses,
        wins=record.wins,
        ties=record.ties,
        losses=record.losses,
        points=record.points,
        score=number_text(record.score),
        penalties=tuple(penalty_text(fine.points, fine.reason) for fine in fines),
        note=_note(line, names),
        is_finalist=record.has_results and line.rank <= season.finalists,
    )


def _note(line: Standing, names: Mapping[int, str]) -> str:
    """Return why a team stands before the next; nothing where the score says it."""
    why = line.decided_by
    if why is None or why.code is CriterionCode.SCORE or not line.record.has_results:
        return ""
    return fixture_note(why, fixture_why(why, SEASON_CRITERIA), names[why.below])


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A game of the club that two teams may have played for their meeting."""

    game: Game
    names: tuple[str, str]
    points: tuple[int, int]


def candidates_for(fixture: Fixture) -> list[Candidate]:
    """Return games of players of both teams, on opposite sides, since the season began.

    Games of contests and those of other meetings are left out; the latest first.
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
    """Return a game as it is offered, None where the teams did not sit on opposite sides."""
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
    """Return the game that was last started for a meeting of the season."""
    return Game.objects.filter(fixture__season=season).newest_first().first()
