"""Photographed sheets for pages: which wait, and what each says beside what is entered."""

import hashlib
from dataclasses import dataclass, field

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.tally import Tally, tally
from scorekeeper.games.queries.games import with_seats
from scorekeeper.games.queries.sheets import GameSheet
from scorekeeper.labels.sheets import points_text, score_text
from scorekeeper.models import Club, Evening, Game, GameSeat, Player
from tournaments.extensions.scan.judging import WRITTEN, JudgedRow, judge, typed_of, written_totals
from tournaments.extensions.scan.labels import FAULTS, GROUPS
from tournaments.extensions.scan.layout import (
    BLANK,
    MOST_HANDS,
    SEATS_DIGITS,
    Cell,
    Field,
    ReadCell,
    Strip,
    cells,
    strip_of,
)
from tournaments.hall.queries.prints import seated_tables
from tournaments.models import (
    EntryPlayer,
    FormerPlayer,
    Match,
    PhotoKeeping,
    Round,
    SheetPhoto,
)
from tournaments.models.sheet_photos import KEPT_DAYS
from tournaments.seating import SeatedTable


def is_readable(played: Round) -> bool:
    """Return whether there is a sheet for a round: by its rules, and at most 20 hands."""
    return has_sheet(played.tournament.ruleset) and played.hands <= MOST_HANDS


def has_sheet(rules: RuleSet) -> bool:
    """Return whether hands by these rules fit on a sheet: no bids or declarations."""
    return not (rules.bids or rules.declarations)


def seats_mark(at: SeatedTable) -> str:
    """Return a short hash of who sits at a table, and in which contest.

    Sheets from before another draw differ, and those of a contest of another computer that has the
    same key there.
    """
    seats = "|".join((at.round.tournament.token, *(one.numbers for one in at.sides)))
    return hashlib.sha256(seats.encode()).hexdigest()[:SEATS_DIGITS]


def seats_now(played: Round, table: int) -> str:
    """Return the mark of who sits at a table now, empty if there is no such table."""
    return next((seats_mark(one) for one in seated_tables(played) if one.number == table), "")


def newest(photos: QuerySet[SheetPhoto]) -> QuerySet[SheetPhoto]:
    """Return photos, newest first, without what is large in them."""
    return photos.defer("picture", "cells").order_by("-taken_at", "-pk")


def photographed(played: Round) -> QuerySet[Match]:
    """Return the tables of a round that play a game, with the number of their photos."""
    tables = played.matches.filter(game__isnull=False).exclude(kind=Match.Kind.FORFEIT)
    tables = tables.select_related("game").annotate(photo_count=Count("game__photos"))
    return tables.order_by("table_number")


def waiting_table(played: Round) -> int | None:
    """Return the first table with a photo whose hands can be entered, and are not yet."""
    if not played.is_playing:
        return None
    empty = photographed(played).filter(game__status=Game.Status.PLAYING, game__hand_count=0)
    found = empty.values_list("table_number", "game__photos__seats")
    marks = {one.number: seats_mark(one) for one in seated_tables(played)}
    return next((table for table, seats in found if seats == marks.get(table)), None)


def games_of_evening(evening: Evening) -> list[Game]:
    """Return the games of an evening that have a photo, or in which nothing is written yet."""
    games = evening.games.annotate(photo_count=Count("photos"))
    waiting = Q(status=Game.Status.PLAYING, kind=Game.Kind.HANDS, hand_count=0)
    found = with_seats(games.filter(waiting | Q(photo_count__gt=0)))
    return [one for one in found.order_by("table_number", "pk") if has_sheet(one.ruleset)]


def days_kept(club: Club) -> int:
    """Return how many days after its end the photos of a contest are kept."""
    found = PhotoKeeping.objects.filter(club=club).values_list("days", flat=True).first()
    return KEPT_DAYS if found is None else found


def photos_naming(player: Player) -> QuerySet[SheetPhoto]:
    """Return the photos of the sheets that bear a player's name.

    On those of a contest it is printed, on those of an evening it may be written. Who sat in, or
    was replaced in a contest, is on the sheets of the rounds from or until then.
    """
    who = [player, *player.merged.all()]
    played = OuterRef("game__match__round__number")
    sat = Q(until_round__gt=played) | Q(until_round=played, until_hand__gt=1)
    before = FormerPlayer.objects.filter(
        entry=OuterRef("entry"),
        position=OuterRef("position"),
        until_round__gt=OuterRef(OuterRef("game__match__round__number")),
    )
    here = Q(player__in=who, entry__seats__match__game=OuterRef("game"))
    now, then = EntryPlayer.objects.filter(here), FormerPlayer.objects.filter(here)
    at_table = GameSeat.every.filter(player__in=who, game=OuterRef("game"), game__is_contest=False)
    return SheetPhoto.objects.filter(
        Exists(now.exclude(Exists(before))) | Exists(then.filter(sat)) | Exists(at_table)
    )


LINE = (*WRITTEN, "confirmed")
"""What is posted of a line, after its number and a dash; and `pick`, where it is not clear."""


@dataclass(frozen=True, slots=True)
class LikelyLine:
    """A hand that an unclear line may say, in words and as it would be typed."""

    words: str
    typed: dict[str, str]


@dataclass
class ShownRow:
    """A line of a sheet on the page: its part of the photo, what is typed, what is wrong."""

    number: int
    typed: dict[str, str]
    strip: Strip
    is_unclear: bool = False
    """Whether somebody has to decide what the line says."""
    doubts: tuple[Cell, ...] = ()
    """The boxes that are not clear by themselves."""
    likely: tuple[LikelyLine, ...] = ()
    pick: str = ""
    """What somebody decided: the place in `likely`, or "typed"."""
    words: str = ""
    entered: str = ""
    """The hand that is entered already, in words."""
    is_other: bool = False
    errors: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    confirm: str = ""

    @property
    def is_open(self) -> bool:
        return bool((self.is_unclear and not self.pick) or self.errors or self.warnings)


@dataclass
class ShownSheet:
    """A photographed sheet on the page; `fault` says why its hands cannot be entered."""

    photo: SheetPhoto
    table: int | None
    sheet: GameSheet
    rows: list[ShownRow]
    totals_strip: Strip
    filled: int
    expected: int
    """How many lines are filled in; how many hands the game has, 0 if that follows from them."""
    written: tuple[int | None, int | None] = (None, None)
    """The totals on the sheet, each None if it is missing or not clear."""
    made: str = ""
    """The totals that the lines make, once all are clear."""
    totals: str = ""
    """The same if the sheet says something else."""
    fault: str = ""

    @property
    def sides(self) -> dict[str, str]:
        return {side.value: self.sheet.sides[side] for side in Side}

    @property
    def seats(self) -> list[tuple[str, str]]:
        return [(seat.value, self.sheet.names[seat]) for seat in Seat]

    @property
    def open_count(self) -> int:
        return sum(row.is_open for row in self.rows)

    @property
    def fewer(self) -> str:
        """Return what is said if fewer lines are filled in than the game has hands."""
        if self.filled >= self.expected:
            return ""
        text = ngettext(
            "Only %(rows)d line of %(hands)d is filled in.",
            "Only %(rows)d lines of %(hands)d are filled in.",
            self.filled,
        )
        return text % {"rows": self.filled, "hands": self.expected}

    def compare_totals(self, entries: list[HandEntry]) -> None:
        """Set `made`, and `totals` if the sheet says something else, as far as it can be read."""
        found = self._tally(entries).totals
        is_other = any(a not in {None, b} for a, b in zip(self.written, found, strict=True))
        self.made = score_text(*found)
        self.totals = self.made if is_other else ""

    @property
    def is_confirmed(self) -> bool:
        """Return whether both totals can be read, and are what the lines make."""
        return None not in self.written and bool(self.made) and not self.totals

    @property
    def written_text(self) -> str:
        return " – ".join("?" if one is None else points_text(one) for one in self.written)

    def refuse_after_end(self, lines: list[tuple[ShownRow, HandEntry]]) -> None:
        """Set an error on each line that was written after the end of the game."""
        made = self._tally([])
        for row, entry in lines:
            if made.is_over:
                row.errors = [_("The game is over before this line: empty it.")]
            else:
                made = made.with_hand(entry)

    def _tally(self, entries: list[HandEntry]) -> Tally:
        game = self.sheet.game
        return tally(entries, self.sheet.ruleset, game.format, Seat(game.first_dealer))


def shown_sheet(photo: SheetPhoto, sheet: GameSheet, match: Match | None = None) -> ShownSheet:
    """Return what a photo says, line by line, beside what is entered in its game.

    `match` is the table of a contest; without, the game is one of a club evening.
    """
    lines = match.round.hands if match else BLANK.hands
    read = _read_cells(photo, lines)
    judged = judge(read, sheet.ruleset)
    while judged and judged[-1].entry is None and judged[-1].is_sure:
        judged.pop()
    length = sheet.game.format
    shown = ShownSheet(
        photo,
        match.table_number if match else sheet.game.table_number,
        sheet,
        [_row(sheet, one, lines) for one in judged],
        strip_of(0, lines),
        len(judged),
        match.round.hands if match else (length.hands or 0) * length.games,
        written_totals(read),
        fault=_fault(sheet)
        or (_fault_in_contest(photo, match) if match else "")
        or ("" if judged else _("Nothing is written on this sheet, or it cannot be seen.")),
    )
    if all(row.is_sure for row in judged):
        read_of = zip(shown.rows, judged, strict=True)
        written = [(row, one.entry) for row, one in read_of if one.entry]
        shown.compare_totals([entry for _, entry in written])
        if not shown.fault:
            shown.refuse_after_end(written)
    return shown


def _read_cells(photo: SheetPhoto, hands: int) -> list[ReadCell]:
    boxes = zip(cells(hands), photo.cells, strict=True)
    return [
        ReadCell(cell, ink, tuple(chances), is_clear) for cell, (ink, chances, is_clear) in boxes
    ]


def _row(sheet: GameSheet, judged: JudgedRow, hands: int) -> ShownRow:
    typed = typed_of(judged.entry) if judged.is_sure else {**judged.written}
    row = ShownRow(judged.row, dict.fromkeys(LINE, "") | typed, strip_of(judged.row, hands))
    if judged.is_sure:
        row.words = _in_words(judged.entry)
    else:
        row.is_unclear = True
        of_line = [cell for cell in cells(hands) if cell.row == judged.row]
        row.doubts = tuple(one for one in of_line if (one.field, one.who) in judged.doubts)
        row.likely = tuple(
            LikelyLine(_in_words(one.entry), typed_of(one.entry)) for one in judged.candidates
        )
    if judged.row <= len(sheet.hands):
        entered = sheet.hands[judged.row - 1].entry
        row.entered = _in_words(entered)
        row.is_other = not judged.is_sure or typed_of(entered) != typed
    return row


def _in_words(entry: HandEntry | None) -> str:
    """Return a hand as it stands on a sheet: "A1 · 92 – 70 · Belote A"."""
    if entry is None:
        return _("nothing")
    typed = typed_of(entry)
    if entry.penalty:
        return f"{GROUPS[Field.PENALTY]} {entry.penalty}"
    words = [typed["taker"], f"{typed['points_a']} – {typed['points_b']}"]
    for name in (Field.BELOTE, Field.CAPOT):
        if who := typed[name.value]:
            words.append(f"{GROUPS[name]} {who}")
    return " · ".join(words)


def _fault(sheet: GameSheet) -> str:
    """Return why the hands of a sheet cannot be entered: nothing typed is ever replaced."""
    if sheet.game.is_slip:
        return _("This table has its totals already: take the slip back first, or leave it.")
    if sheet.hands:
        return _("Hands of this table are entered already; compare them with the sheet.")
    return _("This game is over.") if sheet.game.is_finished else ""


def _fault_in_contest(photo: SheetPhoto, match: Match) -> str:
    if not match.is_game:
        return _("This game is over.")
    if not match.round.is_playing:
        return str(FAULTS["not_playing"])
    if photo.seats != seats_now(match.round, match.table_number or 0):
        return str(FAULTS["other_draw"])
    return ""
