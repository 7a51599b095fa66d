"""Entering the hands of a sheet of paper."""

import uuid
from typing import Unpack

from django.db import transaction

from scorekeeper.games.services.hands import record_hand
from scorekeeper.models import Game
from scorekeeper.models.authors import Actor
from scorekeeper.models.hands import HandInput


@transaction.atomic
def record_sheet(*, game: Game, hands: list[HandInput], **by: Unpack[Actor]) -> None:
    """Record all hands of a game in which nothing was done since it was loaded, or none.

    The first one has the deals before it that nobody took: the table's phone may have counted them.
    Raises StaleGameError, GameIsOverError and TableMovedOnError.
    """
    first, *others = hands
    for base, written in (
        (game.version, first.with_passed_deals(game.passed_deals)),
        *((None, one) for one in others),
    ):
        record_hand(
            game_id=game.pk,
            written=written,
            submission_key=uuid.uuid4(),
            base_version=base,
            **by,
        )
