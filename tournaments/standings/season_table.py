"""The table of a season: evenings credited to players, combined, and ranked like a contest."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import chain
from operator import attrgetter
from typing import Any, NamedTuple

from tournaments.standings.contest import RankedContest
from tournaments.standings.criteria import CriterionCode
from tournaments.standings.ranking import USUAL_TIEBREAKS, RankingRules, Standings, rank
from tournaments.standings.record import Meeting, Number, Record, record_of
from tournaments.standings.results import ResultKind, RoundResult, refuse_unfit
from tournaments.standings.sanctions import Sanction, off_totals
from tournaments.standings.season_scores import (
    Combination,
    EveningResult,
    PointsWorth,
    Sum,
    Worth,
    exact,
)


class Short(StrEnum):
    """How players are ranked who attended too few evenings."""

    RANKED_AFTER = "ranked_after"
    NOT_RANKED = "not_ranked"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonAttendance:
    """The minimum of evenings to attend, out of `planned` (None: all have been played).

    As long as a player can still reach the minimum in the evenings to come, it does not apply: in
    mid-season the table ranks everybody who is still in the race.
    """

    least: int = 0
    planned: int | None = None
    short: Short = Short.RANKED_AFTER

    def is_short(self, attended: int, *, played: int) -> bool:
        """Return whether the minimum is out of reach after `played` evenings of the season."""
        to_come = max(0, (self.planned or 0) - played)
        return attended + to_come < self.least


class BonusKind(StrEnum):
    """When the attendance bonus is given."""

    EACH_EVENING = "each_evening"
    ONCE = "once"


@dataclass(frozen=True, slots=True, kw_only=True)
class AttendanceBonus:
    """Points for attending at least `least` evenings: once, or for each evening."""

    points: int
    least: int = 1
    kind: BonusKind = BonusKind.EACH_EVENING

    def of(self, attended: int) -> int:
        if attended < self.least:
            return 0
        return self.points * (attended if self.kind is BonusKind.EACH_EVENING else 1)


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points deducted from a season's score, with the reason that is shown.

    Raises ValueError without a reason or without a deduction.
    """

    entrant: int
    points: int
    reason: str

    def __post_init__(self) -> None:
        if self.points < 1 or not self.reason.strip():
            raise ValueError("a penalty takes points off and has a reason")


SEASON_CRITERIA = (CriterionCode.SCORE, CriterionCode.POINTS, *USUAL_TIEBREAKS)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRules:
    """What an evening is worth, how evenings are combined, and what is added."""

    worth: Worth = field(default_factory=PointsWorth)
    combination: Combination = field(default_factory=Sum)
    attendance: SeasonAttendance = field(default_factory=SeasonAttendance)
    bonus: AttendanceBonus | None = None
    ranking: RankingRules = field(default_factory=lambda: RankingRules(criteria=SEASON_CRITERIA))


class CountedEvening(NamedTuple):
    """What one evening is worth, and whether it counts or is dropped."""

    evening: int
    worth: Number
    is_counted: bool


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """How a score is made up: combined evenings, plus `bonus`, minus penalties."""

    entrant: int
    evenings: tuple[CountedEvening, ...]
    combined: Number
    bonus: int
    penalties: tuple[Penalty, ...]
    is_short: bool

    @property
    def score(self) -> Number:
        return exact(self.combined + self.bonus - sum(p.points for p in self.penalties))


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """The ranking of a season, how each score is made up, and who is not ranked (by number)."""

    standings: Standings
    lines: Mapping[int, SeasonLine]
    not_ranked: tuple[int, ...]


def credit_evening(
    standings: Standings, members: Mapping[int, Sequence[int]], *, evening: int
) -> tuple[EveningResult, ...]:
    """Credit every member of an evening's entrants with the entrant's record and place.

    `members` maps each entrant of that evening to its players: two of a team, one in a mêlée.
    Entrants without members, or without a result because they did not come, are skipped. Opponents
    are mapped to players too.
    Raises UnfitResultsError if a player belongs to two entrants.
    Source: rules.md, section 7: the partner may change, each player has the team's score.
    """
    players = [player for line in standings.lines for player in members.get(line.entrant, ())]
    refuse_unfit(players, ())
    sharing = Counter(line.rank for line in standings.lines)
    results = []
    for line in standings.lines:
        if not line.record.has_results:
            continue
        meetings = tuple(
            Meeting(player, meeting.outcome)
            for meeting in line.record.meetings
            for player in members.get(meeting.opponent, ())
        )
        for player in members.get(line.entrant, ()):
            record = line.record._replace(entrant=player, meetings=meetings)
            results.append(
                EveningResult(
                    entrant=player,
                    evening=evening,
                    record=record,
                    place=line.rank,
                    sharing=sharing[line.rank],
                )
            )
    return tuple(sorted(results, key=lambda result: result.entrant))


def credit_by_rounds(
    contest: RankedContest, members: Callable[[int, int], Collection[int]], *, evening: int
) -> tuple[EveningResult, ...]:
    """Credit an evening with substitutes: each player gets the rounds that they played.

    `members` returns who played for an entrant in a round. An entrant's place goes to players of at
    least half of its rounds; a player with two places gets the better one (decision). Players whose
    last entrant left count as having left.
    """
    standings = contest.standings()
    last_round = max(contest.rounds, default=0)
    own: defaultdict[int, list[RoundResult]] = defaultdict(list)
    shares: Counter[tuple[int, int]] = Counter()
    last: dict[int, int] = {}
    lengths = Counter(result.entrant for result in contest.results)
    for result, people in _credited_rounds(contest, members):
        facing = [who for one in result.opponents for who in members(one, result.round)]
        for who in people:
            own[who].append(result._replace(entrant=who, opponents=tuple(facing)))
            shares[who, result.entrant] += 1
            last[who] = result.entrant
    sharing = Counter(line.rank for line in standings.lines)
    ranks = {line.entrant: line.rank for line in standings.lines}
    gone = {one.number for one in contest.entrants if one.withdrawn_from is not None}
    places: defaultdict[int, list[int]] = defaultdict(list)
    for (who, entrant), rounds in shares.items():
        if 2 * rounds >= lengths[entrant]:
            places[who].append(ranks[entrant])
    records = [
        record_of(who, own[who], last_round=last_round, has_left=last[who] in gone)
        for who in sorted(own)
    ]
    return tuple(
        EveningResult(
            entrant=record.entrant,
            evening=evening,
            record=record,
            place=min(places[record.entrant], default=None),
            sharing=sharing[min(places[record.entrant], default=0)] or 1,
        )
        for record in off_totals(records, _credited_sanctions(contest, members))
    )


def _credited_sanctions(
    contest: RankedContest, members: Callable[[int, int], Collection[int]]
) -> list[Sanction]:
    """Return the sanctions of entrants as sanctions of everybody who played for them then."""
    return [
        replace(one, entrant=who)
        for one in contest.sanctions
        for who in members(one.entrant, one.round)
    ]


def _credited_rounds(
    contest: RankedContest, members: Callable[[int, int], Collection[int]]
) -> Iterator[tuple[RoundResult, list[int]]]:
    """Return every result with the players credited with it, round by round.

    A player gets only one result per round; of two, the one played at a table.
    """

    def order(result: RoundResult) -> tuple[int, bool, bool]:
        return result.round, not result.kind.is_game, result.kind is ResultKind.ABSENT

    taken: set[tuple[int, int]] = set()
    for result in sorted(contest.ranked_results, key=order):
        # In order and without duplicates: one person may hold both places.
        people = dict.fromkeys(members(result.entrant, result.round))
        own = [who for who in people if (who, result.round) not in taken]
        taken.update((who, result.round) for who in own)
        yield result, own


def season_table(
    results: Iterable[EveningResult],
    rules: SeasonRules,
    *,
    penalties: Iterable[Penalty] = (),
    played: int | None = None,
) -> SeasonTable:
    """Rank a season; results and penalties may be in any order.

    `played` is the number of evenings so far, by default those that anybody attended. Raises
    UnfitResultsError for two results of one evening, or a penalty of somebody without results.
    """
    given = sorted(results, key=attrgetter("entrant", "evening"))
    by_entrant: defaultdict[int, list[EveningResult]] = defaultdict(list)
    for result in given:
        by_entrant[result.entrant].append(result)
    fines = sorted(penalties, key=lambda fine: (fine.entrant, fine.reason, fine.points))
    refuse_unfit(by_entrant, ((result.entrant, result.evening) for result in given))
    refuse_unfit(by_entrant, ((who, 0) for who in {fine.entrant for fine in fines}))
    evenings = {result.evening for result in given}
    so_far = len(evenings) if played is None else played
    lines = {
        who: _line(own, rules, tuple(f for f in fines if f.entrant == who), so_far)
        for who, own in by_entrant.items()
    }
    records = [
        _record(own, lines[who], last_evening=max(evenings)) for who, own in by_entrant.items()
    ]
    ranking, ranked = rules.ranking, records
    if rules.attendance.short is Short.NOT_RANKED:
        ranked = [record for record in records if not record.is_short]
    elif CriterionCode.ENOUGH_EVENINGS not in ranking.criteria:
        first = (CriterionCode.ENOUGH_EVENINGS, *ranking.criteria)
        ranking = replace(ranking, criteria=first)
    standings = rank(ranked, ranking)
    return SeasonTable(standings, lines, tuple(sorted(lines.keys() - set(standings.order))))


def _line(
    results: Sequence[EveningResult],
    rules: SeasonRules,
    penalties: tuple[Penalty, ...],
    played: int,
) -> SeasonLine:
    """Return how an entrant's score is made up, from its results in order of evening."""
    worths = [rules.worth.of(result) for result in results]
    combined = rules.combination.of(worths)
    counted = frozenset(combined.counted)
    return SeasonLine(
        entrant=results[0].entrant,
        evenings=tuple(
            CountedEvening(result.evening, worth, index in counted)
            for index, (result, worth) in enumerate(zip(results, worths, strict=True))
        ),
        combined=combined.score,
        bonus=rules.bonus.of(len(results)) if rules.bonus else 0,
        penalties=penalties,
        is_short=rules.attendance.is_short(len(results), played=played),
    )


def _record(results: Sequence[EveningResult], line: SeasonLine, *, last_evening: int) -> Record:
    """Sum up all of an entrant's evenings; ties are broken by the whole season."""
    records = [result.record for result in results]
    added = ("points", "wins", "ties", "losses", "byes", "capots", "failed")
    sums: dict[str, Any] = {name: sum(map(attrgetter(name), records)) for name in added}
    return Record(
        **sums,
        entrant=line.entrant,
        games=tuple(sorted(chain.from_iterable(r.games for r in records), reverse=True)),
        last_game=sum(r.record.points for r in results if r.evening == last_evening),
        meetings=tuple(chain.from_iterable(record.meetings for record in records)),
        has_results=True,
        score=line.score,
        evenings=tuple(sorted((record.points for record in records), reverse=True)),
        is_short=line.is_short,
    )
