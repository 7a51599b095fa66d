"""Ratings as pages show them.

Pages that show ratings call `tournaments.ratings.services.rate_what_changed(club)` first, and show
nothing where `club.shows_ratings` is off.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from django.utils import timezone

from scorekeeper.models import Club, Player
from tournaments.models import Rating, RatingStep
from tournaments.ratings.labels import history_summary
from tournaments.ratings.model import NEWCOMER, Strength, rate


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingHistory:
    """How a player's rating went: `days` the oldest first; `chart` None before two games."""

    games: int
    strength: Strength
    days: list[dict[str, Any]]
    chart: dict[str, Any] | None


def rating_history(player: Player) -> RatingHistory | None:
    """Return a player's rating over the games, None before the first; one query."""
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
    """Return the rating after the last game of each day; `change` is since the day before it."""
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
    """Return the rating after each game in a drawing of 320 × 150, and how far it may be off.

    `band` surrounds one uncertainty above and below the line; `start` is where a newcomer begins.
    """
    # Everybody begins as a newcomer: the first point is before the first game.
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


SETTLED: Final = 4.3
"""The uncertainty of somebody who has played some fifty games."""


def rating_examples() -> list[dict[str, Any]]:
    """Return what winning and losing do to a settled player, by who sits on the other side."""
    cases = (("weaker", -6.0), ("equal", 0.0), ("stronger", 6.0))
    return [{"opponents_are": name, **_example(difference)} for name, difference in cases]


def _example(difference: float) -> dict[str, float]:
    own = [Strength(NEWCOMER.mu, SETTLED)] * 2
    others = [Strength(NEWCOMER.mu + difference, SETTLED)] * 2
    won, lost = (rate(own, others, winner)[0][0].mu - NEWCOMER.mu for winner in ("A", "B"))
    return {"opponents": others[0].mu, "won": won, "lost": lost}


def rated_club(club: Club) -> dict[str, int]:
    """Return how many of a club's players have a rating, and from how many games; two queries."""
    steps = RatingStep.objects.filter(player__club=club)
    return {
        "players": Rating.objects.filter(player__club=club).count(),
        "games": steps.values("game").distinct().count(),
    }
