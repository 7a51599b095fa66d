"""Draws for pages: before and after drawing, swaps, and questions after a correction."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, NamedTuple

from tournaments.audit_log.locks import PUBLISHED
from tournaments.audit_log.meetings import (
    course_contest_of,
    drawn_version,
    named_in_log,
)
from tournaments.draw.certificate import Certificate, Mismatch, verify
from tournaments.draw.groups import TREES, Group, groups_from_dict
from tournaments.draw.request import DrawRequest, Method, pair_of
from tournaments.draw.result import Draw, Proof, Repeat, RepeatKind
from tournaments.draw_secrets import secret_fingerprint
from tournaments.formats.qualifying import Elsewhere
from tournaments.models import Entry, LogEntry, Match, MatchSeat, Round, Tournament
from tournaments.models.rounds import count_entered
from tournaments.rounds.labels import (
    METHOD_LABELS,
    METHOD_SUMMARIES,
    MISMATCH_LABELS,
    REPEAT_BADGES,
    by_hand_text,
    group_title,
    in_words,
    is_safe,
    look_ahead_text,
    met_at_text,
    proof_lines,
    repeat_text,
    short_text,
)
from tournaments.rounds.queries.requests import (
    can_be_drawn,
    drawable_entries,
    drawn_meetings,
    drawn_names,
    draws_in,
    is_other_now,
    last_round,
    phase_plan,
    wishes_kept,
)
from tournaments.seating import (
    NamedEntry,
    SeatedEntry,
    SeatedTable,
    named_entries,
    planned_tables,
    tables_of,
)
from tournaments.standings.brackets import TreeGame
from tournaments.standings.contest import RankedContest

Names = Mapping[int, NamedEntry]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawPlan:
    """The next round, the entries that can be drawn for it, and those that cannot.

    `before` is the last round: a preview would be replaced, a round that is being played must be
    closed first. `absent` are complete entries that are not checked in; empty if nobody is, which
    `takes_all` says of the first round.
    """

    number: int
    hands: int
    before: Round | None
    ready: list[Entry]
    absent: list[Entry]
    incomplete: list[Entry]
    gone: list[Entry]
    is_short: bool
    takes_all: bool = False
    method: Method | None = None
    """The method of a phase; None if the organiser chooses."""
    refusal: str = ""
    """Why the phase cannot continue, empty if it can."""
    is_over: bool = False
    """Whether all phases have been played."""
    level: tuple[int, ...] = ()
    """The tables of the last round whose result does not decide who goes on."""
    is_again: bool = False
    """Whether the round was drawn before, published or not."""
    announced: str = ""
    """The fingerprint of the secret for a called number; empty without a chain of secrets."""
    lacks_secret: bool = False
    """Whether the draw would take a called number, if there were a secret."""

    @property
    def preview(self) -> Round | None:
        return self.before if self.before and self.before.is_drawn else None

    @property
    def open_round(self) -> Round | None:
        """Return the round that must be closed first."""
        return self.before if self.before and self.before.is_playing else None

    @property
    def asks(self) -> bool:
        """Return whether somebody looks before the round is drawn in the usual way."""
        is_barred = bool(self.open_round or self.refusal or self.is_short)
        return is_barred or self.is_again or bool(self.absent or self.incomplete)

    @property
    def here(self) -> int:
        """Return how many of the drawable entries are checked in."""
        return len(self.ready) - len(self.absent)


def draw_plan(tournament: Tournament) -> DrawPlan:
    """Return the plan for the next round; five queries, some more with phases."""
    before = last_round(tournament)
    number = 1
    if before:
        number = before.number if before.is_drawn else before.number + 1
    entries = list(tournament.entries.by_number())
    how = tournament.format
    playing = [entry for entry in entries if entry.plays_round(number)]
    ready = [entry for entry in playing if can_be_drawn(how, entry, number)]
    phase = phase_plan(tournament, number, [entry.number for entry in ready])
    if phase.members is not None:
        ready = [entry for entry in ready if entry.number in phase.members]
    absent = [entry for entry in ready if entry.checked_in_at is None]
    may_stay_out = how.may_leave_out(number)
    drawn = tournament.log.filter(kind=LogEntry.Kind.DRAWN, round_number=number)
    announced = secret_fingerprint(tournament) if how.draws_lots(number) else ""
    return DrawPlan(
        number=number,
        hands=tournament.hands_of_round(number),
        before=before,
        ready=ready,
        absent=absent if may_stay_out and len(absent) < len(ready) else [],
        takes_all=may_stay_out and number == 1 and len(absent) == len(ready),
        incomplete=[one for one in playing if len(one.players.all()) < how.entry_size],
        gone=[entry for entry in entries if not entry.plays_round(number)],
        is_short=len(ready) < how.fewest and not phase.refusal,
        method=phase.method,
        refusal=phase.refusal,
        level=phase.level,
        is_over=phase.is_over,
        is_again=drawn.exists(),
        announced=announced,
        lacks_secret=how.draws_lots(number) and not announced,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnTable(SeatedTable):
    """A table of a draw; `badges` name repeats briefly, `repeats` say who and where.

    `marks` complete the names: with where it was, in a mêlée also with who it is.
    """

    badges: list[str]
    repeats: list[str]
    marks: list[str]


def draw_page(played: Round) -> dict[str, Any]:
    """Return the page of a round's draw, in words; five queries, whatever its size.

    `swaps` are the swaps by hand that are still in force, `missing` the drawn numbers that can no
    longer play, `left_out` those who could play but were not drawn; the `latecomers` among them
    are here.
    """
    request, certificate, drawn = played.draw_request, played.draw_certificate, played.draw
    if (drawn.pairings, drawn.exempt) == (certificate.draw.pairings, certificate.draw.exempt):
        drawn = certificate.draw  # After a reversed swap the original proof is valid again.
    entries = list(played.tournament.entries.by_number())
    how = played.tournament.format
    ready = [entry for entry in entries if can_be_drawn(how, entry, played.number)]
    numbers = {entrant.number for entrant in request.entrants}
    # A number without an entry is shown alone.
    names: Names = {number: NamedEntry(number=number, names=("–",)) for number in numbers} | {
        one.number: NamedEntry(number=one.number, names=tuple(one.names), team_name=one.team_name)
        for one in entries
    }
    able = how.able({entry.number for entry in ready})
    by_meeting = drawn_meetings(played, drawn, names)
    names = drawn_names(how, names)
    tables = planned_tables(played, names, drawn)
    frame = request.frame
    left_out = _left_out(played, entries, request)
    games = {at.number: at for at in tables if not at.is_exempt}
    exempt = {one.number: one for at in tables if at.is_exempt for one in at.a}
    texts = _repeat_texts(played, drawn, names)
    logged = _logged(played)
    draws = draws_in(logged)
    return {
        "meetings": by_meeting,
        "tables": [_table(games[pairing.table], texts) for pairing in drawn.pairings],
        "exempt": [exempt[number] for number in drawn.exempt],
        "exempt_repeats": [
            said.text for repeat, said in texts.items() if repeat.kind is RepeatKind.EXEMPT
        ],
        "repeat_count": len(drawn.repeats),
        **_how_it_was_drawn(request, certificate, drawn, names),
        "is_phased": frame is not None,
        "may_swap": how.may_swap(frame),
        "groups": [_group(group, names) for group in drawn.groups],
        "wishes": wishes_kept(played.tournament, request, drawn, names),
        "is_other_now": is_other_now(played.tournament, request),
        "swaps": lasting_swaps(played.swaps),
        "missing": [names[one.number] for one in request.entrants if one.number not in able],
        "left_out": left_out,
        "latecomers": _here(left_out, entries),
        "draws": draws,
        "is_called": bool(draws and draws[-1].called),
        "changes": [entry for entry in logged if entry.kind == LogEntry.Kind.RESEATED],
    }


def _here(some: list[Entry], entries: list[Entry]) -> list[Entry]:
    """Return those of some entries who are here: everybody in a contest without a check-in."""
    has_checkin = any(entry.checked_in_at for entry in entries)
    return [entry for entry in some if entry.checked_in_at or not has_checkin]


def _left_out(played: Round, entries: Iterable[Entry], request: DrawRequest) -> list[Entry]:
    """Return those who could play but are not in the draw; none in pools, brackets and meetings."""
    how = played.tournament.format
    if how.lines_up or (request.frame and request.frame.groups):
        return []
    drawn = {entrant.number for entrant in request.entrants}
    return [
        entry
        for entry in entries
        if entry.number not in drawn and can_be_drawn(how, entry, played.number)
    ]


def latecomers_of(drawn: Round) -> list[Entry]:
    """Return who is here but not in a preview; two queries, and one for a deferred request."""
    entries = list(drawn.tournament.entries.by_number())
    return _here(_left_out(drawn, entries, drawn.draw_request), entries)


def _group(group: Group, names: Names) -> dict[str, Any]:
    return {
        "title": group_title(group.name),
        "is_tree": group.name in TREES,
        "entries": [names[number] for number in group.members],
    }


def _how_it_was_drawn(
    request: DrawRequest, certificate: Certificate, drawn: Draw, names: Names
) -> dict[str, Any]:
    is_by_hand = drawn != certificate.draw
    repeats = (len(certificate.draw.repeats), len(drawn.repeats))
    return {
        "proof": proof_lines(drawn, short=_short_players(request, drawn, names)),
        "by_hand": by_hand_text(*repeats) if is_by_hand and drawn.repeats else "",
        "look_ahead": look_ahead_text(drawn, request.rounds_left, is_by_hand=is_by_hand),
        "to_come": request.rounds_left,
        "is_safe": is_safe(drawn),
        "method": str(METHOD_LABELS[request.method]),
        "method_summary": str(METHOD_SUMMARIES[request.method]),
        "shows_places": any(entrant.place for entrant in request.entrants),
        "distance": drawn.distance if request.method in (Method.RANKING, Method.LOT) else None,
        "seed": request.seed,
        "fingerprint": certificate.fingerprint,
    }


class _RepeatText(NamedTuple):
    """A repeat as a sentence, and where it was before."""

    text: str
    where: str


def _table(at: SeatedTable, texts: Mapping[Repeat, _RepeatText]) -> DrawnTable:
    seated = {one.number for one in at.entries}
    found = [
        repeat
        for repeat in texts
        if repeat.kind is not RepeatKind.EXEMPT and seated.issuperset(repeat.entrants)
    ]
    says_who = len(at.a) > 1
    return DrawnTable(
        match=at.match,
        round=at.round,
        sides=at.sides,
        badges=[str(REPEAT_BADGES[kind]) for kind in dict.fromkeys(r.kind for r in found)],
        repeats=[texts[repeat].text for repeat in found],
        marks=[texts[repeat].text if says_who else texts[repeat].where for repeat in found],
    )


def _title(entry: NamedEntry) -> str:
    return f"{entry.number} {entry.title}"


def _repeat_texts(played: Round, drawn: Draw, names: Names) -> dict[Repeat, _RepeatText]:
    """Return every repeat in words, with the earlier rounds and tables."""
    if not drawn.repeats:
        return {}
    before = _places_before(played, {n for repeat in drawn.repeats for n in repeat.entrants})
    found = {}
    for repeat in drawn.repeats:
        where = in_words(before[repeat.kind, repeat.entrants])
        titles = [_title(names[number]) for number in repeat.entrants]
        found[repeat] = _RepeatText(repeat_text(repeat, titles, where), where)
    return found


def _places_before(
    played: Round, numbers: Iterable[int]
) -> dict[tuple[RepeatKind, tuple[int, ...]], list[str]]:
    """Return the earlier rounds in which these entries met, were partners or were exempt."""
    seats = MatchSeat.objects.filter(
        round__tournament=played.tournament_id,
        round__number__lt=played.number,
        entry__number__in=list(numbers),
    ).select_related("entry", "round", "match")
    matches: dict[Match, list[MatchSeat]] = defaultdict(list)
    found: dict[tuple[RepeatKind, tuple[int, ...]], list[str]] = defaultdict(list)
    for seat in seats.order_by("round__number", "match_id", "side", "position"):
        matches[seat.match].append(seat)
        if seat.counts and seat.kind in (MatchSeat.Kind.EXEMPT, MatchSeat.Kind.CATCH_UP):
            where = met_at_text(seat.round.number, None)
            found[RepeatKind.EXEMPT, (seat.entry.number,)].append(where)
    for match, together in matches.items():
        if not match.is_game:
            continue
        where = met_at_text(together[0].round.number, match.table_number)
        for one, other in combinations(together, 2):
            kind = RepeatKind.PARTNERS if one.side == other.side else RepeatKind.OPPONENTS
            found[kind, pair_of(one.entry.number, other.entry.number)].append(where)
    return found


def _short_players(request: DrawRequest, drawn: Draw, names: Names) -> list[str]:
    """Return the players of a mêlée who lack new partners or opponents, if that is the proof."""
    if drawn.proof is not Proof.COUNTED:
        return []
    seated = {number for pairing in drawn.pairings for number in (*pairing.a, *pairing.b)}
    partners, opponents = _others_met(request.partners), _others_met(request.opponents)
    lines = []
    for number in sorted(seated):
        left = [len(seated - met[number] - {number}) for met in (partners, opponents)]
        if left[0] < 1 or left[1] < 2:
            lines.append(short_text(_title(names[number]), partners=left[0], opponents=left[1]))
    return lines


def _others_met(pairs: Iterable[tuple[int, int]]) -> dict[int, set[int]]:
    met: dict[int, set[int]] = defaultdict(set)
    for one, other in pairs:
        met[one].add(other)
        met[other].add(one)
    return met


def _logged(played: Round) -> list[LogEntry]:
    """Return the log entries about a round's draw and later changes to it."""
    kinds = [LogEntry.Kind.DRAWN, LogEntry.Kind.PUBLISHED, LogEntry.Kind.RESEATED]
    entries = LogEntry.objects.filter(
        tournament=played.tournament_id, round_number=played.number, kind__in=kinds
    )
    return list(entries.order_by("number"))


def lasting_swaps(swaps: Iterable[Sequence[int]]) -> list[tuple[int, int]]:
    """Return the swaps made by hand, without those that the next one reversed."""
    lasting: list[tuple[int, int]] = []
    for one, other in swaps:
        if lasting and pair_of(*lasting[-1]) == pair_of(one, other):
            lasting.pop()
        else:
            lasting.append((one, other))
    return lasting


def drawn_again(played: Round) -> list[str]:
    """Draw a round again from its request; return the differences in words, normally none."""
    mismatches: tuple[Mismatch, ...] = verify(played.draw_certificate, played.draw_request)
    return [str(MISMATCH_LABELS[mismatch]) for mismatch in mismatches]


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedNow:
    """Entries whose place in a round of the brackets has changed since it was drawn.

    `is_kept` means that the organiser decided to keep the brackets. While earlier games are
    `level`, the qualifiers are unknown and those games must be decided first.
    """

    playing: Round
    moved: tuple[Elsewhere, ...] = ()
    level: tuple[TreeGame, ...] = ()
    is_kept: bool = False
    may_draw_again: bool = False
    """Whether nobody has played in that round."""

    @property
    def is_first(self) -> bool:
        """Return whether this is about the qualifiers, not about later rounds of the brackets."""
        at = self.playing.tournament.format.phase_at(self.playing.number)
        return at is not None and at.leg == 1

    @property
    def mark(self) -> str:
        """Return a value that identifies the question; an answer to another question is ignored."""
        of_whom = " ".join(f"{one.entrant}-{one.drawn}-{one.now}" for one in self.moved)
        return f"{self.playing.number}: {of_whom}"


def moved_now(tournament: Tournament) -> MovedNow | None:
    """Return who would play elsewhere now; None if nobody would and all results are known.

    Looks at the first round for which nothing was decided yet. No query if no draw depends on
    results, as draws of brackets do.
    """
    first = tournament.format.first_to_move
    if first is None or tournament.finished_at:
        return None
    published = tournament.rounds.filter(number__gte=first, status__in=PUBLISHED)
    rounds = list(published.defer("certificate", "swaps").order_by("number"))
    if not rounds:
        return None
    contest = course_contest_of(tournament)
    found = [one for playing in rounds if (one := _moved_in(tournament, contest, playing))]
    return next((one for one in found if not one.is_kept), found[0] if found else None)


def _moved_in(tournament: Tournament, contest: RankedContest, playing: Round) -> MovedNow | None:
    how = tournament.format
    at = how.phase_at(playing.number)
    has_begun = not playing.is_playing or bool(count_entered(list(playing.matches.all())))
    drawn: tuple[Group, ...] = ()
    present = frozenset[int]()
    if at and at.leg == 1:
        frame = playing.request.get("frame")
        if at.before is None or frame is None:
            return None
        drawn = groups_from_dict(frame["groups"])
        numbers = [entry.number for entry in drawable_entries(tournament, at.first)]
        present = frozenset(how.able(numbers))
        contest = replace(contest, version=drawn_version(tournament, at.first))
    elif level := contest.trees().unsure(playing.number):
        return MovedNow(playing=playing, level=tuple(level))
    moved = how.moved_since(contest, playing.number, drawn, present, has_begun=has_begun)
    if not moved:
        return None
    is_kept = playing.moved == [one.to_dict() for one in moved]
    return MovedNow(playing=playing, moved=moved, is_kept=is_kept, may_draw_again=not has_begun)


def as_logged(tournament: Tournament, moved: Sequence[Elsewhere]) -> dict[str, Any]:
    """Return the data of a log entry about who would play elsewhere."""
    named = named_in_log(tournament, *(one.entrant for one in moved))
    return {"moved": [one.to_dict() for one in moved], **named}


def drawn_for(played: Round) -> set[int]:
    if not played.has_draw:
        return set(played.seats.filter(counts=True).values_list("entry__number", flat=True))
    return {entrant["number"] for entrant in played.request["entrants"]}


def is_opened_later(match: Match) -> bool:
    """Return whether cards are played at a table that is not in the draw."""
    if not match.is_game or not _may_open(match.round):
        return False
    return match.table_number not in _drawn_tables(match.round)


def opened_tables(played: Round) -> dict[int, list[int]]:
    """Return the tables of a round that are not in its draw, with the entries that count."""
    if not _may_open(played):
        return {}
    seats = played.seats.filter(counts=True, match__table_number__isnull=False)
    seats = seats.exclude(match__table_number__in=_drawn_tables(played))
    found: dict[int, list[int]] = {}
    for seat in seats.select_related("match", "entry").order_by("entry__number"):
        found.setdefault(seat.match.table_number or 0, []).append(seat.entry.number)
    return dict(sorted(found.items()))


def _may_open(played: Round) -> bool:
    """Return whether tables can be opened in addition to those of the draw.

    Club teams have none: a draw consists of meetings, each of several tables.
    """
    return played.has_draw and played.tournament.format.opens_tables


def _drawn_tables(played: Round) -> set[int]:
    return {pairing["table"] for pairing in played.certificate["draw"]["pairings"]}


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSeating:
    """The seating of a round: tables by number, then exempt entries."""

    tables: list[SeatedTable]
    exempt: list[SeatedEntry]

    @property
    def seats(self) -> dict[int, SeatedEntry]:
        """Return the seat that counts for each entry of the round, by number."""
        seated = [one for table in self.tables for one in table.entries]
        return {one.number: one for one in [*seated, *self.exempt] if one.counts}


def seating_of(played: Round) -> RoundSeating:
    """Return the seating of a published round; two queries."""
    tables = tables_of([played], named_entries(played.tournament_id))
    exempt = [one for table in tables if table.is_exempt for one in table.entries]
    return RoundSeating(
        tables=[table for table in tables if not table.is_exempt],
        exempt=sorted(exempt, key=lambda one: one.seat.match_id),
    )
