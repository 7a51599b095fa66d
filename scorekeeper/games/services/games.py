"""Start, change, stop, close and reopen games."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Unpack

from django.db import transaction

from scorekeeper.clubs.services.players import find_or_add_player, players_by_name
from scorekeeper.engine.hand import Seat
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.engine.stints import shared_hands
from scorekeeper.game_chain import rules_told
from scorekeeper.games.services.actions import (
    GameIsOverError,
    close,
    lock_game,
    log_event,
    reopen,
    retally,
    store_hands,
    store_tally,
)
from scorekeeper.models import Club, Evening, Game, GameEvent, GameSeat, Player
from scorekeeper.models.authors import Actor, Author
from scorekeeper.models.evenings import KeptElsewhereError
from scorekeeper.models.games import every_seat_of, seats_of
from scorekeeper.models.hands import stored_hands, tally_hands
from scorekeeper.refusals import ClubRefusal, Refused
from scorekeeper.rules.queries import RuleSetChoice


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedGame:
    """A table and its players by seat: the name, and the primary key if the player is known."""

    table_number: int
    seats: Mapping[Seat, tuple[int | None, str]]


@transaction.atomic
def start_games(
    *,
    club: Club,
    games: Sequence[PlannedGame],
    rules: RuleSetChoice,
    game_format: GameFormat,
    author: Author,
    now: datetime,
) -> list[Game]:
    """Start the games of a contest's round, in three queries."""
    values, practice = rules.ruleset.as_values(), dict(rules.practice)
    started = Game.objects.bulk_create(
        Game(
            club=club,
            is_contest=True,
            table_number=planned.table_number,
            ruleset_key=rules.key,
            ruleset_name=rules.name,
            ruleset_based_on=rules.based_on,
            ruleset_values=values,
            ruleset_practice=practice,
            target=game_format.target,
            hands_per_game=game_format.hands,
            game_count=game_format.games,
            created_at=now,
        )
        for planned in games
    )
    GameSeat.objects.bulk_create(
        GameSeat(game_id=game.pk, seat=seat, player_id=player, name=name)
        for game, planned in zip(started, games, strict=True)
        for seat, (player, name) in planned.seats.items()
    )
    GameEvent.objects.bulk_create(
        GameEvent(
            game_id=game.pk,
            kind=GameEvent.Kind.STARTED,
            author=author.user,
            author_name=author.name,
            at=now,
        )
        for game in started
    )
    return started


_SEATS: Final = tuple(Seat)


class SitsElsewhereError(ValueError):
    """Raised when somebody would have two seats in one hand.

    It has the name, the seat already taken with its first and last hand (None for no end), and the
    seat `at` which the name is refused.
    """

    def __init__(self, taken: GameSeat, hands: tuple[int, int | None], at: Seat) -> None:
        super().__init__(taken.name)
        self.name = taken.name
        self.seat = Seat(taken.seat)
        self.first, self.last = hands
        self.at = at


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """A table and its players: `names` by seat, as typed."""

    names: Mapping[Seat, str]
    first_dealer: Seat = Seat.A1
    evening: Evening | None = None
    table_number: int | None = None


@transaction.atomic
def start_game(
    *,
    club: Club,
    seating: Seating,
    rules: RuleSetChoice,
    game_format: GameFormat,
    kind: Game.Kind = Game.Kind.HANDS,
    **by: Unpack[Actor],
) -> Game:
    """Start a game; unknown names become players of the club. Raises KeptElsewhereError."""
    if seating.evening and seating.evening.is_mirror:
        raise KeptElsewhereError(seating.evening.pk)
    game = Game.objects.create(
        club=club,
        evening=seating.evening,
        table_number=seating.table_number,
        kind=kind,
        ruleset_key=rules.key,
        ruleset_name=rules.name,
        ruleset_based_on=rules.based_on,
        ruleset_values=rules.ruleset.as_values(),
        ruleset_practice=dict(rules.practice),
        target=game_format.target,
        hands_per_game=game_format.hands,
        game_count=game_format.games,
        first_dealer=seating.first_dealer,
        created_at=by["now"],
    )
    _seat_players(game, seating, now=by["now"])
    log_event(game, GameEvent.Kind.STARTED, **by, after={**described(game), **_kept(game)})
    game.save(update_fields=["log_hash"])
    return game


def _kept(game: Game) -> dict[str, Any]:
    """Return what stays as it is from the start of a game, for its log."""
    return {
        "rules_key": rules_told(game.ruleset_key),
        "based_on": game.ruleset_based_on,
        "values": game.ruleset_values,
        "practice": game.ruleset_practice,
    }


def _seat_players(game: Game, seating: Seating, *, now: datetime) -> None:
    """Assign each seat to the player with that name."""
    for seat, (player, name) in _people(game, seating.names, now=now).items():
        GameSeat.objects.create(game=game, seat=seat, player=player, name=name)


def _people(
    game: Game, names: Mapping[Seat, str], *, now: datetime
) -> dict[Seat, tuple[Player | None, str]]:
    """Return the player for the name on each seat, and mark them as present tonight."""
    found: dict[Seat, tuple[Player | None, str]] = {}
    seen = set()
    for seat, typed in sorted(names.items(), key=lambda named: _SEATS.index(named[0])):
        player = find_or_add_player(club=game.club, name=typed, now=now, whatever_accents=True)
        # Two names of one person, since merged: the second seat keeps only the name.
        is_new = player.pk not in seen
        found[seat] = (player, player.name) if is_new else (None, typed)
        seen.add(player.pk)
        _attend(game, player)
    return found


def _attend(game: Game, player: Player) -> None:
    if game.evening:
        game.evening.attendances.get_or_create(player=player, defaults={"name": player.name})


def refuse_two_seats(game: Game, new: Iterable[GameSeat], rows: Sequence[GameSeat]) -> None:
    """Raise SitsElsewhereError if somebody of `new` has another seat in the same hand.

    `rows` are all seats of the game after the change. Two names of one person count as one.
    """
    known: Mapping[str, Player] = {}
    if any(row.player_id is None for row in rows):
        known = players_by_name(game.club)

    def person(row: GameSeat) -> int | None:
        found = known.get(row.name.casefold())
        return row.player_id or (found.pk if found else None)

    for row in new:
        for other in rows:
            if other.seat == row.seat:
                continue
            is_same = other.name.casefold() == row.name.casefold()
            if person(row):
                is_same = is_same or person(other) == person(row)
            if is_same and (hands := shared_hands(row, other)):
                raise SitsElsewhereError(other, hands, Seat(row.seat))


def put_right(game: Game, typed: Mapping[Seat, str], *, now: datetime) -> None:
    """Replace a wrong player of a seat with the right one, from the beginning.

    All hands of the wrong player on that seat go to the right one; those of other players stay. The
    caller has locked the game, writes the log and saves. Raises SitsElsewhereError.
    """
    present = {Seat(one.seat): one for one in seats_of(game)}
    names = {seat: name for seat, name in typed.items() if name != present[seat].name}
    people = _people(game, names, now=now)
    was = {seat: (present[seat].player_id, present[seat].name) for seat in people}
    rows = every_seat_of(game)
    wrong = [row for row in rows if was.get(Seat(row.seat)) == (row.player_id, row.name)]
    for row in wrong:
        row.player, row.name = people[Seat(row.seat)]
    refuse_two_seats(game, wrong, rows)
    # A player has one seat at a table, so all seats are emptied before they are filled.
    GameSeat.every.filter(pk__in=[row.pk for row in wrong]).update(player=None)
    GameSeat.every.bulk_update(wrong, ["player", "name"])
    game.seated = None
    # The game may belong to another evening now: its players are present there.
    for seat in game.seats.exclude(player=None).select_related("player"):
        if seat.player:
            _attend(game, seat.player)


def described(game: Game) -> dict[str, Any]:
    """Return the editable values of a game, for its log."""
    return {
        "names": dict(game.seats.values_list("seat", "name")),
        "rules": game.ruleset_name,
        "target": game.target,
        "hands": game.hands_per_game,
        "games": game.game_count,
        "first_dealer": game.first_dealer,
        "table": game.table_number,
        "evening": str(game.evening.key) if game.evening else None,
    }


@transaction.atomic
def edit_game(
    *, game_id: int, seating: Seating, game_format: GameFormat, **by: Unpack[Actor]
) -> Game:
    """Correct the names, the first dealer, the table, or when the game ends.

    Raises GameIsOverError, as a finished game must be reopened first, and SitsElsewhereError.
    """
    game = lock_game(game_id)
    if game.is_finished:
        raise GameIsOverError
    before = described(game)
    game.evening = seating.evening
    game.table_number = seating.table_number
    game.first_dealer = seating.first_dealer
    game.target = game_format.target
    game.hands_per_game = game_format.hands
    game.game_count = game_format.games
    put_right(game, seating.names, now=by["now"])
    edited = log_event(game, GameEvent.Kind.EDITED, **by, before=before, after=described(game))
    hands = stored_hands(game)
    store_hands(game, hands, tally_hands(game, hands), edited)
    return game


@transaction.atomic
def set_first_dealer(*, game_id: int, dealer: Seat, **by: Unpack[Actor]) -> Game:
    """Set the first dealer, before the first hand is written; idempotent.

    Raises GameIsOverError if a hand is written or the game has ended.
    """
    game = lock_game(game_id)
    if game.is_finished or game.hands.exists():
        raise GameIsOverError
    if game.first_dealer == dealer.value:
        return game
    before = {"first_dealer": game.first_dealer}
    game.first_dealer = dealer.value
    after = {"first_dealer": dealer.value}
    retally(game, log_event(game, GameEvent.Kind.EDITED, **by, before=before, after=after))
    return game


@transaction.atomic
def stop_game(*, game_id: int, reason: str, **by: Unpack[Actor]) -> Game:
    """End a game early with a reason, and settle held points."""
    game = lock_game(game_id)
    if game.is_finished:
        raise GameIsOverError
    game.status = Game.Status.FINISHED
    game.stop_reason = reason
    game.finished_at = by["now"]
    retally(game, log_event(game, GameEvent.Kind.STOPPED, **by, after={"reason": reason}))
    return game


@transaction.atomic
def finish_game(*, game_id: int, **by: Unpack[Actor]) -> Game:
    """Close a reopened game that is over by its rules.

    Raises Refused if hands are missing.
    """
    game = lock_game(game_id)
    if game.is_finished:
        return game
    hands = stored_hands(game)
    tally = tally_hands(game, hands)
    if not tally.is_over:
        raise Refused(ClubRefusal.GAME_GOES_ON)
    store_tally(game, hands, tally, close(game, **by))
    return game


@transaction.atomic
def reopen_game(*, game_id: int, **by: Unpack[Actor]) -> Game:
    """Reopen a finished game, to correct its hands or to play on.

    A game entered as a slip has no hands: its slip is corrected instead.
    """
    game = lock_game(game_id)
    if not game.is_finished or game.is_slip:
        return game
    retally(game, reopen(game, **by))
    return game
