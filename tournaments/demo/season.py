"""A whole season of contests with believable hands: everybody plays with other partners."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.models import Club
from scorekeeper.models.authors import Author
from scorekeeper.rules.pages.rulesets import RuleSetChoice
from tournaments.demo.contest import BREAK, FEE_CENTS, DemoPlan
from tournaments.demo.names import people
from tournaments.demo.tables import play_tables
from tournaments.drawing.services.draws import draw_round, publish_round
from tournaments.entries.services.entries import NewEntry, add_entries
from tournaments.models import League, Season, Tournament
from tournaments.seasons.pages.items import Item, ItemKind
from tournaments.seasons.services.seasons import (
    SeasonSettings,
    count_item,
    create_league,
    name_is_taken,
)
from tournaments.setup.services import Settings, create_tournament, finish_tournament
from tournaments.tables.services.rounds import close_round

EVENINGS: Final = 40
TEAMS: Final = 60
MOST_EVENINGS: Final = 60
FINALISTS: Final = 8
WEEK: Final = timedelta(weeks=1)
SEED_BITS: Final = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPlan:
    """What is to be played: so many evenings, a week apart, each like `evening`."""

    evening: DemoPlan
    evenings: int = EVENINGS

    @property
    def all_hands(self) -> int:
        """Return how many hands are written in all."""
        return self.evenings * self.evening.all_hands

    @property
    def people(self) -> int:
        """Return how many play in all: two of three of them come on an evening."""
        return self.evening.entries * self.evening_size * 3 // 2

    @property
    def evening_size(self) -> int:
        """Return how many players an entry has."""
        return 1 if self.evening.is_melee else 2


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pool:
    """Who may come, and by what rules they play."""

    club: Club
    plan: SeasonPlan
    rules: RuleSetChoice
    names: Sequence[str]
    dice: random.Random
    organiser: Author
    progress: Callable[[], object]


def play_season(
    *,
    club: Club,
    plan: SeasonPlan,
    rules: RuleSetChoice,
    now: datetime,
    progress: Callable[[], object] = lambda: None,
) -> Season:
    """Play a season whose last evening ends now; `progress` is called after every hand.

    Each evening is stored as a whole, and counts at once.
    """
    dice = random.Random(f"{plan.evening.seed}:season")
    pool = _Pool(
        club=club,
        plan=plan,
        rules=rules,
        names=people(plan.people, dice),
        dice=dice,
        organiser=Author(_("Demonstration")),
        progress=progress,
    )
    ends = _ends(plan, now)
    season = _create_season(club, plan, ends)
    for number, end in enumerate(ends, start=1):
        played = _play_evening(pool, number, end - plan.evening.length)
        count_item(season_id=season.pk, item=_item(played), counts=True)
    return season


def _ends(plan: SeasonPlan, now: datetime) -> list[datetime]:
    """Return when each evening ends: at the same time of day, summer and winter."""
    local = timezone.localtime(now)
    weeks = range(plan.evenings - 1, -1, -1)
    return [(local - before * WEEK).astimezone(UTC) for before in weeks]


def _create_season(club: Club, plan: SeasonPlan, ends: Sequence[datetime]) -> Season:
    """Create the league; half of the evenings count, and a quarter is to be attended."""
    first, last = timezone.localdate(ends[0]), timezone.localdate(ends[-1])
    years = str(first.year) if first.year == last.year else f"{first.year}–{last.year}"
    settings = SeasonSettings(
        name=years,
        starts_on=first,
        ends_on=last,
        # What else the club plays is left out.
        collects=Season.Collects.CHOSEN,
        combines=Season.Combines.BEST,
        best_count=max(1, plan.evenings // 2),
        planned_evenings=plan.evenings,
        least_evenings=plan.evenings // 4,
        finalists=FINALISTS,
    )
    return create_league(
        club=club,
        name=_free_name(club),
        kind=League.Kind.PLAYERS,
        settings=settings,
        now=ends[0],
    )


def _free_name(club: Club) -> str:
    """Return a name that no league of the club has."""
    name = usual = _("Demonstration league")
    number = 1
    while name_is_taken(club, name):
        number += 1
        name = f"{usual} {number}"
    return name


def _play_evening(pool: _Pool, number: int, begin: datetime) -> Tournament:
    evening = replace(pool.plan.evening, seed=pool.dice.getrandbits(SEED_BITS))
    tournament = create_tournament(
        club=pool.club,
        settings=Settings(
            name=_("Demonstration evening %(number)s") % {"number": number},
            date=timezone.localdate(begin + evening.length),
            rules=pool.rules,
            round_hands=(evening.hands,) * evening.rounds,
            mode=Tournament.Mode.MELEE if evening.is_melee else Tournament.Mode.TEAMS,
            fee_cents=FEE_CENTS,
        ),
        author=pool.organiser,
        now=begin,
        seed=evening.seed,
    )
    add_entries(tournament_id=tournament.pk, entries=_teams(pool), author=pool.organiser, now=begin)
    now = begin
    for place in range(1, evening.rounds + 1):
        now = _play_round(pool, tournament, evening.seed + place, now + BREAK)
    return finish_tournament(tournament_id=tournament.pk, author=pool.organiser, now=now)


def _teams(pool: _Pool) -> list[NewEntry]:
    """Return who comes on an evening, here and paid, in teams that chance made."""
    size = pool.plan.evening_size
    names = pool.dice.sample(pool.names, size * pool.plan.evening.entries)
    return [
        NewEntry(names=tuple(names[at : at + size]), is_here=True, has_paid=True)
        for at in range(0, len(names), size)
    ]


def _play_round(pool: _Pool, tournament: Tournament, seed: int, begin: datetime) -> datetime:
    """Draw, play and close a round; return when it ended."""
    author = pool.organiser
    drawn = draw_round(
        tournament_id=tournament.pk, seed=seed, only_here=True, author=author, now=begin
    )
    playing = publish_round(round_id=drawn.pk, author=author, now=begin)
    now = play_tables(round_id=playing.pk, dice=pool.dice, begin=begin, progress=pool.progress)
    close_round(round_id=playing.pk, author=author, now=now)
    return now


def _item(played: Tournament) -> Item:
    return Item(date=played.date, kind=ItemKind.CONTEST, pk=played.pk, name=played.name)
