"""Use cases of fixed teams: the teams, the calendar, and the result of each meeting."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any, Unpack

from django.db import transaction
from django.db.models import Max, Q

from scorekeeper.clubs.services.players import find_or_add_player, tidy_name
from scorekeeper.engine.hand import Seat
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.games.services.games import Seating, start_game
from scorekeeper.models import Game, Player
from scorekeeper.models.authors import Actor
from scorekeeper.refusals import Refused
from scorekeeper.rules.queries import RuleSetChoice
from scorekeeper.slips.services import Slip, record_slip
from tournaments.audit_log.seasons import freeze, lock_season
from tournaments.models import Fixture, LeagueTeam, Season
from tournaments.refusals import ContestRefusal
from tournaments.seasons.queries.fixtures import fixtures_of
from tournaments.seasons.queries.results import frozen_values
from tournaments.seasons.round_robin import round_robin

PLAYERS_AT_A_TABLE = 2


@transaction.atomic
def add_team(*, season_id: int, name: str, players: Sequence[str], now: datetime) -> LeagueTeam:
    """Add a fixed team; unknown names become players of the club.

    Raises Refused and SeasonFrozenError.
    """
    season = lock_season(season_id)
    if season.fixtures.exists():
        raise Refused(ContestRefusal.NO_TEAM_JOINS)
    last = season.teams.aggregate(last=Max("number"))["last"] or 0
    _refuse_name(season, name)
    team = season.teams.create(number=last + 1, name=tidy_name(name))
    _set_players(season, team, players, now)
    return team


@transaction.atomic
def change_team(
    *, season_id: int, team_id: int, name: str, players: Sequence[str], now: datetime
) -> LeagueTeam:
    """Change a team's name or players; possible after the calendar is made, to add substitutes.

    Raises Refused and SeasonFrozenError.
    """
    season = lock_season(season_id)
    team = season.teams.get(pk=team_id)
    _refuse_name(season, name, besides=team)
    team.name = tidy_name(name)
    team.save(update_fields=["name"])
    _set_players(season, team, players, now)
    return team


def _refuse_name(season: Season, name: str, *, besides: LeagueTeam | None = None) -> None:
    others = season.teams.exclude(pk=besides.pk) if besides else season.teams.all()
    taken = {known.casefold() for known in others.values_list("name", flat=True)}
    if tidy_name(name).casefold() in taken:
        raise Refused(ContestRefusal.TEAM_NAME_TAKEN)


def _set_players(season: Season, team: LeagueTeam, names: Sequence[str], now: datetime) -> None:
    club = season.league.club
    players = [find_or_add_player(club=club, name=name, now=now) for name in names]
    if len({player.pk for player in players}) < max(PLAYERS_AT_A_TABLE, len(players)):
        raise Refused(ContestRefusal.NOT_A_TEAM)
    others = season.teams.exclude(pk=team.pk).filter(players__in=players).order_by("number")
    if other := others.first():
        taken = other.players.filter(pk__in=[player.pk for player in players]).first()
        player = taken.name if taken else ""
        raise Refused(ContestRefusal.PLAYS_ELSEWHERE, player=player, team=other.name)
    # The players determine the side of a game on which the team sat.
    kept = [player.pk for player in players]
    meetings = Fixture.objects.filter(Q(home=team) | Q(away=team))
    played = team.players.exclude(pk__in=kept).filter(seats__game__fixture__in=meetings)
    if gone := played.first():
        raise Refused(ContestRefusal.HAS_PLAYED, player=gone.name)
    team.players.set(players)


@transaction.atomic
def remove_team(*, season_id: int, team_id: int) -> None:
    """Remove a team; later ones move up. Raises Refused, SeasonFrozenError."""
    season = lock_season(season_id)
    if season.fixtures.exists():
        raise Refused(ContestRefusal.NO_TEAM_LEAVES)
    season.teams.filter(pk=team_id).delete()
    for number, team in enumerate(season.teams.order_by("number"), start=1):
        if team.number != number:
            team.number = number
            team.save(update_fields=["number"])


@transaction.atomic
def make_calendar(
    *, season_id: int, twice: bool, starts_on: date, every_days: int
) -> list[Fixture]:
    """Create the calendar: all teams meet once or twice, with so many days between.

    Raises Refused and SeasonFrozenError.
    """
    season = lock_season(season_id)
    if season.fixtures.exists():
        raise Refused(ContestRefusal.CALENDAR_MADE)
    teams = {team.number: team for team in season.teams.order_by("number")}
    if len(teams) < PLAYERS_AT_A_TABLE:
        raise Refused(ContestRefusal.TOO_FEW_TEAMS)
    days = round_robin(tuple(teams), twice=twice)
    return Fixture.objects.bulk_create(
        Fixture(
            season=season,
            day=number,
            planned_on=starts_on + timedelta(days=(number - 1) * every_days),
            home=teams[pair.home],
            away=teams[pair.away],
        )
        for number, day in enumerate(days, start=1)
        for pair in day
    )


@transaction.atomic
def discard_calendar(*, season_id: int) -> None:
    """Delete the calendar. Raises Refused once a meeting has a game or a forfeit."""
    season = lock_season(season_id)
    fixtures = season.fixtures
    if fixtures.exclude(game=None).exists() or fixtures.exclude(forfeited="").exists():
        raise Refused(ContestRefusal.CALENDAR_MADE)
    fixtures.all().delete()


def _lock_fixture(fixture_id: int) -> Fixture:
    """Return a meeting, its season locked. Raises SeasonFrozenError."""
    season_id = Fixture.objects.values_list("season_id", flat=True).get(pk=fixture_id)
    season = lock_season(season_id)
    fixture = Fixture.objects.select_related("home", "away", "game").get(pk=fixture_id)
    fixture.season = season
    return fixture


def _lock_open(fixture_id: int) -> Fixture:
    """Return a meeting without a result, its season locked. Raises Refused, SeasonFrozenError."""
    fixture = _lock_fixture(fixture_id)
    if fixture.game_id or fixture.forfeited:
        raise Refused(ContestRefusal.MEETING_SETTLED)
    return fixture


def _change(fixture: Fixture, **values: Any) -> None:
    for name, value in values.items():
        setattr(fixture, name, value)
    fixture.save(update_fields=[*values])


@transaction.atomic
def start_fixture_game(
    *,
    fixture_id: int,
    seating: Seating,
    rules: RuleSetChoice,
    game_format: GameFormat,
    **by: Unpack[Actor],
) -> Game:
    """Start the game of a meeting, the first team on side A. Raises Refused."""
    fixture = _lock_open(fixture_id)
    game = start_game(
        club=fixture.season.league.club,
        seating=seating,
        rules=rules,
        game_format=game_format,
        **by,
    )
    _change(fixture, game=game)
    return game


@transaction.atomic
def record_fixture_slip(
    *,
    fixture_id: int,
    seating: Seating,
    rules: RuleSetChoice,
    slip: Slip,
    stop_reason: str = "",
    **by: Unpack[Actor],
) -> Game:
    """Record the slip of a meeting, the first team on side A.

    Raises Refused and ImpossibleSlipError.
    """
    fixture = _lock_open(fixture_id)
    game = record_slip(
        club=fixture.season.league.club,
        seating=seating,
        rules=rules,
        slips=[slip],
        stop_reason=stop_reason,
        **by,
    )
    _change(fixture, game=game)
    return game


@transaction.atomic
def link_game(*, fixture_id: int, game_id: int) -> None:
    """Make a finished game of the club the meeting's game. Raises Refused."""
    fixture = _lock_open(fixture_id)
    games = Game.objects.of_club(fixture.season.league.club).outside_contests()
    game = games.select_for_update().filter(pk=game_id, fixture__isnull=True).first()
    if game is None:
        raise Refused(ContestRefusal.MEETING_SETTLED)
    _change(fixture, game=game)


@transaction.atomic
def unlink_game(*, fixture_id: int) -> None:
    """Remove the link between a meeting and its game. Raises SeasonFrozenError."""
    _change(_lock_fixture(fixture_id), game=None)


@transaction.atomic
def forfeit(*, fixture_id: int, absent: Fixture.Forfeit) -> None:
    """Record who did not come. Raises Refused."""
    _change(_lock_open(fixture_id), forfeited=absent)


@transaction.atomic
def withdraw_forfeit(*, fixture_id: int) -> None:
    """Cancel a forfeit; the meeting is open again. Raises SeasonFrozenError."""
    _change(_lock_fixture(fixture_id), forfeited=Fixture.Forfeit.NONE)


@transaction.atomic
def postpone(*, fixture_id: int, planned_on: date) -> None:
    """Move a meeting to another date; its day in the calendar stays. Raises SeasonFrozenError."""
    _change(_lock_fixture(fixture_id), planned_on=planned_on)


def freeze_fixtures(*, season_id: int, now: datetime) -> Season:
    """Freeze the present results, whatever is corrected later. Raises SeasonFrozenError."""
    return freeze(
        season_id, table=lambda season: frozen_values(season, list(fixtures_of(season))), now=now
    )


def fixture_seating(home: Sequence[Player], away: Sequence[Player]) -> Seating:
    """Return the seating: the first team's two players on side A, partners opposite."""
    return Seating(
        names={
            Seat.A1: home[0].name,
            Seat.A2: home[1].name,
            Seat.B1: away[0].name,
            Seat.B2: away[1].name,
        }
    )
