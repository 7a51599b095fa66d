"""A season: evenings credited to players, aggregated, ranked."""

from fractions import Fraction

import pytest

from tests.tournaments.standings.sheet import C, contest, evening, lines, rules, table
from tournaments.standings.record import Meeting, Record
from tournaments.standings.results import GameOutcome, UnfitResultsError
from tournaments.standings.season_scores import (
    Average,
    BestOf,
    Combined,
    EveningResult,
    MatchPoints,
    PlacePoints,
    PointsWorth,
    Sum,
)
from tournaments.standings.season_table import (
    AttendanceBonus,
    BonusKind,
    Penalty,
    SeasonAttendance,
    SeasonRules,
    SeasonTable,
    Short,
    credit_by_rounds,
    credit_evening,
    season_table,
)

ANNA, BRUNO, CLAIRE, DENIS = 11, 12, 13, 14
WON, LOST = GameOutcome.WON, GameOutcome.LOST


def three_evenings() -> list[EveningResult]:
    """Play three evenings with other partners each time."""
    found: list[EveningResult] = []
    for number, (teams, points) in enumerate(
        (
            (((ANNA, BRUNO), (CLAIRE, DENIS)), (1000, 944)),
            (((ANNA, CLAIRE), (BRUNO, DENIS)), (1200, 744)),
            (((ANNA, DENIS), (BRUNO, CLAIRE)), (900, 1044)),
        ),
        start=1,
    ):
        played = contest([1, 2], lines([table(1, 1, 2, *points)])).standings()
        found += credit_evening(played, dict(enumerate(teams, start=1)), evening=number)
    return found


def ranks(table: SeasonTable) -> dict[int, int]:
    return table.standings.ranks


def test_partners_change_and_each_player_has_the_team_s_score() -> None:
    found = season_table(three_evenings(), SeasonRules())
    assert {who: line.score for who, line in found.lines.items()} == {
        ANNA: 3100,
        BRUNO: 2788,
        CLAIRE: 3188,
        DENIS: 2588,
    }
    assert found.standings.order == (CLAIRE, ANNA, BRUNO, DENIS)
    claire = found.standings.lines[0].record
    assert (claire.wins, claire.losses, claire.games) == (2, 1, (1200, 1044, 944))
    assert (claire.last_game, claire.evenings) == (1044, (1200, 1044, 944))


def test_best_two_of_three() -> None:
    found = season_table(three_evenings(), SeasonRules(combination=BestOf(2)))
    assert found.standings.order == (CLAIRE, ANNA, BRUNO, DENIS)
    assert [line.record.score for line in found.standings.lines] == [2244, 2200, 2044, 1844]
    dropped = [e.evening for e in found.lines[CLAIRE].evenings if not e.is_counted]
    assert dropped == [1]


def test_opponents_become_players() -> None:
    first = {result.entrant: result for result in three_evenings() if result.evening == 1}
    assert first[ANNA].record.meetings == (Meeting(CLAIRE, WON), Meeting(DENIS, WON))
    assert (first[ANNA].place, first[ANNA].sharing) == (1, 1)
    assert (first[DENIS].place, first[DENIS].record.entrant) == (2, DENIS)


def test_who_was_not_there_is_not_credited() -> None:
    played = contest([1, 2, 3, 4], lines([table(1, 1, 2, 1000, 944)])).standings()
    found = credit_evening(played, {1: (ANNA,), 3: (CLAIRE,)}, evening=1)
    assert [result.entrant for result in found] == [ANNA]


def test_nobody_plays_in_two_teams() -> None:
    played = contest([1, 2], lines([table(1, 1, 2, 1000, 944)])).standings()
    with pytest.raises(UnfitResultsError, match="entrant_twice: 11"):
        credit_evening(played, {1: (ANNA, BRUNO), 2: (ANNA, DENIS)}, evening=1)


def of_place(
    place: int | None,
    sharing: int = 1,
    *,
    points: int = 0,
    wins: int = 0,
    ties: int = 0,
    losses: int = 0,
    byes: int = 0,
) -> EveningResult:
    record = Record(entrant=1, points=points, wins=wins, ties=ties, losses=losses, byes=byes)
    return EveningResult(entrant=1, evening=1, record=record, place=place, sharing=sharing)


@pytest.mark.parametrize(
    ("worth", "result", "value"),
    [
        (PointsWorth(), of_place(1, points=1230), 1230),
        (MatchPoints(), of_place(1, wins=2, ties=1, losses=3, byes=1), 8),
        (MatchPoints(win=2, tie=1, loss=-1, bye=2), of_place(1, wins=2, losses=3, byes=1), 3),
        (PlacePoints(table=(10, 6, 3)), of_place(1), 10),
        (PlacePoints(table=(10, 6, 3)), of_place(4), 0),
        (PlacePoints(table=(10, 6, 3), beyond=1), of_place(4), 1),
        (PlacePoints(table=(10, 6, 3), beyond=1), of_place(None), 1),
        (PlacePoints(table=(10, 6, 3)), of_place(2, sharing=2), 6),
        (PlacePoints(table=(10, 6, 3), is_split=True), of_place(2, sharing=2), Fraction(9, 2)),
        (PlacePoints(table=(10, 6, 3), is_split=True), of_place(1, sharing=2), 8),
        (PlacePoints(table=(10, 6, 3), is_split=True), of_place(3, sharing=3), 1),
        (PlacePoints(table=(10, 6, 3), is_split=True), of_place(2), 6),
    ],
)
def test_what_an_evening_is_worth(
    worth: PointsWorth | MatchPoints | PlacePoints, result: EveningResult, value: int | Fraction
) -> None:
    assert worth.of(result) == value


@pytest.mark.parametrize(
    ("combination", "combined"),
    [
        (Sum(), Combined(19, (0, 1, 2))),
        (Average(), Combined(Fraction(19, 3), (0, 1, 2))),
        (BestOf(2), Combined(14, (0, 2))),
        (BestOf(1), Combined(9, (2,))),
        (BestOf(9), Combined(19, (0, 1, 2))),
    ],
)
def test_how_evenings_are_combined(combination: Sum | Average | BestOf, combined: Combined) -> None:
    assert combination.of([5, 5, 9]) == combined
    assert combination.of([]) == Combined(0, ())


def test_whole_averages_are_ints() -> None:
    score = Average().of([5, 7]).score
    assert (score, type(score)) == (6, int)


def test_at_least_one_evening_counts() -> None:
    with pytest.raises(ValueError, match="count"):
        BestOf(0)


def test_match_points_then_total() -> None:
    found = season_table(three_evenings(), SeasonRules(worth=MatchPoints(win=2)))
    assert found.standings.order == (CLAIRE, ANNA, BRUNO, DENIS)
    why = found.standings.lines[0].decided_by
    assert why is not None
    assert (why.code, why.above_value, why.below_value) == (C.POINTS, 3188, 3100)


@pytest.mark.parametrize(
    ("attendance", "attended", "played", "is_short"),
    [
        (SeasonAttendance(), 0, 9, False),
        (SeasonAttendance(least=3), 3, 5, False),
        (SeasonAttendance(least=3), 2, 5, True),
        (SeasonAttendance(least=5, planned=7), 3, 3, False),
        (SeasonAttendance(least=5, planned=7), 1, 3, False),
        (SeasonAttendance(least=5, planned=7), 0, 3, True),
        (SeasonAttendance(least=5, planned=7), 4, 9, True),
    ],
)
def test_attendance(
    attendance: SeasonAttendance, attended: int, played: int, is_short: bool
) -> None:
    assert attendance.is_short(attended, played=played) is is_short


def test_who_came_too_seldom_stands_behind_or_out() -> None:
    results = [*evening(1, {1: 900, 2: 5000}), *evening(2, {1: 900, 3: 800})]
    after = season_table(results, SeasonRules(attendance=SeasonAttendance(least=2)))
    assert after.standings.order == (1, 2, 3)
    assert after.not_ranked == ()
    assert after.standings.why(1, 2).code is C.ENOUGH_EVENINGS
    out = season_table(
        results, SeasonRules(attendance=SeasonAttendance(least=2, short=Short.NOT_RANKED))
    )
    assert out.standings.order == (1,)
    assert out.not_ranked == (2, 3)
    assert out.lines[2].score == 5000
    assert season_table(
        results, SeasonRules(attendance=SeasonAttendance(least=2, planned=3)), played=2
    )
    named = rules(C.SCORE, C.ENOUGH_EVENINGS)
    by_score = season_table(
        results, SeasonRules(attendance=SeasonAttendance(least=2), ranking=named)
    )
    assert by_score.standings.order == (2, 1, 3)


@pytest.mark.parametrize(
    ("bonus", "attended", "points"),
    [
        (AttendanceBonus(points=50), 3, 150),
        (AttendanceBonus(points=50, least=3), 2, 0),
        (AttendanceBonus(points=50, least=3, kind=BonusKind.ONCE), 4, 50),
    ],
)
def test_attendance_bonus(bonus: AttendanceBonus, attended: int, points: int) -> None:
    assert bonus.of(attended) == points


def test_bonus_and_penalties_are_shown_in_the_score() -> None:
    results = [*evening(1, {1: 1000, 2: 990}), *evening(2, {1: 1000, 2: 990})]
    fines = [Penalty(1, 10, "late"), Penalty(1, 30, "left before the end")]
    season_rules = SeasonRules(combination=Average(), bonus=AttendanceBonus(points=5))
    found = season_table(results, season_rules, penalties=reversed(fines))
    line = found.lines[1]
    assert (line.combined, line.bonus, line.score, len(line.evenings)) == (1000, 10, 970, 2)
    assert [fine.reason for fine in line.penalties] == ["late", "left before the end"]
    assert found.standings.order == (2, 1)


@pytest.mark.parametrize(("points", "reason"), [(0, "late"), (-5, "late"), (10, " ")])
def test_a_penalty_takes_points_and_says_why(points: int, reason: str) -> None:
    with pytest.raises(ValueError, match="penalty"):
        Penalty(1, points, reason)


def test_unfit_seasons() -> None:
    with pytest.raises(UnfitResultsError, match=r"result_twice: 1 \(7\)"):
        season_table([*evening(7, {1: 5}), *evening(7, {1: 5})], SeasonRules())
    with pytest.raises(UnfitResultsError, match="entrant_unknown: 9"):
        season_table(evening(1, {1: 5}), SeasonRules(), penalties=[Penalty(9, 1, "late")])


def test_an_empty_season() -> None:
    found = season_table([], SeasonRules())
    assert (ranks(found), found.lines, found.not_ranked) == ({}, {}, ())


def test_direct_confrontation_over_a_season() -> None:
    """Anna and Bruno tie; they met twice and he won both."""
    results = [
        EveningResult(
            entrant=who,
            evening=number,
            record=Record(
                entrant=who, points=1000, meetings=(Meeting(other, end),), has_results=True
            ),
        )
        for number in (1, 2)
        for who, other, end in ((ANNA, BRUNO, LOST), (BRUNO, ANNA, WON))
    ]
    found = season_table(results, SeasonRules(ranking=rules(C.SCORE, C.DIRECT)))
    assert found.standings.order == (BRUNO, ANNA)
    why = found.standings.why(ANNA, BRUNO)
    assert (why.above_value, why.below_value) == (4, 0)
    assert why._replace(depth=0) == why


def test_players_of_teams_that_share_a_place_share_its_points_with_a_substitute_too() -> None:
    """Anna's team and Claire's are level at the top; Emma sat in for Denis once."""
    emma = 15
    played = contest(
        [1, 2],
        lines([table(1, 1, 2, 900, 700), table(2, 1, 2, 700, 900), table(3, 1, 2, 810, 810)]),
        rules(C.POINTS),
    )

    def members(number: int, round_number: int) -> tuple[int, ...]:
        if number == 1:
            return ANNA, BRUNO
        return CLAIRE, emma if round_number == 3 else DENIS

    credited = {one.entrant: one for one in credit_by_rounds(played, members, evening=1)}
    assert {who: one.place for who, one in credited.items()} == {
        **dict.fromkeys((ANNA, BRUNO, CLAIRE, DENIS), 1),
        emma: None,
    }
    worth = PlacePoints(table=(10, 6), is_split=True)
    assert [worth.of(credited[who]) for who in (ANNA, CLAIRE, DENIS, emma)] == [8, 8, 8, 0]
