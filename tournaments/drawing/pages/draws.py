"""What the pages of draws show: before a draw, the draw itself, and who changes places after it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

from tournaments.draw.certificate import Mismatch, verify
from tournaments.draw.request import DrawRequest, Method, pair_of
from tournaments.draw.result import Draw, Pairing, Proof, Repeat, RepeatKind
from tournaments.drawing.labels import (
    METHOD_LABELS,
    METHOD_SUMMARIES,
    MISMATCH_LABELS,
    REPEAT_BADGES,
    by_hand_text,
    in_words,
    is_safe,
    look_ahead_text,
    meeting_place,
    proof_lines,
    repeat_text,
    short_text,
)
from tournaments.drawing.pages.requests import draws_in, last_round
from tournaments.models import Entry, LogEntry, Match, MatchSeat, Round, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawPlan:
    """The round that would be drawn next, who can be drawn for it, and who cannot.

    `before` is the last round: a preview would be replaced, one that is played must be closed
    first. `absent` are complete entries not checked in; they are empty where nobody was.
    """

    number: int
    hands: int
    before: Round | None
    ready: list[Entry]
    absent: list[Entry]
    incomplete: list[Entry]
    gone: list[Entry]
    is_short: bool

    @property
    def preview(self) -> Round | None:
        """Return the preview that a new draw replaces."""
        return self.before if self.before and self.before.is_drawn else None

    @property
    def open_round(self) -> Round | None:
        """Return the round that must be closed first."""
        return self.before if self.before and self.before.is_playing else None

    @property
    def here(self) -> int:
        """Return how many of those who can be drawn are checked in."""
        return len(self.ready) - len(self.absent)


def draw_plan(tournament: Tournament) -> DrawPlan:
    """Return who can be drawn for the next round; three queries."""
    before = last_round(tournament)
    number = 1
    if before:
        number = before.number if before.is_drawn else before.number + 1
    entries = list(tournament.entries.by_number())
    gone = [entry for entry in entries if not entry.plays_round(number)]
    playing = [entry for entry in entries if entry.plays_round(number)]
    size = tournament.players_per_entry
    ready = [entry for entry in playing if len(entry.players.all()) == size]
    absent = [entry for entry in ready if entry.checked_in_at is None]
    return DrawPlan(
        number=number,
        hands=tournament.hands_of_round(number),
        before=before,
        ready=ready,
        absent=absent if len(absent) < len(ready) else [],
        incomplete=[entry for entry in playing if len(entry.players.all()) < size],
        gone=gone,
        is_short=len(ready) < 2 * (3 - size),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnSeat:
    """An entry in a draw; `place` is its place in the ranking it was drawn by, 0 before any."""

    number: int
    title: str
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnTable:
    """A table of a draw; `badges` say in a word what repeats there, `repeats` who and where.

    `marks` say beside the names what they do not: where it was, in mêlée also who it is.
    """

    number: int
    sides: tuple[list[DrawnSeat], list[DrawnSeat]]
    badges: list[str]
    repeats: list[str]
    marks: list[str]


def draw_page(played: Round) -> dict[str, Any]:
    """Return what the page of a round's draw shows, in words; five queries, whatever its size.

    `swaps` are the exchanges by hand that still hold, `missing` the numbers that are drawn but
    cannot play any more, `left_out` those who could play and are not drawn.
    """
    request, certificate, drawn = played.draw_request, played.draw_certificate, played.draw
    if (drawn.pairings, drawn.exempt) == (certificate.draw.pairings, certificate.draw.exempt):
        drawn = certificate.draw  # exchanged back: what was proven holds again
    is_by_hand = drawn != certificate.draw
    entries = {entry.number: entry for entry in played.tournament.entries.by_number()}
    named = _Names(request, entries)
    texts = _repeat_texts(played, drawn, named)
    numbers = [entrant.number for entrant in request.entrants]
    logged = _logged(played)
    ready = _ready(played, entries.values())
    repeats = (len(certificate.draw.repeats), len(drawn.repeats))
    by_hand = by_hand_text(*repeats) if is_by_hand and drawn.repeats else ""
    return {
        "tables": [_table(pairing, named, texts) for pairing in drawn.pairings],
        "exempt": [named.seat(number) for number in drawn.exempt],
        "exempt_repeats": [
            said.text for repeat, said in texts.items() if repeat.kind is RepeatKind.EXEMPT
        ],
        "repeat_count": len(drawn.repeats),
        "proof": proof_lines(drawn, short=_short_players(request, drawn, named)),
        "by_hand": by_hand,
        "look_ahead": look_ahead_text(drawn, request.rounds_left, is_by_hand=is_by_hand),
        "to_come": request.rounds_left,
        "is_safe": is_safe(drawn),
        "method": str(METHOD_LABELS[request.method]),
        "method_summary": str(METHOD_SUMMARIES[request.method]),
        "shows_places": any(entrant.place for entrant in request.entrants),
        "distance": drawn.distance if request.method in (Method.RANKING, Method.LOT) else None,
        "seed": request.seed,
        "fingerprint": certificate.fingerprint,
        "swaps": lasting_swaps(played.swaps),
        "missing": [named.seat(number) for number in numbers if number not in ready],
        "left_out": [entry for number, entry in ready.items() if number not in set(numbers)],
        "only_here": _is_only_here(ready, set(numbers)),
        "draws": draws_in(logged),
        "changes": [act for act in logged if act.kind == LogEntry.Kind.RESEATED],
    }


class _Names:
    """The names of who is drawn: a number without an entry any more is shown alone."""

    def __init__(self, request: DrawRequest, entries: Mapping[int, Entry]) -> None:
        self.entries = entries
        self.places = {entrant.number: entrant.place for entrant in request.entrants}

    def seat(self, number: int) -> DrawnSeat:
        entry = self.entries.get(number)
        title = entry.title if entry else "–"
        return DrawnSeat(number=number, title=title, place=self.places.get(number, 0))

    def title(self, number: int) -> str:
        seat = self.seat(number)
        return f"{seat.number} {seat.title}"


class _RepeatText(NamedTuple):
    """A repeat as a sentence, and where it was before."""

    text: str
    where: str


def _table(pairing: Pairing, named: _Names, texts: Mapping[Repeat, _RepeatText]) -> DrawnTable:
    seated = {*pairing.a, *pairing.b}
    found = [
        repeat
        for repeat in texts
        if repeat.kind is not RepeatKind.EXEMPT and seated.issuperset(repeat.entrants)
    ]
    return DrawnTable(
        number=pairing.table,
        sides=([named.seat(n) for n in pairing.a], [named.seat(n) for n in pairing.b]),
        badges=[str(REPEAT_BADGES[kind]) for kind in dict.fromkeys(r.kind for r in found)],
        repeats=[texts[repeat].text for repeat in found],
        marks=[
            texts[repeat].text if len(pairing.a) > 1 else texts[repeat].where for repeat in found
        ],
    )


def _repeat_texts(played: Round, drawn: Draw, named: _Names) -> dict[Repeat, _RepeatText]:
    """Return every repeat in words, with the rounds and tables of the times before."""
    if not drawn.repeats:
        return {}
    before = _places_before(played, {n for repeat in drawn.repeats for n in repeat.entrants})
    found = {}
    for repeat in drawn.repeats:
        where = in_words(before[repeat.kind, repeat.entrants])
        titles = [named.title(number) for number in repeat.entrants]
        found[repeat] = _RepeatText(repeat_text(repeat, titles, where), where)
    return found


def _places_before(
    played: Round, numbers: Iterable[int]
) -> dict[tuple[RepeatKind, tuple[int, ...]], list[str]]:
    """Return where those entries met, were partners or were exempt, in the rounds before."""
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
            where = meeting_place(seat.round.number, None)
            found[RepeatKind.EXEMPT, (seat.entry.number,)].append(where)
    for match, together in matches.items():
        if not match.is_game:
            continue
        where = meeting_place(together[0].round.number, match.table_number)
        for one, other in combinations(together, 2):
            kind = RepeatKind.PARTNERS if one.side == other.side else RepeatKind.OPPONENTS
            found[kind, pair_of(one.entry.number, other.entry.number)].append(where)
    return found


def _short_players(request: DrawRequest, drawn: Draw, named: _Names) -> list[str]:
    """Return who of a mêlée has too few others left, where that is what proves its repeats."""
    if drawn.proof is not Proof.COUNTED:
        return []
    seated = {number for pairing in drawn.pairings for number in (*pairing.a, *pairing.b)}
    partners, opponents = _others_met(request.partners), _others_met(request.opponents)
    lines = []
    for number in sorted(seated):
        left = [len(seated - met[number] - {number}) for met in (partners, opponents)]
        if left[0] < 1 or left[1] < 2:
            lines.append(short_text(named.title(number), partners=left[0], opponents=left[1]))
    return lines


def _others_met(pairs: Iterable[tuple[int, int]]) -> dict[int, set[int]]:
    met: dict[int, set[int]] = defaultdict(set)
    for one, other in pairs:
        met[one].add(other)
        met[other].add(one)
    return met


def _logged(played: Round) -> list[LogEntry]:
    """Return the lines of the log that tell how a round was drawn, and what changed afterwards."""
    kinds = [LogEntry.Kind.DRAWN, LogEntry.Kind.PUBLISHED, LogEntry.Kind.RESEATED]
    entries = LogEntry.objects.filter(
        tournament=played.tournament_id, round_number=played.number, kind__in=kinds
    )
    return list(entries.order_by("number"))


def _ready(played: Round, entries: Iterable[Entry]) -> dict[int, Entry]:
    size = played.tournament.players_per_entry
    return {
        entry.number: entry
        for entry in entries
        if entry.plays_round(played.number) and len(entry.players.all()) == size
    }


def _is_only_here(ready: Mapping[int, Entry], drawn: set[int]) -> bool:
    """Return whether only those who were checked in were drawn, as far as can be told."""
    absent = [number for number, entry in ready.items() if entry.checked_in_at is None]
    return bool(absent) and drawn.isdisjoint(absent)


def lasting_swaps(swaps: Iterable[Sequence[int]]) -> list[tuple[int, int]]:
    """Return the exchanges by hand, without those that the next one took back."""
    lasting: list[tuple[int, int]] = []
    for one, other in swaps:
        if lasting and pair_of(*lasting[-1]) == pair_of(one, other):
            lasting.pop()
        else:
            lasting.append((one, other))
    return lasting


def missing_numbers(played: Round) -> list[int]:
    """Return the numbers in a preview that cannot play any more: left, removed or incomplete."""
    ready = _ready(played, played.tournament.entries.by_number())
    return [e.number for e in played.draw_request.entrants if e.number not in ready]


def drawn_again(played: Round) -> list[str]:
    """Draw a round again from its request and return in words what differs: nothing, hopefully."""
    mismatches: tuple[Mismatch, ...] = verify(played.draw_certificate, played.draw_request)
    return [str(MISMATCH_LABELS[mismatch]) for mismatch in mismatches]
