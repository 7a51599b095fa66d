"""Calendars in which everybody meets everybody: properties that hold for any number of teams."""

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.seasons.round_robin import Pair, day_off, round_robin

TEAMS = st.integers(min_value=2, max_value=40).map(lambda count: tuple(range(1, count + 1)))


def all_pairs(days: Sequence[Sequence[Pair]]) -> list[Pair]:
    return [pair for day in days for pair in day]


def sides_of(team: int, days: Sequence[Sequence[Pair]]) -> str:
    """Return where a team plays, day after day: "HAHA", "-" for a day off."""
    return "".join(
        next(("H" if p.home == team else "A" for p in day if team in {p.home, p.away}), "-")
        for day in days
    )


@given(TEAMS)
def test_every_team_meets_every_other_once(teams: tuple[int, ...]) -> None:
    met = Counter(frozenset({p.home, p.away}) for p in all_pairs(round_robin(teams)))
    assert len(met) == len(teams) * (len(teams) - 1) // 2
    assert set(met.values()) == {1}


@given(TEAMS)
def test_twice_is_once_at_home_and_once_away(teams: tuple[int, ...]) -> None:
    met = Counter((p.home, p.away) for p in all_pairs(round_robin(teams, twice=True)))
    assert met == {(a, b): 1 for a in teams for b in teams if a != b}


@given(TEAMS, st.booleans())
def test_nobody_plays_twice_a_day_and_no_day_is_wasted(teams: tuple[int, ...], twice: bool) -> None:
    days = round_robin(teams, twice=twice)
    assert len(days) == (len(teams) - 1 + len(teams) % 2) * (1 + twice)
    for day in days:
        playing = [team for p in day for team in (p.home, p.away)]
        assert len(playing) == len(set(playing)) == len(teams) - len(teams) % 2


@given(TEAMS)
def test_home_and_away_differ_by_one_at_most(teams: tuple[int, ...]) -> None:
    days = round_robin(teams)
    for team in teams:
        sides = sides_of(team, days)
        assert abs(sides.count("H") - sides.count("A")) <= 1
        assert "HHH" not in sides
        assert "AAA" not in sides
    twice = round_robin(teams, twice=True)
    assert all(sides_of(t, twice).count("H") == sides_of(t, twice).count("A") for t in teams)


@given(TEAMS)
def test_odd_numbers_have_one_day_off_each(teams: tuple[int, ...]) -> None:
    off = Counter(team for day in round_robin(teams) for team in day_off(teams, day))
    assert off == (dict.fromkeys(teams, 1) if len(teams) % 2 else {})


@pytest.mark.parametrize("teams", [(), (1,), (1, 2, 1)], ids=["none", "one", "twice"])
def test_no_calendar_without_two_different_teams(teams: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="two teams"):
        round_robin(teams)


def test_four_teams_on_paper() -> None:
    # Drawn by hand: 4 stands still, 1 2 3 move round it.
    assert round_robin((1, 2, 3, 4)) == (
        (Pair(1, 4), Pair(3, 2)),
        (Pair(4, 2), Pair(1, 3)),
        (Pair(3, 4), Pair(2, 1)),
    )
