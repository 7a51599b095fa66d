"""A leaderboard as rows of a spreadsheet: the lines that are shown, in their order."""

from collections.abc import Iterable
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
    columns = (
        Column(_("Player"), TEXT_WIDTH),
        Column(_("Points per hand")),
        Column(_("Games")),
        Column(_("Hands")),
        Column(_("Points")),
        Column(_("Games won")),
        Column(_("Games won, percent")),
        Column(_("Contests won")),
        Column(_("Contracts taken")),
        Column(_("Contracts made")),
        Column(_("Contracts made, percent")),
        Column(_("Contracts failed")),
        Column(_("Capots")),
        Column(_("Belotes")),
        Column(_("Best game")),
        *([Column(_("Rating"))] if with_ratings else ()),
        Column(_("Remark"), TEXT_WIDTH),
    )
    remark = _("fewer than %(count)d hands") % {"count": least}
    rows = (_row(line, remark, with_ratings) for line in lines)
    return ExportedList(title=_("Leaderboard"), columns=columns, rows=rows)


def _row(line: BoardLine, remark: str, with_ratings: bool) -> list[Cell]:
    return [
        line.name,
        _decimal(line.average, 2),
        line.games,
        line.hands,
        line.points,
        line.won,
        _percent(line.won_share),
        line.contests_won,
        line.taken,
        line.made,
        _percent(line.made_share),
        line.failed,
        line.capots,
        line.belotes,
        line.best_game,
        *([_rating(line.rating)] if with_ratings else ()),
        remark if line.is_short else "",
    ]


def _decimal(number: Fraction | None, places: int) -> Decimal | None:
    return None if number is None else rounded(number, places)


def _percent(share: Fraction | None) -> Decimal | None:
    return None if share is None else rounded(100 * share, 1)


def _rating(rating: float | None) -> Decimal | None:
    return None if rating is None else Decimal(rating).quantize(ONE_PLACE)
