"""What can still be done with a game that is over, by whom, and what is too late."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.engine.hand import Seat
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.games.services.actions import GameIsOverError
from scorekeeper.games.services.games import Seating, edit_game, reopen_game, stop_game
from scorekeeper.models import Club, Game
from scorekeeper.rules.queries import preset_choice
from scorekeeper.slips.services import Slip, record_slip
from tests.pages import words_on
from tests.table import NAMES, NOW, SCORER, make_game, takes, totals_of, write


def url(name: str, *args: Any) -> str:
    return reverse(f"scorekeeper:{name}", args=args)


@pytest.fixture
def over(club: Club) -> Game:
    """Return a game of one hand, which is written: 92 – 70."""
    game = make_game(club, game_format=GameFormat(hands=1))
    write(game, takes(Seat.A1, 92))
    return game


@pytest.fixture
def slip(club: Club) -> Game:
    return record_slip(
        club=club,
        seating=Seating(names=NAMES),
        rules=preset_choice("contest"),
        slips=[Slip(hands=1, total_a=92, total_b=70)],
        author=SCORER,
        now=NOW,
    )


def joined(game: Game) -> Client:
    """Return a phone that joined the table by its code."""
    phone = Client(headers={"accept-language": "en"})
    phone.post(url("game-join", game.token))
    return phone


def undo(phone: Client, game: Game) -> str:
    return words_on(phone.post(url("hand-undo", game.pk, 1), follow=True))


def test_the_hand_that_ended_the_game_is_undone_at_once(over: Game) -> None:
    over.hands.update(recorded_at=timezone.now())
    assert "Hand 1 is withdrawn" in undo(joined(over), over)
    assert totals_of(over) == (0, 0)
    assert not over.is_finished


def test_later_the_organiser_has_to_open_the_game_first(over: Game) -> None:
    over.hands.update(recorded_at=timezone.now() - timedelta(minutes=5))
    phone, reopen = joined(over), url("game-reopen", over.pk)
    assert "Only the organiser can open it again" in undo(phone, over)
    assert totals_of(over) == (92, 70)
    assert over.is_finished
    page = phone.get(url("hand-edit", over.pk, 1))
    assert "Only the organiser can open it again" in words_on(page)
    assert reopen not in page.content.decode()


def test_the_page_that_asks_to_open_the_game_again_does_so(member: Client, over: Game) -> None:
    over.hands.update(recorded_at=timezone.now() - timedelta(minutes=5))
    hand, reopen = url("hand-edit", over.pk, 1), url("game-reopen", over.pk)
    # Who withdraws a hand is told on the sheet.
    for page in (member.get(hand), member.post(url("hand-undo", over.pk, 1), follow=True)):
        assert "Reopen it to correct its hands" in words_on(page)
        assert f'action="{reopen}"' in page.content.decode()
    sent = dict(re.findall(r'name="(hand)" value="(\d+)"', member.get(hand).content.decode()))
    page = member.post(reopen, sent, follow=True)
    assert page.request["PATH_INFO"] == hand
    assert "its hands can be corrected" in words_on(page)
    assert "Correct the hand" in words_on(page)


def test_a_finished_game_is_not_changed_by_the_form_of_a_running_one(over: Game) -> None:
    sent = {
        "name_a1": "Eve",
        "name_a2": "Chloé",
        "name_b1": "Bruno",
        "name_b2": "David",
        "game_format": "12",
        "first_dealer": "A1",
    }
    response = joined(over).post(url("game-edit", over.pk), sent)
    assert response["Location"] == url("game-detail", over.pk)
    assert not over.seats.filter(name="Eve").exists()


def test_a_slip_is_not_opened_again(member: Client, slip: Game) -> None:
    """It has no hands: counted anew, its totals would be nothing."""
    member.post(url("game-reopen", slip.pk))
    reopen_game(game_id=slip.pk, author=SCORER, now=NOW)
    assert totals_of(slip) == (92, 70)
    assert slip.is_finished


def test_two_phones_stop_a_game_at_once(
    member: Client, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_game(game_id=game.pk, reason="The hall closes", author=SCORER, now=NOW)
    # The second phone read the game just before the first one stopped it.
    monkeypatch.setattr("scorekeeper.games.views.games.get_game", lambda *_: game)
    response = member.post(url("game-stop", game.pk), {"reason": "Too late"})
    assert response["Location"] == url("game-detail", game.pk)
    game.refresh_from_db()
    assert game.stop_reason == "The hall closes"


def test_a_finished_game_is_not_edited(over: Game) -> None:
    with pytest.raises(GameIsOverError):
        edit_game(
            game_id=over.pk,
            seating=Seating(names={**NAMES, Seat.A1: "Zoé"}),
            game_format=GameFormat(hands=2),
            author=SCORER,
            now=NOW,
        )
    assert over.seats.get(seat="A1").name == "Anne"


def test_a_correction_may_end_a_game_that_goes_on(member: Client, club: Club) -> None:
    game = make_game(club, rules="classic", game_format=GameFormat(target=200))
    write(game, takes(Seat.A1, 100))
    game.refresh_from_db()
    typed = {"taker": "A1", "capot": "A", "base_version": game.version}
    address = reverse("scorekeeper:hand-edit", args=[game.pk, 1])
    page = words_on(member.post(address, typed, follow=True))
    assert "By its rules the game is over." in page
    assert "Close the game" in page
