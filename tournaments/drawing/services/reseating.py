"""A published round is mended: two entries change places, and what their tables wrote stays."""

from typing import Unpack

from django.db import transaction

from scorekeeper.engine.hand import Side
from scorekeeper.games.services.acts import save_game
from scorekeeper.models import GameSeat
from scorekeeper.models.authors import DoneBy
from scorekeeper.models.hands import counted_hands
from tournaments.draw.drawing import SwapError
from tournaments.draw.result import Pairing
from tournaments.drawing.services.chairs import chairs_at
from tournaments.ledger.games import follow_game, refresh_given
from tournaments.ledger.locks import lock_round
from tournaments.ledger.log import append_in, touch_results
from tournaments.models import LogEntry, Match, MatchSeat, Round, Tournament


@transaction.atomic
def reseat(*, round_id: int, one: int, other: int, **by: Unpack[DoneBy]) -> Round:
    """Exchange two entries of a published round, by number: what their tables wrote stays there.

    That is what is wanted where teams sat down at the wrong tables; it also mends a closed round.
    Raises SwapError where one has no seat in the round, has left it, or sits at a catch-up table,
    and where pools or trees say who meets.
    """
    tournament, published = lock_round(round_id, Round.Status.PLAYING, Round.Status.CLOSED)
    seats = {
        seat.entry.number: seat
        for seat in published.seats.filter(
            counts=True, entry__number__in=[one, other]
        ).select_related("entry", "match__game", "match__round")
    }
    fixed = (MatchSeat.Kind.ABSENT, MatchSeat.Kind.CATCH_UP)
    if published.groups or len(seats) < 2 or any(seat.kind in fixed for seat in seats.values()):
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
    """Let two seats hold each other's entry; a seat keeps what was written there."""
    one, other = first.entry, second.entry
    # An entry counts once in a round: the first seat steps aside while they change.
    MatchSeat.objects.filter(pk=first.pk).update(counts=False)
    MatchSeat.objects.filter(pk=second.pk).update(entry=one)
    MatchSeat.objects.filter(pk=first.pk).update(entry=other, counts=True)
    first.entry, second.entry = other, one


def reseat_game(tournament: Tournament, match: Match) -> None:
    """Let a table's sheet name those who sit there now."""
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
