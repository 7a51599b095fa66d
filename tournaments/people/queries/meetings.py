"""Head to head of two players or two teams: their games against each other and together."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from django.db.models import QuerySet

from scorekeeper.engine.hand import Side
from scorekeeper.engine.stints import shared_hands
from scorekeeper.models import GameSeat, Player
from tournaments.leaderboards.queries import Figures, Scope
from tournaments.people.labels import balance_text
from tournaments.people.queries.games import PlayedGame, played_at, sums_of

LATEST_SHOWN: Final = 10


@dataclass(frozen=True, slots=True)
class ComparedTeam:
    """One or two players who are compared as one."""

    players: tuple[Player, ...]

    @property
    def name(self) -> str:
        return " & ".join(player.name for player in self.players)

    @property
    def keys(self) -> frozenset[int]:
        return frozenset(player.pk for player in self.players)


@dataclass(frozen=True, slots=True, kw_only=True)
class Balance(Figures):
    """The sums over some games, from the first team's view."""

    meetings: Sequence[PlayedGame]

    @property
    def biggest_win(self) -> PlayedGame | None:
        """Return the highest win of the first team; of equal ones, the first."""
        won = [meeting for meeting in self.meetings if meeting.is_won]
        return max(won, key=lambda meeting: meeting.difference, default=None)

    @property
    def biggest_defeat(self) -> PlayedGame | None:
        """Return the highest win of the other team; of equal ones, the first."""
        lost = [meeting for meeting in self.meetings if not (meeting.is_won or meeting.is_tied)]
        return min(lost, key=lambda meeting: meeting.difference, default=None)

    @property
    def latest(self) -> list[PlayedGame]:
        return list(reversed(self.meetings))[:LATEST_SHOWN]


def head_to_head_of(one: ComparedTeam, other: ComparedTeam, scope: Scope) -> dict[str, Any]:
    """Return the games of two teams without a common player; two queries."""
    games: defaultdict[int, list[PlayedGame]] = defaultdict(list)
    for chair in played_at(_seats(one, other, scope)):
        games[chair.game].append(chair)
    for game in _not_at_once(one, other, scope):
        games.pop(game, None)
    against: list[PlayedGame] = []
    together: list[PlayedGame] = []
    for chairs in games.values():
        sides = {
            side: frozenset(chair.player for chair in chairs if chair.side is side) for side in Side
        }
        # All figures are from the view of the first player.
        own = next((c for c in chairs if c.player == one.players[0].pk), None)
        if own is None:
            continue
        if one.keys <= sides[own.side] and other.keys <= sides[own.side.other]:
            against.append(own)
        elif one.keys | other.keys <= sides[own.side]:
            together.append(own)
    opposed, partnered = (
        Balance(meetings=found, **sums_of(found)) for found in (against, together)
    )
    return {
        "one": one,
        "other": other,
        "against": opposed,
        "together": partnered,
        "balance_text": balance_text(
            opposed.games, one.name, opposed.won, other.name, opposed.lost
        ),
        "are_players": len(one.players) == len(other.players) == 1,
    }


def _not_at_once(one: ComparedTeam, other: ComparedTeam, scope: Scope) -> list[int]:
    """Return the games in which two of these people were never at the table in the same hand."""
    people = one.keys | other.keys
    both = _seats(one, other, scope).values("game")
    rows = GameSeat.every.filter(game__in=both, game__has_substitutes=True, player__in=people)
    tables: defaultdict[int, list[GameSeat]] = defaultdict(list)
    for row in rows:
        tables[row.game_id].append(row)
    return [
        game
        for game, table in tables.items()
        if any(
            not any(
                shared_hands(row, other)
                for row in table
                for other in table
                if (row.player_id, other.player_id) == pair
            )
            for pair in combinations(people, 2)
        )
    ]


def _seats(one: ComparedTeam, other: ComparedTeam, scope: Scope) -> QuerySet[GameSeat]:
    """Return the seats of both teams in the games in which both have one."""
    seats = scope.seats().filter(player__in=one.keys | other.keys)
    for team in (one, other):
        seats = seats.filter(
            game__in=GameSeat.every.filter(player__in=team.keys, is_counted=True).values("game")
        )
    return seats
