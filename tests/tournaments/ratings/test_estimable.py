"""Whom games cannot tell apart: small examples worked out by hand, and a slow rank beside them."""

import random
from fractions import Fraction
from itertools import combinations

import pytest

from tournaments.ratings.estimable import Game, find_indistinguishable


def games(*lines: str) -> list[Game]:
    """Return games of players called by letters: "ab-cd"."""
    found: list[Game] = []
    for line in lines:
        a, b, _against, c, d = map(ord, line)
        found.append(((a, b), (c, d)))
    return found


def letters(pairs: tuple[tuple[int, int], ...]) -> list[str]:
    return sorted("".join(sorted(map(chr, pair))) for pair in pairs)


@pytest.mark.parametrize(
    ("lines", "fixed", "crossed", "circles"),
    [
        pytest.param(["ab-cd"], ["ab", "cd"], [], ["abcd"], id="one game"),
        pytest.param(["ab-cd", "ac-bd", "ad-bc"], [], [], ["abcd"], id="everybody with everybody"),
        pytest.param(
            ["ab-cd", "ab-ef", "cd-ef"], ["ab", "cd", "ef"], [], ["abcdef"], id="three teams"
        ),
        pytest.param(
            ["ab-cd", "ac-bd"], [], ["ab", "ac", "bd", "cd"], ["abcd"], id="a square of partners"
        ),
        pytest.param(
            ["ab-ef", "ac-ef", "ad-ef"], ["ef"], ["ab", "ac", "ad"], ["abcdef"], id="one star"
        ),
        pytest.param(
            ["ab-ef", "ac-ef", "bc-ef"], ["ef"], [], ["abcef"], id="a triangle against a team"
        ),
        pytest.param(["ab-cd", "ef-gh"], ["ab", "cd", "ef", "gh"], [], ["abcd", "efgh"], id="two"),
        pytest.param([], [], [], [], id="nothing played"),
    ],
)
def test_small_examples(
    lines: list[str], fixed: list[str], crossed: list[str], circles: list[str]
) -> None:
    found = find_indistinguishable(games(*lines))
    assert letters(found.fixed) == fixed
    assert letters(found.crossed) == crossed
    assert ["".join(sorted(map(chr, circle))) for circle in found.circles] == circles


def test_somebody_is_told_whom_they_cannot_be_told_apart_from() -> None:
    found = find_indistinguishable(games("ab-ef", "ac-ef", "ad-ef"))
    assert [chr(one) for one in found.partners_of(ord("a"))] == ["b", "c", "d"]
    assert found.partners_of(ord("z")) == []


def rank(rows: list[list[int]]) -> int:
    """Return the rank by the book, in fractions."""
    left = [[Fraction(number) for number in row] for row in rows]
    found = 0
    for column in range(len(left[0]) if left else 0):
        pivot = next((row for row in left[found:] if row[column]), None)
        if pivot is None:
            continue
        left.remove(pivot)
        left.insert(found, pivot)
        for place, row in enumerate(left):
            if place != found and row[column]:
                factor = row[column] / pivot[column]
                left[place] = [a - factor * b for a, b in zip(row, pivot, strict=True)]
        found += 1
    return found


@pytest.mark.parametrize("seed", range(30))
def test_partners_are_compared_where_their_difference_adds_no_rank(seed: int) -> None:
    lot = random.Random(seed)
    players = lot.randint(4, 9)
    played: list[Game] = []
    for _ in range(lot.randint(1, 9)):
        a, b, c, d = lot.sample(range(players), 4)
        played.append(((a, b), (c, d)))

    def row(plus: tuple[int, ...], minus: tuple[int, ...]) -> list[int]:
        return [(one in plus) - (one in minus) for one in range(players)]

    rows = [row(*game) for game in played]
    teams = {(min(team), max(team)) for game in played for team in game}
    expected = {
        (one, other) for one, other in teams if rank([*rows, row((one,), (other,))]) > rank(rows)
    }
    found = find_indistinguishable(played)
    assert {*found.fixed, *found.crossed} == expected
    assert not set(found.fixed) & set(found.crossed)
    for one, other in combinations(found.circles, 2):
        assert one.isdisjoint(other)
