"""A contest from its tables to its prize list."""

import pytest

from tests.tournaments.standings.sheet import C, contest, lines, rules, table
from tournaments.standings.awards import Eligible, awards_of
from tournaments.standings.bye_points import ExemptCode, GivenScores, given_results
from tournaments.standings.contest import RankedContest, RankedEntrant, best_games
from tournaments.standings.prizes import plan_of_list
from tournaments.standings.ranking import BY_WINS, LastResort, RankingRules
from tournaments.standings.record import records_of
from tournaments.standings.results import (
    GameOutcome,
    ResultKind,
    ResultProblem,
    ResultProblemCode,
    RoundResult,
    UnfitResultsError,
    check_results,
)

# Three rounds of five teams: one exempt each round; team 5 leaves after the second.
PLAYED = lines(
    [
        table(1, 1, 2, 1230, 734, capots=(1, 0), failed=(2, 5)),
        table(1, 3, 4, 982, 982),
        table(2, 1, 3, 800, 1144),
        table(2, 5, 2, 1500, 444),
        table(3, 2, 3, 1000, 964),
    ]
)
GIVEN = (
    *given_results(PLAYED, GivenScores(), round_number=1, whole=162, hands=12, exempt=[5]),
    *given_results(PLAYED, GivenScores(), round_number=2, whole=162, hands=12, exempt=[4]),
    *given_results(
        PLAYED, GivenScores(), round_number=3, whole=162, hands=12, exempt=[1], unopposed=[4]
    ),
)
TEAMS = (
    RankedEntrant(number=1, tags=frozenset({"mixed"})),
    RankedEntrant(number=2, tags=frozenset({"ladies"})),
    RankedEntrant(number=3),
    RankedEntrant(number=4, tags=frozenset({"ladies", "juniors"})),
    RankedEntrant(number=5, withdrawn_from=3),
)
EVENING = RankedContest(entrants=TEAMS, results=(*PLAYED, *GIVEN))


def test_general_ranking() -> None:
    standings = EVENING.standings()
    assert [(line.rank, line.entrant, line.record.points) for line in standings.lines] == [
        (1, 3, 3090),
        (2, 4, 3054),
        (3, 1, 3002),
        (4, 5, 2472),
        (5, 2, 2178),
    ]
    first = standings.lines[2].record
    assert (first.wins, first.losses, first.byes) == (1, 1, 1)
    assert (first.best_game, first.games, first.last_game) == (1230, (1230, 800), 0)
    assert (first.capots, first.failed) == (1, 2)
    assert standings.lines[3].record.has_left


def test_level_teams_are_parted_by_the_last_round_in_whatever_order_results_come() -> None:
    played = [table(1, 1, 3, 900, 700), table(2, 2, 4, 1000, 600), table(3, 1, 2, 810, 710)]
    by_last = RankingRules(criteria=(C.POINTS, C.LAST_GAME), last_resort=LastResort.SHARED)
    for order in (played, played[::-1], [played[2], played[0], played[1]]):
        ranking = contest([1, 2, 3, 4], lines(order), by_last).standings()
        assert ranking.order == (1, 2, 3, 4)
        why = ranking.why(1, 2)
        assert (why.code, why.above_value, why.below_value) == (C.LAST_GAME, 810, 710)
        # Nobody of the others sat at a table in the last round.
        assert [line.record.last_game for line in ranking.lines[2:]] == [0, 0]


def test_ranking_by_wins_counts_an_exempt_round_as_a_win() -> None:
    by_wins = RankedContest(
        entrants=TEAMS, results=EVENING.results, rules=RankingRules(criteria=BY_WINS)
    )
    standings = by_wins.standings()
    assert standings.order == (4, 1, 5, 3, 2)
    assert standings.why(1, 5).code is C.POINTS
    assert standings.why(5, 3).code is C.WINS_AND_BYES
    assert (standings.why(5, 3).above_value, standings.why(5, 3).below_value) == (2, 1)


def test_after_each_round() -> None:
    after = {number: EVENING.standings(after_round=number) for number in EVENING.rounds}
    assert list(after) == [1, 2, 3]
    assert after[1].order[0] == 1
    assert after[2].order == (5, 3, 1, 4, 2)
    assert not any(line.record.has_left for line in after[2].lines)
    assert after[3] == EVENING.standings()


def test_a_round_of_its_own_leaves_the_exempt_out() -> None:
    standings = EVENING.round_standings(2)
    assert standings.order == (5, 3, 1, 2)
    assert EVENING.round_standings(3).order == (2, 3)
    assert EVENING.round_standings(9).order == ()


def tagged(contest: RankedContest, tag: str) -> list[int]:
    return [entrant.number for entrant in contest.entrants if tag in entrant.tags]


def test_by_tag() -> None:
    ladies = EVENING.standings().narrowed(tagged(EVENING, "ladies"))
    assert ladies.ranks == {4: 1, 2: 2}
    why = ladies.lines[0].decided_by
    assert why is not None
    assert (why.code, why.above_value, why.below_value) == (C.POINTS, 3054, 2178)
    assert EVENING.standings().narrowed(tagged(EVENING, "seniors")).order == ()
    assert EVENING.standings(after_round=1).narrowed(tagged(EVENING, "ladies")).order == (4, 2)


def test_melee_credits_both_partners() -> None:
    results = lines([table(1, (1, 4), (2, 3), 1200, 744)])
    assert {(r.entrant, r.points, r.opponents) for r in results} == {
        (1, 1200, (2, 3)),
        (4, 1200, (2, 3)),
        (2, 744, (1, 4)),
        (3, 744, (1, 4)),
    }
    assert [r.outcome for r in results] == [GameOutcome.WON] * 2 + [GameOutcome.LOST] * 2
    assert contest(range(1, 5), results, rules(C.POINTS)).standings().ranks == {
        1: 1,
        4: 1,
        2: 3,
        3: 3,
    }


@pytest.mark.parametrize(
    ("scores", "whole", "hands", "points"),
    [
        pytest.param(GivenScores(), 162, 12, 972, id="half of twelve hands: 972"),
        pytest.param(GivenScores(), 160, 12, 960, id="in tens"),
        pytest.param(GivenScores(), 162, 20, 1620, id="half of twenty hands"),
        pytest.param(GivenScores(ExemptCode.ROUND_AVERAGE), 162, 12, 983, id="average, half up"),
        pytest.param(GivenScores(ExemptCode.FIXED, fixed=1000), 162, 12, 1000, id="fixed"),
    ],
)
def test_exempt_scores(scores: GivenScores, whole: int, hands: int, points: int) -> None:
    played = [1230, 735]
    assert scores.exempt_points(whole=whole, hands=hands, played=played) == points


def test_no_average_without_a_game() -> None:
    scores = GivenScores(ExemptCode.ROUND_AVERAGE)
    assert scores.exempt_points(whole=162, hands=12, played=[]) == 972


@pytest.mark.parametrize(
    ("whole", "hands", "points"),
    [
        pytest.param(162, 12, 1100, id="as seen"),
        pytest.param(162, 3, 275, id="three hands"),
        pytest.param(162, 10, 917, id="ten hands"),
        pytest.param(160, 12, 1100, id="in tens as seen"),
        pytest.param(160, 10, 920, id="in tens ten hands"),
        pytest.param(160, 3, 280, id="in tens three hands"),
    ],
)
def test_forfeits_follow_the_format(whole: int, hands: int, points: int) -> None:
    assert GivenScores().forfeit_points(whole=whole, hands=hands) == points
    assert GivenScores(forfeit=900).forfeit_points(whole=whole, hands=hands) == 900


def test_given_lines() -> None:
    average = GivenScores(ExemptCode.ROUND_AVERAGE, forfeit=1050)
    found = given_results(
        PLAYED, average, round_number=3, whole=162, hands=12, exempt=[4], unopposed=[1]
    )
    assert [(line.entrant, line.points, line.kind) for line in found] == [
        (1, 1050, ResultKind.FORFEIT),
        (4, 982, ResultKind.EXEMPT),
    ]
    assert [line.outcome for line in found] == [GameOutcome.WON, None]


def test_best_games_leave_out_what_was_not_played() -> None:
    given = RoundResult(entrant=4, round=1, points=9999, kind=ResultKind.EXEMPT)
    catch_up = RoundResult(entrant=4, round=1, points=9998, kind=ResultKind.CATCH_UP)
    results = (*PLAYED, given, catch_up)
    assert [(game.entrant, game.points) for game in best_games(results)] == [(5, 1500)]
    assert [game.points for game in best_games(results, count=5)] == [
        1500,
        1230,
        1144,
        1000,
        982,
        982,
    ]
    assert len(best_games(results, count=99)) == len(PLAYED)
    assert best_games(results, count=0) == best_games([]) == ()
    records = records_of([4], [given, catch_up])
    assert records[0].games == (9998,)


def test_the_last_is_not_who_left_or_never_played() -> None:
    left = RankedEntrant(number=3, withdrawn_from=2)
    results = [RoundResult(entrant=who, round=1, points=10 - who) for who in (1, 2, 3)]
    field = (RankedEntrant(number=1), RankedEntrant(number=2), left, RankedEntrant(number=4))
    stayed = Eligible(contest=RankedContest(entrants=field, results=tuple(results)), drawn={})
    assert [one.winners for one in awards_of(plan_of_list(["ham"], "ladle"), stayed)] == [
        (1,),
        (2,),
    ]
    nobody = Eligible(contest=RankedContest(entrants=field), drawn={})
    assert not any(one.winners for one in awards_of(plan_of_list(["ham"], "ladle"), nobody))


def test_nobody_and_one_team() -> None:
    assert contest([], []).standings().order == ()
    assert contest([], []).rounds == ()
    assert contest([7], []).standings().ranks == {7: 1}


def test_every_problem_at_once() -> None:
    twice = RoundResult(entrant=1, round=1, points=10)
    stranger = RoundResult(entrant=9, round=2, points=10)
    with pytest.raises(UnfitResultsError, match="entrant_unknown: 9") as caught:
        contest([1, 2, 2], [twice, twice, stranger])
    codes = ResultProblemCode
    assert caught.value.problems == (
        ResultProblem(codes.ENTRANT_TWICE, 2),
        ResultProblem(codes.RESULT_TWICE, 1, 1),
        ResultProblem(codes.ENTRANT_UNKNOWN, 9, 2),
    )
    assert check_results([1], [(1, 1)]) == ()
