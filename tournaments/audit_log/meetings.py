"""Club teams that meet: their standings from stored results, and their line-ups."""

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
    """Return the contest of those who go through its phases: its club teams if there are any.

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
    """Return the contest of the club teams, which must exist; four queries."""
    contest = course_contest_of(tournament)
    assert isinstance(contest, SquadContest), "nobody asks where no club teams meet"
    return contest


def drawn_version(tournament: Tournament, round_number: int) -> int:
    """Return the version of the bracket rules that a draw was made by; one query at most.

    The version only matters if places can be shared, that is, unless lots decide.
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
    """Return the names of club teams for a log entry: their numbers are not those of entries."""
    return tournament.format.logged_names(numbers)


def seated_draw(tournament: Tournament, draw: Draw, present: Collection[int]) -> Draw:
    """Return a draw of entries; a draw of club teams is converted by their current line-ups.

    Raises TooFewTablesError.
    """
    return tournament.format.seated(draw, present, tournament.tables_there.spans)


def complete_numbers(tournament: Tournament, round_number: int) -> set[int]:
    """Return the numbers of the complete entries that play a round; two queries."""
    entries = tournament.entries.by_number()
    size = tournament.format.entry_size
    return {
        one.number
        for one in entries
        if len(one.players.all()) == size and one.plays_round(round_number)
    }


def planned_draw(drawn: Round) -> Draw:
    """Return the seating by a round's draw, whether it drew entries or club teams.

    If tables were removed, numbers count from 1; publishing such a draw is refused.
    """
    how = drawn.tournament.format
    if not how.lines_up:
        return drawn.draw
    present = complete_numbers(drawn.tournament, drawn.number)
    try:
        return seated_draw(drawn.tournament, drawn.draw, present)
    except TooFewTablesError:
        return how.seated(drawn.draw, present, ())
