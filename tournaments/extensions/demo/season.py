"""A whole season of contests with believable hands: partners change each evening."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.models import Club
from scorekeeper.rules.queries import RuleSetChoice
from tournaments.extensions.demo.contest import DemoPlan, DemoPlayers, play_contest
from tournaments.extensions.demo.names import people
from tournaments.models import League, Season
from tournaments.seasons.queries.items import Item, ItemKind
from tournaments.seasons.services.seasons import count_item, create_league, name_is_taken

EVENINGS: Final = 40
TEAMS: Final = 60
MOST_EVENINGS: Final = 60
FINALISTS: Final = 8
WEEK: Final = timedelta(weeks=1)
SEED_BITS: Final = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPlan:
    """What to play: a number of evenings, a week apart, each like `evening`."""

    evening: DemoPlan
    evenings: int = EVENINGS

    @property
    def all_hands(self) -> int:
        return self.evenings * self.evening.all_hands

    @property
    def evening_people(self) -> int:
        return self.evening.entries * self.evening.entry_size


def play_season(
    *,
    club: Club,
    plan: SeasonPlan,
    rules: RuleSetChoice,
    now: datetime,
    progress: Callable[[], object] = lambda: None,
) -> Season:
    """Play a season whose last evening ends now; `progress` is called after every hand.

    Each evening is committed as a whole and counts at once; two thirds of the players attend it.
    """
    dice = random.Random(f"{plan.evening.seed}:season")
    pool = people(plan.evening_people * 3 // 2, dice)
    players = DemoPlayers(club=club, rules=rules, dice=dice, progress=progress)
    # The same local time in summer and winter.
    local = timezone.localtime(now)
    ends = [(local - week * WEEK).astimezone(UTC) for week in reversed(range(plan.evenings))]
    season = _create_season(club, plan, ends)
    for number, end in enumerate(ends, start=1):
        evening = replace(plan.evening, seed=dice.getrandbits(SEED_BITS))
        played = play_contest(
            players,
            evening,
            _("Demonstration contest %(number)s") % {"number": number},
            names=dice.sample(pool, plan.evening_people),
            begin=end - evening.length,
        )
        item = Item(date=played.date, kind=ItemKind.CONTEST, pk=played.pk, name=played.name)
        count_item(season_id=season.pk, item=item, counts=True)
    return season


def _create_season(club: Club, plan: SeasonPlan, ends: Sequence[datetime]) -> Season:
    """Create the league: half of the evenings count, a quarter must be attended."""
    first, last = timezone.localdate(ends[0]), timezone.localdate(ends[-1])
    years = str(first.year) if first.year == last.year else f"{first.year}–{last.year}"
    settings = {
        "name": years,
        "starts_on": first,
        "ends_on": last,
        # Other contests of the club are left out.
        "collects": Season.Collects.CHOSEN,
        "combines": Season.Combines.BEST,
        "best_count": max(1, plan.evenings // 2),
        "planned_evenings": plan.evenings,
        "least_evenings": plan.evenings // 4,
        "finalists": FINALISTS,
    }
    return create_league(
        club=club, name=_free_name(club), kind=League.Kind.PLAYERS, settings=settings, now=ends[0]
    )


def _free_name(club: Club) -> str:
    name = usual = _("Demonstration league")
    number = 1
    while name_is_taken(club, name):
        number += 1
        name = f"{usual} {number}"
    return name
