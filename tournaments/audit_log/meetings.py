"""Club teams that meet: how they stand, from stored results, and who sits down for them."""

from collections.abc import Collection

from tournaments.audit_log.standings import SEAT_COLUMNS, contest_of, load_phase_rounds
from tournaments.draw.result import Draw
from tournaments.draw.seats import TooFewTablesError
from tournaments.formats.squads import BoardSeat, SquadContest
from tournaments.models import Entry, LogEntry, MatchSeat, Round, Tournament
from tournaments.models.results import SeatRow, round_result
from tournaments.standings.brackets import BEFORE, VERSION
from tournaments.standings.contest import RankedContest, RankedEntrant
from tournaments.standings.ranking import LastResort
from tournaments.standings.results import ResultKind


def course_contest_of(tournament: Tournament) -> RankedContest:
    """Return the contest of whoever goes through its phases: club teams where they meet.

    Four queries, two without phases.
    """
    how = tournament.format
    if not how.reads_tables:
        return how.course_contest(contest_of(tournament), (), ())
    entries = Entry.objects.filter(tournament=tournament).values_list("number", "withdrawn_from")
    contest = RankedContest(
        entrants=tuple(
            RankedEntrant(number=number, withdrawn_from=left) for number, left in entries
        ),
        rules=tournament.ranking_rules,
        version=tournament.reading,
    )
    groups = tuple(load_phase_rounds([tournament.pk])[tournament.pk])
    return how.course_contest(contest, _seats(tournament), groups)


def squads_contest_of(tournament: Tournament) -> SquadContest:
    """Return the contest of the club teams, where they meet; four queries."""
    contest = course_contest_of(tournament)
    assert isinstance(contest, SquadContest), "nobody asks where no club teams meet"
    return contest


def drawn_version(tournament: Tournament, round_number: int) -> int:
    """Return how brackets were read when a round was drawn; one query where places are shared.

    Elsewhere the ways to read them part nobody otherwise before the brackets.
    """
    if tournament.ranking_rules.last_resort is LastResort.LOT:
        return VERSION
    drawn = tournament.log.filter(kind=LogEntry.Kind.DRAWN, round_number=round_number)
    data = drawn.order_by("-number").values_list("data", flat=True).first()
    return int((data or {}).get("brackets", BEFORE))


def _seats(tournament: Tournament) -> list[BoardSeat]:
    seats = MatchSeat.objects.filter(round__tournament=tournament, counts=True)
    found = []
    for *columns, table in seats.values_list(*SEAT_COLUMNS, "match__table_number"):
        row = SeatRow._make(columns)
        result = round_result(row, row.entry, row.round) if row.has_result else None
        kind = ResultKind(row.kind)
        found.append(BoardSeat(row.round, row.match, table, row.entry, kind, result))
    return found


def named_in_log(tournament: Tournament, *numbers: int) -> dict[str, list[str]]:
    """Return what a line of the log says of club teams, whose numbers are no entries'."""
    return tournament.format.logged_names(numbers)


def seated_draw(tournament: Tournament, draw: Draw, present: Collection[int]) -> Draw:
    """Return a draw as one of entries: of club teams, as their pairs are lined up now.

    Raises TooFewTablesError.
    """
    return tournament.format.seated(draw, present, tournament.tables_there.spans)


def complete_numbers(tournament: Tournament, round_number: int) -> set[int]:
    """Return the entries that can play a round: complete, not gone before it; two queries."""
    entries = tournament.entries.by_number()
    size = tournament.format.entry_size
    return {
        one.number
        for one in entries
        if len(one.players.all()) == size and one.plays_round(round_number)
    }


def planned_draw(drawn: Round) -> Draw:
    """Return who would sit where by the draw of a round, whoever it was drawn for.

    Where tables went since they are counted from 1: publishing it is refused.
    """
    how = drawn.tournament.format
    if not how.lines_up:
        return drawn.draw
    present = complete_numbers(drawn.tournament, drawn.number)
    try:
        return seated_draw(drawn.tournament, drawn.draw, present)
    except TooFewTablesError:
        return how.seated(drawn.draw, present, ())
