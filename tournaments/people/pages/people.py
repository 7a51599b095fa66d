"""A player's page: everything it shows, from a fixed number of queries."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from scorekeeper.models import Club, Player
from tournaments.leaderboards.pages.leaderboards import share
from tournaments.leaderboards.pages.scopes import Scope
from tournaments.people.labels import form_summary
from tournaments.people.pages.games import (
    Companion,
    Neighbour,
    PlayedGame,
    TrumpTakes,
    games_of,
    neighbours_of,
    partners_and_opponents,
    takes_by_trump,
)
from tournaments.people.pages.results import Event, FormChart, events_of, form_chart


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnBestGame:
    """The game in which the player's side made the most, and who sat there."""

    played: PlayedGame
    partner: str
    opponents: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What the games of a player add up to, and how many contests were won."""

    games: int
    hands: int
    points: int
    won: int
    tied: int
    taken: int
    made: int
    failed: int
    capots: int
    belotes: int
    contests_won: int

    @property
    def lost(self) -> int:
        return self.games - self.won - self.tied

    @property
    def average(self) -> Fraction | None:
        return share(self.points, self.hands)

    @property
    def won_share(self) -> Fraction | None:
        return share(self.won, self.games)

    @property
    def made_share(self) -> Fraction | None:
        return share(self.made, self.taken)


def figures_of(games: Sequence[PlayedGame], *, contests_won: int = 0) -> Figures:
    return Figures(
        games=len(games),
        hands=sum(game.hands for game in games),
        points=sum(game.points for game in games),
        won=sum(game.is_won for game in games),
        tied=sum(game.is_tied for game in games),
        taken=sum(game.taken for game in games),
        made=sum(game.made for game in games),
        failed=sum(game.failed for game in games),
        capots=sum(game.capots for game in games),
        belotes=sum(game.belotes for game in games),
        contests_won=contests_won,
    )


@dataclass(frozen=True, kw_only=True)
class PersonPage:
    """A player over a season or all time."""

    player: Player
    figures: Figures
    games: Sequence[PlayedGame]
    events: Sequence[Event]
    partners: Sequence[Companion]
    opponents: Sequence[Companion]
    takes: Sequence[TrumpTakes]
    best_game: OwnBestGame | None

    @property
    def latest_first(self) -> list[Event]:
        return list(reversed(self.events))

    @cached_property
    def best_evening(self) -> Event | None:
        """Return the evening with the most points, of equal ones the first."""
        return max(self.events, key=lambda event: event.total, default=None)

    @cached_property
    def contests(self) -> list[Event]:
        """Return the contests that are over and those of the past: all that give a place."""
        return [event for event in self.events if event.place]

    @property
    def best_place(self) -> int | None:
        """Return the best place, None without any."""
        return min((event.place for event in self.contests if event.place), default=None)

    @cached_property
    def chart(self) -> FormChart | None:
        return form_chart(self.events)

    @property
    def chart_summary(self) -> str:
        if self.chart is None:
            return ""
        averages = [event.average for event in self.chart.events if event.average is not None]
        return form_summary(
            evenings=len(averages),
            average=self.chart.average,
            best=max(averages),
            last=averages[-1],
        )


def person_of(player: Player, scope: Scope) -> PersonPage:
    """Return everything of a player over what is looked at; a dozen queries at most."""
    games = games_of(player, scope)
    neighbours = neighbours_of(player, scope)
    partners, opponents = partners_and_opponents(games, neighbours)
    events = events_of(player, scope, games)
    return PersonPage(
        player=player,
        figures=figures_of(games, contests_won=sum(event.place == 1 for event in events)),
        games=games,
        events=events,
        partners=partners,
        opponents=opponents,
        takes=takes_by_trump(player, scope),
        best_game=_best_game(games, neighbours),
    )


def _best_game(
    games: Sequence[PlayedGame], neighbours: dict[int, list[Neighbour]]
) -> OwnBestGame | None:
    best = max(games, key=lambda game: game.points, default=None)
    if best is None:
        return None
    others = neighbours.get(best.game, [])

    def names(*, partners: bool) -> str:
        is_own = [other for other in others if (other.seat.side is best.seat.side) is partners]
        return " & ".join(other.name for other in is_own)

    return OwnBestGame(played=best, partner=names(partners=True), opponents=names(partners=False))


def get_player(club: Club, pk: int) -> Player | None:
    return Player.objects.of_club(club).select_related("merged_into").filter(pk=pk).first()
