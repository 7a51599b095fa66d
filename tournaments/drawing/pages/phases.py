"""What a phase says of the round that would be drawn next."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.course.frames import (
    CourseError,
    CourseOverError,
    TooFewRoundsError,
    UndecidedError,
    frame_of,
    method_of,
)
from tournaments.draw.request import Method
from tournaments.ledger.meetings import course_contest_of, course_numbers
from tournaments.models import MatchSeat, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class PhasePlan:
    """How the round is drawn and by whom it is played, None where the organiser chooses.

    `refusal` says why there is no such round, `level` are the tables that somebody must look at
    first. `is_over` says that everything was played.
    """

    method: Method | None = None
    members: frozenset[int] | None = None
    refusal: str = ""
    level: tuple[int, ...] = ()
    is_over: bool = False


def phase_plan(tournament: Tournament, number: int, present: Sequence[int]) -> PhasePlan:
    """Return what the phases say of a round; no query without phases."""
    course = tournament.course
    if not course:
        return PhasePlan()
    method = method_of(course, number)
    able = course_numbers(tournament, present)
    try:
        frame = frame_of(course, course_contest_of(tournament), number, able)
    except CourseError as error:
        return PhasePlan(
            method=method,
            refusal=course_text(error),
            level=tuple(_tables_of(tournament, error)),
            is_over=isinstance(error, CourseOverError),
        )
    members = frame.members if frame and frame.groups else None
    if meetings := tournament.team_meetings:
        squads = able if members is None else members
        members = frozenset(who for one in squads for who in meetings.playing(one, present))
    return PhasePlan(method=method, members=members)


def course_text(error: CourseError) -> str:
    """Return why the phases have no such round, and what to do."""
    if isinstance(error, UndecidedError):
        return ngettext(
            "%(count)d table does not say yet who goes on: write its result, or say who goes on "
            "where the totals are equal.",
            "%(count)d tables do not say yet who goes on: write their results, or say who goes on "
            "where the totals are equal.",
            len(error.games),
        ) % {"count": len(error.games)}
    if isinstance(error, TooFewRoundsError):
        return _(
            "%(entrants)d teams do not fit into a bracket of %(rounds)d rounds: it holds "
            "%(most)d. Add a round under “Phases”, or let fewer go on."
        ) % {"entrants": error.entrants, "rounds": error.rounds, "most": 2**error.rounds}
    return _("All phases are played: there is nobody left to meet.")


def _tables_of(tournament: Tournament, error: CourseError) -> list[int]:
    """Return the tables of the games that say nothing; one query."""
    if not isinstance(error, UndecidedError):
        return []
    entries = [game.a for game in error.games]
    if meetings := tournament.team_meetings:
        entries = [who for squad in entries for who in meetings.squads[squad - 1].entries]
    seats = MatchSeat.objects.filter(
        round__tournament=tournament,
        round__number=error.games[0].round,
        entry__number__in=entries,
        match__table_number__isnull=False,
    )
    found = seats.values_list("match__table_number", flat=True)
    return sorted({int(number) for number in found if number})
