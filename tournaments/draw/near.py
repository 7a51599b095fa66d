"""The exact minimum-cost draw among neighbours, in a time proportional to the field.

Places form pairs: first and second, third and fourth … Most pairs have not met and stay together;
a matching is computed only around those that have. README.md, *Why most pairs stay together*,
proves that the result is optimal.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from tournaments.draw.graph import MeetingGraph
from tournaments.draw.matching import Edge, Matching, cheapest_matching

Window = tuple[int, int]
"""The first of some neighbouring pairs, and the one after the last."""


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Vertices in order, an even number of them; no table is more than `reach` places apart."""

    meetings: MeetingGraph
    drawn: Sequence[int]
    reach: int

    @property
    def pairs(self) -> int:
        """Return the number of pairs of places."""
        return len(self.drawn) // 2

    def cheapest(self) -> Matching | None:
        """Return the minimum-cost draw, None if some vertices have no possible opponent."""
        apart = [pair for pair in range(self.pairs) if not self._may_meet(2 * pair, 2 * pair + 1)]
        windows = _joined(self._wider((pair, pair + 1)) for pair in apart)
        solved: dict[Window, Matching | None] = {}
        while True:
            solved |= {one: self._matching_in(one) for one in windows if one not in solved}
            narrow = [window for window in windows if solved[window] is None]
            if (0, self.pairs) in narrow:
                return None
            inside = [edge for window in windows for edge in solved[window] or ()]
            wider = map(self._wider, narrow) if narrow else self._undecided(inside)
            needed = _joined([*windows, *wider])
            if needed == windows:
                return self._with_pairs(inside)
            windows = needed

    def _may_meet(self, i: int, j: int) -> bool:
        return bool(self.meetings.graph[self.drawn[i]] >> self.drawn[j] & 1)

    def _wider(self, window: Window) -> Window:
        return max(0, window[0] - 1), min(self.pairs, window[1] + 1)

    def _matching_in(self, window: Window) -> Matching | None:
        """Return the minimum-cost draw of a window."""
        start, end = 2 * window[0], 2 * window[1]
        costs = {
            (i - start, j - start): self.meetings.cost(self.drawn[i], self.drawn[j])
            for i in range(start, end)
            for j in range(i + 1, min(end, i + self.reach + 1))
            if self._may_meet(i, j)
        }
        found = cheapest_matching(end - start, costs)
        return found and tuple((i + start, j + start) for i, j in found)

    def _with_pairs(self, inside: list[Edge]) -> Matching:
        """Return the tables of the windows, and the pairs outside of them."""
        taken = {place for edge in inside for place in edge}
        pairs = ((place, place + 1) for place in range(0, len(self.drawn), 2))
        return tuple(sorted([*inside, *(pair for pair in pairs if pair[0] not in taken)]))

    def _undecided(self, inside: Iterable[Edge]) -> list[Window]:
        """Return the neighbouring pairs between which a better draw could still cross."""
        across = self._across(inside)
        steps = [later - earlier for earlier, later in pairwise(self.drawn)]
        # The excess cost of the draw within each pair and across each border, less what a stretch
        # may have there: twice the sums of the proof.
        within = [steps[i] * max(0, across[i] - 1) for i in range(0, len(steps), 2)]
        over = [steps[i] * across[i] + (0 if across[i] else -2) for i in range(1, len(steps), 2)]
        left = _best_sums(within, over)
        right = _best_sums(within[::-1], over[::-1])[::-1]
        return [
            (pair, pair + 2)
            for pair, border in enumerate(over)
            if left[pair] + border + right[pair + 1] >= 0
        ]

    def _across(self, inside: Iterable[Edge]) -> list[int]:
        """Return how many tables of the windows cross the step after each place."""
        change = [0] * len(self.drawn)
        for i, j in inside:
            change[i] += 1
            change[j] -= 1
        return list(accumulate(change))


def _best_sums(within: list[int], over: list[int]) -> list[int]:
    """Return the highest sum of a stretch that ends at each pair."""
    sums = within[:1]
    for own, border in zip(within[1:], over, strict=True):
        sums.append(own + max(0, border + sums[-1]))
    return sums


def _joined(windows: Iterable[Window]) -> list[Window]:
    """Return the windows in order, with overlapping ones merged."""
    found: list[Window] = []
    for first, after in sorted(windows):
        if found and first < found[-1][1]:
            found[-1] = (found[-1][0], max(after, found[-1][1]))
        else:
            found.append((first, after))
    return found
