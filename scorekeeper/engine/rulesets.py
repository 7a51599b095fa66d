"""Rule sets: every difference between the clubs' sheets is a field of one frozen dataclass."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
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
from scorekeeper.engine.former_fields import to_current_fields
from scorekeeper.engine.hand import CAPOT_BID, GENERALE_BID


class RuleSetError(ValueError):
    """Raised with a code for every field with an impossible value: {field: code}."""

    def __init__(self, errors: Mapping[str, str]) -> None:
        super().__init__(", ".join(f"{name}: {code}" for name, code in errors.items()))
        self.errors = dict(errors)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFormat:
    """When a game ends: at a target or after a number of hands; `games` such games are added up.

    Exactly one of `target` and `hands` is a number, the other is None (rules.md, section 4).
    """

    target: int | None = None
    hands: int | None = None
    games: int = 1

    def __post_init__(self) -> None:
        """Refuse a format with no end, or with two."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """How one club scores. Points are whole numbers; see rules.md for each field's source.

    In a bidding game (section 8), `base` is what the winner of a failed or doubled hand marks
    beside the bid; bids go from `least_bid` by tens to `highest_bid`. `capot_bid_points` is the
    part of an announced capot that is the bid. `capot_bid_made` and `capot_bid_failed` are the
    whole score for it (None: as for any other bid); a double multiplies all of it if
    `capot_bid_flat`. `capot_doubled_bonus` is added for an unannounced capot in a doubled hand.
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
        errors.update((name, code) for name, code in self._contradictions() if name not in errors)
        if errors:
            raise RuleSetError(errors)

    def _contradictions(self) -> Iterator[tuple[str, str]]:
        """Yield the fields of a bidding game that contradict another field."""
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

    @property
    def bids(self) -> bool:
        """Return whether takers bid a number of points (contrée, coinche)."""
        return self.bidding is not Bidding.NONE

    @property
    def known_bids(self) -> tuple[int, ...]:
        """Return the possible bids: points, capot, générale; none without bidding."""
        if not self.bids:
            return ()
        tens = range(BID_STEP * (self.least_bid // BID_STEP + 1), self.highest_bid + 1, BID_STEP)
        slams = (CAPOT_BID, GENERALE_BID) if self.generale else (CAPOT_BID,)
        return (self.least_bid, *tens, *slams)

    @property
    def marks_bid(self) -> bool:
        """Return whether the bid is marked, where there is one."""
        return self.bidding is not Bidding.POINTS

    @property
    def counts_cards(self) -> bool:
        """Return whether card points are marked; they are not if only the bid is."""
        return self.bidding is not Bidding.BID_ONLY

    @property
    def belote_counts(self) -> bool:
        """Return whether belote counts towards a contract without a bid."""
        return self.compared is Compared.CARDS_AND_BELOTE

    @property
    def judged_on_marks(self) -> bool:
        """Return whether the contract is judged on what is marked, rounded."""
        return self.judged_on is JudgedOn.ROUNDED

    @property
    def rounds(self) -> bool:
        """Return whether a hand's card points are rounded before they are marked."""
        return self.rounding not in (Rounding.NONE, Rounding.TOTAL_ONLY)

    @property
    def whole(self) -> int:
        """Return the sum of what both sides mark in an ordinary hand: 162, or 160 if rounded."""
        return self.rounded(WHOLE)

    @property
    def holds_belote(self) -> bool:
        """Return whether a litige holds the takers' belote too."""
        is_marked = self.belote_marked is not BeloteMarked.NOBODY
        return self.held is HeldPoints.CARDS_AND_BELOTE and is_marked

    @property
    def may_mark_exactly(self) -> bool:
        """Return whether the hand that ends a game can be marked without rounding."""
        # If contracts are judged on marked points, an exact last hand would be judged differently.
        exact = self.judged_on is JudgedOn.EXACT
        return self.bids and self.last_hand_exact and self.rounds and exact

    @property
    def exact(self) -> "RuleSet":
        """Return the rule set without any rounding."""
        return replace(self, rounding=Rounding.NONE)

    def shown(self, total: int) -> int:
        """Return a running total as the table shows it."""
        return (total + 5) // 10 * 10 if self.rounding is Rounding.TOTAL_ONLY else total

    def marked(self, card_points: int, whole: int = WHOLE) -> tuple[int, int]:
        """Return what takers and defence mark if the takers have that many card points of `whole`.

        Source: rules.md, sections 3 and 8.
        """
        takers, defenders = self.rounded(card_points), self.rounded(whole - card_points)
        if self.rounding is Rounding.TO_160:
            return takers, self.rounded(whole) - takers
        if self.rounding is Rounding.COMPLEMENT:
            return self.rounded(whole) - defenders, defenders
        return takers, defenders

    def rounded(self, card_points: int) -> int:
        """Return the card points of one side, rounded on their own."""
        return ROUNDINGS[self.rounding](card_points)

    def as_values(self) -> dict[str, Any]:
        """Return the rule set as plain values for storing; `from_values` reads them back."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        values |= {"format": asdict(self.format)}
        return {k: v.value if isinstance(v, StrEnum) else v for k, v in values.items()}

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> "RuleSet":
        """Build a rule set from stored values; a missing field gets its default.

        Fields written by older versions are converted (`former_fields`). Raises RuleSetError with
        a code for each field that is unknown or impossible.
        """
        known: dict[str, Any] = {}
        errors: dict[str, str] = {}
        # Values written by this version have every field.
        today = values if values.keys() == _DEFAULTS.keys() else to_current_fields(values)
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

_DEFAULTS: Final = {field.name: field.default for field in fields(RuleSet)}


def _read_field(name: str, value: Any) -> Any:
    """Return a stored value as the type of its field; raises if it is impossible."""
    kind: type[Any] = type(_DEFAULTS[name])
    if kind is GameFormat:
        # bool is a subclass of int: without this check `True` would pass as a number of hands.
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
    # A last digit up to 6 rounds down: a 6 appears on both sides (86–76), and the sheet's total of
    # 160 only holds if the takers go down and the defenders up.
    Rounding.TO_160: lambda points: (points + 3) // 10 * 10,
    Rounding.TENS_5_UP: lambda points: (points + 5) // 10 * 10,
    Rounding.TENS_6_UP: lambda points: (points + 4) // 10 * 10,
    Rounding.FIVES: lambda points: (max(points - 1, 0) + 2) // 5 * 5,
    Rounding.COMPLEMENT: lambda points: (points + 5) // 10 * 10,
}
"""What a side with so many card points marks. Source: rules.md, sections 3 and 8."""
