"""The input of a ranking: one result for each entrant and round, as plain data."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple


class GameOutcome(StrEnum):
    """How a game ended for one side."""

    WON = "won"
    TIED = "tied"
    LOST = "lost"


class ResultKind(StrEnum):
    """Where the points of a round come from."""

    PLAYED = "played"
    """A game at a table, which counts for both sides."""
    CATCH_UP = "catch_up"
    """A game of an exempt entrant against an early finisher: only its own score counts."""
    EXEMPT = "exempt"
    """No opponent: points according to the rules."""
    FORFEIT = "forfeit"
    """The opponent has left: points according to the rules."""
    ABSENT = "absent"
    """The entrant itself has left or did not come: usually no points."""

    @property
    def is_game(self) -> bool:
        """Return whether cards were played; only then it can be a best game or a last game."""
        return self in OF_CARDS


OF_CARDS: Final = frozenset({ResultKind.PLAYED, ResultKind.CATCH_UP})


class RoundResult(NamedTuple):
    """One entrant's result in one round.

    `points` as scored, held points included; `hands` played at the table; `failed` contracts that
    the entrant's own side took and lost; `outcome` is None if unknown or without a game.
    """

    entrant: int
    round: int
    points: int
    kind: ResultKind = ResultKind.PLAYED
    outcome: GameOutcome | None = None
    opponents: tuple[int, ...] = ()
    capots: int = 0
    failed: int = 0
    hands: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedSide:
    """One side of a table: a team's number, or those of both partners in a mêlée."""

    entrants: tuple[int, ...]
    points: int
    capots: int = 0
    failed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TableScore:
    """One finished game. `winner` is 0 for the first side, 1 for the second, None if tied.

    The winner is given, because in a game to a target the takers may win with fewer points.
    `lost` are held points that nobody got (rules.md, section 3: `held_at_end = lost`).
    """

    round: int
    sides: tuple[SeatedSide, SeatedSide]
    hands: int
    winner: int | None
    lost: int = 0


def credit(table: TableScore) -> tuple[RoundResult, ...]:
    """Credit everybody at a table with the whole score of their side.

    Source: rules.md, section 7: in mêlée each player is credited with the team's score.
    """
    return tuple(
        RoundResult(
            entrant=entrant,
            round=table.round,
            points=side.points,
            outcome=_outcome(table, index),
            opponents=table.sides[1 - index].entrants,
            capots=side.capots,
            failed=side.failed,
            hands=table.hands,
        )
        for index, side in enumerate(table.sides)
        for entrant in side.entrants
    )


def _outcome(table: TableScore, side: int) -> GameOutcome:
    if table.winner is None:
        return GameOutcome.TIED
    return GameOutcome.WON if table.winner == side else GameOutcome.LOST


class ResultProblemCode(StrEnum):
    """What makes results unfit for a ranking."""

    ENTRANT_TWICE = "entrant_twice"
    ENTRANT_UNKNOWN = "entrant_unknown"
    RESULT_TWICE = "result_twice"


@dataclass(frozen=True, slots=True)
class ResultProblem:
    """One problem of an entrant, or of its result in a round (or evening); 0 for none."""

    code: ResultProblemCode
    entrant: int
    round: int = 0


class UnfitResultsError(ValueError):
    """The results cannot be ranked; has every problem."""

    def __init__(self, problems: Sequence[ResultProblem]) -> None:
        super().__init__(", ".join(f"{p.code}: {p.entrant} ({p.round})" for p in problems))
        self.problems = tuple(problems)


def check_results(
    entrants: Iterable[int], lines: Iterable[tuple[int, int]]
) -> tuple[ResultProblem, ...]:
    """Return every problem of (entrant, round) pairs for these entrants, sorted; never raises."""
    listed, met = Counter(iter(entrants)), Counter(iter(lines))
    codes = ResultProblemCode
    found = [ResultProblem(codes.ENTRANT_TWICE, who) for who, n in listed.items() if n > 1]
    for (who, round_number), times in met.items():
        if who not in listed:
            found.append(ResultProblem(codes.ENTRANT_UNKNOWN, who, round_number))
        if times > 1:
            found.append(ResultProblem(codes.RESULT_TWICE, who, round_number))
    return tuple(sorted(found, key=lambda p: (p.round, p.entrant, p.code)))


def refuse_unfit(entrants: Iterable[int], lines: Iterable[tuple[int, int]]) -> None:
    """Raise UnfitResultsError if `check_results` finds a problem."""
    if problems := check_results(entrants, lines):
        raise UnfitResultsError(problems)
