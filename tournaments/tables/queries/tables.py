"""The tables of a round: opponents, progress, warnings, codes, the clock."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.db.models import prefetch_related_objects
from django.http import HttpRequest
from django.utils import timezone

from scorekeeper.games.queries.sheets import load_sheet
from scorekeeper.hall_codes import hall_code, letters_of_table
from scorekeeper.labels.sheets import score_text
from scorekeeper.models import Game
from scorekeeper.models.sort_names import folded, words_of
from scorekeeper.qr import qr_address, qr_svg
from tournaments.models import LogEntry, Match, Round, Tournament
from tournaments.models.rounds import SheetVerdict, Signature, news_count, signature_of
from tournaments.models.tournaments import state_of
from tournaments.seating import SeatedEntry, SeatedTable, named_entries, table_of, tables_of
from tournaments.tables.labels import (
    LOOKS,
    MANY_PENALTIES,
    ODD,
    Show,
    TableMark,
    clock_text,
    mark_label,
    progress_text,
    result_text,
    show_label,
)
from tournaments.tables.queries.phones import spoken_sides


def clock_view(played: Round, now: datetime) -> dict[str, Any] | None:
    """Return the clock of a round; of a closed one it runs until the next one begins."""
    left = played.seconds_left(now)
    if left is None:
        return None
    ends_at = played.timer_ends_at
    return {
        "left": left,
        "text": clock_text(left),
        "ends_at": ends_at.isoformat() if ends_at else "",
        "is_running": ends_at is not None,
        "is_until_next": played.is_closed,
        "ends": timezone.localtime(ends_at) if ends_at else None,
    }


def printed_codes(
    request: HttpRequest, tournament: Tournament, *, table: int | None = None
) -> Sequence[dict[str, Any]]:
    """Return the codes of all tables in order, or of one table; two queries.

    `hall` has the address and the code to type without a camera.
    """
    hall = hall_code(request, tournament.token, tournament.date, club=tournament.club_id)
    codes = tournament.codes.order_by("number")
    if table is not None:
        codes = codes.filter(number=table)
    found = []
    for code in codes:
        address = qr_address(request, "tournaments:table-open", code.token)
        typed = replace(hall, letters=letters_of_table(hall.letters, code.number, code.token))
        found.append(
            {"number": code.number, "address": address, "qr_svg": qr_svg(address), "hall": typed}
        )
    return found


LAST_SLIPS: Final = 5


def last_slips(played: Round) -> list[dict[str, Any]]:
    """Return the slips of a round that were typed last, newest first; one query."""
    entries = LogEntry.objects.filter(
        tournament=played.tournament_id, kind=LogEntry.Kind.SLIP, round_number=played.number
    )
    return [
        {
            "table": entry.table_number or 0,
            "totals": score_text(entry.data["total_a"], entry.data["total_b"]),
            "is_to_check": entry.data["to_check"],
        }
        for entry in entries.order_by("-number")[:LAST_SLIPS]
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkLine:
    """A mark and its text."""

    code: TableMark
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow(SeatedTable):
    """One table of a round, with marks that need attention."""

    marks: tuple[MarkLine, ...]
    needs_look: bool

    @property
    def is_missing(self) -> bool:
        return self.is_game and not self.is_finished

    @property
    def is_unused(self) -> bool:
        """Return whether the table closes with the round: a catch-up table without a hand."""
        return self.is_missing and self.is_catch_up and not self.hand_count

    @property
    def progress(self) -> str:
        if not self.is_game:
            return ""
        return progress_text(hands=self.hand_count, planned=self.hands, is_over=self.is_finished)

    @property
    def reason(self) -> str:
        return self.match.game.stop_reason if self.match.game else ""

    @property
    def note(self) -> str:
        return self.match.check_note

    @property
    def is_disputed(self) -> bool:
        return any(mark.code is TableMark.DISPUTED for mark in self.marks)

    @property
    def is_unsigned(self) -> bool:
        return any(mark.code in UNSIGNED for mark in self.marks)

    @property
    def result(self) -> str:
        """Return the result of the table as a sentence; empty before its end."""
        if not self.is_finished:
            return ""
        winner = next((side.label for side in self.sides if side.leads), "")
        return result_text(self.number or 0, winner, self.total_a, self.total_b)

    @property
    def counting(self) -> list[SeatedEntry]:
        return [entry for entry in self.entries if entry.counts]

    def shows_in(self, show: Show) -> bool:
        return {
            Show.ALL: True,
            Show.PLAYING: self.is_missing,
            Show.FINISHED: self.is_finished,
            Show.UNSIGNED: self.is_unsigned,
            Show.LOOK: self.needs_look,
        }[show]

    def is_found(self, words: Sequence[str]) -> bool:
        """Return whether folded words match the table, one of its entries, or its players."""
        numbers = {str(self.number), *(str(entry.number) for entry in self.entries)}
        names = folded(" ".join(entry.title for entry in self.entries))
        return all(
            word in numbers or word in (names.split() if word.isdigit() else names)
            for word in words
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundTables:
    """All tables of a round."""

    rows: list[TableRow]
    exempt: list[SeatedEntry]

    @property
    def missing(self) -> list[TableRow]:
        return [row for row in self.rows if row.is_missing]

    @property
    def unused(self) -> list[TableRow]:
        return [row for row in self.rows if row.is_unused]

    @property
    def without_result(self) -> list[TableRow]:
        """Return the tables that will have no result if the round is closed now."""
        return [row for row in self.missing if not row.is_unused]

    @property
    def early(self) -> list[SeatedEntry]:
        finished = (row for row in self.rows if row.is_finished)
        seated = {entry.number: entry for row in finished for entry in row.entries}
        return [seated[number] for number in sorted(seated)]

    @property
    def unsigned(self) -> list[TableRow]:
        """Return the finished tables without both signatures, except disputed ones."""
        return [row for row in self.rows if row.is_unsigned and not row.is_disputed]

    @property
    def disputed(self) -> list[TableRow]:
        return [row for row in self.rows if row.is_disputed]

    @property
    def odd(self) -> list[TableRow]:
        """Return the tables that need to be checked, except disputed ones."""
        return [row for row in self.rows if row.needs_look and not row.is_disputed]

    @property
    def is_ready(self) -> bool:
        """Return whether no result is missing and no decision is pending."""
        return not any(row.is_missing or row.needs_look for row in self.rows)

    @property
    def may_close(self) -> bool:
        """Return whether there is nothing to look at before the round is closed."""
        return self.is_ready and not self.unsigned

    @property
    def has_forfeits(self) -> bool:
        """Return whether some table has no game because somebody has left."""
        return any(not row.is_game for row in self.rows)

    @property
    def still_exempt(self) -> list[SeatedEntry]:
        return [line for line in self.exempt if not line.has_left]

    def at(self, table: int) -> TableRow | None:
        return next((row for row in self.rows if row.number == table), None)


def round_tables(played: Round) -> RoundTables:
    """Return the tables of a round by number, and the exempt entries; three queries."""
    tables = tables_of([played], named_entries(played.tournament_id))
    prefetch_related_objects([at.match for at in tables], "verdicts")
    return RoundTables(
        rows=[_row(at) for at in tables if not at.is_exempt],
        exempt=[one for at in tables if at.is_exempt for one in at.entries],
    )


def table_row(match: Match) -> TableRow:
    """Return the row of one table."""
    entries = named_entries(match.round.tournament_id, at=match)
    return _row(tables_of([match.round], entries, at=match.table_number)[0])


def row_of(match: Match) -> TableRow:
    """Return the row of a match that is loaded with its round, game and seats; one query."""
    entries = named_entries(match.round.tournament_id, at=match)
    return _row(table_of(match, entries, match.seats.all()))


def _row(at: SeatedTable) -> TableRow:
    marks = _marks(at.match, at.match.game, at.hands)
    codes = {mark.code for mark in marks}
    # A slip with a reason for fewer hands was typed by whoever would check it.
    odd = codes.intersection(ODD) - ({TableMark.STOPPED} if at.is_slip else set())
    return TableRow(
        match=at.match,
        round=at.round,
        sides=at.sides,
        marks=marks,
        needs_look=bool(codes & {TableMark.DISPUTED, TableMark.NEEDS_CHECK})
        or (not at.match.check_note and bool(odd)),
    )


_SIGNATURE_MARKS = {
    Signature.WAITING: TableMark.UNSIGNED,
    Signature.ONE_SIDE: TableMark.ONE_SIDE,
    Signature.DISPUTED: TableMark.DISPUTED,
    Signature.SETTLED: TableMark.SIGNED,
}


UNSIGNED: Final = (TableMark.DISPUTED, TableMark.UNSIGNED, TableMark.ONE_SIDE)


def _marks(match: Match, game: Game | None, hands: int) -> tuple[MarkLine, ...]:
    """Return the marks of a table, most urgent first."""
    if game is None or not match.is_game:
        return ()
    verdicts: Iterable[SheetVerdict] = match.verdicts.all()
    signed = _SIGNATURE_MARKS.get(signature_of(match, verdicts))
    stopped = bool(game.stop_reason) and game.is_finished
    said = {
        TableMark.NEEDS_CHECK: match.needs_check,
        TableMark.PENALTIES: match.penalties >= MANY_PENALTIES,
        TableMark.STOPPED: stopped,
        TableMark.FEWER_HANDS: game.is_finished and not stopped and game.hand_count < hands,
        TableMark.CATCH_UP: match.kind == Match.Kind.CATCH_UP,
        TableMark.SLIP: game.is_slip,
        TableMark.CHECKED: bool(match.check_note) and not match.needs_check,
    }
    found = {mark for mark, is_so in said.items() if is_so} | ({signed} if signed else set())
    return tuple(
        MarkLine(code=mark, label=mark_label(mark, penalties=match.penalties))
        for mark in TableMark
        if mark in found
    )


def round_play(
    played: Round, *, show: Show = Show.ALL, query: str = "", now: datetime
) -> dict[str, Any]:
    tables = round_tables(played)
    counts = Counter({choice: sum(row.shows_in(choice) for row in tables.rows) for choice in Show})
    words = words_of(query)
    return {
        "version": version_of(played),
        "tables": tables,
        "rows": [row for row in tables.rows if row.shows_in(show) and row.is_found(words)],
        "tabs": [
            {
                "show": choice,
                "label": show_label(choice, counts[choice]),
                "count": counts[choice],
                "is_current": choice is show,
            }
            for choice in Show
        ],
        "show": show,
        "query": query,
        "clock": clock_view(played, now),
    }


def version_of(played: Round) -> str:
    """Return the version of what pages that follow a round show."""
    return _version(played.tournament.state, played.tournament.table_news)


def _version(state: str, news: Mapping[str, int]) -> str:
    # Calls and their answers do not change the log.
    return f"{state}-{news_count(news)}" if news else state


def follows_round(user_pk: int | None, pk: int, number: int) -> str:
    """Return the version of a published round for members of its club; one query.

    Empty for others. Pages that follow a round poll every few seconds, so it has to be cheap.
    """
    if user_pk is None:
        return ""
    rounds = Round.objects.exclude(status=Round.Status.DRAWN).filter(
        tournament=pk, number=number, tournament__club__memberships__user=user_pk
    )
    found = rounds.values_list(
        "tournament__version", "tournament__log_hash", "tournament__table_news"
    ).first()
    if found is None:
        return ""
    version, log_hash, news = found
    return _version(state_of(version, log_hash), news)


def ruling_page(match: Match) -> dict[str, Any]:
    """Return what the referee sees of a table; about ten queries.

    `is_settled`: both sides have signed the sheet, or the referee has decided.
    """
    row = table_row(match)
    return {
        "row": row,
        "versions": spoken_sides(row, row.match.verdicts.all()),
        "looks": [str(LOOKS[mark.code]) for mark in row.marks if mark.code in ODD],
        "sheet": load_sheet(match.game) if match.game else None,
        "is_settled": any(mark.code is TableMark.SIGNED for mark in row.marks),
    }
