"""Reads an evening as a document, in a handful of queries."""

from typing import Any

from django.db.models import Count, F, Prefetch, QuerySet, Sum
from django.db.models.functions import Coalesce

from scorekeeper.documents.document import (
    ActPart,
    DocumentPart,
    EveningDocument,
    EveningPart,
    EventPart,
    GamePart,
    HandPart,
    SeatPart,
    SlipPart,
)
from scorekeeper.engine.hand import Seat
from scorekeeper.engine.stints import hand_order
from scorekeeper.models import Evening, Game, GameEvent, GameSeat, Hand, SlipTotals

_SEATS = [seat.value for seat in Seat]
LISTS = frozenset({"seats", "hands", "slips", "events"})


def document_of_evening(evening: Evening) -> EveningDocument:
    """Return the whole evening; six queries, however many games it has."""
    return EveningDocument(
        evening=EveningPart(**_values(EveningPart, evening)),
        acts=[ActPart(**act) for act in evening.acts],
        here=sorted(evening.attendances.values_list("name", flat=True)),
        games=[game_part(game) for game in loaded_games(evening)],
    )


def loaded_games(evening: Evening) -> "QuerySet[Game]":
    """Return an evening's games in order of creation, with everything written in them."""
    return evening.games.order_by("pk").prefetch_related(
        Prefetch("seats", GameSeat.every.all()),
        Prefetch("hands", Hand.objects.order_by("number")),
        Prefetch("slips", SlipTotals.objects.order_by("number")),
        Prefetch("events", GameEvent.objects.order_by("pk")),
    )


def game_part(game: Game) -> GamePart:
    """Return the part of a game with its prefetched rows."""
    own = {name: getattr(game, name) for name in GamePart.model_fields if name not in LISTS}
    seats = sorted(game.seats.all(), key=lambda one: (_SEATS.index(one.seat), *hand_order(one)))
    return GamePart(
        **own,
        seats=[SeatPart(**_values(SeatPart, one)) for one in seats],
        hands=[HandPart(**_values(HandPart, one)) for one in game.hands.all()],
        slips=[SlipPart(**_values(SlipPart, one)) for one in game.slips.all()],
        events=[EventPart(**_values(EventPart, one)) for one in game.events.all()],
    )


def _values(part: type[DocumentPart], row: object) -> dict[str, Any]:
    return {name: getattr(row, name) for name in part.model_fields}


def evenings_with_state() -> "QuerySet[Any]":
    """Return the evenings with their `state`, a number that grows with every change."""
    games = Coalesce(Sum("games__version"), 0) + Count("games")
    return Evening.objects.annotate(state=F("version") + games)
