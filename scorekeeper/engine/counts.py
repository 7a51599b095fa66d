"""What a slip in counting may have meant: the answers that a table can choose from. Pure.

Two counts that do not add up are never stored as they are (rules.md, section 6).
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from scorekeeper.engine.cards import LAST_TRICK_POINTS
from scorekeeper.engine.checks import ProblemCode, check, has_errors
from scorekeeper.engine.hand import HandEntry, Side
from scorekeeper.engine.rulesets import RuleSet


@dataclass(frozen=True, slots=True)
class Meaning:
    """One possible meaning: the side it is about, if any, and the corrected hand."""

    side: Side | None
    entry: HandEntry


@dataclass(frozen=True, slots=True)
class CountSlip:
    """A slip in counting: the code of its problem and everything that may have been meant."""

    code: ProblemCode
    meanings: tuple[Meaning, ...]


def slip_of(entry: HandEntry, ruleset: RuleSet) -> CountSlip | None:
    """Return the slip in the counts or the capot of a hand, None if there is none known."""
    found = {problem.code for problem in check(entry, ruleset)}
    for code, meant in _MEANT.items():
        meanings = tuple(meant(entry, ruleset)) if code in found else ()
        possible = tuple(one for one in meanings if not has_errors(check(one.entry, ruleset)))
        if possible:
            return CountSlip(code, possible)
    return None


def _last_trick(entry: HandEntry, ruleset: RuleSet) -> Iterator[Meaning]:
    """Yield the hand with the last trick's 10 for each side that may have won it."""
    assert entry.card_points is not None
    for side in Side:
        if entry.last_trick in (None, side):
            points = entry.card_points + LAST_TRICK_POINTS * (side is entry.takers)
            won = replace(entry, card_points=points, defenders_count=None, last_trick=side)
            yield Meaning(side, won)


def _without_belote(entry: HandEntry, ruleset: RuleSet) -> Iterator[Meaning]:
    """Yield the hand with each belote taken out of its holder's count."""
    assert entry.card_points is not None
    own = entry.belotes(entry.takers) * ruleset.belote_points if entry.takers else 0
    points = entry.card_points - own
    yield Meaning(None, replace(entry, card_points=points, defenders_count=None))


def _other_capot(entry: HandEntry, ruleset: RuleSet) -> Iterator[Meaning]:
    """Yield the hand with the capot moved to the side that has every point."""
    assert entry.capot is not None
    right = entry.capot.other
    yield Meaning(right, replace(entry, capot=right))


_MEANT: Final[Mapping[ProblemCode, Callable[[HandEntry, RuleSet], Iterator[Meaning]]]] = {
    ProblemCode.LAST_TRICK_FORGOTTEN: _last_trick,
    ProblemCode.BELOTE_IN_COUNTS: _without_belote,
    ProblemCode.CAPOT_OF_OTHER_SIDE: _other_capot,
}
