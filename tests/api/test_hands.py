"""Hands that phones send: each is written once, whatever is lost on the way."""

import uuid
from typing import Any

import pytest

from scorekeeper.engine.choices import AllTrump, Bidding
from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.engine.rulesets import GameFormat, RuleSet
from scorekeeper.games.services.games import reopen_game, stop_game
from scorekeeper.games.services.sent_hands import agree
from scorekeeper.models import Club, Game, GameEvent
from scorekeeper.models.hands import HandInput
from scorekeeper.rules.queries import own_choice
from tests.api.phones import Phone, done, hands_of, phone_of, refused
from tests.rulesets import changed, copied
from tests.sending import hand_data, url
from tests.table import NOW, SCORER, make_club, make_game, takes, totals_of, write

pytestmark = pytest.mark.django_db

KEY = uuid.UUID(int=1)
OTHER = uuid.UUID(int=2)
HAND = {"taker": "A1", "card_points": 92}


class TestANewHand:
    def test_is_written_and_the_sheet_answered(self, phone: Phone, game: Game) -> None:
        answer = phone.put(KEY, 1, **HAND, belote="B", belote_seat="B2", trump="hearts")
        assert answer.status_code == 201
        body = answer.json()
        assert body["done"] == "recorded"
        assert body["notices"] == []
        assert body["sheet"]["totals"] == {"A": 92, "B": 90}
        (hand,) = body["sheet"]["hands"]
        assert hand["id"] == str(KEY)
        assert hand["entry"]["belote_seat"] == "B2"
        assert totals_of(game) == (92, 90)

    def test_sent_thrice_is_one_hand(self, phone: Phone, game: Game) -> None:
        first = phone.put(KEY, 1, **HAND)
        again = [phone.put(KEY, 1, **HAND) for _ in range(2)]
        assert [done(answer) for answer in again] == ["same", "same"]
        assert all(answer.json()["sheet"] == first.json()["sheet"] for answer in again)
        assert hands_of(game) == [92]
        assert game.events.filter(kind=GameEvent.Kind.HAND_RECORDED).count() == 1

    def test_sent_again_after_others_wrote_on_is_the_same(self, phone: Phone, game: Game) -> None:
        phone.put(KEY, 1, **HAND)
        phone.write(80)
        assert done(phone.put(KEY, 1, **HAND)) == "same"
        assert hands_of(game) == [92, 80]

    def test_sent_again_after_a_correction_by_others_leaves_it(
        self, phone: Phone, game: Game
    ) -> None:
        phone.put(KEY, 1, **HAND)
        phone.correct(KEY, phone.tag(), taker="A1", card_points=100)
        answer = phone.put(KEY, 1, **HAND)
        assert done(answer) == "same"
        assert answer.json()["sheet"]["hands"][0]["entry"]["card_points"] == 100
        assert hands_of(game) == [100]

    def test_sent_again_with_its_corrected_content_is_the_same(self, phone: Phone) -> None:
        phone.put(KEY, 1, **HAND)
        phone.correct(KEY, phone.tag(), taker="A1", card_points=100)
        assert done(phone.put(KEY, 1, taker="A1", card_points=100)) == "same"

    def test_another_entry_under_its_key_is_shown_beside_it(self, phone: Phone, game: Game) -> None:
        phone.put(KEY, 1, **HAND)
        answer = phone.put(KEY, 1, taker="A1", card_points=93)
        assert refused(answer, 409) == "hand_differs"
        assert answer.json()["stored"]["entry"]["card_points"] == 92
        assert hands_of(game) == [92]

    def test_names_who_sent_it(self, phone: Phone, game: Game) -> None:
        phone.write()
        assert game.hands.get().recorded_name == "a phone at the table"
        session = phone.client.session
        session["scorer_name"] = "Léa"
        session.save()
        phone.write()
        assert game.hands.get(number=2).recorded_name == "Léa"

    def test_of_a_page_sent_to_both_doors_is_one_hand(self, phone: Phone, game: Game) -> None:
        """The form of the page and its script use the same key."""
        joined = phone.client
        joined.get(url("game-join", game.token))
        joined.post(url("game-join", game.token), {"name": ""})
        sent = hand_data(game, points_a=92, submission_key=KEY)
        joined.post(url("hand-new", game.pk), sent)
        assert done(phone.put(KEY, 1, **HAND)) == "same"
        assert hands_of(game) == [92]

    def test_written_before_keys_were_kept_is_known_too(self, phone: Phone, game: Game) -> None:
        (hand,) = write(game, takes(Seat.A1, 92))
        game.sent_hands.all().delete()
        assert done(phone.put(hand.submission_key, 1, **HAND)) == "same"
        assert done(phone.withdraw(hand.submission_key, phone.tag())) == "withdrawn"
        assert refused(phone.put(hand.submission_key, 1, **HAND), 409) == "hand_withdrawn"


class TestTwoPhones:
    """Two people write the same hand down, or not quite the same."""

    def test_alike_it_is_one_hand(self, phone: Phone, game: Game) -> None:
        phone.put(KEY, 1, **HAND, trump="hearts")
        answer = phone.put(OTHER, 1, **HAND, tricks=5)
        assert done(answer) == "same"
        assert answer.json()["sheet"]["hands"][0]["id"] == str(KEY)
        assert hands_of(game) == [92]

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ({}, {"taker": "A2"}),
            ({}, {"card_points": 93}),
            ({}, {"belote": "A"}),
            ({"card_points": 162, "capot": "A"}, {"card_points": 152}),
            ({"trump": "hearts"}, {"trump": "spades"}),
            ({"tricks": 5}, {"tricks": 6}),
            ({"last_trick": "A"}, {"last_trick": "B"}),
            ({"belote": "A", "belote_seat": "A1"}, {"belote": "A", "belote_seat": "A2"}),
        ],
        ids=lambda fields: "+".join(fields) or "plain",
    )
    def test_unlike_a_person_chooses(
        self, phone: Phone, game: Game, one: dict[str, Any], other: dict[str, Any]
    ) -> None:
        assert done(phone.put(KEY, 1, **{**HAND, **one})) == "recorded"
        answer = phone.put(OTHER, 1, **{**HAND, **other})
        assert refused(answer, 409) == "another_hand"
        body = answer.json()
        assert body["stored"] == body["sheet"]["hands"][0]
        assert body["stored"]["id"] == str(KEY)
        assert game.hands.count() == 1

    def test_penalties_for_other_reasons_are_unlike(self, phone: Phone) -> None:
        phone.put(KEY, 1, penalty="A", penalty_reason="Played out of turn")
        assert done(phone.put(OTHER, 1, penalty="A")) == "same"
        answer = phone.put(uuid.uuid4(), 1, penalty="A", penalty_reason="Revoked")
        assert refused(answer, 409) == "another_hand"

    def test_chosen_it_takes_the_place_by_a_correction(self, phone: Phone, game: Game) -> None:
        phone.put(KEY, 1, **HAND)
        stored = phone.put(OTHER, 1, taker="B1", card_points=90).json()["stored"]
        answer = phone.correct(stored["id"], stored["tag"], taker="B1", card_points=90)
        assert done(answer) == "corrected"
        assert hands_of(game) == [90]

    def test_the_hands_of_both_interleave(self, phone: Phone, game: Game) -> None:
        """Both phones kept three hands, of which the middle one is the same."""
        mine = [(uuid.uuid4(), points) for points in (92, 80, 100)]
        yours = [(uuid.uuid4(), points) for points in (92, 80, 100)]
        for _again in range(2):
            for number, both in enumerate(zip(mine, yours, strict=True), start=1):
                for key, points in both:
                    done(phone.put(key, number, taker="A1", card_points=points))
        assert hands_of(game) == [92, 80, 100]

    def test_one_that_was_only_agreed_to_does_not_come_back(self, phone: Phone, game: Game) -> None:
        phone.put(KEY, 1, **HAND)
        phone.put(OTHER, 1, **HAND)
        assert done(phone.withdraw(KEY, phone.tag())) == "withdrawn"
        assert refused(phone.put(OTHER, 1, **HAND), 409) == "hand_withdrawn"
        assert hands_of(game) == []

    def test_one_that_was_agreed_to_is_corrected_by_either_key(
        self, phone: Phone, game: Game
    ) -> None:
        phone.put(KEY, 1, **HAND)
        phone.put(OTHER, 1, **HAND)
        assert done(phone.correct(OTHER, phone.tag(), taker="A1", card_points=80)) == "corrected"
        assert hands_of(game) == [80]

    def test_a_phone_ahead_of_the_sheet_is_told(self, phone: Phone, game: Game) -> None:
        phone.write()
        answer = phone.put(KEY, 3, **HAND)
        assert refused(answer, 409) == "hands_missing"
        assert answer.json()["sheet"]["next_number"] == 2
        assert hands_of(game) == [92]


class TestAHandThatMayNotBe:
    def test_every_error_is_named_with_its_field(self, phone: Phone, game: Game) -> None:
        answer = phone.put(KEY, 1, card_points=300, belote="A", belote_seat="B1")
        assert refused(answer, 422) == "impossible_hand"
        errors = answer.json()["errors"]
        assert [(error["code"], error["field"]) for error in errors] == [
            ("taker_missing", "taker"),
            ("points_out_of_range", "card_points"),
            ("belote_of_other_side", "belote"),
        ]
        assert errors[1]["value"] == 300
        assert errors[1]["whole"] == 162
        assert "300 points are not possible" in errors[1]["detail"]
        assert hands_of(game) == []

    def test_an_unusual_one_is_asked_about_once(self, phone: Phone, game: Game) -> None:
        answer = phone.put(KEY, 1, taker="A1", card_points=162)
        assert refused(answer, 422) == "unusual_hand"
        (error,) = answer.json()["errors"]
        assert (error["code"], error["severity"]) == ("all_points_without_capot", "warning")
        assert hands_of(game) == []
        confirmed = [error["code"]]
        answer = phone.put(KEY, 1, confirmed=confirmed, taker="A1", card_points=162)
        assert done(answer) == "recorded"
        assert done(phone.put(KEY, 1, taker="A1", card_points=162)) == "same"
        assert hands_of(game) == [162]

    @pytest.mark.parametrize(
        ("count", "code", "said"),
        [
            (70, "last_trick_forgotten", "Say who won it."),
            (60, "twenty_missing", "20 are missing"),
            (90, "counts_do_not_add_up", "they are 10 off"),
        ],
    )
    def test_counts_that_do_not_make_the_whole_cannot_be_confirmed(
        self, phone: Phone, game: Game, count: int, code: str, said: str
    ) -> None:
        """Phones of before asked once more, and sent that it was right."""
        confirmed = ["last_trick_forgotten"]
        hand = {"taker": "A1", "card_points": 82, "defenders_count": count}
        answer = phone.put(KEY, 1, confirmed=confirmed, **hand)
        assert refused(answer, 422) == "impossible_hand"
        (error,) = answer.json()["errors"]
        assert (error["code"], error["severity"], error["field"]) == (
            code,
            "error",
            "defenders_count",
        )
        assert said in error["detail"]
        assert hands_of(game) == []

    def test_a_correction_is_checked_the_same(self, phone: Phone, game: Game) -> None:
        key = phone.write()
        tag = phone.tag()
        assert refused(phone.correct(key, tag, taker="A1", card_points=161), 422) == (
            "impossible_hand"
        )
        assert refused(phone.correct(key, tag, taker="A1", card_points=162), 422) == "unusual_hand"
        assert hands_of(game) == [92]

    def test_what_is_unusual_in_its_game_is_only_noticed(self, phone: Phone) -> None:
        belote = {**HAND, "belote": "A", "belote_seat": "A1"}
        for number in (1, 2):
            phone.put(uuid.uuid4(), number, **belote)
        answer = phone.put(KEY, 3, **belote)
        assert done(answer) == "recorded"
        (notice,) = answer.json()["notices"]
        assert (notice["code"], notice["value"]) == ("belotes_in_a_row", 3)
        assert phone.put(KEY, 3, **belote).json()["notices"] == [notice]


class TestAGameThatIsOver:
    def test_takes_no_hand(self, phone: Phone, game: Game) -> None:
        write(game, *[takes(Seat.A1, 92)] * 12)
        answer = phone.put(KEY, 13, **HAND)
        assert refused(answer, 409) == "beyond_end"
        assert answer.json()["sheet"]["state"] == "finished"

    def test_takes_no_hand_beyond_its_target(self, club: Club) -> None:
        game = make_game(club, game_format=GameFormat(target=300))
        write(game, *[takes(Seat.A1, 110)] * 3)
        assert refused(phone_of(game).put(KEY, 4, **HAND), 409) == "beyond_end"
        game.refresh_from_db()
        assert (game.winner, game.hand_count) == ("A", 3)

    def test_takes_no_hand_when_it_is_opened_again_full(self, phone: Phone, game: Game) -> None:
        write(game, *[takes(Seat.A1, 92)] * 12)
        reopen_game(game_id=game.pk, author=SCORER, now=NOW)
        assert refused(phone.put(KEY, 13, taker="B1", card_points=162, capot="B"), 409) == (
            "beyond_end"
        )
        assert totals_of(game) == (12 * 92, 12 * 70)

    def test_takes_no_hand_after_it_was_stopped(self, phone: Phone, game: Game) -> None:
        write(game, takes(Seat.A1, 92))
        stop_game(game_id=game.pk, reason="It is late", author=SCORER, now=NOW)
        assert refused(phone.put(KEY, 2, **HAND), 409) == "game_over"

    def test_knows_its_last_hand_when_it_comes_again(self, phone: Phone, game: Game) -> None:
        write(game, *[takes(Seat.A1, 92)] * 11)
        assert done(phone.put(KEY, 12, **HAND)) == "recorded"
        assert done(phone.put(KEY, 12, **HAND)) == "same"
        assert done(phone.put(OTHER, 12, **HAND)) == "same"
        assert game.hands.count() == 12

    def test_takes_no_hand_as_a_slip(self, game: Game) -> None:
        game.kind = Game.Kind.SLIP
        game.save()
        phone = phone_of(game)
        assert phone.sheet["state"] == "slip"
        assert not phone.sheet["may_enter"]
        assert refused(phone.put(KEY, 1, **HAND), 409) == "game_over"
        assert refused(phone.pass_deals(1, 1), 409) == "game_over"


class TestDealsThatNobodyTook:
    def test_are_noted_as_a_number(self, phone: Phone, game: Game) -> None:
        answer = phone.pass_deals(1, 2)
        assert done(answer) == "noted"
        assert answer.json()["sheet"]["passed_deals"] == 2
        assert done(phone.pass_deals(1, 2)) == "same"
        assert done(phone.pass_deals(1, 1)) == "noted"
        kinds = game.events.order_by("pk").values_list("kind", flat=True)
        assert list(kinds) == ["started", "deal_passed", "deal_passed", "deal_restored"]

    def test_belong_to_the_hand_that_comes_next(self, phone: Phone, game: Game) -> None:
        phone.pass_deals(1, 2)
        phone.put(KEY, 1, **HAND)
        assert game.hands.get().passed_deals == 2
        assert done(phone.put(KEY, 1, **HAND)) == "same"
        assert done(phone.pass_deals(1, 2)) == "same"
        assert refused(phone.pass_deals(1, 3), 409) == "deals_changed"
        assert refused(phone.pass_deals(3, 1), 409) == "hands_missing"
        assert phone.sheet["passed_deals"] == 0

    def test_sent_again_late_do_not_undo_what_others_noted(self, phone: Phone) -> None:
        assert done(phone.pass_deals(1, 1, base=0)) == "noted"
        assert done(phone.pass_deals(1, 2, base=1)) == "noted"
        assert refused(phone.pass_deals(1, 1, base=0), 409) == "deals_changed"
        assert done(phone.pass_deals(1, 2, base=0)) == "same"
        assert phone.sheet["passed_deals"] == 2

    def test_are_counted_by_the_phone_where_it_says_so(self, phone: Phone, game: Game) -> None:
        phone.pass_deals(1, 2)
        phone.put(KEY, 1, **HAND, passed_deals=1)
        assert game.hands.get().passed_deals == 1

    def test_are_over_with_the_game(self, phone: Phone, game: Game) -> None:
        write(game, *[takes(Seat.A1, 92)] * 12)
        assert refused(phone.pass_deals(13, 1), 409) == "game_over"


class TestContree:
    @pytest.fixture
    def game(self) -> Game:
        rules = RuleSet(
            bidding=Bidding.POINTS_AND_BID,
            declarations=True,
            all_trump=AllTrump.SCALED_FROM_258,
            format=GameFormat(target=1000),
        )
        club = make_club()
        return make_game(club, choice=own_choice(changed(copied(club, "classic", "Ours"), rules)))

    def test_everything_that_is_said_comes_back(self, phone: Phone) -> None:
        entry = {
            "taker": "A2",
            "card_points": 154,
            "trump": "all_trump",
            "contract": {"bid": 100, "multiplier": 1},
            "declarations": [
                {"side": "A", "kind": "tierce", "high": None},
                {"side": "B", "kind": "cent", "high": "king"},
            ],
            "defenders_count": 104,
            "tricks": 5,
            "last_trick": "A",
        }
        answer = phone.put(KEY, 1, **entry)
        assert done(answer) == "recorded"
        stored = answer.json()["sheet"]["hands"][0]["entry"]
        assert {name: stored[name] for name in entry} == entry

    def test_declarations_in_another_order_are_the_same_hand(self, phone: Phone) -> None:
        shown = [{"side": "A", "kind": "tierce"}, {"side": "A", "kind": "cent"}]
        hand = {"taker": "A1", "card_points": 92, "contract": {"bid": 80}}
        phone.put(KEY, 1, **hand, declarations=shown)
        assert done(phone.put(OTHER, 1, **hand, declarations=shown[::-1])) == "same"

    def test_points_of_another_deck_are_another_hand(self, phone: Phone) -> None:
        hand = {"taker": "A1", "card_points": 120, "contract": {"bid": 80}}
        phone.put(KEY, 1, **hand)
        answer = phone.put(OTHER, 1, **hand, trump="all_trump")
        assert refused(answer, 409) == "another_hand"


def test_two_empty_notes_agree_with_anything() -> None:
    def written(**fields: Any) -> HandInput:
        return HandInput(entry=HandEntry(taker=Seat.A1, card_points=92, **fields))

    rules = RuleSet()
    full = written(tricks=5, last_trick=Side.A, defenders_count=70)
    assert agree(written(), full, rules)
    assert agree(full, written(passed_deals=3), rules)
    assert not agree(full, written(defenders_count=60), rules)
