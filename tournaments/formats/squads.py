"""Meetings of club teams with their results, and the ranking of club teams. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from tournaments.draw.groups import NOBODY
from tournaments.draw.phased import circle
from tournaments.formats.meetings import MeetingCount, MeetingTie, TeamMeetings
from tournaments.formats.phases import Phase, PhaseKind, phase_at
from tournaments.standings.brackets import VERSION, PhaseRound
from tournaments.standings.contest import RankedContest, RankedEntrant
from tournaments.standings.criteria import CriterionCode
from tournaments.standings.ranking import RankingRules
from tournaments.standings.record import Record, records_of
from tournaments.standings.results import GameOutcome, ResultKind, RoundResult

RANKED_BY: Final = (
    CriterionCode.MEETINGS,
    CriterionCode.TABLES,
    CriterionCode.DIFFERENCE,
    CriterionCode.DIRECT,
)
"""The criteria of the ranking of club teams, in order."""
LAST_TABLE: Final = 1 << 30
_FREE: Final = frozenset({ResultKind.EXEMPT, ResultKind.FORFEIT})
"""Tables won without playing, because the other side was empty or has left."""
_WORTH: Final = {GameOutcome.WON: (2, 0), GameOutcome.TIED: (1, 1), GameOutcome.LOST: (0, 2)}


class BoardSeat(NamedTuple):
    """An entry at a table of a round, alone if exempt; without a result during the game."""

    round: int
    match: int
    """A value that distinguishes the tables of a round, including byes."""
    table: int | None
    entry: int
    kind: ResultKind
    result: RoundResult | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MeetingBoard:
    """A table of a meeting: the entry of each side, and the score of each; None during the game.

    A place without an entry is empty.
    """

    table: int | None
    a: int | None
    b: int | None
    gives: tuple[int, int] | None
    points: tuple[int, int]

    @property
    def is_over(self) -> bool:
        return self.gives is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class SquadMeeting:
    """A meeting of two club teams at their tables, or the bye of one."""

    round: int
    a: int
    b: int
    boards: tuple[MeetingBoard, ...]
    rule: TeamMeetings
    is_tree: bool

    @property
    def is_bye(self) -> bool:
        """Return whether there is no opponent."""
        return NOBODY in (self.a, self.b)

    @property
    def first_table(self) -> int:
        """Return the table at which decisions are recorded; 0 if no table is played."""
        return min((board.table for board in self.boards if board.table), default=0)

    @property
    def is_over(self) -> bool:
        """Return whether every table has a result."""
        return bool(self.boards) and all(board.is_over for board in self.boards)

    @property
    def tables(self) -> tuple[int, int]:
        """Return the scores of finished tables for both."""
        over = [board.gives for board in self.boards if board.gives]
        return sum(a for a, _ in over), sum(b for _, b in over)

    @property
    def points(self) -> tuple[int, int]:
        """Return the points of both at the finished tables."""
        over = [board.points for board in self.boards if board.gives]
        return sum(a for a, _ in over), sum(b for _, b in over)

    @property
    def score(self) -> tuple[int, int]:
        """Return the score of the meeting."""
        return self.points if self.rule.count is MeetingCount.POINTS else self.tables

    @property
    def parted_by(self) -> MeetingTie | None:
        """Return the tie-break that decides, None if there is none or it is not needed."""
        a, b = self.score
        if a != b or (self.rule.draws and not self.is_tree):
            return None
        return next((tie for tie in self.rule.ties if self._lead(tie)), None)

    @property
    def lead(self) -> int:
        """Return who leads or has won: positive for the first club team, negative for the other."""
        a, b = self.score
        tie = self.parted_by
        return self._lead(tie) if tie else a - b

    def _lead(self, tie: MeetingTie) -> int:
        if tie is MeetingTie.POINTS:
            return self.points[0] - self.points[1]
        leads = (board.gives[0] - board.gives[1] for board in self.boards if board.gives)
        return next((lead for lead in leads if lead), 0)

    def outcome(self, squad: int) -> GameOutcome:
        """Return the outcome for one of both."""
        lead = self.lead if squad == self.a else -self.lead
        if not lead:
            return GameOutcome.TIED
        return GameOutcome.WON if lead > 0 else GameOutcome.LOST


@dataclass(frozen=True, slots=True, kw_only=True)
class SquadContest(RankedContest):
    """The contest of the club teams; its results are the finished meetings."""

    meetings: tuple[SquadMeeting, ...] = ()
    gained: Mapping[tuple[int, int], tuple[int, int, int]] = field(default_factory=dict)
    """By round and club team: ranking points, table score, and points conceded."""

    def shown_points(self, result: RoundResult) -> int:
        """Return the score of a meeting."""
        met = (one for one in self.meetings if one.round == result.round)
        for one in met:
            if result.entrant in (one.a, one.b):
                return one.score[result.entrant == one.b]
        return result.points

    def shown_total(self, record: Record) -> int:
        """Return the ranking points."""
        return int(record.score)

    def _records(
        self, numbers: Sequence[int], counted: Sequence[RoundResult], left: Iterable[int]
    ) -> tuple[Record, ...]:
        sums: dict[int, tuple[int, int, int]] = dict.fromkeys(numbers, (0, 0, 0))
        for result in counted:
            worth, tables, conceded = self.gained.get((result.round, result.entrant), (0, 0, 0))
            had = sums[result.entrant]
            sums[result.entrant] = (had[0] + worth, had[1] + tables, had[2] + conceded)
        return tuple(
            one._replace(score=worth, tables=tables, conceded=conceded)
            for one in records_of(numbers, counted, left=left)
            for worth, tables, conceded in [sums[one.entrant]]
        )


def met_in_round(played: PhaseRound, course: Sequence[Phase]) -> Iterator[tuple[int, int]]:
    """Yield the meetings in a round of pools or brackets; NOBODY is the opponent in a bye."""
    at = phase_at(course, played.round)
    for _name, slots in played.groups:
        if at and at.phase.kind is PhaseKind.POOLS:
            yield from circle(slots, at.phase.size, at.leg)
        else:
            yield from zip(slots[::2], slots[1::2], strict=True)


def contest_of_squads(
    rule: TeamMeetings,
    *,
    course: Sequence[Phase],
    entrants: Iterable[RankedEntrant],
    seats: Iterable[BoardSeat],
    rules: RankingRules,
    phase_rounds: tuple[PhaseRound, ...],
    version: int = VERSION,
) -> SquadContest:
    """Return the contest of the club teams, from the seats and results of their entries."""
    at_squad: defaultdict[tuple[int, int], list[BoardSeat]] = defaultdict(list)
    squad_of = rule.by_entry
    for seat in seats:
        if seat.entry in squad_of:
            at_squad[seat.round, squad_of[seat.entry]].append(seat)
    meetings = tuple(
        SquadMeeting(
            round=played.round,
            a=a,
            b=b,
            boards=tuple(_boards(at_squad[played.round, a], at_squad[played.round, b])),
            rule=rule,
            is_tree=played.is_tree,
        )
        for played in phase_rounds
        for a, b in met_in_round(played, course)
        if a or b
    )
    results: list[RoundResult] = []
    gained: dict[tuple[int, int], tuple[int, int, int]] = {}
    for meeting in meetings:
        if meeting.is_bye:
            who = meeting.a or meeting.b
            results.append(RoundResult(who, meeting.round, 0, ResultKind.EXEMPT))
        elif meeting.is_over:
            for side, who in enumerate((meeting.a, meeting.b)):
                results.append(_result(meeting, side, at_squad[meeting.round, who]))
                gained[meeting.round, who] = _gained(meeting, side)
    return SquadContest(
        entrants=tuple(_entrants(rule, entrants)),
        results=tuple(results),
        rules=replace(rules, criteria=RANKED_BY, drawn=()),
        phase_rounds=phase_rounds,
        version=version,
        meetings=meetings,
        gained=gained,
    )


def _boards(of_a: Sequence[BoardSeat], of_b: Sequence[BoardSeat]) -> Iterator[MeetingBoard]:
    """Yield the tables of a meeting in order, those without an opponent last."""
    sides = [{seat.match: seat for seat in of_one} for of_one in (of_a, of_b)]
    tables = {seat.match: seat.table or LAST_TABLE for seat in (*of_a, *of_b)}
    for match in sorted(tables, key=lambda match: (tables[match], match)):
        a, b = (side.get(match) for side in sides)
        yield MeetingBoard(
            table=next(seat.table for seat in (a, b) if seat),
            a=a and a.entry,
            b=b and b.entry,
            gives=_gives(a, b),
            points=(_points(a), _points(b)),
        )


def _points(seat: BoardSeat | None) -> int:
    return seat.result.points if seat and seat.result else 0


def _gives(a: BoardSeat | None, b: BoardSeat | None) -> tuple[int, int] | None:
    """Return the scores of both sides of a table; None during the game."""
    for seat in (a, b):
        if seat is None:
            continue
        if seat.kind in _FREE:
            own, other = _WORTH[GameOutcome.WON]
        elif seat.result and seat.result.outcome:
            own, other = _WORTH[seat.result.outcome]
        else:
            continue
        return (own, other) if seat is a else (other, own)
    has_left = all(seat is None or seat.kind is ResultKind.ABSENT for seat in (a, b))
    return (0, 0) if has_left else None


def _result(meeting: SquadMeeting, side: int, seats: Sequence[BoardSeat]) -> RoundResult:
    own, other = (meeting.a, meeting.b) if side == 0 else (meeting.b, meeting.a)
    results = [seat.result for seat in seats if seat.result]
    return RoundResult(
        entrant=own,
        round=meeting.round,
        points=meeting.points[side],
        outcome=meeting.outcome(own),
        opponents=(other,),
        capots=sum(result.capots for result in results),
        failed=sum(result.failed for result in results),
        hands=sum(result.hands for result in results),
    )


def _gained(meeting: SquadMeeting, side: int) -> tuple[int, int, int]:
    own = (meeting.a, meeting.b)[side]
    place = {GameOutcome.WON: 0, GameOutcome.TIED: 1, GameOutcome.LOST: 2}[meeting.outcome(own)]
    return meeting.rule.worth[place], meeting.tables[side], meeting.points[1 - side]


def _entrants(rule: TeamMeetings, entrants: Iterable[RankedEntrant]) -> Iterator[RankedEntrant]:
    """Yield the club teams; one leaves with the last of its entries."""
    left = {one.number: one.withdrawn_from for one in entrants}
    for squad in rule.squads:
        gone = [left.get(number) for number in squad.entries]
        rounds = [number for number in gone if number is not None]
        has_left = bool(gone) and len(rounds) == len(gone)
        yield RankedEntrant(number=squad.number, withdrawn_from=max(rounds) if has_left else None)
