"""Prints for a round: table sheets and seating lists."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import Any

from scorekeeper.engine.hand import Side
from scorekeeper.hall_codes import letters_of_table
from scorekeeper.models.sort_names import name_key
from scorekeeper.qr import qr_svg
from tournaments.hall.queries.hall import NameLine, by_name, places_of
from tournaments.models import Match, Round
from tournaments.seating import NamedSide, SeatedTable, named_entries, planned_tables, tables_of

MOST_BLANK_SHEETS = 60
TALL_HANDS = 12
MEDIUM_HANDS = 16
DENSE_HANDS = 20


class Lines(StrEnum):
    """The height of a sheet's lines, so that a table's sheet fits on one page."""

    TALL = "tall"
    MEDIUM = "medium"
    DENSE = "dense"
    FLAT = "flat"


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """The sheets to print: a range of tables, or a number of blank ones; how many on a page."""

    first: int | None = None
    last: int | None = None
    blank: int | None = None
    per_page: int = 1


def seated_tables(played: Round) -> tuple[SeatedTable, ...]:
    entries = named_entries(played.tournament_id)
    return planned_tables(played, entries) if played.is_drawn else tables_of([played], entries)


def sheet_print(
    played: Round, selection: Selection, address_of: Callable[[str], str], letters: str
) -> dict[str, Any]:
    """Return the sheets; `letters` are the contest's part of the codes."""
    tournament = played.tournament
    games = [one for one in seated_tables(played) if one.is_game and one.number]
    numbers = [one.number or 0 for one in games]
    codes = dict(tournament.codes.values_list("number", "token"))
    wanted = [one for one in games if _is_wanted(one.number or 0, selection)]
    sheets = [_sheet(one, codes.get(one.number or 0), address_of, letters) for one in wanted]
    if selection.blank:
        sheets = [_blank()] * min(selection.blank, MOST_BLANK_SHEETS)
    return {
        "sheets": tuple(sheets),
        "hands": range(1, played.hands + 1),
        "lines": _lines(played.hands),
        "first": min(numbers, default=0),
        "last": max(numbers, default=0),
        "lacks_codes": any(sheet["table"] and not sheet["qr"] for sheet in sheets),
        "has_bids": tournament.ruleset.bids,
    }


def _is_wanted(table: int, selection: Selection) -> bool:
    return (selection.first or 0) <= table <= (selection.last or table)


def _sheet(
    at: SeatedTable, token: str | None, address_of: Callable[[str], str], letters: str
) -> dict[str, Any]:
    return {
        "table": at.number,
        "sides": at.sides,
        "qr": qr_svg(address_of(token)) if token else "",
        "typed": letters_of_table(letters, at.number or 0, token) if token else "",
    }


def _blank() -> dict[str, Any]:
    sides = tuple(NamedSide(match=Match(), side=side) for side in Side)
    return {"table": None, "sides": sides, "qr": "", "typed": ""}


def _lines(hands: int) -> Lines:
    """Return the greatest line height with which the hands fit on a page; more than 25 take two."""
    for most, lines in (
        (TALL_HANDS, Lines.TALL),
        (MEDIUM_HANDS, Lines.MEDIUM),
        (DENSE_HANDS, Lines.DENSE),
    ):
        if hands <= most:
            return lines
    return Lines.FLAT


def seat_print(played: Round) -> dict[str, Any]:
    """Return the seating lists, without the names of those who have left."""
    tables = seated_tables(played)
    places = [
        place
        for _number, found in sorted(places_of(tables).items())
        for place in found
        if not place.has_left
    ]
    return {"letters": _letters(by_name(places)), "tables": tables, "by_number": tuple(places)}


def _letters(lines: Iterable[NameLine]) -> tuple[dict[str, Any], ...]:
    return tuple(
        {"letter": letter, "lines": tuple(found)}
        for letter, found in groupby(lines, key=lambda line: name_key(line.name)[:1].upper())
    )
