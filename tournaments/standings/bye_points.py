"""Points without a game: exempt entrants, and opponents of entrants that left."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tournaments.standings.results import GameOutcome, ResultKind, RoundResult

FORFEIT_POINTS: Final = 1100
"""Points for the opponents of a team that left (rules.md, section 7: "1100 seen")."""
FORFEIT_HANDS: Final = 12
"""The number of hands for which that figure was published."""


class ExemptCode(StrEnum):
    """How an exempt entrant scores."""

    HALF_GAME = "half_game"
    ROUND_AVERAGE = "round_average"
    FIXED = "fixed"


@dataclass(frozen=True, slots=True)
class GivenScores:
    """Points given without a game; `fixed` is used with ExemptCode.FIXED only.

    Source: rules.md, section 7: half of a game (972 for 12 hands), the round's average, or a
    fixed number. The opponents of a team that left get 1100 for 12 hands and proportionally for
    other numbers, rounded to tens if the rules score in tens; or `forfeit`, if that is set.
    """

    exempt: ExemptCode = ExemptCode.HALF_GAME
    fixed: int = 0
    forfeit: int | None = None

    def exempt_points(self, *, whole: int, hands: int, played: Sequence[int]) -> int:
        """Return the points of an exempt entrant.

        `whole` is the sum both sides score in a hand (162, or 160 in tens), `hands` the hands of
        the round, `played` the points of every entrant that played. Halves are rounded up; if
        nobody played, half of a game replaces the average (decisions).
        """
        if self.exempt is ExemptCode.FIXED:
            return self.fixed
        if self.exempt is ExemptCode.ROUND_AVERAGE and played:
            return _rounded_half_up(sum(played), len(played))
        return _rounded_half_up(whole * hands, 2)

    def forfeit_points(self, *, whole: int, hands: int) -> int:
        """Return the points of an entrant whose opponents have left, for `hands` hands."""
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
    """Return the results of entrants that had no game in a round, by entrant.

    `results` are those of the round (others are ignored); `unopposed` are entrants whose opponents
    have left: they win with the fixed score. Whether a bye counts as a win is up to the ranking
    (`wins_and_byes`), so its result has no outcome.
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
