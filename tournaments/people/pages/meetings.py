"""Two players, or two teams, head to head: their games against each other and side by side."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from django.utils import timezone

from scorekeeper.engine.hand import Seat, Side
from scorekeeper.models import GameSeat, Player
from tournaments.leaderboards.pages.scopes import CONTEST_OF_SEAT, Scope
from tournaments.people.labels import balance_text

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
class SharedGame:
    """One game in which both sat; the points are those of the first team and of the others."""

    game: int
    at: datetime
    date: date
    place: str
    points: int
    against: int
    hands: int
    is_won: bool
    is_tied: bool

    @property
    def is_lost(self) -> bool:
        return not self.is_won and not self.is_tied

    @property
    def difference(self) -> int:
        """Return by how much the first team won; below zero where it lost."""
        return self.points - self.against


@dataclass(frozen=True, slots=True)
class Balance:
    """What some meetings came to, for the first team."""

    meetings: Sequence[SharedGame]

    @property
    def games(self) -> int:
        return len(self.meetings)

    @property
    def won(self) -> int:
        return sum(meeting.is_won for meeting in self.meetings)

    @property
    def lost(self) -> int:
        return sum(meeting.is_lost for meeting in self.meetings)

    @property
    def tied(self) -> int:
        return sum(meeting.is_tied for meeting in self.meetings)

    @property
    def hands(self) -> int:
        return sum(meeting.hands for meeting in self.meetings)

    @property
    def points(self) -> int:
        return sum(meeting.points for meeting in self.meetings)

    @property
    def against(self) -> int:
        return sum(meeting.against for meeting in self.meetings)

    @property
    def difference(self) -> int:
        """Return how many points the first team is ahead."""
        return self.points - self.against

    @property
    def biggest_win(self) -> SharedGame | None:
        """Return the highest win of the first team, of equal ones the first."""
        won = [meeting for meeting in self.meetings if meeting.is_won]
        return max(won, key=lambda meeting: meeting.difference, default=None)

    @property
    def biggest_defeat(self) -> SharedGame | None:
        """Return the highest win of the others, of equal ones the first."""
        lost = [meeting for meeting in self.meetings if meeting.is_lost]
        return min(lost, key=lambda meeting: meeting.difference, default=None)

    @property
    def latest(self) -> list[SharedGame]:
        return list(reversed(self.meetings))[:LATEST_SHOWN]


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadToHead:
    """Two teams, or two players, over what is looked at; only players can be partners."""

    one: ComparedTeam
    other: ComparedTeam
    against: Balance
    together: Balance

    @property
    def balance_text(self) -> str:
        return balance_text(
            self.against.games, self.one.name, self.against.won, self.other.name, self.against.lost
        )

    @property
    def are_players(self) -> bool:
        return len(self.one.players) == len(self.other.players) == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class _ComparedChair:
    """One seat of a game in which somebody of either team sat."""

    seat: Seat
    player: int
    meeting: SharedGame


def head_to_head_of(one: ComparedTeam, other: ComparedTeam, scope: Scope) -> HeadToHead:
    """Return the games of two teams of different players; one query."""
    games: defaultdict[int, list[_ComparedChair]] = defaultdict(list)
    for chair in _chairs(one, other, scope):
        games[chair.meeting.game].append(chair)
    against: list[SharedGame] = []
    together: list[SharedGame] = []
    for chairs in games.values():
        sides = {
            side: frozenset(chair.player for chair in chairs if chair.seat.side is side)
            for side in Side
        }
        # Everything is told from where the first player sits.
        own = next((c for c in chairs if c.player == one.players[0].pk), None)
        if own is None:
            continue
        if one.keys <= sides[own.seat.side] and other.keys <= sides[own.seat.side.other]:
            against.append(own.meeting)
        elif one.keys | other.keys <= sides[own.seat.side]:
            together.append(own.meeting)
    return HeadToHead(
        one=one, other=other, against=_in_order(against), together=_in_order(together)
    )


def _in_order(meetings: Iterable[SharedGame]) -> Balance:
    return Balance(sorted(meetings, key=lambda meeting: (meeting.date, meeting.at, meeting.game)))


def _chairs(one: ComparedTeam, other: ComparedTeam, scope: Scope) -> Iterable[_ComparedChair]:
    """Return the seats of both teams in the games in which both have one."""
    seats = scope.seats().filter(player__in=one.keys | other.keys)
    for team in (one, other):
        seats = seats.filter(
            game__in=GameSeat.objects.filter(player__in=team.keys, is_counted=True).values("game")
        )
    rows = seats.values_list(
        "game",
        "seat",
        "player",
        "points",
        "against",
        "hands",
        "is_won",
        "is_tied",
        "game__created_at",
        f"{CONTEST_OF_SEAT}__name",
        f"{CONTEST_OF_SEAT}__date",
        "game__evening__name",
        "game__evening__date",
    )
    for game, seat, player, points, against, hands, won, tied, at, *place in rows:
        contest, contest_date, evening, evening_date = place
        meeting = SharedGame(
            game=game,
            at=at,
            date=contest_date or evening_date or timezone.localdate(at),
            place=contest or evening or "",
            points=points,
            against=against,
            hands=hands,
            is_won=won,
            is_tied=tied,
        )
        yield _ComparedChair(seat=Seat(seat), player=player, meeting=meeting)
