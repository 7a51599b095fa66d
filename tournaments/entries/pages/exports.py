"""The entries of a contest as a list that another computer reads again as it is."""

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _

from tournaments.entries.pages.entries import entry_lines
from tournaments.files.spreadsheets import Cell, Column, ExportedList
from tournaments.lineups import TO_COME
from tournaments.models import Tournament

NAME_WIDTH: Final = 28


def entries_sheet(tournament: Tournament) -> ExportedList:
    """Return who is entered and has not left; a partner still to come is looked for there."""
    names = [
        Column(_("Player %(number)d") % {"number": number}, NAME_WIDTH)
        for number in range(1, tournament.players_per_entry + 1)
    ]
    columns = (Column(_("No.")), *names, Column(_("Tags"), NAME_WIDTH), Column(_("Paid")))
    return ExportedList(title=_("Entries"), columns=columns, rows=_rows(tournament, len(names)))


def _rows(tournament: Tournament, places: int) -> Iterator[list[Cell]]:
    for line in entry_lines(tournament):
        if line.entry.withdrawn_from is None:
            names = [name for name in line.entry.names if name != TO_COME]
            yield [
                line.number,
                *(names + [""] * places)[:places],
                ", ".join(line.tag_labels),
                _("yes") if line.entry.has_paid else "",
            ]
