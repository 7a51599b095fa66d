"""What all actions on a game share: lock it, log the action, store the results.

Each action updates the scores, the totals, each player's statistics, and the game's contest.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from operator import attrgetter
from typing import Any, Final, Protocol

from django.db.models import prefetch_related_objects

from scorekeeper import extensions
from scorekeeper.engine.stints import KEPT, player_stats, stints_of
from scorekeeper.engine.tally import Tally, Totals
from scorekeeper.game_chain import hash_after, hash_of_events
from scorekeeper.models import Game, GameEvent, GameSeat, Hand, SlipTotals
from scorekeeper.models.authors import Author
from scorekeeper.models.evenings import KeptElsewhereError
from scorekeeper.models.games import every_seat_of
from scorekeeper.models.hands import stored_hands, tally_hands
from scorekeeper.models.rows import update_rows


class GameIsOverError(Exception):
    """Raised when a hand of a finished game is entered or changed."""


class StaleGameError(Exception):
    """Raised when somebody else changed the game after the page was loaded."""


class GameGoneError(Exception):
    """Raised when the game no longer exists: its draw was unpublished while the action waited."""


class Admission(Protocol):
    """The user of the API, with the code `token` of a table or signed in.

    The code is looked up together with the game, so that an unrelated code locks nothing.
    """

    @property
    def token(self) -> str | None: ...

    def admit(self, game: Game) -> bool:
        """Return whether hands of the finished game may be corrected; raises without access."""


@dataclass
class LockedSheet:
    """A locked game with all its stored hands.

    `tally` is that of the hands before the action, until a service replaces it.
    """

    game: Game
    hands: list[Hand]
    corrects_finished: bool = False

    @cached_property
    def tally(self) -> Tally:
        return tally_hands(self.game, self.hands)


def lock_game(game_id: int, *, base_version: int | None = None) -> Game:
    """Return the game, locked until the transaction ends.

    Raises StaleGameError if it has changed since `base_version`, GameGoneError,
    KeptElsewhereError, and the contest's own error if the contest is finished.
    """
    game = extensions.lock_game(game_id)
    if game is None:
        raise GameGoneError
    refuse_mirror(game)
    extensions.refuse_finished(game)
    refuse_stale(game, base_version)
    return game


def lock_sheet(game_id: int, *, base_version: int | None = None) -> LockedSheet:
    """Return the game and its hands, locked as by `lock_game`."""
    game = lock_game(game_id, base_version=base_version)
    return LockedSheet(game, stored_hands(game))


def lock_sheet_for(visitor: Admission, game_id: int) -> LockedSheet:
    """Return the game and its hands, locked as by `lock_game`, if the visitor has access.

    Also raises the errors of `visitor.admit`.
    """
    game = extensions.lock_game(game_id, visitor.token)
    if game is None:
        raise GameGoneError
    may_correct = visitor.admit(game)
    refuse_mirror(game)
    extensions.refuse_finished(game)
    return LockedSheet(game, stored_hands(game), may_correct)


def refuse_mirror(game: Game) -> None:
    """Raise KeptElsewhereError if the game is written on another computer."""
    if game.is_mirror:
        raise KeptElsewhereError(game.evening_id)


def refuse_stale(game: Game, base_version: int | None) -> None:
    """Raise StaleGameError if a locked game has changed since the given version."""
    if base_version is not None and base_version != game.version:
        raise StaleGameError


def log_event(
    game: Game,
    kind: GameEvent.Kind,
    *,
    author: Author,
    now: datetime,
    hand_number: int | None = None,
    before: Any = None,
    after: Any = None,
) -> GameEvent:
    """Append to the game's log, which is chained outside of contests; the caller saves the game.

    `store_game` passes the event on to the contest.
    """
    event = GameEvent(
        game=game,
        kind=kind,
        hand_number=hand_number,
        before=before,
        after=after,
        author=author.user,
        author_name=author.name,
        at=now,
    )
    if not game.is_contest:
        if not game.log_hash and kind != GameEvent.Kind.STARTED:
            # Begun before logs were chained.
            game.log_hash = hash_of_events(game.events.order_by("pk"))
        game.log_hash = hash_after(game.log_hash, event)
    event.save(force_insert=True)
    event.doer = author
    return event


def close(game: Game, *, author: Author, now: datetime) -> GameEvent:
    """Mark a locked game as finished; the caller stores it."""
    game.status = Game.Status.FINISHED
    game.finished_at = now
    return log_event(game, GameEvent.Kind.FINISHED, author=author, now=now)


def reopen(game: Game, *, author: Author, now: datetime) -> GameEvent:
    """Mark a locked game as being played; the caller stores it."""
    before = {"reason": game.stop_reason} if game.stop_reason else None
    game.status = Game.Status.PLAYING
    game.stop_reason = ""
    game.finished_at = None
    return log_event(game, GameEvent.Kind.REOPENED, author=author, now=now, before=before)


FOLLOWING: Final = ("number", "counted", "outcome", "winner", "score_a", "score_b")
"""What follows in a hand from the tally of its game."""


def following(result: Tally, index: int, hand: Hand) -> tuple[int, bool, str, str, int, int]:
    """Return the computed values of the hand in that place, in the order of `FOLLOWING`.

    A hand that does not count keeps its outcome.
    """
    if index >= len(result.hands):
        return index + 1, False, hand.outcome, hand.winner, 0, 0
    scored = result.hands[index].score
    return index + 1, True, scored.outcome.value, scored.winner or "", scored.a, scored.b


def apply_tally(hands: Sequence[Hand], result: Tally) -> list[Hand]:
    """Update the hands from the tally, unsaved; return those that changed."""
    return [
        hand
        for index, hand in enumerate(hands)
        if _put(hand, FOLLOWING, following(result, index, hand))
    ]


def _put(row: Hand | GameSeat, names: Sequence[str], values: tuple[object, ...]) -> bool:
    """Set values of an instance, unsaved; return whether any changed."""
    if attrgetter(*names)(row) == values:
        return False
    for name, value in zip(names, values, strict=True):
        setattr(row, name, value)
    return True


def follow_tally(game: Game, result: Tally) -> None:
    """Update a game from the tally, unsaved."""
    if game.is_finished and not result.is_over:
        result = result.closed_early()
        game.winner = result.totals.leader or ""
    else:
        game.winner = result.winner or ""
    game.hand_count = len(result.hands)
    game.total_a = result.totals.a
    game.total_b = result.totals.b
    game.held = result.held.total


def follow_slips(game: Game, slips: Sequence[SlipTotals]) -> None:
    """Update a game from its slips, unsaved."""
    totals = Totals(sum(slip.total_a for slip in slips), sum(slip.total_b for slip in slips))
    game.total_a, game.total_b = totals.a, totals.b
    game.winner = totals.leader or ""
    game.hand_count = sum(slip.hands for slip in slips)
    game.held = 0


def store_hands(
    game: Game, hands: Sequence[Hand], result: Tally, *events: GameEvent, also: Hand | None = None
) -> None:
    """Save the hands that the tally changed and the game's totals; always save `also`."""
    changed = apply_tally(hands, result)
    # In order of their numbers, so that a hand that moves up finds its place empty.
    for hand in hands:
        if hand in changed or hand is also:
            hand.save()
    store_tally(game, hands, result, *events)


def store_tally(game: Game, hands: Sequence[Hand], result: Tally, *events: GameEvent) -> None:
    """Save the totals of a game from all its hands."""
    follow_tally(game, result)
    store_game(game, hands, *events)


def retally(game: Game, *events: GameEvent) -> None:
    """Recompute and save the totals of a game whose own settings were changed."""
    hands = stored_hands(game)
    store_tally(game, hands, tally_hands(game, hands), *events)


def store_game(game: Game, hands: Sequence[Hand], *events: GameEvent) -> None:
    """Save a game as `save_game` does; its contest, if any, updates itself and logs the events.

    The contest may raise an error to refuse.
    """
    counted = save_game(game, hands)
    if keeper := extensions.keeper_of(game):
        keeper.follow(game, counted, events)


def save_game(game: Game, hands: Sequence[Hand]) -> Sequence[Hand]:
    """Save a game whose totals were set, bump its version, and update its players' statistics.

    `hands` are all stored ones. Return those that count: none under a slip.
    """
    game.bump_version()
    game.save(force_update=True)
    counted = () if game.is_slip else tuple(hand for hand in hands if hand.counted)
    update_rows(_followed_seats(game, counted), KEPT)
    return counted


def save_games(played: Sequence[tuple[Game, Sequence[Hand], Tally]]) -> None:
    """Save many games at once whose hands were written in bulk.

    All of the hands are new; each game is tallied from them. The number of queries is constant.
    """
    games, seats = [], []
    for game, hands, result in played:
        follow_tally(game, result)
        game.bump_version(len(hands))
        games.append(game)
    prefetch_related_objects(games, "seats")
    for game, hands, _result in played:
        seats += _followed_seats(game, [hand for hand in hands if hand.counted])
    update_rows(games, PLAYED)
    update_rows(seats, KEPT)


PLAYED: Final = (
    "status",
    "finished_at",
    "winner",
    "hand_count",
    "total_a",
    "total_b",
    "held",
    "version",
    "mark",
)
"""What hands change in a game."""


def _followed_seats(game: Game, hands: Sequence[Hand]) -> list[GameSeat]:
    """Update the statistics of a game's players from the hands that count.

    Return the seats to save. One query, none if the seats are prefetched, one more for a slip
    outside contests.
    """
    seats = every_seat_of(game)
    if not game.is_finished and not any(seat.is_counted for seat in seats):
        return []
    # Slips of contests have their capots elsewhere: see `SlipTotals`.
    slips = list(game.slips.all()) if game.is_slip and not game.is_contest else []
    return [seat for seat in seats if follow_seat(seat, seats, game, hands, slips)]


def follow_seat(
    kept: GameSeat,
    seats: Sequence[GameSeat],
    game: Game,
    hands: Sequence[Hand],
    slips: Sequence[SlipTotals] = (),
) -> bool:
    """Update the statistics of a seat's player, unsaved; return whether they changed.

    `seats` are all of the game; `hands` and `slips` are those that count.
    """
    return _put(kept, KEPT, player_stats(stints_of(kept, seats), game, hands, slips))
