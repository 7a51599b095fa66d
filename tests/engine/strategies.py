"""Hypothesis strategies: rule sets that a club can compose, hands valid under them, games."""

from dataclasses import fields, replace
from enum import StrEnum
from typing import Any

from hypothesis import strategies as st

from scorekeeper.engine.checks import check, has_errors, is_played, whole_of
from scorekeeper.engine.choices import AllTrumpBelotes, Bidding
from scorekeeper.engine.contree import SLAMS
from scorekeeper.engine.declarations import best_side, can_be_held, card_is_impossible
from scorekeeper.engine.hand import (
    CAPOT_BID,
    Contract,
    Declaration,
    DeclarationKind,
    HandEntry,
    Multiplier,
    Rank,
    Seat,
    Side,
    Trump,
)
from scorekeeper.engine.rulesets import NUMBER_LIMITS, OPTIONAL_NUMBERS, GameFormat, RuleSet
from tests.engine.composed import composed

LIKELY_POINTS = (0, 60, 62, 70, 71, 72, 80, 81, 82, 86, 90, 91, 92, 100, 162)
CLASSIC = RuleSet()

formats = st.one_of(
    st.builds(GameFormat, target=st.sampled_from((500, 501, 1000, 1500)), games=st.integers(1, 3)),
    st.builds(GameFormat, hands=st.integers(1, 12), games=st.integers(1, 3)),
)


def _field_values(name: str, default: Any) -> st.SearchStrategy[Any]:
    if isinstance(default, StrEnum):
        return st.sampled_from(list(type(default)))
    if isinstance(default, bool):
        return st.booleans()
    if isinstance(default, GameFormat):
        return formats
    lowest, highest = NUMBER_LIMITS[name]
    if name in OPTIONAL_NUMBERS:
        return st.one_of(st.none(), st.integers(lowest, highest))
    return st.one_of(st.just(default), st.integers(lowest, highest))


# Read off the fields, so that a field added to the rule sets is tried here without a change.
_every_field = {
    field.name: _field_values(field.name, getattr(CLASSIC, field.name)) for field in fields(RuleSet)
}

rulesets: st.SearchStrategy[RuleSet] = st.builds(composed, **_every_field)
"""Any rule set at all."""

rulesets_without_bids: st.SearchStrategy[RuleSet] = st.builds(
    composed, **{**_every_field, "bidding": st.just(Bidding.NONE), "declarations": st.just(False)}
)
"""Any rule set of belote proper; their sets of possible totals are quickly computed."""


_bidding = st.sampled_from([bidding for bidding in Bidding if bidding is not Bidding.NONE])
rulesets_with_bids: st.SearchStrategy[RuleSet] = st.builds(
    composed, **{**_every_field, "bidding": _bidding}
)
"""Any rule set of contrée."""


@st.composite
def declarations(draw: st.DrawFn) -> tuple[Declaration, ...]:
    """Draw declarations where one side's best beats the other's, as its cards can show them."""
    best = draw(st.sampled_from(list(Side)))
    kinds = draw(st.lists(st.sampled_from(list(DeclarationKind)), max_size=2, unique=True))
    own = tuple(Declaration(side=best, kind=kind) for kind in kinds)
    other = Declaration(
        side=best.other,
        kind=draw(st.sampled_from(list(DeclarationKind))),
        high=draw(st.sampled_from((None, Rank.ACE, Rank.JACK))),
    )
    both = (*own, other)
    if card_is_impossible(other) or not can_be_held(both) or best_side(both) is None:
        return own
    return both


@st.composite
def contracts(draw: st.DrawFn, ruleset: RuleSet) -> Contract | None:
    """Draw a bid that the rule set knows, None where nobody bids."""
    if not ruleset.bids:
        return None
    points = st.sampled_from([bid for bid in ruleset.known_bids if bid not in SLAMS])
    slams = st.sampled_from([bid for bid in ruleset.known_bids if bid in SLAMS])
    return Contract(
        bid=draw(st.one_of(points, slams)), multiplier=draw(st.sampled_from(list(Multiplier)))
    )


@st.composite
def entries(draw: st.DrawFn, ruleset: RuleSet) -> HandEntry:
    """Draw a hand without errors under the rule set: one in six a penalty, one a capot."""
    passed = draw(st.integers(0, 3))
    kind = draw(st.integers(0, 5))
    if kind == 0:
        return HandEntry(penalty=draw(st.sampled_from(list(Side))), passed_deals=passed)
    taker = draw(st.sampled_from(list(Seat)))
    trump = draw(st.sampled_from([one for one in (None, *Trump) if is_played(one, ruleset)]))
    contract = draw(contracts(ruleset))
    no_belote = trump is Trump.NO_TRUMP
    belote = None if no_belote else draw(st.sampled_from((None, *Side)))
    several = ruleset.bids and ruleset.all_trump_belotes is AllTrumpBelotes.UP_TO_FOUR
    further: tuple[Side, ...] = ()
    if belote and several and trump is Trump.ALL_TRUMP:
        further = tuple(draw(st.lists(st.sampled_from(list(Side)), max_size=3)))
    shown = draw(declarations()) if ruleset.declarations else ()
    bare = HandEntry(taker=taker, trump=trump, contract=contract, passed_deals=passed)
    whole = whole_of(bare, ruleset)
    capot = draw(st.sampled_from(list(Side))) if kind == 1 else None
    points = draw(st.one_of(st.integers(0, whole), st.sampled_from(LIKELY_POINTS)))
    if capot:
        points = whole if capot is taker.side else 0
    elif has_errors(check(_played(bare, points), ruleset)):
        # The only numbers that no cards make lie beside 0 and the whole.
        points = 0 if points == 1 else whole
    alone = bool(
        contract and capot is taker.side and contract.bid >= CAPOT_BID and draw(st.booleans())
    )
    return _played(
        bare,
        points,
        belote=belote,
        further_belotes=further,
        capot=capot,
        taker_alone=alone,
        declarations=shown,
    )


def _played(bare: HandEntry, points: int, **others: Any) -> HandEntry:
    seen = {field.name: getattr(bare, field.name) for field in fields(HandEntry)}
    return HandEntry(**{**seen, "card_points": points, **others})


@st.composite
def games(
    draw: st.DrawFn,
    rules: st.SearchStrategy[RuleSet] = rulesets,
    min_hands: int = 1,
    max_hands: int = 8,
) -> tuple[RuleSet, list[HandEntry]]:
    """Draw a rule set and the hands of a game under it."""
    ruleset = draw(rules)
    return ruleset, draw(st.lists(entries(ruleset), min_size=min_hands, max_size=max_hands))


def mirrored(entry: HandEntry) -> HandEntry:
    """Return the same hand with both sides in each other's place."""

    def other(side: Side | None) -> Side | None:
        return side.other if side else None

    seen = {field.name: getattr(entry, field.name) for field in fields(HandEntry)}
    return HandEntry(
        **{
            **seen,
            "taker": entry.taker.next(clockwise=True) if entry.taker else None,
            "belote": other(entry.belote),
            "capot": other(entry.capot),
            "penalty": other(entry.penalty),
            "declarations": tuple(
                replace(shown, side=shown.side.other) for shown in entry.declarations
            ),
            "further_belotes": tuple(side.other for side in entry.further_belotes),
        }
    )
