"""How one game changes the ratings of its four players: openskill's Plackett–Luce, two against two.

Weng & Lin, "A Bayesian Approximation Method for Online Ranking", JMLR 12 (2011), 267–300, as
implemented by openskill. Only the winner counts, not the margin. Pure.

openskill's default assumes little luck; for card games its predictions are worse than a coin's.
`LUCK` is the value with which `python -m tests.benchmarks ratings` predicts at least as well as
Elo, whether players differ little or much.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from openskill.models import PlackettLuce


def _in_full(*_about: object) -> float:
    """Return 1: reduce the uncertainty by the full amount, which openskill would damp twice."""
    return 1.0


NEWCOMERS_SIGMA: Final = 25 / 3
LUCK: Final = 4 * NEWCOMERS_SIGMA
"""The share of luck in a game (`beta`), relative to the differences between players."""
_MODEL: Final = PlackettLuce(sigma=NEWCOMERS_SIGMA, beta=LUCK, gamma=_in_full)


@dataclass(frozen=True, slots=True)
class Strength:
    """A belief about a player's strength: `mu` is the estimate, `sigma` its uncertainty.

    The true strength is within one `sigma` of `mu` about two times in three.
    """

    mu: float
    sigma: float

    @property
    def cautious(self) -> float:
        """Return a lower bound that is almost certain; lists are sorted by it."""
        return self.mu - 3 * self.sigma


NEWCOMER: Final = Strength(mu=_MODEL.mu, sigma=_MODEL.sigma)
"""The initial rating: 25 and 25/3."""


def rate(
    side_a: Sequence[Strength], side_b: Sequence[Strength], winner: str
) -> tuple[list[Strength], list[Strength]]:
    """Return the ratings of both sides after a game; `winner` is "A", "B" or "" for a tie."""
    ranks = {"A": [1.0, 2.0], "B": [2.0, 1.0], "": [1.0, 1.0]}[winner]
    before = [
        [_MODEL.rating(mu=one.mu, sigma=one.sigma) for one in side] for side in (side_a, side_b)
    ]
    after = _MODEL.rate(before, ranks=ranks)
    new_a, new_b = ([Strength(mu=one.mu, sigma=one.sigma) for one in side] for side in after)
    return new_a, new_b


def win_chance(side_a: Sequence[Strength], side_b: Sequence[Strength]) -> float:
    """Return the probability that side A wins, given the uncertainty of all four ratings."""
    sides = [
        [_MODEL.rating(mu=one.mu, sigma=one.sigma) for one in side] for side in (side_a, side_b)
    ]
    return float(_MODEL.predict_win(sides)[0])
