"""One entrant's results summed up, as rankings compare them."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from tournaments.standings.results import OF_CARDS, GameOutcome, ResultKind, RoundResult

Number: TypeAlias = int | Fraction
"""An exact number: an integer, or a fraction for averages. Never a float."""

_WON, _TIED, _LOST = GameOutcome
_EXEMPT: Final = ResultKind.EXEMPT


class Meeting(NamedTuple):
    """One game against one opponent, as it ended for the record's own entrant."""

    opponent: int
    outcome: GameOutcome


class Record(NamedTuple):
    """An entrant's results so far, in a contest or a season.

    `points` is the sum of all rounds. `games` are the points of each game at a table, best first;
    `last_game` those of the last round (or evening), 0 if the entrant had no game in it. `wins`,
    `ties` and `losses` include forfeits; `byes` counts exempt rounds. A season also sets `score`
    (the combined score of the evenings), `evenings` (the points of each, best first) and `is_short`
    (too few evenings attended); a contest leaves them alone.
    """

    entrant: int
    points: int = 0
    wins: int = 0
    ties: int = 0
    losses: int = 0
    byes: int = 0
    capots: int = 0
    failed: int = 0
    games: tuple[int, ...] = ()
    last_game: int = 0
    meetings: tuple[Meeting, ...] = ()
    has_results: bool = False
    has_left: bool = False
    score: Number = 0
    evenings: tuple[int, ...] = ()
    is_short: bool = False
    bracket: int = 0
    """The place in the brackets of a contest, 0 if it has none."""
    tables: int = 0
    """The points that its tables earned a club team in its meetings."""
    conceded: int = 0
    """The points of a club team's opponents."""

    @property
    def best_game(self) -> int | None:
        """Return the points of the best game at a table, None without a game."""
        return self.games[0] if self.games else None


def record_of(
    entrant: int, results: Sequence[RoundResult], *, last_round: int, has_left: bool = False
) -> Record:
    """Sum up one entrant's results, in any order; `last_round` is the last of all entrants."""
    points = capots = failed = byes = last_game = 0
    outcomes = {_WON: 0, _TIED: 0, _LOST: 0, None: 0}
    games: list[int] = []
    meetings: list[Meeting] = []
    # One loop for all sums: large contests are summed up for every page.
    for _who, number, own, kind, outcome, opponents, own_capots, own_failed, _hands in results:
        points += own
        capots += own_capots
        failed += own_failed
        outcomes[outcome] += 1
        if kind in OF_CARDS:
            games.append(own)
            if number == last_round:
                last_game += own
            if outcome:
                for opponent in opponents:
                    meetings.append(Meeting(opponent, outcome))
        elif kind is _EXEMPT:
            byes += 1
    return Record(
        entrant=entrant,
        points=points,
        wins=outcomes[_WON],
        ties=outcomes[_TIED],
        losses=outcomes[_LOST],
        byes=byes,
        capots=capots,
        failed=failed,
        games=tuple(sorted(games, reverse=True)),
        last_game=last_game,
        meetings=tuple(sorted(meetings)),
        has_results=bool(results),
        has_left=has_left,
    )


def records_of(
    entrants: Iterable[int], results: Iterable[RoundResult], *, left: Iterable[int] = ()
) -> tuple[Record, ...]:
    """Sum up the results of every entrant, also of those without any, by entrant number."""
    by_entrant: defaultdict[int, list[RoundResult]] = defaultdict(list)
    last_round = 0
    for result in results:
        by_entrant[result.entrant].append(result)
        if result.round > last_round:
            last_round = result.round
    gone = frozenset(left)
    return tuple(
        record_of(who, by_entrant[who], last_round=last_round, has_left=who in gone)
        for who in sorted(entrants)
    )
