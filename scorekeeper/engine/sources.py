"""Where each value of a preset comes from, and how its table plays (rules.md, sections 2–5 and 9).

What no sheet says is a decision, and shown as one.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Source(StrEnum):
    """Who says so: one of the five sheets, practice in clubs, this program, or the club."""

    SHEET_000 = "sheet_000"
    SHEET_001 = "sheet_001"
    SHEET_002 = "sheet_002"
    SHEET_003 = "sheet_003"
    SHEET_004 = "sheet_004"
    PRACTICE = "practice"
    DECISION = "decision"
    CLUB = "club"


_CLASSIC = (Source.SHEET_000, Source.SHEET_003)
_S1, _S2, _S4 = (Source.SHEET_001,), (Source.SHEET_002,), (Source.SHEET_004,)
_PRACTICE = (Source.PRACTICE,)
_DECISION = (Source.DECISION,)

_SALON: Final[Mapping[str, tuple[Source, ...]]] = {
    "compared": _S1,
    "on_equality": _S1,
    "capot_points": _S1,
    "belote_points": _S1,
    "counts_in_tens": _S1,
    "judged_on": _PRACTICE,
    "held": _S1,
    "held_at_end": _PRACTICE,
    "both_reach": _PRACTICE,
    "clockwise": _S1,
    "after_pass": _S1,
    "format": _S1,
}

RULE_SOURCES: Final[Mapping[str, Mapping[str, tuple[Source, ...]]]] = {
    "classic": {
        "compared": _DECISION,
        "on_equality": _CLASSIC,
        "capot_points": _CLASSIC,
        "belote_points": _CLASSIC,
        "counts_in_tens": _CLASSIC,
        "judged_on": _PRACTICE,
        "both_reach": _CLASSIC,
        "clockwise": (Source.SHEET_000,),
        "after_pass": _DECISION,
        "format": _CLASSIC,
    },
    "salon": _SALON,
    "five_hundred_one": {
        "compared": _S2,
        "on_equality": _S2,
        "capot_points": _S2,
        "belote_points": _S2,
        "counts_in_tens": _S2,
        "judged_on": _PRACTICE,
        "both_reach": _PRACTICE,
        "clockwise": _S2,
        "after_pass": _DECISION,
        "format": _S2,
    },
    "twelve_hands": {
        "compared": _DECISION,
        "on_equality": _S4,
        "capot_points": _S4,
        "belote_points": _S4,
        "counts_in_tens": _S4,
        "judged_on": _PRACTICE,
        "clockwise": _S4,
        "after_pass": _DECISION,
        "format": _S4,
    },
    "contest": dict.fromkeys(_SALON, _PRACTICE)
    | {"held_at_end": _PRACTICE, "after_pass": _PRACTICE, "clockwise": _DECISION},
}


def rule_sources(preset: str, field: str) -> tuple[Source, ...]:
    """Return who gives the preset that value."""
    return RULE_SOURCES[preset].get(field, _DECISION)


NOT_SAID: Final = ""
"""How the table plays where the sheet is silent; a club fills in its own."""

Practice = Mapping[str, tuple[str, tuple[Source, ...]]]

_PRACTICE_003 = (Source.SHEET_003,)

_PRACTICE_001: Final[Practice] = {
    "dealing": ("two_three_or_three_two", _S1),
    "first_player": ("left_of_dealer", _S1),
    "bidding_rounds": ("two_not_turned_up", _S1),
    "nobody_takes": ("next_dealer", _S1),
    "rest_of_pack": ("three_each", _S1),
    "cannot_follow": ("must_trump_partner_free", _S1),
    "overtrump": ("must_go_higher", _S1),
    "belote_said": ("king_first", _S1),
    "next_dealer": ("left_of_dealer", _S1),
}

PRESET_PRACTICE: Final[Mapping[str, Practice]] = {
    "classic": {
        "before_deal": ("shuffled_cut_left", _PRACTICE_003),
        "dealing": ("three_two", _PRACTICE_003),
        "first_player": ("right_of_dealer", _PRACTICE_003),
        "bidding_rounds": ("two_any_other", (Source.SHEET_000,)),
        "nobody_takes": ("cut_dealt_again", _CLASSIC),
        "rest_of_pack": ("two_to_taker", _CLASSIC),
        "cannot_follow": ("must_trump_partner_free", _PRACTICE_003),
        "overtrump": ("must_go_higher", _CLASSIC),
        "belote_said": ("either_first", (Source.SHEET_000,)),
    },
    "salon": _PRACTICE_001,
    "five_hundred_one": {
        "before_deal": ("dealer_by_lot", _S2),
        "dealing": ("five_one_up", _S2),
        "first_player": ("left_of_dealer", _S2),
        "bidding_rounds": ("one_round", _S2),
        "nobody_takes": ("new_deal", _S2),
        "cannot_follow": ("must_trump_partner_free", _S2),
        "overtrump": ("must_go_higher", _S2),
        "belote_said": ("announced", _S2),
        "next_dealer": ("left_of_dealer", _S2),
    },
    "twelve_hands": {
        "before_deal": ("not_shuffled_cut_right", _S4),
        "dealing": ("three_two", _S4),
        "first_player": ("left_of_dealer", _S4),
        "bidding_rounds": ("two_une_deux", _S4),
        "nobody_takes": ("cut_dealt_again", _S4),
        "rest_of_pack": ("two_to_taker", _S4),
        "cannot_follow": ("must_trump_if_losing", _S4),
        "overtrump": ("must_go_higher", _S4),
    },
    # Contest rules speak of scoring; where they say how to play they follow sheet 001, but hold
    # the belote whichever of the two cards falls first.
    "contest": {
        **{name: (code, _DECISION) for name, (code, _) in _PRACTICE_001.items()},
        "belote_said": ("either_first", _DECISION),
    },
}
