"""Use cases of club teams: set them, and line them up before a round."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Unpack

from django.db import transaction

from scorekeeper.models.authors import Actor
from tournaments.audit_log.locks import lock_unfinished
from tournaments.audit_log.log import append, touch_results
from tournaments.formats.meetings import MeetingsError, TeamMeetings
from tournaments.formats.phases import Phase
from tournaments.models import LogEntry, MatchSeat, Tournament
from tournaments.phases.services import set_phases


@transaction.atomic
def set_meetings(
    *,
    tournament_id: int,
    meetings: TeamMeetings | None,
    phases: Sequence[Phase] | None = None,
    **by: Unpack[Actor],
) -> Tournament:
    """Set the club teams of a contest, and its `phases` if they change too.

    Without club teams every entry plays for itself again. Raises MeetingsError if that does not fit
    drawn rounds, entries or phases; what `set_phases` raises; and FinishedError.
    """
    tournament = lock_unfinished(tournament_id)
    if not tournament.format.takes_phases:
        raise MeetingsError("mêlée")
    _refuse(tournament, meetings)
    plain = meetings.to_dict() if meetings else {}
    if plain != tournament.meetings:
        tournament.meetings = plain
        tournament.save(update_fields=["meetings"])
        append(tournament, LogEntry.Kind.MEETINGS, {"meetings": plain}, **by)
        touch_results(tournament)
    if phases is not None and tuple(phases) != tournament.course:
        count = sum(phase.rounds for phase in phases)
        hands = [tournament.hands_of_round(number) for number in range(1, count + 1)]
        tournament = set_phases(tournament_id=tournament_id, phases=phases, round_hands=hands, **by)
    if not tournament.format.fits(tournament.course):
        raise MeetingsError("phases")
    return tournament


def _refuse(tournament: Tournament, meetings: TeamMeetings | None) -> None:
    known = set(tournament.entries.values_list("number", flat=True))
    if meetings and (strangers := meetings.by_entry.keys() - known):
        raise MeetingsError("unknown", strangers)
    seats = MatchSeat.objects.filter(round__tournament=tournament, counts=True)
    played = set(seats.values_list("entry__number", flat=True))
    begun = tournament.rounds.exists()
    tournament.format.refuse_meetings(meetings, played, begun=begun)


@transaction.atomic
def line_up(
    *, tournament_id: int, squad: int, entries: Sequence[int], **by: Unpack[Actor]
) -> Tournament:
    """Set the order in which the pairs of a club team sit down, the first table first.

    Published rounds do not change. Raises MeetingsError if these are not its pairs.
    """
    tournament = lock_unfinished(tournament_id)
    meetings = tournament.team_meetings
    if meetings is None or not 1 <= squad <= len(meetings.squads):
        raise MeetingsError("squad")
    before = meetings.squads[squad - 1]
    if sorted(before.entries) != sorted(entries):
        raise MeetingsError("order", set(entries) ^ set(before.entries))
    changed = replace(before, entries=tuple(entries))
    squads = tuple(changed if one.number == squad else one for one in meetings.squads)
    plain = replace(meetings, squads=squads).to_dict()
    if plain != tournament.meetings:
        tournament.meetings = plain
        tournament.save(update_fields=["meetings"])
        append(tournament, LogEntry.Kind.MEETINGS, {"meetings": plain}, **by)
    return tournament
