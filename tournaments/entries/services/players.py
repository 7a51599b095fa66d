"""The players of entries, and their chairs."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from scorekeeper.clubs.services.players import add_players, bring_back, tidy_name
from scorekeeper.engine.hand import Seat, Side
from scorekeeper.games.services.actions import save_game
from scorekeeper.models import Club, Game, GameSeat, Player
from scorekeeper.models.hands import counted_hands
from tournaments.lineups import TO_COME, Stint
from tournaments.models import Entry
from tournaments.models.entries import Sitter
from tournaments.rounds.services import chair_of, keep_people_apart, stints_of


def club_players(*, club: Club, names: Iterable[str], now: datetime) -> dict[str, Player]:
    """Return the club's players by casefolded name; missing ones are created.

    Archived players become active again. A partner who is not known yet is no player.
    """
    found = add_players(club=club, names=[name for name in names if name != TO_COME], now=now)
    bring_back(found.values())
    return found


def sitter_of(players: Mapping[str, Player], name: str) -> Sitter:
    """Return the player of a name, from players of the club by casefolded name."""
    if name == TO_COME:
        return Sitter(None, TO_COME)
    player = players[tidy_name(name).casefold()]
    return Sitter(player.pk, player.name)


def forget_players(players: Sequence[int], *, came_at: datetime) -> None:
    """Delete players who were created with an entry or a substitution and appear nowhere else.

    So a corrected typing error leaves no player behind.
    """
    unnamed = {relation.name: None for relation in Player._meta.related_objects}
    strangers = Player.objects.filter(pk__in=players, created_at=came_at, **unnamed)
    strangers.delete()


def follow_players(entry: Entry) -> None:
    """Update the names on all sheets of an entry to those of its players in that round.

    Chairs stay with the players whose hands were counted there.
    """
    # Read the stored entry once for all rounds.
    entry = Entry.objects.prefetch_related("players", "former").get(pk=entry.pk)
    places = entry.seats.filter(match__game__isnull=False)
    places = places.select_related("match__game", "round")
    rows: dict[int, list[GameSeat]] = defaultdict(list)
    games = places.values("match__game")
    for row in GameSeat.every.filter(game__in=games).order_by("seat", "first_hand"):
        rows[row.game_id].append(row)
    for place in places:
        game = place.match.game
        assert game is not None
        stints = stints_of(entry, place.round.number)
        chairs = _chairs(Side(place.side), place.position, max(stint.place for stint in stints))
        _follow_game(game, rows[game.pk], chairs, stints)


def _follow_game(
    game: Game, rows: Sequence[GameSeat], chairs: Sequence[Seat], stints: Sequence[Stint[Sitter]]
) -> None:
    """Update the chairs of an entry at a table if they differ from its stints."""
    own = [row for row in rows if row.seat in chairs]
    before = [_stored(row) for row in own]
    present = [row for row in own if row.last_hand is None]
    last = [stint for stint in stints if stint.last_hand is None]
    _reseat(present, [stint.who for stint in last])
    chair_of_place = {stint.place: _row_of(present, stint.who) for stint in last}
    for stint in last:
        chair_of_place[stint.place].first_hand = stint.first_hand
    former = [
        chair_of(game, chair_of_place[stint.place].seat, stint)
        for stint in stints
        if stint.last_hand is not None
    ]
    others = [row for row in rows if row not in own]
    keep_people_apart([*others, *present, *former])
    if sorted(before) == sorted(_stored(row) for row in (*present, *former)):
        return
    # A player has one seat in a game: clear all seats before setting them.
    GameSeat.every.filter(pk__in=[row.pk for row in (*present, *others)]).update(player=None)
    GameSeat.every.filter(pk__in=[row.pk for row in own if row.last_hand]).delete()
    GameSeat.every.bulk_update([*present, *others], ["player", "name", "first_hand"])
    GameSeat.every.bulk_create(former)
    game.has_substitutes = bool(former) or any(row.last_hand for row in others)
    save_game(game, counted_hands(game))


def _stored(row: GameSeat) -> tuple[str, int, int, int, str]:
    return row.seat, row.first_hand, row.last_hand or 0, row.player_id or 0, row.name


def _row_of(rows: Iterable[GameSeat], who: Sitter) -> GameSeat:
    return next(row for row in rows if (row.player_id, row.name) == who)


def _chairs(side: Side, position: int, people: int) -> list[Seat]:
    """Return the chairs of an entry at a table: both of its side, in a mêlée its own one."""
    both = [seat for seat in Seat if seat.side is side]
    return both if people > 1 else both[position - 1 : position]


def _reseat(seats: Iterable[GameSeat], people: Iterable[Sitter]) -> None:
    """Put people on the chairs of a game: those present keep theirs, new ones get an empty one."""
    here = {person.player or person.name: person for person in people}
    empty = []
    for seat in seats:
        person = here.pop(seat.player_id or seat.name, None)
        if person is None:
            empty.append(seat)
        else:
            seat.name = person.name
    for seat, person in zip(empty, here.values(), strict=True):
        seat.player_id, seat.name = person
