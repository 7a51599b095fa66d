"""Sums of sets of pairs, each set stored in the bits of one big integer.

A pair of points (a, b) has the index `row * width + a`; its row is the difference between its sum
and the least possible sum, in units of the greatest common divisor. Adding a hand to every pair of
a set is one shift, and the union of two sets is one bitwise or.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import gcd
from typing import Final

Pair = tuple[int, int]

SMALL: Final = 3
"""With no more shifts than this, a plan is not worth its cost."""
COMPARED_PAIRWISE: Final = 200
"""With no more shifts than this, all differences are compared, not only those of neighbours."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The layout of pairs in the bits of a set: `base` is the least sum of one hand's points."""

    base: int
    step: int
    width: int
    rows: int

    @classmethod
    def over(
        cls, pairs: Sequence[Pair], extras: Sequence[Pair], hands: int, up_to: int | None = None
    ) -> "Grid":
        """Return the grid for that many hands, each made of a pair and an extra.

        `up_to` leaves out larger sums.
        """
        sums = {a + b for a, b in pairs}
        base, more = min(sums), {a + b for a, b in extras}
        step = gcd(*(total - base for total in sums), *more) or 1
        highest = hands * (max(sums) + max(more))
        if up_to is not None:
            highest = min(highest, up_to)
        # Rows are whole bytes, so that one can be cut out without shifting all others.
        width = (highest // 8 + 1) * 8
        return cls(base, step, width, max(0, (highest - hands * base) // step + 1))

    @property
    def bits(self) -> int:
        """Return the number of bits that a set needs."""
        return self.width * self.rows

    def shift(self, pair: Pair, base: int) -> int:
        """Return how far adding the pair shifts a set; `base` is 0 for an extra."""
        return (sum(pair) - base) // self.step * self.width + pair[0]

    def up_to_a(self, most: int) -> int:
        """Return the set of every pair in which A has at most that many points."""
        row = (1 << min(most + 1, self.width)) - 1 if most >= 0 else 0
        return self._of_rows([row] * self.rows)

    def up_to_b(self, hands: int, most: int) -> int:
        """Return the set of every pair after `hands` hands in which B has at most `most` points."""
        totals = (hands * self.base + row * self.step for row in range(self.rows))
        full = (1 << self.width) - 1
        return self._of_rows(full >> least << least for least in (max(0, t - most) for t in totals))

    def apart(self, hands: int, difference: int) -> int:
        """Return the set of every pair after that many hands with this difference of A minus B."""
        places = (
            divmod(hands * self.base + row * self.step + difference, 2) for row in range(self.rows)
        )
        return self._of_rows(1 << a if not odd and 0 <= a < self.width else 0 for a, odd in places)

    def _of_rows(self, rows: Iterable[int]) -> int:
        size = self.width // 8
        return int.from_bytes(b"".join(row.to_bytes(size, "little") for row in rows), "little")

    def find(self, pair: Pair, hands: int) -> int | None:
        """Return the index of the pair after that many hands, None if it is outside the grid."""
        row, rest = divmod(sum(pair) - hands * self.base, self.step)
        if rest or min(pair) < 0 or not 0 <= row < self.rows:
            return None
        return row * self.width + pair[0]


@dataclass(frozen=True, slots=True)
class Plan:
    """How to add a set of shifts to a set in few operations.

    `single` are shifts done one by one. `runs[k]` plans the starts of runs of 2^k shifts, each
    `step` apart: such a run takes k doublings, which all runs share.
    """

    single: tuple[int, ...] = ()
    step: int = 0
    runs: tuple["Plan", ...] = ()

    @property
    def cost(self) -> int:
        """Return the number of shifts that the plan takes."""
        return len(self.single) + sum(run.cost for run in self.runs) + max(0, len(self.runs) - 1)

    @classmethod
    def of(cls, shifts: Iterable[int]) -> "Plan":
        """Return a plan that adds all these shifts."""
        ordered = sorted(set(shifts))
        single = cls(tuple(ordered))
        if len(ordered) <= SMALL:
            return single
        step = _commonest_step(ordered)
        # At least two shifts are that step apart, so the parts of a plan are smaller than the
        # whole.
        starts = _starts_by_length(ordered, step)
        planned = cls((), step, tuple(cls.of(found) for found in starts))
        return min(planned, single, key=lambda plan: plan.cost)

    def add_to(self, bits: int) -> int:
        """Return the union of `bits` moved by every shift."""
        added = 0
        for shift in self.single:
            added |= bits << shift
        if bits:
            for power, run in enumerate(self.runs):
                added |= run.add_to(bits)
                if power < len(self.runs) - 1:
                    bits |= bits << (self.step << power)
        return added


def _commonest_step(ordered: Sequence[int]) -> int:
    """Return the most frequent difference between shifts, the smallest if tied."""
    if len(ordered) <= COMPARED_PAIRWISE:
        steps = Counter(high - low for i, low in enumerate(ordered) for high in ordered[i + 1 :])
    else:
        steps = Counter(high - low for low, high in pairwise(ordered))
    return min(steps, key=lambda step: (-steps[step], step))


def _starts_by_length(ordered: Sequence[int], step: int) -> list[list[int]]:
    """Return the starts of runs of 2^k shifts, by k, that together cover all shifts.

    A run of any length is covered by two runs of the largest power of two, which may overlap.
    """
    members = set(ordered)
    starts: list[list[int]] = [[]]
    for start in ordered:
        if start - step in members:
            continue
        length = 1
        while start + length * step in members:
            length += 1
        power = length.bit_length() - 1
        starts.extend([] for _ in range(power + 1 - len(starts)))
        starts[power] += {start, start + (length - (1 << power)) * step}
    return starts
