"""Phones at the tables for tests: in by the door, what they write and sign."""

import uuid
from typing import Any

from django.test import Client
from django.urls import reverse

from tests.contest import games_of
from tests.pages import visitor
from tournaments.models import Match, TableCode, Tournament
from tournaments.models.rounds import Signature, signature_of


def tables(tournament: Tournament) -> list[Match]:
    """Return the tables of the latest round."""
    latest = tournament.rounds.order_by("-number").first()
    assert latest
    return games_of(latest)


def code_at(tournament: Tournament, table: int = 1) -> TableCode:
    return tournament.codes.get(number=table)


def door(tournament: Tournament, table: int = 1) -> str:
    """Return the address that the code on a table opens."""
    return reverse("tournaments:table-open", args=[code_at(tournament, table).token])


def phone_at(tournament: Tournament, table: int = 1, name: str = "Zoé") -> Client:
    """Return a phone that joined a table."""
    phone = visitor()
    phone.post(door(tournament, table), {"name": name})
    return phone


def sheet(match: Match, action: str = "detail", *args: int) -> str:
    """Return the address of a page of the table's game."""
    kind = "hand" if args or action == "new" else "game"
    return reverse(f"scorekeeper:{kind}-{action}", args=[match.game_id, *args])


def a_hand(points: int = 100, **fields: Any) -> dict[str, Any]:
    """Return what the form of a hand sends."""
    return {"kind": "hand", "taker": "A1", "points_a": points, **fields}


def write(phone: Client, match: Match, points: int = 100) -> Any:
    key = str(uuid.uuid4())
    return phone.post(sheet(match, "new"), a_hand(points, submission_key=key))


def say(
    phone: Client, tournament: Tournament, match: Match, side: str, what: str = "accept"
) -> Any:
    """Let one side accept the sheet as it is stored, or go where it may object."""
    match.refresh_from_db()
    address = reverse(f"tournaments:sheet-{what}", args=[code_at(tournament).token])
    return phone.post(address, {"side": side, "receipt": match.receipt})


def state_of(match: Match) -> Signature:
    match.refresh_from_db()
    return signature_of(match, match.verdicts.all())
