"""Scoring of a season: what an evening is worth and how evenings are combined.

Each rule is a small object with its code. README.md has the sources.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from tournaments.standings.record import Number, Record


class EveningResult(NamedTuple):
    """One player's (or team's) result of one evening.

    `record` sums up the evening's games; for a past evening only its `points` may be known. `place`
    is the place in the evening's own ranking, None if not ranked; `sharing` how many share it.
    """

    entrant: int
    evening: int
    record: Record
    place: int | None = None
    sharing: int = 1


class WorthCode(StrEnum):
    """What one evening is worth."""

    POINTS = "points"
    MATCH_POINTS = "match_points"
    PLACE_POINTS = "place_points"


@dataclass(frozen=True, slots=True)
class PointsWorth:
    """The evening's points, unchanged."""

    code: WorthCode = WorthCode.POINTS

    def of(self, result: EveningResult) -> Number:
        return result.record.points


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPoints:
    """Points for each game won, tied or lost and each exempt round; the total breaks ties.

    A forfeit of the opponent counts as a win. Clubs can change the values; the defaults are a
    decision.
    """

    win: int = 3
    tie: int = 1
    loss: int = 0
    bye: int = 1
    code: WorthCode = WorthCode.MATCH_POINTS

    def of(self, result: EveningResult) -> Number:
        record = result.record
        return (
            self.win * record.wins
            + self.tie * record.ties
            + self.loss * record.losses
            + self.bye * record.byes
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacePoints:
    """Points by the evening's place: the first of `table` for the winner, `beyond` after its end.

    With `is_split`, entrants that share a place share the points of the places they fill, as exact
    fractions; otherwise each gets the points of the place. An evening without a place is worth
    `beyond`.
    """

    table: tuple[int, ...]
    beyond: int = 0
    is_split: bool = False
    code: WorthCode = WorthCode.PLACE_POINTS

    def of(self, result: EveningResult) -> Number:
        if result.place is None:
            return self.beyond
        if not self.is_split or result.sharing < 2:
            return self._at(result.place)
        filled = range(result.place, result.place + result.sharing)
        return exact(Fraction(sum(self._at(place) for place in filled), result.sharing))

    def _at(self, place: int) -> int:
        return self.table[place - 1] if place <= len(self.table) else self.beyond


Worth: TypeAlias = PointsWorth | MatchPoints | PlacePoints
"""What one evening is worth."""


class CombinationCode(StrEnum):
    """How the evenings are combined to one score."""

    SUM = "sum"
    AVERAGE = "average"
    BEST = "best"


@dataclass(frozen=True, slots=True)
class Combined:
    """A score, and the indexes of the evenings that count for it, in order."""

    score: Number
    counted: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sum:
    """All evenings added."""

    code: CombinationCode = CombinationCode.SUM

    def of(self, worths: Sequence[Number]) -> Combined:
        return Combined(exact(sum(worths)), tuple(range(len(worths))))


@dataclass(frozen=True, slots=True)
class Average:
    """The exact average of the evenings attended; 0 without any."""

    code: CombinationCode = CombinationCode.AVERAGE

    def of(self, worths: Sequence[Number]) -> Combined:
        score = Fraction(sum(worths)) / len(worths) if worths else Fraction(0)
        return Combined(exact(score), tuple(range(len(worths))))


@dataclass(frozen=True, slots=True)
class BestOf:
    """The sum of the best `count` evenings; of equal ones the earlier counts.

    Raises ValueError for a count below 1.
    """

    count: int
    code: CombinationCode = CombinationCode.BEST

    def __post_init__(self) -> None:
        if self.count < 1:
            raise ValueError("count below 1")

    def of(self, worths: Sequence[Number]) -> Combined:
        best = sorted(range(len(worths)), key=lambda index: (-worths[index], index))
        counted = sorted(best[: self.count])
        return Combined(exact(sum(worths[index] for index in counted)), tuple(counted))


Combination: TypeAlias = Sum | Average | BestOf
"""How evenings, in the order they were played, are combined to one score."""


def exact(number: Number) -> Number:
    """Return a whole number as an int, so that equal scores also look equal."""
    return number.numerator if number.denominator == 1 else number
