"""One table looked at closely: both versions of its sheet, what is odd, the hands."""

from typing import Any

from scorekeeper.hands.pages.sheets import load_sheet
from tournaments.models import Match
from tournaments.tables.labels import LOOKS, ODD, TableMark
from tournaments.tables.pages.phones import spoken_sides
from tournaments.tables.pages.tables import table_row


def ruling_page(match: Match) -> dict[str, Any]:
    """Return what the referee sees of a table: some ten queries.

    `is_settled`: both sides signed the sheet, or the referee has decided.
    """
    row = table_row(match)
    return {
        "row": row,
        "versions": spoken_sides(row, row.match.verdicts.all()),
        "looks": [str(LOOKS[mark.code]) for mark in row.marks if mark.code in ODD],
        "sheet": load_sheet(match.game) if match.game else None,
        "is_settled": any(mark.code is TableMark.SIGNED for mark in row.marks),
    }
