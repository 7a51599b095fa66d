"""Every act of a contest says what was done."""

from typing import Any

import pytest

from scorekeeper.models import GameEvent
from tests.tournaments.audit_log.replay.words import WORDS, told
from tournaments.audit_log.actions import ACTIONS, ActionType, link_problems
from tournaments.audit_log.actions.games import GAME_ACTS
from tournaments.audit_log.chain import ChainEntry


@pytest.mark.parametrize(("kind", "data", "before", "words"), WORDS)
def test_an_act_says_what_was_done(
    kind: ActionType, data: dict[str, Any], before: str, words: str
) -> None:
    assert told(kind, data)[1:] == (before, words)


@pytest.mark.parametrize("kind", [*ACTIONS])
def test_the_data_of_an_act_are_an_object(kind: ActionType) -> None:
    assert next(iter(ACTIONS[kind].data.problems([], "data"))).code == "not_an_object"


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (kind, data)
        for kind, data, *_rest in WORDS
        if kind not in {ActionType.CREATED, ActionType.CHANGED}
    ],
)
def test_the_data_of_the_words_are_data_that_a_line_may_hold(
    kind: ActionType, data: dict[str, Any]
) -> None:
    link = ChainEntry(
        number=1, kind=kind, round_number=1, table_number=1, data=data, author="", at="now"
    )
    assert link_problems(link) == []


def test_what_is_done_to_a_game_is_called_as_in_its_own_log() -> None:
    assert set(GAME_ACTS) == set(GameEvent.Kind.values)
    assert told("game", {"act": "hand_recorded", "hand": 3, "after": {"taker": "A1"}}) == (
        "did hand_recorded 3",
        "",
        "a hand",
    )
