"""The scoring of one rule set as plain data, for a page that must score without a server.

Nothing is decided here: every number comes from `score`, every limit from `check`.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

from scorekeeper.engine.cards import WHOLE
from scorekeeper.engine.checks import whole_of
from scorekeeper.engine.every_hand import card_points_on_162, contracts
from scorekeeper.engine.hand import Contract, HandEntry, Seat, Side, Trump
from scorekeeper.engine.outcome_limits import limits
from scorekeeper.engine.rulesets import GameFormat, RuleSet
from scorekeeper.engine.scoring import scaled, score

# The tables are written for takers who sit on side A; the page puts its own sides in.
TAKERS: Final = 0
DEFENDERS: Final = 1
_ROLES: Final = {Side.A: TAKERS, Side.B: DEFENDERS}
_BELOTES: Final = (None, Side.A, Side.B)

# With one card point more a number stays, or it goes up or down by one; else a new run begins.
_GROWTHS: Final = frozenset({-1, 0, 1})

_ANY_FORMAT: Final = GameFormat(hands=1)
_RULE_SETS_KEPT: Final = 64


@lru_cache(maxsize=_RULE_SETS_KEPT)
def outcome_tables(ruleset: RuleSet) -> Mapping[str, Any]:
    """Return how every hand is scored as lists, numbers and codes that JSON can hold.

    A number that depends on the takers' card points is written as two: what it is at 0 points,
    and what it grows by with each point.

    - `lines`: [side, reason, points, growth]; sides are 0 the takers and 1 the defenders.
    - `comparisons`: [takers, growth, defenders, growth, belote of the takers therein, of the
      defenders].
    - `shapes`: [outcome, winner or None, newly held, growth, comparison or None, lines…], the last
      two as places in their lists.
    - `runs`: [from these points, shape, from these points, shape…].
    - `hands`: by contract ("" without one, else "bid-multiplier") the runs for belote on no
      side, the takers', the defenders'.
    - `capots`: by contract, for the same belotes, the shapes of a capot by the takers, by the
      taker alone, by the defenders.
    - `penalty`: the shape of a penalty, the side at fault standing for the takers.

    Points on 258 are looked up in the deck's `scale` first. A winner also gets what is held, else
    what is newly held comes on top of it; declarations are added by their points. The other keys
    are those of `limits`; `digest` changes with anything that the data say.
    """
    # The end of the game scores no hand.
    if ruleset.format != _ANY_FORMAT:
        return outcome_tables(replace(ruleset, format=_ANY_FORMAT))
    data = {"contracts": ruleset.bids, **limits(ruleset), **_Tables(ruleset).as_data()}
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return {"digest": hashlib.sha256(text.encode()).hexdigest()[:16], **data}


class _Places:
    """Rows in the order they were first met; each is kept once and known by its place."""

    def __init__(self) -> None:
        self._places: dict[tuple[Any, ...], int] = {}

    def of(self, row: tuple[Any, ...]) -> int:
        """Return the place of a row, which is written down if it is new."""
        return self._places.setdefault(row, len(self._places))

    @property
    def rows(self) -> list[list[Any]]:
        """Return the rows in their order."""
        return [list(row) for row in self._places]


class _Tables:
    """Every hand of one rule set, scored and boiled down."""

    def __init__(self, ruleset: RuleSet) -> None:
        self.ruleset = ruleset
        self.points = sorted(_points_on_162(ruleset))
        self.lines, self.comparisons = _Places(), _Places()
        self.shapes, self.runs = _Places(), _Places()

    def as_data(self) -> dict[str, Any]:
        """Return the tables; the rows are complete once everything was scored."""
        hands, capots = {}, {}
        for contract in contracts(self.ruleset):
            key = f"{contract.bid}-{contract.multiplier:d}" if contract else ""
            hands[key] = [self._played_out(contract, side) for side in _BELOTES]
            capots[key] = [self._capots(contract, side) for side in _BELOTES]
        penalty = self._shape([self._scored(HandEntry(penalty=Side.A))])
        return {
            "hands": hands,
            "capots": capots,
            "penalty": penalty,
            "runs": self.runs.rows,
            "shapes": self.shapes.rows,
            "comparisons": self.comparisons.rows,
            "lines": self.lines.rows,
        }

    def _played_out(self, contract: Contract | None, belote: Side | None) -> int:
        """Return the run of the hands from 0 to 162 points with one holder of the belote."""
        bare = HandEntry(taker=Seat.A1, contract=contract, belote=belote)
        hands = (
            self._scored(replace(bare, trump=trump, card_points=points), on_162)
            for on_162, trump, points in self.points
        )
        found: list[int] = []
        for part in _straight_parts(hands):
            found += [part[0].points, self._shape(part)]
        return self.runs.of(tuple(found))

    def _capots(self, contract: Contract | None, belote: Side | None) -> list[int]:
        """Return the shapes of a capot by the takers, by the taker alone, by the defenders."""
        bare = HandEntry(taker=Seat.A1, contract=contract, belote=belote)
        by_takers = replace(bare, card_points=WHOLE, capot=Side.A)
        entries = (
            by_takers,
            # Without bids "alone" is refused, and nothing depends on it.
            replace(by_takers, taker_alone=contract is not None),
            replace(bare, card_points=0, capot=Side.B),
        )
        return [self._shape([self._scored(entry)]) for entry in entries]

    def _scored(self, entry: HandEntry, points: int = 0) -> "_Hand":
        """Return the score of a hand, of that many points on 162 where they matter."""
        found = score(entry, self.ruleset)
        both, belotes = (0, 0), None
        if compared := found.comparison:
            both = (compared.takers, compared.defenders)
            belotes = (compared.takers_belote, compared.defenders_belote)
        winner = _ROLES[found.winner] if found.winner else None
        reasons = tuple((_ROLES[line.side], line.reason.value) for line in found.lines)
        return _Hand(
            points,
            _Kind(found.outcome.value, winner, belotes, reasons),
            (found.newly_held, *both, *(line.points for line in found.lines)),
        )

    def _shape(self, part: Sequence["_Hand"]) -> int:
        """Return the shape of hands in a row whose numbers grow steadily."""
        first, kind = part[0], part[0].kind
        growths = (_growths(*part[:2]) if len(part) > 1 else None) or (0,) * len(first.numbers)
        held, takers, defenders, *points = (
            (number - first.points * growth, growth)
            for number, growth in zip(first.numbers, growths, strict=True)
        )
        compared = kind.belotes and self.comparisons.of((*takers, *defenders, *kind.belotes))
        lines = [
            self.lines.of((*reason, *number))
            for reason, number in zip(kind.reasons, points, strict=True)
        ]
        return self.shapes.of((kind.outcome, kind.winner, *held, compared, *lines))


class _Kind(NamedTuple):
    """Everything about a score that is no number of points."""

    outcome: str
    winner: int | None
    belotes: tuple[int, int] | None
    reasons: tuple[tuple[int, str], ...]


class _Hand(NamedTuple):
    """A scored hand: card points on 162, its kind and its numbers.

    The numbers are what is newly held, both sides of the comparison, and the points of each line.
    """

    points: int
    kind: _Kind
    numbers: tuple[int, ...]


def _points_on_162(ruleset: RuleSet) -> Iterator[tuple[int, Trump | None, int]]:
    """Yield card points on 162, each with a trump and points as written that make them."""
    for trump, points in card_points_on_162(ruleset):
        yield scaled(points, whole_of(HandEntry(trump=trump), ruleset)), trump, points


def _straight_parts(hands: Iterable[_Hand]) -> Iterator[list[_Hand]]:
    """Yield hands in a row that differ in nothing but numbers that grow steadily."""
    part: list[_Hand] = []
    steady: tuple[int, ...] | None = None
    for hand in hands:
        growths = _growths(part[-1], hand) if part else None
        if part and (growths is None or (len(part) > 1 and growths != steady)):
            yield part
            part = []
        part.append(hand)
        steady = growths
    yield part


def _growths(one: _Hand, other: _Hand) -> tuple[int, ...] | None:
    """Return by how much each number grows with each point; None where the hands differ."""
    if one.kind != other.kind:
        return None
    points = other.points - one.points
    steps = [after - now for now, after in zip(one.numbers, other.numbers, strict=True)]
    growths = tuple(step // points for step in steps)
    is_steady = [growth * points for growth in growths] == steps
    return growths if is_steady and _GROWTHS.issuperset(growths) else None
