"""Warnings and penalties, and their effect on rankings. Pure.

They change rankings only: neither the totals of a table, nor its winner, nor who goes on in a
bracket, which the referee decides.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tournaments.standings.record import Record
from tournaments.standings.results import RoundResult


class TakenFrom(StrEnum):
    """What the points of a sanction are deducted from."""

    TOTAL = "total"
    GAME = "game"
    """The game of its round, and therefore also best game and last game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedSanction:
    """A sanction that a contest can give: name, points, what they are deducted from; 0 warns."""

    name: str
    points: int = 0
    taken_from: TakenFrom = TakenFrom.TOTAL

    @property
    def is_warning(self) -> bool:
        """Return whether no points are deducted."""
        return not self.points

    def to_dict(self) -> dict[str, Any]:
        return {"name": self.name, "points": self.points, "from": self.taken_from.value}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sanction(ListedSanction):
    """A warning or penalty that an entrant was given in a round.

    It is numbered from 1 in its contest. `countered` is the reason why it no longer counts, None
    while it does.
    """

    number: int
    entrant: int
    round: int
    table: int | None = None
    reason: str = ""
    countered: str | None = None

    @property
    def counts(self) -> bool:
        return self.countered is None

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, without empty ones."""
        plain: dict[str, Any] = {"number": self.number, "entry": self.entrant, "round": self.round}
        plain |= ListedSanction.to_dict(self)
        if self.table is not None:
            plain["table"] = self.table
        if self.reason:
            plain["reason"] = self.reason
        if self.countered is not None:
            plain["countered"] = {"reason": self.countered}
        return plain


def sanctions_from_dict(plain: Iterable[Mapping[str, Any]]) -> tuple[Sanction, ...]:
    """Return the sanctions of plain values, in order; raises LookupError and ValueError."""
    return tuple(
        Sanction(
            number=one["number"],
            entrant=one["entry"],
            round=one["round"],
            name=one["name"],
            points=one["points"],
            taken_from=TakenFrom(one["from"]),
            table=one.get("table"),
            reason=one.get("reason", ""),
            countered=one["countered"]["reason"] if "countered" in one else None,
        )
        for one in plain
    )


def listed_from_dict(plain: Iterable[Mapping[str, Any]]) -> tuple[ListedSanction, ...]:
    """Return the sanctions a contest can give, from plain values."""
    return tuple(
        ListedSanction(name=one["name"], points=one["points"], taken_from=TakenFrom(one["from"]))
        for one in plain
    )


def countered_plain(
    plain: Sequence[Mapping[str, Any]], number: int, reason: str
) -> list[dict[str, Any]]:
    """Return plain sanctions with one of them countered.

    Raises LookupError if there is no sanction of that number that still counts.
    """
    if not any(one["number"] == number and "countered" not in one for one in plain):
        raise LookupError(number)
    return [
        {**one, "countered": {"reason": reason}} if one["number"] == number else dict(one)
        for one in plain
    ]


def off_games(results: Iterable[RoundResult], sanctions: Iterable[Sanction]) -> list[RoundResult]:
    """Return results after deductions from the games played in their rounds."""
    off: defaultdict[tuple[int, int], int] = defaultdict(int)
    for one in sanctions:
        if one.counts and one.taken_from is TakenFrom.GAME:
            off[one.entrant, one.round] += one.points
    if not any(off.values()):
        return list(results)
    return [
        result._replace(points=result.points - off[result.entrant, result.round])
        if result.kind.is_game and (result.entrant, result.round) in off
        else result
        for result in results
    ]


def off_totals(records: Iterable[Record], sanctions: Iterable[Sanction]) -> tuple[Record, ...]:
    """Return records after deductions from totals."""
    off: defaultdict[int, int] = defaultdict(int)
    for one in sanctions:
        if one.counts and one.taken_from is TakenFrom.TOTAL:
            off[one.entrant] += one.points
    if not any(off.values()):
        return tuple(records)
    return tuple(
        record._replace(points=record.points - off[record.entrant])
        if record.entrant in off
        else record
        for record in records
    )
