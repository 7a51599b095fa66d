"""Repair of the rounds of a mêlée: players swap seats until nothing repeats (local search).

A seat is a number: four to a table, the partner of seat s in s ^ 1, the opponents in s ^ 2 and
s ^ 3. Exempt players have the seats after the last table. Every swap that is evaluated is a step.
Source of the search: I. Dotú, P. Van Hentenryck, *Scheduling social golfers locally*, 2005.
"""

from array import array
from collections.abc import Iterator, Sequence
from typing import Final

from tournaments.draw.chance import Chance
from tournaments.draw.future import Graph, bits
from tournaments.draw.melee_search import Cost, PlayerGraph, Table, Tables
from tournaments.draw.steps import OutOfStepsError, Steps

LOOKED_AT: Final = 64
"""How many swaps are evaluated for one player: all of them, in larger fields a random sample."""
EXCHANGE_STEPS: Final = 16
"""The number of steps for a swap that is made, relative to one that is only evaluated."""
PARTNERS: Final = 1 << 20
"""The weight of a repeated partner: more than all repeated opponents of all rounds."""

REST: Final = 4
"""The minimum number of swaps before two players may swap back (tabu tenure)."""

Place = tuple[int, int]
"""A round and a seat of it."""


class MeleeRounds:
    """Rounds under repair: who is in which seat, and how often everybody met.

    Meetings before these rounds count once, however many there were.
    """

    def __init__(self, hall: PlayerGraph, chance: Chance) -> None:
        self.chance = chance
        self.rounds: list[list[int]] = []
        self.cost = 0
        self._partners = _met(hall.partners)
        self._opponents = _met(hall.opponents)
        self._seats = len(hall.partners) // 4 * 4
        self._rest: dict[tuple[int, int, int], int] = {}
        self._moves = 0

    @property
    def again(self) -> Cost:
        """Return the numbers of repeated partners and repeated opponents in all rounds."""
        return divmod(self.cost, PARTNERS)

    def add(self, seats: Sequence[int]) -> None:
        """Add a round: seats in order, four to a table, the exempt players last."""
        self.rounds.append(list(seats))
        self._count(self.rounds[-1], 1)

    def take_away(self) -> None:
        self._count(self.rounds.pop(), -1)

    def put(self, rounds: Sequence[Sequence[int]]) -> None:
        while self.rounds:
            self.take_away()
        for seats in rounds:
            self.add(seats)

    def tables(self, number: int) -> Tables:
        seats = self.rounds[number]
        return tuple(_table(seats[at : at + 4]) for at in range(0, self._seats, 4))

    def exempt(self, number: int) -> tuple[int, ...]:
        return tuple(self.rounds[number][self._seats :])

    def mend(self, steps: Steps, free: frozenset[int] = frozenset(), floor: int = 0) -> None:
        """Swap seats until the cost is the floor or the steps are used up; keep the best result.

        Who is exempt may change among the players in `free`.
        """
        best, kept = self.cost, [list(seats) for seats in self.rounds]
        bad: list[Place] = []
        try:
            while best > floor:
                at = self._pick(bad)
                steps.take(EXCHANGE_STEPS)
                exchange = self._best_exchange(at, best, free, steps)
                if exchange is not None:
                    bad += self._exchange(at, *exchange)
                    if self.cost < best:
                        best, kept = self.cost, [list(seats) for seats in self.rounds]
        except OutOfStepsError:
            pass
        if self.cost > best:
            self.put(kept)

    def _count(self, seats: list[int], times: int) -> None:
        """Add the meetings at all tables `times` times, or remove them with -1."""
        for seat in range(0, self._seats, 4):
            a, b, c, d = seats[seat : seat + 4]
            for pairs, rows, weight in (
                (((a, b), (c, d)), self._partners, PARTNERS),
                (((a, c), (a, d), (b, c), (b, d)), self._opponents, 1),
            ):
                for one, other in pairs:
                    if max(rows[one][other], rows[one][other] + times) > 1:
                        self.cost += times * weight
                    rows[one][other] += times
                    rows[other][one] += times

    def _repeats_at(self, at: Place) -> bool:
        seats, seat = self.rounds[at[0]], at[1]
        partners, opponents = self._partners[seats[seat]], self._opponents[seats[seat]]
        return (
            partners[seats[seat ^ 1]] > 1
            or opponents[seats[seat ^ 2]] > 1
            or opponents[seats[seat ^ 3]] > 1
        )

    def _pick(self, bad: list[Place]) -> Place:
        """Return a random place with a repeat; `bad` are places that had one earlier."""
        while True:
            if not bad:
                every = ((n, seat) for n in range(len(self.rounds)) for seat in range(self._seats))
                bad += (at for at in every if self._repeats_at(at))
            place = self.chance.below(len(bad))
            if self._repeats_at(bad[place]):
                return bad[place]
            bad[place] = bad[-1]
            bad.pop()

    def _others(self, seat: int, count: int, *, with_exempt: bool) -> Iterator[int]:
        """Yield the seats to swap with: all from a random one on, or a random sample."""
        last = count if with_exempt else self._seats
        if last <= LOOKED_AT:
            first = self.chance.below(last)
            yield from range(first, last)
            yield from range(first)
            return
        yield seat ^ 2
        yield seat ^ 3
        for _ in range(LOOKED_AT):
            yield self.chance.below(last)

    def _best_exchange(
        self, at: Place, best: int, free: frozenset[int], steps: Steps
    ) -> tuple[int, int] | None:
        """Return the seat whose swap costs least, and that cost.

        Players who swapped recently are skipped, unless the swap gives the best result so far; None
        if all are skipped.
        """
        number, seat = at
        seats = self.rounds[number]
        one = seats[seat]
        chosen, cheapest = None, 1 << 62
        for other in self._others(seat, len(seats), with_exempt=one in free):
            if other in (seat, seat ^ 1) or (other >= self._seats and seats[other] not in free):
                continue
            steps.take()
            cost = self._change(seats, seat, other)
            if cost < cheapest and (
                self._rest.get(_key(number, one, seats[other]), 0) <= self._moves
                or self.cost + cost < best
            ):
                chosen, cheapest = other, cost
        return None if chosen is None else (chosen, cheapest)

    def _change(self, seats: list[int], s: int, t: int) -> int:
        """Return the change of the cost if two seats are swapped."""
        one, other = seats[s], seats[t]
        p, o = self._partners[one], self._opponents[one]
        a, x, y = seats[s ^ 1], seats[s ^ 2], seats[s ^ 3]
        q, u = self._partners[other], self._opponents[other]
        if t >= self._seats:
            return PARTNERS * ((q[a] > 0) - (p[a] > 1)) + (
                (u[x] > 0) + (u[y] > 0) - (o[x] > 1) - (o[y] > 1)
            )
        b, z, w = seats[t ^ 1], seats[t ^ 2], seats[t ^ 3]
        if s >> 2 == t >> 2:
            # At one table: each takes the other's partner and meets its own as an opponent.
            return PARTNERS * ((q[a] > 0) + (p[b] > 0) - (p[a] > 1) - (q[b] > 1)) + (
                (o[a] > 0) + (u[b] > 0) - (o[b] > 1) - (u[a] > 1)
            )
        return PARTNERS * ((p[b] > 0) + (q[a] > 0) - (p[a] > 1) - (q[b] > 1)) + (
            ((o[z] > 0) + (o[w] > 0) + (u[x] > 0) + (u[y] > 0))
            - ((o[x] > 1) + (o[y] > 1) + (u[z] > 1) + (u[w] > 1))
        )

    def _exchange(self, at: Place, other: int, cost: int) -> list[Place]:
        """Swap two seats at a known cost; return the places at both tables."""
        number, seat = at
        seats = self.rounds[number]
        moved = (seat, other)
        for times in (-1, 1):
            for place in moved:
                if place < self._seats:
                    self._meet(seats, place, times)
            if times < 0:
                seats[seat], seats[other] = seats[other], seats[seat]
        self.cost += cost
        self._moves += 1
        self._rest[_key(number, seats[seat], seats[other])] = (
            self._moves + REST + self.chance.below(2 * REST)
        )
        tables = {place >> 2 for place in moved if place < self._seats}
        return [(number, 4 * table + place) for table in sorted(tables) for place in range(4)]

    def _meet(self, seats: list[int], seat: int, times: int) -> None:
        """Add or remove the meetings of the player in one seat with the others at the table."""
        one = seats[seat]
        for rows, other in (
            (self._partners, seats[seat ^ 1]),
            (self._opponents, seats[seat ^ 2]),
            (self._opponents, seats[seat ^ 3]),
        ):
            rows[one][other] += times
            rows[other][one] += times


def _key(number: int, one: int, other: int) -> tuple[int, int, int]:
    return (number, one, other) if one < other else (number, other, one)


def _met(graph: Graph) -> list["array[int]"]:
    """Return for each player an array with 1 for everybody whom they met before."""
    everybody = (1 << len(graph)) - 1
    found = [array("b", bytes(len(graph))) for _ in graph]
    for one, free in enumerate(graph):
        for other in bits(everybody & ~free & ~(1 << one)):
            found[one][other] = 1
    return found


def _table(seats: Sequence[int]) -> Table:
    a, b, c, d = seats
    return a, b, c, d
