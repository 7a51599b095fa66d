"""The scoring of one rule set as plain data, for a page that must score without a server.

Nothing is decided here: every row comes from `score`, every refusal from `check`.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from scorekeeper.engine.cards import LAST_TRICK_POINTS, TRICKS, possible_card_points
from scorekeeper.engine.checks import Problem, Severity, check, has_errors, whole_of
from scorekeeper.engine.hand import Contract, DeclarationKind, HandEntry, Seat, Side, Trump
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.scoring import Comparison, HandScore, score

TAKERS: Final = "takers"
DEFENDERS: Final = "defenders"
NOBODY: Final = "none"

# The table is written for takers who sit on side A; the page puts its own sides in.
_ROLES: Final = {Side.A: TAKERS, Side.B: DEFENDERS}
_SIDES: Final = {NOBODY: None, TAKERS: Side.A, DEFENDERS: Side.B}


class _Rows:
    """Rows in the order they were first met; each is kept once."""

    def __init__(self) -> None:
        self.found: list[dict[str, Any]] = []

    def index(self, scored: HandScore | None) -> int | None:
        """Return the place of the row of a score, None for a hand that cannot be."""
        if scored is None:
            return None
        row = {
            "outcome": scored.outcome.value,
            "winner": _ROLES[scored.winner] if scored.winner else None,
            "newly_held": scored.newly_held,
            "lines": [
                {"side": _ROLES[line.side], "points": line.points, "reason": line.reason.value}
                for line in scored.lines
            ],
        }
        if row not in self.found:
            self.found.append(row)
        return self.found.index(row)


def outcome_table(
    ruleset: RuleSet, contract: Contract | None = None, trump: Trump | None = None
) -> dict[str, Any]:
    """Return how every hand is scored as lists, numbers and codes that JSON can hold.

    `hands[belote]["rows"][card points of the takers]` is a place in `rows`, None where the hand
    cannot be; `comparisons` stands beside it as [takers, defenders] with belote inside where it
    counts. `capot` (also by the taker alone, in a contrée) and `penalty` (by the side at fault)
    are places in `rows` too. Sides are "takers" and "defenders"; for a penalty, who took does not
    matter. A `winner` also gets what is held, else `newly_held` comes on top of it. Declarations
    are added by their points. `problems` and `warnings` hold codes by card points. Under rules
    with bids every contract has its own table.
    """
    rows = _Rows()
    base = HandEntry(taker=Seat.A1, contract=contract, trump=trump)
    whole = whole_of(base, ruleset)
    return {
        "whole": ruleset.whole,
        "card_points": whole,
        "last_trick": LAST_TRICK_POINTS,
        "tricks": TRICKS,
        "possible": _ranges(possible_card_points(deck=base.deck)),
        "possible_by_tricks": _possible_by_tricks(base),
        "needed": contract.bid if contract else None,
        "held_at_end": ruleset.held_at_end.value,
        "declarations": {
            kind.value: kind.points for kind in DeclarationKind if ruleset.declarations
        },
        "hands": {
            name: _played_out(rows, ruleset, replace(base, belote=side), whole)
            for name, side in _SIDES.items()
        },
        "capot": {
            name: _capots(rows, ruleset, replace(base, belote=side), whole)
            for name, side in _SIDES.items()
        },
        "penalty": {
            role: rows.index(score(HandEntry(penalty=side), ruleset))
            for side, role in _ROLES.items()
        },
        **_problems(ruleset, base, whole),
        "rows": rows.found,
    }


def _played_out(rows: _Rows, ruleset: RuleSet, base: HandEntry, whole: int) -> dict[str, list[Any]]:
    """Return the rows and comparisons of 0 to `whole` points with one holder of the belote."""
    scores = [
        _score_if_possible(replace(base, card_points=points), ruleset)
        for points in range(whole + 1)
    ]
    return {
        "rows": [rows.index(scored) for scored in scores],
        "comparisons": [_numbers(scored.comparison) if scored else None for scored in scores],
    }


def _capots(rows: _Rows, ruleset: RuleSet, base: HandEntry, whole: int) -> dict[str, int | None]:
    """Return the rows of a capot by either side, and by the taker alone."""
    by_takers = replace(base, card_points=whole, capot=Side.A)
    entries = {
        TAKERS: by_takers,
        "taker_alone": replace(by_takers, taker_alone=True),
        DEFENDERS: replace(base, card_points=0, capot=Side.B),
    }
    scores = {name: _score_if_possible(entry, ruleset) for name, entry in entries.items()}
    return {name: rows.index(scored) for name, scored in scores.items()}


def _score_if_possible(entry: HandEntry, ruleset: RuleSet) -> HandScore | None:
    return None if has_errors(check(entry, ruleset)) else score(entry, ruleset)


def _numbers(comparison: Comparison | None) -> list[int] | None:
    return None if comparison is None else [comparison.takers, comparison.defenders]


def _problems(ruleset: RuleSet, base: HandEntry, whole: int) -> dict[str, dict[str, list[str]]]:
    """Return the codes of errors and warnings by card points, as JSON keys are: text."""
    checked = {
        str(points): check(replace(base, card_points=points), ruleset)
        for points in range(whole + 1)
    }
    return {
        "problems": _codes(checked, Severity.ERROR),
        "warnings": _codes(checked, Severity.WARNING),
    }


def _codes(checked: dict[str, tuple[Problem, ...]], severity: Severity) -> dict[str, list[str]]:
    codes = {
        points: [problem.code.value for problem in problems if problem.severity is severity]
        for points, problems in checked.items()
    }
    return {points: found for points, found in codes.items() if found}


def _possible_by_tricks(base: HandEntry) -> list[dict[str, list[list[int]]]]:
    """Return the possible points for 0 to 8 tricks, with the last trick and without it."""
    return [
        {
            "with_last_trick": _ranges(
                possible_card_points(tricks=tricks, last_trick=True, deck=base.deck)
            ),
            "without_last_trick": _ranges(
                possible_card_points(tricks=tricks, last_trick=False, deck=base.deck)
            ),
        }
        for tricks in range(TRICKS + 1)
    ]


def _ranges(numbers: Iterable[int]) -> list[list[int]]:
    """Return the numbers as [first, last] of every run: the gaps are few."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and found[-1][1] == number - 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return found
