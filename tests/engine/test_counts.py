"""What is asked about counts that do not make the whole, and what each answer makes of the hand."""

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.engine.checks import REFUSED_LATER, check, has_errors
from scorekeeper.engine.choices import AllTrump, AllTrumpBelotes, NoTrump
from scorekeeper.engine.counts import slip_of
from scorekeeper.engine.hand import Contract, HandEntry, Side, Trump
from scorekeeper.engine.presets import PRESETS
from scorekeeper.engine.scoring import ImpossibleHandError, score
from tests.engine.sheet import A, B, took

PLAIN = PRESETS["contest"]
COINCHE = replace(
    PRESETS["coinche_ffb"],
    no_trump=NoTrump.ACE_11,
    all_trump=AllTrump.AS_258,
    all_trump_belotes=AllTrumpBelotes.UP_TO_FOUR,
)
BID = Contract(bid=80)


def asked(entry: HandEntry, rules: Any = PLAIN) -> list[tuple[Side | None, int | None]]:
    """Return who each answer names, and the takers' points with it."""
    slip = slip_of(entry, rules)
    return [(one.side, one.entry.card_points) for one in slip.meanings] if slip else []


@pytest.mark.parametrize(
    ("entry", "answers"),
    [
        pytest.param(took(A, 82, defenders_count=70), [(A, 92), (B, 82)], id="152"),
        pytest.param(took(B, 82, defenders_count=70), [(A, 82), (B, 92)], id="152, B took"),
        pytest.param(
            took(A, 82, defenders_count=70, last_trick=B), [(B, 82)], id="the last trick was said"
        ),
        # 161 points cannot be made: the defence won it.
        pytest.param(took(A, 152, defenders_count=0), [(A, 162), (B, 152)], id="all or 152"),
        pytest.param(took(A, 102, defenders_count=80, belote=A), [(None, 82)], id="182"),
        pytest.param(took(A, 82, defenders_count=100, belote=B), [(None, 82)], id="182 of B"),
        pytest.param(took(A, 162, capot=B), [(A, 162)], id="capot"),
        pytest.param(took(B, 0, capot=B), [(A, 0)], id="capot of the defence"),
        pytest.param(took(A, 82, defenders_count=60), [], id="142"),
        pytest.param(took(A, 82, defenders_count=81), [], id="163"),
        pytest.param(took(A, 82, defenders_count=100), [], id="182 without a belote"),
        pytest.param(took(A, 82, defenders_count=70, tricks=9), [], id="something else is wrong"),
        pytest.param(took(A, 82, defenders_count=80), [], id="right"),
    ],
)
def test_plain_hands(entry: HandEntry, answers: list[tuple[Side | None, int | None]]) -> None:
    assert asked(entry) == answers


@pytest.mark.parametrize(
    ("entry", "answers"),
    [
        pytest.param(
            took(A, 70, defenders_count=50, trump=Trump.NO_TRUMP, contract=BID),
            [(A, 80), (B, 70)],
            id="120 of 130",
        ),
        pytest.param(
            took(A, 148, defenders_count=100, trump=Trump.ALL_TRUMP, contract=BID),
            [(A, 158), (B, 148)],
            id="248 of 258",
        ),
        pytest.param(
            took(
                A, 188, defenders_count=130, trump=Trump.ALL_TRUMP, contract=BID,
                belote=A, further_belotes=(A, B),
            ),
            [(None, 148)],
            id="318 with three belotes",
        ),
    ],
)  # fmt: skip
def test_other_wholes(entry: HandEntry, answers: list[tuple[Side | None, int | None]]) -> None:
    assert asked(entry, COINCHE) == answers


def test_every_answer_can_be_written() -> None:
    for own in range(163):
        for others in (152 - own, 182 - own):
            if not 0 <= others <= 162:
                continue
            entry = took(A, own, defenders_count=others, belote=A)
            slip = slip_of(entry, PLAIN)
            for answer in slip.meanings if slip else ():
                assert not has_errors(check(answer.entry, PLAIN))
                assert answer.entry.defenders_count is None


@pytest.mark.parametrize("others", [70, 60], ids=["152", "142"])
def test_a_stored_hand_keeps_its_score_and_a_new_one_is_refused(others: int) -> None:
    entry = took(A, 82, defenders_count=others)
    assert score(entry, PLAIN).points(A) == 82
    problems = check(entry, PLAIN)
    assert {problem.code for problem in problems} <= REFUSED_LATER
    with pytest.raises(ImpossibleHandError):
        score(entry, PLAIN, problems=problems)
