"""What a draw is made from: who is present, who has met, who stands where."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import combinations, product

from django.db.models import prefetch_related_objects

from tournaments.course.frames import CourseOverError, frame_of, method_of
from tournaments.course.meetings import TeamMeetings
from tournaments.draw.request import SEARCH_LIMIT, DrawRequest, Entrant, Method, Pair
from tournaments.draw.seats import TooFewTablesError
from tournaments.draw.wishes import count_of
from tournaments.ledger.meetings import squads_contest_of
from tournaments.ledger.standings import contest_of
from tournaments.models import Entry, LogEntry, Match, MatchSeat, Round, Tournament

_MET = {Match.Kind.GAME, Match.Kind.CATCH_UP}


def drawable_entries(
    tournament: Tournament, round_number: int, *, only_here: bool = False
) -> list[Entry]:
    """Return who can be drawn for a round: complete, not withdrawn, and here if so wished."""
    entries = tournament.entries.by_number().knowing_who_left()
    if only_here:
        entries = entries.exclude(checked_in_at=None)
    found = [entry for entry in entries if can_be_drawn(tournament, entry, round_number)]
    prefetch_related_objects(
        [entry for entry in found if getattr(entry, "has_left", True)], "former"
    )
    return found


def can_be_drawn(tournament: Tournament, entry: Entry, round_number: int) -> bool:
    """Return whether an entry is complete and has not left before that round."""
    is_complete = len(entry.players.all()) == tournament.players_per_entry
    return is_complete and entry.plays_round(round_number)


def usual_method(tournament: Tournament, round_number: int) -> Method:
    """Return how a round is drawn unless the organiser wishes otherwise."""
    if tournament.is_melee:
        return Method.MELEE
    if method := method_of(tournament.course, round_number):
        return method
    if round_number == 1 and tournament.next_draw != Tournament.NextDraw.MOVEMENT:
        return Method.LOT
    return Method(tournament.next_draw)


def draw_request(
    tournament: Tournament,
    entries: Sequence[Entry],
    *,
    round_number: int,
    method: Method,
    seed: int,
) -> DrawRequest:
    """Return the request of a draw for these entries, in four queries.

    Inside of a phase it is drawn by its frame, whatever the method. Raises CourseError.
    """
    if meetings := tournament.team_meetings:
        return _squads_request(tournament, meetings, entries, round_number, seed)
    opponents, partners = _meetings(tournament, round_number)
    byes = Counter(
        tournament.entries.filter(
            seats__counts=True,
            seats__kind__in=[MatchSeat.Kind.EXEMPT, MatchSeat.Kind.CATCH_UP],
            seats__round__number__lt=round_number,
        ).values_list("number", flat=True)
    )
    contest = contest_of(tournament)
    places = contest.standings(after_round=round_number - 1).ranks
    there = [entry.number for entry in entries]
    frame = frame_of(tournament.course, contest, round_number, there)
    if frame is not None:
        method = method_of(tournament.course, round_number) or method
    if frame is not None and frame.groups:
        entries = [entry for entry in entries if entry.number in frame.members]
    is_first = round_number == 1
    return DrawRequest(
        method=method,
        seed=seed,
        round_number=round_number,
        rounds_left=max(0, tournament.round_count - round_number),
        entrants=tuple(
            Entrant(
                entry.number,
                place=0 if is_first else places[entry.number],
                byes=byes[entry.number],
            )
            for entry in entries
        ),
        opponents=tuple(opponents),
        partners=tuple(partners),
        search_limit=SEARCH_LIMIT,
        tables=tournament.tables_there.spans,
        wishes=tournament.wishes_made,
        frame=frame,
    )


def _squads_request(
    tournament: Tournament,
    meetings: TeamMeetings,
    entries: Sequence[Entry],
    round_number: int,
    seed: int,
) -> DrawRequest:
    """Return the request of a round of club teams: a phase says who meets whom."""
    contest = squads_contest_of(tournament, meetings)
    able = meetings.able({entry.number for entry in entries})
    frame = frame_of(tournament.course, contest, round_number, able)
    method = method_of(tournament.course, round_number)
    if frame is None or method is None:
        raise CourseOverError(round_number)
    squads = [number for number in able if not frame.groups or number in frame.members]
    needed, there = len(squads) // 2 * meetings.pairs, count_of(tournament.tables_there.spans)
    if needed > there:
        raise TooFewTablesError(needed, there)
    places = contest.standings(after_round=round_number - 1).ranks
    is_first = round_number == 1
    return DrawRequest(
        method=method,
        seed=seed,
        round_number=round_number,
        rounds_left=max(0, tournament.round_count - round_number),
        entrants=tuple(
            Entrant(number, place=0 if is_first else places[number]) for number in squads
        ),
        search_limit=SEARCH_LIMIT,
        frame=frame,
    )


def _meetings(tournament: Tournament, before: int) -> tuple[list[Pair], list[Pair]]:
    """Return who met as opponents and as partners in the rounds before that one."""
    sides: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    seats = MatchSeat.objects.filter(
        round__tournament=tournament, round__number__lt=before, match__kind__in=_MET
    )
    in_order = seats.order_by(
        "round__number", "match__table_number", "match_id", "side", "position"
    )
    for match_id, side, number in in_order.values_list("match_id", "side", "entry__number"):
        sides[match_id][side].append(number)
    opponents: list[Pair] = []
    partners: list[Pair] = []
    for match in sides.values():
        opponents += product(match["A"], match["B"])
        for together in match.values():
            partners += combinations(together, 2)
    return opponents, partners


def last_round(tournament: Tournament) -> Round | None:
    """Return the round drawn last, None before the first."""
    return tournament.rounds.order_by("-number").first()


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnOnce:
    """One draw of a round, published or replaced by another.

    `is_seed_typed` says whether somebody chose the seed; None where the log of that time does not.
    `was_published` says whether everybody could see it, taken back later or not.
    """

    drawn_at: datetime
    seed: int
    is_seed_typed: bool | None
    method: str
    author_name: str
    fingerprint: str
    was_published: bool


def draws_in(logged: Iterable[LogEntry]) -> list[DrawnOnce]:
    """Return the draws that some lines of a log tell; what is published is what was drawn last."""
    found: list[DrawnOnce] = []
    for entry in logged:
        if entry.kind == LogEntry.Kind.DRAWN:
            found.append(_drawn_once(entry))
        elif entry.kind == LogEntry.Kind.PUBLISHED and found:
            found[-1] = replace(found[-1], was_published=True)
    return found


def _drawn_once(entry: LogEntry) -> DrawnOnce:
    return DrawnOnce(
        drawn_at=entry.at,
        seed=entry.data["seed"],
        is_seed_typed=entry.data.get("typed"),
        method=entry.data["method"],
        author_name=entry.author_name,
        fingerprint=entry.data["fingerprint"],
        was_published=False,
    )
