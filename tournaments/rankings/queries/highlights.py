"""What a hall likes to hear of a ranking: who won and lost places, the best game."""

from typing import NamedTuple

from tournaments.rankings.queries.rankings import Ranking, RankingLine
from tournaments.standings.results import OF_CARDS


class BestGame(NamedTuple):
    """The most points of one game, and who made them: a team, in mêlée both partners."""

    points: int
    round: int
    titles: tuple[str, ...]


def places_won(ranking: Ranking) -> dict[int, int]:
    """Return how many places each entry won since the round before, less than 0 if it lost some.

    Without those who had no result then; empty after the first round.
    """
    last = ranking.rounds[-1].number if ranking.rounds else 0
    if last < 2:
        return {}
    before = ranking.contest.standings(after_round=last - 1)
    places = before.narrowed(line.number for line in ranking.lines)
    then = {line.entrant: line.rank for line in places.lines if line.record.has_results}
    return {
        line.number: then[line.number] - line.rank for line in ranking.lines if line.number in then
    }


def best_game(ranking: Ranking) -> BestGame | None:
    """Return the best game of the rounds that a ranking looks at; of equal ones the first."""
    games = [
        (-result.points, result.round, tuple(sorted(result.opponents)), line)
        for line in ranking.lines
        for number in line.rounds
        if (result := line.results.get(number)) and result.kind in OF_CARDS
    ]
    if not games:
        return None
    best = min(game[:3] for game in games)
    made_by: list[RankingLine] = [line for *game, line in games if tuple(game) == best]
    return BestGame(-best[0], best[1], tuple(line.title for line in made_by))
