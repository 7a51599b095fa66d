"""Use cases of draws: make, change, discard, publish and withdraw them, and swap seats later."""

import secrets
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from itertools import combinations, product
from typing import Any, Unpack

from django.db import transaction

from scorekeeper.engine.hand import Seat, Side
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.games.services.actions import save_game
from scorekeeper.games.services.games import PlannedGame, start_games
from scorekeeper.models import Game, GameSeat
from scorekeeper.models.authors import Actor
from scorekeeper.models.hands import counted_hands
from scorekeeper.refusals import Refused
from scorekeeper.rules.queries import RuleSetChoice
from tournaments.audit_log.games import follow_game, refresh_given
from tournaments.audit_log.locks import RoundOpenError, lock_round
from tournaments.audit_log.log import append_in, lock_tournament, touch_results
from tournaments.audit_log.meetings import (
    course_contest_of,
    named_in_log,
    seated_draw,
)
from tournaments.draw.certificate import certify, request_to_dict, to_dict
from tournaments.draw.commitment import seed_of
from tournaments.draw.drawing import SwapError, draw
from tournaments.draw.request import SEARCH_LIMIT, DrawRequest, Entrant, Method, Pair
from tournaments.draw.result import Draw, Pairing
from tournaments.draw_secrets import secret_for, spend
from tournaments.formats.contest_format import EntryKind
from tournaments.formats.next_round import CourseError
from tournaments.formats.qualifying import Elsewhere
from tournaments.lineups import Stint, stints_in
from tournaments.models import Entry, LogEntry, Match, MatchSeat, Round, TableCode, Tournament
from tournaments.models.entries import Sitter
from tournaments.models.rounds import count_entered
from tournaments.refusals import ContestRefusal
from tournaments.rounds.labels import in_words
from tournaments.rounds.queries.draws import as_logged
from tournaments.rounds.queries.requests import drawable_entries, usual_method
from tournaments.standings.brackets import VERSION


def chairs_at(
    game: Game, pairing: Pairing, entries: Mapping[int, Entry], round_number: int
) -> list[GameSeat]:
    """Return the unsaved chairs of a table, and set whether the game has former players.

    Nobody has two chairs: a second one keeps only the name.
    """
    chairs = []
    for chair, stint in _stints_at(pairing, entries, round_number):
        chairs.append(chair_of(game, chair, stint))
    game.has_substitutes = any(chair.last_hand for chair in chairs)
    keep_people_apart(chairs)
    return chairs


def chair_of(game: Game, seat: str, stint: Stint[Sitter]) -> GameSeat:
    return GameSeat(
        game=game,
        seat=seat,
        player_id=stint.who.player,
        name=stint.who.name,
        first_hand=stint.first_hand,
        last_hand=stint.last_hand,
    )


def keep_people_apart(chairs: list[GameSeat]) -> None:
    """Leave each person one chair of a game, preferring a present one to a former one."""
    seen: set[int] = set()
    for chair in sorted(chairs, key=lambda chair: chair.last_hand is not None):
        if chair.player_id in seen:
            chair.player_id = None
        elif chair.player_id:
            seen.add(chair.player_id)


def stints_of(entry: Entry, round_number: int) -> list[Stint[Sitter]]:
    """Return all stints in an entry's places in a round; two queries unless prefetched."""
    present = sorted(entry.players.all(), key=lambda player: player.position)
    people = [Sitter(one.player_id, one.name) for one in present]
    return stints_in(people, entry.left_seats, round_number)


def _stints_at(
    pairing: Pairing, entries: Mapping[int, Entry], round_number: int
) -> Iterator[tuple[Seat, Stint[Sitter]]]:
    for side, numbers in ((Side.A, pairing.a), (Side.B, pairing.b)):
        chairs = [seat for seat in Seat if seat.side is side]
        for position, number in enumerate(numbers):
            for stint in stints_of(entries[number], round_number):
                yield chairs[position + stint.place - 1], stint


def draw_mark(drawn: Round) -> str:
    """Return a value that identifies a preview: its fingerprint and the number of changes to it."""
    return f"{drawn.draw_certificate.fingerprint}-{len(drawn.swaps)}"


@contextmanager
def draw_as_seen(*, round_id: int, mark: str) -> Iterator[None]:
    """Return a preview, locked, if it is still as it was shown.

    Raises Refused for another draw, and RoundOpenError for one that is no longer a preview.
    """
    with transaction.atomic():
        _tournament, drawn = lock_round(round_id, Round.Status.DRAWN)
        refuse_unseen(drawn, mark)
        yield


def refuse_unseen(drawn: Round, mark: str | None) -> None:
    """Raise Refused unless the preview has the mark, if one is given."""
    if mark is not None and draw_mark(drawn) != mark:
        raise Refused(ContestRefusal.DRAW_CHANGED)


@transaction.atomic
def reseat(*, round_id: int, one: int, other: int, **by: Unpack[Actor]) -> Round:
    """Swap two entries of a published round, by number; results stay with the tables.

    Corrects teams that sat down at the wrong tables, even in a closed round. Raises SwapError if an
    entry has no seat in the round, has left it, or sits at a catch-up table, and in pools and
    brackets.
    """
    tournament, published = lock_round(round_id, Round.Status.PLAYING, Round.Status.CLOSED)
    seats = {
        seat.entry.number: seat
        for seat in published.seats.filter(
            counts=True, entry__number__in=[one, other]
        ).select_related("entry", "match__game", "match__round")
    }
    fixed = (MatchSeat.Kind.ABSENT, MatchSeat.Kind.CATCH_UP)
    if (
        not published.may_reseat
        or len(seats) < 2
        or any(seat.kind in fixed for seat in seats.values())
    ):
        raise SwapError(f"{one} and {other}")
    first, second = seats[one], seats[other]
    _exchange(first, second)
    for match in {first.match_id: first.match, second.match_id: second.match}.values():
        reseat_game(tournament, match)
    refresh_given(tournament, published)
    touch_results(tournament)
    data = {"one": one, "other": other}
    append_in(published, LogEntry.Kind.RESEATED, data, **by)
    return published


def _exchange(first: MatchSeat, second: MatchSeat) -> None:
    """Swap the entries of two seats; the seats keep their results."""
    one, other = first.entry, second.entry
    # An entry counts once in a round: the first seat makes room during the swap.
    MatchSeat.objects.filter(pk=first.pk).update(counts=False)
    MatchSeat.objects.filter(pk=second.pk).update(entry=one)
    MatchSeat.objects.filter(pk=first.pk).update(entry=other, counts=True)
    first.entry, second.entry = other, one


def reseat_game(tournament: Tournament, match: Match) -> None:
    """Update the names on a table's sheet after its entries changed."""
    game = match.game
    if game is None:
        return
    match.verdicts.all().delete()
    match.is_signed = False
    match.save(update_fields=["is_signed"])
    seats = match.seats.select_related("entry").prefetch_related("entry__players", "entry__former")
    sides: dict[str, list[int]] = {Side.A: [], Side.B: []}
    entries = {}
    for seat in seats.order_by("side", "position"):
        sides[seat.side].append(seat.entry.number)
        entries[seat.entry.number] = seat.entry
    pairing = Pairing(match.table_number or 0, tuple(sides[Side.A]), tuple(sides[Side.B]))
    GameSeat.every.filter(game=game).delete()
    GameSeat.every.bulk_create(chairs_at(game, pairing, entries, match.round.number))
    hands = counted_hands(game)
    save_game(game, hands)
    follow_game(tournament, match, game, hands)


SEED_BITS = 32
ATTEMPTS = 3
"""How often a round is drawn again if the contest changes in the meantime."""


class HandsWrittenError(ValueError):
    """A published draw cannot be withdrawn because hands were entered."""


def draw_round(
    *,
    tournament_id: int,
    method: Method | None = None,
    seed: int | None = None,
    called: str = "",
    announced: str = "",
    reason: str = "",
    only_here: bool = False,
    **by: Unpack[Actor],
) -> Round:
    """Draw the next round as a preview for the organiser; replaces an unpublished one.

    The seed follows from the contest's next secret and the number `called` in the hall, or is
    random without one; `announced` is the fingerprint of that secret where the number was typed.
    `reason` says why a round is drawn again: one of `REDRAWN_FOR`.

    Nobody is locked out while it is drawn: the draw is stored if the contest is still the same, and
    made again otherwise. Must not be called within a transaction. Raises Refused, RoundOpenError
    and CourseError.
    """
    chosen = secrets.randbits(SEED_BITS) if seed is None else seed
    for _attempt in range(ATTEMPTS):
        with transaction.atomic(durable=True):
            secret = secret_for(lock_tournament(tournament_id), called, announced)
            drawn_seed = seed_of(secret, called) if called else chosen
            wish = partial(_locked_request, tournament_id, method, drawn_seed, only_here=only_here)
            before, request = wish()
        certificate = to_dict(certify(request, draw(request)))
        with transaction.atomic(durable=True):
            tournament = lock_tournament(tournament_id)
            # Another draw was made meanwhile; with a number that is refused, another one is needed.
            if secret_for(tournament, called, announced) != secret:
                continue
            # Everything that a draw depends on is in the log, or is a result.
            if not _has_moved(before, tournament) or wish()[1] == request:
                drawn = _store_draw(tournament, request, certificate, by["now"])
                chance = {"reason": reason} if reason else {}
                chance |= spend(tournament, called, secret)
                _log_draw(drawn, chance, is_typed=seed is not None, **by)
                return drawn
    raise Refused(ContestRefusal.CONTEST_MOVED)


def _has_moved(before: Tournament, now: Tournament) -> bool:
    """Return whether anything happened in a contest since it was read."""
    return (before.state, before.results_version) != (now.state, now.results_version)


def _locked_request(
    tournament_id: int, method: Method | None, seed: int, *, only_here: bool
) -> tuple[Tournament, DrawRequest]:
    """Return the contest, locked, and the request for its next round."""
    tournament = lock_tournament(tournament_id)
    before = tournament.rounds.exclude(status=Round.Status.DRAWN).order_by("-number").first()
    if tournament.finished_at or (before and not before.is_closed):
        raise RoundOpenError
    number = before.number + 1 if before else 1
    how = tournament.format
    only_here = only_here and how.may_leave_out(number)
    entries = drawable_entries(tournament, number, only_here=only_here)
    able = how.able({entry.number for entry in entries})
    if len(able) < how.fewest:
        raise Refused(_TOO_FEW[how.entry_kind])
    if method is None or not how.methods_offered(number):
        method = usual_method(tournament, number)
    request = _draw_request(tournament, entries, round_number=number, method=method, seed=seed)
    return tournament, request


_MET = {Match.Kind.GAME, Match.Kind.CATCH_UP}
_TOO_FEW = {
    EntryKind.TEAM: ContestRefusal.TOO_FEW_PAIRS,
    EntryKind.PLAYER: ContestRefusal.TOO_FEW_PLAYERS,
}


def _draw_request(
    tournament: Tournament,
    entries: Sequence[Entry],
    *,
    round_number: int,
    method: Method,
    seed: int,
) -> DrawRequest:
    """Return the request of a draw, in four queries.

    It draws entries, or club teams if there are any. Within a phase the phase's frame determines
    the draw, not the method. Raises CourseError and TooFewTablesError.
    """
    how, contest = tournament.format, course_contest_of(tournament)
    able = how.able({entry.number for entry in entries})
    frame = how.frame(contest, round_number, able)
    if frame is not None:
        method = how.phase_method(round_number) or method
    drawn = [number for number in able if not (frame and frame.groups) or number in frame.members]
    how.refuse_too_few_tables(len(drawn), tournament.tables_there.spans)
    places = contest.standings(after_round=round_number - 1).ranks
    is_first = round_number == 1
    opponents, partners, byes = (
        _met_before(tournament, round_number) if how.avoids_repeats else ([], [], Counter[int]())
    )
    return DrawRequest(
        method=method,
        seed=seed,
        round_number=round_number,
        rounds_left=max(0, tournament.round_count - round_number),
        entrants=tuple(
            Entrant(number, place=0 if is_first else places[number], byes=byes[number])
            for number in drawn
        ),
        opponents=tuple(opponents),
        partners=tuple(partners),
        search_limit=SEARCH_LIMIT,
        tables=tournament.tables_there.spans if how.uses_wishes else (),
        wishes=tournament.wishes_made if how.uses_wishes else None,
        frame=frame,
    )


def _met_before(tournament: Tournament, number: int) -> tuple[list[Pair], list[Pair], Counter[int]]:
    """Return opponents, partners and byes in the rounds before that one."""
    opponents, partners = _meetings(tournament, number)
    byes = tournament.entries.filter(
        seats__counts=True,
        seats__kind__in=[MatchSeat.Kind.EXEMPT, MatchSeat.Kind.CATCH_UP],
        seats__round__number__lt=number,
    ).values_list("number", flat=True)
    return opponents, partners, Counter(byes)


def _meetings(tournament: Tournament, before: int) -> tuple[list[Pair], list[Pair]]:
    """Return the opponents and the partners in the rounds before that one."""
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


def _store_draw(
    tournament: Tournament, request: DrawRequest, certificate: dict[str, Any], now: datetime
) -> Round:
    """Store a draw of a locked contest and replace the preview before it."""
    tournament.rounds.filter(status=Round.Status.DRAWN).delete()
    return Round.objects.create(
        tournament=tournament,
        number=request.round_number,
        hands=tournament.hands_of_round(request.round_number),
        request=request_to_dict(request),
        certificate=certificate,
        drawn_at=now,
    )


def _log_draw(
    drawn: Round, chance: Mapping[str, str], *, is_typed: bool, **by: Unpack[Actor]
) -> None:
    data: dict[str, Any] = {
        "method": drawn.request["method"],
        "seed": drawn.request["seed"],
        "typed": is_typed,
        "fingerprint": drawn.certificate["fingerprint"],
        "repeats": drawn.certificate["draw"]["repeats"],
        **chance,
    }
    data |= drawn.tournament.format.logged_reading(VERSION)
    append_in(drawn, LogEntry.Kind.DRAWN, data, **by)


@transaction.atomic
def swap_in_draw(*, round_id: int, one: int, other: int, **by: Unpack[Actor]) -> Round:
    """Swap two entries of a preview, by number; one of them may be exempt.

    Raises SwapError for a number without a seat, and in pools and brackets that continue earlier
    ones; RoundOpenError if it is published.
    """
    tournament, drawn = lock_round(round_id, Round.Status.DRAWN)
    if not tournament.format.may_swap(drawn.draw_request.frame):
        raise SwapError("the phase says who meets")
    drawn.swaps = [*drawn.swaps, [one, other]]
    seen = drawn.draw  # refuses a number without a seat
    drawn.save(update_fields=["swaps"])
    data = {
        "one": one,
        "other": other,
        "repeats": len(seen.repeats),
        **named_in_log(tournament, one, other),
    }
    append_in(drawn, LogEntry.Kind.SWAPPED, data, **by)
    return drawn


@transaction.atomic
def discard_draw(*, round_id: int, **by: Unpack[Actor]) -> Tournament:
    tournament, drawn = lock_round(round_id, Round.Status.DRAWN)
    append_in(drawn, LogEntry.Kind.DISCARDED, {}, **by)
    drawn.delete()
    return tournament


@transaction.atomic
def publish_round(*, round_id: int, seen: str | None = None, **by: Unpack[Actor]) -> Round:
    """Publish a preview: its tables get games and codes, and everybody sees the seats.

    `seen` is the mark of the preview as it was shown. Raises Refused if it has changed, if results
    have changed its pools or brackets, or if somebody in it can no longer play: draw again. Raises
    TooFewTablesError if tables that club teams need were removed.
    """
    tournament, published = lock_round(round_id, Round.Status.DRAWN)
    entries = {entry.number: entry for entry in drawable_entries(tournament, published.number)}
    able = tournament.format.able(entries.keys())
    _refuse_stale(published.draw, able)
    refuse_unseen(published, seen)
    _refuse_other_frame(tournament, published, able)
    drawn = seated_draw(tournament, published.draw, entries.keys())
    published.status = Round.Status.PLAYING
    published.published_at = by["now"]
    published.groups = [group.to_dict() for group in drawn.groups]
    published.capot_fails = True
    minutes = tournament.round_minutes
    published.timer_left = minutes * 60 if minutes else None
    published.save()
    games = start_tables(published, drawn.pairings, entries, **by)
    _seat_everybody(published, drawn, entries, games)
    _make_codes(tournament, [pairing.table for pairing in drawn.pairings])
    if drawn.exempt:
        refresh_given(tournament, published)
    data = {
        "hands": published.hands,
        "matches": drawn.seating(),
        "swaps": published.swaps,
        "fingerprint": published.certificate["fingerprint"],
        "capot_fails": True,
        **({"groups": published.groups} if published.groups else {}),
    }
    kind = LogEntry.Kind.PUBLISHED
    append_in(published, kind, data, touches_results=True, **by)
    return published


def _refuse_stale(drawn: Draw, able: Collection[int]) -> None:
    """Raise Refused if somebody in the draw has left, or lost a partner, since."""
    seated = {number for pairing in drawn.pairings for number in (*pairing.a, *pairing.b)}
    if missing := sorted((seated | set(drawn.exempt)) - set(able)):
        raise Refused(ContestRefusal.DRAW_STALE, numbers=in_words(missing))


def _refuse_other_frame(tournament: Tournament, drawn: Round, able: Collection[int]) -> None:
    """Raise Refused if results have changed the pools or brackets since the draw."""
    if (frame := drawn.draw_request.frame) is None or drawn.number == 1:
        return
    try:
        now = tournament.format.frame(course_contest_of(tournament), drawn.number, able)
    except CourseError as error:
        raise Refused(ContestRefusal.FRAME_STALE) from error
    if now != frame:
        raise Refused(ContestRefusal.FRAME_STALE)


def start_tables(
    playing: Round, pairings: Sequence[Pairing], entries: Mapping[int, Entry], **by: Unpack[Actor]
) -> list[Game]:
    """Start the games of some tables of a round."""
    return start_games(
        club=playing.tournament.club,
        games=[
            PlannedGame(
                table_number=pairing.table, seats=seats_of(pairing, entries, playing.number)
            )
            for pairing in pairings
        ],
        rules=rules_of(playing.tournament),
        game_format=GameFormat(hands=playing.hands),
        **by,
    )


def rules_of(tournament: Tournament) -> RuleSetChoice:
    return RuleSetChoice(
        key=tournament.ruleset_key,
        name=tournament.ruleset_name,
        ruleset=tournament.ruleset,
        based_on=tournament.ruleset_based_on,
        practice=tournament.ruleset_practice,
    )


def seats_of(
    pairing: Pairing, entries: Mapping[int, Entry], round_number: int
) -> dict[Seat, tuple[int | None, str]]:
    """Return the key and the name of the player on each chair in a round."""
    chairs = {Side.A: (Seat.A1, Seat.A2), Side.B: (Seat.B1, Seat.B2)}
    found: dict[Seat, tuple[int | None, str]] = {}
    for side, numbers in ((Side.A, pairing.a), (Side.B, pairing.b)):
        people = [who for number in numbers for who in entries[number].who_sat(round_number)]
        found |= dict(zip(chairs[side], people, strict=True))
    return found


def _seat_everybody(
    published: Round, drawn: Draw, entries: dict[int, Entry], games: Sequence[Game]
) -> None:
    """Create the matches and their seats, in four queries."""
    matches = Match.objects.bulk_create(
        Match(round=published, table_number=pairing.table, game=game)
        for pairing, game in zip(drawn.pairings, games, strict=True)
    )
    played = published.pk
    seats = [
        MatchSeat(
            match_id=match.pk,
            round_id=played,
            entry_id=entries[number].pk,
            side=side,
            position=place,
        )
        for match, pairing in zip(matches, drawn.pairings, strict=True)
        for side, numbers in ((Side.A, pairing.a), (Side.B, pairing.b))
        for place, number in enumerate(numbers, start=1)
    ]
    MatchSeat.objects.bulk_create(seats)
    seat_exempt(published, [entries[who] for who in drawn.exempt])


def seat_exempt(playing: Round, entries: Sequence[Entry]) -> None:
    """Give entries a bye in a round: each has its own match without a table."""
    kind = MatchSeat.Kind.EXEMPT
    alone = Match.objects.bulk_create(
        Match(round=playing, kind=Match.Kind.EXEMPT) for _entry in entries
    )
    MatchSeat.objects.bulk_create(
        MatchSeat(match=match, round=playing, entry=entry, side=Side.A, kind=kind)
        for match, entry in zip(alone, entries, strict=True)
    )


def _make_codes(tournament: Tournament, tables: Iterable[int]) -> None:
    """Create the codes of tables, valid for the whole contest."""
    known = set(tournament.codes.values_list("number", flat=True))
    TableCode.objects.bulk_create(
        TableCode(tournament=tournament, number=number) for number in tables if number not in known
    )


@transaction.atomic
def take_back_round(
    *, round_id: int, moved: Sequence[Elsewhere] = (), **by: Unpack[Actor]
) -> Round:
    """Withdraw a published draw, which becomes a preview again.

    `moved` are the entries for which that is done, because they would play elsewhere now. Raises
    HandsWrittenError once a hand, a slip or a photo of a sheet was entered (use `reseat` for single
    tables), and if the round was imported without a draw.
    """
    tournament, published = lock_round(round_id, Round.Status.PLAYING)
    matches = list(published.matches.all())
    if count_entered(matches) or not published.has_draw:
        raise HandsWrittenError
    games = [match.game_id for match in matches if match.game_id]
    published.matches.all().delete()
    Game.objects.filter(pk__in=games).delete()
    published.status = Round.Status.DRAWN
    published.groups, published.moved = [], []
    published.published_at = published.timer_left = published.timer_ends_at = None
    published.save()
    kind = LogEntry.Kind.UNPUBLISHED
    data = as_logged(tournament, moved) if moved else {}
    append_in(published, kind, data, touches_results=True, **by)
    return published
