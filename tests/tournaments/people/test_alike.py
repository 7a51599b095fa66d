"""Names that may mean one person, found among thousands."""

from random import Random
from string import ascii_lowercase

import pytest

from tournaments.name_matching import MOST_ALIKE, Names, alike, slips


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Jean Dupont", "Jean Dupond"),
        ("Jean Dupont", "Dupont Jean"),
        ("Jean Dupont", "Dupond Jean"),
        ("André", "Andre"),
        ("Jean-Pierre Le Goff", "Jean Pierre Legoff"),
        ("Catherine Rousseau", "Cathreine Roussseau"),
        ("Michel", "Michèl"),
    ],
)
def test_names_that_may_mean_one_person(one: str, other: str) -> None:
    assert alike(one, other)
    assert alike(other, one)
    assert Names([other, "Zacharie"]).alike(one) == [other]
    assert Names([one]).alike(other) == [one]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anne", "anne"),
        ("Anne", "Anna"),
        ("Anne B.", "Anne D."),
        ("Player 11", "Player 12"),
        ("Jean Dupont", "Jeanne Dupont"),
        ("Paul Martin", "Luc Martin"),
        ("", "Anne"),
    ],
)
def test_names_that_are_told_apart(one: str, other: str) -> None:
    assert not alike(one, other)
    assert Names([other]).alike(one) == []


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [("", "ab", 2), ("ab", "ba", 1), ("abcd", "abdc", 1), ("kitten", "sitting", 3), ("a", "a", 0)],
)
def test_slips_are_counted(one: str, other: str, count: int) -> None:
    assert slips(one, other) == slips(other, one) == count


def test_what_is_longer_than_any_name_is_like_no_other() -> None:
    one = "abcdefghij" * 200
    assert Names([one]).alike(f"{one}k") == []
    assert not alike(one, f"{one}k")


def test_a_thousand_names_are_compared_by_looking_up() -> None:
    names = [f"Jean-{chr(97 + n % 26)}{chr(97 + n // 26 % 26)} Vandermeulen" for n in range(1000)]
    known = Names(names)
    assert known.alike("Jean-aa Vandermeulem")
    assert known.alike("Somebody Else") == []


def slipped(rng: Random, name: str) -> str:
    """Return a name with a letter less, more, other, or two exchanged."""
    place, letter = rng.randrange(len(name)), rng.choice(ascii_lowercase)
    before, here, after = name[:place], name[place], name[place + 1 :]
    return before + rng.choice(["", letter + here, letter, after[:1] + here]) + after


def test_whoever_is_like_a_name_is_found() -> None:
    rng = Random(10)
    for _ in range(2_000):
        words = ["".join(rng.choices("aeinrst", k=rng.randint(3, 20))) for _ in range(2)]
        name = " ".join(words)
        other = slipped(rng, " ".join(rng.sample(words, k=2)))
        other = slipped(rng, other) if rng.random() < 0.5 else other
        assert Names([name]).alike(other) == [name] * alike(name, other)


def test_what_hundreds_have_in_common_is_not_compared_one_by_one() -> None:
    rng = Random(10)
    names = ["".join(rng.choices("ab", k=14)) for _ in range(1_000)]
    known = Names(names)
    assert max(len(places) for places in known._by_rest.values()) <= 100
    assert all(len(known.alike(name)) <= MOST_ALIKE for name in names[:50])
