"""Converts the fields of rule sets that older versions stored.

Games, contests and documents keep the values they were played under; nothing rewrites them.
"""

from collections.abc import Mapping
from typing import Any, Final

from scorekeeper.engine.choices import Bidding

CANNES_BASE: Final = 162
FLAT_FAILED_CAPOT: Final = 500
GONE: Final = frozenset({"counts_in_tens", "failed_capot_bid"})
WITHOUT_OWN_MULTIPLIERS: Final = 38
"""How many fields a rule set had in versions 0.8 to 0.13, before `doubled_factor`."""


def bidding_of(stored: str | None) -> Bidding:
    """Return the bidding with that stored name; the oldest rule sets had none."""
    return Bidding(to_current_fields({"bidding": stored or Bidding.NONE.value})["bidding"])


def to_current_fields(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values with today's names; what cannot be read is left unchanged.

    If the base and what a double multiplies are missing, they follow from the kind of bidding.
    """
    now = dict(values)
    bidding = now.get("bidding", "none")
    is_of_before = len(now) == WITHOUT_OWN_MULTIPLIERS and "doubled_factor" not in now
    if is_of_before and bidding == "none":
        # Without bidding, belote was always marked by its holder, whatever the field said.
        now["belote_marked"] = "holder"
    if bidding == "cannes_2016":
        now |= {"bidding": "points_and_bid", "redoubled_factor": 3}
        now.setdefault("base", CANNES_BASE)
    elif bidding == "bid_only":
        now.setdefault("base", 0)
    elif bidding == "points":
        now.setdefault("doubles", "base")
    if GONE & now.keys() and bidding != "none":
        # A bid was judged on exact points, whatever the field said.
        now["judged_on"] = "exact"
    # An old name beside today's is left in and refused later: no version wrote both.
    if type(now.get("counts_in_tens")) is bool and "rounding" not in now:
        now["rounding"] = "to_160" if now.pop("counts_in_tens") else "none"
    flat = {"added": (None, False), "flat_500": (FLAT_FAILED_CAPOT, True)}
    if isinstance(said := now.get("failed_capot_bid"), str) and said in flat:
        del now["failed_capot_bid"]
        now["capot_bid_failed"], now["capot_bid_flat"] = flat[said]
    return now
