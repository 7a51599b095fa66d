"""Columns altered by plain SQL beside the program, and what `doctor` says of each."""

import json
import random
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.db import DatabaseError, connection, models, transaction

from scorekeeper.demo import fill_demo
from scorekeeper.engine.hand import Seat
from scorekeeper.games.services.games import reopen_game, stop_game
from scorekeeper.games.services.hands import withdraw_hand
from scorekeeper.games.services.substitutes import sit_in
from scorekeeper.models import (
    Attendance,
    Club,
    Evening,
    Game,
    GameEvent,
    GameSeat,
    Hand,
    Player,
    SentHand,
    SlipTotals,
)
from tests.contest import make_contest, play_round
from tests.meetings import LEAGUE, make_meetings
from tests.phased import POOLS, TWO_OF_EACH, make_phased, play_phased
from tests.table import NOW, SCORER, make_club, make_game, takes, write
from tests.tournaments.audit_log.replay.eventful import eventful_melee, eventful_teams
from tournaments.audit_log.places import store_missing_places
from tournaments.contests.services import finish_tournament
from tournaments.doctor.examine import examine
from tournaments.models import (
    DrawSecrets,
    Entry,
    EntryPlayer,
    FormerPlayer,
    LogEntry,
    Match,
    MatchSeat,
    Round,
    SheetVerdict,
    TableCode,
    Tournament,
)

OF_GAMES: Final[tuple[type[models.Model], ...]] = (
    Game,
    GameSeat,
    Hand,
    SlipTotals,
    GameEvent,
    SentHand,
)
# Calls, messages, requests and what phones sent (SentVerdict) are no part of a contest's document.
OF_CONTESTS: Final[tuple[type[models.Model], ...]] = (
    Tournament,
    DrawSecrets,
    Entry,
    EntryPlayer,
    FormerPlayer,
    Round,
    Match,
    MatchSeat,
    SheetVerdict,
    TableCode,
    LogEntry,
)
OF_EVENINGS: Final[tuple[type[models.Model], ...]] = (Evening, Attendance)
TO_CLUB: Final[dict[type[models.Model], str]] = {
    Tournament: "club",
    DrawSecrets: "tournament__club",
    Entry: "tournament__club",
    EntryPlayer: "entry__tournament__club",
    FormerPlayer: "entry__tournament__club",
    Round: "tournament__club",
    Match: "round__tournament__club",
    MatchSeat: "round__tournament__club",
    SheetVerdict: "match__round__tournament__club",
    TableCode: "tournament__club",
    LogEntry: "tournament__club",
    Evening: "club",
    Attendance: "evening__club",
    Game: "club",
    GameSeat: "game__club",
    Hand: "game__club",
    SlipTotals: "game__club",
    GameEvent: "game__club",
    SentHand: "game__club",
}


def phased_contest(club: Club) -> None:
    """Play pools and the first round of their brackets."""
    play_phased(make_phased(club, POOLS, TWO_OF_EACH, teams=8), rounds=4)


def club_teams(club: Club) -> None:
    """Play a round of a contest of club teams."""
    play_phased(make_meetings(club, LEAGUE, pairs=2), rounds=1)


def finished_contest(club: Club) -> None:
    """Play a contest to its end, of which the season knows the places."""
    tournament = make_contest(club, teams=5, rounds=1, hands=3)
    play_round(tournament)
    finish_tournament(tournament_id=tournament.pk, author=SCORER, now=NOW)
    store_missing_places()


def evening(club: Club) -> None:
    """Play a club evening with slips, a substitute, a hand taken back and a game reopened."""
    fill_demo(now=NOW, club=club)
    (tonight,) = club.evenings.all()
    by: dict[str, Any] = {"author": SCORER, "now": NOW}
    game = make_game(club, evening=tonight, table_number=9)
    write(game, takes(Seat.A1, 92), takes(Seat.B1, 81), takes(Seat.A2, 100))
    sit_in(game_id=game.pk, seat=Seat.A1, name="Zoé", from_hand=2, **by)
    withdraw_hand(game_id=game.pk, number=1, **by)
    stop_game(game_id=game.pk, reason="Late", **by)
    reopen_game(game_id=game.pk, **by)
    write(game, takes(Seat.B2, 110))


KINDS: Final[dict[str, Callable[[Club], object]]] = {
    "teams": eventful_teams,
    "melee": eventful_melee,
    "phases": phased_contest,
    "club teams": club_teams,
    "finished": finished_contest,
    "evening": evening,
}


def make_kinds(names: Sequence[str] = tuple(KINDS)) -> dict[str, Club]:
    """Return a club for each kind of contest, and one with an evening."""
    clubs = {}
    for name in names:
        club = make_club(f"Club of {name}")
        KINDS[name](club)
        clubs[name] = club
    return clubs


@dataclass(frozen=True, slots=True)
class Alteration:
    """A value of a column that is put in the place of another one."""

    model: type[models.Model]
    column: str
    pk: Any
    before: Any
    after: Any

    @property
    def name(self) -> str:
        return f"{self.model.__name__}.{self.column}"

    def __str__(self) -> str:
        return f"{self.name} of {self.pk}: {_short(self.before)} → {_short(self.after)}"


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) < 90 else f"{text[:87]}…"


def columns(*tables: type[models.Model]) -> "list[models.Field[Any, Any]]":
    """Return every column of some tables but their primary keys."""
    return [
        field for table in tables for field in table._meta.concrete_fields if not field.primary_key
    ]


def rows_of(club: Club, table: type[models.Model]) -> Any:
    return table._base_manager.filter(**{TO_CLUB[table]: club}).order_by("pk")


def alterations(
    club: Club, field: "models.Field[Any, Any]", dice: random.Random, *, rows: int, variants: int
) -> Iterator[Alteration]:
    """Yield other values for a column in some rows of a club, the most modest first."""
    stored = list(rows_of(club, field.model).values_list("pk", field.attname))
    # Columns that are mostly empty show most where they are not.
    dice.shuffle(stored)
    stored.sort(key=lambda row: row[1] in (None, "", [], {}))
    chosen = dict(stored[:rows]) | dict(stored[-1:] if rows > 1 else [])
    for pk, value in chosen.items():
        count = 0
        for other in _others(club, field, value, dice):
            if other != value and count < variants:
                count += 1
                yield Alteration(field.model, field.column, pk, value, other)


def _others(
    club: Club, field: "models.Field[Any, Any]", value: Any, dice: random.Random
) -> Iterator[Any]:
    """Yield values that a column could hold instead, as the database has them."""
    if field.is_relation:
        target: Any = field.related_model
        own = target._base_manager.exclude(pk=value).order_by("pk")
        if target in TO_CLUB:
            own = own.filter(**{TO_CLUB[target]: club})
        elif target is Player:
            own = own.filter(club=club)
        keys = list(own.values_list("pk", flat=True))
        dice.shuffle(keys)
        yield from keys[:3]
        yield None
        yield 999_999
        return
    match field:
        case models.BooleanField():
            yield not value
            yield 7
        case models.IntegerField():
            yield (value or 0) + 1
            yield max(0, (value or 0) - 1)
            yield None
            yield 0
            yield 30_000
            yield "many"
        case models.JSONField():
            for _turn in range(4):
                yield json.dumps(_bent(value, dice))
            yield from ("[]", "{}", "null", '"x"', "7", "[[[]]]", '{"x": [1]}')
        case models.DateTimeField():
            yield str((value or NOW).replace(tzinfo=None) + timedelta(hours=1))
            yield None
            yield "some day"
            yield "2026-13-45 99:99:99"
        case models.DateField():
            yield str(value + timedelta(days=1))
            yield None
            yield "some day"
        case models.UUIDField():
            yield uuid.UUID(int=dice.getrandbits(128)).hex
            yield "no key"
        case _:
            if field.choices:
                codes = [code for code, _text in field.flatchoices if code != value]
                yield from codes[:3]
            if value in {"A", "B"}:
                yield "B" if value == "A" else "A"
            if value in [*Seat]:
                yield from (seat.value for seat in Seat if seat != value)
            yield f"{value}é"[: field.max_length or None]
            yield "Somebody"[: field.max_length or None]
            yield ""
            yield 7


def _bent(value: Any, dice: random.Random) -> Any:
    """Return a copy of a JSON value in which one leaf is another one."""
    if isinstance(value, dict) and value:
        key = dice.choice(sorted(value))
        return {**value, key: _bent(value[key], dice)}
    if isinstance(value, list) and value:
        place = dice.randrange(len(value))
        return [*value[:place], _bent(value[place], dice), *value[place + 1 :]]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    if isinstance(value, str):
        return f"{value}x"
    return {"x": 1} if value in ({}, None) else [1]


UNSEEN: Final[dict[str, str]] = {
    **dict.fromkeys(
        ["Tournament.token", "Game.token", "Evening.token", "TableCode.token", "TableCode.number"],
        "a code gives access to a page or a table; no result depends on it",
    ),
    **dict.fromkeys(
        ["Tournament.table_news", "Tournament.results_version", "Game.version", "Game.mark"],
        "a counter tells screens when to ask again",
    ),
    **dict.fromkeys(
        [
            "Tournament.placed_hash",
            "Tournament.placed_version",
            "Tournament.bracket_version",
            "Entry.final_place",
            "Entry.final_points",
        ],
        "a cache of a finished contest; compared while it is in force, computed again otherwise",
    ),
    **dict.fromkeys(
        ["DrawSecrets.root", "DrawSecrets.left"],
        "a secret that is not the one whose hash the log has is not used for a draw",
    ),
    **dict.fromkeys(
        ["LogEntry.author_id", "GameEvent.author_id"],
        "the account, which can be deleted; the name that people see is in the chain",
    ),
    **dict.fromkeys(
        [
            "Hand.submission_key",
            "Hand.sent_digest",
            "SentHand.key",
            "SentHand.digest",
        ],
        "the key under which a phone sent something, so that sending it again is harmless",
    ),
    "EntryPlayer.position": "nobody sees the seat of an entry's only player; two cannot share one",
    "Attendance.name": "the name of that night; nothing else tells it of somebody who did not play",
    "Tournament.wishes": "the log has the hash of who is kept apart, not the name of the group",
}
"""Columns that can be altered unnoticed, each with its reason."""


def fate_of(club: Club, one: Alteration) -> str:
    """Make an alteration, examine, and undo it.

    Return "refused" by the database, "same" if the program reads what it read before, "found",
    "silent", or "crashed" with the error.
    """
    table = connection.ops.quote_name(one.model._meta.db_table)
    column, key = map(connection.ops.quote_name, (one.column, one.model._meta.pk.column))
    with transaction.atomic():
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                if connection.vendor == "sqlite":
                    cursor.execute("PRAGMA defer_foreign_keys = ON")
                # The names are those of the models.
                statement = f"UPDATE {table} SET {column} = %s WHERE {key} = %s"
                cursor.execute(statement, [one.after, one.pk])
        except DatabaseError:
            return "refused"
        try:
            if _read(one) == one.before:
                transaction.set_rollback(True)
                return "same"
            found = examine([club]).findings
            assert all(finding.text for finding in found)
            json.dumps([finding.to_dict() for finding in found], default=str)
            fate = "found" if found else "silent"
        except Exception as error:  # whatever it is, `doctor` has to say it instead
            fate = f"crashed: {type(error).__name__}: {error}"[:200]
        transaction.set_rollback(True)
    return fate


def _read(one: Alteration) -> Any:
    """Return how the program reads a value; a value that it cannot read is another one."""
    try:
        rows = one.model._base_manager.filter(pk=one.pk)
        return rows.values_list(one.column, flat=True).get()
    except (ValueError, TypeError):
        return Ellipsis
