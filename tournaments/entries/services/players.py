"""The people of entries: players of the club, and the chairs they sit on."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from django.db.models import F

from scorekeeper.clubs.services.players import add_players, bring_back
from scorekeeper.engine.hand import Seat, Side
from scorekeeper.models import Club, Game, GameSeat, Player
from tournaments.models import Entry, EntryPlayer


def club_players(*, club: Club, names: Iterable[str], now: datetime) -> dict[str, Player]:
    """Return the club's players of those names, by the name casefolded; who enters comes again."""
    found = add_players(club=club, names=names, now=now)
    bring_back(found.values())
    return found


def forget_players(entry: Entry, players: Sequence[int]) -> None:
    """Delete players whom that entry brought into the club and nothing else names.

    A slip of the finger, put right, leaves nobody behind who never was.
    """
    unnamed = {relation.name: None for relation in Player._meta.related_objects}
    strangers = Player.objects.filter(pk__in=players, created_at=entry.created_at, **unnamed)
    strangers.delete()


def follow_players(entry: Entry) -> None:
    """Let every sheet the entry plays or played name its players as they are now.

    Who sat on a chair stays there: the hands that were taken from it are theirs.
    """
    people = list(entry.players.order_by("position"))
    places = entry.seats.filter(match__game__isnull=False).select_related("match")
    chairs = {
        place.match.game_id: _chairs(Side(place.side), place.position, len(people))
        for place in places
    }
    by_game: dict[int, list[GameSeat]] = defaultdict(list)
    for seat in GameSeat.objects.filter(game__in=chairs).order_by("seat"):
        if seat.seat in chairs[seat.game_id]:
            by_game[seat.game_id].append(seat)
    changed = [seat for seats in by_game.values() for seat in _reseated(seats, people)]
    # A player has one seat in a game: everybody rises before anybody sits down.
    GameSeat.objects.filter(pk__in=[seat.pk for seat in changed]).update(player=None)
    GameSeat.objects.bulk_update(changed, ["player", "name"])
    Game.objects.filter(seats__in=changed).update(version=F("version") + 1)


def _chairs(side: Side, position: int, people: int) -> list[Seat]:
    """Return the chairs of an entry at a table: both of its side, or in mêlée its own."""
    both = [seat for seat in Seat if seat.side is side]
    return both if people > 1 else both[position - 1 : position]


def _reseated(seats: Iterable[GameSeat], people: Iterable[EntryPlayer]) -> Iterator[GameSeat]:
    """Yield the seats of one game on which somebody else sits now, or under another name."""
    here = {person.player_id: person for person in people}
    empty = []
    for seat in seats:
        person = here.pop(seat.player_id, None)
        if person is None:
            empty.append(seat)
        elif person.name != seat.name:
            seat.name = person.name
            yield seat
    for seat, person in zip(empty, here.values(), strict=True):
        seat.player_id, seat.name = person.player_id, person.name
        yield seat
