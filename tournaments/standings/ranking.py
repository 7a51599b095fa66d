"""Ranking of records, with the reason for every place."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby, pairwise, zip_longest
from typing import NamedTuple

from tournaments.standings.criteria import CRITERIA, Criterion, CriterionCode, DrawnLot, Values
from tournaments.standings.record import Number, Record
from tournaments.standings.results import refuse_unfit


class LastResort(StrEnum):
    """What happens to entrants that no criterion separates."""

    LOT = "lot"
    SHARED = "shared"


BY_POINTS = (CriterionCode.POINTS,)
BY_WINS = (CriterionCode.WINS_AND_BYES, CriterionCode.POINTS)
USUAL_TIEBREAKS = (
    CriterionCode.WINS,
    CriterionCode.BEST_GAME,
    CriterionCode.NEXT_BEST_GAMES,
    CriterionCode.CAPOTS,
)
"""Source: rules.md, section 7: wins, best single game, next best, capots, then a lot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingRules:
    """The criteria in order; then a lot from `seed`, or shared places.

    `drawn` are orders of lots recorded earlier, which take precedence. Raises ValueError if a
    criterion is named twice or is one of the last resorts.
    """

    criteria: tuple[CriterionCode, ...] = (*BY_POINTS, *USUAL_TIEBREAKS)
    last_resort: LastResort = LastResort.LOT
    seed: int = 0
    drawn: tuple[tuple[int, ...], ...] = ()

    def __post_init__(self) -> None:
        unknown = [code for code in self.criteria if code not in CRITERIA]
        if unknown or len(set(self.criteria)) < len(self.criteria):
            raise ValueError(f"criteria: {', '.join(unknown) or 'named twice'}")

    def steps(self) -> tuple[Criterion, ...]:
        """Return the criteria in order, with the lot at the end if one is drawn."""
        named = tuple(CRITERIA[code] for code in self.criteria)
        if self.last_resort is LastResort.LOT:
            return (*named, DrawnLot(self.seed, self.drawn))
        return named


class Decision(NamedTuple):
    """Why `above` ranks before `below`: the criterion and the values it compared.

    `depth` is the number of criteria that had split the group before: between two entrants, the
    decision of least depth is the one that separated them.
    """

    code: CriterionCode
    above: int
    below: int
    above_values: Values = ()
    below_values: Values = ()
    depth: int = 0

    @property
    def position(self) -> int:
        """Return which of the values differs first, counted from 1; 0 if they are equal."""
        pairs = zip_longest(self.above_values, self.below_values)
        for place, (a, b) in enumerate(pairs, start=1):
            if a != b:
                return place
        return 0

    @property
    def above_value(self) -> Number | None:
        """Return the deciding number of `above`, None if it has none."""
        return _value_at(self.position, self.above_values)

    @property
    def below_value(self) -> Number | None:
        """Return the deciding number of `below`, None if it has none."""
        return _value_at(self.position, self.below_values)


def _value_at(position: int, values: Values) -> Number | None:
    return values[position - 1] if 0 < position <= len(values) else None


class Standing(NamedTuple):
    """One line; `decided_by` says why it ranks before the next line, None for the last."""

    rank: int
    record: Record
    decided_by: Decision | None

    @property
    def entrant(self) -> int:
        return self.record.entrant


@dataclass(frozen=True, slots=True)
class Lot:
    """A lot that was drawn, for the places from `rank` on, in the order drawn."""

    rank: int
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """A ranking, best first. Entrants that share a place are in order of their numbers."""

    lines: tuple[Standing, ...] = ()

    @property
    def order(self) -> tuple[int, ...]:
        """Return the entrants from first to last."""
        return tuple(line.entrant for line in self.lines)

    @property
    def ranks(self) -> dict[int, int]:
        """Return the place of every entrant: 1, 2, 2, 4 if two share the second."""
        return {line.entrant: line.rank for line in self.lines}

    @property
    def lots(self) -> tuple[Lot, ...]:
        """Return every lot that was drawn, for the record."""
        found: list[Lot] = []
        run: list[Standing] = []
        for line in self.lines:
            run.append(line)
            if line.decided_by is None or line.decided_by.code is not CriterionCode.LOT:
                if len(run) > 1:
                    found.append(Lot(run[0].rank, tuple(one.entrant for one in run)))
                run = []
        return tuple(found)

    def why(self, entrant: int, other: int) -> Decision:
        """Return why one of two entrants ranks before the other, in either order.

        Raises ValueError if they are the same or one is not ranked.
        """
        first, last = sorted((self.order.index(entrant), self.order.index(other)))
        if first == last:
            raise ValueError("the same entrant twice")
        return _parted_by(self.lines[first : last + 1])

    def narrowed(self, entrants: Iterable[int]) -> "Standings":
        """Return the ranking of some entrants only, for example by tag: same order, own places."""
        wanted = frozenset(entrants)
        kept = [index for index, line in enumerate(self.lines) if line.entrant in wanted]
        if len(kept) == len(self.lines):
            return self
        decisions = [_parted_by(self.lines[a : b + 1]) for a, b in pairwise(kept)]
        return _numbered([self.lines[index].record for index in kept], decisions)


def _parted_by(span: Sequence[Standing]) -> Decision:
    """Return the decision that separated the first line of a span from the last."""
    decisions = [line.decided_by for line in span[:-1] if line.decided_by]
    depth = min(decision.depth for decision in decisions)
    deciding = [decision for decision in decisions if decision.depth == depth]
    return Decision(
        deciding[0].code,
        span[0].entrant,
        span[-1].entrant,
        deciding[0].above_values,
        deciding[-1].below_values,
        depth,
    )


def rank(records: Iterable[Record], rules: RankingRules) -> Standings:
    """Rank records, given in any order.

    Raises UnfitResultsError if an entrant has two records.
    """
    group = sorted(records, key=lambda record: record.entrant)
    refuse_unfit((record.entrant for record in group), ())
    ordered, decisions = _order(group, rules.steps(), 0)
    return _numbered(ordered, decisions)


def _split(
    group: Sequence[Record], step: Criterion, values: Mapping[int, Values]
) -> list[list[Record]]:
    """Split a group by the values of one criterion, best first."""

    def value_of(record: Record) -> Values:
        return values[record.entrant]

    ordered = sorted(group, key=value_of, reverse=not step.lowest_first)
    return [list(part) for _, part in groupby(ordered, key=value_of)]


def _order(
    group: list[Record], steps: Sequence[Criterion], depth: int
) -> tuple[list[Record], list[Decision]]:
    """Return a group in order, and the decision between each two neighbours."""
    for number, step in enumerate(steps):
        values = step.values(group)
        # Skip criteria that do not separate anybody, which most do not.
        if len(set(values.values())) > 1:
            parts = _split(group, step, values)
            rest = steps[number + (not step.depends_on_group) :]
            return _joined(step.code, parts, values, rest, depth)
    return group, [
        Decision(CriterionCode.SHARED, a.entrant, b.entrant, depth=depth)
        for a, b in pairwise(group)
    ]


def _joined(
    code: CriterionCode,
    parts: Sequence[list[Record]],
    values: Mapping[int, Values],
    steps: Sequence[Criterion],
    depth: int,
) -> tuple[list[Record], list[Decision]]:
    """Order each part by the remaining criteria and concatenate the parts."""
    records: list[Record] = []
    decisions: list[Decision] = []
    for part in parts:
        inner, inner_decisions = _order(part, steps, depth + 1) if len(part) > 1 else (part, [])
        if records:
            a, b = records[-1].entrant, inner[0].entrant
            decisions.append(Decision(code, a, b, values[a], values[b], depth))
        records += inner
        decisions += inner_decisions
    return records, decisions


def _numbered(records: Sequence[Record], decisions: Sequence[Decision]) -> Standings:
    """Return the lines with their places, given the decision after each but the last."""
    lines: list[Standing] = []
    rank, shares = 0, False
    for place, (record, decision) in enumerate(zip_longest(records, decisions), start=1):
        rank = rank if shares else place
        lines.append(Standing(rank, record, decision))
        shares = decision is not None and decision.code is CriterionCode.SHARED
    return Standings(tuple(lines))
