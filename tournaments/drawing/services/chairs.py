"""The chairs of a table: who sits there, and who left one to somebody else during the game."""

from collections.abc import Iterator, Mapping

from scorekeeper.engine.hand import Seat, Side
from scorekeeper.models import Game, GameSeat
from tournaments.draw.result import Pairing
from tournaments.lineups import Stint, stints_in
from tournaments.models import Entry
from tournaments.models.entries import Sitter


def chairs_at(
    game: Game, pairing: Pairing, entries: Mapping[int, Entry], round_number: int
) -> list[GameSeat]:
    """Return the chairs of a table, none stored, and let the game know whether some left theirs.

    Nobody has two: a second one keeps the name alone.
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
    """Let everybody have one chair of a game, that of the present before one that was left."""
    seen: set[int] = set()
    for chair in sorted(chairs, key=lambda chair: chair.last_hand is not None):
        if chair.player_id in seen:
            chair.player_id = None
        elif chair.player_id:
            seen.add(chair.player_id)


def stints_of(entry: Entry, round_number: int) -> list[Stint[Sitter]]:
    """Return everybody who sat for an entry in a round; two queries unless prefetched."""
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
