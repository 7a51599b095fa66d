"""A hand as plain values, for columns and logs."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.engine.hand import (
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

ENTRY_COLUMNS = (
    "taker",
    "card_points",
    "belote",
    "belote_seat",
    "capot",
    "penalty",
    "defenders_count",
    "tricks",
    "last_trick",
    "trump",
    "bid",
    "multiplier",
    "taker_alone",
    "declarations",
    "best_declaration",
    "further_belotes",
    "passed_deals",
)


def entry_values(entry: HandEntry) -> dict[str, Any]:
    """Return an entry as plain values; `entry_from_values` reads them back.

    Fields added by later versions appear only if they have a value. Receipts, tags and log hashes
    are computed from these values, so those of older hands must not change.
    """
    values: dict[str, Any] = {
        "taker": entry.taker or "",
        "card_points": entry.card_points,
        "belote": entry.belote or "",
        "belote_seat": entry.belote_seat or "",
        "capot": entry.capot or "",
        "penalty": entry.penalty or "",
        "defenders_count": entry.defenders_count,
        "tricks": entry.tricks,
        "last_trick": entry.last_trick or "",
        "trump": entry.trump or "",
        "bid": entry.contract.bid if entry.contract else None,
        "multiplier": int(entry.contract.multiplier) if entry.contract else 0,
        "taker_alone": entry.taker_alone,
        "declarations": [_plain_declaration(shown) for shown in entry.declarations],
        "best_declaration": entry.best_declaration or "",
        "passed_deals": entry.passed_deals,
    }
    if entry.further_belotes:
        values["further_belotes"] = [side.value for side in entry.further_belotes]
    return values


def _plain_declaration(shown: Declaration) -> list[str]:
    """Return [side, kind], and the highest card of a sequence if it was given."""
    plain = [shown.side.value, shown.kind.value]
    return [*plain, shown.high.value] if shown.high else plain


def read_declaration(plain: Sequence[str]) -> Declaration:
    """Return a stored declaration; those of earlier versions name no card."""
    side, kind, *high = plain
    return Declaration(
        side=Side(side), kind=DeclarationKind(kind), high=Rank(high[0]) if high else None
    )


def entry_of(row: object) -> HandEntry:
    """Return the entry of a stored hand, or of any object with the same columns."""
    return entry_from_values({name: getattr(row, name) for name in ENTRY_COLUMNS})


def entry_from_values(values: Mapping[str, Any]) -> HandEntry:
    """Return the entry with these stored values."""

    def side(name: str) -> Side | None:
        return Side(values[name]) if values[name] else None

    def seat(name: str) -> Seat | None:
        return Seat(values[name]) if values[name] else None

    bid = values["bid"]
    return HandEntry(
        taker=seat("taker"),
        card_points=values["card_points"],
        belote=side("belote"),
        belote_seat=seat("belote_seat"),
        capot=side("capot"),
        penalty=side("penalty"),
        defenders_count=values["defenders_count"],
        tricks=values["tricks"],
        last_trick=side("last_trick"),
        trump=Trump(values["trump"]) if values["trump"] else None,
        contract=None
        if bid is None
        else Contract(bid=bid, multiplier=Multiplier(values["multiplier"])),
        taker_alone=values["taker_alone"],
        declarations=tuple(read_declaration(shown) for shown in values["declarations"]),
        best_declaration=side("best_declaration"),
        further_belotes=tuple(Side(one) for one in values.get("further_belotes", ())),
        passed_deals=values["passed_deals"],
    )
