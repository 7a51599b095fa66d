"""Checks of games against their hands or slips: scores, totals, players' statistics."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import combinations
from operator import attrgetter
from typing import Any, Final

from django.db.models import F, Q, QuerySet

from scorekeeper.clubs.who_is_who import WhoIsWho
from scorekeeper.engine.columns import ENTRY_COLUMNS, entry_of
from scorekeeper.engine.hand import Seat
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.engine.stints import KEPT, hand_order, player_stats, shared_hands, stints_of
from scorekeeper.engine.tally import tally
from scorekeeper.game_chain import hash_of_events, rules_told
from scorekeeper.games.services.actions import FOLLOWING, follow_slips, follow_tally, following
from scorekeeper.models import (
    Attendance,
    Club,
    Game,
    GameEvent,
    GameSeat,
    Hand,
    SentHand,
    SlipTotals,
)
from scorekeeper.slips.services import slip_of
from tournaments.audit_log.actions import ActionType, link_problems
from tournaments.audit_log.actions.games import play_act
from tournaments.audit_log.chain import ChainEntry
from tournaments.audit_log.log import unsealed
from tournaments.audit_log.queries.documents import moment
from tournaments.audit_log.replay.refusals import BROKEN, broken_problem
from tournaments.audit_log.replay.state import MatchState, SheetState
from tournaments.doctor.findings import Finding, Spot
from tournaments.doctor.labels import game_finding
from tournaments.doctor.unreadable import unreadable

CHUNK: Final = 200
OF_GAME: Final = ("hand_count", "total_a", "total_b", "held", "winner")
WHO_AND_WHEN: Final = ("penalty_reason", "recorded_name", "recorded_at", "changed_at")


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game with all its rows.

    Hands and seats are named tuples of columns: creating model instances takes longer than scoring.
    """

    game: Game
    hands: Sequence[Any]
    seats: Sequence[Any]
    slips: Sequence[SlipTotals]
    events: Sequence[GameEvent]
    present: Mapping[str, set[int]] = field(default_factory=dict)
    """The players who were present under each name, on the evening of the game."""


def games_to_examine(clubs: Sequence[Club]) -> list[int]:
    return list(Game.objects.filter(club__in=clubs).order_by("pk").values_list("pk", flat=True))


def in_chunks(keys: Sequence[int]) -> Iterator[list[StoredGame | Finding]]:
    """Yield games with all their rows, a few hundred at a time; a finding for an unreadable one."""
    for place in range(0, len(keys), CHUNK):
        yield [*_readable(keys[place : place + CHUNK])]


def _readable(keys: Sequence[int]) -> Iterator[StoredGame | Finding]:
    try:
        yield from _read(keys)
    except Exception as error:  # the database may hold anything
        if len(keys) == 1:
            yield unreadable(Spot(game=keys[0]), error)
        else:
            for key in keys:
                yield from _readable([key])


def _read(keys: Sequence[int]) -> list[StoredGame]:
    of = {"game__in": keys}
    hands = Hand.objects.filter(**of).order_by("number", "pk")
    seats = GameSeat.every.filter(**of).order_by("seat", "first_hand")
    # Not for contests: their games are compared with the chained log.
    events = GameEvent.objects.filter(game__is_contest=False, **of).order_by("pk")
    written = [
        _by_game(rows)
        for rows in (
            hands.values_list("game_id", *ENTRY_COLUMNS, *WHO_AND_WHEN, *FOLLOWING, named=True),
            seats.values_list(
                "game_id",
                "pk",
                "seat",
                "player_id",
                "name",
                "first_hand",
                "last_hand",
                *KEPT,
                named=True,
            ),
            SlipTotals.objects.filter(**of).order_by("number"),
            events,
        )
    ]
    found = Game.objects.filter(pk__in=keys).select_related("club", "evening").order_by("pk")
    present: defaultdict[int | None, defaultdict[str, set[int]]] = defaultdict(
        lambda: defaultdict(set)
    )
    evenings = {game.evening_id for game in found if game.evening_id}
    here = Attendance.objects.filter(evening__in=evenings)
    for evening, name, player in here.values_list("evening", "name", "player"):
        present[evening][name].add(player)
    hands_of, seats_of, slips_of, events_of = written
    return [
        StoredGame(
            game=game,
            hands=hands_of[game.pk],
            seats=seats_of[game.pk],
            slips=slips_of[game.pk],
            events=events_of[game.pk],
            present=present[game.evening_id],
        )
        for game in found
    ]


def _by_game(rows: "QuerySet[Any, Any]") -> defaultdict[int, list[Any]]:
    found: defaultdict[int, list[Any]] = defaultdict(list)
    for row in rows:
        found[row.game_id].append(row)
    return found


def spot_of(game: Game) -> Spot:
    return Spot(club=game.club.name, game=game.pk, table=game.table_number)


def check_game(
    stored: StoredGame, who: WhoIsWho, *, hides_names: bool, since: datetime | None = None
) -> Iterator[Finding]:
    """Yield every stored value of a game that does not follow from its hands, slips or log.

    `who` are the club's players. With `hides_names`, names were removed from the club's data, so
    authors are not compared. Logs are chained `since` then.
    """
    game, spot = stored.game, spot_of(stored.game)
    try:
        yield from _follows(stored, spot)
    except BROKEN as error:
        yield _finding(spot, "hands", str(error), None)
    if (game.finished_at is not None) != game.is_finished:
        yield _finding(spot, "finished_at", moment(game.finished_at), game.is_finished)
    # Games of a contest are compared with its chained log instead.
    if not game.is_contest:
        yield from _chain(stored, spot, since)
        yield from _beside(stored, spot)
        yield from _owners(stored, who, spot)
        yield from _compare_with_log(stored, spot, hides_names=hides_names)


def _finding(spot: Spot, what: str, stored: Any, right: Any) -> Finding:
    found = Finding(spot=spot, what=what, stored=stored, right=right)
    return replace(found, text=game_finding(found))


def _values(row: Any, names: Sequence[str]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}


def _parted(spot: Spot, stored: Mapping[str, Any], right: Mapping[str, Any]) -> Iterator[Finding]:
    for name, value in right.items():
        if stored[name] != value:
            yield _finding(spot, name, stored[name], value)


def _follows(stored: StoredGame, spot: Spot) -> Iterator[Finding]:
    """Compare a game, its hands and its seats with what the engine computes."""
    game, before = stored.game, _values(stored.game, OF_GAME)
    entries = map(entry_of, stored.hands)
    result = tally(entries, game.ruleset, game.format, Seat(game.first_dealer))
    if game.is_slip:
        follow_slips(game, stored.slips)
    else:
        follow_tally(game, result)
    yield from _parted(spot, before, _values(game, OF_GAME))
    counted = []
    for index, hand in enumerate(stored.hands):
        number, counts, *rest = following(result, index, hand)
        right = (number, counts and not game.is_slip, *rest)
        if right == _following_of(hand):
            scored = hand
        else:
            scored = hand._replace(**dict(zip(FOLLOWING, right, strict=True)))
            place = replace(spot, hand=hand.number)
            yield from _parted(place, _values(hand, FOLLOWING), _values(scored, FOLLOWING))
        if scored.counted:
            counted.append(scored)
    if not game.is_contest:
        yield from _on_two_seats(stored, spot)
    for seat in stored.seats:
        kept = player_stats(stints_of(seat, stored.seats), game, counted, stored.slips)
        if kept != _kept_of(seat):
            expected = dict(zip(KEPT, kept, strict=True))
            yield from _parted(replace(spot, player=seat.name), _values(seat, KEPT), expected)


def _on_two_seats(stored: StoredGame, spot: Spot) -> Iterator[Finding]:
    """Yield players in two seats during one hand, which earlier versions allowed."""
    for one, other in combinations(stored.seats, 2):
        is_same = one.player_id is not None and one.player_id == other.player_id
        if is_same and one.seat != other.seat and (hands := shared_hands(one, other)):
            place = replace(spot, hand=hands[0], player=one.name)
            yield _finding(place, "seats", f"{one.seat}, {other.seat}", 1)


def _chain(stored: StoredGame, spot: Spot, since: datetime | None) -> Iterator[Finding]:
    """Yield a game whose log was altered beside the program, or lost the hash that it had."""
    game = stored.game
    if not game.log_hash and since and game.created_at < since:
        return
    right = hash_of_events(stored.events)
    if right != game.log_hash:
        yield _finding(spot, "log_hash", game.log_hash, right)


def _beside(stored: StoredGame, spot: Spot) -> Iterator[Finding]:
    """Compare what a game stores once more: from its evening, its seats and its slips."""
    game = stored.game
    if game.evening and game.evening.club_id != game.club_id:
        yield _finding(spot, "evening", game.evening.name, None)
    right = {
        "has_substitutes": any(seat.last_hand is not None for seat in stored.seats),
        "is_mirror": game.evening is not None and game.evening.is_mirror,
    }
    yield from _parted(spot, _values(game, list(right)), right)
    numbers = [slip.number for slip in stored.slips]
    if numbers != [*range(1, len(numbers) + 1)]:
        yield _finding(spot, "slips", numbers, [*range(1, len(numbers) + 1)])
    for seat in Seat:
        stints = sorted((one for one in stored.seats if one.seat == seat), key=hand_order)
        hands = [(one.first_hand, one.last_hand) for one in stints]
        firsts = [1, *(last + 1 for _first, last in hands[:-1] if last is not None)]
        if hands[-1:] != [(firsts[-1], None)] or [first for first, _last in hands] != firsts:
            told = [f"{first}–{last or ''}" for first, last in hands]
            yield _finding(replace(spot, player=seat.value), "seat_hands", told, None)


def _owners(stored: StoredGame, who: WhoIsWho, spot: Spot) -> Iterator[Finding]:
    """Yield names that belong to another player than the one who is given the points."""
    taken = {seat.player_id for seat in stored.seats}
    at = stored.game.created_at
    for seat in stored.seats:
        others = stored.present.get(seat.name, set()) - {seat.player_id}
        is_present = seat.player_id in stored.present.get(seat.name, set())
        if others and not is_present and (seat.player_id or others - taken):
            place = replace(spot, player=seat.name)
            right = ", ".join(map(who.name_of, sorted(others)))
            yield _finding(place, "player", who.name_of(seat.player_id), right)
        elif owner := who.other_owner(seat.name, seat.player_id, at, taken, row=seat.pk):
            place = replace(spot, player=seat.name)
            yield _finding(place, "player", who.name_of(seat.player_id), owner)


_following_of: Final = attrgetter(*FOLLOWING)
_kept_of: Final = attrgetter(*KEPT)


def _compare_with_log(stored: StoredGame, spot: Spot, *, hides_names: bool) -> Iterator[Finding]:
    """Compare a game with its own log."""
    sheet = SheetState(GameFormat(hands=1))
    match = MatchState("game", [], 1, sheet)
    for number, event in enumerate(stored.events, start=1):
        link = _link(event)
        try:
            problems = link_problems(link)
            if not problems:
                play_act(match, link)
        except BROKEN as error:
            problems = [broken_problem(error, "")]
        if problems:
            yield _finding(spot, "game_log", f"{number}. {event.kind}", problems[0].code)
            return
    yield from _parted(spot, *_sheets(stored, sheet))
    yield from _described(stored, spot, hides_names=hides_names)
    if len(stored.hands) != len(sheet.hands):
        yield _finding(spot, "hands_written", len(stored.hands), len(sheet.hands))
        return
    for index, hand in enumerate(stored.hands):
        place = replace(spot, hand=index + 1)
        expected = {"further_belotes": [], **sheet.hands[index]}
        authorship = sheet.authorships[index]
        right = {"recorded_at": authorship.at, "changed_at": authorship.changed_at}
        times = {"recorded_at": moment(hand.recorded_at), "changed_at": moment(hand.changed_at)}
        if not hides_names:
            right["recorded_by"], times["recorded_by"] = authorship.by, hand.recorded_name
        else:
            expected.pop("penalty_reason", None)
        yield from _parted(place, times, right)
        yield from _parted(place, _values(hand, list(expected)), expected)


def _described(stored: StoredGame, spot: Spot, *, hides_names: bool) -> Iterator[Finding]:
    """Compare a game with what its log said last of its names, rules, length and table."""
    told: dict[str, Any] = {}
    stopped: dict[str, Any] = {}
    for event in stored.events:
        if event.kind in {GameEvent.Kind.STARTED, GameEvent.Kind.EDITED}:
            told |= event.after or {}
        elif event.kind == GameEvent.Kind.STOPPED:
            stopped = event.after or {}
        elif event.kind in {GameEvent.Kind.REOPENED, GameEvent.Kind.SLIP_WITHDRAWN}:
            stopped = {}
        elif slips := (event.after or {}).get("slips"):
            # Slips say how many games there were, and of how many hands.
            told |= {"hands": max(slip["hands"] for slip in slips), "games": len(slips)}
            stopped = event.after or {}
    game = stored.game
    present = {seat.seat: seat.name for seat in stored.seats if seat.last_hand is None}
    now = {
        "names": present,
        "rules": game.ruleset_name,
        "target": game.target,
        "hands": game.hands_per_game,
        "games": game.game_count,
        "table": game.table_number,
        "evening": str(game.evening.key) if game.evening else None,
        "rules_key": rules_told(game.ruleset_key),
        "based_on": game.ruleset_based_on,
        "values": game.ruleset_values,
        "practice": game.ruleset_practice,
    }
    # Earlier versions said less.
    right = {name: told[name] for name in now if name in told}
    if hides_names:
        right.pop("names", None)
    elif not game.is_slip or "reason" in stopped:
        # Earlier versions did not log why a game with a slip ended early.
        right["stop_reason"] = stopped.get("reason", "")
        now["stop_reason"] = game.stop_reason
    yield from _parted(spot, now, right)


def _sheets(stored: StoredGame, sheet: SheetState) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a game's sheet as stored, and as rebuilt from its log."""
    game = stored.game
    written = {
        "is_finished": game.is_finished,
        "is_slip": game.is_slip,
        "slips": [slip_of(slip).as_values() for slip in stored.slips],
        "first_dealer": Seat(game.first_dealer),
        "passed_deals": game.passed_deals,
        "finished_at": moment(game.finished_at),
        "started_at": moment(game.created_at),
    }
    return written, _values(sheet, list(written))


def _link(event: GameEvent) -> ChainEntry:
    """Convert an event of a game to an entry of a contest's log."""
    data = {
        "act": event.kind,
        "hand": event.hand_number,
        "before": event.before,
        "after": event.after,
    }
    return unsealed(ActionType.GAME, data, author=event.author_name, at=event.at, place=(None, 1))


def check_sent(clubs: Sequence[Club]) -> Iterator[Finding]:
    """Yield phones' keys of hands that belong to another game, or to none."""
    sent = SentHand.objects.filter(game__club__in=clubs).select_related("game__club")
    strays = sent.filter(
        (Q(hand__isnull=False) & ~Q(hand__game=F("game")))
        | (Q(withdrawal__isnull=False) & ~Q(withdrawal__game=F("game")))
        | Q(hand=None, withdrawal=None)
        | Q(hand__isnull=False, withdrawal__isnull=False)
    )
    for one in strays.order_by("pk"):
        yield _finding(spot_of(one.game), "sent_hand", str(one.key), None)
    own = Hand.objects.filter(game__club__in=clubs).filter(
        game__sent_hands__key=F("submission_key")
    )
    mixed = own.exclude(game__sent_hands__hand=F("pk")).select_related("game__club")
    for hand in mixed.order_by("pk").distinct():
        yield _finding(spot_of(hand.game), "sent_hand", str(hand.submission_key), hand.number)
