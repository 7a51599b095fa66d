"""A table for tests: a club, four players, and verbs that enter hands as people do."""

import uuid
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from django.contrib.auth.models import User

from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.games.services.games import Seating, start_game
from scorekeeper.games.services.hands import HandInput, record_hand
from scorekeeper.models import Club, Game, Hand, Membership
from scorekeeper.models.authors import Author
from scorekeeper.roles import Role
from scorekeeper.rules.queries import RuleSetChoice, preset_choice
from scorekeeper.slips.services import Slip, record_slip

NOW: Final = datetime(2026, 11, 20, 20, 30, tzinfo=UTC)
NAMES: Final[Mapping[Seat, str]] = {
    Seat.A1: "Anne",
    Seat.B1: "Bruno",
    Seat.A2: "Chloé",
    Seat.B2: "David",
}
SCORER: Final = Author("Élise")


def make_club(name: str = "Club des Tilleuls") -> Club:
    """Return a club."""
    return Club.objects.create(name=name, created_at=NOW)


def make_member(club: Club, username: str = "elise", role: Role = Role.OWNER) -> User:
    """Return a person with an account who works in that club: its owner, or in another role."""
    user = User.objects.create_user(username, first_name="Élise")
    Membership.objects.create(club=club, user=user, role=role, created_at=NOW)
    return user


def make_game(
    club: Club,
    *,
    rules: str = "contest",
    choice: RuleSetChoice | None = None,
    game_format: GameFormat | None = None,
    **seating: Any,
) -> Game:
    """Start a game between Anne & Chloé (A) and Bruno & David (B)."""
    choice = choice or preset_choice(rules)
    return start_game(
        club=club,
        seating=Seating(names=seating.pop("names", NAMES), **seating),
        rules=choice,
        game_format=game_format or choice.ruleset.format,
        author=SCORER,
        now=NOW,
    )


def make_slip(club: Club, *slips: Slip, **seating: Any) -> Game:
    """Write the slips of a game between Anne & Chloé (A) and Bruno & David (B)."""
    return record_slip(
        club=club,
        seating=Seating(names=seating.pop("names", NAMES), **seating),
        rules=preset_choice("contest"),
        slips=slips,
        author=SCORER,
        now=NOW,
    )


def takes(
    seat: Seat,
    points: int,
    *,
    belote: Side | None = None,
    capot: Side | None = None,
) -> HandEntry:
    """Return a hand in which that player took and the side made those points."""
    return HandEntry(taker=seat, card_points=points, belote=belote, capot=capot)


def write(game: Game, *entries: HandEntry, author: Author = SCORER) -> list[Hand]:
    """Write hands down, in order."""
    return [
        record_hand(
            game_id=game.pk,
            written=HandInput(entry=entry),
            submission_key=uuid.uuid4(),
            author=author,
            now=NOW,
        )
        for entry in entries
    ]


def totals_of(game: Game) -> tuple[int, int]:
    """Return the stored totals."""
    game.refresh_from_db()
    return game.total_a, game.total_b
