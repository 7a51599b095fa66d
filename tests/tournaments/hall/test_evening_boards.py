"""The board of a club evening: the ranking, the last hands, capots, the closest table."""

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.engine.hand import Seat, Side
from scorekeeper.evenings.queries import evening_version
from scorekeeper.evenings.services import close_evening
from scorekeeper.models import Club, Evening, Game, Player
from tests.pages import count_queries, member_of, visitor, words_on
from tests.table import NAMES, NOW, make_club, make_game, takes, write
from tests.tournaments.members.phones import joined, make_evening
from tournaments.people.services.names import show_name

pytestmark = pytest.mark.django_db

OTHERS = {Seat.A1: "Éva", Seat.A2: "Fred", Seat.B1: "Gil", Seat.B2: "Hugo"}


@pytest.fixture
def evening(club: Club) -> Evening:
    return make_evening(club)


def table(evening: Evening, number: int, *, hands: int = 1) -> Game:
    names = NAMES if number == 1 else {seat: f"{name} {number}" for seat, name in OTHERS.items()}
    game = make_game(evening.club, evening=evening, table_number=number, names=names)
    write(game, *[takes(Seat.A1, 100)] * hands)
    game.refresh_from_db()
    return game


def board(evening: Evening, **query: str) -> str:
    return reverse("tournaments:evening-board", args=[evening.pk], query=query or None)


def read(client: Client, evening: Evening) -> str:
    answer = client.get(board(evening))
    assert answer.status_code == 200
    return unescape(words_on(answer))


def test_the_board_says_what_happens(club: Club, evening: Evening, organiser: Client) -> None:
    assert "The ranking appears here with the first hand" in read(organiser, evening)
    first, second = table(evening, 1), table(evening, 2)
    write(second, takes(Seat.B1, 162, capot=Side.B), takes(Seat.B2, 60))
    shown = read(organiser, evening)
    assert "2 tables are playing" in shown
    assert "The closest table 1 Anne & Chloé 100 Bruno & David 62" in shown
    assert "Capots Gil 2 & Hugo 2 2" in shown
    hands = ("Hugo 2 Failed 0 – 162", "Gil 2 & Hugo 2 Capot 252 – 0", "Éva 2 Made 100 – 62")
    assert f"The last hands {' '.join(hands)}" in shown
    assert "1 Gil 2 314" in shown
    assert first.table_number == 1


def test_the_last_tables_are_counted_down(evening: Evening, organiser: Client) -> None:
    table(evening, 1, hands=12)
    table(evening, 2)
    table(evening, 3)
    shown = read(organiser, evening)
    assert "2 tables to go 1 game finished" in shown
    # A table that has finished is no tight race any more.
    assert "The closest table 2" in shown


def test_a_closed_evening_ends_with_its_podium(evening: Evening, organiser: Client) -> None:
    table(evening, 1, hands=12)
    close_evening(evening=evening, now=NOW)
    answer = organiser.get(board(evening))
    shown = unescape(words_on(answer))
    assert "This evening is closed." in shown
    assert "Final ranking" in shown
    assert "The closest game" in shown
    # Anne and Chloé share the first place, the others the third.
    assert [view.name for view in answer.context["board"]["podium"]] == ["podium-3", "podium-1"]
    assert "/e/" not in answer.content.decode()


def test_whoever_is_in_the_evening_sees_the_board_and_nobody_else(
    club: Club, evening: Evening
) -> None:
    table(evening, 1)
    assert joined(evening).get(board(evening)).status_code == 200
    assert visitor().get(board(evening)).status_code == 404
    elsewhere = make_club("Elsewhere")
    assert member_of(elsewhere, "other").get(board(evening)).status_code == 404
    assert joined(make_evening(elsewhere)).get(board(evening)).status_code == 404


def test_names_are_shown_as_people_want_also_to_the_organiser(
    club: Club, evening: Evening, organiser: Client
) -> None:
    table(evening, 1)
    before = organiser.get(board(evening)).context["board"]["version"]
    show_name(player_id=Player.objects.get(name="Anne").pk, shown=Player.Shown.INITIALS)
    answer = organiser.get(board(evening, board=before))
    assert answer.status_code == 200
    assert "Anne" not in words_on(answer)
    assert "A. & Chloé" in unescape(words_on(answer))


def test_what_is_shown_of_a_name_makes_a_state_that_no_restored_copy_reaches(
    evening: Evening,
) -> None:
    """A copy of before is put back, and the same is asked for by somebody else: as many changes."""
    game = table(evening, 1)
    before = Game.objects.filter(pk=game.pk).values("version", "mark").get()
    people = {name: Player.objects.get(name=name) for name in ("Anne", "Chloé")}
    show_name(player_id=people["Anne"].pk, shown=Player.Shown.INITIALS)
    shown = evening_version(evening)
    Game.objects.filter(pk=game.pk).update(**before)
    Player.objects.filter(name="Anne").update(shown=Player.Shown.FULL)
    show_name(player_id=people["Chloé"].pk, shown=Player.Shown.INITIALS)
    assert evening_version(evening) != shown


def test_nothing_is_sent_while_nothing_changes(evening: Evening, organiser: Client) -> None:
    game = table(evening, 1)
    answer = organiser.get(board(evening))
    known = answer.context["board"]["version"]
    kept = {"if-none-match": answer.headers["ETag"]}
    assert organiser.get(board(evening), headers=kept).status_code == 304
    assert organiser.get(board(evening, board=known)).status_code == 204
    write(game, takes(Seat.B1, 90))
    assert organiser.get(board(evening), headers=kept).status_code == 200
    fresh = organiser.get(board(evening, board=known))
    assert fresh.status_code == 200
    assert "<html" not in fresh.content.decode()


def test_the_evening_leads_its_organiser_to_the_board(evening: Evening, organiser: Client) -> None:
    page = reverse("scorekeeper:evening-detail", args=[evening.pk])
    assert board(evening) in organiser.get(page).content.decode()
    assert board(evening) not in joined(evening).get(page).content.decode()


def test_more_tables_take_no_more_queries(evening: Evening, organiser: Client) -> None:
    table(evening, 1)
    before = count_queries(organiser.get, board(evening))
    for number in (2, 3, 4):
        table(evening, number, hands=3)
    assert count_queries(organiser.get, board(evening)) == before
