"""Who sat where: two players, those who left, and to whom a round belongs."""

import pytest

from tournaments.lineups import Left, Stint, stints_in, titled, who_counts, who_sat

ANNE_PAUL = ["Anne", "Paul"]
LEFT = [
    Left(place=2, round=2, hand=5, who="Bruno"),
    Left(place=2, round=3, hand=1, who="Nadia"),
]
"""Bruno leaves in the second round before hand 5, Nadia after it, and Paul sits there since."""


@pytest.mark.parametrize(
    ("round_number", "hand", "sat"),
    [(1, 1, "Bruno"), (2, 4, "Bruno"), (2, 5, "Nadia"), (2, 12, "Nadia"), (3, 1, "Paul")],
)
def test_who_sat_there_in_a_hand(round_number: int, hand: int, sat: str) -> None:
    assert who_sat(ANNE_PAUL, LEFT, round_number, hand) == ["Anne", sat]
    assert who_sat(ANNE_PAUL, LEFT[::-1], round_number, hand) == ["Anne", sat]


def test_at_the_end_of_a_round_sits_who_came_last() -> None:
    assert [who_sat(ANNE_PAUL, LEFT, number)[1] for number in (1, 2, 3)] == [
        "Bruno",
        "Nadia",
        "Paul",
    ]


def test_a_place_that_an_entry_does_not_have_changes_nobody() -> None:
    assert who_sat(["Anne"], [Left(2, 1, 3, "Bruno")], 1, 1) == ["Anne"]


def test_a_round_is_told_place_by_place() -> None:
    assert stints_in(ANNE_PAUL, LEFT, 2) == [
        Stint(1, "Anne"),
        Stint(2, "Bruno", 1, 4),
        Stint(2, "Nadia", 5),
    ]
    # Who leaves before the first hand has not sat there in that round.
    assert stints_in(ANNE_PAUL, LEFT, 3) == [Stint(1, "Anne"), Stint(2, "Paul")]


@pytest.mark.parametrize(
    ("left_before", "hands", "whose"),
    [(8, 12, "Bruno"), (7, 12, "Paul"), (6, 12, "Paul"), (8, 7, "Bruno"), (8, 15, "Paul")],
    ids=["7 of 12", "6 each", "5 of 12", "all that were played", "7 of 15"],
)
def test_a_round_belongs_to_who_played_the_most_of_it(
    left_before: int, hands: int, whose: str
) -> None:
    """Of two who played as many it is the one who finished."""
    left = [Left(2, 1, left_before, "Bruno")]
    assert who_counts(ANNE_PAUL, left, 1, hands) == ["Anne", whose]


def test_who_comes_back_has_the_hands_of_both_times() -> None:
    left = [Left(2, 1, 4, "Paul"), Left(2, 1, 9, "Nadia")]
    assert who_counts(ANNE_PAUL, left, 1, 12) == ["Anne", "Paul"]


def test_a_team_stands_behind_its_name() -> None:
    assert titled(ANNE_PAUL, "Les As") == "Les As · Anne & Paul"
    assert titled(ANNE_PAUL, "") == "Anne & Paul"
