"""The problems of an entry: errors that no table can produce, and warnings worth a second look."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import Final

from scorekeeper.engine import declarations
from scorekeeper.engine.cards import (
    LAST_TRICK_POINTS,
    SUITS,
    TRICKS,
    WHOLE,
    Deck,
    possible_card_points,
)
from scorekeeper.engine.choices import AllTrump, AllTrumpBelotes, NoTrump, PenaltyMarks
from scorekeeper.engine.hand import HandEntry, Side, Trump
from scorekeeper.engine.rulesets import RuleSet


class Severity(StrEnum):
    """An error is refused; a warning asks for confirmation."""

    ERROR = "error"
    WARNING = "warning"


class ProblemCode(StrEnum):
    """One thing that is wrong or unusual about an entry."""

    TAKER_MISSING = "taker_missing"
    POINTS_MISSING = "points_missing"
    POINTS_OUT_OF_RANGE = "points_out_of_range"
    POINTS_IMPOSSIBLE = "points_impossible"
    POINTS_IMPOSSIBLE_FOR_TRICKS = "points_impossible_for_tricks"
    POINTS_IMPOSSIBLE_FOR_LAST_TRICK = "points_impossible_for_last_trick"
    LAST_TRICK_FORGOTTEN = "last_trick_forgotten"
    TWENTY_MISSING = "twenty_missing"
    BELOTE_IN_COUNTS = "belote_in_counts"
    COUNTS_DO_NOT_ADD_UP = "counts_do_not_add_up"
    CAPOT_OF_OTHER_SIDE = "capot_of_other_side"
    CAPOT_NEEDS_ALL_POINTS = "capot_needs_all_points"
    CAPOT_NEEDS_ALL_TRICKS = "capot_needs_all_tricks"
    CAPOT_NEEDS_LAST_TRICK = "capot_needs_last_trick"
    ALL_TRICKS_ARE_CAPOT = "all_tricks_are_capot"
    TRICKS_OUT_OF_RANGE = "tricks_out_of_range"
    BELOTE_OF_OTHER_SIDE = "belote_of_other_side"
    BELOTE_WITHOUT_TRUMP_SUIT = "belote_without_trump_suit"
    BELOTES_TOO_MANY = "belotes_too_many"
    PENALTY_STANDS_ALONE = "penalty_stands_alone"
    PASSED_DEALS_OUT_OF_RANGE = "passed_deals_out_of_range"
    CONTRACT_MISSING = "contract_missing"
    CONTRACT_NOT_PLAYED = "contract_not_played"
    BID_IMPOSSIBLE = "bid_impossible"
    TRUMP_NOT_PLAYED = "trump_not_played"
    DECLARATIONS_NOT_PLAYED = "declarations_not_played"
    BEST_DECLARATION_MISSING = "best_declaration_missing"
    BEST_DECLARATION_WRONG = "best_declaration_wrong"
    DECLARATION_CARD_IMPOSSIBLE = "declaration_card_impossible"
    DECLARATIONS_IMPOSSIBLE = "declarations_impossible"

    ALL_POINTS_WITHOUT_CAPOT = "all_points_without_capot"
    SAME_SIDE_ALWAYS_TAKES = "same_side_always_takes"
    BELOTES_IN_A_ROW = "belotes_in_a_row"


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem of one field of an entry; `value` is the number that its message shows.

    `whole` is the sum of the hand's card points (162 or 258), if that is the problem; `side` is the
    side that the message names.
    """

    code: ProblemCode
    field: str
    severity: Severity = Severity.ERROR
    value: int | None = None
    whole: int | None = None
    side: Side | None = None


REFUSED_LATER: Final = frozenset(
    {
        ProblemCode.DECLARATIONS_IMPOSSIBLE,
        ProblemCode.LAST_TRICK_FORGOTTEN,
        ProblemCode.TWENTY_MISSING,
    }
)
"""Errors that hands stored by earlier versions may have; such hands are still scored."""

MISSING_FROM_COUNTS: Final = {
    LAST_TRICK_POINTS: ProblemCode.LAST_TRICK_FORGOTTEN,
    2 * LAST_TRICK_POINTS: ProblemCode.TWENTY_MISSING,
}
LONG_RUN: Final = 8
BELOTE_RUN: Final = 3
MOST_PASSED_DEALS: Final = 20


def deck_of(entry: HandEntry, ruleset: RuleSet) -> Deck:
    """Return how the cards of this hand are valued under its trumps."""
    if entry.trump is Trump.ALL_TRUMP:
        return Deck.ALL_TRUMP
    if entry.trump is Trump.NO_TRUMP:
        return Deck.NO_TRUMP_ACE_11 if ruleset.no_trump is NoTrump.ACE_11 else Deck.NO_TRUMP
    return Deck.ONE_TRUMP


def whole_of(entry: HandEntry, ruleset: RuleSet) -> int:
    """Return the sum of the card points in this hand, as written: 162, 130 or 258."""
    return deck_of(entry, ruleset).whole if _cards_are_known(entry, ruleset) else WHOLE


def check(entry: HandEntry, ruleset: RuleSet) -> tuple[Problem, ...]:
    """Return every problem of an entry at once, errors before warnings; never raises.

    Source: rules.md, sections 1 and 6.
    """
    found = [problem for rule in _RULES for problem in rule(entry, ruleset)]
    return tuple(sorted(found, key=lambda problem: problem.severity))


def has_errors(problems: Sequence[Problem]) -> bool:
    """Return whether any of the problems is an error."""
    return any(problem.severity is Severity.ERROR for problem in problems)


def check_series(entries: Sequence[HandEntry]) -> tuple[Problem, ...]:
    """Return what is unusual about the last hand as part of a game, given all hands so far."""
    found = []
    played = [entry for entry in entries if entry.penalty is None]
    if played and played[-1] is entries[-1]:
        last = played[-1]
        takers = [entry.takers for entry in played]
        # Ask only every eight hands: nobody reads a question that appears every time.
        if len(takers) % LONG_RUN == 0 and len(set(takers)) == 1:
            found.append(_warning(ProblemCode.SAME_SIDE_ALWAYS_TAKES, "taker", len(takers)))
        holders = [(entry.belote_seat or entry.belote) for entry in played]
        *_, (holder, run) = ((key, len(list(group))) for key, group in groupby(holders))
        if last.belote and holder and run >= BELOTE_RUN:
            found.append(_warning(ProblemCode.BELOTES_IN_A_ROW, "belote", run))
    return tuple(found)


def _warning(code: ProblemCode, field: str, value: int | None = None) -> Problem:
    return Problem(code, field, Severity.WARNING, value)


def _check_penalty(entry: HandEntry, ruleset: RuleSet) -> Iterator[Problem]:
    """Yield an error for every field beside a penalty, except a bid that it marks."""
    if entry.penalty is not None:
        marked = ruleset.bids and ruleset.penalty_marks is PenaltyMarks.BASE_AND_BID
        alone = HandEntry(
            penalty=entry.penalty,
            passed_deals=entry.passed_deals,
            contract=entry.contract if marked else None,
        )
        if entry != alone:
            yield Problem(ProblemCode.PENALTY_STANDS_ALONE, "penalty")


def _check_passed_deals(entry: HandEntry, ruleset: RuleSet) -> Iterator[Problem]:
    if not 0 <= entry.passed_deals <= MOST_PASSED_DEALS:
        yield Problem(
            ProblemCode.PASSED_DEALS_OUT_OF_RANGE, "passed_deals", value=entry.passed_deals
        )


def _check_taker(entry: HandEntry, ruleset: RuleSet) -> Iterator[Problem]:
    if entry.penalty is None and entry.taker is None:
        yield Problem(ProblemCode.TAKER_MISSING, "taker")


def _check_points(entry: HandEntry, ruleset: RuleSet) -> Iterator[Problem]:
    """Yield an error if no cards of the takers add up to these points."""
    if entry.penalty is not None:
        return
    points, whole = entry.card_points, whole_of(entry, ruleset)
    if points is None:
        yield Problem(ProblemCode.POINTS_MISSING, "card_points")
    elif not 0 <= points <= whole:
        code = ProblemCode.POINTS_OUT_OF_RANGE
        yield Problem(code, "card_points", value=points, whole=whole)
    elif _cards_are_known(entry, ruleset):
        yield from _check_cards(entry, points, deck_of(entry, ruleset))


def _cards_are_known(entry: HandEntry, ruleset: RuleSet) -> bool:
    """Return False for all-trump points already scaled to 162: they say nothing about the cards."""
    return entry.trump is not Trump.ALL_TRUMP or ruleset.all_trump is not AllTrump.ON_162


def _check_cards(entry: HandEntry, points: int, deck: Deck) -> Iterator[Problem]:
    if points not in possible_card_points(deck=deck):
        yield Problem(ProblemCode.POINTS_IMPOSSIBLE, "card_points", value=points)
        return
    tricks = entry.tricks
    if tricks is not None and not 0 <= tricks <= TRICKS:
        return
    last = None if entry.last_trick is None else entry.last_trick is entry.takers
    if tricks is not None and points not in possible_card_points(tricks=tricks, deck=deck):
        yield Problem(ProblemCode.POINTS_IMPOSSIBLE_FOR_TRICKS, "tricks", value=points)
    elif points not in possible_card_points(tricks=tricks, last_trick=last, deck=deck):
        yield Problem(ProblemCode.POINTS_IMPOSSIBLE_FOR_LAST_TRICK, "last_trick", value=points)


def _check_counts(entry: HandEntry, ruleset: RuleSet) -> Iterator[Problem]:
    """Yield an error if the two counts do not add up; its code names the likely slip."""
    if entry.card_points is None or entry.defenders_count is None:
        return
    both, whole = entry.card_points + entry.defenders_count, whole_of(entry, ruleset)
    if not 0 <= entry.defenders_count <= whole:
        code, value = ProblemCode.POINTS_OUT_OF_RANGE, entry.defenders_count
        yield Problem(code, "defenders_count", value=value, whole=whole)
    elif both != whole:
        belotes = sum(entry.belotes(side) for side in Side) * ruleset.belote_points
        code = MISSING_FROM_COUNTS.get(whole - both, ProblemCode.COUNTS_DO_NOT_ADD_UP)
        if belotes and both == whole + belotes:
            code = ProblemCode.BELOTE_IN_COUNTS
        yield Problem(code, "defenders_count", value=both, whole=whole)


def _check_tricks(entry: HandEntry, ruleset: RuleSet) -> Iterator[Problem]:
    tricks, takers = entry.tricks, entry.takers
    if tricks is None:
        return
    if not 0 <= tricks <= TRICKS:
        yield Problem(ProblemCode.TRICKS_OUT_OF_RANGE, "tricks", value=tricks)
    elif entry.capot is None and tricks in (0, TRICKS):
        yield Problem(ProblemCode.ALL_TRICKS_ARE_CAPOT, "capot", value=tricks)
    elif entry.capot and takers and tricks != (TRICKS if entry.capot is takers else 0):
        yield Problem(ProblemCode.CAPOT_NEEDS_ALL_TRICKS, "tricks", value=tricks)


def _check_capot(entry: HandEntry, ruleset: RuleSet) -> Iterator[Problem]:
    """Yield an error for a capot without every point, a warning for every point without a capot."""
    points, whole = entry.card_points, whole_of(entry, ruleset)
    if entry.capot and entry.last_trick not in (None, entry.capot):
        yield Problem(ProblemCode.CAPOT_NEEDS_LAST_TRICK, "last_trick")
    if points is None or entry.takers is None:
        return
    if entry.capot:
        own, others = (whole, 0) if entry.capot is entry.takers else (0, whole)
        if points == others:
            code = ProblemCode.CAPOT_OF_OTHER_SIDE
            yield Problem(code, "capot", value=points, side=entry.capot)
        elif points != own:
            yield Problem(ProblemCode.CAPOT_NEEDS_ALL_POINTS, "capot", value=points)
    elif points in (0, whole) and entry.tricks is None:
        yield _warning(ProblemCode.ALL_POINTS_WITHOUT_CAPOT, "capot", points)


def _check_belote(entry: HandEntry, ruleset: RuleSet) -> Iterator[Problem]:
    if entry.belote_seat and entry.belote_seat.side is not entry.belote:
        yield Problem(ProblemCode.BELOTE_OF_OTHER_SIDE, "belote")
    if entry.belote and entry.trump is Trump.NO_TRUMP:
        yield Problem(ProblemCode.BELOTE_WITHOUT_TRUMP_SUIT, "belote")
    if further := len(entry.further_belotes):
        is_all_trump = entry.trump is Trump.ALL_TRUMP
        most = SUITS if is_all_trump and several_belotes_at_all_trump(ruleset) else 1
        if not entry.belote or further + 1 > most:
            yield Problem(ProblemCode.BELOTES_TOO_MANY, "belote", value=further + 1)


def several_belotes_at_all_trump(ruleset: RuleSet) -> bool:
    """Return whether a hand at all trump may have up to four belotes.

    If belote is worth nothing, no rule limits their number and any number is accepted.
    """
    is_said = ruleset.all_trump_belotes is AllTrumpBelotes.UP_TO_FOUR
    return ruleset.bids and (is_said or not ruleset.belote_points)


def _check_contract(entry: HandEntry, ruleset: RuleSet) -> Iterator[Problem]:
    """Yield an error if a contrée has no bid, or if another game has one or lacks a trump suit."""
    contract = entry.contract
    if not is_played(entry.trump, ruleset):
        yield Problem(ProblemCode.TRUMP_NOT_PLAYED, "trump")
    if not ruleset.bids:
        if contract is not None or entry.taker_alone:
            yield Problem(ProblemCode.CONTRACT_NOT_PLAYED, "contract")
    elif contract is None:
        if entry.penalty is None:
            yield Problem(ProblemCode.CONTRACT_MISSING, "contract")
    elif contract.bid not in ruleset.known_bids:
        yield Problem(ProblemCode.BID_IMPOSSIBLE, "contract", value=contract.bid)


def is_played(trump: Trump | None, ruleset: RuleSet) -> bool:
    """Return whether the rule set allows hands under these trumps."""
    if trump is Trump.NO_TRUMP:
        return ruleset.bids and ruleset.no_trump is not NoTrump.NOT_PLAYED
    if trump is Trump.ALL_TRUMP:
        return ruleset.bids and ruleset.all_trump is not AllTrump.NOT_PLAYED
    return True


def _check_declarations(entry: HandEntry, ruleset: RuleSet) -> Iterator[Problem]:
    """Yield declarations that no cards can show, and a question if the best is open."""
    if not entry.declarations:
        return
    if not ruleset.declarations:
        yield Problem(ProblemCode.DECLARATIONS_NOT_PLAYED, "declarations")
        return
    if any(declarations.card_is_impossible(one) for one in entry.declarations):
        yield Problem(ProblemCode.DECLARATION_CARD_IMPOSSIBLE, "declarations")
        return
    if not declarations.can_be_held(entry.declarations):
        yield Problem(ProblemCode.DECLARATIONS_IMPOSSIBLE, "declarations")
        return
    best = declarations.best_side(entry.declarations)
    if best is None and entry.best_declaration is None:
        yield Problem(ProblemCode.BEST_DECLARATION_MISSING, "best_declaration")
    elif best is not None and entry.best_declaration not in (None, best):
        yield Problem(ProblemCode.BEST_DECLARATION_WRONG, "best_declaration")


_RULES: Final[tuple[Callable[[HandEntry, RuleSet], Iterator[Problem]], ...]] = (
    _check_penalty,
    _check_passed_deals,
    _check_taker,
    _check_contract,
    _check_points,
    _check_counts,
    _check_tricks,
    _check_capot,
    _check_belote,
    _check_declarations,
)
