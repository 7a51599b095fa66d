"""What all acts in a game share: they lock it, log what is done, and store what follows.

One step follows a game: scores, totals, what each player brought home, and its contest.
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
from scorekeeper.models import Game, GameEvent, GameSeat, Hand, SlipTotals
from scorekeeper.models.authors import Author
from scorekeeper.models.evenings import KeptElsewhereError
from scorekeeper.models.games import every_seat_of
from scorekeeper.models.hands import stored_hands, tally_hands
from scorekeeper.models.rows import update_rows


class GameIsOverError(Exception):
    """Raised when a hand is entered in, or changed in, a finished game."""


class StaleGameError(Exception):
    """Raised when the page was made before somebody else changed the game."""


class GameGoneError(Exception):
    """Raised when the game is there no more: its draw was taken back while the act waited."""


class Admission(Protocol):
    """Who acts through the interface, by the code `token` of a table or signed in.

    What a code opens is found with the game itself, so that no stranger's code locks anything.
    """

    @property
    def token(self) -> str | None: ...

    def admit(self, game: Game) -> bool:
        """Return whether hands of the finished game may be corrected; raises where nothing may."""


@dataclass
class LockedSheet:
    """A locked game with every hand that is written.

    The tally is that of the hands before the act, until who writes one says otherwise.
    """

    game: Game
    hands: list[Hand]
    corrects_finished: bool = False

    @cached_property
    def tally(self) -> Tally:
        return tally_hands(self.game, self.hands)


def lock_game(game_id: int, *, base_version: int | None = None) -> Game:
    """Return the game, locked until the transaction ends.

    Raises StaleGameError when it has changed since `base_version`, GameGoneError,
    KeptElsewhereError, and what its contest raises once it is finished.
    """
    game = extensions.lock_game(game_id)
    if game is None:
        raise GameGoneError
    refuse_mirror(game)
    extensions.refuse_finished(game)
    refuse_stale(game, base_version)
    return game


def lock_sheet(game_id: int, *, base_version: int | None = None) -> LockedSheet:
    """Return the game and its hands as `lock_game` does."""
    game = lock_game(game_id, base_version=base_version)
    return LockedSheet(game, stored_hands(game))


def lock_sheet_for(visitor: Admission, game_id: int) -> LockedSheet:
    """Return the game and its hands as `lock_game` does, for whom they are open.

    Raises what `visitor.admit` does besides.
    """
    game = extensions.lock_game(game_id, visitor.token)
    if game is None:
        raise GameGoneError
    may_correct = visitor.admit(game)
    refuse_mirror(game)
    extensions.refuse_finished(game)
    return LockedSheet(game, stored_hands(game), may_correct)


def refuse_mirror(game: Game) -> None:
    """Raise KeptElsewhereError for a game that is written on another computer."""
    if game.is_mirror:
        raise KeptElsewhereError(game.evening_id)


def refuse_stale(game: Game, base_version: int | None) -> None:
    """Raise StaleGameError when a locked game has changed since that version, if one is given."""
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
    """Append to the game's log; who stores the game hands the event on to its contest."""
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
    """Return what follows from the tally for the hand in that place, in the order of `FOLLOWING`.

    One that does not count keeps how it ended.
    """
    if index >= len(result.hands):
        return index + 1, False, hand.outcome, hand.winner, 0, 0
    scored = result.hands[index].score
    return index + 1, True, scored.outcome.value, scored.winner or "", scored.a, scored.b


def apply_tally(hands: Sequence[Hand], result: Tally) -> list[Hand]:
    """Write what follows from the tally into the hands; return those that changed."""
    return [
        hand
        for index, hand in enumerate(hands)
        if _put(hand, FOLLOWING, following(result, index, hand))
    ]


def _put(row: Hand | GameSeat, names: Sequence[str], values: tuple[object, ...]) -> bool:
    """Write some values into a row, which is not saved; return whether it had others."""
    if attrgetter(*names)(row) == values:
        return False
    for name, value in zip(names, values, strict=True):
        setattr(row, name, value)
    return True


def follow_tally(game: Game, result: Tally) -> None:
    """Write what follows from the tally into a game, which is not saved."""
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
    """Write what follows from its slips into a game, which is not saved."""
    totals = Totals(sum(slip.total_a for slip in slips), sum(slip.total_b for slip in slips))
    game.total_a, game.total_b = totals.a, totals.b
    game.winner = totals.leader or ""
    game.hand_count = sum(slip.hands for slip in slips)
    game.held = 0


def store_hands(
    game: Game, hands: Sequence[Hand], result: Tally, *events: GameEvent, also: Hand | None = None
) -> None:
    """Save the hands that the tally changed, and the game's totals; `also` in any case."""
    changed = apply_tally(hands, result)
    # In order of their numbers: a hand that moves up finds its place already empty.
    for hand in hands:
        if hand in changed or hand is also:
            hand.save()
    store_tally(game, hands, result, *events)


def store_tally(game: Game, hands: Sequence[Hand], result: Tally, *events: GameEvent) -> None:
    """Save the game's totals, which follow from all its hands."""
    follow_tally(game, result)
    store_game(game, hands, *events)


def retally(game: Game, *events: GameEvent) -> None:
    """Save the totals that follow from the stored hands of a game that was changed itself."""
    hands = stored_hands(game)
    store_tally(game, hands, tally_hands(game, hands), *events)


def store_game(game: Game, hands: Sequence[Hand], *events: GameEvent) -> None:
    """Save a game as `save_game` does; its contest, if it has one, follows and logs the events.

    The contest may refuse by raising.
    """
    counted = save_game(game, hands)
    if keeper := extensions.keeper_of(game):
        keeper.follow(game, counted, events)


def save_game(game: Game, hands: Sequence[Hand]) -> Sequence[Hand]:
    """Save a game whose totals were set, raise its version, follow what its players brought home.

    `hands` are all that are written. Return those that count: under a slip none.
    """
    game.bump_version()
    game.save(force_update=True)
    counted = () if game.is_slip else tuple(hand for hand in hands if hand.counted)
    update_rows(_followed_seats(game, counted), KEPT)
    return counted


def save_games(played: Sequence[tuple[Game, Sequence[Hand], Tally]]) -> None:
    """Save games of which hands were written by the dozen, as `save_game` does hand by hand.

    All of the hands are new; the tally of each game follows from them. Few queries, however many.
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
    """Bring what is kept of a game's players up to date with the hands that count.

    Return the seats to be saved; one query, none where the seats came with the game, one more
    under a slip of no contest.
    """
    seats = every_seat_of(game)
    if not game.is_finished and not any(seat.is_counted for seat in seats):
        return []
    # Slips of contests say no capots here: see `SlipTotals`.
    slips = list(game.slips.all()) if game.is_slip and not game.is_contest else []
    return [seat for seat in seats if follow_seat(seat, seats, game, hands, slips)]


def follow_seat(
    kept: GameSeat,
    seats: Sequence[GameSeat],
    game: Game,
    hands: Sequence[Hand],
    slips: Sequence[SlipTotals] = (),
) -> bool:
    """Write into a seat what its player brought home; it is not saved. Return whether it changed.

    `seats` are all of the game, `hands` and `slips` those that count.
    """
    return _put(kept, KEPT, player_stats(stints_of(kept, seats), game, hands, slips))
