"""The logs of evenings and of their games are chained, whatever is done through the program."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorekeeper.documents.document import EveningDocument
from scorekeeper.documents.queries import document_of_evening
from scorekeeper.documents.services import import_evening
from scorekeeper.documents.verifying import EveningDocumentError, read_evening
from scorekeeper.engine.hand import Seat
from scorekeeper.evenings.services import (
    change_evening,
    close_evening,
    open_evening,
    reopen_evening,
    set_attendance,
)
from scorekeeper.game_chain import hash_of_acts, hash_of_events
from scorekeeper.games.services.games import reopen_game, stop_game
from scorekeeper.games.services.hands import withdraw_hand
from scorekeeper.games.services.substitutes import sit_in, take_back_sitting_in
from scorekeeper.models import Club, Evening, Game
from tests.table import NOW, SCORER, make_club, make_game, takes, write
from tournaments.people.services.names import anonymise_player

pytestmark = pytest.mark.django_db

BY: dict[str, Any] = {"author": SCORER, "now": NOW}


@pytest.fixture
def evening(club: Club) -> Evening:
    """Return an evening on which much was done to a game."""
    tonight = open_evening(club=club, name="Friday", date=NOW.date(), ruleset_key="salon", now=NOW)
    set_attendance(evening=tonight, players=(), new_names=["Zoé"], now=NOW)
    game = make_game(club, evening=tonight, table_number=1)
    write(game, takes(Seat.A1, 92), takes(Seat.B1, 81), takes(Seat.A2, 120))
    sit_in(game_id=game.pk, seat=Seat.A1, name="Zoé", from_hand=2, **BY)
    take_back_sitting_in(game_id=game.pk, seat=Seat.A1, **BY)
    withdraw_hand(game_id=game.pk, number=2, **BY)
    stop_game(game_id=game.pk, reason="Late", **BY)
    reopen_game(game_id=game.pk, **BY)
    write(game, takes(Seat.A1, 100))
    change_evening(
        evening=tonight, name="Saturday", date=NOW.date(), ruleset_key="classic", now=NOW
    )
    close_evening(evening=tonight, now=NOW + timedelta(hours=1))
    reopen_evening(evening=tonight, now=NOW + timedelta(hours=2))
    return tonight


def assert_chained(evening: Evening) -> None:
    stored = Evening.objects.get(pk=evening.pk)
    assert stored.log_hash == hash_of_acts(stored.acts)
    for game in stored.games.all():
        assert game.log_hash == hash_of_events(game.events.order_by("pk"))


def test_everything_that_is_done_goes_on_with_the_chain(evening: Evening) -> None:
    assert_chained(evening)
    (game,) = evening.games.all()
    assert game.events.count() > 8


def test_a_document_carries_the_chain(evening: Evening) -> None:
    text = document_of_evening(Evening.objects.get(pk=evening.pk)).text()
    again = import_evening(club=make_club("Elsewhere"), document=read_evening(text), now=NOW)
    assert_chained(again)
    assert document_of_evening(Evening.objects.get(pk=again.pk)).text() == text


@pytest.mark.parametrize("part", ["event", "act", "evening"])
def test_a_document_whose_log_was_altered_is_refused(evening: Evening, part: str) -> None:
    plain = document_of_evening(Evening.objects.get(pk=evening.pk)).model_dump(mode="json")
    match part:
        case "event":
            plain["games"][0]["events"][-1]["author_name"] = "Nobody"
        case "act":
            plain["acts"][1]["at"] = "2026-11-20T20:31:00+00:00"
        case _:
            plain["evening"]["name"] = "Sunday"
    document = EveningDocument.model_validate(plain, strict=False)
    with pytest.raises(EveningDocumentError) as refused:
        read_evening(document.text())
    assert "past" in {code.value for code, _place in refused.value.problems}


def test_a_document_of_before_is_taken_and_chained_from_now_on(evening: Evening) -> None:
    plain = document_of_evening(Evening.objects.get(pk=evening.pk)).model_dump(mode="json")
    del plain["evening"]["log_hash"], plain["games"][0]["log_hash"]
    for act in plain["acts"]:
        del act["state"]
    document = read_evening(EveningDocument.model_validate(plain, strict=False).text())
    stored = import_evening(club=make_club("Elsewhere"), document=document, now=NOW)
    assert_chained(stored)
    assert stored.games.get().log_hash


def test_a_game_of_before_is_chained_by_the_next_act(evening: Evening) -> None:
    Game.objects.update(log_hash="")
    (game,) = evening.games.all()
    write(game, takes(Seat.B1, 100))
    assert_chained(evening)


def test_a_name_that_is_taken_out_leaves_a_whole_chain(evening: Evening) -> None:
    player = evening.games.get().seats.get(seat="A1").player
    assert player is not None
    before = evening.games.get().log_hash
    anonymise_player(player_id=player.pk, **BY)
    assert evening.games.get().log_hash != before
    assert_chained(evening)


def test_a_hand_of_an_evening_takes_as_few_queries_as_before(evening: Evening) -> None:
    (game,) = evening.games.all()
    with CaptureQueriesContext(connection) as asked:
        write(game, takes(Seat.A1, 92))
    assert len(asked) <= 16
