"""Addresses and verbs for the tables of a round."""

from typing import Any

from django.urls import reverse

from scorekeeper.engine.hand import Side
from scorekeeper.models.authors import Author
from tests.table import NOW
from tournaments.models import Match, Round
from tournaments.tables.services import Claim, dispute_sheet

PHONE = Author("Léa")


def at(played: Round, name: str = "round-detail", **query: Any) -> str:
    args = [played.tournament_id, played.number]
    return reverse(f"tournaments:{name}", args=args, query=query or None)


def table_at(match: Match, name: str) -> str:
    args = [match.round.tournament_id, match.round.number, match.table_number]
    return reverse(f"tournaments:{name}", args=args)


def numbers_of(match: Match, side: Side) -> list[int]:
    seats = match.seats.filter(side=side).order_by("position")
    return list(seats.values_list("entry__number", flat=True))


def dispute(match: Match, side: Side = Side.B, **claim: Any) -> None:
    match.refresh_from_db()
    said = {"total_a": 190, "total_b": 134, "note": "hand 2 was ours", **claim}
    dispute_sheet(
        match_id=match.pk,
        side=side,
        receipt=match.receipt,
        claim=Claim(**said),
        author=PHONE,
        now=NOW,
    )
