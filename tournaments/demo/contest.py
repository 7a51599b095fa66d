"""A whole contest with believable hands, played through the services that people use."""

import random
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.demo import random_entry
from scorekeeper.engine.hand import BIDS, Contract, HandEntry, Side
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.hands.services.hands import WrittenHand, record_hand
from scorekeeper.models import Club
from scorekeeper.models.authors import Author
from scorekeeper.rules.pages.rulesets import RuleSetChoice
from tournaments.demo.names import people
from tournaments.drawing.services.draws import draw_round, publish_round
from tournaments.entries.services.entries import NewEntry, add_entries, check_in, set_paid
from tournaments.models import Match, Round, Tournament
from tournaments.setup.services import Settings, create_tournament, finish_tournament
from tournaments.tables.services.rounds import close_round
from tournaments.tables.services.signatures import accept_sheet

FEWEST_TEAMS: Final = 2
MOST_TEAMS: Final = 1000
MOST_ROUNDS: Final = 20
MOST_HANDS: Final = 100
PENALTY_SHARE: Final = 0.004
HAND_TIME: Final = timedelta(minutes=4)
BREAK: Final = timedelta(minutes=10)
FEE_CENTS: Final = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoPlan:
    """What is to be played: so many teams, or as many players as these teams would have."""

    teams: int
    rounds: int = 3
    hands: int = 12
    is_melee: bool = False
    is_odd: bool = False
    seed: int = 0

    @property
    def entries(self) -> int:
        """Return how many take part; an odd number leaves somebody exempt."""
        count = 2 * self.teams if self.is_melee else self.teams
        return count + 1 if self.is_odd and count % 2 == 0 else count

    @property
    def tables(self) -> int:
        """Return how many tables play."""
        return self.entries // (4 if self.is_melee else 2)

    @property
    def all_hands(self) -> int:
        """Return how many hands are written in all."""
        return self.rounds * self.hands * self.tables

    @property
    def length(self) -> timedelta:
        """Return how long the evening takes."""
        return self.rounds * ((self.hands + 1) * HAND_TIME + BREAK)


@dataclass(slots=True)
class _Evening:
    """A contest being played; the same seed plays the same hands."""

    plan: DemoPlan
    tournament: Tournament
    ruleset: RuleSet
    organiser: Author
    dice: random.Random
    now: datetime
    progress: Callable[[], object]


def first_club(*, now: datetime) -> Club:
    """Return the oldest club, or a new one where there is none."""
    club = Club.objects.order_by("pk").first()
    return club or Club.objects.create(name=_("Our club"), created_at=now)


def play_demo(
    *,
    club: Club,
    plan: DemoPlan,
    rules: RuleSetChoice,
    now: datetime,
    progress: Callable[[], object] = lambda: None,
) -> Tournament:
    """Play a whole contest that ends now; `progress` is called after every hand."""
    begin = now - plan.length
    organiser = Author(_("Demonstration"))
    tournament = create_tournament(
        club=club,
        settings=Settings(
            name=_("Demonstration contest"),
            date=timezone.localdate(now),
            rules=rules,
            round_hands=(plan.hands,) * plan.rounds,
            mode=Tournament.Mode.MELEE if plan.is_melee else Tournament.Mode.TEAMS,
            fee_cents=FEE_CENTS,
        ),
        author=organiser,
        now=begin,
        seed=plan.seed,
    )
    evening = _Evening(
        plan=plan,
        tournament=tournament,
        ruleset=rules.ruleset,
        organiser=organiser,
        dice=random.Random(f"{plan.seed}:contest"),
        now=begin,
        progress=progress,
    )
    _enter(evening)
    for number in range(1, plan.rounds + 1):
        _play_round(evening, number)
    return finish_tournament(tournament_id=tournament.pk, author=organiser, now=evening.now)


def _enter(evening: _Evening) -> None:
    """Enter everybody, check everybody in, take the fee."""
    size = 1 if evening.plan.is_melee else 2
    names = people(size * evening.plan.entries, evening.dice)
    teams = [NewEntry(names=tuple(names[at : at + size])) for at in range(0, len(names), size)]
    key, author, now = evening.tournament.pk, evening.organiser, evening.now
    added = add_entries(tournament_id=key, entries=teams, author=author, now=now)
    numbers = [entry.number for entry in added]
    check_in(tournament_id=key, numbers=numbers, author=author, now=now)
    set_paid(tournament_id=key, numbers=numbers, author=author, now=now)


def _play_round(evening: _Evening, number: int) -> None:
    author = evening.organiser
    evening.now += BREAK
    drawn = draw_round(
        tournament_id=evening.tournament.pk,
        seed=evening.plan.seed + number,
        only_here=True,
        author=author,
        now=evening.now,
    )
    playing = publish_round(round_id=drawn.pk, author=author, now=evening.now)
    tables = _tables(playing)
    # Hand by hand, as all tables play at once: the log is then in the order of time.
    for _hand in range(playing.hands):
        evening.now += HAND_TIME
        with transaction.atomic():
            for table in tables:
                _write_hand(evening, table)
    evening.now += HAND_TIME
    with transaction.atomic():
        for table in tables:
            _accept(evening, table)
    close_round(round_id=playing.pk, author=author, now=evening.now)


@dataclass(frozen=True, slots=True)
class _DemoTable:
    """A table and who writes there for each side."""

    match_id: int
    game_id: int
    scorers: dict[Side, Author]


def _tables(playing: Round) -> list[_DemoTable]:
    matches = playing.matches.filter(game__isnull=False).order_by("table_number")
    return [
        _DemoTable(
            match.pk,
            match.game_id or 0,
            {side: Author(_name_at(match, side)) for side in Side},
        )
        for match in matches.prefetch_related("game__seats")
    ]


def _name_at(match: Match, side: Side) -> str:
    assert match.game is not None
    return next(seat.name for seat in match.game.seats.all() if seat.seat[0] == side)


def _write_hand(evening: _Evening, table: _DemoTable) -> None:
    record_hand(
        game_id=table.game_id,
        written=believable_hand(evening.dice, evening.ruleset),
        submission_key=uuid.UUID(int=evening.dice.getrandbits(128), version=4),
        author=table.scorers[Side.A],
        now=evening.now,
    )
    evening.progress()


def _accept(evening: _Evening, table: _DemoTable) -> None:
    """Let both sides accept their sheet."""
    receipt = Match.objects.values_list("receipt", flat=True).get(pk=table.match_id)
    for side, author in table.scorers.items():
        accept_sheet(
            match_id=table.match_id, side=side, receipt=receipt, author=author, now=evening.now
        )


def believable_hand(dice: random.Random, ruleset: RuleSet) -> WrittenHand:
    """Return a hand as it comes at a table under these rules; now and then a fault costs it."""
    if dice.random() < PENALTY_SHARE:
        fault = HandEntry(penalty=dice.choice(list(Side)))
        return WrittenHand(entry=fault, penalty_reason=_("Did not follow suit"))
    entry = random_entry(dice)
    if ruleset.bids:
        entry = replace(entry, contract=Contract(bid=dice.choice(_sensible_bids(entry))))
    return WrittenHand(entry=entry)


def _sensible_bids(entry: HandEntry) -> Sequence[int]:
    """Return bids near what the hand came to: mostly made, sometimes one step too high."""
    points = entry.card_points or 0
    return [bid for bid in BIDS if bid <= points + 10][-3:] or BIDS[:1]
