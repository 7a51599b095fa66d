"""Tables of a round at a glance: who plays whom, how far they are, what is odd about them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, QuerySet, prefetch_related_objects

from scorekeeper.clubs.pages.names import folded, words_of
from scorekeeper.engine.hand import Side
from scorekeeper.models import Game
from tournaments.models import Match, MatchSeat, Round
from tournaments.models.rounds import SheetVerdict, Signature, signature_of
from tournaments.tables.labels import (
    MANY_PENALTIES,
    ODD,
    Show,
    TableMark,
    TableState,
    mark_label,
    progress_text,
    result_text,
    show_label,
)
from tournaments.tables.pages.clocks import ClockView, clock_view


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedEntry:
    """An entry at a table; `counts` is false for whoever plays a second game for another."""

    number: int
    title: str
    has_left: bool
    counts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SideLine:
    """One side of a table; `total` is None before the first hand."""

    side: Side
    entries: tuple[SeatedEntry, ...]
    total: int | None
    leads: bool

    @property
    def numbers(self) -> str:
        """Return the numbers: "7", in mêlée "7 + 12"."""
        return " + ".join(str(entry.number) for entry in self.entries)

    @property
    def title(self) -> str:
        """Return the names round one side: "Anne & Paul"."""
        return " & ".join(entry.title for entry in self.entries)

    @property
    def label(self) -> str:
        """Return numbers and names: "7 · Anne & Paul"."""
        return f"{self.numbers} · {self.title}"


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkLine:
    """A mark and its words."""

    code: TableMark
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """One table of a round. `reason` says why a game stopped early, `note` what was decided."""

    number: int
    game_pk: int | None
    state: TableState
    is_catch_up: bool
    is_slip: bool
    hand_count: int
    progress: str
    sides: tuple[SideLine, SideLine]
    marks: tuple[MarkLine, ...]
    reason: str
    note: str
    receipt: str
    needs_look: bool
    is_disputed: bool
    is_unsigned: bool

    @property
    def is_missing(self) -> bool:
        """Return whether the table has no result yet."""
        return self.state is TableState.PLAYING

    @property
    def is_finished(self) -> bool:
        return self.state is TableState.FINISHED

    @property
    def plays_cards(self) -> bool:
        """Return whether there is a game to write, or a slip to type."""
        return self.state is not TableState.FORFEIT

    @property
    def result(self) -> str:
        """Return what the table brought, as a sentence; empty before its end."""
        if not self.is_finished:
            return ""
        side_a, side_b = self.sides
        winner = next((side.label for side in self.sides if side.leads), "")
        return result_text(self.number, winner, side_a.total or 0, side_b.total or 0)

    @property
    def counting(self) -> list[SeatedEntry]:
        """Return whose score counts."""
        return [entry for side in self.sides for entry in side.entries if entry.counts]

    def shows_in(self, show: Show) -> bool:
        """Return whether the table is among those asked for."""
        return {
            Show.ALL: True,
            Show.PLAYING: self.is_missing,
            Show.FINISHED: self.is_finished,
            Show.UNSIGNED: self.is_unsigned,
            Show.LOOK: self.needs_look,
        }[show]

    def is_found(self, words: Sequence[str]) -> bool:
        """Return whether folded words name the table, one of its entries, or its players."""
        entries = [entry for side in self.sides for entry in side.entries]
        numbers = {str(self.number), *(str(entry.number) for entry in entries)}
        names = folded(" ".join(entry.title for entry in entries))
        return all(
            word in numbers or word in (names.split() if word.isdigit() else names)
            for word in words
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ExemptLine:
    """An entry that plays no cards in a round, and what it gets for it."""

    number: int
    title: str
    points: int
    has_left: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowTab:
    """A choice of tables: "3 playing"."""

    show: Show
    label: str
    count: int
    is_current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundTables:
    """Everything that happens in a round."""

    rows: list[TableRow]
    exempt: list[ExemptLine]

    @property
    def missing(self) -> list[TableRow]:
        return [row for row in self.rows if row.is_missing]

    @property
    def early(self) -> list[SeatedEntry]:
        """Return who has finished, by number."""
        seated = {
            entry.number: entry
            for row in self.rows
            if row.is_finished
            for side in row.sides
            for entry in side.entries
        }
        return [seated[number] for number in sorted(seated)]

    @property
    def unsigned(self) -> list[TableRow]:
        """Return the finished tables that not both sides signed; disputed ones are not among."""
        return [row for row in self.rows if row.is_unsigned and not row.is_disputed]

    @property
    def disputed(self) -> list[TableRow]:
        """Return the tables that wait for the referee."""
        return [row for row in self.rows if row.is_disputed]

    @property
    def odd(self) -> list[TableRow]:
        """Return the tables that somebody should look at, disputed ones not among them."""
        return [row for row in self.rows if row.needs_look and not row.is_disputed]

    @property
    def is_ready(self) -> bool:
        """Return whether nothing is missing or waits for a decision."""
        return not any(row.is_missing or row.needs_look for row in self.rows)

    @property
    def still_exempt(self) -> list[ExemptLine]:
        """Return who is exempt and still here."""
        return [line for line in self.exempt if not line.has_left]

    def at(self, table: int) -> TableRow | None:
        """Return the table of that number, None where the round has none."""
        return next((row for row in self.rows if row.number == table), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBoard:
    """The part of a round's page that changes while it is played."""

    version: str
    tables: RoundTables
    rows: list[TableRow]
    tabs: list[ShowTab]
    show: Show
    query: str
    clock: ClockView | None


def round_tables(played: Round) -> RoundTables:
    """Return the tables of a round by number and who is exempt, in four queries."""
    return _tables(_matches(played), played.hands)


def table_row(match: Match) -> TableRow:
    """Return one table at a glance."""
    found = _matches(match.round).filter(pk=match.pk)
    return _row(found.get(), match.round.hands)


def row_of(match: Match) -> TableRow:
    """Return one table at a glance, from a match with its round, game and seats: two queries."""
    prefetch_related_objects([match], "seats__entry__players")
    return _row(match, match.round.hands)


def _matches(played: Round) -> QuerySet[Match]:
    seats = MatchSeat.objects.select_related("entry").prefetch_related("entry__players")
    return (
        played.matches.select_related("game")
        # The rules are the same at every table, and long.
        .defer("game__ruleset_values", "game__ruleset_practice")
        .prefetch_related(Prefetch("seats", seats.order_by("side", "position")), "verdicts")
        .order_by("table_number", "pk")
    )


def _tables(matches: Iterable[Match], hands: int) -> RoundTables:
    rows, exempt = [], []
    for match in matches:
        if match.kind == Match.Kind.EXEMPT:
            exempt += [_exempt(seat) for seat in match.seats.all()]
        else:
            rows.append(_row(match, hands))
    return RoundTables(rows=rows, exempt=sorted(exempt, key=lambda line: line.number))


def _exempt(seat: MatchSeat) -> ExemptLine:
    return ExemptLine(
        number=seat.entry.number,
        title=seat.entry.title,
        points=seat.points,
        has_left=seat.kind == MatchSeat.Kind.ABSENT,
    )


def _row(match: Match, hands: int) -> TableRow:
    game = match.game
    state = _state(match, game)
    marks = _marks(match, game, hands)
    codes = {mark.code for mark in marks}
    # A slip that says why it has fewer hands was typed by whoever would look at it.
    odd = codes.intersection(ODD) - ({TableMark.STOPPED} if game and game.is_slip else set())
    is_over = state is TableState.FINISHED
    return TableRow(
        number=match.table_number or 0,
        game_pk=game.pk if game else None,
        state=state,
        is_catch_up=match.kind == Match.Kind.CATCH_UP,
        is_slip=bool(game and game.is_slip),
        hand_count=game.hand_count if game else 0,
        progress=progress_text(hands=game.hand_count, planned=hands, is_over=is_over)
        if game and state is not TableState.FORFEIT
        else "",
        sides=(_side(match, game, Side.A), _side(match, game, Side.B)),
        marks=marks,
        reason=game.stop_reason if game else "",
        note=match.check_note,
        receipt=match.receipt,
        needs_look=bool(codes & {TableMark.DISPUTED, TableMark.NEEDS_CHECK})
        or (not match.check_note and bool(odd)),
        is_disputed=TableMark.DISPUTED in codes,
        is_unsigned=bool(codes & {TableMark.DISPUTED, TableMark.UNSIGNED, TableMark.ONE_SIDE}),
    )


def _state(match: Match, game: Game | None) -> TableState:
    if not match.is_game or game is None:
        return TableState.FORFEIT
    return TableState.FINISHED if game.is_finished else TableState.PLAYING


def _side(match: Match, game: Game | None, side: Side) -> SideLine:
    seats = [seat for seat in match.seats.all() if seat.side == side]
    entries = tuple(
        SeatedEntry(
            number=seat.entry.number,
            title=seat.entry.title,
            has_left=seat.kind == MatchSeat.Kind.ABSENT,
            counts=seat.counts,
        )
        for seat in seats
    )
    total, leads = None, False
    if not match.is_game:
        total = max((seat.points for seat in seats if seat.has_result), default=None)
    elif game and (game.hand_count or game.is_finished):
        totals = {Side.A: game.total_a, Side.B: game.total_b}
        total, leads = totals[side], totals[side] > totals[side.other]
    return SideLine(side=side, entries=entries, total=total, leads=leads)


_SIGNATURE_MARKS = {
    Signature.WAITING: TableMark.UNSIGNED,
    Signature.ONE_SIDE: TableMark.ONE_SIDE,
    Signature.DISPUTED: TableMark.DISPUTED,
    Signature.SETTLED: TableMark.SIGNED,
}


def _marks(match: Match, game: Game | None, hands: int) -> tuple[MarkLine, ...]:
    """Return what is said of a table, the most urgent first."""
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


def round_board(
    played: Round, *, show: Show = Show.ALL, query: str = "", now: datetime
) -> RoundBoard:
    """Return the tables of a round that are asked for, with how many there are of each sort."""
    tables = round_tables(played)
    counts = Counter({choice: sum(row.shows_in(choice) for row in tables.rows) for choice in Show})
    words = words_of(query)
    return RoundBoard(
        version=str(played.tournament.version),
        tables=tables,
        rows=[row for row in tables.rows if row.shows_in(show) and row.is_found(words)],
        tabs=[
            ShowTab(
                show=choice,
                label=show_label(choice, counts[choice], is_closed=played.is_closed),
                count=counts[choice],
                is_current=choice is show,
            )
            for choice in Show
        ],
        show=show,
        query=query,
        clock=clock_view(played, now),
    )


def follows_round(user_pk: int | None, pk: int, number: int) -> str:
    """Return the version of a published round for a member of its club, in one query.

    Empty for anybody else. Whoever follows a round asks every few seconds: this is all it costs.
    """
    if user_pk is None:
        return ""
    rounds = Round.objects.exclude(status=Round.Status.DRAWN).filter(
        tournament=pk, number=number, tournament__club__memberships__user=user_pk
    )
    version = rounds.values_list("tournament__version", flat=True).first()
    return "" if version is None else str(version)
