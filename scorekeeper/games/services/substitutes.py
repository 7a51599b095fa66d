"""Substitutes in games outside contests: take a seat from a hand on, come back, undo."""

from typing import Any, Unpack

from django.db import transaction

from scorekeeper.clubs.services.players import find_or_add_player
from scorekeeper.engine.hand import Seat
from scorekeeper.games.services.actions import GameIsOverError, lock_game, log_event, retally
from scorekeeper.games.services.games import SitsElsewhereError, described, refuse_two_seats
from scorekeeper.models import Game, GameEvent, GameSeat
from scorekeeper.models.authors import Actor
from scorekeeper.models.games import every_seat_of, seats_of
from scorekeeper.refusals import ClubRefusal, Refused


@transaction.atomic
def sit_in(*, game_id: int, seat: Seat, name: str, from_hand: int, **by: Unpack[Actor]) -> Game:
    """Let a substitute take a seat from a hand on; earlier hands stay with the replaced player.

    Raises Refused, SitsElsewhereError and GameIsOverError.
    """
    game = _lock_playing(game_id)
    leaving = _present(game)[seat]
    coming = game.hands.count() + 1
    if coming == 1:
        raise Refused(ClubRefusal.NO_HAND_YET)
    if not leaving.first_hand < from_hand <= coming:
        raise Refused(ClubRefusal.WRONG_HAND, hand=coming)
    player = find_or_add_player(club=game.club, name=name, now=by["now"], whatever_accents=True)
    if leaving.player_id == player.pk:
        raise SitsElsewhereError(leaving, (from_hand, None), seat)
    came = GameSeat(game=game, seat=seat, player=player, name=player.name, first_hand=from_hand)
    refuse_two_seats(game, [came], every_seat_of(game))
    if game.evening:
        game.evening.attendances.get_or_create(player=player, defaults={"name": player.name})
    leaving.last_hand = from_hand - 1
    leaving.save(update_fields=["last_hand"])
    came.save()
    after = {**described(game), "sits_in": _change(seat, leaving.name, player.name, from_hand)}
    _follow(game, **by, after=after)
    return game


@transaction.atomic
def take_back_sitting_in(*, game_id: int, seat: Seat, **by: Unpack[Actor]) -> Game:
    """Undo the last substitution of a seat: the replaced player has it all along.

    Raises Refused if there was no substitution, SitsElsewhereError if the replaced player has had
    another seat since, and GameIsOverError.
    """
    game = _lock_playing(game_id)
    came = _present(game)[seat]
    former = GameSeat.every.filter(game=game, seat=seat, last_hand__isnull=False)
    left = former.order_by("first_hand", "last_hand").last()
    if left is None:
        raise Refused(ClubRefusal.NOBODY_SITS_IN)
    change = _change(seat, left.name, came.name, came.first_hand)
    before = {**described(game), "sits_in": change}
    left.last_hand = None
    refuse_two_seats(game, [left], every_seat_of(game))
    came.delete()
    left.save(update_fields=["last_hand"])
    _follow(game, **by, before=before, after=described(game))
    return game


def _lock_playing(game_id: int) -> Game:
    game = lock_game(game_id)
    if game.is_finished:
        raise GameIsOverError
    return game


def _present(game: Game) -> dict[Seat, GameSeat]:
    return {Seat(one.seat): one for one in seats_of(game)}


def _change(seat: Seat, left: str, came: str, hand: int) -> dict[str, Any]:
    return {"seat": seat.value, "left": left, "came": came, "hand": hand}


def _follow(game: Game, **act: Any) -> None:
    """Log a change of seats, and update the players' statistics."""
    game.seated = None
    game.has_substitutes = GameSeat.every.filter(game=game, last_hand__isnull=False).exists()
    retally(game, log_event(game, GameEvent.Kind.EDITED, **act))
