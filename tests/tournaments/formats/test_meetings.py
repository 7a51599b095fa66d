"""Meetings of club teams: who sits where, who wins, who stands before whom; no database.

What random meetings come to is counted once more by hand, and must be the same.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from tests.meetings import CUP, LEAGUE, NAMES, squads_of
from tournaments.draw.drawing import draw
from tournaments.draw.groups import Frame
from tournaments.draw.phased import circle
from tournaments.draw.request import DrawRequest, Entrant, Method
from tournaments.draw.result import Draw
from tournaments.draw.seats import TooFewTablesError
from tournaments.formats.meetings import (
    MeetingCount,
    MeetingsError,
    MeetingTie,
    Squad,
    TeamMeetings,
    meetings_from_dict,
    refuse_moved,
    seated,
)
from tournaments.formats.phases import Phase, PhaseKind
from tournaments.formats.squads import BoardSeat, SquadContest, contest_of_squads
from tournaments.standings.brackets import PhaseRound
from tournaments.standings.contest import RankedEntrant
from tournaments.standings.ranking import LastResort, RankingRules
from tournaments.standings.results import GameOutcome, ResultKind, RoundResult

FOUR = TeamMeetings(pairs=4, squads=squads_of(4))
WON, TIED, LOST = GameOutcome
PLAYED = ResultKind.PLAYED
SCORED = {WON: (200, 124), TIED: (162, 162), LOST: (124, 200)}
SHARED = RankingRules(last_resort=LastResort.SHARED)
Boards = Sequence[tuple[int, int]]
"""The points of both at each table."""


POOL = Phase(kind=PhaseKind.POOLS, rounds=1, size=2)
FINAL = (PhaseRound(round=1, groups=(("main", (1, 2)),)),)
IN_POOL = (PhaseRound(round=1, groups=(("1", (1, 2)),)),)


def drawn(squads: int, seed: int = 1) -> Draw:
    frame = Frame(leg=1, size=max(2, squads))
    entrants = tuple(Entrant(number) for number in range(1, squads + 1))
    return draw(DrawRequest(Method.POOLS, seed, 1, 0, entrants, frame=frame))


def outcome(own: int, other: int) -> GameOutcome:
    return TIED if own == other else WON if own > other else LOST


def seats_at(number: int, a: int, b: int, boards: Boards, pairs: int = 4) -> list[BoardSeat]:
    """Return the tables of a meeting of two club teams whose entries count on from each other."""
    seats = []
    for place, (of_a, of_b) in enumerate(boards, start=1):
        one, other = (a - 1) * pairs + place, (b - 1) * pairs + place
        match = a * 100 + place
        for who, own, against in ((one, of_a, of_b), (other, of_b, of_a)):
            result = RoundResult(who, number, own, outcome=outcome(own, against))
            seats.append(BoardSeat(number, match, place, who, PLAYED, result))
    return seats


def contest(
    rule: TeamMeetings,
    seats: Sequence[BoardSeat],
    *,
    course: Sequence[Phase] = (LEAGUE,),
    rounds: Sequence[PhaseRound] = IN_POOL,
) -> SquadContest:
    entrants = [RankedEntrant(number=number) for number in range(1, 17)]
    return contest_of_squads(
        rule,
        course=course,
        entrants=entrants,
        seats=seats,
        rules=SHARED,
        phase_rounds=tuple(rounds),
    )


def met(rule: TeamMeetings, boards: Boards, *, in_tree: bool = False) -> GameOutcome:
    """Return how a meeting of the first two ends for the first."""
    course, rounds = ((CUP,), FINAL) if in_tree else ((POOL,), IN_POOL)
    found = contest(rule, seats_at(1, 1, 2, boards), course=course, rounds=rounds)
    return found.meetings[0].outcome(1)


ROUNDS = 60


def test_every_pair_that_can_play_sits_once_against_its_own_place() -> None:
    for seed in range(ROUNDS):
        chance = Random(seed)
        count, pairs = chance.randint(2, 4), chance.randint(1, 4)
        meetings = TeamMeetings(pairs=pairs, squads=squads_of(pairs, count, reserve=1))
        everybody = set(meetings.by_entry)
        present = {who for who in everybody if chance.random() < 0.8}
        squads = drawn(count, seed)
        found = seated(squads, meetings, present, ())
        at_tables = [who for one in found.pairings for who in (*one.a, *one.b)]
        # By hand: of each club team the first ones there, up to the tables of a meeting.
        wanted = [
            who
            for squad in meetings.squads
            for who in [one for one in squad.entries if one in present][:pairs]
        ]
        assert sorted([*at_tables, *found.exempt]) == sorted(wanted)
        lines = {s.number: [e for e in s.entries if e in present] for s in meetings.squads}
        for place, meeting in enumerate(squads.pairings):
            a, b = lines[meeting.a[0]], lines[meeting.b[0]]
            tables = {one.table: (*one.a, *one.b) for one in found.pairings}
            for board, (one, other) in enumerate(zip(a[:pairs], b[:pairs], strict=False), 1):
                assert tables[place * pairs + board] == (one, other)


def test_meetings_take_the_tables_there_are_in_their_order() -> None:
    present = set(FOUR.by_entry)
    found = seated(drawn(4), FOUR, present, ((11, 13), (21, 30)))
    assert [one.table for one in found.pairings] == [11, 12, 13, 21, 22, 23, 24, 25]
    with pytest.raises(TooFewTablesError):
        seated(drawn(4), FOUR, present, ((1, 7),))


@pytest.mark.parametrize(
    ("boards", "count", "ties", "ended"),
    [
        ([(200, 124)] * 3 + [(0, 324)], "tables", "points", WON),
        ([(200, 124)] * 3 + [(0, 324)], "points", "", LOST),
        ([(200, 124), (162, 162), (162, 162), (162, 162)], "tables", "", WON),
        ([(200, 124), (123, 201)], "tables", "points,first_table", LOST),
        ([(200, 124), (123, 201)], "tables", "first_table,points", WON),
        ([(200, 124), (124, 200)], "tables", "points,first_table", WON),
        ([(162, 162), (124, 200), (200, 124)], "tables", "points,first_table", LOST),
        ([(200, 124), (124, 200)], "tables", "points", TIED),
        ([(200, 124), (124, 200)], "points", "first_table", WON),
        ([(162, 162)] * 4, "tables", "points,first_table", TIED),
    ],
    ids=[
        "three tables of four",
        "by points the fourth weighs more",
        "one table and three level ones",
        "equal tables: the points",
        "equal tables: the first table",
        "equal points too: the first table",
        "the first table level: the second",
        "no rule is left",
        "equal points: the first table",
        "nothing parts them",
    ],
)
def test_what_a_meeting_is_won_by(
    boards: Boards, count: str, ties: str, ended: GameOutcome
) -> None:
    rule = replace(
        FOUR,
        count=MeetingCount(count),
        ties=tuple(MeetingTie(tie) for tie in ties.split(",") if tie),
    )
    assert met(rule, boards, in_tree=True) is ended
    a, b = (sum(side) for side in zip(*boards, strict=True))
    won = [(x > y) - (x < y) for x, y in boards]
    equal = a == b if count == "points" else sum(won) == 0
    # In a league an equal meeting stays level, unless the organiser wants otherwise.
    assert met(rule, boards) is (TIED if equal else ended)
    assert met(replace(rule, draws=False), boards) is ended
    turned = [(y, x) for x, y in boards]
    other_way = {WON: LOST, LOST: WON, TIED: TIED}
    assert met(rule, turned, in_tree=True) is other_way[ended]


def test_a_league_of_random_results_adds_up() -> None:
    for seed in range(ROUNDS):
        chance = Random(seed)
        worth = chance.choice([(2, 1, 0), (3, 2, 1), (3, 1, 0)])
        count = chance.choice(list(MeetingCount))
        rule = replace(FOUR, worth=worth, count=count, draws=chance.random() < 0.5)
        seats: list[BoardSeat] = []
        gained = dict.fromkeys(range(1, 5), (0, 0, 0))
        slots = tuple(chance.sample(range(1, 5), 4))
        rounds = [PhaseRound(round=n, groups=(("1", slots),)) for n in (1, 2, 3)]
        for number in (1, 2, 3):
            for a, b in circle(slots, 4, number):
                boards = [SCORED[chance.choice((WON, TIED, LOST))] for _ in range(4)]
                seats += seats_at(number, a, b, boards)
                for who, line in ((a, boards), (b, [(y, x) for x, y in boards])):
                    gained[who] = by_hand(gained[who], line, rule)
        found = contest(rule, chance.sample(seats, len(seats)), rounds=rounds)
        lines = found.standings().lines
        mine = {
            one.entrant: (
                int(one.record.score),
                one.record.tables,
                one.record.points - one.record.conceded,
            )
            for one in lines
        }
        assert mine == gained
        keys = [gained[one.entrant] for one in lines]
        assert keys == sorted(keys, reverse=True)
        assert sum(tables for _score, tables, _difference in gained.values()) == 2 * 4 * 6
        assert sum(difference for *_both, difference in gained.values()) == 0


def by_hand(had: tuple[int, int, int], boards: Boards, rule: TeamMeetings) -> tuple[int, int, int]:
    """Add a meeting to what a club team had: worth, tables, difference."""
    tables = sum(2 if x > y else x == y for x, y in boards)
    own, other = (sum(side) for side in zip(*boards, strict=True))
    lead = own - other if rule.count is MeetingCount.POINTS else 2 * tables - 2 * len(boards)
    if not lead and not rule.draws:
        first = next(((x > y) - (x < y) for x, y in boards if x != y), 0)
        lead = (own - other) or first
    worth = rule.worth[1 - (lead > 0) + (lead < 0)]
    return had[0] + worth, had[1] + tables, had[2] + own - other


def test_a_meeting_counts_once_every_table_is_over_and_nobody_opposite_is_a_table_won() -> None:
    seats = seats_at(1, 1, 2, [(200, 124), (124, 200)])
    going = [seat._replace(result=None) if seat.table == 2 else seat for seat in seats]
    unfinished = contest(FOUR, going, course=(POOL,))
    assert (unfinished.results, unfinished.meetings[0].score) == ((), (2, 0))
    alone = BoardSeat(1, 999, None, 3, ResultKind.EXEMPT, RoundResult(3, 1, 162))
    left = [
        BoardSeat(1, 998, 4, 4, ResultKind.FORFEIT, RoundResult(4, 1, 1100)),
        BoardSeat(1, 998, 4, 8, ResultKind.ABSENT, None),
    ]
    whole = contest(FOUR, [*seats, alone, *left], course=(POOL,)).meetings[0]
    assert (whole.is_over, whole.tables, whole.outcome(1)) == (True, (6, 2), WON)
    assert [board.table for board in whole.boards] == [1, 2, 4, None]


def test_a_club_team_leaves_with_the_last_of_its_entries() -> None:
    gone = {1: 2, 2: 2, 3: 3, 4: 2, 5: 2, 6: 2, 7: 2}
    found = contest_of_squads(
        FOUR,
        course=(POOL,),
        entrants=[RankedEntrant(number=n, withdrawn_from=gone.get(n)) for n in range(1, 17)],
        seats=seats_at(1, 1, 2, [(200, 124)]),
        rules=SHARED,
        phase_rounds=IN_POOL,
    )
    left = {one.number: one.withdrawn_from for one in found.entrants}
    assert left == {1: 3, 2: None, 3: None, 4: None}
    # Where nobody is at a table any more it gives nothing, and the meeting waits for nobody.
    absent = [BoardSeat(1, 997, 3, 3, ResultKind.ABSENT, None)]
    empty = contest(FOUR, [*seats_at(1, 1, 2, [(200, 124)]), *absent], course=(POOL,)).meetings[0]
    assert (empty.is_over, empty.tables) == (True, (2, 0))


def test_who_is_exempt_in_a_league_gets_nothing() -> None:
    three = replace(FOUR, squads=FOUR.squads[:3])
    rounds = [PhaseRound(round=1, groups=(("1", (1, 2, 3)),))]
    pool = replace(LEAGUE, size=3)
    a, b = next(pair for pair in circle((1, 2, 3), 3, 1) if 0 not in pair)
    found = contest(three, seats_at(1, a, b, [(200, 124)]), course=(pool,), rounds=rounds)
    bye = ({1, 2, 3} - {a, b}).pop()
    records = {one.entrant: one.record for one in found.standings().lines}
    assert (records[a].score, records[b].score) == (2, 0)
    assert (records[bye].score, records[bye].byes) == (0, 1)


def test_club_teams_are_kept_as_plain_values_and_cannot_change_what_was_played() -> None:
    assert meetings_from_dict(FOUR.to_dict()) == FOUR
    assert meetings_from_dict({}) is None
    with pytest.raises(MeetingsError) as twice:
        replace(FOUR, squads=(FOUR.squads[0], replace(FOUR.squads[1], entries=(4, 5))))
    assert twice.value.numbers == (4,)
    moved = list(FOUR.squads)
    moved[0] = replace(moved[0], entries=(1, 2, 3))
    moved[1] = replace(moved[1], entries=(5, 6, 7, 8, 4))
    after = replace(FOUR, squads=tuple(moved))
    refuse_moved(FOUR, after, {1, 5}, begun=True)
    with pytest.raises(MeetingsError) as played:
        refuse_moved(FOUR, after, {1, 4, 5}, begun=True)
    assert played.value.numbers == (4,)
    fewer = replace(FOUR, squads=tuple(Squad(number=n, name=NAMES[n], entries=()) for n in (1, 2)))
    for other in (None, replace(FOUR, pairs=3), fewer):
        with pytest.raises(MeetingsError, match="begun"):
            refuse_moved(FOUR, other, set(), begun=True)
        refuse_moved(FOUR, other, set(), begun=False)
