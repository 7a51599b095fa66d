"""How one game moves the ratings of its four players: openskill's Plackett–Luce, two against two.

Weng & Lin, "A Bayesian Approximation Method for Online Ranking", JMLR 12 (2011), 267–300, as
openskill computes it. What counts is who won, not by how much. Pure.

openskill's own default takes luck for small: with it a few evenings of cards made ratings that
foretold worse than a coin. `LUCK` is what `python -m tests.benchmarks ratings` found to foretell at
least as well as Elo, whether players differ little or much.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from openskill.models import PlackettLuce


def _in_full(*_about: object) -> float:
    """Let a game tell as much of the uncertainty as it does: openskill damps it twice."""
    return 1.0


NEWCOMERS_SIGMA: Final = 25 / 3
LUCK: Final = 4 * NEWCOMERS_SIGMA
"""How much of a game is the cards' (`beta`), beside how much players differ."""
_MODEL: Final = PlackettLuce(sigma=NEWCOMERS_SIGMA, beta=LUCK, gamma=_in_full)


@dataclass(frozen=True, slots=True)
class Strength:
    """What is believed of a player: `mu` the estimate, `sigma` its uncertainty.

    The true strength is within one `sigma` of `mu` about two times in three.
    """

    mu: float
    sigma: float

    @property
    def cautious(self) -> float:
        """Return what the player is at least, almost surely: lists are ordered by it."""
        return self.mu - 3 * self.sigma


NEWCOMER: Final = Strength(mu=_MODEL.mu, sigma=_MODEL.sigma)
"""What is believed of somebody who has not played yet: 25 and 25/3."""


def rate(
    side_a: Sequence[Strength], side_b: Sequence[Strength], winner: str
) -> tuple[list[Strength], list[Strength]]:
    """Return the strengths of both sides after a game; `winner` is "A", "B" or "" for a draw."""
    ranks = {"A": [1.0, 2.0], "B": [2.0, 1.0], "": [1.0, 1.0]}[winner]
    before = [
        [_MODEL.rating(mu=one.mu, sigma=one.sigma) for one in side] for side in (side_a, side_b)
    ]
    after = _MODEL.rate(before, ranks=ranks)
    new_a, new_b = ([Strength(mu=one.mu, sigma=one.sigma) for one in side] for side in after)
    return new_a, new_b


def win_chance(side_a: Sequence[Strength], side_b: Sequence[Strength]) -> float:
    """Return how probable it is that side A wins, given how sure all four strengths are."""
    sides = [
        [_MODEL.rating(mu=one.mu, sigma=one.sigma) for one in side] for side in (side_a, side_b)
    ]
    return float(_MODEL.predict_win(sides)[0])
