"""The club's players as a file, and the preview of importing such a file."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.clubs.queries import player_lines
from scorekeeper.labels.people import licence_taken_text, licence_too_long_text
from scorekeeper.labels.rules import CATEGORY_LENGTH, MOST_CATEGORIES, categories_text
from scorekeeper.models import Club, Player
from scorekeeper.models.clubs import LICENCE_LENGTH, tidy_licence
from scorekeeper.models.sort_names import folded
from tournaments.entries.queries.imports import CheckedLine, ClubNames, NamesPreview
from tournaments.files.columns import Choice
from tournaments.files.labels import name_fault_text
from tournaments.files.list_start import NAMES_SHOWN, Start, start_of
from tournaments.files.spreadsheets import Cell, Column, ExportedList
from tournaments.people.text_import import PlayerOnList, read_players

NAME_WIDTH = 30
TIME_WIDTH = 18


@dataclass(frozen=True, kw_only=True)
class PlayersPreview(NamesPreview[PlayerOnList]):
    """The preview of a list of players. Nobody is added while any line has an error."""

    @property
    def known_start(self) -> Start[str]:
        """Return the first of the players whom the club knows already."""
        return start_of(dict.fromkeys(self.who.meant.values()), NAMES_SHOWN)


def players_preview(text: str, *, club: Club, choice: Choice | None = None) -> PlayersPreview:
    """Return the preview of a list of players; two queries at most.

    Raises UnreadableListError and MissingColumnsError.
    """
    found = read_players(text, choice=choice)
    lines = tuple(
        CheckedLine(line=line, reasons=(*map(name_fault_text, line.faults), *more))
        for line, more in zip(found.lines, _enrolment_faults(found.lines, club), strict=True)
    )
    good = [checked.line for checked in lines if not checked.reasons]
    names = ((name, line.number) for line in good for name in line.names)
    return PlayersPreview(text=text, found=found, lines=lines, who=ClubNames(club, names))


def _enrolment_faults(lines: Sequence[PlayerOnList], club: Club) -> Iterator[list[str]]:
    """Yield what is wrong with the licence numbers and categories of each line."""
    has_licences = any(line.licence for line in lines)
    rows = Player.objects.of_club(club).exclude(licence="").values_list("licence", "name")
    owners = dict(rows) if has_licences else {}
    for line in lines:
        licence = tidy_licence(line.licence)
        faults = [*_licence_faults(line, licence, owners.get(licence, ""))]
        if licence:
            owners.setdefault(licence, line.names[0] if line.names else "")
        if len(line.categories) > MOST_CATEGORIES or any(
            len(category) > CATEGORY_LENGTH for category in line.categories
        ):
            text = _("At most %(count)d categories, of %(length)d letters each.")
            faults.append(text % {"count": MOST_CATEGORIES, "length": CATEGORY_LENGTH})
        yield faults


def _licence_faults(line: PlayerOnList, licence: str, owner: str) -> Iterator[str]:
    if len(licence) > LICENCE_LENGTH:
        yield licence_too_long_text()
    if licence and len(line.names) > 1:
        yield _("One licence number for two names: give each its own line.")
    if owner and folded(owner) not in map(folded, line.names):
        yield licence_taken_text(licence, owner)


def players_sheet(club: Club) -> ExportedList:
    """Return the players of a club, active ones first; the file can be imported again."""
    columns = (
        Column(_("Name"), NAME_WIDTH),
        Column(_("Games")),
        Column(_("Last game"), TIME_WIDTH),
        Column(_("Archived")),
        Column(_("Initials")),
        Column(_("Licence number"), TIME_WIDTH),
        Column(_("Categories"), TIME_WIDTH),
    )
    return ExportedList(title=_("Players"), columns=columns, rows=_rows(club))


def _rows(club: Club) -> Iterator[list[Cell]]:
    lines = [
        (line, archived)
        for archived in (False, True)
        for line in player_lines(club, archived=archived)
        if line.shown != Player.Shown.ANONYMOUS
    ]
    for line, archived in sorted(lines, key=lambda one: (one[1], folded(one[0].name))):
        last = line.last_game_at and timezone.localtime(line.last_game_at).replace(tzinfo=None)
        initials = line.shown == Player.Shown.INITIALS
        yield [
            line.name,
            line.game_count,
            last,
            _yes(archived),
            _yes(initials),
            line.licence,
            categories_text(line.categories),
        ]


def _yes(is_so: bool) -> str:
    return _("yes") if is_so else ""
