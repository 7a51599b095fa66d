"""Rule sets: every difference between the clubs' sheets is a field of one frozen dataclass."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from functools import partial
from typing import Any, Final

from scorekeeper.engine.cards import WHOLE
from scorekeeper.engine.choices import (
    AfterPass,
    AllTrump,
    AllTrumpBelotes,
    BeloteMarked,
    Bidding,
    BothReach,
    Compared,
    DeclarationsOfLosers,
    DeclarationsTie,
    DefenceCapot,
    DoubledDefence,
    Doubles,
    HeldAtEnd,
    HeldPoints,
    JudgedOn,
    NoTrump,
    OnEquality,
    PenaltyMarks,
    Rounding,
    UnannouncedCapot,
)
from scorekeeper.engine.hand import CAPOT_BID, GENERALE_BID
from scorekeeper.engine.written_before import as_written_now


class RuleSetError(ValueError):
    """Raised with one code for every field whose value cannot be: {field: code}."""

    def __init__(self, errors: Mapping[str, str]) -> None:
        super().__init__(", ".join(f"{name}: {code}" for name, code in errors.items()))
        self.errors = dict(errors)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFormat:
    """When a game ends: at a target, or after a number of hands; `games` of them are added.

    Exactly one of `target` and `hands` is a number, the other None (rules.md, section 4).
    """

    target: int | None = None
    hands: int | None = None
    games: int = 1

    def __post_init__(self) -> None:
        """Refuse a format without an end, or with two."""
        errors = {
            name: "out_of_range"
            for name, highest in FORMAT_LIMITS.items()
            if (value := getattr(self, name)) is not None and not 1 <= value <= highest
        }
        if (self.target is None) == (self.hands is None):
            errors["target"] = "one_end_needed"
        if errors:
            raise RuleSetError(errors)


FORMAT_LIMITS: Final = {"target": 100_000, "hands": 100, "games": 20}


class _WorkedOut:
    """What follows from the fields of a rule set and every hand asks for: worked out once.

    Members are compared here, not at each hand: to name one takes Python 3.11 longer than to add.
    """

    __slots__ = (
        *("_exact", "_hash", "belote_counts", "bids", "cases", "counts_cards", "judged_on_marks"),
        *("kept", "known_bids", "marks_bid", "rounded", "rounds", "whole"),
    )

    _exact: "RuleSet"
    _hash: int
    belote_counts: bool
    """Whether belote counts towards a contract without a bid."""
    bids: bool
    """Whether the taker names a number of points (contrée, coinche)."""
    counts_cards: bool
    """Whether card points are marked: not where the bid alone is."""
    judged_on_marks: bool
    """Whether the contract is judged on what is marked, rounded."""
    cases: dict[Any, Any]
    """What the engine worked out of hands under these rules that differ by card points alone."""
    kept: list[Any]
    """All scores that the engine keeps in these cases: they are not to be too many."""
    known_bids: tuple[int, ...]
    """The bids that the table knows, none where nobody bids: points, capot, générale."""
    marks_bid: bool
    """Whether the bid is marked, where there is one."""
    rounded: Callable[[int], int]
    """The card points of one side, rounded for themselves."""
    rounds: bool
    """Whether a hand's card points are rounded before they are marked."""
    whole: int
    """What the two sides mark together in an ordinary hand: 162, or 160 if rounded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet(_WorkedOut):
    """How one club scores. Points are whole numbers; see rules.md for each field's source.

    Of a bidding game (section 8): `base` is what the winner of a failed or doubled hand marks
    beside the bid; bids go from `least_bid` by tens to `highest_bid`. `capot_bid_points` is the
    part of an announced capot that is the bid, `capot_bid_made` and `capot_bid_failed` are all that
    is marked for it (None: as for any other bid), which a double multiplies as a whole where it is
    `capot_bid_flat`. `capot_doubled_bonus` comes on top of an unannounced capot of a doubled hand.
    """

    compared: Compared = Compared.CARDS
    on_equality: OnEquality = OnEquality.FAILED
    capot_points: int = 250
    belote_points: int = 20
    belote_marked: BeloteMarked = BeloteMarked.HOLDER
    rounding: Rounding = Rounding.NONE
    judged_on: JudgedOn = JudgedOn.EXACT
    last_hand_exact: bool = False
    held: HeldPoints = HeldPoints.CARDS
    held_at_end: HeldAtEnd = HeldAtEnd.RETURNED
    both_reach: BothReach = BothReach.HIGHER_TOTAL
    penalty_marks: PenaltyMarks = PenaltyMarks.WHOLE
    clockwise: bool = True
    after_pass: AfterPass = AfterPass.SAME_DEALER
    bidding: Bidding = Bidding.NONE
    base: int = 160
    least_bid: int = 80
    highest_bid: int = 160
    generale: bool = False
    bid_must_beat_defenders: bool = True
    doubles: Doubles = Doubles.BID
    doubled_factor: int = 2
    redoubled_factor: int = 4
    doubled_defence: DoubledDefence = DoubledDefence.NOTHING
    unannounced_capot: UnannouncedCapot = UnannouncedCapot.CAPOT_POINTS
    capot_doubled_bonus: int = 0
    defence_capot: DefenceCapot = DefenceCapot.CAPOT_POINTS
    capot_bid_points: int = 250
    capot_bid_made: int | None = None
    capot_bid_failed: int | None = None
    capot_bid_flat: bool = False
    no_trump: NoTrump = NoTrump.ACE_19
    all_trump: AllTrump = AllTrump.ON_162
    all_trump_belotes: AllTrumpBelotes = AllTrumpBelotes.ONE
    declarations: bool = False
    declarations_count: bool = False
    declarations_of_losers: DeclarationsOfLosers = DeclarationsOfLosers.KEPT
    declarations_tie: DeclarationsTie = DeclarationsTie.NOBODY
    format: GameFormat = GameFormat(target=1000)

    def __post_init__(self) -> None:
        """Refuse numbers that no table plays, and fields that contradict each other."""
        errors = {
            name: "out_of_range"
            for name, (lowest, highest) in NUMBER_LIMITS.items()
            if (value := getattr(self, name)) is not None and not lowest <= value <= highest
        }
        object.__setattr__(self, "bids", self.bidding is not Bidding.NONE)
        errors.update((name, code) for name, code in self._contradictions() if name not in errors)
        if errors:
            raise RuleSetError(errors)
        keep = partial(object.__setattr__, self)
        keep("rounded", ROUNDINGS[self.rounding])
        keep("belote_counts", self.compared is Compared.CARDS_AND_BELOTE)
        keep("judged_on_marks", self.judged_on is JudgedOn.ROUNDED)
        keep("cases", {})
        keep("kept", [])
        keep("known_bids", self._find_bids() if self.bids else ())
        keep("marks_bid", self.bidding is not Bidding.POINTS)
        keep("counts_cards", self.bidding is not Bidding.BID_ONLY)
        keep("rounds", self.rounding not in (Rounding.NONE, Rounding.TOTAL_ONLY))
        keep("whole", self.rounded(WHOLE))

    def __hash__(self) -> int:
        """Return a hash of all fields, which is worked out once."""
        try:
            return self._hash
        except AttributeError:
            found = hash(tuple(getattr(self, field.name) for field in fields(self)))
            object.__setattr__(self, "_hash", found)
            return found

    def __reduce__(self) -> tuple[Callable[[Mapping[str, Any]], "RuleSet"], tuple[dict[str, Any]]]:
        """Tell how a copy is made: from the values, so that it works out the rest by itself."""
        return RuleSet.from_values, (self.as_values(),)

    def _contradictions(self) -> Iterator[tuple[str, str]]:
        """Yield the fields of a bidding game that another one leaves without a meaning."""
        if not self.bids:
            return
        if self.least_bid > self.highest_bid:
            yield "highest_bid", "below_least_bid"
        if self.bidding is Bidding.POINTS and self.doubles is Doubles.BID:
            yield "doubles", "bid_not_marked"
        if self.base == 0 and self.bidding is not Bidding.BID_ONLY:
            yield "base", "failed_marks_nothing"
        elif self.base == 0 and self.doubles is Doubles.BASE:
            yield "doubles", "base_is_nothing"
        marked = {"capot_bid_made": self.capot_bid_made, "capot_bid_failed": self.capot_bid_failed}
        if self.capot_bid_flat and not any(marked.values()):
            yield "capot_bid_flat", "flat_without_points"
        if not self.capot_bid_flat:
            for name, points in marked.items():
                if points is not None and points < self.capot_bid_points:
                    yield name, "below_its_bid"

    def _find_bids(self) -> tuple[int, ...]:
        tens = range(BID_STEP * (self.least_bid // BID_STEP + 1), self.highest_bid + 1, BID_STEP)
        slams = (CAPOT_BID, GENERALE_BID) if self.generale else (CAPOT_BID,)
        return (self.least_bid, *tens, *slams)

    @property
    def holds_belote(self) -> bool:
        """Return whether a litige holds the takers' belote too."""
        is_marked = self.belote_marked is not BeloteMarked.NOBODY
        return self.held is HeldPoints.CARDS_AND_BELOTE and is_marked

    @property
    def may_mark_exactly(self) -> bool:
        """Return whether the hand that ends a game may be marked without rounding."""
        # Judged on marked points, an exact last hand would be judged by other rules than the rest.
        exact = self.judged_on is JudgedOn.EXACT
        return self.bids and self.last_hand_exact and self.rounds and exact

    @property
    def exact(self) -> "RuleSet":
        """Return the rule set without any rounding."""
        try:
            return self._exact
        except AttributeError:
            object.__setattr__(self, "_exact", replace(self, rounding=Rounding.NONE))
            return self._exact

    def shown(self, total: int) -> int:
        """Return a running total as the table shows it."""
        return (total + 5) // 10 * 10 if self.rounding is Rounding.TOTAL_ONLY else total

    def marked(self, card_points: int, whole: int = WHOLE) -> tuple[int, int]:
        """Return what takers with that many card points of `whole` mark for them, and the defence.

        Source: rules.md, sections 3 and 8.
        """
        if not self.rounds:
            return card_points, whole - card_points
        rounded = self.rounded
        if self.rounding is _TO_160:
            takers = rounded(card_points)
            return takers, rounded(whole) - takers
        defenders = rounded(whole - card_points)
        if self.rounding is _COMPLEMENT:
            return rounded(whole) - defenders, defenders
        return rounded(card_points), defenders

    def as_values(self) -> dict[str, Any]:
        """Return the rule set as plain values for storing; `from_values` reads them back."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        values |= {"format": asdict(self.format)}
        return {k: v.value if isinstance(v, StrEnum) else v for k, v in values.items()}

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> "RuleSet":
        """Build a rule set from stored values; a missing field has its default.

        Fields of older versions are read as what they meant (`written_before`).
        Raises RuleSetError with a code for each field that is unknown or cannot be.
        """
        # As text: to Python `True` equals 1, and only one of them may stand in a field.
        text = repr(values)
        found = _READ.get(text)
        if found is None:
            if len(_READ) >= _MOST_READ:
                _READ.clear()
            found = _READ[text] = cls._read(values)
        return found

    @classmethod
    def _read(cls, values: Mapping[str, Any]) -> "RuleSet":
        known: dict[str, Any] = {}
        errors: dict[str, str] = {}
        # What this version wrote has every field.
        today = values if values.keys() == _DEFAULTS.keys() else as_written_now(values)
        for name, value in today.items():
            try:
                known[name] = _read_field(name, value)
            except RuleSetError as error:
                errors.update(error.errors)
            except (TypeError, ValueError, KeyError):
                errors[name] = "unknown_value" if name in _DEFAULTS else "unknown_field"
        try:
            rules = cls(**known)
        except RuleSetError as error:
            errors = {**error.errors, **errors}
        if errors:
            raise RuleSetError(errors)
        return rules


_TO_160: Final = Rounding.TO_160
_COMPLEMENT: Final = Rounding.COMPLEMENT
BID_STEP: Final = 10

NUMBER_LIMITS: Final = {
    "capot_points": (WHOLE, 1000),
    "belote_points": (0, 100),
    "base": (0, 500),
    "least_bid": (70, 110),
    "highest_bid": (110, 240),
    "doubled_factor": (2, 10),
    "redoubled_factor": (3, 20),
    "capot_doubled_bonus": (0, 1000),
    "capot_bid_points": (100, 1000),
    "capot_bid_made": (100, 2000),
    "capot_bid_failed": (100, 2000),
}

OPTIONAL_NUMBERS: Final = frozenset({"capot_bid_made", "capot_bid_failed"})

_READ: Final[dict[str, RuleSet]] = {}
"""Rule sets by the values they were read from: the many games of a club are played by few."""
_MOST_READ: Final = 16
_DEFAULTS: Final = {field.name: field.default for field in fields(RuleSet)}


def _read_field(name: str, value: Any) -> Any:
    """Return a stored value as the type of its field; raises where it cannot be."""
    kind: type[Any] = type(_DEFAULTS[name])
    if kind is GameFormat:
        # A bool is an int to Python: `True` hands would pass unseen.
        if not all(
            type(number) is int or (number is None and part != "games")
            for part, number in dict(value).items()
        ):
            raise TypeError(name)
        return GameFormat(**value)
    if name in OPTIONAL_NUMBERS:
        kind = type(value) if value is None else int
    if issubclass(kind, StrEnum):
        return kind(value)
    if type(value) is not kind:
        raise TypeError(name)
    return value


ROUNDINGS: Final[Mapping[Rounding, Callable[[int], int]]] = {
    Rounding.NONE: int,
    Rounding.TOTAL_ONLY: int,
    # A last digit up to 6 goes down: 6 stands on both sides (86–76), and the sheet's total of 160
    # is only kept when the takers go down and the defenders up.
    Rounding.TO_160: lambda points: (points + 3) // 10 * 10,
    Rounding.TENS_5_UP: lambda points: (points + 5) // 10 * 10,
    Rounding.TENS_6_UP: lambda points: (points + 4) // 10 * 10,
    Rounding.FIVES: lambda points: (max(points - 1, 0) + 2) // 5 * 5,
    Rounding.COMPLEMENT: lambda points: (points + 5) // 10 * 10,
}
"""What a side with so many card points marks. Source: rules.md, sections 3 and 8."""
