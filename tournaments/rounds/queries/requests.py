"""The input of a draw: entries present, earlier meetings, standings, wishes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.audit_log.actions.types import REDRAWN_FOR
from tournaments.audit_log.meetings import course_contest_of
from tournaments.draw.request import DrawRequest, Method
from tournaments.draw.result import BrokenWish, Draw, WishKind
from tournaments.draw.wishes import Apart, count_of
from tournaments.formats.contest_format import ContestFormat
from tournaments.formats.next_round import (
    CourseError,
    CourseOverError,
    TooFewRoundsError,
    UndecidedError,
)
from tournaments.models import Entry, LogEntry, MatchSeat, Round, Tournament
from tournaments.rounds.labels import broken_text, broken_why, in_words, kept_text
from tournaments.seating import NamedEntry, SeatedTable, planned_tables


def drawn_names(how: ContestFormat, entries: Mapping[int, NamedEntry]) -> Mapping[int, NamedEntry]:
    """Return the names of those who are drawn: entries, or their club teams."""
    teams = how.team_names.items()
    named = {number: NamedEntry(number=number, names=(name,)) for number, name in teams}
    return named or entries


def drawn_meetings(
    played: Round, draw: Draw, entries: Mapping[int, NamedEntry]
) -> list[dict[str, Any]]:
    """Return the meetings of a draw in order, byes last; empty without club teams."""
    how = played.tournament.format
    if not how.has_club_teams:
        return []
    squads = drawn_names(how, entries)
    at_squad: dict[int, list[SeatedTable]] = {}
    for table in planned_tables(played, entries):
        at_squad.setdefault(how.meeting_of([table.a[0].number])[0], []).append(table)
    found = []
    for pair in [(one.a[0], one.b[0]) for one in draw.pairings] + [(who,) for who in draw.exempt]:
        tables = [table for squad in pair for table in at_squad.get(squad, ())]
        found.append(
            {
                "title": " – ".join(squads[squad].title for squad in pair),
                "tables": [table for table in tables if not table.is_exempt],
                "exempt": [one for table in tables if table.is_exempt for one in table.a],
            }
        )
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class PhasePlan:
    """The method and the participants of a round of a phase; None if the organiser chooses.

    `refusal` says why the round cannot be drawn; `level` are the tables to decide first. `is_over`
    means that all phases have been played.
    """

    method: Method | None = None
    members: frozenset[int] | None = None
    refusal: str = ""
    level: tuple[int, ...] = ()
    is_over: bool = False


def phase_plan(tournament: Tournament, number: int, present: Sequence[int]) -> PhasePlan:
    """Return the phase plan of a round; no query without phases."""
    how = tournament.format
    if not how.has_frames:
        return PhasePlan()
    method = how.phase_method(number)
    able = how.able(present)
    try:
        frame = how.frame(course_contest_of(tournament), number, able)
    except CourseError as error:
        return PhasePlan(
            method=method,
            refusal=course_text(error),
            level=tuple(_tables_of(tournament, error)),
            is_over=isinstance(error, CourseOverError),
        )
    members = frame.members if frame and frame.groups else None
    return PhasePlan(method=method, members=how.sitting_down(members, present))


def course_text(error: CourseError) -> str:
    """Return why the phases have no such round, and what to do."""
    if isinstance(error, UndecidedError):
        return ngettext(
            "%(count)d table does not say yet who goes on: write its result, or say who goes "
            "on if the totals are equal.",
            "%(count)d tables do not say yet who goes on: write their results, or say who goes "
            "on if the totals are equal.",
            len(error.games),
        ) % {"count": len(error.games)}
    if isinstance(error, TooFewRoundsError):
        return ngettext(
            "%(entrants)d teams do not fit into a bracket of %(rounds)d round: it holds "
            "%(most)d. Add a round under “Phases”, or let fewer go on.",
            "%(entrants)d teams do not fit into a bracket of %(rounds)d rounds: it holds "
            "%(most)d. Add a round under “Phases”, or let fewer go on.",
            error.rounds,
        ) % {"entrants": error.entrants, "rounds": error.rounds, "most": 2**error.rounds}
    return _("All phases are played: nobody is left to meet.")


def _tables_of(tournament: Tournament, error: CourseError) -> list[int]:
    """Return the tables of the undecided games; one query."""
    if not isinstance(error, UndecidedError):
        return []
    entries = tournament.format.entries_of(game.a for game in error.games)
    seats = MatchSeat.objects.filter(
        round__tournament=tournament,
        round__number=error.games[0].round,
        entry__number__in=entries,
        match__table_number__isnull=False,
    )
    found = seats.values_list("match__table_number", flat=True)
    return sorted({int(number) for number in found if number})


def drawable_entries(
    tournament: Tournament, round_number: int, *, only_here: bool = False
) -> list[Entry]:
    """Return the entries that can be drawn for a round; with `only_here` only those checked in."""
    entries = tournament.entries.by_number().knowing_who_left()
    if only_here:
        entries = entries.exclude(checked_in_at=None)
    how = tournament.format
    found = [entry for entry in entries if can_be_drawn(how, entry, round_number)]
    prefetch_related_objects(
        [entry for entry in found if getattr(entry, "has_left", True)], "former"
    )
    return found


def can_be_drawn(how: ContestFormat, entry: Entry, round_number: int) -> bool:
    """Return whether an entry is complete and has not left before that round."""
    is_complete = len(entry.players.all()) == how.entry_size
    return is_complete and entry.plays_round(round_number)


def usual_method(tournament: Tournament, round_number: int) -> Method:
    """Return the default method of drawing a round."""
    return tournament.format.usual_method(round_number, Method(tournament.next_draw))


def last_round(tournament: Tournament) -> Round | None:
    """Return the round drawn last, None before the first."""
    return tournament.rounds.order_by("-number").first()


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnOnce:
    """One draw of a round, published or replaced by another one.

    `is_seed_typed` says whether somebody chose the seed; None if the log does not say.
    `was_published` says whether it was public, even if it was withdrawn later.
    The seed follows from `called` and `secret` if a number was called in the hall; `reason` says in
    words why it was drawn again. Each is empty otherwise.
    """

    drawn_at: datetime
    seed: int
    is_seed_typed: bool | None
    method: str
    author_name: str
    fingerprint: str
    was_published: bool
    called: str = ""
    secret: str = ""
    reason: str = ""


def draws_in(logged: Iterable[LogEntry]) -> list[DrawnOnce]:
    """Return the draws in some log entries; publishing refers to the latest draw."""
    found: list[DrawnOnce] = []
    for entry in logged:
        if entry.kind == LogEntry.Kind.DRAWN:
            found.append(_drawn_once(entry))
        elif entry.kind == LogEntry.Kind.PUBLISHED and found:
            found[-1] = replace(found[-1], was_published=True)
    return found


def _drawn_once(entry: LogEntry) -> DrawnOnce:
    reason = REDRAWN_FOR.get(entry.data.get("reason", ""), "")
    return DrawnOnce(
        drawn_at=entry.at,
        seed=entry.data["seed"],
        is_seed_typed=entry.data.get("typed"),
        method=entry.data["method"],
        author_name=entry.author_name,
        fingerprint=entry.data["fingerprint"],
        was_published=False,
        called=entry.data.get("called", ""),
        secret=entry.data.get("secret", ""),
        reason=_(reason) if reason else "",
    )


def wishes_kept(
    tournament: Tournament, request: DrawRequest, drawn: Draw, names: Mapping[int, NamedEntry]
) -> dict[str, Any] | None:
    """Return the wishes that a draw keeps, in words; None if there were no wishes."""
    if request.wishes is None:
        return None
    tables = {
        number: pairing.table for pairing in drawn.pairings for number in (*pairing.a, *pairing.b)
    }
    broken = [_line(wish, request, drawn, tables, names) for wish in drawn.broken]
    kept = [*_groups_kept(request, drawn, _names_of(tournament)), *_seats_kept(request, drawn)]
    return {"broken": broken, "kept": kept}


def tables_there(tournament: Tournament, entries: int) -> dict[str, Any]:
    """Return the number of tables available and needed, and of entries without a table."""
    sitting = tournament.format.table_size
    halls = tournament.tables_there
    is_limited = bool(halls.halls) or halls.count is not None
    there = count_of(halls.spans) if is_limited else None
    needed = entries // sitting
    return {
        "there": there,
        "needed": needed,
        "too_many": 0 if there is None else max(0, needed - there) * sitting,
    }


def is_other_now(tournament: Tournament, request: DrawRequest) -> bool:
    """Return whether wishes or tables were changed since a round was drawn.

    Club teams are drawn without either.
    """
    return tournament.format.uses_wishes and (request.wishes, request.tables) != (
        tournament.wishes_made,
        tournament.tables_there.spans,
    )


def _line(
    wish: BrokenWish,
    request: DrawRequest,
    drawn: Draw,
    tables: Mapping[int, int],
    names: Mapping[int, NamedEntry],
) -> dict[str, Any]:
    titles = [f"{number} {names[number].title}" for number in wish.entrants]
    seats = sum(one.kind is WishKind.SEAT for one in drawn.broken)
    return {
        "table": tables[wish.entrants[0]],
        "text": broken_text(wish, titles),
        "why": broken_why(wish, drawn.worth, seats, request.method),
    }


def _names_of(tournament: Tournament) -> dict[tuple[int, ...], str]:
    """Return the organiser's names for the groups of the present wishes."""
    stored: dict[str, Any] = tournament.wishes
    return {
        tuple(group["entrants"]): group["name"]
        for group in stored.get("apart", ())
        if group.get("name")
    }


def _groups_kept(
    request: DrawRequest, drawn: Draw, called: Mapping[tuple[int, ...], str]
) -> Iterable[str]:
    present = {entrant.number for entrant in request.entrants}
    for group in request.wishes.apart if request.wishes else ():
        here = present.intersection(group.entrants)
        if len(here) > 1 and group.holds_in(request.round_number) and _is_kept(group, drawn):
            numbers = in_words(sorted(here))
            yield kept_text(called.get(group.entrants, ""), numbers)


def _is_kept(group: Apart, drawn: Draw) -> bool:
    members = set(group.entrants)
    return not any(
        wish.kind is not WishKind.SEAT and members.issuperset(wish.entrants)
        for wish in drawn.broken
    )


def _seats_kept(request: DrawRequest, drawn: Draw) -> Iterable[str]:
    seats = {seat.entrant: seat for seat in request.wishes.seats} if request.wishes else {}
    for pairing in drawn.pairings:
        for number in sorted((*pairing.a, *pairing.b)):
            if number in seats and seats[number].has(pairing.table):
                yield kept_text("", str(number), table=pairing.table)
