"""What a correction asks of rounds that are published: who goes on, and whether they stay."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournaments.course.phases import PhaseKind, phase_at
from tournaments.course.qualifying import Elsewhere, moved_since
from tournaments.draw.frames import Group, groups_from_plain
from tournaments.drawing.pages.requests import drawable_entries
from tournaments.ledger.locks import PUBLISHED
from tournaments.ledger.meetings import (
    course_contest_of,
    course_numbers,
    drawn_version,
    named_in_log,
)
from tournaments.models import Round, Tournament
from tournaments.models.rounds import hands_written
from tournaments.standings.brackets import TreeGame
from tournaments.standings.contest import RankedContest


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedNow:
    """Who would play elsewhere than a round of the brackets was drawn.

    `is_kept` says that the organiser was asked, and lets the brackets stay. While games before it
    are `level` it is not known who would play: they are decided first.
    """

    playing: Round
    moved: tuple[Elsewhere, ...] = ()
    level: tuple[TreeGame, ...] = ()
    is_kept: bool = False
    may_draw_again: bool = False
    """Nobody has played in that round."""

    @property
    def is_first(self) -> bool:
        """Return whether it is of who qualified for the brackets, not of who went on in them."""
        at = phase_at(self.playing.tournament.course, self.playing.number)
        return at is not None and at.leg == 1

    @property
    def mark(self) -> str:
        """Return what stands for the question: of another one the answer is none."""
        of_whom = " ".join(f"{one.entrant}-{one.drawn}-{one.now}" for one in self.moved)
        return f"{self.playing.number}: {of_whom}"


def moved_now(tournament: Tournament) -> MovedNow | None:
    """Return who would play elsewhere by now; None where nobody would, and all is known.

    Asked of the first round of which nobody has said that it stays. No query without brackets.
    """
    course = tournament.course
    if not course or course[-1].kind is not PhaseKind.KNOCKOUT or tournament.finished_at:
        return None
    first = 1 + sum(phase.rounds for phase in course[:-1])
    published = tournament.rounds.filter(number__gte=first, status__in=PUBLISHED)
    rounds = list(published.defer("certificate", "swaps").order_by("number"))
    if not rounds or (first == 1 and len(rounds) == 1):
        return None
    contest = course_contest_of(tournament)
    found = [one for playing in rounds if (one := _moved_in(tournament, contest, playing))]
    return next((one for one in found if not one.is_kept), found[0] if found else None)


def _moved_in(tournament: Tournament, contest: RankedContest, playing: Round) -> MovedNow | None:
    course = tournament.course
    at = phase_at(course, playing.number)
    has_begun = not playing.is_playing or bool(hands_written(list(playing.matches.all())))
    drawn: tuple[Group, ...] = ()
    present = frozenset[int]()
    if at and at.leg == 1:
        frame = playing.request.get("frame")
        if at.before is None or frame is None:
            return None
        drawn = groups_from_plain(frame["groups"])
        numbers = [entry.number for entry in drawable_entries(tournament, at.first)]
        present = frozenset(course_numbers(tournament, numbers))
        contest = replace(contest, version=drawn_version(tournament, at.first))
    elif level := contest.trees().unsure(playing.number):
        return MovedNow(playing=playing, level=tuple(level))
    moved = moved_since(course, contest, playing.number, drawn, present, has_begun=has_begun)
    if not moved:
        return None
    is_kept = playing.moved == [one.as_plain() for one in moved]
    return MovedNow(playing=playing, moved=moved, is_kept=is_kept, may_draw_again=not has_begun)


def as_logged(tournament: Tournament, moved: Sequence[Elsewhere]) -> dict[str, Any]:
    """Return what a line of the log says of who would play elsewhere."""
    named = named_in_log(tournament, *(one.entrant for one in moved))
    return {"moved": [one.as_plain() for one in moved], **named}
