"""One table looked at closely: both versions of its sheet, what is odd, the hands."""

from dataclasses import dataclass
from datetime import datetime

from scorekeeper.hands.pages.sheets import GameSheet, load_sheet
from tournaments.models import Match
from tournaments.models.rounds import SheetVerdict
from tournaments.tables.labels import ODD, TableMark, look_text
from tournaments.tables.pages.tables import SideLine, TableRow, table_row


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """What one side says of the sheet; `is_current` is false where the sheet changed since."""

    side: SideLine
    has_spoken: bool
    agrees: bool
    is_current: bool
    total_a: int | None
    total_b: int | None
    note: str
    author: str
    at: datetime | None

    @property
    def has_totals(self) -> bool:
        """Return whether the side says what the totals should be."""
        return self.total_a is not None and self.total_b is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingPage:
    """What the referee sees of a table."""

    row: TableRow
    versions: list[Version]
    looks: list[str]
    sheet: GameSheet | None

    @property
    def is_settled(self) -> bool:
        """Return whether both sides signed the sheet, or the referee has decided."""
        return any(mark.code is TableMark.SIGNED for mark in self.row.marks)


def ruling_page(match: Match) -> RulingPage:
    """Return what the referee sees of a table: some ten queries."""
    row = table_row(match)
    said = {verdict.side: verdict for verdict in match.verdicts.all()}
    return RulingPage(
        row=row,
        versions=[_version(match, side, said.get(side.side)) for side in row.sides],
        looks=[look_text(mark.code) for mark in row.marks if mark.code in ODD],
        sheet=load_sheet(match.game) if match.game else None,
    )


def _version(match: Match, side: SideLine, verdict: SheetVerdict | None) -> Version:
    if verdict is None:
        return Version(
            side=side,
            has_spoken=False,
            agrees=False,
            is_current=True,
            total_a=None,
            total_b=None,
            note="",
            author="",
            at=None,
        )
    return Version(
        side=side,
        has_spoken=True,
        agrees=verdict.agrees,
        is_current=verdict.receipt == match.receipt,
        total_a=verdict.total_a,
        total_b=verdict.total_b,
        note=verdict.note,
        author=verdict.author_name,
        at=verdict.at,
    )
