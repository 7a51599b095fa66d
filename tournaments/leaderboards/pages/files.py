"""A leaderboard as rows of a spreadsheet: the lines that are shown, in their order."""

from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext as _

from tournaments.files.spreadsheets import Cell, Column, ExportedList
from tournaments.leaderboards.labels import rounded
from tournaments.leaderboards.pages.leaderboards import BoardLine
from tournaments.rankings.pages.exports import TEXT_WIDTH

ONE_PLACE: Final = Decimal("0.1")


def leaderboard_sheet(
    lines: Iterable[BoardLine], *, least: int, with_ratings: bool = False
) -> ExportedList:
    """Return a line for each player; `least` hands make an average count."""
    remark = _("fewer than %(count)d hands") % {"count": least}
    cells: list[tuple[Column, Callable[[BoardLine], Cell]]] = [
        (Column(_("Player"), TEXT_WIDTH), lambda line: line.name),
        (Column(_("Points per hand")), lambda line: _decimal(line.average, 2)),
        (Column(_("Games")), lambda line: line.games),
        (Column(_("Hands")), lambda line: line.hands),
        (Column(_("Points")), lambda line: line.points),
        (Column(_("Games won")), lambda line: line.won),
        (Column(_("Games won, percent")), lambda line: _percent(line.won_share)),
        (Column(_("Contests won")), lambda line: line.contests_won),
        (Column(_("Contracts taken")), lambda line: line.taken),
        (Column(_("Contracts made")), lambda line: line.made),
        (Column(_("Contracts made, percent")), lambda line: _percent(line.made_share)),
        (Column(_("Contracts failed")), lambda line: line.failed),
        (Column(_("Capots")), lambda line: line.capots),
        (Column(_("Belotes")), lambda line: line.belotes),
        (Column(_("Best game")), lambda line: line.best_game),
    ]
    if with_ratings:
        cells.append((Column(_("Rating")), lambda line: _rating(line.rating)))
    cells.append((Column(_("Remark"), TEXT_WIDTH), lambda line: remark if line.is_short else ""))
    return ExportedList(
        title=_("Leaderboard"),
        columns=tuple(column for column, _cell in cells),
        rows=([cell(line) for _column, cell in cells] for line in lines),
    )


def _decimal(number: Fraction | None, places: int) -> Decimal | None:
    return None if number is None else rounded(number, places)


def _percent(share: Fraction | None) -> Decimal | None:
    return None if share is None else rounded(100 * share, 1)


def _rating(rating: float | None) -> Decimal | None:
    return None if rating is None else Decimal(rating).quantize(ONE_PLACE)
