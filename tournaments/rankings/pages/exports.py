"""Ranking, results and hands of a contest as rows of a spreadsheet; few queries, any size."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.engine.hand import Multiplier, Side, Trump
from scorekeeper.engine.scoring import Outcome
from scorekeeper.labels.hands import bid_label, multiplier_label, outcome_label, trump_label
from scorekeeper.models import Game, GameEvent, GameSeat, Hand
from tournaments.files.spreadsheets import Cell, Column, ExportedList
from tournaments.ledger.standings import counted_seats
from tournaments.models import Match, MatchSeat, Tournament
from tournaments.rankings.labels.reasons import outcome_label as result_label
from tournaments.rankings.pages.after_end import after_end
from tournaments.rankings.pages.rankings import Named, RankingLine, named_entries, ranking_of
from tournaments.standings.results import GameOutcome
from tournaments.tags import tag_label

NAMES_WIDTH: Final = 32
TEXT_WIDTH: Final = 24
TIME_WIDTH: Final = 20
HANDS_AT_A_TIME: Final = 2000


def ranking_sheet(tournament: Tournament) -> ExportedList:
    """Return the general ranking, a line for each entry."""
    ranking = ranking_of(tournament)
    names = (
        [Column(_("Player"), NAMES_WIDTH)]
        if tournament.is_melee
        else [Column(_("First player"), TEXT_WIDTH), Column(_("Second player"), TEXT_WIDTH)]
    )
    rounds = [Column(_("Round %(number)d") % {"number": one.number}) for one in ranking.rounds]
    columns = (
        Column(_("Place")),
        Column(_("Number")),
        *names,
        Column(_("Tags"), TEXT_WIDTH),
        *rounds,
        Column(_("Total")),
        Column(_("Wins")),
        Column(_("Best game")),
        Column(_("Capots")),
        Column(_("Contracts failed")),
        Column(_("Exempt in round")),
        Column(_("Left before round")),
        Column(_("Why it stands here"), 2 * NAMES_WIDTH),
    )
    rows = (_ranking_row(line, len(names)) for line in ranking.lines)
    return ExportedList(title=_("Ranking"), columns=columns, rows=_with_changes(tournament, rows))


def _with_changes(
    tournament: Tournament, rows: Iterator[Sequence[Cell]]
) -> Iterator[Sequence[Cell]]:
    """Yield the rows, then what was changed after the end of the contest, a line each."""
    yield from rows
    if changed := after_end(tournament):
        yield []
        yield from ([line] for line in changed.lines)


def _ranking_row(line: RankingLine, places: int) -> list[Cell]:
    return [
        line.rank,
        line.number,
        *(line.names + ("",) * places)[:places],
        ", ".join(tag_label(tag) for tag in line.entry.tags),
        *line.points_by_round,
        line.total,
        line.wins,
        line.best_game,
        line.capots,
        line.failed,
        ", ".join(str(number) for number in line.exempt_rounds),
        line.entry.left_from,
        line.note,
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class _ExportedTable:
    """What the exports need of a match; nothing of a game where there is none."""

    pk: int
    round: int
    table: int | None
    is_game: bool
    game: int | None
    needs_check: bool
    is_slip: bool
    total_a: int | None
    total_b: int | None
    hands: int | None
    stop_reason: str | None

    @property
    def how(self) -> str:
        """Return how its result was written."""
        if self.game is None or not self.is_game:
            return ""
        if self.is_slip:
            return _("slip, to be checked") if self.needs_check else _("slip")
        return _("hands")


def _tables(tournament: Tournament) -> list[_ExportedTable]:
    """Return the matches of all published rounds by round and table; one query."""
    matches = Match.objects.filter(round__tournament=tournament)
    return [
        _ExportedTable(
            pk=pk,
            round=number,
            table=table,
            is_game=kind in {Match.Kind.GAME, Match.Kind.CATCH_UP},
            game=game,
            needs_check=needs_check,
            is_slip=how == Game.Kind.SLIP,
            total_a=total_a,
            total_b=total_b,
            hands=hands,
            stop_reason=reason,
        )
        for pk, number, table, kind, game, needs_check, how, total_a, total_b, hands, reason in (
            matches.order_by("round__number", "table_number", "pk").values_list(
                "pk",
                "round__number",
                "table_number",
                "kind",
                "game",
                "needs_check",
                "game__kind",
                "game__total_a",
                "game__total_b",
                "game__hand_count",
                "game__stop_reason",
            )
        )
    ]


def results_sheet(tournament: Tournament) -> ExportedList:
    """Return what every entry brought home from every round, a line for each of both."""
    partner = [Column(_("Partner no.")), Column(_("Partner"), TEXT_WIDTH)]
    columns = (
        Column(_("Round")),
        Column(_("Table")),
        Column(_("Number")),
        Column(_("Names"), NAMES_WIDTH),
        *(partner if tournament.is_melee else ()),
        Column(_("Opponents no.")),
        Column(_("Opponents"), NAMES_WIDTH),
        Column(_("Kind"), TEXT_WIDTH),
        Column(_("Points")),
        Column(_("Opponents’ points")),
        Column(_("Result")),
        Column(_("Hands")),
        Column(_("Capots")),
        Column(_("Contracts failed")),
        Column(_("Written as"), TEXT_WIDTH),
        Column(_("Stopped early because"), TEXT_WIDTH),
    )
    rows = _with_changes(tournament, _result_rows(tournament))
    return ExportedList(title=_("Results"), columns=columns, rows=rows)


def _result_rows(tournament: Tournament) -> Iterator[Sequence[Cell]]:
    names = named_entries(tournament)
    tables = {table.pk: table for table in _tables(tournament)}
    seats = counted_seats(tournament)
    sides: defaultdict[tuple[int, str], list[MatchSeat]] = defaultdict(list)
    for seat in seats:
        sides[seat.match_id, seat.side].append(seat)
    for seat in seats:
        if seat.counts:
            own = sides[seat.match_id, seat.side]
            others = sides[seat.match_id, Side(seat.side).other]
            yield _result_row(tournament, seat, own, others, names, tables[seat.match_id])


def _result_row(
    tournament: Tournament,
    seat: MatchSeat,
    own: Sequence[MatchSeat],
    others: Sequence[MatchSeat],
    names: Mapping[int, Named],
    table: _ExportedTable,
) -> list[Cell]:
    partners = [one for one in own if one.pk != seat.pk]
    is_played = seat.has_result and table.is_game
    their_points = next((one.points for one in others if one.has_result), None)
    return [
        seat.round.number,
        table.table,
        seat.entry.number,
        names[seat.entry.number].title,
        *(_who(partners, names) if tournament.is_melee else ()),
        *_who(others, names),
        seat.get_kind_display(),
        seat.points if seat.has_result else None,
        their_points if is_played else None,
        result_label(GameOutcome(seat.outcome)) if seat.outcome else "",
        seat.hands if is_played else None,
        seat.capots if is_played else None,
        seat.failed if is_played else None,
        table.how if is_played else "",
        table.stop_reason or "",
    ]


def _who(seats: Sequence[MatchSeat], names: Mapping[int, Named]) -> tuple[str, str]:
    """Return the numbers and the names of some entries, as two cells."""
    numbers = [seat.entry.number for seat in seats]
    return ", ".join(map(str, numbers)), ", ".join(names[number].title for number in numbers)


HAND_FIELDS: Final = (
    "game_id",
    "number",
    "taker",
    "card_points",
    "belote",
    "capot",
    "penalty",
    "penalty_reason",
    "outcome",
    "score_a",
    "score_b",
    "counted",
    "recorded_name",
    "recorded_at",
    "changed_at",
    "bid",
    "multiplier",
    "trump",
)


def hands_sheet(tournament: Tournament) -> ExportedList:
    """Return every hand, a line each, and every slip, a line for all its hands.

    Hands that lie under a slip, or were written after the end, are there and said not to count.
    """
    bids = [Column(_("Bid")), Column(_("Doubled"), TEXT_WIDTH), Column(_("Trump"))]
    columns = (
        Column(_("Round")),
        Column(_("Table")),
        Column(_("Hand")),
        Column(_("Written as"), TEXT_WIDTH),
        Column(_("Hands")),
        Column(_("Side A no.")),
        Column(_("Side A"), NAMES_WIDTH),
        Column(_("Side B no.")),
        Column(_("Side B"), NAMES_WIDTH),
        Column(_("Taker"), TEXT_WIDTH),
        Column(_("Taker’s side")),
        *(bids if tournament.ruleset.bids else ()),
        Column(_("Card points")),
        Column(_("Belote")),
        Column(_("Capot")),
        Column(_("Penalty against")),
        Column(_("Reason"), TEXT_WIDTH),
        Column(_("Outcome")),
        Column(_("Points A")),
        Column(_("Points B")),
        Column(_("Written by"), TEXT_WIDTH),
        Column(_("Written at"), TIME_WIDTH),
        Column(_("Corrected at"), TIME_WIDTH),
    )
    return ExportedList(title=_("Hands"), columns=columns, rows=_HandRows(tournament).rows())


class _HandRows:
    """The rows of a contest's hands; everything but the hands themselves is read at once."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.has_bids = tournament.ruleset.bids

    def rows(self) -> Iterator[list[Cell]]:
        """Return slips and hands by round, table and number."""
        self._read()
        games = groupby(self._hands(), key=itemgetter("game_id"))
        game, hands = next(games, (None, iter(())))
        for table in self.tables:
            if table.is_slip and table.is_game:
                yield self._slip_row(table)
            # Both lists are in the same order, and not every table has hands.
            if table.game is not None and table.game == game:
                yield from (self._hand_row(table, hand) for hand in hands)
                game, hands = next(games, (None, iter(())))

    def _read(self) -> None:
        names = named_entries(self.tournament)
        self.tables = _tables(self.tournament)
        at_table: defaultdict[tuple[int, str], list[MatchSeat]] = defaultdict(list)
        for seat in counted_seats(self.tournament):
            at_table[seat.match_id, seat.side].append(seat)
        self.sides = {key: _who(seats, names) for key, seats in at_table.items()}
        chairs = GameSeat.objects.filter(game__match__round__tournament=self.tournament)
        self.takers = {
            (game, chair): name for game, chair, name in chairs.values_list("game", "seat", "name")
        }
        self.slips = _last_slips(self.tournament)

    def _hands(self) -> Iterator[dict[str, Any]]:
        hands = Hand.objects.filter(game__match__round__tournament=self.tournament)
        in_order = hands.order_by(
            "game__match__round__number", "game__match__table_number", "game__match", "number"
        )
        rows: Iterator[dict[str, Any]] = in_order.values(*HAND_FIELDS).iterator(
            chunk_size=HANDS_AT_A_TIME
        )
        return rows

    def _place(self, table: _ExportedTable, number: int | None, how: str, hands: int) -> list[Cell]:
        nobody = ("", "")
        sides = (self.sides.get((table.pk, side), nobody) for side in Side)
        return [
            table.round,
            table.table,
            number,
            how,
            hands,
            *(one for two in sides for one in two),
        ]

    def _slip_row(self, table: _ExportedTable) -> list[Cell]:
        empty = [None] * (len(("taker", "side", "points", "belote", "capot")) + 3 * self.has_bids)
        author, at = self.slips.get(table.game or 0, ("", None))
        return [
            *self._place(table, None, table.how, table.hands or 0),
            *empty,
            *("", table.stop_reason or "", ""),
            table.total_a,
            table.total_b,
            *(author, _local(at), None),
        ]

    def _hand_row(self, table: _ExportedTable, hand: Mapping[str, Any]) -> list[Cell]:
        counts = hand["counted"] and table.is_game and not table.is_slip
        how = _("hand") if counts else _("hand that does not count")
        taker = hand["taker"]
        return [
            *self._place(table, hand["number"], how, int(counts)),
            self.takers.get((hand["game_id"], taker), taker),
            taker[:1],
            *(_bid_cells(hand) if self.has_bids else ()),
            hand["card_points"],
            hand["belote"],
            hand["capot"],
            hand["penalty"],
            hand["penalty_reason"],
            outcome_label(Outcome(hand["outcome"])) if hand["outcome"] else "",
            hand["score_a"],
            hand["score_b"],
            hand["recorded_name"],
            _local(hand["recorded_at"]),
            _local(hand["changed_at"]),
        ]


def _bid_cells(hand: Mapping[str, Any]) -> tuple[Cell, Cell, Cell]:
    return (
        bid_label(hand["bid"]) if hand["bid"] else None,
        multiplier_label(Multiplier(hand["multiplier"])) if hand["multiplier"] else None,
        trump_label(Trump(hand["trump"])) if hand["trump"] else None,
    )


def _last_slips(tournament: Tournament) -> dict[int, tuple[str, datetime]]:
    """Return who typed the slip that stands for a game, and when."""
    kinds = (GameEvent.Kind.SLIP_RECORDED, GameEvent.Kind.SLIP_CORRECTED)
    events = GameEvent.objects.filter(game__match__round__tournament=tournament, kind__in=kinds)
    return {
        game: (author, at)
        for game, author, at in events.order_by("pk").values_list("game", "author_name", "at")
    }


def _local(at: datetime | None) -> datetime | None:
    """Return a moment as the clock in the hall showed it."""
    return timezone.make_naive(at) if at else None
