"""Knock-out brackets: results, who goes on, and final places."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tournaments.standings.results import GameOutcome, RoundResult

MAIN: Final = "main"
CONSOLATION: Final = "consolation"
THIRD: Final = "third"
TREES: Final = (MAIN, THIRD, CONSOLATION)
NOBODY: Final = 0
BEFORE: Final = 1
"""Old reading: an entrant that left after the last round still counted as first."""
VERSION: Final = 2
"""Current reading."""

Slots = tuple[int, ...]
"""Entrants' numbers in bracket order, neighbours meet; for a pool, its members."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseRound:
    """A published round of a phase: its pools or brackets by name.

    `decided` are the entrants that go on from tied tables, as the organiser decided.
    """

    round: int
    groups: tuple[tuple[str, Slots], ...]
    decided: frozenset[int] = frozenset()

    @property
    def is_tree(self) -> bool:
        """Return whether it is a knock-out round."""
        return bool(self.groups) and self.groups[0][0] in TREES

    def slots(self, name: str) -> Slots:
        """Return a bracket or pool by name, empty if the round does not have it."""
        return dict(self.groups).get(name, ())


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeGame:
    """A game of a bracket. `winner` is None while unknown, and NOBODY if both sides have left."""

    round: int
    tree: str
    a: int
    b: int
    winner: int | None
    is_level: bool = False
    """Whether the totals are equal and therefore decide nothing."""

    @property
    def is_game(self) -> bool:
        """Return whether there is an opponent; otherwise one side goes on without playing."""
        return NOBODY not in (self.a, self.b)

    @property
    def loser(self) -> int:
        """Return the losing entrant, NOBODY while it is unknown."""
        if not self.winner:
            return NOBODY
        return self.b if self.winner == self.a else self.a


@dataclass(frozen=True, slots=True)
class Trees:
    """The brackets of a contest with their results, round by round.

    `left` is the round from which on an entrant is gone. Finished contests, and rounds drawn under
    an earlier `version`, are read as that version did.
    """

    rounds: tuple[PhaseRound, ...]
    results: Mapping[tuple[int, int], RoundResult]
    """By round and entrant."""
    left: Mapping[int, int]
    version: int = VERSION

    def games(self, played: PhaseRound) -> Iterator[TreeGame]:
        """Yield the games of a round in table order.

        An entrant that plays in the next round is the winner, whatever was corrected since.
        """
        for name, _slots in played.groups:
            after = self._after(played.round, name) if self.version > BEFORE else ()
            for game in self.on_paper(played, name):
                went_on = [who for who in (game.a, game.b) if who and who in after]
                yield replace(game, winner=went_on[0]) if went_on else game

    def on_paper(self, played: PhaseRound, name: str) -> Iterator[TreeGame]:
        """Yield the games of a bracket in a round according to their results alone."""
        slots = played.slots(name)
        for a, b in zip(slots[::2], slots[1::2], strict=True):
            yield self._game(played, name, a, b)

    def _after(self, number: int, name: str) -> Slots:
        """Return a bracket in the round after `number`; empty before that is published."""
        later = (one.slots(name) for one in self.rounds if one.round > number)
        return next((slots for slots in later if slots), ())

    def _game(self, played: PhaseRound, name: str, a: int, b: int) -> TreeGame:
        result = self.results.get((played.round, a))
        winner: int | None = None
        is_level = False
        if NOBODY in (a, b):
            winner = a or b
        elif result and result.outcome is GameOutcome.WON:
            winner = a
        elif result and result.outcome is GameOutcome.LOST:
            winner = b
        elif result and result.outcome is GameOutcome.TIED:
            is_level = True
            winner = next((who for who in (a, b) if who in played.decided), None)
            if winner is None and self.version > BEFORE:
                winner = self._left_over(played.round + 1, a, b)
        else:
            winner = self._left_over(played.round, a, b)
        return TreeGame(round=played.round, tree=name, a=a, b=b, winner=winner, is_level=is_level)

    def _left_over(self, number: int, a: int, b: int) -> int | None:
        """Return the winner of a game without a result because an entrant left."""
        gone = [who for who in (a, b) if self.is_gone(who, number)]
        if not gone:
            return None
        return NOBODY if len(gone) == 2 else a + b - gone[0]

    def is_gone(self, who: int, number: int) -> bool:
        """Return whether an entrant has left before a round."""
        left = self.left.get(who)
        return left is not None and left <= number

    def undecided(self) -> list[TreeGame]:
        """Return the games of the last round whose winner is unknown."""
        if not self.rounds:
            return []
        return [game for game in self.games(self.rounds[-1]) if game.winner is None]

    def unsure(self, before: int) -> list[TreeGame]:
        """Return the tied games before a round whose winner nobody decided.

        A correction may have made them tied after the round was published.
        """
        earlier = [one for one in self.rounds if one.round < before]
        games = (
            game for one in earlier for name, _ in one.groups for game in self.on_paper(one, name)
        )
        return [game for game in games if game.is_level and game.winner is None]

    def following(self, *, third_place: bool) -> tuple[tuple[str, Slots], ...]:
        """Return the brackets of the next round; empty once everything is played.

        If no two entrants would meet because all opponents have left, all go on to the round after.
        """
        last = self.rounds[-1]
        found: dict[str, Slots] = {}
        for name, slots in last.groups:
            if name == THIRD or len(slots) <= 2:
                continue
            games = [game for game in self.games(last) if game.tree == name]
            found[name] = self._still_here((game.winner or NOBODY for game in games), last.round)
            if name == MAIN and len(slots) == 4 and third_place:
                losers = self._still_here((game.loser for game in games), last.round)
                if NOBODY not in losers:
                    found[THIRD] = losers
        while found and not any(NOBODY not in pair for pair in _pairs(found.values())):
            found = {
                name: tuple(a or b for a, b in _pairs([slots]))
                for name, slots in found.items()
                if len(slots) > 2
            }
        return tuple((name, found[name]) for name in TREES if any(found.get(name, ())))

    def legs(self, name: str) -> list[list[TreeGame]]:
        """Return a bracket from its first round to the final, including games to come.

        A game without a round is not published yet, or needs no playing.
        """
        found: list[list[TreeGame]] = []
        last = 0
        for played in self.rounds:
            if slots := played.slots(name):
                while found and len(found[-1]) > len(slots):
                    found.append(self._to_come(name, found[-1], last))
                found.append([game for game in self.games(played) if game.tree == name])
                last = played.round
        while found and len(found[-1]) > 1:
            found.append(self._to_come(name, found[-1], last))
        return found

    def _to_come(self, name: str, games: Sequence[TreeGame], last: int) -> list[TreeGame]:
        """Return the games that follow from `games`, as far as known; who has left is omitted."""
        slots = [
            None if game.winner is None else self._still_here([game.winner], last)[0]
            for game in games
        ]
        return [
            TreeGame(
                round=0,
                tree=name,
                a=a or NOBODY,
                b=b or NOBODY,
                winner=None if None in (a, b) or (a and b) else (a or b),
            )
            for a, b in zip(slots[::2], slots[1::2], strict=True)
        ]

    def _still_here(self, numbers: Iterable[int], after: int) -> Slots:
        return tuple(NOBODY if not who or self.is_gone(who, after + 1) else who for who in numbers)

    def places(self) -> dict[int, int]:
        """Return the place of each entrant: 1, 2, 3, 3, 5 …; the consolation follows.

        Entrants still in a bracket have the best place they can reach.
        """
        if self.version == BEFORE:
            return self._places_before()
        found: dict[int, int] = {}
        for name in (MAIN, CONSOLATION):
            offset = len(found)
            own = self._tree_places(name)
            found |= {who: offset + place for who, place in own.items()}
        return found

    def _tree_places(self, name: str) -> dict[int, int]:
        found: dict[int, int] = {}
        for played in self.rounds:
            half = len(played.slots(name)) // 2
            after = self._after(played.round, name)
            for game in (one for one in self.games(played) if one.tree == name):
                for who in filter(None, (game.a, game.b)):
                    found[who] = 1 if game.winner in (None, who) else half + 1
                    stays = who in after if after else not self.is_gone(who, played.round + 1)
                    if game.winner == who and half > 1 and not stays:
                        # As if it had lost the game that it did not play.
                        found[who] = half // 2 + 1
        if name == MAIN:
            found |= self._third(0)
        return found if 1 in found.values() else self._without_winner(found)

    def _without_winner(self, found: dict[int, int]) -> dict[int, int]:
        """Move up those who lost to a pair of finalists that has left."""
        stayed = found.keys() - self.left.keys()
        here = {who: found[who] for who in stayed if found[who] in (3, 4)}
        if not here:
            return found
        behind = {who: 3 for who, place in found.items() if place < 5}
        return found | behind | {who: place - 2 for who, place in here.items()}

    def _places_before(self) -> dict[int, int]:
        """Return the places as version 1 computed them."""
        found: dict[int, int] = {}
        offset = 0
        for name in (MAIN, CONSOLATION):
            members: set[int] = set()
            for played in self.rounds:
                slots = played.slots(name)
                if not slots:
                    continue
                members.update(filter(None, slots))
                # An entrant that went on and is missing here has left: counted as lost now.
                out = offset + len(slots) // 2 + 1
                for who in members:
                    if found.get(who, offset + 1) == offset + 1 and who not in slots:
                        found[who] = out
                games = [game for game in self.games(played) if game.tree == name]
                found |= _placed(games, offset + 1, out)
            found |= self._third(offset) if name == MAIN else {}
            offset += len(members)
        return found

    def _third(self, offset: int) -> dict[int, int]:
        games = [
            game for played in self.rounds for game in self.games(played) if game.tree == THIRD
        ]
        return _placed(games, offset + 3, offset + 4)


def _pairs(trees: Iterable[Slots]) -> Iterator[tuple[int, int]]:
    for slots in trees:
        yield from zip(slots[::2], slots[1::2], strict=True)


def _placed(games: Sequence[TreeGame], best: int, out: int) -> dict[int, int]:
    return {
        who: out if game.winner is not None and game.winner != who else best
        for game in games
        for who in (game.a, game.b)
        if who
    }
