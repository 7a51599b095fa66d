"""Use cases of leagues and seasons: create, change, delete, freeze, penalties, the final."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, Final, Unpack

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from scorekeeper.clubs.services.clubs import lock_club
from scorekeeper.models import Club, Player
from scorekeeper.models.authors import Actor
from scorekeeper.refusals import Refused
from scorekeeper.rules.queries import preset_choice
from tournaments.audit_log.seasons import freeze, lock_season
from tournaments.contests.services import USUAL_RULES, Settings, create_tournament
from tournaments.entries.services.entries import NewEntry, add_entries
from tournaments.models import League, LeagueTeam, Season, SeasonEvent, SeasonPenalty, Tournament
from tournaments.refusals import ContestRefusal
from tournaments.seasons.queries.fixtures import fixed_teams, fixture_page
from tournaments.seasons.queries.items import Item, ItemKind, collects
from tournaments.seasons.queries.seasons import season_page
from tournaments.seasons.queries.tables import live_tables, plain_table
from tournaments.seasons.services.fixtures import PLAYERS_AT_A_TABLE

SEED_BITS = 48


_OWN: Final = {
    "id",
    "league",
    "name",
    "starts_on",
    "ends_on",
    "lot_seed",
    "token",
    "table_version",
    "frozen_at",
    "frozen_table",
    "created_at",
}
COPIED: Final = tuple(f.name for f in Season._meta.concrete_fields if f.name not in _OWN)
"""The fields that a new season copies from the one before."""


@transaction.atomic
def create_league(
    *, club: Club, name: str, kind: str, settings: Mapping[str, Any], now: datetime
) -> Season:
    """Create a league and return its first season. Raises Refused."""
    lock_club(club)
    if name_is_taken(club, name):
        raise Refused(ContestRefusal.LEAGUE_NAME_TAKEN)
    league = League.objects.create(club=club, name=name, kind=kind, created_at=now)
    return _create(league, settings, now)


def name_is_taken(club: Club, name: str, *, besides: League | None = None) -> bool:
    """Return whether the club has a league of that name, ignoring case."""
    leagues = League.objects.filter(club=club)
    others = leagues.exclude(pk=besides.pk) if besides else leagues
    names = others.values_list("name", flat=True)
    return name.casefold() in {known.casefold() for known in names}


@transaction.atomic
def rename_league(*, league: League, name: str) -> League:
    """Rename a league. Raises Refused."""
    lock_club(league.club)
    if name_is_taken(league.club, name, besides=league):
        raise Refused(ContestRefusal.LEAGUE_NAME_TAKEN)
    league.name = name
    league.save(update_fields=["name"])
    return league


@transaction.atomic
def delete_league(*, league: League) -> None:
    """Delete a league and its seasons; games stay. Raises SeasonFrozenError."""
    lock_club(league.club)
    for season_id in league.seasons.values_list("pk", flat=True):
        lock_season(season_id)
    league.delete()


@transaction.atomic
def create_season(
    *, league: League, name: str, starts_on: date, ends_on: date, now: datetime
) -> Season:
    """Create the next season of a league with the rules of the one before.

    Raises Refused.
    """
    lock_club(league.club)
    before = latest_season(league)
    copied = {key: getattr(before, key) for key in COPIED} if before else {}
    dated = {"name": name, "starts_on": starts_on, "ends_on": ends_on}
    return _create(league, {**copied, **dated}, now)


def latest_season(league: League) -> Season | None:
    return league.seasons.order_by("-starts_on", "-pk").first()


def _create(league: League, settings: Mapping[str, Any], now: datetime) -> Season:
    season = Season(league=league, lot_seed=secrets.randbits(SEED_BITS), created_at=now)
    _apply(season, settings)
    season.save()
    return season


def _apply(season: Season, settings: Mapping[str, Any]) -> None:
    """Set the settings of a season. Raises Refused."""
    others = Season.objects.filter(league=season.league).exclude(pk=season.pk)
    names = {name.casefold() for name in others.values_list("name", flat=True)}
    if settings["name"].casefold() in names:
        raise Refused(ContestRefusal.SEASON_NAME_TAKEN)
    for name, value in settings.items():
        setattr(season, name, value)


@transaction.atomic
def change_season(*, season_id: int, settings: Mapping[str, Any]) -> Season:
    """Change a season; its table follows at once.

    Raises Refused, SeasonFrozenError.
    """
    season = lock_season(season_id)
    _apply(season, settings)
    season.save()
    return season


@transaction.atomic
def delete_season(*, season_id: int) -> None:
    """Delete a season; games stay. Raises SeasonFrozenError.

    A league is deleted with its only season, because nothing would be left of it.
    """
    season = lock_season(season_id)
    league = season.league
    lock_club(league.club)
    season.delete()
    if not league.seasons.exists():
        league.delete()


@transaction.atomic
def count_item(*, season_id: int, item: Item, counts: bool) -> None:
    """Set whether a contest, an evening or a past contest counts for a season.

    Only differences from the automatic choice are stored. Raises SeasonFrozenError.
    """
    season = lock_season(season_id)
    named: dict[str, Any] = {f"{item.kind.column}_id": item.pk}
    if counts == collects(season, item.kind, item.date):
        SeasonEvent.objects.filter(season=season, **named).delete()
    else:
        SeasonEvent.objects.update_or_create(season=season, **named, defaults={"counts": counts})


def freeze_season(*, season_id: int, now: datetime) -> Season:
    """Freeze the present table, whatever is corrected later. Raises SeasonFrozenError."""

    def table(season: Season) -> dict[str, Any]:
        return plain_table(live_tables([season])[season.pk])

    return freeze(season_id, table=table, now=now)


@transaction.atomic
def add_penalty(
    *,
    season_id: int,
    players: Iterable[Player] = (),
    team: LeagueTeam | None = None,
    points: int,
    reason: str,
    **by: Unpack[Actor],
) -> SeasonPenalty:
    """Deduct points from a player, a fixed team, or the team of these two players.

    Raises SeasonFrozenError.
    """
    season = lock_season(season_id)
    people = list(players)
    if team is None and len(people) > 1:
        team = _team_of(season, people)
    return SeasonPenalty.objects.create(
        season=season,
        player=None if team else people[0],
        team=team,
        points=points,
        reason=reason,
        author_name=by["author"].name,
        at=by["now"],
    )


def _team_of(season: Season, players: Sequence[Player]) -> LeagueTeam:
    """Return the season's team of exactly these players, creating it if necessary.

    Its name contains no personal names; its players are shown by theirs.
    """
    wanted = sorted(player.pk for player in players)
    for team in season.teams.prefetch_related("players"):
        if sorted(player.pk for player in team.players.all()) == wanted:
            return team
    last = season.teams.aggregate(last=Max("number"))["last"] or 0
    team = season.teams.create(number=last + 1, name="-".join(map(str, wanted)))
    team.players.set(players)
    return team


@transaction.atomic
def delete_penalty(*, season_id: int, penalty_id: int) -> None:
    """Cancel a penalty. Raises SeasonFrozenError."""
    season = lock_season(season_id)
    SeasonPenalty.objects.filter(season=season, pk=penalty_id).delete()


@transaction.atomic
def create_final(*, season: Season, name: str, **by: Unpack[Actor]) -> Tournament:
    """Create the final of a season with its finalists as entries, in the order of the table.

    It does not count for the season. Raises Refused, and PersonTakenError if somebody is in two of
    the teams.
    """
    today = timezone.localdate(by["now"])
    finalists = _finalists(season)
    if not finalists:
        raise Refused(ContestRefusal.NO_FINALISTS)
    is_melee = season.league.kind == League.Kind.PLAYERS
    final = create_tournament(
        club=season.league.club,
        settings=Settings(
            name=name,
            date=today,
            rules=preset_choice(USUAL_RULES),
            mode=Tournament.Mode.MELEE if is_melee else Tournament.Mode.TEAMS,
        ),
        **by,
    )
    if collects(season, ItemKind.CONTEST, today):
        SeasonEvent.objects.create(season=season, tournament=final, counts=False)
    entries = [NewEntry(names=names) for names in finalists]
    add_entries(tournament_id=final.pk, entries=entries, **by)
    return final


def _finalists(season: Season) -> list[tuple[str, ...]]:
    if season.league.kind == League.Kind.FIXTURES:
        return _fixed_finalists(season)
    rows = season_page(season).rows
    return [tuple(person.name for person in row.people) for row in rows if row.is_finalist]


def _fixed_finalists(season: Season) -> list[tuple[str, ...]]:
    """Return two players of each fixed team: of more, the first in the club."""
    teams = {team.number: team for team in fixed_teams(season)}
    # The date only affects which meetings are late, which does not matter here.
    rows = fixture_page(season, today=season.ends_on)["rows"]
    numbers = [row["number"] for row in rows if row["is_finalist"]]
    return [
        tuple(
            player.name
            for player in sorted(teams[number].players.all(), key=lambda player: player.pk)
        )[:PLAYERS_AT_A_TABLE]
        for number in numbers
    ]
