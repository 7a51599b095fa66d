"""What holds for every contest and every season."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.standings.control import rounds_not_adding_up
from tests.tournaments.standings.sheet import lines, table
from tests.tries import tries
from tournaments.standings.contest import RankedContest, RankedEntrant
from tournaments.standings.criteria import CRITERIA, CriterionCode
from tournaments.standings.ranking import LastResort, RankingRules, Standings
from tournaments.standings.record import Record
from tournaments.standings.results import ResultKind, RoundResult
from tournaments.standings.season_scores import Average, BestOf, EveningResult, Sum
from tournaments.standings.season_table import SeasonRules, season_table

pytestmark = pytest.mark.slow

many = settings(max_examples=tries(300))

# Few different values, so that ties are the rule and not the exception.
few_points = st.sampled_from([0, 81, 82, 162])
rankings = st.builds(
    RankingRules,
    criteria=st.lists(st.sampled_from(list(CRITERIA)), unique=True).map(tuple),
    last_resort=st.sampled_from(LastResort),
    seed=st.integers(0, 3),
)


@st.composite
def contests(draw: st.DrawFn) -> RankedContest:
    """Play up to four rounds of up to nine teams; the odd one is exempt, or absent."""
    teams = draw(st.integers(0, 9))
    results: list[RoundResult] = []
    for number in range(1, draw(st.integers(0, 4)) + 1):
        order = draw(st.permutations(range(1, teams + 1)))
        for a, b in zip(order[::2], order[1::2], strict=False):
            won = draw(few_points)
            capots = (draw(st.integers(0, 1)), draw(st.integers(0, 1)))
            one = table(number, a, b, won, 162 - won, hands=1, capots=capots)
            results += lines([one])
        if teams % 2:
            kind = draw(st.sampled_from([ResultKind.EXEMPT, ResultKind.ABSENT]))
            results.append(RoundResult(entrant=order[-1], round=number, points=81, kind=kind))
    tagged = draw(st.sets(st.integers(1, 9)))
    entrants = tuple(
        RankedEntrant(number=who, tags=frozenset({"x"}) if who in tagged else frozenset())
        for who in range(1, teams + 1)
    )
    return RankedContest(entrants=entrants, results=tuple(results), rules=draw(rankings))


def shuffled(contest: RankedContest, seed: int) -> RankedContest:
    luck, entrants, results = Random(seed), list(contest.entrants), list(contest.results)
    luck.shuffle(entrants)
    luck.shuffle(results)
    return RankedContest(entrants=tuple(entrants), results=tuple(results), rules=contest.rules)


def by_tag(contest: RankedContest, tag: str) -> Standings:
    tagged = [entrant.number for entrant in contest.entrants if tag in entrant.tags]
    return contest.standings().narrowed(tagged)


@many
@given(contests(), st.integers())
def test_the_order_of_the_input_changes_nothing(contest: RankedContest, seed: int) -> None:
    other = shuffled(contest, seed)
    assert other.standings() == contest.standings()
    assert other.rounds == contest.rounds
    for number in contest.rounds:
        assert other.standings(after_round=number) == contest.standings(after_round=number)
    assert by_tag(other, "x") == by_tag(contest, "x")


def check_lines(standings: Standings, rules: RankingRules) -> None:
    """Check that every line but the last says why, with values that bear it out."""
    for place, line in enumerate(standings.lines[:-1], start=1):
        decision, below = line.decided_by, standings.lines[place]
        assert decision is not None
        assert (decision.above, decision.below) == (line.entrant, below.entrant)
        if decision.code is CriterionCode.SHARED:
            assert line.rank == below.rank
            assert line.entrant < below.entrant
            continue
        assert below.rank == place + 1
        lowest_first = decision.code in {CriterionCode.LOT, CriterionCode.FEWEST_FAILED}
        assert (decision.above_values < decision.below_values) is lowest_first
        assert decision.above_values != decision.below_values
        assert decision.code in {*rules.criteria, CriterionCode.LOT}
        assert decision.position > 0


@many
@given(contests())
def test_every_place_is_justified(contest: RankedContest) -> None:
    standings = contest.standings()
    assert sorted(standings.order) == [entrant.number for entrant in contest.entrants]
    check_lines(standings, contest.rules)
    check_lines(by_tag(contest, "x"), contest.rules)


@given(contests())
def test_the_first_criterion_is_never_contradicted(contest: RankedContest) -> None:
    standings = contest.standings()
    first = next(iter(contest.rules.criteria), CriterionCode.DIRECT)
    criterion = CRITERIA[first]
    if not criterion.depends_on_group:
        values = criterion.values([line.record for line in standings.lines])
        seen = [values[who] for who in standings.order]
        assert seen == sorted(seen, reverse=not criterion.lowest_first)


@given(contests())
def test_why_agrees_with_the_order_for_any_two(contest: RankedContest) -> None:
    standings = contest.standings()
    for place, a in enumerate(standings.order):
        for b in standings.order[place + 1 :]:
            decision = standings.why(b, a)
            assert (decision.above, decision.below) == (a, b)
            shared = standings.ranks[a] == standings.ranks[b]
            assert (decision.code is CriterionCode.SHARED) is shared
            assert decision == standings.narrowed({a, b}).lines[0].decided_by


@given(contests())
def test_a_lot_leaves_no_shared_place_among_those_who_played(contest: RankedContest) -> None:
    if contest.rules.last_resort is LastResort.LOT and contest.results:
        present = [line.rank for line in contest.standings().lines if line.record.has_results]
        assert len(present) == len(set(present))


@given(contests())
def test_tables_that_share_162_add_up(contest: RankedContest) -> None:
    assert rounds_not_adding_up(contest.results) == ()


evenings = st.lists(
    st.tuples(st.integers(1, 5), st.integers(1, 6), st.integers(0, 2000)),
    unique_by=lambda line: line[:2],
).map(
    lambda found: [
        EveningResult(
            entrant=who,
            evening=number,
            record=Record(entrant=who, points=points, has_results=True),
        )
        for who, number, points in found
    ]
)


@given(evenings, st.randoms(use_true_random=False))
def test_seasons_are_the_same_in_any_order(results: list[EveningResult], luck: Random) -> None:
    rules = SeasonRules(combination=BestOf(2))
    before = season_table(results, rules)
    luck.shuffle(results)
    assert season_table(results, rules) == before


@given(st.lists(st.integers(0, 5000), max_size=8), st.integers(1, 9))
def test_combinations_agree_with_each_other(points: list[int], count: int) -> None:
    best = BestOf(count).of(points)
    assert best.score <= Sum().of(points).score == sum(points)
    assert best.score == sum(sorted(points, reverse=True)[:count])
    assert sum(points[index] for index in best.counted) == best.score
    if points:
        assert Average().of(points).score == Fraction(sum(points), len(points))
