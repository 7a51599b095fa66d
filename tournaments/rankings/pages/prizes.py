"""The prize list of a contest: first places, the last, best games, the first of each tag."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Tournament
from tournaments.rankings.pages.rankings import RankedRound, Ranking, RankingLine, ranking_of
from tournaments.seating import NamedEntry
from tournaments.standings.contest import best_games
from tournaments.standings.prizes import PrizeLine, prize_list
from tournaments.tags import tag_label

# Read out where no prizes were written down.
PLACES_WITHOUT_PRIZES = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizePlace:
    """A place and who stands on it; several share it, and its prizes."""

    rank: int
    winners: tuple[RankingLine, ...]
    prizes: tuple[str, ...] = ()
    is_last: bool = False

    @property
    def total(self) -> int:
        return self.winners[0].total

    @property
    def note(self) -> str:
        """Return why they stand before the next place, where a tie-break had to decide."""
        return self.winners[-1].note

    @property
    def is_shared(self) -> bool:
        return len(self.winners) > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class BestGame:
    """The most points of one entry in one game."""

    entry: NamedEntry
    round: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstOfTag:
    """Who stands first among those with a tag."""

    label: str
    winners: tuple[RankingLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeList:
    """What is read out at the end."""

    places: tuple[PrizePlace, ...]
    best_games: tuple[BestGame, ...]
    tags: tuple[FirstOfTag, ...]
    rounds: tuple[RankedRound, ...]
    has_prizes: bool


def prizes_of(tournament: Tournament) -> PrizeList:
    """Return the prize list; without written prizes the first places alone."""
    ranking = ranking_of(tournament)
    names: list[str] = list(tournament.prizes)
    lines = prize_list(
        ranking.standings,
        prizes=len(names) or PLACES_WITHOUT_PRIZES,
        for_last=bool(tournament.prize_for_last),
    )
    by_number = {line.number: line for line in ranking.lines}
    return PrizeList(
        places=tuple(
            PrizePlace(
                rank=line.rank,
                winners=tuple(by_number[number] for number in line.entrants),
                prizes=_prizes(line, names, tournament.prize_for_last),
                is_last=line.is_last,
            )
            for line in lines
        ),
        best_games=tuple(
            BestGame(entry=ranking.names[game.entrant], round=game.round, points=game.points)
            for game in best_games(ranking.contest.ranked_results)
        ),
        tags=tuple(_firsts(ranking, by_number)),
        rounds=ranking.rounds,
        has_prizes=bool(names),
    )


def _prizes(line: PrizeLine, names: Sequence[str], for_last: str) -> tuple[str, ...]:
    if line.is_last:
        return (for_last,)
    return tuple(names[number - 1] for number in line.prizes) if names else ()


def _firsts(ranking: Ranking, by_number: dict[int, RankingLine]) -> list[FirstOfTag]:
    found = []
    for tag in ranking.tags:
        tagged = [number for number, entry in ranking.names.items() if entry.has(tag)]
        standings = ranking.standings.narrowed(tagged)
        winners = tuple(
            by_number[line.entrant]
            for line in standings.lines
            if line.rank == 1 and line.record.has_results
        )
        if winners:
            found.append(FirstOfTag(label=tag_label(tag), winners=winners))
    return found
