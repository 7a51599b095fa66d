"""Imports an evening from its document: completely or not at all."""

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Final

from django.db import transaction

from scorekeeper.clubs.services.players import add_players, tidy_name
from scorekeeper.documents.document import EveningDocument, GamePart
from scorekeeper.documents.queries import LISTS, document_of_evening, game_part, loaded_games
from scorekeeper.documents.verifying import EveningDocumentError, EveningProblem
from scorekeeper.engine.stints import shared_hands
from scorekeeper.games.services.actions import follow_seat
from scorekeeper.models import (
    Attendance,
    Club,
    Evening,
    Game,
    GameEvent,
    GameSeat,
    Hand,
    Player,
    SlipTotals,
)

NOBODY: Final[Mapping[str, Player]] = MappingProxyType({})


@transaction.atomic
def import_evening(*, club: Club, document: EveningDocument, now: datetime) -> Evening:
    """Create the evening of a verified document; raises EveningDocumentError.

    An evening that the club already has is refused.
    """
    if club.evenings.filter(key=document.evening.key).exists():
        raise EveningDocumentError((EveningProblem.THERE, ""))
    evening = Evening(club=club)
    store_evening(evening=evening, document=document, now=now)
    return evening


@transaction.atomic
def store_evening(
    *,
    evening: Evening,
    document: EveningDocument,
    now: datetime,
    known: Mapping[str, Player] = NOBODY,
) -> None:
    """Update an evening, new or stored, from a verified document; its code stays.

    `known` maps some names to players; the others are found by name. Unchanged games are left
    alone. A document of before logs were chained is chained from now on.

    Raises EveningDocumentError if the result would differ from the document.
    """
    document = document.chained()
    for name, value in document.evening:
        setattr(evening, name, value)
    evening.acts = [act.model_dump() for act in document.acts]
    evening.version = len(document.acts)
    evening.save()
    people = _people(evening.club, document, known, now)
    _store_here(evening, document.here, people)
    stored = list(loaded_games(evening)) if document.games or evening.games.exists() else []
    for index, part in enumerate(document.games):
        game = stored[index] if index < len(stored) else Game(club=evening.club, evening=evening)
        if game.pk and game_part(game) == part and game.is_mirror == evening.is_mirror:
            continue
        _store_game(game, part, people, is_mirror=evening.is_mirror)
    Game.objects.filter(pk__in=[game.pk for game in stored[len(document.games) :]]).delete()
    # The document as stored must be equal, except that two names may be one person.
    again = document_of_evening(Evening.objects.get(pk=evening.pk))
    if again != document.model_copy(update={"here": again.here}):
        raise EveningDocumentError((EveningProblem.STORED, ""))


def _people(
    club: Club, document: EveningDocument, known: Mapping[str, Player], now: datetime
) -> Mapping[str, Player]:
    """Return the player for each name in a document."""
    seated = (seat.name for game in document.games for seat in game.seats)
    names = dict.fromkeys((*document.here, *seated))
    new = add_players(club=club, names=[one for one in names if one not in known], now=now)
    return {name: known.get(name) or new[tidy_name(name).casefold()] for name in names}


def _store_here(evening: Evening, here: Sequence[str], people: Mapping[str, Player]) -> None:
    evening.attendances.all().delete()
    # If two names are one person here, the first one counts.
    found: dict[int, str] = {}
    for name in here:
        found.setdefault(people[name].pk, name)
    Attendance.objects.bulk_create(
        Attendance(evening=evening, player_id=pk, name=name) for pk, name in found.items()
    )


def _store_game(
    game: Game, part: GamePart, people: Mapping[str, Player], *, is_mirror: bool
) -> None:
    """Rewrite a game from its part of a document; its primary key, and so its URL, stays."""
    if game.pk:
        GameSeat.every.filter(game=game).delete()
        for rows in (game.hands, game.slips, game.events):
            rows.all().delete()
    for name, value in part:
        if name not in LISTS:
            setattr(game, name, value)
    game.is_mirror = is_mirror
    game.has_substitutes = any(seat.last_hand is not None for seat in part.seats)
    # Phones that follow the evening fetch games with another version.
    game.bump_version(max(1, len(part.events) - game.version))
    game.save()
    hands = [Hand(game=game, submission_key=uuid.uuid4(), **dict(hand)) for hand in part.hands]
    Hand.objects.bulk_create(hands)
    counted = [hand for hand in hands if hand.counted and not game.is_slip]
    slips = [SlipTotals(game=game, **dict(slip)) for slip in part.slips]
    SlipTotals.objects.bulk_create(slips)
    GameSeat.objects.bulk_create(_chairs(game, part, people, counted, slips))
    GameEvent.objects.bulk_create(GameEvent(game=game, **dict(event)) for event in part.events)


def _chairs(
    game: Game,
    part: GamePart,
    people: Mapping[str, Player],
    hands: Sequence[Hand],
    slips: Sequence[SlipTotals],
) -> list[GameSeat]:
    """Return the seats of a game, with what each player earned in the hands that count."""
    chairs: list[GameSeat] = []
    for seat in part.seats:
        chair = GameSeat(game=game, player=people[seat.name], **dict(seat))
        same = [one for one in chairs if one.player_id == chair.player_id]
        # Two names of one person, since merged: the second seat keeps only the name.
        if any(shared_hands(one, chair) for one in same):
            chair.player = None
        chairs.append(chair)
    for chair in chairs:
        follow_seat(chair, chairs, game, hands, slips)
    return chairs
