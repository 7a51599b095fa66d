"""Ranking, results and hands of a contest as spreadsheet rows, in few queries."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.engine.columns import read_declaration
from scorekeeper.engine.hand import Multiplier, Trump
from scorekeeper.engine.scoring import Outcome
from scorekeeper.labels.hands import (
    bid_label,
    declaration_label,
    multiplier_label,
    outcome_label,
    trump_label,
)
from scorekeeper.models import GameEvent, GameSeat, Hand
from tournaments.files.spreadsheets import Cell, Column, ExportedList
from tournaments.models import Tournament
from tournaments.rankings.labels import OUTCOME_LABELS
from tournaments.rankings.queries.after_end import after_end
from tournaments.rankings.queries.rankings import Ranking, RankingLine, ranking_of
from tournaments.seating import NamedSide, SeatedEntry, SeatedTable, named_entries, tables_of
from tournaments.standings.results import GameOutcome
from tournaments.tags import tag_label

NAMES_WIDTH: Final = 32
TEXT_WIDTH: Final = 24
TIME_WIDTH: Final = 20
HANDS_AT_A_TIME: Final = 2000


def ranking_sheet(tournament: Tournament) -> ExportedList:
    ranking = ranking_of(tournament)
    names = (
        [Column(_("First player"), TEXT_WIDTH), Column(_("Second player"), TEXT_WIDTH)]
        if tournament.format.has_teams
        else [Column(_("Player"), NAMES_WIDTH)]
    )
    rounds = [Column(_("Round %(number)d") % {"number": one.number}) for one in ranking.rounds]
    squads = _squad_names(tournament)
    club_team = [Column(_("Club team"), TEXT_WIDTH)] if squads else []
    has_sanctions = any(line.sanctions for line in ranking.lines)
    given = [Column(_("Warnings and penalties"), NAMES_WIDTH)] if has_sanctions else []
    columns = (
        Column(_("Place")),
        Column(_("Number")),
        *names,
        *club_team,
        Column(_("Categories"), TEXT_WIDTH),
        *rounds,
        *given,
        Column(_("Total")),
        Column(_("Wins")),
        Column(_("Best game")),
        Column(_("Capots")),
        Column(_("Contracts failed")),
        Column(_("Exempt in round")),
        Column(_("Withdrawn before round")),
        Column(_("Why this place"), 2 * NAMES_WIDTH),
    )
    rows = (
        _ranking_row(ranking, line, len(names), squads, has_sanctions=has_sanctions)
        for line in ranking.lines
    )
    return ExportedList(title=_("Ranking"), columns=columns, rows=_with_changes(tournament, rows))


def _squad_names(tournament: Tournament) -> dict[int, str]:
    """Return the club team of each entry; empty where no club teams meet."""
    meetings = tournament.team_meetings
    squads = meetings.squads if meetings else ()
    return {number: squad.name for squad in squads for number in squad.entries}


def _with_changes(
    tournament: Tournament, rows: Iterator[Sequence[Cell]]
) -> Iterator[Sequence[Cell]]:
    """Yield the rows, then a line for each change after the end of the contest."""
    yield from rows
    if changed := after_end(tournament):
        yield []
        yield from ([line] for line in changed.lines)


def _ranking_row(
    ranking: Ranking,
    line: RankingLine,
    places: int,
    squads: Mapping[int, str],
    *,
    has_sanctions: bool,
) -> list[Cell]:
    return [
        line.rank,
        line.number,
        *(line.names + ("",) * places)[:places],
        *([squads.get(line.number, "")] if squads else ()),
        ", ".join(tag_label(tag) for tag in line.entry.tags),
        *line.points_by_round,
        *([" · ".join(line.sanctions)] if has_sanctions else ()),
        line.total,
        line.wins,
        line.best_game,
        line.capots if ranking.knows_capots else None,
        line.failed if ranking.knows_contracts else None,
        ", ".join(str(number) for number in line.exempt_rounds),
        line.entry.left_from,
        line.note,
    ]


def _tables(tournament: Tournament) -> list[SeatedTable]:
    """Return the matches of published rounds, exempt entries first; three queries."""
    # The draw of a round is large and not needed here.
    rounds = tournament.rounds.defer("request", "certificate", "swaps")
    tables = tables_of(rounds, named_entries(tournament.pk))
    return sorted(tables, key=lambda at: (at.round_number, at.number or 0, at.match.pk))


def _how(at: SeatedTable) -> str:
    if not at.is_game:
        return ""
    if at.is_slip:
        return _("slip, to be checked") if at.match.needs_check else _("slip")
    return _("hands")


def _stop_reason(at: SeatedTable) -> str:
    return at.match.game.stop_reason if at.match.game else ""


def results_sheet(tournament: Tournament) -> ExportedList:
    """Return the result of every entry in every round, one line for each side."""
    partner = [Column(_("Partner no.")), Column(_("Partner"), TEXT_WIDTH)]
    columns = (
        Column(_("Round")),
        Column(_("Table")),
        Column(_("Number")),
        Column(_("Names"), NAMES_WIDTH),
        *(() if tournament.format.has_teams else partner),
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
    has_teams = tournament.format.has_teams
    for at in _tables(tournament):
        a, b = at.sides
        for own, others in ((a, b), (b, a)):
            for seated in own.entries:
                if seated.counts:
                    yield _result_row(at, seated, own, others, has_teams=has_teams)


def _result_row(
    at: SeatedTable, seated: SeatedEntry, own: NamedSide, others: NamedSide, *, has_teams: bool
) -> list[Cell]:
    seat = seated.seat
    partners = [one for one in own.entries if one is not seated]
    is_played = seat.has_result and at.is_game
    # A slip does not report contracts, and only capots that were made.
    is_known = is_played and not at.is_slip
    their_points = next((one.points for one in others.entries if one.seat.has_result), None)
    return [
        at.round_number,
        at.number,
        seated.number,
        seated.title,
        *(() if has_teams else _who(partners)),
        *_who(others.entries),
        seat.get_kind_display(),
        seat.points if seat.has_result else None,
        their_points if is_played else None,
        str(OUTCOME_LABELS[GameOutcome(seat.outcome)]) if seat.outcome else "",
        seat.hands if is_played else None,
        seat.capots if is_known or (is_played and seat.capots) else None,
        seat.failed if is_known else None,
        _how(at) if is_played else "",
        _stop_reason(at),
    ]


def _who(entries: Sequence[SeatedEntry]) -> tuple[str, str]:
    numbers = ", ".join(str(entry.number) for entry in entries)
    return numbers, ", ".join(entry.title for entry in entries)


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
    "declarations",
    "further_belotes",
)


def hands_sheet(tournament: Tournament) -> ExportedList:
    """Return every hand on a line, and every slip as one line for all its hands.

    Hands under a slip, and hands after the end, are included and marked as not counting.
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
        *([Column(_("Declarations"), NAMES_WIDTH)] if tournament.ruleset.declarations else ()),
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
    """The rows of a contest's hands; everything except the hands is loaded at once."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.has_bids = tournament.ruleset.bids
        self.declares = tournament.ruleset.declarations

    def rows(self) -> Iterator[list[Cell]]:
        """Return slips and hands by round, table and number."""
        chairs = GameSeat.every.filter(game__match__round__tournament=self.tournament)
        self.takers: defaultdict[tuple[int, str], list[tuple[int, str]]] = defaultdict(list)
        in_order = chairs.order_by("-first_hand")
        for pk, chair, first, name in in_order.values_list("game", "seat", "first_hand", "name"):
            self.takers[pk, chair].append((first, name))
        self.slips = _last_slips(self.tournament)
        games = groupby(self._hands(), key=itemgetter("game_id"))
        game, hands = next(games, (None, iter(())))
        for at in _tables(self.tournament):
            if at.is_slip and at.is_game:
                yield self._slip_row(at)
            # Both lists are in the same order, and not every table has hands.
            if at.game_pk is not None and at.game_pk == game:
                yield from (self._hand_row(at, hand) for hand in hands)
                game, hands = next(games, (None, iter(())))

    def _hands(self) -> Iterator[dict[str, Any]]:
        hands = Hand.objects.filter(game__match__round__tournament=self.tournament)
        in_order = hands.order_by(
            "game__match__round__number", "game__match__table_number", "game__match", "number"
        )
        rows: Iterator[dict[str, Any]] = in_order.values(*HAND_FIELDS).iterator(
            chunk_size=HANDS_AT_A_TIME
        )
        return rows

    def _place(self, at: SeatedTable, number: int | None, how: str, hands: int) -> list[Cell]:
        sides = (_who(side.entries) for side in at.sides)
        return [
            at.round_number,
            at.number,
            number,
            how,
            hands,
            *(one for two in sides for one in two),
        ]

    def _slip_row(self, at: SeatedTable) -> list[Cell]:
        more = 3 * self.has_bids + self.declares
        empty = [None] * (len(("taker", "side", "points", "belote", "capot")) + more)
        author, written_at = self.slips.get(at.game_pk or 0, ("", None))
        return [
            *self._place(at, None, _how(at), at.hand_count),
            *empty,
            *("", _stop_reason(at), ""),
            at.total_a,
            at.total_b,
            *(author, _local(written_at), None),
        ]

    def _taker(self, hand: Mapping[str, Any]) -> str:
        """Return the name of the taker: the last player on that seat by then."""
        taker: str = hand["taker"]
        sat = self.takers.get((hand["game_id"], taker), ())
        return next((name for first, name in sat if first <= hand["number"]), taker)

    def _hand_row(self, at: SeatedTable, hand: Mapping[str, Any]) -> list[Cell]:
        counts = hand["counted"] and at.is_game and not at.is_slip
        how = _("hand") if counts else _("hand that does not count")
        taker = hand["taker"]
        return [
            *self._place(at, hand["number"], how, int(counts)),
            self._taker(hand),
            taker[:1],
            *(_bid_cells(hand) if self.has_bids else ()),
            hand["card_points"],
            " ".join([hand["belote"], *hand["further_belotes"]]),
            *([_declared(hand["declarations"])] if self.declares else ()),
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


def _declared(declarations: Sequence[Sequence[str]]) -> str:
    """Return declarations by side: "A: Tierce to the king (20), B: Four jacks (200)"."""
    read = [read_declaration(one) for one in declarations]
    return ", ".join(f"{shown.side}: {declaration_label(shown)}" for shown in read)


def _last_slips(tournament: Tournament) -> dict[int, tuple[str, datetime]]:
    """Return author and time of the valid slip of each game."""
    kinds = (GameEvent.Kind.SLIP_RECORDED, GameEvent.Kind.SLIP_CORRECTED)
    events = GameEvent.objects.filter(game__match__round__tournament=tournament, kind__in=kinds)
    return {
        game: (author, at)
        for game, author, at in events.order_by("pk").values_list("game", "author_name", "at")
    }


def _local(at: datetime | None) -> datetime | None:
    return timezone.make_naive(at) if at else None
