"""A contest in phases worked out a second time, as simply as can be: for tests alone.

Nothing of the program is used here. Teams are ranked by points, then by lot or on shared places.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random

NOBODY = 0
TREES = ("main", "third", "consolation")


@dataclass
class Leg:
    """A published round: its pools or trees, and what its tables came to."""

    number: int
    groups: dict[str, tuple[int, ...]]
    pairs: list[tuple[int, int]]
    exempt: set[int]
    totals: dict[int, int] = field(default_factory=dict)
    """By team, of tables that are written."""
    catch_ups: dict[int, int] = field(default_factory=dict)
    decided: set[int] = field(default_factory=set)

    @property
    def is_tree(self) -> bool:
        return bool(self.groups) and not self.groups.keys().isdisjoint(TREES)

    def opponent(self, team: int) -> int:
        return next((a + b - team for a, b in self.pairs if team in (a, b)), NOBODY)

    def games(self, tree: str) -> Iterator[tuple[int, int]]:
        slots = self.groups.get(tree, ())
        return zip(slots[::2], slots[1::2], strict=True)


@dataclass
class PlainContest:
    """What was done in a contest, and what follows from it."""

    teams: int
    lot_seed: int
    shares: bool
    half: int
    forfeit: int
    third_place: bool = False
    first_leg: int = 1
    """The first round of the trees."""
    first_of: int = 1
    """The first round of the phase before them."""
    of_pool: int = 0
    more: int = 0
    of_ranking: int = 0
    consolation: bool = False
    legs: list[Leg] = field(default_factory=list)
    left: dict[int, int] = field(default_factory=dict)

    def leg(self, number: int) -> Leg:
        return self.legs[number - 1]

    def is_gone(self, team: int, number: int) -> bool:
        return team in self.left and self.left[team] <= number

    def points_in(self, leg: Leg, team: int) -> int:
        """Return what a team brought home from a round."""
        if team in leg.totals:
            return leg.totals[team]
        if self.is_gone(team, leg.number):
            return 0
        if team in leg.catch_ups:
            return leg.catch_ups[team]
        if team in leg.exempt:
            return self.half
        opponent = leg.opponent(team)
        return self.forfeit if opponent and self.is_gone(opponent, leg.number) else 0

    def points(self, team: int, first: int = 1, last: int = 999) -> int:
        return sum(self.points_in(leg, team) for leg in self.legs if first <= leg.number <= last)

    def lot(self, team: int) -> tuple[int, int]:
        return Random(f"{self.lot_seed}:{team}").getrandbits(64), team

    def best_first(self, teams: Iterable[int], first: int, last: int) -> list[int]:
        """Return teams by their points in some rounds; a lot parts those who have as many."""
        return sorted(teams, key=lambda one: (-self.points(one, first, last), self.lot(one)))

    # Who goes on.

    def qualified(self, there: set[int]) -> dict[int, str]:
        """Return in which tree everybody plays who is there."""
        last = self.first_leg - 1
        main: set[int] = set()
        if self.first_leg == 1:
            main = set(there)
        elif self.of_ranking:
            ranked = self.best_first(range(1, self.teams + 1), 1, last)
            main = set([one for one in ranked if one in there][: self.of_ranking])
        else:
            next_ones = []
            for pool in self.leg(self.first_of).groups.values():
                members = [one for one in pool if one]
                ranked = self.best_first(members, self.first_of, last)
                order = [one for one in ranked if one in there]
                main |= set(order[: self.of_pool])
                next_ones += order[self.of_pool : self.of_pool + 1]
            main |= set(self.best_first(next_ones, self.first_of, last)[: self.more])
        trees = dict.fromkeys(main, "main")
        rest = there - main
        if self.consolation and len(rest) > 1:
            trees |= dict.fromkeys(rest, "consolation")
        return trees

    def winner(self, leg: Leg, a: int, b: int) -> int | None:
        """Return who has won on paper; None while that is open, NOBODY where both have left."""
        if NOBODY in (a, b):
            return a + b
        if a in leg.totals:
            if leg.totals[a] != leg.totals[b]:
                return a if leg.totals[a] > leg.totals[b] else b
            found = [one for one in (a, b) if one in leg.decided]
            return found[0] if found else self.only_one(a, b, leg.number + 1)
        return self.only_one(a, b, leg.number)

    def only_one(self, a: int, b: int, number: int) -> int | None:
        """Return who is left of two once somebody has gone."""
        here = [one for one in (a, b) if not self.is_gone(one, number)]
        return None if len(here) == 2 else sum(here)

    def following(self, leg: Leg) -> dict[str, tuple[int, ...]] | None:
        """Return the trees of the round after a leg; None while somebody must say who goes on."""
        found: dict[str, tuple[int, ...]] = {}
        for tree, slots in leg.groups.items():
            games = list(leg.games(tree))
            winners = [self.winner(leg, a, b) for a, b in games]
            if None in winners:
                return None
            if tree == "third" or len(slots) == 2:
                continue
            found[tree] = self.present(winners, leg.number + 1)
            if tree == "main" and len(slots) == 4 and self.third_place:
                losers = [
                    a + b - one if one else 0 for (a, b), one in zip(games, winners, strict=True)
                ]
                third = self.present(losers, leg.number + 1)
                if NOBODY not in third:
                    found["third"] = third
        while found and not any(0 not in pair for slots in found.values() for pair in pairs(slots)):
            # Nobody meets: all of them go on at once.
            found = {
                tree: tuple(a + b for a, b in pairs(slots))
                for tree, slots in found.items()
                if len(slots) > 2
            }
        return {tree: slots for tree, slots in found.items() if any(slots)}

    def present(self, teams: Iterable[int | None], number: int) -> tuple[int, ...]:
        return tuple(0 if not one or self.is_gone(one, number) else one for one in teams)

    def asked(self, leg: Leg) -> set[int]:
        """Return who has won a leg on paper and could play, but does not play in the next one."""
        after = self.leg(leg.number + 1)
        return {
            won
            for tree in leg.groups
            if tree != "third"
            for a, b in leg.games(tree)
            if (won := self.winner(leg, a, b))
            and len(leg.groups[tree]) > 2
            and won not in after.groups.get(tree, ())
            and not self.is_gone(won, after.number)
        }

    # Who is where in the end.

    def ranks(self) -> dict[int, int]:
        """Return everybody's place."""
        brackets = self.brackets()
        behind = max(brackets.values(), default=0) + 1

        everybody = range(1, self.teams + 1)
        worth = {one: (brackets.get(one, behind), -self.points(one)) for one in everybody}

        def is_before(other: int, one: int) -> bool:
            if worth[other] != worth[one]:
                return worth[other] < worth[one]
            level = [who for who in everybody if worth[who] == worth[one]]
            # No lot is drawn among those who have not played at all.
            has_lot = not self.shares and any(self.has_result(who) for who in level)
            return has_lot and self.lot(other) < self.lot(one)

        return {one: 1 + sum(is_before(other, one) for other in everybody) for one in everybody}

    def has_result(self, team: int) -> bool:
        return any(
            team in leg.totals
            or (team in leg.exempt and not self.is_gone(team, leg.number))
            or self.points_in(leg, team)
            for leg in self.legs
        )

    def brackets(self) -> dict[int, int]:
        """Return how far everybody came in the trees: 1 for who won, 2, 3, 3, 5."""
        found: dict[int, int] = {}
        offset = 0
        trees = [leg for leg in self.legs if leg.is_tree]
        for tree in ("main", "consolation"):
            legs = [leg for leg in trees if leg.groups.get(tree)]
            if not legs:
                continue
            places: dict[int, int] = {}
            for leg, after in zip(legs, [*legs[1:], None], strict=True):
                self.out_of(leg, after, tree, places)
            if tree == "main":
                self.third(trees, places)
            if places and 1 not in places.values():
                # Both who could have won have left: who lost to them and stayed moves up.
                here = {one for one, place in places.items() if place in (3, 4)} - set(self.left)
                if here:
                    for one, place in places.items():
                        if place < 5:
                            places[one] = place - 2 if one in here else 3
            found |= {one: place + offset for one, place in places.items()}
            offset += len(places)
        return found

    def out_of(self, leg: Leg, after: Leg | None, tree: str, places: dict[int, int]) -> None:
        size = len(leg.groups[tree])
        for a, b in leg.games(tree):
            won = self.winner(leg, a, b)
            if after and {a, b} & set(after.groups[tree]) - {0}:
                won = a if a in after.groups[tree] else b
            for one in (a, b):
                if not one:
                    continue
                places[one] = 1
                if won is not None and one != won:
                    places[one] = size // 2 + 1
                elif won == one and size > 2:
                    stays = after is None and not self.is_gone(one, leg.number + 1)
                    if not stays and not (after and one in after.groups[tree]):
                        places[one] = size // 4 + 1

    def third(self, trees: list[Leg], places: dict[int, int]) -> None:
        for leg in trees:
            for a, b in leg.games("third"):
                won = self.winner(leg, a, b)
                for one in (a, b):
                    places[one] = 3 if won in (None, one) else 4


def pairs(slots: tuple[int, ...]) -> list[tuple[int, int]]:
    return list(zip(slots[::2], slots[1::2], strict=True))
