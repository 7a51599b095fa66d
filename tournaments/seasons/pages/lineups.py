"""For whom entries played, round by round, in contests in which places changed hands."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from tournaments.ledger.standings import load_contests
from tournaments.lineups import Left, order_of, who_counts
from tournaments.models import EntryPlayer, FormerPlayer, Round
from tournaments.standings.season_scores import EveningResult
from tournaments.standings.season_table import credit_by_rounds

Person: TypeAlias = int | None
"""The key of a player; None where only the name is known."""


@dataclass(frozen=True, slots=True)
class Lineups:
    """Who sat in the entries of one contest, by number; `hands` are those of each round."""

    present: Mapping[int, list[Person]] = field(default_factory=lambda: defaultdict(list))
    left: Mapping[int, list[Left[Person]]] = field(default_factory=lambda: defaultdict(list))
    hands: dict[int, int] = field(default_factory=dict)

    def rows(self) -> list[tuple[int, ...]]:
        """Return as plain values who left, for whom the rounds may belong to another otherwise."""
        return [
            (number, one.place, one.round, one.hand, one.who or 0)
            for number, left in sorted(self.left.items())
            for one in sorted(left, key=order_of)
        ]

    def at(self, number: int, round_number: int) -> list[int]:
        """Return the players to whom a round of an entry belongs."""
        hands = self.hands.get(round_number, 1)
        people = who_counts(
            self.present.get(number, []), self.left.get(number, ()), round_number, hands
        )
        return [player for player in people if player]


def lineups_in(keys: Collection[int]) -> dict[int, Lineups]:
    """Return the contests among those in which places changed hands.

    One query where there are none, else three.
    """
    found: defaultdict[int, Lineups] = defaultdict(Lineups)
    former = FormerPlayer.objects.filter(entry__tournament__in=keys)
    columns = ("entry__tournament", "entry__number", "position", "until_round", "until_hand")
    for pk, number, place, played, hand, player in former.values_list(*columns, "player"):
        found[pk].left[number].append(Left(place, played, hand, player))
    if not found:
        return {}
    people = EntryPlayer.objects.filter(entry__tournament__in=found).order_by("position")
    for pk, number, player in people.values_list("entry__tournament", "entry__number", "player"):
        found[pk].present[number].append(player)
    rounds = Round.objects.filter(tournament__in=found)
    for pk, number, hands in rounds.values_list("tournament", "number", "hands"):
        found[pk].hands[number] = hands
    return dict(found)


def credited_in(keys: Collection[int]) -> dict[int, dict[int, EveningResult]]:
    """Return what each player brought home from contests in which places changed hands.

    By contest and player; one query where there is no such contest.
    """
    lineups = lineups_in(keys)
    if not lineups:
        return {}
    return {
        pk: {one.entrant: one for one in credit_by_rounds(contest, lineups[pk].at, evening=pk)}
        for pk, contest in load_contests(list(lineups)).items()
    }
