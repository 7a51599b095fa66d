"""What the forms of a game send, and where to."""

import uuid
from typing import Any

from django.test import Client
from django.urls import reverse

from scorekeeper.models import Game


def url(name: str, *args: Any) -> str:
    return reverse(f"scorekeeper:{name}", args=args)


def hand_data(game: Game, **typed: Any) -> dict[str, Any]:
    game.refresh_from_db()
    return {
        "kind": "hand",
        "base_version": game.version,
        "submission_key": uuid.uuid4(),
        "taker": "A1",
        **typed,
    }


def send(client: Client, game: Game, **typed: Any) -> Any:
    return client.post(url("hand-new", game.pk), hand_data(game, **typed), follow=True)


def new_game_data(**typed: Any) -> dict[str, Any]:
    return {
        "name_a1": "Anne",
        "name_a2": "Chloé",
        "name_b1": "Bruno",
        "name_b2": "David",
        "ruleset": "contest",
        "game_format": "rules",
        "first_dealer": "A1",
        **typed,
    }
