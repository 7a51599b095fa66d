"""Rule sets: every difference between the clubs' sheets is a field of one frozen dataclass."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, Final

from scorekeeper.engine.cards import WHOLE


class Compared(StrEnum):
    """What of the two sides is compared to see whether the contract was made."""

    CARDS = "cards"
    CARDS_AND_BELOTE = "cards_and_belote"


class OnEquality(StrEnum):
    """What happens when both sides of the comparison are equal."""

    FAILED = "failed"
    LITIGE = "litige"
    SHARED = "shared"


class JudgedOn(StrEnum):
    """Whether the contract is judged on the exact or on the marked (rounded) points."""

    EXACT = "exact"
    ROUNDED = "rounded"


class HeldPoints(StrEnum):
    """What a litige holds of the takers' points."""

    CARDS = "cards"
    CARDS_AND_BELOTE = "cards_and_belote"


class HeldAtEnd(StrEnum):
    """Who gets the points still held when the game ends."""

    RETURNED = "returned"
    LOST = "lost"


class BothReach(StrEnum):
    """Who wins when one hand brings both sides to the target."""

    TAKERS = "takers"
    HIGHER_TOTAL = "higher_total"


class AfterPass(StrEnum):
    """Who deals after a deal that nobody took."""

    SAME_DEALER = "same_dealer"
    NEXT_DEALER = "next_dealer"


class Bidding(StrEnum):
    """Whether the taker simply takes, or bids: then what a kept and a lost bid mark."""

    NONE = "none"
    POINTS_AND_BID = "points_and_bid"
    POINTS = "points"
    BID_ONLY = "bid_only"
    CANNES_2016 = "cannes_2016"


class FailedCapotBid(StrEnum):
    """What a side gives that bid capot and failed: the hand and the bid, or 500 flat."""

    ADDED = "added"
    FLAT_500 = "flat_500"


class AllTrump(StrEnum):
    """How all-trump points are written: already on 162, or as 258 and scaled by the engine."""

    ON_162 = "on_162"
    SCALED_FROM_258 = "scaled_from_258"


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


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """How one club scores. Points are whole numbers; see rules.md for each field's source."""

    compared: Compared = Compared.CARDS
    on_equality: OnEquality = OnEquality.FAILED
    capot_points: int = 250
    belote_points: int = 20
    counts_in_tens: bool = False
    judged_on: JudgedOn = JudgedOn.EXACT
    held: HeldPoints = HeldPoints.CARDS
    held_at_end: HeldAtEnd = HeldAtEnd.RETURNED
    both_reach: BothReach = BothReach.HIGHER_TOTAL
    clockwise: bool = True
    after_pass: AfterPass = AfterPass.SAME_DEALER
    bidding: Bidding = Bidding.NONE
    redoubled_factor: int = 4
    bid_must_beat_defenders: bool = True
    generale: bool = False
    failed_capot_bid: FailedCapotBid = FailedCapotBid.ADDED
    all_trump: AllTrump = AllTrump.ON_162
    declarations: bool = False
    format: GameFormat = GameFormat(target=1000)

    def __post_init__(self) -> None:
        """Refuse numbers that no table plays."""
        errors = {
            name: "out_of_range"
            for name, (lowest, highest) in NUMBER_LIMITS.items()
            if not lowest <= getattr(self, name) <= highest
        }
        if errors:
            raise RuleSetError(errors)

    @property
    def whole(self) -> int:
        """Return what the two sides mark together in an ordinary hand: 162, or 160 in tens."""
        return in_tens(WHOLE) if self.counts_in_tens else WHOLE

    @property
    def bids(self) -> bool:
        """Return whether the taker names a number of points (contrée, coinche)."""
        return self.bidding is not Bidding.NONE

    def marked(self, card_points: int) -> int:
        """Return what the takers mark for their card points: as they are, or in tens."""
        return in_tens(card_points) if self.counts_in_tens else card_points

    def as_values(self) -> dict[str, Any]:
        """Return the rule set as plain values for storing; `from_values` reads them back."""
        values: dict[str, Any] = {
            field.name: getattr(self, field.name)
            for field in fields(self)
            if field.name != "format"
        }
        values = {k: v.value if isinstance(v, StrEnum) else v for k, v in values.items()}
        values["format"] = {
            "target": self.format.target,
            "hands": self.format.hands,
            "games": self.format.games,
        }
        return values

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> "RuleSet":
        """Build a rule set from stored values; a missing field has its default.

        Raises RuleSetError with a code for each field that is unknown or cannot be.
        """
        known: dict[str, Any] = {}
        errors: dict[str, str] = {}
        for name, value in values.items():
            try:
                known[name] = _read_field(name, value)
            except RuleSetError as error:
                errors.update(error.errors)
            except (TypeError, ValueError, KeyError):
                errors[name] = "unknown_value" if name in _DEFAULTS else "unknown_field"
        try:
            rules = cls(**known)
        except RuleSetError as error:
            errors.update(error.errors)
        if errors:
            raise RuleSetError(errors)
        return rules


NUMBER_LIMITS: Final = {
    "capot_points": (WHOLE, 1000),
    "belote_points": (0, 100),
    "redoubled_factor": (3, 4),
}

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
    if issubclass(kind, StrEnum):
        return kind(value)
    if type(value) is not kind:
        raise TypeError(name)
    return value


def in_tens(card_points: int) -> int:
    """Return card points (0–162) to the nearest ten as the takers mark them.

    A last digit up to 6 goes down: 6 stands on both sides (86–76), and the sheet's total of 160
    is only kept when the takers go down and the defenders up. Source: sheet 004.
    """
    return (card_points + 3) // 10 * 10


_SHEET_001: Final = RuleSet(
    compared=Compared.CARDS_AND_BELOTE,
    on_equality=OnEquality.LITIGE,
    capot_points=252,
    after_pass=AfterPass.NEXT_DEALER,
)

PRESETS: Final[Mapping[str, RuleSet]] = {
    "classic": RuleSet(both_reach=BothReach.TAKERS),
    "salon": _SHEET_001,
    "five_hundred_one": replace(
        _SHEET_001, on_equality=OnEquality.FAILED, format=GameFormat(target=501)
    ),
    "twelve_hands": RuleSet(
        on_equality=OnEquality.SHARED,
        belote_points=0,
        counts_in_tens=True,
        format=GameFormat(hands=12, games=3),
    ),
    "contest": replace(_SHEET_001, format=GameFormat(hands=12)),
}
"""The rule sets every club starts from, by key (rules.md, section 5)."""


class UnknownRuleSetError(LookupError):
    """Raised when no preset has that key."""


def find_ruleset(key: str) -> RuleSet:
    """Return the preset of that key; raises UnknownRuleSetError."""
    try:
        return PRESETS[key]
    except KeyError:
        raise UnknownRuleSetError(key) from None
