"""A demonstration club: players, an evening, running tables and finished games."""

import random
import uuid
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.clubs.queries import is_new
from scorekeeper.clubs.services.clubs import lock_club, oldest_club
from scorekeeper.engine.cards import WHOLE, possible_card_points
from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.engine.tally import tally
from scorekeeper.evenings.services import open_evening, set_attendance
from scorekeeper.games.services.games import Seating, start_game
from scorekeeper.games.services.hands import HandInput, record_hand
from scorekeeper.models import Club, Evening, Game
from scorekeeper.models.authors import Author
from scorekeeper.rules.queries import RuleSetChoice, preset_choice
from scorekeeper.slips.services import Slip, record_slip

DEMO_SEED: Final = 32
"""The demonstration is the same on every machine."""
PLAYERS: Final = (
    *("Anne", "Paul", "Jeanne", "Luc", "Rose", "Émile", "Marthe", "Ali"),
    *("Colette", "Bernard", "Nadia", "Henri", "Monique", "Étienne", "Inès", "Gaston"),
)
# The games of each table, of which the last is still running: rule set, and the number of hands
# (None: all).
TABLES: Final = (
    (("salon", None), ("salon", 5)),
    (("classic", None), ("salon", 8)),
    (("contest", None), ("classic", 3)),
)
BELOTE_SHARE: Final = 0.28
CAPOT_SHARE: Final = 0.02
HAND_MINUTES: Final = 4
PLAYABLE_POINTS: Final = sorted(possible_card_points() - {0, WHOLE})
_SEATS: Final = tuple(Seat)


@dataclass(frozen=True, slots=True, kw_only=True)
class Demonstration:
    """What every step needs. The same seed plays the same hands."""

    club: Club
    evening: Evening
    author: Author
    dice: random.Random
    begin: datetime


@transaction.atomic
def fill_demo(*, now: datetime, seed: int = DEMO_SEED, club: Club | None = None) -> bool:
    """Fill `club`, or the oldest one, with a demonstration evening; return whether it was done.

    A club with an evening or a game is left unchanged. A club without any data becomes a trial,
    which can be deleted as a whole.
    """
    club = club or oldest_club(now=now)
    lock_club(club)
    if club.evenings.exists() or club.games.exists():
        return False
    if is_new(club):
        club.stage = Club.Stage.TRIAL
        club.save(update_fields=["stage"])
    evening = open_evening(
        club=club,
        name=_("Demonstration evening"),
        date=timezone.localdate(now),
        ruleset_key="salon",
        now=now,
    )
    set_attendance(evening=evening, players=(), new_names=PLAYERS, now=now)
    demo = Demonstration(
        club=club,
        evening=evening,
        author=Author(_("Demonstration")),
        dice=random.Random(seed),
        begin=now - timedelta(hours=3),
    )
    for number, games in enumerate(TABLES, start=1):
        _play_table(demo, number, games)
    _write_slip(demo, PLAYERS[12:16], now=now - timedelta(minutes=20))
    return True


def _play_table(demo: Demonstration, number: int, games: Sequence[tuple[str, int | None]]) -> None:
    """Play the games of one table one after another, with the same four players."""
    names = list(PLAYERS[4 * number - 4 : 4 * number])
    at = demo.begin + timedelta(minutes=2 * number)
    for key, hands in games:
        demo.dice.shuffle(names)
        at = _play_game(demo, number, names, preset_choice(key), hands, at)


def _play_game(
    demo: Demonstration,
    table: int,
    names: Sequence[str],
    rules: RuleSetChoice,
    hands: int | None,
    at: datetime,
) -> datetime:
    """Play one game, to its end if `hands` is None; return when it stopped."""
    game = start_game(
        club=demo.club,
        seating=_seating(demo, names, table),
        rules=rules,
        game_format=rules.ruleset.format,
        author=demo.author,
        now=at,
    )
    number = 0
    while not game.is_finished and (hands is None or number < hands):
        number += 1
        at += timedelta(minutes=HAND_MINUTES)
        written = _hand_to_remember(table, number) if hands is None else None
        written = written or HandInput(entry=random_entry(demo.dice))
        key = uuid.UUID(int=demo.dice.getrandbits(128), version=4)
        record_hand(
            game_id=game.pk, written=written, submission_key=key, author=demo.author, now=at
        )
        game = Game.objects.get(pk=game.pk)
    return at + timedelta(minutes=HAND_MINUTES)


def _seating(demo: Demonstration, names: Sequence[str], table: int) -> Seating:
    return Seating(
        names=dict(zip(Seat, names, strict=True)), evening=demo.evening, table_number=table
    )


def _hand_to_remember(table: int, number: int) -> HandInput | None:
    """Return a special hand for a finished game, so that every page has something to show."""
    if (table, number) == (1, 3):
        return HandInput(entry=HandEntry(taker=Seat.A1, card_points=WHOLE // 2))
    if (table, number) == (1, 6):
        return HandInput(
            entry=HandEntry(
                taker=Seat.B2, card_points=WHOLE, capot=Side.B, belote=Side.B, belote_seat=Seat.B1
            )
        )
    if (table, number) == (2, 4):
        return HandInput(entry=HandEntry(penalty=Side.A), penalty_reason=_("Did not follow suit"))
    return None


def random_entry(dice: random.Random) -> HandEntry:
    """Return a realistic random hand: takers usually make their contract."""
    taker = dice.choice(_SEATS)
    holder = dice.choice(_SEATS) if dice.random() < BELOTE_SHARE else None
    is_capot = dice.random() < CAPOT_SHARE
    return HandEntry(
        taker=taker,
        card_points=WHOLE if is_capot else _playable_points(dice.gauss(96, 22)),
        belote=holder.side if holder else None,
        belote_seat=holder,
        capot=taker.side if is_capot else None,
    )


def _playable_points(wanted: float) -> int:
    """Return the possible points nearest to those wanted, the lower of two."""
    place = bisect_left(PLAYABLE_POINTS, wanted)
    return min(PLAYABLE_POINTS[max(place - 1, 0) : place + 1], key=lambda one: abs(one - wanted))


def _write_slip(demo: Demonstration, names: Sequence[str], *, now: datetime) -> None:
    """Write the totals of a random game of twelve hands as a slip."""
    rules = preset_choice("contest")
    entries = [random_entry(demo.dice) for _hand in range(12)]
    totals = tally(entries, rules.ruleset, GameFormat(hands=12)).totals
    record_slip(
        club=demo.club,
        seating=_seating(demo, names, 4),
        rules=rules,
        slips=[Slip(hands=12, total_a=totals.a, total_b=totals.b)],
        author=demo.author,
        now=now,
    )
