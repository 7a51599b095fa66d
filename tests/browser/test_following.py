"""Screens in the hall follow the tables by themselves; a page that nobody looks at does not ask."""

import pytest
from playwright.sync_api import Page, Request, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.engine.hand import HandEntry, Seat
from scorekeeper.models import Club
from tests.contest import games_of, make_contest, play, start_round, write_hand
from tests.table import make_game, takes, write
from tournaments.models import Round

# The hall sees a hand within five seconds: asked for by then, with time left for the answer.
SOON = 4000
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def club(phone: Page) -> Club:
    return Club.objects.get()


@pytest.fixture
def playing(club: Club) -> Round:
    return start_round(make_contest(club, teams=4, hands=2))


@pytest.fixture
def asked(phone: Page) -> list[str]:
    """Return the addresses at which the page asked what is new, as it asks."""
    asked: list[str] = []

    def note(request: Request) -> None:
        if "board=" in request.url:
            asked.append(request.url)

    phone.on("request", note)
    return asked


def look_at(page: Page, address: str) -> None:
    page.clock.install()
    page.goto(address)


def test_the_organiser_sees_a_hand(phone: Page, live_server: LiveServer, playing: Round) -> None:
    look_at(phone, f"{live_server.url}/contests/{playing.tournament_id}/rounds/1/")
    write_hand(games_of(playing)[0].game, HandEntry(taker=Seat.A1, card_points=101))
    phone.clock.run_for(SOON)
    expect(phone.locator("#board")).to_contain_text("101")


def test_the_projector_sees_a_finished_table(
    phone: Page, live_server: LiveServer, playing: Round
) -> None:
    look_at(phone, f"{live_server.url}/b/{playing.tournament.token}/")
    tables = games_of(playing)
    write_hand(tables[0].game, HandEntry(taker=Seat.A1, card_points=101))
    # Nothing to show yet: the board only learns from where to ask the next time.
    with phone.expect_response(lambda answer: answer.status == 204):
        phone.clock.run_for(SOON)
    play(tables[1])
    phone.clock.run_for(SOON)
    expect(phone.locator(".board__done")).to_contain_text("1 sur 2")


def test_the_evening_sees_a_hand(phone: Page, live_server: LiveServer, club: Club) -> None:
    evening = club.evenings.create(
        name="Vendredi", date="2026-11-20", ruleset_key="contest", created_at=club.created_at
    )
    game = make_game(club, evening=evening)
    look_at(phone, f"{live_server.url}/evenings/{evening.pk}/")
    write(game, takes(Seat.A1, 101))
    phone.clock.run_for(SOON)
    expect(phone.locator("#board")).to_contain_text("101")


def test_a_page_nobody_looks_at_asks_when_it_is_seen_again(
    phone: Page, live_server: LiveServer, playing: Round, asked: list[str]
) -> None:
    look_at(phone, f"{live_server.url}/contests/{playing.tournament_id}/rounds/1/")
    phone.evaluate(HIDE, True)
    phone.clock.run_for(20 * SOON)
    assert asked == []
    write_hand(games_of(playing)[0].game, HandEntry(taker=Seat.A1, card_points=101))
    phone.evaluate(HIDE, False)
    expect(phone.locator("#board")).to_contain_text("101")
    assert len(asked) == 1
