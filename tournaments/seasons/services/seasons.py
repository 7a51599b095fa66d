"""Leagues and seasons: create, change, delete, choose what counts, freeze, penalties."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.db.models import Max

from scorekeeper.clubs.services.clubs import lock_club
from scorekeeper.models import Club, Player
from scorekeeper.models.authors import Author
from tournaments.models import League, LeagueTeam, Season, SeasonEvent, SeasonPenalty
from tournaments.seasons.pages.items import Item, collects
from tournaments.seasons.pages.tables import as_plain, live_tables

SEED_BITS = 48


class LeagueNameTakenError(ValueError):
    """Raised when the club has a league, or the league a season, of that name."""


class SeasonFrozenError(ValueError):
    """Raised when something would change the table of a season that is frozen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonSettings:
    """What an organiser chooses for a season; the names are those of the stored season."""

    name: str
    starts_on: date
    ends_on: date
    collects: str = Season.Collects.ALL
    worth: str = Season.WorthKind.POINTS
    win_points: int = 3
    tie_points: int = 1
    loss_points: int = 0
    bye_points: int = 1
    place_points: tuple[int, ...] = ()
    points_beyond: int = 0
    splits_places: bool = False
    combines: str = Season.Combines.SUM
    best_count: int = 1
    planned_evenings: int | None = None
    least_evenings: int = 0
    short: str = Season.ShortKind.RANKED_AFTER
    bonus_points: int = 0
    bonus_least: int = 1
    bonus_kind: str = Season.Bonus.EACH_EVENING
    ties: str = Season.Ties.SHARED
    finalists: int = 0
    tags: tuple[str, ...] = ()


COPIED = tuple(
    field.name
    for field in fields(SeasonSettings)
    if field.name not in {"name", "starts_on", "ends_on"}
)
"""What a new season takes over from the one before."""


@transaction.atomic
def create_league(
    *, club: Club, name: str, kind: str, settings: SeasonSettings, now: datetime
) -> Season:
    """Create a league with its first season, which is returned. Raises NameTakenError."""
    lock_club(club)
    if name_is_taken(club, name):
        raise LeagueNameTakenError
    league = League.objects.create(club=club, name=name, kind=kind, created_at=now)
    return _create(league, settings, now)


def name_is_taken(club: Club, name: str, *, besides: League | None = None) -> bool:
    """Return whether the club has a league of that name, whatever its capitals."""
    leagues = League.objects.filter(club=club)
    others = leagues.exclude(pk=besides.pk) if besides else leagues
    names = others.values_list("name", flat=True)
    return name.casefold() in {known.casefold() for known in names}


@transaction.atomic
def rename_league(*, league: League, name: str) -> League:
    """Give a league another name. Raises NameTakenError."""
    lock_club(league.club)
    if name_is_taken(league.club, name, besides=league):
        raise LeagueNameTakenError
    league.name = name
    league.save(update_fields=["name"])
    return league


@transaction.atomic
def delete_league(*, league: League) -> None:
    """Delete a league with its seasons; what was played stays. Raises SeasonFrozenError."""
    lock_club(league.club)
    for season_id in league.seasons.values_list("pk", flat=True):
        lock_season(season_id)
    league.delete()


@transaction.atomic
def create_season(
    *, league: League, name: str, starts_on: date, ends_on: date, now: datetime
) -> Season:
    """Create the next season of a league by the rules of the one before. Raises NameTakenError."""
    lock_club(league.club)
    before = latest_season(league)
    copied = {key: getattr(before, key) for key in COPIED} if before else {}
    settings = SeasonSettings(name=name, starts_on=starts_on, ends_on=ends_on, **copied)
    return _create(league, settings, now)


def latest_season(league: League) -> Season | None:
    return league.seasons.order_by("-starts_on", "-pk").first()


def _create(league: League, settings: SeasonSettings, now: datetime) -> Season:
    season = Season(league=league, lot_seed=secrets.randbits(SEED_BITS), created_at=now)
    _apply(season, settings)
    season.save()
    return season


def _apply(season: Season, settings: SeasonSettings) -> None:
    """Write the settings into a season. Raises NameTakenError."""
    others = Season.objects.filter(league=season.league).exclude(pk=season.pk)
    names = {name.casefold() for name in others.values_list("name", flat=True)}
    if settings.name.casefold() in names:
        raise LeagueNameTakenError
    for name, value in asdict(settings).items():
        setattr(season, name, list(value) if isinstance(value, (tuple, list)) else value)


@transaction.atomic
def change_season(*, season_id: int, settings: SeasonSettings) -> Season:
    """Change a season; its table follows at once. Raises NameTakenError, SeasonFrozenError."""
    season = lock_season(season_id)
    _apply(season, settings)
    season.save()
    return season


@transaction.atomic
def delete_season(*, season_id: int) -> None:
    """Delete a season; what was played stays. Raises SeasonFrozenError.

    A league goes with its only season: nothing would be left of it to open.
    """
    season = lock_season(season_id)
    league = season.league
    lock_club(league.club)
    season.delete()
    if not league.seasons.exists():
        league.delete()


def lock_season(season_id: int) -> Season:
    """Return a season for a change, locked until the transaction ends. Raises SeasonFrozenError."""
    season = _locked(season_id)
    if season.frozen_at is not None:
        raise SeasonFrozenError
    return season


def _locked(season_id: int) -> Season:
    seasons = Season.objects.select_related("league__club").select_for_update(of=("self",))
    return seasons.get(pk=season_id)


@transaction.atomic
def count_item(*, season_id: int, item: Item, counts: bool) -> None:
    """Let a contest, an evening or a past contest count for a season, or leave it out.

    Only what differs from what the season takes by itself is stored. Raises SeasonFrozenError.
    """
    season = lock_season(season_id)
    named: dict[str, Any] = {f"{item.kind.column}_id": item.pk}
    if counts == collects(season, item.kind, item.date):
        SeasonEvent.objects.filter(season=season, **named).delete()
    else:
        SeasonEvent.objects.update_or_create(season=season, **named, defaults={"counts": counts})


@transaction.atomic
def freeze_season(*, season_id: int, now: datetime) -> Season:
    """Keep the table as it is now, whatever is corrected later. Raises SeasonFrozenError."""
    season = lock_season(season_id)
    season.frozen_table = as_plain(live_tables([season])[season.pk])
    season.frozen_at = now
    season.save(update_fields=["frozen_table", "frozen_at"])
    return season


@transaction.atomic
def unfreeze_season(*, season_id: int) -> Season:
    """Let the table follow the results again."""
    season = _locked(season_id)
    season.frozen_table = season.frozen_at = None
    season.save(update_fields=["frozen_table", "frozen_at"])
    return season


@transaction.atomic
def add_penalty(
    *,
    season_id: int,
    players: Iterable[Player] = (),
    team: LeagueTeam | None = None,
    points: int,
    reason: str,
    author: Author,
    now: datetime,
) -> SeasonPenalty:
    """Take points off a player, a fixed team, or the team of these two players.

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
        author_name=author.name,
        at=now,
    )


def _team_of(season: Season, players: Sequence[Player]) -> LeagueTeam:
    """Return the season's team of exactly these players, adding it where it is new.

    Its name holds no names of people: those who look at it see its players.
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
    """Take a penalty back. Raises SeasonFrozenError."""
    season = lock_season(season_id)
    SeasonPenalty.objects.filter(season=season, pk=penalty_id).delete()
