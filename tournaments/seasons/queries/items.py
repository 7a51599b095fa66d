"""What counts for a season: contests, club evenings and past contests."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final, TypeAlias

from django.db.models import Q

from scorekeeper.extensions import optional_url
from scorekeeper.models import Club, Evening
from tournaments.models import PastContest, Season, SeasonEvent, Tournament
from tournaments.seasons.labels import ITEM_LABELS

Key: TypeAlias = tuple["ItemKind", int]
"""The kind of an item, and its key within the kind."""

_COLLECTS: Final = Season.Collects


class ItemKind(StrEnum):
    """The kinds of items that may count for a season."""

    CONTEST = "contest"
    EVENING = "evening"
    PAST = "past"

    @property
    def column(self) -> str:
        """Return the field of a season's event that refers to it."""
        return {self.CONTEST: "tournament", self.EVENING: "evening", self.PAST: "past"}[self]


ITEM_MODELS: Final[dict[ItemKind, type[Tournament] | type[Evening] | type[PastContest]]] = {
    ItemKind.CONTEST: Tournament,
    ItemKind.EVENING: Evening,
    ItemKind.PAST: PastContest,
}
_PAGES: Final = {
    ItemKind.CONTEST: "tournaments:tournament-detail",
    ItemKind.EVENING: "scorekeeper:evening-detail",
    ItemKind.PAST: "tournaments:past-detail",
}


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Item:
    """An item that may count; sorted by day."""

    date: date
    kind: ItemKind
    pk: int
    name: str

    @property
    def key(self) -> Key:
        return self.kind, self.pk

    @property
    def code(self) -> str:
        """Return its value in forms: "contest-12"."""
        return f"{self.kind}-{self.pk}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """An item of a season: whether it was collected automatically, and whether it counts."""

    item: Item
    is_automatic: bool
    counts: bool

    @property
    def url(self) -> str:
        return optional_url(_PAGES[self.item.kind], self.item.pk)

    @property
    def kind_label(self) -> str:
        return str(ITEM_LABELS[self.item.kind])


def collects(season: Season, kind: ItemKind, day: date) -> bool:
    """Return whether a season automatically collects items of that kind on that day."""
    if not season.starts_on <= day <= season.ends_on:
        return False
    if kind is ItemKind.EVENING:
        return season.collects in {_COLLECTS.EVENINGS, _COLLECTS.ALL}
    return season.collects in {_COLLECTS.CONTESTS, _COLLECTS.ALL}


def listed_items(seasons: Sequence[Season]) -> dict[int, list[Listed]]:
    """Return the items of seasons of one club, including those left out, by season.

    Four queries in any case; the seasons must be loaded with their leagues.
    """
    if not seasons:
        return {}
    choices = _choices(seasons)
    chosen: defaultdict[ItemKind, set[int]] = defaultdict(set)
    for keys in choices.values():
        for kind, pk in keys:
            chosen[kind].add(pk)
    first, last = min(s.starts_on for s in seasons), max(s.ends_on for s in seasons)
    items = [
        item
        for kind in ItemKind
        for item in _items(kind, seasons[0].league.club, chosen[kind], first, last)
    ]
    items.sort()
    return {season.pk: list(_of_season(season, items, choices[season.pk])) for season in seasons}


def _of_season(season: Season, items: Iterable[Item], choices: dict[Key, bool]) -> Iterable[Listed]:
    for item in items:
        is_automatic = collects(season, item.kind, item.date)
        counts = choices.get(item.key, is_automatic)
        if is_automatic or counts:
            yield Listed(item=item, is_automatic=is_automatic, counts=counts)


def _choices(seasons: Sequence[Season]) -> dict[int, dict[Key, bool]]:
    found: dict[int, dict[Key, bool]] = {season.pk: {} for season in seasons}
    events = SeasonEvent.objects.filter(season__in=[season.pk for season in seasons])
    for season, tournament, evening, past, counts in events.values_list(
        "season_id", "tournament_id", "evening_id", "past_id", "counts"
    ):
        keys = zip(ItemKind, (tournament, evening, past), strict=True)
        found[season] |= {(kind, pk): counts for kind, pk in keys if pk}
    return found


def _items(
    kind: ItemKind, club: Club, chosen: Iterable[int], first: date, last: date
) -> Iterable[Item]:
    wanted = Q(date__range=(first, last)) | Q(pk__in=chosen)
    rows = ITEM_MODELS[kind]._default_manager.filter(wanted, club=club)
    for pk, name, day in rows.values_list("pk", "name", "date"):
        yield Item(date=day, kind=kind, pk=pk, name=name)


def counted_items(season: Season) -> list[Item]:
    return [listed.item for listed in listed_items([season])[season.pk] if listed.counts]


def other_items(season: Season, listed: Iterable[Listed]) -> list[Item]:
    """Return other items of the club that may be added, latest first; three queries."""
    known = {line.item.key for line in listed}
    found = [
        item
        for kind in ItemKind
        for item in _items(kind, season.league.club, (), date.min, date.max)
        if item.key not in known
    ]
    return sorted(found, reverse=True)
