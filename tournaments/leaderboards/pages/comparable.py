"""Which games a leaderboard may add up: those that mark the same things.

A hand is worth 162 in plain belote, twice as much where points and bid are marked, a hundred where
only the bid is. So games are comparable when their rule sets mark the same (`RuleSet.bidding`):
plain belote, points and bid, points alone, the bid alone. Other fields, as what a capot is worth or
how points are rounded, move an average by a few points, as the cards do: they keep nothing apart.
"""

from typing import Final

from django.db.models import Count, Q, QuerySet

from scorekeeper.engine.choices import Bidding
from scorekeeper.engine.written_before import bidding_of
from scorekeeper.models import Club, Game, GameSeat
from tournaments.models import Tournament

STORED: Final = (*(kind.value for kind in Bidding), "cannes_2016")
"""Every name that a stored rule set can have for what it marks, older ones too."""


def marks(kind: Bidding, values: str) -> Q:
    """Return the condition that the rule set stored in the field `values` marks that."""
    found = Q(**{f"{values}__bidding__in": [name for name in STORED if bidding_of(name) is kind]})
    return found | Q(**{f"{values}__bidding__isnull": True}) if kind is Bidding.NONE else found


def kinds_played(club: Club) -> list[Bidding]:
    """Return what the games of a club mark, what was played most first.

    Games are counted only where contests and evenings mark different things: mostly two queries.
    """
    contests = Tournament.objects.of_club(club)
    others = Game.objects.of_club(club).outside_contests()
    stored = [
        *contests.values_list("ruleset_values__bidding").distinct().order_by(),
        *others.values_list("ruleset_values__bidding").distinct().order_by(),
    ]
    kinds = {bidding_of(name) for (name,) in stored}
    return list(kinds) if len(kinds) < 2 else _counted_kinds(club)


def _counted_kinds(club: Club) -> list[Bidding]:
    seats: QuerySet[GameSeat] = GameSeat.objects.filter(game__club=club, is_counted=True)
    rows = seats.values_list("game__ruleset_values__bidding").annotate(Count("pk")).order_by()
    counts = dict.fromkeys(Bidding, 0)
    for name, count in rows:
        counts[bidding_of(name)] += count
    played = [kind for kind, count in counts.items() if count]
    return sorted(played, key=lambda kind: -counts[kind])
