"""Every act of a contest has its name, data, effect and words in one table."""

from typing import Any, Final

import pytest

from scorekeeper.models import GameEvent
from tests.tournaments.replay.words import WORDS, told
from tournaments.chain import Link
from tournaments.replay.acts import ACTS, Act, ActKind, link_problems
from tournaments.replay.acts.games import GAME_ACTS


@pytest.mark.parametrize(("kind", "data", "before", "words"), WORDS)
def test_an_act_says_what_was_done(
    kind: ActKind, data: dict[str, Any], before: str, words: str
) -> None:
    assert told(kind, data)[1:] == (before, words)


def test_every_act_has_words_in_the_list() -> None:
    assert {kind for kind, *_rest in WORDS} == {*ActKind}


def test_every_act_is_in_the_table_with_a_title_of_its_own() -> None:
    assert set(ACTS) == {*ActKind}
    titles = [act.title for act in ACTS.values()]
    assert all(titles)
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("kind", [*ActKind])
def test_every_act_does_something_but_the_new_code(kind: ActKind) -> None:
    does_nothing = kind in {ActKind.CODE, ActKind.CALL}
    assert (type(ACTS[kind]).replay is Act.replay) == does_nothing


NO_DATA: Final = {"discarded", "unpublished", "reopened", "code", "resumed", "finished"}


@pytest.mark.parametrize("kind", [*ActKind])
def test_every_act_says_which_data_its_line_must_have(kind: ActKind) -> None:
    act = ACTS[kind]
    assert next(iter(act.data.problems([], "data"))).code == "not_an_object"
    assert bool(list(act.data.problems({}, "data"))) == (kind not in NO_DATA)


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (kind, data)
        for kind, data, *_rest in WORDS
        if kind not in {ActKind.CREATED, ActKind.CHANGED}
    ],
)
def test_the_data_of_the_words_are_data_that_a_line_may_hold(
    kind: ActKind, data: dict[str, Any]
) -> None:
    link = Link(number=1, kind=kind, round_number=1, table_number=1, data=data, author="", at="now")
    assert link_problems(link) == []


def test_what_is_done_to_a_game_is_called_as_in_its_own_log() -> None:
    assert set(GAME_ACTS) == set(GameEvent.Kind.values)
    assert told("game", {"act": "hand_recorded", "hand": 3, "after": {"taker": "A1"}}) == (
        "did hand_recorded 3",
        "",
        "a hand",
    )
