"""One table looked at closely: both versions of its sheet, what is odd, the hands."""

from dataclasses import dataclass

from scorekeeper.hands.pages.sheets import GameSheet, load_sheet
from tournaments.models import Match
from tournaments.tables.labels import LOOKS, ODD, TableMark
from tournaments.tables.pages.phones import SpokenSide, spoken_sides
from tournaments.tables.pages.tables import TableRow, table_row


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingPage:
    """What the referee sees of a table."""

    row: TableRow
    versions: list[SpokenSide]
    looks: list[str]
    sheet: GameSheet | None

    @property
    def is_settled(self) -> bool:
        """Return whether both sides signed the sheet, or the referee has decided."""
        return any(mark.code is TableMark.SIGNED for mark in self.row.marks)


def ruling_page(match: Match) -> RulingPage:
    """Return what the referee sees of a table: some ten queries."""
    row = table_row(match)
    return RulingPage(
        row=row,
        versions=spoken_sides(row, row.match.verdicts.all()),
        looks=[str(LOOKS[mark.code]) for mark in row.marks if mark.code in ODD],
        sheet=load_sheet(match.game) if match.game else None,
    )
