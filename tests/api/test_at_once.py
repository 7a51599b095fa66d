"""Phones that send at the same moment: every hand is there once, and everybody gets an answer."""

import uuid
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from scorekeeper.engine.rulesets import GameFormat
from tests.api.phones import Phone, phone_of
from tests.contest import games_of, make_contest, start_round
from tests.table import make_club, make_game, totals_of

pytestmark = pytest.mark.django_db(transaction=True)

PHONES = 6
KEY = uuid.UUID(int=1)


def at_once(act: Callable[[int], object]) -> Counter[str]:
    """Let every phone act at once; return what they were answered."""

    def one(phone: int) -> str:
        try:
            return str(act(phone))
        finally:
            connection.close()

    with ThreadPoolExecutor(PHONES) as phones:
        return Counter(phones.map(one, range(PHONES)))


def word(answer: Any) -> str:
    body = answer.json()
    return str(body.get("done") or body["code"])


def test_one_hand_sent_by_all_is_one_hand() -> None:
    game = make_game(make_club())
    sent = at_once(lambda _: word(phone_of(game).put(KEY, 1, taker="A1", card_points=92)))
    assert sent == {"recorded": 1, "same": PHONES - 1}
    assert totals_of(game) == (92, 70)


def test_one_hand_typed_on_all_phones_is_one_hand() -> None:
    game = make_game(make_club())
    sent = at_once(lambda _: word(phone_of(game).put(uuid.uuid4(), 1, taker="A1", card_points=92)))
    assert sent == {"recorded": 1, "same": PHONES - 1}
    assert totals_of(game) == (92, 70)


def test_of_different_hands_one_is_written_and_the_others_are_told() -> None:
    game = make_game(make_club())
    sent = at_once(
        lambda phone: word(phone_of(game).put(uuid.uuid4(), 1, taker="A1", card_points=90 + phone))
    )
    assert sent == {"recorded": 1, "another_hand": PHONES - 1}
    assert game.hands.count() == 1


def test_of_different_corrections_one_is_made() -> None:
    game = make_game(make_club())
    key, tag = phone_of(game).write(), phone_of(game).tag()
    sent = at_once(
        lambda phone: word(phone_of(game).correct(key, tag, taker="A1", card_points=80 + phone))
    )
    assert sent == {"corrected": 1, "hand_changed": PHONES - 1}


def test_a_hand_withdrawn_by_all_is_withdrawn_once() -> None:
    game = make_game(make_club())
    key, tag = phone_of(game).write(), phone_of(game).tag()
    phone_of(game).write(80)
    assert at_once(lambda _: word(phone_of(game).withdraw(key, tag))) == {
        "withdrawn": 1,
        "same": PHONES - 1,
    }
    assert totals_of(game) == (0, 162)


def test_whole_games_sent_twice_by_every_phone_are_there_once() -> None:
    game = make_game(make_club(), game_format=GameFormat(hands=8))
    hands = [(uuid.uuid4(), 80 + number) for number in range(8)]

    def send_all(_phone: int) -> str:
        for _again in range(2):
            for number, (key, points) in enumerate(hands, start=1):
                word(phone_of(game).put(key, number, taker="A1", card_points=points))
        return "sent"

    at_once(send_all)
    stored = game.hands.order_by("number").values_list("submission_key", "card_points")
    assert list(stored) == hands


def test_the_tables_of_a_contest_do_not_stand_in_each_others_way() -> None:
    tournament = make_contest(make_club(), teams=2 * PHONES, rounds=1, hands=4)
    matches = games_of(start_round(tournament))

    def play(table: int) -> str:
        match = matches[table]
        assert match.game
        phone = Phone(match.game, tournament.codes.get(number=match.table_number or 0).token)
        for number in range(1, 5):
            key = uuid.uuid4()
            for expected in ("recorded", "same"):
                sent = phone.put(key, number, taker="A1", card_points=92)
                assert word(sent) == expected
        return str(phone.sheet["state"])

    assert at_once(play) == {"finished": PHONES}
