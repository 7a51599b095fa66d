"""Entries that only a lot can part."""

from dataclasses import dataclass

from tournaments.models import Tournament
from tournaments.rankings.pages.rankings import ranking_of
from tournaments.seating import NamedEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class TiedGroup:
    """Entries equal in everything, in the order of the lot as it stands.

    `by_hand` says that it was drawn in the hall and recorded; else the program drew it.
    """

    rank: int
    entries: tuple[NamedEntry, ...]
    by_hand: bool

    @property
    def last_rank(self) -> int:
        return self.rank + len(self.entries) - 1

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(entry.number for entry in self.entries)

    @property
    def key(self) -> str:
        """Return what names the group, whatever the order: "5-9"."""
        return "-".join(str(number) for number in sorted(self.numbers))


def tied_groups(tournament: Tournament) -> list[TiedGroup]:
    """Return the groups that a lot parts in the general ranking, the highest place first."""
    ranking = ranking_of(tournament)
    drawn = [frozenset(order) for order in ranking.contest.rules.drawn]
    return [
        TiedGroup(
            rank=lot.rank,
            entries=tuple(ranking.names[number] for number in lot.order),
            by_hand=any(order >= set(lot.order) for order in drawn),
        )
        for lot in ranking.standings.lots
    ]
