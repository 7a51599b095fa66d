"""The lists around a season's table: what counts for it, and who pays a penalty."""

from dataclasses import dataclass
from typing import Any

from scorekeeper.models import Player
from scorekeeper.models.sort_names import folded
from tournaments.models import League, LeagueTeam, Season, SeasonPenalty
from tournaments.seasons.pages.credits import credited_players
from tournaments.seasons.pages.items import Item, Listed, listed_items, other_items
from tournaments.seasons.pages.seasons import title_of
from tournaments.seasons.pages.tables import penalised, table_of


def events_list(season: Season) -> tuple[list[Listed], list[Item]]:
    """Return what counts for a season or is left out, the latest first, and what may be added."""
    listed = listed_items([season])[season.pk]
    return listed[::-1], other_items(season, listed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Payer:
    """Who may have to pay: one player, two as a team, or a fixed team."""

    title: str
    players: tuple[Player, ...] = ()
    team: LeagueTeam | None = None


def payers_of(season: Season) -> list[Payer]:
    kind = season.league.kind
    if kind == League.Kind.FIXTURES:
        found = [Payer(title=team.name, team=team) for team in season.teams.all()]
    elif kind == League.Kind.TEAMS:
        found = _teams_of(season)
    else:
        players = Player.objects.of_club(season.league.club).filter(merged_into=None)
        found = [Payer(title=player.name, players=(player,)) for player in players]
    return sorted(found, key=lambda payer: folded(payer.title))


def _teams_of(season: Season) -> list[Payer]:
    pairs = [credited_players(entrant) for entrant in table_of(season).scores]
    players = Player.objects.in_bulk({pk for pair in pairs for pk in pair})
    return [
        Payer(
            title=title_of(players[pk].name for pk in pair),
            players=tuple(players[pk] for pk in pair),
        )
        for pair in pairs
        if players.keys() >= set(pair)
    ]


def fines_list(season: Season) -> list[dict[str, Any]]:
    """Return the penalties, the latest first; `waits`: who pays has no result yet."""
    stored = SeasonPenalty.objects.filter(season=season).select_related("player", "team")
    penalties = list(stored.prefetch_related("team__players").order_by("-at", "-pk"))
    is_fixtures = season.league.kind == League.Kind.FIXTURES
    known = set() if is_fixtures or not penalties else set(table_of(season).scores)
    return [
        {
            "penalty": fine,
            "title": _title(fine, is_fixtures=is_fixtures),
            "waits": not is_fixtures and penalised(fine) not in known,
        }
        for fine in penalties
    ]


def _title(fine: SeasonPenalty, *, is_fixtures: bool) -> str:
    if fine.team is None:
        return fine.player.name if fine.player else ""
    if is_fixtures:
        return fine.team.name
    return title_of(player.name for player in fine.team.players.all())
