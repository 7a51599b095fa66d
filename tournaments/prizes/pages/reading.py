"""The prizes as they are read aloud: those beside the ranking, the last, then up to the first."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.models import Tournament
from tournaments.prizes.pages.prizes import PrizeList, PrizePlace, prizes_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The prizes in the order in which they are read, and the one at hand, counted from 1."""

    prizes: PrizeList
    items: tuple[PrizePlace, ...]
    at: int

    @property
    def item(self) -> PrizePlace | None:
        return self.items[self.at - 1] if self.items else None

    @property
    def before(self) -> int | None:
        return self.at - 1 if self.at > 1 else None

    @property
    def after(self) -> int | None:
        return self.at + 1 if self.at < len(self.items) else None


def reading_of(tournament: Tournament, at: int) -> Reading:
    prizes = prizes_of(tournament)
    items = tuple(backwards(prizes.places))
    return Reading(prizes=prizes, items=items, at=max(1, min(at, len(items))))


def backwards(places: Iterable[PrizePlace]) -> list[PrizePlace]:
    """Return what is won in the order of the evening: the first place comes in the end."""
    every = list(places)
    beside = [place for place in every if not place.is_place]
    return [*reversed(beside), *reversed([place for place in every if place.is_place])]
