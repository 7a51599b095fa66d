"""Ratings as pages show them.

Pages that show ratings first call `tournaments.ratings.services.rate_what_changed(club)`, and show
nothing if `club.shows_ratings` is off.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from django.db.models import Count, Exists, Max, OuterRef
from django.utils import timezone

from scorekeeper.models import Club, GameSeat, Player
from scorekeeper.models.sort_names import name_key
from tournaments.extensions.ratings.labels import history_summary
from tournaments.models import Rating, RatingStep
from tournaments.ratings.estimable import Game, Indistinguishable, find_indistinguishable
from tournaments.ratings.labels import SURE
from tournaments.ratings.model import NEWCOMER, Strength, rate


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingHistory:
    """The history of a rating: `days` oldest first; `chart` is None for fewer than two games."""

    games: int
    strength: Strength
    days: list[dict[str, Any]]
    chart: dict[str, Any] | None


def rating_history(player: Player) -> RatingHistory | None:
    """Return the history of a player's rating, None before the first game; one query."""
    steps = list(RatingStep.objects.filter(player=player).order_by("at", "game_id"))
    if not steps:
        return None
    strengths = [Strength(mu=step.mu, sigma=step.sigma) for step in steps]
    days = _days(steps)
    return RatingHistory(
        games=len(steps),
        strength=strengths[-1],
        days=days,
        chart=_draw(strengths, days) if len(steps) > 1 else None,
    )


def _days(steps: Sequence[RatingStep]) -> list[dict[str, Any]]:
    """Return the rating after the last game of each day, and its change since the previous day."""
    before = NEWCOMER.mu
    days = []
    for day, played in groupby(steps, key=lambda step: timezone.localdate(step.at)):
        of_day = list(played)
        last = Strength(mu=of_day[-1].mu, sigma=of_day[-1].sigma)
        change = last.mu - before
        days.append({"date": day, "games": len(of_day), "strength": last, "change": change})
        before = last.mu
    return days


CHART_LEFT: Final = 4
CHART_RIGHT: Final = 312
CHART_TOP: Final = 8
CHART_BOTTOM: Final = 130


def _draw(strengths: Sequence[Strength], days: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the chart of a rating, 320 × 150, with its uncertainty.

    `band` is one uncertainty above and below the line; `start` is the initial rating.
    """
    # The first point is the initial rating, before the first game.
    shown = [NEWCOMER, *strengths]
    highest = max(one.mu + one.sigma for one in shown)
    lowest = min(one.mu - one.sigma for one in shown)
    step = (CHART_RIGHT - CHART_LEFT) / (len(shown) - 1)

    def y(value: float) -> str:
        share = (value - lowest) / (highest - lowest)
        return f"{CHART_BOTTOM - share * (CHART_BOTTOM - CHART_TOP):.1f}"

    def points(values: Sequence[float]) -> list[str]:
        return [f"{CHART_LEFT + step * i:.1f},{y(value)}" for i, value in enumerate(values)]

    above = points([one.mu + one.sigma for one in shown])
    below = points([one.mu - one.sigma for one in shown])
    return {
        "line": " ".join(points([one.mu for one in shown])),
        "band": " ".join([*above, *reversed(below)]),
        "start": NEWCOMER.mu,
        "start_y": y(NEWCOMER.mu),
        "summary": history_summary(
            games=len(strengths), last=strengths[-1], best=max(day["strength"].mu for day in days)
        ),
    }


def rating_examples() -> list[dict[str, Any]]:
    """Return the effect of a win and a loss on a settled player, against various opponents."""
    cases = (("weaker", -6.0), ("equal", 0.0), ("stronger", 6.0))
    return [{"opponents_are": name, **_example(difference)} for name, difference in cases]


def _example(difference: float) -> dict[str, float]:
    own = [Strength(NEWCOMER.mu, SURE)] * 2
    others = [Strength(NEWCOMER.mu + difference, SURE)] * 2
    won, lost = (rate(own, others, winner)[0][0].mu - NEWCOMER.mu for winner in ("A", "B"))
    return {"opponents": others[0].mu, "won": won, "lost": lost}


def rated_club(club: Club) -> dict[str, int]:
    """Return how many of a club's players have a rating, and from how many games; two queries."""
    steps = RatingStep.objects.filter(player__club=club)
    return {
        "players": Rating.objects.filter(player__club=club).count(),
        "games": steps.values("game").distinct().count(),
    }


CLUBS_KEPT: Final = 16
_cache: Final[dict[int, tuple[tuple[int, int], Indistinguishable]]] = {}
"""A cache by club of players that cannot be told apart, with a key that changes with the games."""


def indistinguishable_in(club: Club) -> Indistinguishable:
    """Return which players of a club the rated games do not tell apart; one query if cached."""
    steps = RatingStep.objects.filter(player__club=club)
    counted = steps.aggregate(count=Count("pk"), last=Max("pk"))
    state = (counted["count"], counted["last"] or 0)
    known = _cache.get(club.pk)
    if known and known[0] == state:
        return known[1]
    found = find_indistinguishable(_rated_teams(club))
    if len(_cache) >= CLUBS_KEPT:
        _cache.clear()
    _cache[club.pk] = state, found
    return found


def _rated_teams(club: Club) -> Iterator[Game]:
    step = RatingStep.objects.filter(game=OuterRef("game"), player=OuterRef("player"))
    seats = GameSeat.objects.filter(Exists(step), game__club=club).order_by("game", "seat")
    rows = seats.values_list("game", "player")
    for _game, of_game in groupby(rows, key=lambda row: row[0]):
        a1, a2, b1, b2 = (player for _, player in of_game)
        if a1 and a2 and b1 and b2:
            yield (a1, a2), (b1, b2)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOpen:
    """Players that cannot be told apart, by name; `circles` are the sizes of connected groups."""

    fixed: list[str]
    crossed: list[str]
    circles: list[int]

    def __bool__(self) -> bool:
        return bool(self.fixed or self.crossed or len(self.circles) > 1)


def left_open(club: Club) -> LeftOpen:
    """Return which players the ratings of a club do not tell apart; at most three queries."""
    apart = indistinguishable_in(club)
    names = dict(Player.objects.of_club(club).values_list("pk", "name"))

    def listed(pairs: Sequence[tuple[int, int]]) -> list[str]:
        known = [(names[one], names[other]) for one, other in pairs if {one, other} <= names.keys()]
        return [" & ".join(pair) for pair in sorted(known, key=lambda pair: name_key(pair[0]))]

    return LeftOpen(
        fixed=listed(apart.fixed),
        crossed=listed(apart.crossed),
        circles=[len(circle) for circle in apart.circles],
    )


def indistinguishable_from(player: Player) -> list[str]:
    """Return the names of the partners that a player cannot be told apart from."""
    found = indistinguishable_in(player.club).partners_of(player.pk)
    names = Player.objects.filter(pk__in=found).values_list("name", flat=True)
    return sorted(names, key=name_key)
