"""What a phone kept when the game ended: it offers what can still be done, and nothing more."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Dialog, Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.engine.hand import Seat
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.games.services.games import stop_game
from scorekeeper.models import Club, Game
from tests.browser.table_page import Line, fill_and_send, join, typed
from tests.browser.test_kept_elsewhere import sit_down
from tests.browser.test_two_phones import choose, cut, mend
from tests.contest import games_of, make_contest, start_round
from tests.table import NOW, SCORER, make_game, takes, write


@pytest.fixture
def bruno(browser: Browser) -> Iterator[Page]:
    """Yield a phone whose connection comes and goes; the others' hands are written beside it."""
    context = browser.new_context(locale="fr-FR", viewport={"width": 390, "height": 844})
    yield context.new_page()
    context.close()


def points(game: Game) -> list[int | None]:
    return [hand[1] for hand in typed(game)]


def test_a_full_game_takes_no_further_hand(
    bruno: Page, live_server: LiveServer, club: Club
) -> None:
    """Two hands are played: one on the sheet, two here, so one of these is the one on the sheet."""
    game = make_game(club, game_format=GameFormat(hands=2))
    join(bruno, live_server.url, game)
    cut(bruno)
    write(game, takes(Seat.A1, 92))
    fill_and_send(bruno, Line("Anne", 82, 0, 0))
    fill_and_send(bruno, Line("Anne", 100, 0, 0))
    mend(bruno)
    expect(bruno.locator("#live-sheet [data-hand]")).to_have_count(2)
    late = bruno.locator("#kept .warning")
    expect(late).to_contain_text("Deux saisies pour la donne 1")
    expect(late.locator(".versus > *")).to_have_count(2)
    expect(late.get_by_role("button")).to_have_text(
        ["Garder de côté sur ce téléphone", "Supprimer"]
    )
    expect(late).to_contain_text("l’organisateur")
    assert points(game) == [92, 100]
    choose(bruno, "Garder de côté sur ce téléphone")
    expect(bruno.locator("#kept [data-kept-aside]")).to_be_visible()


def test_hands_of_a_game_that_others_ended_stand_beside_those_of_the_sheet(
    bruno: Page, live_server: LiveServer, club: Club
) -> None:
    """The target was reached elsewhere: none of the hands here is a further one."""
    game = make_game(club, game_format=GameFormat(target=300))
    join(bruno, live_server.url, game)
    cut(bruno)
    for own in (82, 83, 84):
        fill_and_send(bruno, Line("Anne", own, 0, 0))
    write(game, *[takes(Seat.A1, 110)] * 3)
    mend(bruno)
    late = bruno.locator("#kept .warning")
    expect(late.locator(".versus")).to_have_count(3)
    expect(late).to_have_count(1)
    expect(bruno.locator("#totals .totals__total")).to_have_text(["330", "156"])
    expect(bruno.locator("#totals")).not_to_contain_text("Donne 4")
    expect(late.get_by_role("button")).to_have_text(
        ["Garder de côté sur ce téléphone", "Supprimer"]
    )
    assert points(game) == [110, 110, 110]
    game.refresh_from_db()
    assert game.winner == "A"
    choose(bruno, "Garder de côté sur ce téléphone")
    expect(bruno.locator("#kept [data-kept-aside] li")).to_have_count(3)


def test_at_a_contest_the_stored_hand_can_still_be_replaced(
    bruno: Page, live_server: LiveServer, club: Club
) -> None:
    match = games_of(start_round(make_contest(club, teams=4, hands=1)))[0]
    game = match.game
    assert game
    name = sit_down(bruno, live_server, match)
    cut(bruno)
    fill_and_send(bruno, Line(name, 82, 0, 0))
    write(game, takes(Seat.A1, 92))
    mend(bruno)
    buttons = bruno.locator("#kept .kept__choices button")
    expect(buttons).to_have_text(["La feuille est juste", "Ce téléphone est juste"])
    choose(bruno, "Ce téléphone est juste")
    expect(bruno.locator("#totals .totals__total")).to_have_text(["82", "80"])
    assert points(game) == [82]


def test_what_came_too_late_is_shown_together_and_deleted_once(
    bruno: Page, live_server: LiveServer, game: Game
) -> None:
    join(bruno, live_server.url, game)
    cut(bruno)
    fill_and_send(bruno, Line("Anne", 82, 0, 0))
    fill_and_send(bruno, Line("Bruno", 52, 0, 0, belote="David"))
    stop_game(game_id=game.pk, reason="Il est tard", author=SCORER, now=NOW)
    mend(bruno)
    late = bruno.locator("#kept .warning")
    expect(late).to_have_count(1)
    expect(late).to_contain_text("82 – 80")
    expect(late).to_contain_text("belote David")
    expect(late.get_by_role("button")).to_have_text(
        ["Garder de côté sur ce téléphone", "Supprimer"]
    )
    expect(bruno.locator("#totals .totals__total")).to_have_text(["0", "0"])
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.accept()

    bruno.on("dialog", answer)
    late.get_by_role("button", name="Supprimer").click()
    expect(bruno.locator("#kept")).to_be_hidden()
    assert len(asked) == 1
    assert points(game) == []
