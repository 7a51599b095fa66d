"""Ratings over the contests of many clubs, computed from the contests alone. Pure.

A person is any identifier: a primary key, or a name in a club's documents. Contests are rated by
date, those of one day by the hash of their first log entry; games by round and table. So the same
contests give the same ratings on every installation.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from tournaments.lineups import Left, who_sat
from tournaments.ratings.estimable import Circles
from tournaments.ratings.model import NEWCOMER, Strength, rate

Who = TypeVar("Who", bound=Hashable)


class ContestGame(NamedTuple):
    """A game: its round, the entry numbers of both sides, and the winner "A", "B" or ""."""

    round: int
    side_a: tuple[int, ...]
    side_b: tuple[int, ...]
    winner: str


@dataclass(frozen=True, slots=True)
class Entered(Generic[Who]):
    """The one or two players of an entry, and those who were replaced."""

    present: list[Who] = field(default_factory=list)
    left: list[Left[Who]] = field(default_factory=list)

    def at(self, round_number: int) -> list[Who]:
        """Return the players at the end of a round, whose ratings it changes (decision)."""
        return who_sat(self.present, self.left, round_number)

    def who_won(self, rounds: Sequence[int]) -> set[Who]:
        """Return who is credited with a win: players of at least half of the rounds (decision)."""
        played = Counter(who for number in rounds for who in set(self.at(number)))
        return {who for who, own in played.items() if 2 * own >= len(rounds)}


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedContest(Generic[Who]):
    """What counts of a contest, by entry number.

    `firsts` are the winners, with the rounds in which they have a result; `people` the players of
    each entry.
    """

    day: str
    first_hash: str
    games: Sequence[ContestGame]
    firsts: Mapping[int, Sequence[int]]
    people: Mapping[int, Entered[Who]]

    def at(self, numbers: Iterable[int], round_number: int) -> list[Who]:
        """Return the players of entries at the end of a round."""
        entries = [self.people[number] for number in numbers if number in self.people]
        return [who for entry in entries for who in entry.at(round_number)]

    def winners(self) -> set[Who]:
        return {
            who
            for number, rounds in self.firsts.items()
            if number in self.people
            for who in self.people[number].who_won(rounds)
        }

    @property
    def when(self) -> tuple[str, str]:
        """Return the sort key by which contests are rated."""
        return self.day, self.first_hash


@dataclass(slots=True)
class NationalFigures:
    """One person's figures over all contests."""

    strength: Strength = NEWCOMER
    games: int = 0
    won: int = 0
    contests: int = 0
    contests_won: int = 0
    has_one_partner: bool = False


@dataclass(frozen=True, slots=True)
class Rated(Generic[Who]):
    """Everybody's figures, the number of games, and the sizes of groups connected by games."""

    figures: dict[Who, NationalFigures]
    games: int
    circles: list[int]

    @property
    def ranking(self) -> list[Who]:
        """Return the rated people, highest cautious rating first, then by games."""
        found = [(who, own) for who, own in self.figures.items() if own.games]
        found.sort(key=lambda one: (-one[1].strength.cautious, -one[1].games))
        return [who for who, _own in found]


class _Account(Generic[Who]):
    """The sums so far. `partner` is the only partner somebody had, None after the second."""

    def __init__(self) -> None:
        self.figures: dict[Who, NationalFigures] = {}
        self.partner: dict[Who, Who | None] = {}
        self.numbers: dict[Who, int] = {}
        self.circles = Circles()
        self.games = 0

    def of(self, who: Who) -> NationalFigures:
        return self.figures.setdefault(who, NationalFigures())

    def add_game(self, side_a: Sequence[Who], side_b: Sequence[Who], winner: str) -> None:
        strengths = [[self.of(who).strength for who in side] for side in (side_a, side_b)]
        after = rate(strengths[0], strengths[1], winner)
        for name, side, strong in zip("AB", (side_a, side_b), after, strict=True):
            self._add_partners(*side)
            for who, strength in zip(side, strong, strict=True):
                own = self.of(who)
                own.strength = strength
                own.games += 1
                own.won += winner == name
        people = (*side_a, *side_b)
        self.circles.add(self.numbers.setdefault(who, len(self.numbers)) for who in people)
        self.games += 1

    def _add_partners(self, one: Who, other: Who) -> None:
        for who, partner in ((one, other), (other, one)):
            if self.partner.setdefault(who, partner) != partner:
                self.partner[who] = None

    def finished(self) -> Rated[Who]:
        for who, partner in self.partner.items():
            is_fixed = partner is not None and self.partner[partner] == who
            self.figures[who].has_one_partner = is_fixed
        return Rated(self.figures, self.games, list(map(len, self.circles.found())))


def rate_contests(contests: Iterable[CountedContest[Who]]) -> Rated[Who]:
    """Return everybody's figures over contests, which must be in the order of `when`.

    A game counts only with four different people: two entries of one person make it three.
    """
    account: _Account[Who] = _Account()
    for contest in contests:
        present: dict[Who, None] = {}
        for game in contest.games:
            sides = [contest.at(side, game.round) for side in (game.side_a, game.side_b)]
            everybody = dict.fromkeys([*sides[0], *sides[1]])
            if len(sides[0]) == len(sides[1]) == 2 and len(everybody) == 4:
                account.add_game(sides[0], sides[1], game.winner)
                present |= everybody
        winners = contest.winners()
        for who in present:
            own = account.of(who)
            own.contests += 1
            own.contests_won += who in winners
    return account.finished()
