"""The cross-table of a contest: a line for each entry, a column for each round, and pools."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from scorekeeper.clubs.queries import hidden_players
from tournaments.audit_log.meetings import squads_contest_of
from tournaments.entries.labels import lineup_texts
from tournaments.files.spreadsheets import Cell, Column, ExportedList
from tournaments.formats.phases import PhaseKind
from tournaments.formats.qualifying import pools_at
from tournaments.lineups import who_sat
from tournaments.models import Tournament
from tournaments.rankings.labels import (
    CROSS_CODES,
    GOES_ON,
    OUTCOME_LABELS,
    PLAYING,
    SIGNS,
    SUBSTITUTE,
    result_text,
)
from tournaments.rankings.queries.exports import NAMES_WIDTH, TEXT_WIDTH
from tournaments.rankings.queries.rankings import Ranking, RankingLine, ranking_of
from tournaments.rounds.labels import group_title, leg_title
from tournaments.rounds.queries.requests import drawn_names
from tournaments.seating import NamedEntry, SeatedTable, tables_of
from tournaments.standings.contest import RankedContest
from tournaments.standings.cross_table import CrossCell, CrossSeat, SquareCell, cross_cells, square
from tournaments.standings.ranking import Standing
from tournaments.standings.results import ResultKind
from tournaments.visible_ranking import Reader, visible_ranking


class CrossLine(NamedTuple):
    """An entry with its place and total in the ranking, and its rounds."""

    ranked: RankingLine
    cells: tuple[CrossCell, ...]
    substitutes: tuple[str, ...]
    """The players of each place with a substitution, in order."""


class SquareLine(NamedTuple):
    """A member of a pool: its standing, and a cell for each member."""

    entry: NamedEntry
    standing: Standing
    total: int
    cells: tuple[SquareCell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Square:
    """A pool, everybody against everybody; lines and columns are in the same order."""

    title: str
    first: int
    last: int
    lines: tuple[SquareLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossTable:
    """The whole table; `rounds` are the columns, with their names in a knock-out."""

    rounds: tuple[tuple[int, str], ...]
    lines: tuple[CrossLine, ...]
    squares: tuple[Square, ...]
    is_provisional: bool

    @property
    def cells(self) -> Iterator[CrossCell]:
        return (cell for line in self.lines for cell in line.cells)

    @property
    def kinds(self) -> frozenset[ResultKind]:
        """Return the kinds of cells in the table, for the legend."""
        return frozenset(cell.kind for cell in self.cells if cell.kind)

    @property
    def legend(self) -> list[tuple[str, str]]:
        """Return the marks in the table with their meanings."""
        found = [(SIGNS[one], str(OUTCOME_LABELS[one])) for one in SIGNS]
        found += [
            (str(code), str(text))
            for kind, (code, text) in CROSS_CODES.items()
            if kind in self.kinds
        ]
        if any(cell.is_playing for cell in self.cells):
            found.append((PLAYING, _("still playing")))
        if any(cell.goes_on for cell in self.cells):
            found.append((GOES_ON, _("tied, goes on")))
        if any(cell.has_substitute for cell in self.cells):
            found.append((SUBSTITUTE, _("a substitute sat there")))
        return found


def cross_table(
    tournament: Tournament, *, reader: Reader = Reader.CLUB, by_number: bool = False
) -> CrossTable:
    """Return the table that a reader may see, by place or by number.

    About six queries, four more if club teams meet in pools.
    """
    seen = visible_ranking(tournament, reader)
    hidden = hidden_players(tournament.club_id) if reader is not Reader.CLUB else frozenset()
    ranking = ranking_of(tournament, after_round=seen.after_round, hidden=hidden)
    rounds = tuple(played.number for played in ranking.rounds)
    seatings = _seatings(tournament, rounds, ranking.names)
    decided = defaultdict(list)
    for played in ranking.contest.phase_rounds:
        for who in played.decided:
            decided[who].append(played.round)
    lines = [
        CrossLine(
            ranked=line,
            cells=cross_cells(rounds, seatings[line.number], line.results, decided[line.number]),
            substitutes=tuple(lineup_texts(line.names, line.entry.left_seats)),
        )
        for line in ranking.lines
    ]
    if by_number:
        lines.sort(key=lambda line: line.ranked.number)
    return CrossTable(
        rounds=tuple((number, _round_title(ranking.contest, number)) for number in rounds),
        lines=tuple(lines),
        squares=tuple(_squares(tournament, ranking, seen.after_round)),
        is_provisional=not seen.is_final,
    )


def _seatings(
    tournament: Tournament, rounds: Sequence[int], names: Mapping[int, NamedEntry]
) -> defaultdict[int, list[CrossSeat]]:
    """Return the seat of each entry that counts for it, by number; two queries."""
    published = tournament.rounds.filter(number__in=rounds)
    found: defaultdict[int, list[CrossSeat]] = defaultdict(list)
    for at in tables_of(published.defer("request", "certificate", "swaps"), names):
        for seating in _at_table(at, names):
            found[seating.entrant].append(seating)
    return found


def _at_table(at: SeatedTable, names: Mapping[int, NamedEntry]) -> Iterator[CrossSeat]:
    a, b = at.a, at.b
    for own, others in ((a, b), (b, a)):
        for seated in own:
            if not seated.counts:
                continue
            yield CrossSeat(
                round=at.round_number,
                entrant=seated.number,
                kind=ResultKind(seated.seat.kind),
                partners=tuple(one.number for one in own if one is not seated),
                opponents=tuple(one.number for one in others),
                has_substitute=_has_substitute(names.get(seated.number), at.round_number),
            )


def _has_substitute(entry: NamedEntry | None, round_number: int) -> bool:
    """Return whether a substitute sat there in a round."""
    if entry is None or not entry.left_seats:
        return False
    entered = who_sat(entry.names, entry.left_seats, 1, 1)
    return entry.in_round(round_number).names != tuple(entered)


def _round_title(contest: RankedContest, number: int) -> str:
    """Return the name of a round of a knock-out, empty for any other round."""
    trees = [one for one in contest.phase_rounds if one.round == number and one.is_tree]
    return leg_title(max(len(slots) for _name, slots in trees[0].groups)) if trees else ""


def _squares(tournament: Tournament, ranking: Ranking, after_round: int | None) -> Iterator[Square]:
    """Yield the pools of all phases, as far as they have been played."""
    how = tournament.format
    if not any(phase.kind is PhaseKind.POOLS for phase in how.phases):
        return
    contest = ranking.contest
    if how.has_club_teams:
        contest = squads_contest_of(tournament).up_to(after_round)
    names = drawn_names(how, ranking.names)
    first = 1
    for phase in how.phases:
        last = first + phase.rounds - 1
        if phase.kind is PhaseKind.POOLS:
            within = [
                one._replace(points=contest.shown_points(one))
                for one in contest.ranked_results
                if first <= one.round <= last
            ]
            for pool in pools_at(contest, first, last):
                in_order = pool.standings.lines
                cells = square([line.entrant for line in in_order], within)
                yield Square(
                    title=group_title(pool.name),
                    first=first,
                    last=last,
                    lines=tuple(
                        SquareLine(
                            entry=names[line.entrant],
                            standing=line,
                            total=contest.shown_total(line.record),
                            cells=cells[line.entrant],
                        )
                        for line in in_order
                    ),
                )
        first = last + 1


def cross_table_sheet(tournament: Tournament) -> ExportedList:
    """Return a line for each entry, with partner, opponents and result of every round."""
    table = cross_table(tournament)
    has_teams = tournament.format.has_teams
    columns = [
        Column(_("Number")),
        Column(_("Names"), NAMES_WIDTH),
        *(
            column
            for number, _title in table.rounds
            for column in _round_columns(number, has_teams=has_teams)
        ),
        Column(_("Total")),
        Column(_("Place")),
        Column(_("Withdrawn before round")),
        Column(_("Substitutes"), NAMES_WIDTH),
    ]
    rows = (
        [
            line.ranked.number,
            line.ranked.title,
            *(value for cell in line.cells for value in _round_cells(cell, has_teams=has_teams)),
            line.ranked.total,
            line.ranked.rank,
            line.ranked.entry.left_from,
            " · ".join(line.substitutes),
        ]
        for line in table.lines
    )
    return ExportedList(title=_("Cross-table"), columns=tuple(columns), rows=rows)


def _round_columns(number: int, *, has_teams: bool) -> list[Column]:
    values = {"number": number}
    partner = [] if has_teams else [Column(_("Round %(number)d: partner") % values)]
    return [
        *partner,
        Column(_("Round %(number)d: opponents") % values),
        Column(_("Round %(number)d: result") % values, TEXT_WIDTH),
        Column(_("Round %(number)d: points") % values),
    ]


def _round_cells(cell: CrossCell, *, has_teams: bool) -> list[Cell]:
    partners, opponents = (
        ", ".join(str(number) for number in numbers) for numbers in (cell.partners, cell.opponents)
    )
    return [*([] if has_teams else [partners]), opponents, result_text(cell), cell.points]
