"""Club teams that meet: how they stand, from stored results, and who sits down for them."""

from collections.abc import Collection

from tournaments.audit_log.standings import SEAT_COLUMNS, contest_of, load_phase_rounds
from tournaments.draw.result import Draw
from tournaments.draw.seats import TooFewTablesError
from tournaments.formats.meetings import TeamMeetings
from tournaments.formats.squads import BoardSeat, SquadContest, contest_of_squads
from tournaments.models import Entry, LogEntry, MatchSeat, Round, Tournament
from tournaments.models.results import SeatRow, round_result
from tournaments.standings.brackets import BEFORE, VERSION
from tournaments.standings.contest import RankedContest, RankedEntrant
from tournaments.standings.ranking import LastResort
from tournaments.standings.results import ResultKind


def course_contest_of(tournament: Tournament) -> RankedContest:
    """Return the contest of whoever goes through its phases: club teams where they meet."""
    meetings = tournament.team_meetings
    return squads_contest_of(tournament, meetings) if meetings else contest_of(tournament)


def drawn_version(tournament: Tournament, round_number: int) -> int:
    """Return how brackets were read when a round was drawn; one query where places are shared.

    Elsewhere the ways to read them part nobody otherwise before the brackets.
    """
    if tournament.ranking_rules.last_resort is LastResort.LOT:
        return VERSION
    drawn = tournament.log.filter(kind=LogEntry.Kind.DRAWN, round_number=round_number)
    data = drawn.order_by("-number").values_list("data", flat=True).first()
    return int((data or {}).get("brackets", BEFORE))


def squads_contest_of(tournament: Tournament, meetings: TeamMeetings) -> SquadContest:
    """Return the contest of the club teams; four queries."""
    entries = Entry.objects.filter(tournament=tournament).values_list("number", "withdrawn_from")
    return contest_of_squads(
        meetings,
        course=tournament.course,
        entrants=[RankedEntrant(number=number, withdrawn_from=left) for number, left in entries],
        seats=_seats(tournament),
        rules=tournament.ranking_rules,
        phase_rounds=tuple(load_phase_rounds([tournament.pk])[tournament.pk]),
        version=tournament.reading,
    )


def _seats(tournament: Tournament) -> list[BoardSeat]:
    seats = MatchSeat.objects.filter(round__tournament=tournament, counts=True)
    found = []
    for *columns, table in seats.values_list(*SEAT_COLUMNS, "match__table_number"):
        row = SeatRow._make(columns)
        result = round_result(row, row.entry, row.round) if row.has_result else None
        kind = ResultKind(row.kind)
        found.append(BoardSeat(row.round, row.match, table, row.entry, kind, result))
    return found


def level_squads(tournament: Tournament, round_number: int, table: int | None) -> set[int]:
    """Return the club teams of a round of trees whose meeting says nothing of who goes on.

    Only of the meeting whose first table this is: what decided stands at one table of a meeting.
    """
    meetings = tournament.team_meetings
    if meetings is None:
        return set()
    played = squads_contest_of(tournament, meetings).meetings
    level = [one for one in played if one.round == round_number and one.is_tree and one.is_over]
    here = [one for one in level if one.first_table == table]
    return {squad for one in here if not one.lead for squad in (one.a, one.b)}


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
    if not how.has_club_teams:
        return drawn.draw
    present = complete_numbers(drawn.tournament, drawn.number)
    try:
        return seated_draw(drawn.tournament, drawn.draw, present)
    except TooFewTablesError:
        return how.seated(drawn.draw, present, ())
