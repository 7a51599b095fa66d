"""The source of each value of a preset, and how its table plays (rules.md, sections 2–5, 8, 9).

Values that no sheet gives are decisions, and shown as such.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Source(StrEnum):
    """Where a value comes from: a sheet, written rules, practice, this program, the club."""

    SHEET_000 = "sheet_000"
    SHEET_001 = "sheet_001"
    SHEET_002 = "sheet_002"
    SHEET_003 = "sheet_003"
    SHEET_004 = "sheet_004"
    FFB_CONTREE = "ffb_contree"
    FFB_COINCHE = "ffb_coinche"
    FFB_2016 = "ffb_2016"
    CANNES_2016 = "cannes_2016"
    TOURNOI_INTERNATIONAL = "tournoi_international"
    ASCEE_2A = "ascee_2a"
    CASIMIR = "casimir"
    PAGAT = "pagat"
    WIKIPEDIA = "wikipedia"
    PRACTICE = "practice"
    DECISION = "decision"
    CLUB = "club"


_CLASSIC = (Source.SHEET_000, Source.SHEET_003)
_S1, _S2, _S4 = (Source.SHEET_001,), (Source.SHEET_002,), (Source.SHEET_004,)
_PRACTICE = (Source.PRACTICE,)
_DECISION = (Source.DECISION,)
_FFB_2016 = (Source.FFB_2016,)
_END: Final = ("format", "both_reach")

Sources = tuple[Source, ...]
"""The sources of a value; empty if the sheet does not mention what it needs no value for."""

_DECLARED: Final = ("declarations_count", "declarations_of_losers", "declarations_tie")
_SAID: Final = (
    *("bidding", "base", "doubles", "doubled_factor", "redoubled_factor", "capot_bid_points"),
    *("capot_bid_made", "capot_bid_failed", "capot_bid_flat", "unannounced_capot"),
    *("capot_points", "belote_points", "belote_marked", "declarations", "rounding"),
    "last_hand_exact",
)
"""The fields that every column of the presets' table in section 8 takes from its source."""


def _said_by(*sources: Source, also: tuple[str, ...] = (), **others: Sources) -> dict[str, Sources]:
    """Return the sources of a bidding preset: its column's, and others for single fields."""
    # Every written rule judges on exact points.
    return {**dict.fromkeys((*_SAID, *also), sources), "judged_on": _PRACTICE, **others}


def _on_sheet(sheet: Sources, **others: Sources) -> dict[str, Sources]:
    """Return the sources of a preset without bidding: its sheet, and others for single fields."""
    every_sheet = (
        *("on_equality", "capot_points", "belote_points", "belote_marked", "rounding", "format"),
    )
    practice = dict.fromkeys(("judged_on", "penalty_marks"), _PRACTICE)
    return {**dict.fromkeys(every_sheet, sheet), **practice, **others}


_SALON: Final = _on_sheet(
    _S1,
    **dict.fromkeys(("compared", "held", "clockwise", "after_pass"), _S1),
    **dict.fromkeys(("held_at_end", "both_reach"), _PRACTICE),
)

RULE_SOURCES: Final[Mapping[str, Mapping[str, Sources]]] = {
    "classic": _on_sheet(_CLASSIC, both_reach=_CLASSIC, clockwise=(Source.SHEET_000,)),
    "salon": _SALON,
    "five_hundred_one": _on_sheet(_S2, compared=_S2, clockwise=_S2, both_reach=_PRACTICE),
    "twelve_hands": _on_sheet(_S4, belote_points=(), judged_on=_S4, clockwise=_S4),
    "contest": dict.fromkeys(_SALON, _PRACTICE) | {"clockwise": _DECISION},
    "contree_ffb": _said_by(
        Source.FFB_CONTREE,
        also=("bid_must_beat_defenders", "capot_doubled_bonus", "no_trump", "all_trump", *_END),
        base=(Source.FFB_CONTREE, Source.PAGAT),
        doubles=(Source.FFB_CONTREE, Source.PAGAT),
        rounding=_FFB_2016,
    ),
    "coinche_ffb": _said_by(
        Source.FFB_COINCHE,
        also=(*_DECLARED, "no_trump", "both_reach"),
        base=(Source.FFB_COINCHE, Source.PAGAT),
        doubles=(Source.FFB_COINCHE, Source.PAGAT),
        bid_must_beat_defenders=(Source.FFB_COINCHE, Source.WIKIPEDIA),
        rounding=_FFB_2016,
    ),
    "contree_cannes": _said_by(Source.CANNES_2016, also=("format",)),
    "coinche_bid_only": _said_by(
        Source.ASCEE_2A, Source.CASIMIR, also=("capot_doubled_bonus", "format")
    ),
    "contree_points": _said_by(
        Source.FFB_2016,
        Source.TOURNOI_INTERNATIONAL,
        also=("both_reach",),
        belote_marked=(Source.TOURNOI_INTERNATIONAL,),
        capot_doubled_bonus=_FFB_2016,
        rounding=_FFB_2016,
    ),
}


def rule_sources(preset: str, field: str) -> Sources:
    """Return the sources of a value of the preset; empty if its sheet does not mention it."""
    return RULE_SOURCES[preset].get(field, _DECISION)


NOT_SAID: Final = ""
"""The sheet does not say how the table plays; a club fills in its own practice."""

Practice = Mapping[str, tuple[str, Sources]]

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

# What written bidding rules have in common; they leave the play of the cards to the table.
_BIDDING_PRACTICE: Final[Practice] = {
    "dealing": ("eight_each", _PRACTICE),
    "first_player": ("left_of_dealer", _DECISION),
    "bidding_rounds": ("in_turn_until_three_pass", _PRACTICE),
    "nobody_takes": ("next_dealer", _DECISION),
    "cannot_follow": ("must_trump_partner_free", _DECISION),
    "overtrump": ("must_go_higher", _DECISION),
    "belote_said": ("either_first", _DECISION),
    "next_dealer": ("left_of_dealer", _DECISION),
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
    # Contest rules are about scoring; where they say how to play they follow sheet 001, but accept
    # belote whichever of the two cards falls first.
    "contest": {
        **{name: (code, _DECISION) for name, (code, _) in _PRACTICE_001.items()},
        "belote_said": ("either_first", _DECISION),
    },
    **dict.fromkeys(
        ("contree_ffb", "coinche_ffb", "contree_cannes", "coinche_bid_only", "contree_points"),
        _BIDDING_PRACTICE,
    ),
}

REST_OF_PACK: Final = "rest_of_pack"
"""Not part of a bidding game: all cards are dealt before anybody bids."""

_OF_A_CARD_TURNED_UP: Final = {
    "dealing": ("two_three_or_three_two", "five_one_up", "three_two"),
    "bidding_rounds": (
        *("two_any_other", "two_not_turned_up", "one_round", "two_rounds", "two_une_deux"),
    ),
}


def for_bids(preset: Practice, practice: Mapping[str, str]) -> tuple[Practice, Mapping[str, str]]:
    """Return the practice of a bidding game that was copied from a plain rule set.

    Entries about a card turned up are replaced by those of written bidding rules; a club's own
    words stay.
    """
    replaced = {
        name: _BIDDING_PRACTICE[name]
        for name, codes in _OF_A_CARD_TURNED_UP.items()
        if practice.get(name, NOT_SAID) in (NOT_SAID, *codes)
    }
    said = {name: code for name, (code, _) in replaced.items()}
    return {**preset, **replaced}, {**practice, **said}
