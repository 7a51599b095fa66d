"""The choices of those fields of a rule set that are not numbers: see rules.md for the sources."""

from enum import StrEnum


class Compared(StrEnum):
    """Which points of the two sides are compared to decide whether the contract was made."""

    CARDS = "cards"
    CARDS_AND_BELOTE = "cards_and_belote"


class OnEquality(StrEnum):
    """What happens when both sides of the comparison are equal."""

    FAILED = "failed"
    LITIGE = "litige"
    SHARED = "shared"
    MADE = "made"


class JudgedOn(StrEnum):
    """Whether the contract is judged on the exact or on the marked (rounded) points."""

    EXACT = "exact"
    ROUNDED = "rounded"


class HeldPoints(StrEnum):
    """Which of the takers' points a litige holds.

    HALF_OF_CARDS: the takers mark the other half at once; of an odd number the larger half is held.
    """

    CARDS = "cards"
    CARDS_AND_BELOTE = "cards_and_belote"
    HALF_OF_CARDS = "half_of_cards"


class HeldAtEnd(StrEnum):
    """Who gets the points still held when the game ends."""

    RETURNED = "returned"
    LOST = "lost"


class BothReach(StrEnum):
    """Who wins if one hand brings both sides to the target.

    If totals are equal, HIGHER_TOTAL plays one more hand; with HIGHER_THEN_TAKERS the takers win.
    """

    TAKERS = "takers"
    HIGHER_TOTAL = "higher_total"
    HIGHER_THEN_TAKERS = "higher_then_takers"
    ANOTHER_HAND = "another_hand"


class AfterPass(StrEnum):
    """Who deals after a deal that nobody took."""

    SAME_DEALER = "same_dealer"
    NEXT_DEALER = "next_dealer"


class Rounding(StrEnum):
    """How card points are rounded before they are marked; base, bid, capot and belote never are.

    TO_160: the takers to tens, a last digit of 6 down, the defence the rest of 160 (sheet 004).
    TENS_5_UP, TENS_6_UP: each side to tens. FIVES: one less, then the nearest five. COMPLEMENT: the
    defence to tens, the takers the rest of 160. TOTAL_ONLY: not rounded, only the running total is
    shown in tens.
    """

    NONE = "none"
    TO_160 = "to_160"
    TENS_5_UP = "tens_5_up"
    TENS_6_UP = "tens_6_up"
    FIVES = "fives"
    COMPLEMENT = "complement"
    TOTAL_ONLY = "total_only"


class PenaltyMarks(StrEnum):
    """What the side not at fault marks for a penalty hand."""

    WHOLE = "whole"
    POINTS_160 = "points_160"
    POINTS_162 = "points_162"
    BASE_AND_BID = "base_and_bid"


class Bidding(StrEnum):
    """Whether the taker simply takes or bids and, for a bid, what is marked of points and bid."""

    NONE = "none"
    POINTS_AND_BID = "points_and_bid"
    POINTS = "points"
    BID_ONLY = "bid_only"


class Doubles(StrEnum):
    """What a double multiplies: the bid, the base, both, or the hand as it was made."""

    BID = "bid"
    BASE = "base"
    BOTH = "both"
    HAND = "hand"


class DoubledDefence(StrEnum):
    """What the defence marks if a doubled bid was made."""

    NOTHING = "nothing"
    CARD_POINTS = "card_points"


class UnannouncedCapot(StrEnum):
    """What takers who bid points mark for a capot, in place of their card points."""

    CAPOT_POINTS = "capot_points"
    NOTHING_MORE = "nothing_more"


class DefenceCapot(StrEnum):
    """What the defence marks for a capot in place of the base, if the bid was not doubled."""

    CAPOT_POINTS = "capot_points"
    BASE = "base"


class BeloteMarked(StrEnum):
    """Who marks belote; NOBODY: it only counts towards the contract."""

    HOLDER = "holder"
    TAKEN_FROM_FAILED = "taken_from_failed"
    NOBODY = "nobody"


class AllTrumpBelotes(StrEnum):
    """How many belotes a hand at all trump has."""

    ONE = "one"
    UP_TO_FOUR = "up_to_four"


class DeclarationsOfLosers(StrEnum):
    """Who marks the declarations of takers who failed, or of a side without a trick."""

    TO_WINNER = "to_winner"
    KEPT = "kept"
    LOST = "lost"


class DeclarationsTie(StrEnum):
    """Who marks declarations that are equal down to the last card."""

    NOBODY = "nobody"
    FIRST_SPEAKER = "first_speaker"


class NoTrump(StrEnum):
    """How a hand without trumps counts, if it is played."""

    ACE_19 = "ace_19"
    ACE_11 = "ace_11"
    NOT_PLAYED = "not_played"


class AllTrump(StrEnum):
    """How all-trump points are written: scaled to 162, as 258 and scaled, or as 258 and marked."""

    ON_162 = "on_162"
    SCALED_FROM_258 = "scaled_from_258"
    AS_258 = "as_258"
    NOT_PLAYED = "not_played"
