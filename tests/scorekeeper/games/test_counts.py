"""Counts that do not make the whole are asked about, and never stored as they are."""

import html
import re
from typing import Any

import pytest
from django.test import Client

from scorekeeper.engine.hand import Seat, Side
from scorekeeper.models import Game, Hand
from tests.pages import words_on
from tests.sending import send, url
from tests.table import takes, write

pytestmark = pytest.mark.django_db

LAST_TRICK = {"points_a": "82", "points_b": "70"}


def buttons(response: Any) -> dict[str, str]:
    """Return what each answer sends, by what its button says."""
    found = re.findall(
        r'<button type="submit" name="answer" value="([^"]+)".*?>(.*?)</button>',
        html.unescape(response.content.decode()),
        re.DOTALL,
    )
    return {" ".join(re.sub(r"<[^>]+>", " ", text).split()): key for key, text in found}


class TestTheLastTrick:
    def test_both_results_are_buttons(self, member: Client, game: Game) -> None:
        response = send(member, game, **LAST_TRICK)
        assert "Who won the last trick?" in words_on(response)
        assert "make 152 together, not 162" in words_on(response)
        assert list(buttons(response)) == [
            "Anne & Chloé points 92 – 70, scored 92 – 70",
            "Bruno & David points 82 – 80, scored 82 – 80",
        ]
        assert not Hand.objects.exists()

    def test_what_was_typed_stays(self, member: Client, game: Game) -> None:
        page = send(member, game, **LAST_TRICK, belote="A1").content.decode()
        assert 'value="82"' in page
        assert 'value="70"' in page

    @pytest.mark.parametrize(("answer", "points", "side"), [(0, 92, Side.A), (1, 82, Side.B)])
    def test_an_answer_writes_the_hand(
        self, member: Client, game: Game, answer: int, points: int, side: Side
    ) -> None:
        key = list(buttons(send(member, game, **LAST_TRICK)).values())[answer]
        send(member, game, **LAST_TRICK, answer=key)
        entry = game.hands.get().entry
        assert (entry.card_points, entry.last_trick) == (points, side)
        assert entry.defenders_count is None

    def test_the_defences_own_count_asks_it_too(self, member: Client, game: Game) -> None:
        response = send(member, game, points_a="82", other_count="70")
        assert "Who won the last trick?" in words_on(response)
        send(member, game, points_a="82", other_count="70", answer=[*buttons(response).values()][1])
        assert game.hands.get().card_points == 82

    def test_an_answer_about_other_points_asks_again(self, member: Client, game: Game) -> None:
        key = next(iter(buttons(send(member, game, **LAST_TRICK)).values()))
        response = send(member, game, points_a="92", points_b="60", answer=key)
        assert "Who won the last trick?" in words_on(response)
        assert not Hand.objects.exists()

    def test_a_confirmation_of_before_does_not_write_it(self, member: Client, game: Game) -> None:
        send(member, game, **LAST_TRICK, confirmed="last_trick_forgotten")
        assert not Hand.objects.exists()

    def test_an_answer_that_is_unusual_is_asked_about_and_kept(
        self, member: Client, game: Game
    ) -> None:
        typed = {"points_a": "152", "points_b": "0"}
        key = next(iter(buttons(send(member, game, **typed)).values()))
        page = send(member, game, **typed, answer=key).content.decode()
        assert "Please check once more" in page
        assert f'name="answer" value="{key}"' in page
        send(member, game, **typed, answer=key, confirmed="all_points_without_capot")
        assert game.hands.get().card_points == 162

    def test_while_it_is_typed_the_preview_says_it(self, member: Client, game: Game) -> None:
        data = {"taker": "A1", **LAST_TRICK, "kind": "hand"}
        page = words_on(member.post(url("hand-preview", game.pk), data))
        assert "the 10 of the last trick is missing" in page

    def test_a_correction_is_asked_too(self, member: Client, game: Game) -> None:
        send(member, game, points_a="92")
        send(member, game, points_a="82", points_b="70")
        (hand,) = Hand.objects.all()
        where = url("hand-edit", game.pk, hand.number)
        typed = {"taker": "A1", "points_a": "90", "points_b": "62"}
        response = member.post(where, typed)
        assert hand.entry == game.hands.get().entry
        member.post(where, {**typed, "answer": [*buttons(response).values()][1]})
        assert game.hands.get().card_points == 90


class TestOtherSlips:
    def test_a_belote_inside_is_taken_out(self, member: Client, game: Game) -> None:
        typed = {"points_a": "102", "points_b": "80", "belote": "A1"}
        response = send(member, game, **typed)
        assert "Is the belote inside the counts?" in words_on(response)
        assert list(buttons(response)) == ["Yes: take it out points 82 – 80, scored 102 – 80"]
        send(member, game, **typed, answer=next(iter(buttons(response).values())))
        assert (game.hands.get().card_points, game.hands.get().score_a) == (82, 102)

    def test_a_capot_on_the_wrong_side(self, member: Client, game: Game) -> None:
        typed = {"points_a": "162", "capot": "B"}
        response = send(member, game, **typed)
        assert "Capot is ticked for Bruno & David" in html.unescape(words_on(response))
        assert list(buttons(response)) == ["Anne & Chloé points 162 – 0, scored 252 – 0"]
        send(member, game, **typed, answer=next(iter(buttons(response).values())))
        assert game.hands.get().capot == Side.A

    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            ({"points_a": "82", "points_b": "60"}, "make 142 together, not 162: 20 are missing"),
            ({"points_a": "82", "points_b": "83"}, "make 165 together, not 162: they are 3 off"),
            ({"points_a": "102", "points_b": "80"}, "make 182 together, not 162: they are 20 off"),
        ],
        ids=["142", "165", "182 without a belote"],
    )
    def test_any_other_sum_says_by_how_much(
        self, member: Client, game: Game, typed: dict[str, str], said: str
    ) -> None:
        response = send(member, game, **typed)
        assert said in words_on(response)
        assert not buttons(response)
        assert not Hand.objects.exists()


def test_an_answer_shows_what_the_litige_before_adds(member: Client, game: Game) -> None:
    send(member, game, points_a="81")
    response = send(member, game, **LAST_TRICK)
    assert next(iter(buttons(response))) == "Anne & Chloé points 92 – 70, scored 173 – 70"


def test_a_hand_of_before_opens_and_is_asked_about_once_it_is_corrected(
    member: Client, game: Game
) -> None:
    """Earlier versions stored 82 and 70 where somebody said that it was right."""
    (hand,) = write(game, takes(Seat.A1, 82))
    Hand.objects.update(defenders_count=70)
    assert member.get(url("game-detail", game.pk)).status_code == 200
    page = member.get(url("hand-edit", game.pk, hand.number))
    assert page.status_code == 200
    typed = {"taker": "A1", "points_a": "82", "points_b": "80", "other_count": "70"}
    response = member.post(url("hand-edit", game.pk, hand.number), typed)
    assert "Who won the last trick?" in words_on(response)
    # The hands after it are written as ever.
    send(member, game, points_a="100")
    game.refresh_from_db()
    assert (game.total_a, game.total_b) == (182, 142)
