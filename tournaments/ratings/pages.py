"""Ratings as pages show them.

Pages that show ratings call `tournaments.ratings.services.bring_up_to_date(club)` first, and show
nothing where `club.shows_ratings` is off.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Final

from django.utils import timezone

from scorekeeper.models import Club, Player
from tournaments.models import Rating, RatingStep
from tournaments.ratings.labels import change_text, history_summary, rating_text
from tournaments.ratings.model import NEWCOMER, Strength, rate


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingDay:
    """A player's rating after the last game of a day; `change` is since the day before it."""

    date: date
    games: int
    strength: Strength
    change: float

    @property
    def text(self) -> str:
        return rating_text(self.strength.mu)

    @property
    def uncertainty(self) -> str:
        return rating_text(self.strength.sigma)

    @property
    def change_text(self) -> str:
        return change_text(self.change)


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingChart:
    """The rating after each game in a drawing of 320 × 150, and how far it may be off.

    `band` surrounds one uncertainty above and below the line; `start_y` is where a newcomer begins.
    """

    line: str
    band: str
    start_y: str
    start_label: str
    top_label: str
    bottom_label: str
    first_label: str
    last_label: str
    summary: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingHistory:
    """How a player's rating went: `days` the oldest first; `chart` None before two games."""

    games: int
    strength: Strength
    days: tuple[RatingDay, ...]
    chart: RatingChart | None

    @property
    def text(self) -> str:
        return rating_text(self.strength.mu)

    @property
    def uncertainty(self) -> str:
        return rating_text(self.strength.sigma)

    @property
    def latest_first(self) -> tuple[RatingDay, ...]:
        return self.days[::-1]


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


def _days(steps: Sequence[RatingStep]) -> tuple[RatingDay, ...]:
    before = NEWCOMER.mu
    days = []
    for day, played in groupby(steps, key=lambda step: timezone.localdate(step.at)):
        of_day = list(played)
        last = Strength(mu=of_day[-1].mu, sigma=of_day[-1].sigma)
        days.append(RatingDay(date=day, games=len(of_day), strength=last, change=last.mu - before))
        before = last.mu
    return tuple(days)


CHART_LEFT: Final = 4
CHART_RIGHT: Final = 312
CHART_TOP: Final = 8
CHART_BOTTOM: Final = 130


def _draw(strengths: Sequence[Strength], days: Sequence[RatingDay]) -> RatingChart:
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
    return RatingChart(
        line=" ".join(points([one.mu for one in shown])),
        band=" ".join([*above, *reversed(below)]),
        start_y=y(NEWCOMER.mu),
        start_label=rating_text(NEWCOMER.mu),
        top_label=rating_text(highest),
        bottom_label=rating_text(lowest),
        first_label="0",
        last_label=str(len(strengths)),
        summary=history_summary(
            games=len(strengths), last=strengths[-1], best=max(day.strength.mu for day in days)
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingExample:
    """What winning and losing would do to a player among opponents of some strength."""

    opponents: str
    won: str
    lost: str


SETTLED: Final = 4.3
"""The uncertainty of somebody who has played some fifty games."""


def rating_examples() -> list[tuple[str, RatingExample]]:
    """Return what a game does to a settled player, by who sits on the other side."""
    cases = (("weaker", -6.0), ("equal", 0.0), ("stronger", 6.0))
    return [(name, _example(difference)) for name, difference in cases]


def _example(difference: float) -> RatingExample:
    own = [Strength(NEWCOMER.mu, SETTLED)] * 2
    others = [Strength(NEWCOMER.mu + difference, SETTLED)] * 2
    won, lost = (rate(own, others, winner)[0][0].mu - NEWCOMER.mu for winner in ("A", "B"))
    return RatingExample(
        opponents=rating_text(others[0].mu), won=change_text(won), lost=change_text(lost)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedClub:
    """How many of a club's players have a rating, and from how many games."""

    players: int
    games: int


def rated_club(club: Club) -> RatedClub:
    """Return how far the ratings of a club reach; two queries."""
    steps = RatingStep.objects.filter(player__club=club)
    return RatedClub(
        players=Rating.objects.filter(player__club=club).count(),
        games=steps.values("game").distinct().count(),
    )
