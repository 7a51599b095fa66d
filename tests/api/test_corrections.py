"""Corrections and withdrawals that phones send: never over what somebody else did meanwhile."""

import uuid

import pytest

from scorekeeper.engine.hand import Seat
from scorekeeper.games.services.actions import StaleGameError
from scorekeeper.games.services.hands import correct_hand, record_hand, withdraw_hand
from scorekeeper.models import Game, GameEvent, Hand
from scorekeeper.models.authors import Author
from scorekeeper.models.hands import HandInput
from tests.api.phones import Phone, done, hands_of, phone_of, refused
from tests.table import NOW, SCORER, takes, totals_of, write

pytestmark = pytest.mark.django_db

KEY = uuid.UUID(int=1)
HAND = {"taker": "A1", "card_points": 92}
LEA = Author("Léa")


class TestACorrection:
    def test_replaces_what_was_looked_at(self, phone: Phone, game: Game) -> None:
        key = phone.write()
        before = phone.tag()
        answer = phone.correct(key, before, taker="B1", card_points=70)
        assert done(answer) == "corrected"
        (hand,) = answer.json()["sheet"]["hands"]
        assert hand["tag"] != before
        assert hand["changed_at"]
        assert hand["id"] == key
        assert totals_of(game) == (162, 0)

    def test_sent_again_changes_nothing(self, phone: Phone, game: Game) -> None:
        key = phone.write()
        tag = phone.tag()
        for expected in ("corrected", "same", "same"):
            assert done(phone.correct(key, tag, taker="B1", card_points=70)) == expected
        assert game.events.filter(kind=GameEvent.Kind.HAND_CORRECTED).count() == 1

    def test_of_a_hand_that_others_corrected_is_refused(self, phone: Phone, game: Game) -> None:
        key = phone.write()
        tag = phone.tag()
        phone.correct(key, tag, taker="A1", card_points=100)
        answer = phone.correct(key, tag, taker="A1", card_points=80)
        assert refused(answer, 409) == "hand_changed"
        assert answer.json()["stored"]["entry"]["card_points"] == 100
        assert hands_of(game) == [100]

    def test_of_a_hand_that_was_changed_and_changed_back_is_refused(
        self, phone: Phone, game: Game
    ) -> None:
        key = phone.write(92)
        first = phone.tag()
        phone.correct(key, first, taker="A1", card_points=100)
        phone.correct(key, phone.tag(), taker="A1", card_points=92)
        assert phone.tag() != first
        answer = phone.correct(key, first, taker="A1", card_points=80)
        assert refused(answer, 409) == "hand_changed"
        assert hands_of(game) == [92]

    def test_that_others_made_too_is_the_same(self, phone: Phone) -> None:
        key = phone.write(92)
        tag = phone.tag()
        phone.correct(key, tag, taker="A1", card_points=100)
        assert done(phone.correct(key, tag, taker="A1", card_points=100)) == "same"

    def test_finds_its_hand_where_it_moved_up(self, phone: Phone, game: Game) -> None:
        first, second = phone.write(92), phone.write(80)
        tag = phone.tag(2)
        phone.withdraw(first, phone.tag(1))
        assert done(phone.correct(second, tag, taker="A1", card_points=81)) == "corrected"
        assert hands_of(game) == [81]

    def test_of_a_withdrawn_hand_says_by_whom(self, phone: Phone, game: Game) -> None:
        key = phone.write()
        tag = phone.tag()
        withdraw_hand(game_id=game.pk, number=1, author=LEA, now=NOW)
        answer = phone.correct(key, tag, **HAND)
        assert refused(answer, 409) == "hand_withdrawn"
        assert answer.json()["by"] == "Léa"

    def test_of_an_unknown_hand_is_refused(self, phone: Phone) -> None:
        assert refused(phone.correct(KEY, "abc", **HAND), 404) == "hand_unknown"

    def test_of_a_finished_game_outside_contests_is_refused(self, game: Game) -> None:
        phone = phone_of(game)
        write(game, *[takes(Seat.A1, 92)] * 12)
        hand = phone.sheet["hands"][0]
        answer = phone.correct(hand["id"], hand["tag"], taker="A1", card_points=80)
        assert refused(answer, 409) == "game_over"
        assert answer.json()["sheet"]["state"] == "finished"

    def test_keeps_the_deals_that_nobody_took(self, phone: Phone, game: Game) -> None:
        phone.pass_deals(1, 2)
        key = phone.write()
        phone.correct(key, phone.tag(), taker="A1", card_points=80)
        assert game.hands.get().passed_deals == 2
        phone.correct(key, phone.tag(), taker="A1", card_points=80, passed_deals=1)
        assert game.hands.get().passed_deals == 1


class TestAWithdrawal:
    def test_takes_the_hand_off_the_sheet(self, phone: Phone, game: Game) -> None:
        key = phone.write()
        phone.write(80)
        answer = phone.withdraw(key, phone.tag(1))
        assert done(answer) == "withdrawn"
        assert answer.json()["sheet"]["next_number"] == 2
        assert hands_of(game) == [80]

    def test_sent_again_changes_nothing(self, phone: Phone, game: Game) -> None:
        key = phone.write()
        phone.write(80)
        tag = phone.tag(1)
        assert [done(phone.withdraw(key, tag)) for _ in range(3)] == ["withdrawn", "same", "same"]
        assert hands_of(game) == [80]

    def test_stays_withdrawn_when_its_hand_comes_late(self, phone: Phone, game: Game) -> None:
        phone.put(KEY, 1, **HAND)
        phone.withdraw(KEY, phone.tag())
        for _ in range(2):
            answer = phone.put(KEY, 1, **HAND)
            assert refused(answer, 409) == "hand_withdrawn"
            assert answer.json()["by"] == "a phone at the table"
            assert "stored" not in answer.json()
        assert hands_of(game) == []

    def test_by_the_page_keeps_late_hands_away_too(self, phone: Phone, game: Game) -> None:
        phone.put(KEY, 1, **HAND)
        withdraw_hand(game_id=game.pk, number=1, author=LEA, now=NOW)
        answer = phone.put(KEY, 1, **HAND)
        assert refused(answer, 409) == "hand_withdrawn"
        assert answer.json()["by"] == "Léa"

    def test_of_a_hand_that_others_corrected_is_refused(self, phone: Phone, game: Game) -> None:
        key = phone.write()
        tag = phone.tag()
        phone.correct(key, tag, taker="A1", card_points=100)
        assert refused(phone.withdraw(key, tag), 409) == "hand_changed"
        assert hands_of(game) == [100]

    def test_of_what_never_was_there_is_done_already(self, phone: Phone) -> None:
        assert done(phone.withdraw(KEY, "abc")) == "same"

    def test_undoes_the_hand_that_ended_the_game_a_moment_ago(
        self, phone: Phone, game: Game
    ) -> None:
        write(game, *[takes(Seat.A1, 92)] * 11)
        key = phone.write()
        assert phone.sheet["state"] == "finished"
        assert done(phone.withdraw(key, phone.tag(12))) == "withdrawn"
        assert phone.sheet["state"] == "playing"

    def test_of_a_finished_game_is_refused_later(self, phone: Phone, game: Game) -> None:
        write(game, *[takes(Seat.A1, 92)] * 12)
        hand = phone.sheet["hands"][-1]
        assert refused(phone.withdraw(hand["id"], hand["tag"]), 409) == "game_over"
        assert game.hands.count() == 12


def test_the_page_does_not_write_a_withdrawn_hand_again(game: Game) -> None:
    (hand,) = write(game, takes(Seat.A1, 92))
    withdraw_hand(game_id=game.pk, number=1, author=SCORER, now=NOW)
    with pytest.raises(StaleGameError):
        record_hand(
            game_id=game.pk,
            written=HandInput(entry=takes(Seat.A1, 92)),
            submission_key=hand.submission_key,
            author=SCORER,
            now=NOW,
        )
    assert not Hand.objects.exists()


def test_a_correction_by_the_page_changes_the_tag(game: Game) -> None:
    phone = phone_of(game)
    phone.write()
    before = phone.tag()
    correct_hand(
        game_id=game.pk,
        number=1,
        written=HandInput(entry=takes(Seat.A1, 92)),
        author=SCORER,
        now=NOW,
    )
    assert phone.tag() != before
