"""Who gets which prize."""

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.standings.test_properties import contests
from tests.tries import tries
from tournaments.standings.awards import Award, Eligible, awards_of, share_out
from tournaments.standings.contest import RankedContest, RankedEntrant
from tournaments.standings.prizes import (
    PlanError,
    Prize,
    PrizeKind,
    PrizePlan,
    plan_from_dict,
    plan_of_list,
)
from tournaments.standings.ranking import LastResort, RankingRules
from tournaments.standings.results import ResultKind, RoundResult

LADIES = frozenset({"ladies"})


def field(
    points: Sequence[int], *, ladies: Sequence[int] = (), ties: LastResort = LastResort.LOT
) -> Eligible:
    """Return a contest of one round: entrant n made the n-th of these points."""
    return Eligible(
        contest=RankedContest(
            entrants=tuple(
                RankedEntrant(number=who, tags=LADIES if who in ladies else frozenset())
                for who in range(1, len(points) + 1)
            ),
            results=tuple(
                RoundResult(entrant=who, round=1, points=made, kind=ResultKind.PLAYED, hands=1)
                for who, made in enumerate(points, start=1)
            ),
            rules=RankingRules(last_resort=ties),
        ),
        last_round=1,
        drawn={},
    )


def ranked(count: int, **told: Any) -> Eligible:
    """Return a contest in which number n stands at place n."""
    return field([1000 - who for who in range(count)], **told)


def plan(*prizes: Prize, several: bool = False) -> PrizePlan:
    return PrizePlan(prizes=prizes, several=several)


def places(first: int, last: int, key: int = 1, **what: Any) -> Prize:
    return Prize(key=key, first=first, last=last, **(what or {"goods": "ham"}))


LAST = Prize(key=8, aim=PrizeKind.LAST, goods="saucisson")
LADY = Prize(key=9, aim=PrizeKind.TAG, tag="ladies", goods="flowers")


def won(awards: Sequence[Award]) -> dict[tuple[int, int], tuple[int, ...]]:
    return {(award.prize.key, award.place): award.winners for award in awards}


def test_of_61_prizes_for_61_teams_none_vanishes() -> None:
    awards = awards_of(plan(places(1, 59), LAST, LADY), ranked(61, ladies=[7, 30]))
    assert sorted(who for award in awards for who in award.winners) == list(range(1, 62))
    found = won(awards)
    assert (found[8, 1], found[9, 1]) == ((61,), (7,))
    assert [found[1, place] for place in (6, 7, 29, 30, 59)] == [(6,), (8,), (30,), (31,), (60,)]
    assert not any(award.on_top for award in awards)


def test_where_every_place_has_a_prize_the_last_ones_and_a_tags_are_given_all_the_same() -> None:
    awards = awards_of(plan(places(1, 61), LAST, LADY), ranked(61, ladies=[7]))
    found = won(awards)
    assert (found[8, 1], found[9, 1]) == ((61,), (7,))
    assert [found[1, place] for place in (1, 6, 7, 59, 60, 61)] == [(1,), (6,), (8,), (60,), (), ()]


@pytest.mark.parametrize(
    ("ladies", "lady", "second"),
    [([2], 2, 2), ([2, 5], 5, 2), ([2, 9], 9, 2), ([], None, 2)],
    ids=["on-top", "the-next", "the-last-has-another", "nobody"],
)
def test_nobody_of_the_podium_gives_a_prize_up(
    ladies: list[int], lady: int | None, second: int
) -> None:
    awards = awards_of(plan(places(1, 4), LADY), ranked(9, ladies=ladies))
    found = won(awards)
    assert found[9, 1] == (() if lady is None else (lady,))
    assert found[1, 2] == (second,)
    assert awards[-1].on_top == (ladies == [2])


def test_money_is_not_given_up_for_flowers() -> None:
    awards = awards_of(plan(places(1, 6, cents=1000), LADY), ranked(9, ladies=[5]))
    assert won(awards)[1, 5] == (5,)
    assert awards[-1] == Award(prize=LADY, place=1, winners=(5,), on_top=True)


def test_several_prizes_for_one_team_where_that_is_chosen() -> None:
    found = won(awards_of(plan(places(1, 3), LAST, LADY, several=True), ranked(3, ladies=[1])))
    assert found == {(1, 1): (1,), (1, 2): (2,), (1, 3): (3,), (8, 1): (3,), (9, 1): (1,)}


@pytest.mark.parametrize("several", [True, False], ids=["several", "one"])
def test_those_who_share_a_place_share_its_prizes(several: bool) -> None:
    shared = field([900, 800, 800, 800, 500], ties=LastResort.SHARED)
    found = won(awards_of(plan(places(1, 3), LAST, several=several), shared))
    assert found[1, 2] == found[1, 3] == (2, 3, 4)
    assert found[8, 1] == (5,)


def test_prizes_beside_the_ranking() -> None:
    told = field([500, 900, 700, 100])
    results = (
        *told.contest.results,
        RoundResult(entrant=4, round=2, points=950, kind=ResultKind.PLAYED, capots=2, hands=1),
        RoundResult(entrant=3, round=2, points=990, kind=ResultKind.EXEMPT),
        RoundResult(entrant=1, round=2, points=40, kind=ResultKind.PLAYED, hands=1),
    )
    contest = RankedContest(entrants=told.contest.entrants, results=results)
    aims = (
        PrizeKind.BEST_GAME,
        PrizeKind.CAPOTS,
        PrizeKind.FIRST_ROUND,
        PrizeKind.LAST_ROUND,
        PrizeKind.PRESENT,
    )
    wanted = [Prize(key=key, aim=aim, goods="x") for key, aim in enumerate(aims, start=1)]
    now = Eligible(contest=contest, last_round=2, drawn={5: (3, 1)})
    found = won(awards_of(plan(*wanted, several=True), now))
    assert found == {(1, 1): (4,), (2, 1): (4,), (3, 1): (2,), (4, 1): (4,), (5, 1): (3,)}
    before = Eligible(contest=contest, last_round=None, drawn={})
    found = won(awards_of(plan(*wanted, several=True), before))
    assert (found[4, 1], found[5, 1]) == ((), ())


def test_prizes_of_before_are_the_places_and_the_last() -> None:
    told = plan_of_list(["ham", "wine"], "ladle")
    assert won(awards_of(told, ranked(4))) == {(1, 1): (1,), (2, 2): (2,), (3, 1): (4,)}
    assert plan_of_list([], "") == PrizePlan()


@pytest.mark.parametrize(
    "wrong",
    [
        {"goods": ""},
        {"goods": "x", "first": 3, "last": 2},
        {"cents": 100, "parts": 1},
        {"goods": "x", "tag": "ladies"},
        {"goods": "x", "aim": PrizeKind.TAG},
        {"goods": "x", "last": 501},
    ],
    ids=["nothing", "backwards", "two-moneys", "tag", "no-tag", "too-many"],
)
def test_no_prize_at_all(wrong: dict[str, Any]) -> None:
    with pytest.raises(PlanError):
        Prize(key=1, **wrong)
    with pytest.raises(PlanError):
        plan(LAST, LAST)


def test_a_plan_is_read_as_it_was_written() -> None:
    told = plan(places(1, 3, parts=2, sponsor="Baker", each=True), LADY)
    assert plan_from_dict(told.to_dict()) == told
    assert plan_from_dict({}) == PrizePlan()


asked_for = st.lists(st.lists(st.integers(1, 5), unique=True, max_size=5), max_size=4)


@pytest.mark.slow
@settings(max_examples=tries(400))
@given(st.sets(st.integers(1, 7)), asked_for, st.integers(1, 5), st.sets(st.integers(1, 5)))
def test_shared_out_as_every_way_tried_out(
    wanted: set[int], asked: list[list[int]], count: int, kept: set[int]
) -> None:
    order = list(range(1, count + 1))
    kept = kept & wanted
    others = [[who for who in ones if who <= count] for ones in asked]
    found = share_out(sorted(wanted), others, order, kept)
    assert list(found.others) == _best_of_all(others, kept)
    given_out = [who for who in (*found.places, *found.others) if who is not None]
    assert len(given_out) == len(set(given_out)), "nobody has two"
    if None in found.places:
        assert set(given_out) == set(order), "a place is left over only where all have something"
    got = dict(zip(found.places, sorted(wanted), strict=True))
    for place in kept & set(order):
        assert got[order[place - 1]] <= place, "nobody of them is worse off"


def _best_of_all(others: list[list[int]], kept: set[int]) -> list[int | None]:
    """Try every way: the most prizes, then the first of each in turn."""
    lists: list[list[int | None]] = [
        [*(who for who in ones if who not in kept), None] for ones in others
    ]
    ways = [
        way
        for way in product(*(range(len(one)) for one in lists))
        if _is_allowed([lists[at][choice] for at, choice in enumerate(way)])
    ]

    def worth(way: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        missing = sum(lists[at][choice] is None for at, choice in enumerate(way))
        # Nobody comes after everybody else.
        return missing, tuple(99 if lists[at][c] is None else c for at, c in enumerate(way))

    best = min(ways, key=worth)
    return [lists[at][choice] for at, choice in enumerate(best)]


def _is_allowed(chosen: Sequence[int | None]) -> bool:
    named = [who for who in chosen if who is not None]
    return len(named) == len(set(named))


prize_plans = st.builds(
    lambda aims, several: PrizePlan(
        prizes=tuple(
            Prize(
                key=key,
                aim=aim,
                first=first,
                last=first + more,
                tag="x" if aim is PrizeKind.TAG else "",
                goods="ham",
            )
            for key, (aim, first, more) in enumerate(aims, start=1)
        ),
        several=several,
    ),
    st.lists(
        st.tuples(st.sampled_from(PrizeKind), st.integers(1, 4), st.integers(0, 3)), max_size=5
    ),
    st.booleans(),
)


@pytest.mark.slow
@settings(max_examples=tries(200))
@given(contests(), prize_plans)
def test_every_prize_is_given_while_somebody_is_there_for_it(
    contest: RankedContest, wanted: PrizePlan
) -> None:
    eligible = Eligible(
        contest=contest, last_round=None, drawn={1: tuple(contest.standings().order)}
    )
    awards = awards_of(wanted, eligible)
    assert [award.slot for award in awards] == [
        (prize.key, place) for prize in wanted.in_order for place in prize.places
    ]
    line = [one.entrant for one in eligible.ranked]
    has_one = {who for award in awards for who in award.winners}
    for award in awards:
        members = [who for group in eligible.groups(eligible.ranked, award.prize) for who in group]
        if award.place <= len(members) and award.prize.aim is not PrizeKind.PLACE:
            assert award.winners, "whoever it is for is there"
        if award.prize.aim is PrizeKind.PLACE and not award.winners and not wanted.several:
            assert set(line) <= has_one
        assert set(award.winners) <= set(members)
