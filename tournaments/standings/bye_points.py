"""Points without a game: exempt entrants, and those whose opponents have left."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tournaments.standings.results import GameOutcome, ResultKind, RoundResult

FORFEIT_POINTS: Final = 1100
"""What the opponent of a team that left gets (rules.md, section 7: "1100 seen")."""
FORFEIT_HANDS: Final = 12
"""The hands of the game that it was seen for."""


class ExemptCode(StrEnum):
    """What an exempt entrant scores."""

    HALF_GAME = "half_game"
    ROUND_AVERAGE = "round_average"
    FIXED = "fixed"


@dataclass(frozen=True, slots=True)
class GivenScores:
    """What is scored without a game; `fixed` counts only with ExemptCode.FIXED.

    Source: rules.md, section 7: half of a game (972 for 12 hands), that game's average, or a
    fixed number. The opponents of a team that left get 1100 for 12 hands and as much in proportion
    for others, in tens where points are marked so, or the number that `forfeit` is.
    """

    exempt: ExemptCode = ExemptCode.HALF_GAME
    fixed: int = 0
    forfeit: int | None = None

    def exempt_points(self, *, whole: int, hands: int, played: Sequence[int]) -> int:
        """Return the points of an exempt entrant.

        `whole` is what both sides mark in a hand (162, or 160 in tens), `hands` those of the
        round, `played` the points of every entrant that sat at a table. A half is rounded up;
        where nobody played there is no average, and half of a game stands in for it (decisions).
        """
        if self.exempt is ExemptCode.FIXED:
            return self.fixed
        if self.exempt is ExemptCode.ROUND_AVERAGE and played:
            return _rounded_half_up(sum(played), len(played))
        return _rounded_half_up(whole * hands, 2)

    def forfeit_points(self, *, whole: int, hands: int) -> int:
        """Return the points of an entrant whose opponents have left, in a round of those hands."""
        if self.forfeit is not None:
            return self.forfeit
        step = 1 if whole % 10 else 10
        return step * _rounded_half_up(FORFEIT_POINTS * hands, FORFEIT_HANDS * step)


def _rounded_half_up(total: int, parts: int) -> int:
    return (2 * total + parts) // (2 * parts)


def given_results(
    results: Iterable[RoundResult],
    scores: GivenScores,
    *,
    round_number: int,
    whole: int,
    hands: int,
    exempt: Iterable[int] = (),
    unopposed: Iterable[int] = (),
) -> tuple[RoundResult, ...]:
    """Return the lines of those who had no game in a round, by entrant.

    `results` are the round's own (others are passed over); `unopposed` are those whose opponents
    have left: a game won with the fixed score. To be an exempt entrant's win or not is the
    ranking's choice (`wins_and_byes`), so its line has no outcome.
    """
    played = [
        result.points
        for result in results
        if result.round == round_number and result.kind is ResultKind.PLAYED
    ]
    points = scores.exempt_points(whole=whole, hands=hands, played=played)
    byes = [
        RoundResult(entrant=who, round=round_number, points=points, kind=ResultKind.EXEMPT)
        for who in exempt
    ]
    forfeits = [
        RoundResult(
            entrant=who,
            round=round_number,
            points=scores.forfeit_points(whole=whole, hands=hands),
            kind=ResultKind.FORFEIT,
            outcome=GameOutcome.WON,
        )
        for who in unopposed
    ]
    return tuple(sorted([*byes, *forfeits], key=lambda result: result.entrant))
