"""Programs may say by `If-Match` which hand they looked at: only that one is changed."""

import json
import uuid
from typing import Any

import pytest

from scorekeeper.models import Game
from tests.api.phones import Phone, done, hands_of, refused

pytestmark = pytest.mark.django_db

HAND = {"taker": "A1", "card_points": 80}


def put(phone: Phone, key: str, if_match: str, base: str | None = None) -> Any:
    body = json.dumps({"number": 1, "base": base, "entry": HAND})
    headers = phone.headers(**{"if-match": if_match})
    path = f"{phone.url}/hands/{key}"
    return phone.client.generic("PUT", path, body, "application/json", headers=headers)


def delete(phone: Phone, key: str, if_match: str, query: str = "") -> Any:
    headers = phone.headers(**{"if-match": if_match})
    return phone.client.delete(f"{phone.url}/hands/{key}{query}", headers=headers)


def test_a_hand_is_corrected_by_the_tag_that_was_looked_at(phone: Phone, game: Game) -> None:
    key = phone.write(92)
    assert done(put(phone, key, f'"{phone.tag()}"')) == "corrected"
    assert hands_of(game) == [80]


def test_another_hand_than_was_looked_at_stays(phone: Phone, game: Game) -> None:
    key = phone.write(92)
    seen = phone.tag()
    phone.correct(key, seen, taker="A1", card_points=100)
    answer = put(phone, key, f'"{seen}"')
    assert refused(answer, 412) == "hand_changed"
    assert answer.json()["stored"]["entry"]["card_points"] == 100
    assert answer.json()["sheet"]["hands"][0]["tag"] == phone.tag()
    answer = delete(phone, key, f'"{seen}"')
    assert refused(answer, 412) == "hand_changed"
    assert answer.json()["stored"]["tag"] == phone.tag()
    assert hands_of(game) == [100]


@pytest.mark.parametrize("header", ['W/"{tag}"', "{tag}", '""', "nonsense", '"a", "b"'])
def test_what_names_no_hand_changes_none(phone: Phone, game: Game, header: str) -> None:
    key = phone.write(92)
    answer = put(phone, key, header.format(tag=phone.tag()))
    assert refused(answer, 412) == "hand_changed"
    assert hands_of(game) == [92]


def test_one_of_several_or_any_will_do(phone: Phone, game: Game) -> None:
    key = phone.write(92)
    assert done(put(phone, key, f'"other", "{phone.tag()}"')) == "corrected"
    assert done(delete(phone, key, "*")) == "withdrawn"
    assert hands_of(game) == []


def test_a_hand_that_is_not_there_is_not_written(phone: Phone, game: Game) -> None:
    phone.write(92)
    answer = put(phone, str(uuid.uuid4()), "*")
    assert refused(answer, 412) == "hand_unknown"
    assert len(answer.json()["sheet"]["hands"]) == 1
    assert hands_of(game) == [92]


def test_a_hand_that_was_withdrawn_is_not_written_again(phone: Phone, game: Game) -> None:
    key = phone.write(92)
    seen = phone.tag()
    phone.withdraw(key, seen)
    answer = put(phone, key, f'"{seen}"')
    assert refused(answer, 412) == "hand_withdrawn"
    assert answer.json()["sheet"]["hands"] == []
    assert hands_of(game) == []


def test_sent_again_it_is_done_already(phone: Phone) -> None:
    key = phone.write(92)
    seen = phone.tag()
    assert done(put(phone, key, f'"{seen}"')) == "corrected"
    assert done(put(phone, key, f'"{seen}"')) == "same"


def test_a_tag_and_a_base_that_contradict_change_nothing(phone: Phone, game: Game) -> None:
    key = phone.write(92)
    assert refused(put(phone, key, '"other"', phone.tag()), 412) == "hand_changed"
    assert refused(delete(phone, key, '"other"', f"?base={phone.tag()}"), 412) == "hand_changed"
    assert done(put(phone, key, f'"{phone.tag()}"', phone.tag())) == "corrected"


def test_without_the_header_the_way_is_as_it_was(phone: Phone) -> None:
    key = phone.write(92)
    answer = phone.correct(key, "other", taker="A1", card_points=80)
    assert refused(answer, 409) == "hand_changed"
    assert refused(phone.send("DELETE", f"/hands/{key}", b""), 422) == "invalid"


def test_letters_that_nobody_sees_are_not_kept(phone: Phone) -> None:
    reason = "Ren\u202eonce\u200b vue 👩\u200d🦰"
    answer = phone.put(uuid.uuid4(), 1, penalty="A", penalty_reason=reason)
    assert done(answer) == "recorded"
    entry = phone.sheet["hands"][0]["entry"]
    assert entry["penalty_reason"] == "Renonce vue 👩\u200d🦰"
