"""Every act of a contest has its name, data, effect and words in one table."""

from typing import Any, Final

import pytest

from scorekeeper.models import GameEvent
from tests.tournaments.audit_log.replay.words import WORDS, told
from tournaments.audit_log.actions import ACTIONS, Action, ActionType, link_problems
from tournaments.audit_log.actions.games import GAME_ACTS
from tournaments.audit_log.chain import ChainEntry


@pytest.mark.parametrize(("kind", "data", "before", "words"), WORDS)
def test_an_act_says_what_was_done(
    kind: ActionType, data: dict[str, Any], before: str, words: str
) -> None:
    assert told(kind, data)[1:] == (before, words)


def test_every_act_has_words_in_the_list() -> None:
    assert {kind for kind, *_rest in WORDS} == {*ActionType}


def test_every_act_is_in_the_table_with_a_title_of_its_own() -> None:
    assert set(ACTIONS) == {*ActionType}
    titles = [act.title for act in ACTIONS.values()]
    assert all(titles)
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("kind", [*ActionType])
def test_every_act_does_something_but_the_new_code(kind: ActionType) -> None:
    does_nothing = kind in {ActionType.CODE, ActionType.CALL}
    assert (type(ACTIONS[kind]).replay is Action.replay) == does_nothing


NO_DATA: Final = {"discarded", "unpublished", "reopened", "code", "resumed", "finished"}


@pytest.mark.parametrize("kind", [*ActionType])
def test_every_act_says_which_data_its_line_must_have(kind: ActionType) -> None:
    act = ACTIONS[kind]
    assert next(iter(act.data.problems([], "data"))).code == "not_an_object"
    assert bool(list(act.data.problems({}, "data"))) == (kind not in NO_DATA)


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
