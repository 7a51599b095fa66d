"""Who would play in another bracket since a result was corrected, and whether somebody said so."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.course.phases import PhaseKind, phase_at
from tournaments.course.qualifying import Elsewhere, moved_since
from tournaments.draw.frames import groups_from_plain
from tournaments.drawing.pages.requests import drawable_entries
from tournaments.ledger.locks import PUBLISHED
from tournaments.ledger.meetings import course_contest_of, course_numbers, named_in_log
from tournaments.models import Round, Tournament
from tournaments.models.rounds import hands_written


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedNow:
    """Who would play elsewhere than the first round of the brackets was drawn.

    `is_kept` says that the organiser was asked, and lets the brackets stay.
    """

    playing: Round
    moved: tuple[Elsewhere, ...]
    is_kept: bool
    may_draw_again: bool
    """Nobody has played in the brackets."""

    @property
    def mark(self) -> str:
        """Return what stands for the question: of another one the answer is none."""
        return " ".join(f"{one.entrant}-{one.drawn}-{one.now}" for one in self.moved)


def moved_now(tournament: Tournament) -> MovedNow | None:
    """Return who would play elsewhere by now; None where nobody would.

    No query without brackets that follow on something.
    """
    course = tournament.course
    if len(course) < 2 or course[-1].kind is not PhaseKind.KNOCKOUT or tournament.finished_at:
        return None
    at = phase_at(course, 1 + sum(phase.rounds for phase in course[:-1]))
    assert at is not None
    published = tournament.rounds.filter(number=at.first, status__in=PUBLISHED)
    playing = published.defer("certificate", "swaps").first()
    frame = playing.request.get("frame") if playing else None
    if playing is None or frame is None:
        return None
    drawn = groups_from_plain(frame["groups"])
    numbers = [entry.number for entry in drawable_entries(tournament, at.first)]
    present = course_numbers(tournament, numbers)
    has_begun = not playing.is_playing or bool(hands_written(list(playing.matches.all())))
    contest = course_contest_of(tournament)
    moved = moved_since(course, contest, at.first, drawn, present, has_begun=has_begun)
    if not moved:
        return None
    is_kept = playing.moved == [one.as_plain() for one in moved]
    return MovedNow(playing=playing, moved=moved, is_kept=is_kept, may_draw_again=not has_begun)


def as_logged(tournament: Tournament, moved: Sequence[Elsewhere]) -> dict[str, Any]:
    """Return what a line of the log says of who would play elsewhere."""
    named = named_in_log(tournament, *(one.entrant for one in moved))
    return {"moved": [one.as_plain() for one in moved], **named}
