"""What a litige holds, and who wins it (rules.md, section 3)."""

from dataclasses import replace

import pytest

from scorekeeper.engine.choices import Compared, HeldPoints, OnEquality, Rounding
from scorekeeper.engine.hand import HandEntry
from scorekeeper.engine.marks import Reason, ScoreLine
from scorekeeper.engine.presets import PRESETS
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.scoring import Held, score
from tests.engine.sheet import A, B, Points, capot_of, fault_of, marked, took

CONTEST = PRESETS["contest"]
LITIGE_IN_TENS = replace(CONTEST, rounding=Rounding.TO_160)
HELD_WITH_BELOTE = replace(CONTEST, held=HeldPoints.CARDS_AND_BELOTE)
HELD_BY_CARDS = replace(HELD_WITH_BELOTE, compared=Compared.CARDS)


@pytest.mark.parametrize(
    ("rules", "entry", "points", "newly_held"),
    [
        pytest.param(CONTEST, took(A, 81), (0, 81), 81, id="81 held"),
        pytest.param(CONTEST, took(A, 71, belote=A), (20, 91), 71, id="belote is never held"),
        pytest.param(CONTEST, took(A, 91, belote=B), (0, 91), 91, id="belote of the defence"),
        pytest.param(
            HELD_WITH_BELOTE, took(A, 71, belote=A), (0, 91), 91, id="federation 2016: 91 held"
        ),
        pytest.param(
            HELD_WITH_BELOTE, took(A, 91, belote=B), (0, 91), 91, id="only the takers' is held"
        ),
        pytest.param(HELD_WITH_BELOTE, took(A, 81), (0, 81), 81, id="no belote to hold"),
        pytest.param(
            HELD_BY_CARDS, took(A, 81, belote=A), (0, 81), 101, id="81 and belote held: 101"
        ),
        pytest.param(
            HELD_BY_CARDS, took(A, 81, belote=B), (0, 101), 81, id="the defence keeps its belote"
        ),
        pytest.param(LITIGE_IN_TENS, took(A, 81), (0, 80), 80, id="in tens"),
    ],
)
def test_what_a_litige_holds(
    rules: RuleSet, entry: HandEntry, points: Points, newly_held: int
) -> None:
    scored = score(entry, rules)
    assert scored.outcome == "litige"
    assert (marked(scored), scored.newly_held) == (points, newly_held)
    assert scored.held == Held(a=newly_held)


@pytest.mark.parametrize(
    ("next_hand", "points", "held"),
    [
        pytest.param(took(A, 100), (181, 62), Held(), id="made: the takers win it"),
        pytest.param(took(B, 100), (62, 181), Held(), id="made by the other side"),
        pytest.param(took(A, 60), (0, 243), Held(), id="failed: the defenders win it"),
        pytest.param(capot_of(A, takers=A), (333, 0), Held(), id="capot wins it"),
        pytest.param(capot_of(B, takers=A), (0, 333), Held(), id="capot of the defence wins it"),
        pytest.param(fault_of(A), (0, 243), Held(), id="the side not at fault wins it"),
        pytest.param(took(A, 81), (0, 81), Held(a=162), id="a second litige adds to it"),
        pytest.param(took(B, 81), (81, 0), Held(a=81, b=81), id="a second one, of the other side"),
        pytest.param(took(B, 71, belote=B), (91, 20), Held(a=81, b=71), id="and with belote"),
    ],
)
def test_who_wins_held_points(next_hand: HandEntry, points: Points, held: Held) -> None:
    scored = score(next_hand, CONTEST, Held(a=81))
    assert (marked(scored), scored.held) == (points, held)


def test_held_points_are_a_line_of_their_own() -> None:
    scored = score(took(B, 100), CONTEST, Held(a=81, b=71))
    assert scored.lines[-1] == ScoreLine(B, 152, Reason.HELD_WON)
    assert scored.newly_held == 0


def test_a_shared_hand_leaves_held_points_where_they_are() -> None:
    """No sheet plays both; a club may: what an earlier litige held waits for a winner."""
    scored = score(took(A, 81), replace(CONTEST, on_equality=OnEquality.SHARED), Held(b=81))
    assert (marked(scored), scored.held) == ((81, 81), Held(b=81))


def test_held_points_of_a_side() -> None:
    held = Held(a=81).plus(B, 71)
    assert (held.a, held.b, held.total) == (81, 71, 152)
