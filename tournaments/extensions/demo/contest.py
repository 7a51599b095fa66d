"""A whole contest with believable hands, made by the same services that people use."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.models import Club
from scorekeeper.models.authors import Author
from scorekeeper.rules.queries import RuleSetChoice, preset_choice
from tournaments.contests.services import Settings, create_tournament, finish_tournament
from tournaments.entries.services.entries import NewEntry, add_entries
from tournaments.extensions.demo.names import people
from tournaments.extensions.demo.tables import HAND_TIME, play_tables
from tournaments.models import Round, Tournament
from tournaments.rounds.services import draw_round, publish_round
from tournaments.tables.services import close_round

FEWEST_TEAMS: Final = 2
MOST_TEAMS: Final = 1000
MOST_ROUNDS: Final = 20
MOST_HANDS: Final = 100
BREAK: Final = timedelta(minutes=10)
FEE_CENTS: Final = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoPlan:
    """What to play: a number of teams, or as many players in a mêlée as these teams would have."""

    teams: int
    rounds: int = 3
    hands: int = 12
    is_melee: bool = False
    is_odd: bool = False
    seed: int = 0

    @property
    def entries(self) -> int:
        count = 2 * self.teams if self.is_melee else self.teams
        return count + 1 if self.is_odd and count % 2 == 0 else count

    @property
    def entry_size(self) -> int:
        return 1 if self.is_melee else 2

    @property
    def all_hands(self) -> int:
        return self.rounds * self.hands * (self.entries * self.entry_size // 4)

    @property
    def length(self) -> timedelta:
        return self.rounds * ((self.hands + 1) * HAND_TIME + BREAK)


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoPlayers:
    """The players and rules; the same seed gives the same hands."""

    club: Club
    rules: RuleSetChoice
    dice: random.Random
    progress: Callable[[], object]


def play_demo(
    *,
    club: Club,
    plan: DemoPlan,
    rules: RuleSetChoice,
    now: datetime,
    progress: Callable[[], object] = lambda: None,
) -> Tournament:
    """Play a whole contest that ends now; `progress` is called after every hand."""
    dice = random.Random(f"{plan.seed}:contest")
    names = people(plan.entry_size * plan.entries, dice)
    players = DemoPlayers(club=club, rules=rules, dice=dice, progress=progress)
    begin = now - plan.length
    return play_contest(players, plan, _("Demonstration contest"), names=names, begin=begin)


def play_contest(
    players: DemoPlayers, plan: DemoPlan, name: str, *, names: Sequence[str], begin: datetime
) -> Tournament:
    """Play a contest from creation to end; all players are checked in and have paid."""
    author, now = Author(_("Demonstration")), begin
    key = _enter(players, plan, name, names, begin).pk
    for seed in range(plan.seed + 1, plan.seed + plan.rounds + 1):
        drawn, now = _draw(key, seed, now)
        now = play_tables(
            round_id=drawn.pk, dice=players.dice, begin=now, progress=players.progress
        )
        close_round(round_id=drawn.pk, author=author, now=now)
    return finish_tournament(tournament_id=key, author=author, now=now)


def begin_contest(*, club: Club, now: datetime) -> Tournament:
    """Create a running contest: one round is closed, the next one is being played."""
    plan = DemoPlan(teams=8)
    dice = random.Random("trial")
    players = DemoPlayers(
        club=club, rules=preset_choice("contest"), dice=dice, progress=lambda: None
    )
    begin, today = now - plan.length / 2, timezone.localdate(now)
    names = people(plan.entry_size * plan.entries, dice)
    contest = _enter(players, plan, _("Demonstration contest"), names, begin, day=today)
    first, played = _draw(contest.pk, 1, begin)
    played = play_tables(round_id=first.pk, dice=dice, begin=played, progress=players.progress)
    close_round(round_id=first.pk, author=Author(_("Demonstration")), now=played)
    second, played = _draw(contest.pk, 2, played)
    play_tables(
        round_id=second.pk,
        dice=dice,
        begin=played,
        progress=players.progress,
        hands=(now - played) // HAND_TIME,
    )
    return contest


def _enter(
    players: DemoPlayers,
    plan: DemoPlan,
    name: str,
    names: Sequence[str],
    begin: datetime,
    *,
    day: date | None = None,
) -> Tournament:
    """Create the contest and its entries."""
    author, size = Author(_("Demonstration")), plan.entry_size
    tournament = create_tournament(
        club=players.club,
        settings=Settings(
            name=name,
            date=day or timezone.localdate(begin + plan.length),
            rules=players.rules,
            round_hands=(plan.hands,) * plan.rounds,
            mode=Tournament.Mode.MELEE if plan.is_melee else Tournament.Mode.TEAMS,
            fee_cents=FEE_CENTS,
        ),
        author=author,
        now=begin,
        seed=plan.seed,
    )
    entries = [
        NewEntry(names=tuple(names[at : at + size]), is_here=True, has_paid=True)
        for at in range(0, len(names), size)
    ]
    add_entries(tournament_id=tournament.pk, entries=entries, author=author, now=begin)
    return tournament


def _draw(contest: int, seed: int, now: datetime) -> tuple[Round, datetime]:
    """Draw and publish the next round after a break; return the round and its time."""
    author, now = Author(_("Demonstration")), now + BREAK
    drawn = draw_round(tournament_id=contest, seed=seed, only_here=True, author=author, now=now)
    publish_round(round_id=drawn.pk, author=author, now=now)
    return drawn, now
