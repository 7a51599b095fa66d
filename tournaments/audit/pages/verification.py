"""A contest checked against its own log: replayed, and compared with what is stored."""

from dataclasses import replace

from scorekeeper.engine.hand import Seat, Side
from scorekeeper.models import GameEvent, GameSeat
from tournaments.audit.pages.documents import CODEC, document_of, moment
from tournaments.models import Tournament
from tournaments.replay.beside import Beside, Chairs
from tournaments.replay.game_logs import TableAct, TableLogs
from tournaments.replay.verification import Verification, verify_document


def verify_tournament(tournament: Tournament) -> Verification:
    """Replay the log of a contest and compare what it tells with what is stored.

    The contest knows how many lines its log had, its tables who sits on their chairs, and its games
    have logs of their own.
    """
    beside = Beside(chairs=_chairs_of(tournament), events=_events_of(tournament))
    found = verify_document(document_of(tournament), CODEC, beside=beside)
    if found.broken_at is None and found.acts < tournament.version:
        return replace(found, broken_at=found.acts + 1)
    return found


def _chairs_of(tournament: Tournament) -> Chairs:
    """Return the names on the chairs of every table."""
    chairs: dict[tuple[int, int], dict[Side, list[str]]] = {}
    seats = GameSeat.objects.filter(game__match__round__tournament=tournament).order_by("seat")
    places = seats.values_list(
        "game__match__round__number", "game__match__table_number", "seat", "name"
    )
    for number, table, seat, name in places:
        sides = chairs.setdefault((number, table or 0), {side: [] for side in Side})
        sides[Seat(seat).side].append(name)
    return chairs


def _events_of(tournament: Tournament) -> TableLogs:
    """Return what the games of a contest tell in logs of their own."""
    found: dict[tuple[int, int], list[TableAct]] = {}
    events = GameEvent.objects.filter(game__match__round__tournament=tournament).order_by("pk")
    for number, table, kind, author, at, hand, before, after in events.values_list(
        "game__match__round__number",
        "game__match__table_number",
        *("kind", "author_name", "at", "hand_number", "before", "after"),
    ):
        act = TableAct(kind, author, moment(at) or "", hand, before, after)
        found.setdefault((number, table or 0), []).append(act)
    return found
