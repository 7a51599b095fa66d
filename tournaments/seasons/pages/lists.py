"""The lists around a season's table: what counts for it, and who pays a penalty."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from scorekeeper.clubs.pages.names import folded
from scorekeeper.models import Player
from tournaments.models import League, LeagueTeam, Season, SeasonPenalty
from tournaments.seasons.labels import ITEM_LABELS
from tournaments.seasons.pages.credits import players_of
from tournaments.seasons.pages.items import Item, ItemKind, listed_items, other_items
from tournaments.seasons.pages.seasons import title_of
from tournaments.seasons.pages.tables import penalised, table_of

TO_THE_PAGE = {
    ItemKind.CONTEST: "tournaments:tournament-detail",
    ItemKind.EVENING: "scorekeeper:evening-detail",
    ItemKind.PAST: "tournaments:past-detail",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class EventLine:
    """A contest, an evening or a past contest of a season."""

    item: Item
    is_automatic: bool
    counts: bool

    @property
    def url(self) -> str:
        return reverse(TO_THE_PAGE[self.item.kind], args=[self.item.pk])

    @property
    def kind_label(self) -> str:
        return str(ITEM_LABELS[self.item.kind])


@dataclass(frozen=True, slots=True, kw_only=True)
class Events:
    """What a season holds, the latest first, and what else may be added."""

    lines: tuple[EventLine, ...]
    others: tuple[Item, ...]

    @property
    def counted(self) -> int:
        return sum(line.counts for line in self.lines)

    @property
    def known(self) -> tuple[Item, ...]:
        return (*(line.item for line in self.lines), *self.others)


def events_list(season: Season) -> Events:
    """Return what counts for a season, what is left out, and what may be added."""
    listed = listed_items([season])[season.pk]
    return Events(
        lines=tuple(
            EventLine(item=line.item, is_automatic=line.is_automatic, counts=line.counts)
            for line in reversed(listed)
        ),
        others=tuple(other_items(season, listed)),
    )


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
    pairs = [players_of(entrant) for entrant in table_of(season).scores]
    players = Player.objects.in_bulk({pk for pair in pairs for pk in pair})
    return [
        Payer(
            title=title_of(players[pk].name for pk in pair),
            players=tuple(players[pk] for pk in pair),
        )
        for pair in pairs
        if players.keys() >= set(pair)
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fine:
    """A penalty as the list shows it; `waits`: who pays has no result yet."""

    pk: int
    title: str
    points: int
    reason: str
    author: str
    at: datetime
    waits: bool


def fines_list(season: Season) -> list[Fine]:
    stored = SeasonPenalty.objects.filter(season=season).select_related("player", "team")
    penalties = list(stored.prefetch_related("team__players").order_by("-at", "-pk"))
    is_fixtures = season.league.kind == League.Kind.FIXTURES
    known = set() if is_fixtures or not penalties else set(table_of(season).scores)
    return [
        Fine(
            pk=fine.pk,
            title=_title(fine, is_fixtures=is_fixtures),
            points=fine.points,
            reason=fine.reason,
            author=fine.author_name,
            at=fine.at,
            waits=not is_fixtures and penalised(fine) not in known,
        )
        for fine in penalties
    ]


def _title(fine: SeasonPenalty, *, is_fixtures: bool) -> str:
    if fine.team is None:
        return fine.player.name if fine.player else ""
    if is_fixtures:
        return fine.team.name
    return title_of(_names(fine.team.players.all()))


def _names(players: Iterable[Player]) -> Iterable[str]:
    return (player.name for player in players)
