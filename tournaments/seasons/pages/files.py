"""The table of a season as rows of a spreadsheet."""

from typing import Final

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.files.spreadsheets import Cell, Column, ExportedList
from tournaments.models import League
from tournaments.rankings.labels.reasons import number_text
from tournaments.rankings.pages.exports import NAMES_WIDTH, TEXT_WIDTH
from tournaments.seasons.pages.seasons import SeasonPage, SeasonRow
from tournaments.standings.record import Number

DATE_WIDTH: Final = 12


def season_sheet(page: SeasonPage) -> ExportedList:
    """Return the table, a line for each player or team; those not ranked come last."""
    are_teams = page.season.league.kind == League.Kind.TEAMS
    names = (
        [Column(_("First player"), TEXT_WIDTH), Column(_("Second player"), TEXT_WIDTH)]
        if are_teams
        else [Column(_("Player"), NAMES_WIDTH)]
    )
    evenings = [
        Column(f"{date_format(column.date, 'SHORT_DATE_FORMAT')} {column.name}", DATE_WIDTH)
        for column in page.columns
    ]
    columns = (
        Column(_("Place")),
        *names,
        Column(_("Categories"), TEXT_WIDTH),
        Column(_("Score")),
        Column(_("Evenings")),
        *evenings,
        Column(_("Dropped"), TEXT_WIDTH),
        Column(_("Bonus")),
        Column(_("Penalties")),
        Column(_("Reasons"), TEXT_WIDTH),
        Column(_("Average")),
        Column(_("Wins")),
        Column(_("Best evening")),
        Column(_("Final")),
        Column(_("Why it stands here"), 2 * NAMES_WIDTH),
    )
    rows = (_row(row, len(names)) for row in (*page.rows, *page.not_ranked))
    return ExportedList(title=_("Season"), columns=columns, rows=rows)


def _row(row: SeasonRow, places: int) -> list[Cell]:
    exact = row.exact
    worths = {worth.evening: worth for worth in exact.worths}
    dropped = [cell for cell in row.cells if cell.text and not cell.is_counted]
    names = tuple(person.name for person in row.people)
    return [
        row.rank,
        *(names + ("",) * places)[:places],
        ", ".join(row.tags),
        _number(exact.score),
        exact.attended,
        *(_number(worths[cell.column.number].worth) if cell.text else None for cell in row.cells),
        ", ".join(date_format(cell.column.date, "SHORT_DATE_FORMAT") for cell in dropped),
        exact.bonus or None,
        -row.fined or None,
        "; ".join(row.penalties),
        _number(exact.average),
        exact.wins,
        _number(exact.best.worth),
        _("final") if row.is_finalist else "",
        row.note or (_("too few evenings") if exact.is_short else ""),
    ]


def _number(number: Number) -> Cell:
    """Return a number; a fraction as it is written, since no cell holds one exactly."""
    return number if isinstance(number, int) else number_text(number)
