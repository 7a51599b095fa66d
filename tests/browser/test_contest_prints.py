"""Table sheets are one A4 page each, and the board turns its pages by itself."""

import re
from pathlib import Path

import pypdfium2
import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Club
from tests.browser.test_names_whole import rename_everybody
from tests.browser.test_ruleset_print import A4, pages_of
from tests.contest import games_of, make_contest, play_round, start_round
from tests.phased import KNOCKOUT, make_phased, play_phased
from tests.table import NOW, SCORER
from tests.tournaments.extensions.prizes.lists import set_list
from tournaments.contests.services import finish_tournament
from tournaments.formats.phases import Phase, PhaseKind
from tournaments.models import Tournament
from tournaments.tables.services import TableSlip, record_table_slip

LONG_NAME = "Grand concours de belote de l’amicale des joueurs de Saint-Rémy-lès-Chevreuse"


def printed(page: Page, address: str, folder: Path) -> list[tuple[int, int]]:
    page.goto(address)
    return pages_of(page.pdf(path=folder / "print.pdf", prefer_css_page_size=True))


@pytest.mark.parametrize("mode", [Tournament.Mode.TEAMS, Tournament.Mode.MELEE])
@pytest.mark.parametrize("hands", [8, 12, 16, 20])
def test_a_table_has_one_page(
    phone: Page, live_server: LiveServer, tmp_path: Path, hands: int, mode: str
) -> None:
    tournament = make_contest(Club.objects.get(), hands=hands, name=LONG_NAME, mode=mode)
    start_round(tournament)
    tables = 4 if mode == Tournament.Mode.TEAMS else 2
    address = f"{live_server.url}/contests/{tournament.pk}/rounds/1/sheets/"
    for query, count in (("", tables), ("?from=2&to=2", 1), ("?blank=3", 3)):
        pages = printed(phone, address + query, tmp_path)
        assert len(pages) == count
        assert all(
            abs(size - wanted) <= 1 for page in pages for size, wanted in zip(page, A4, strict=True)
        )


def test_the_seat_list_of_a_full_hall_takes_a_few_pages(
    phone: Page, live_server: LiveServer, tmp_path: Path
) -> None:
    tournament = make_contest(Club.objects.get(), teams=100)
    start_round(tournament)
    address = f"{live_server.url}/contests/{tournament.pk}/rounds/1/seats/"
    assert len(printed(phone, address, tmp_path)) <= 2
    assert phone.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_long_names_stay_on_their_paper(
    phone: Page, live_server: LiveServer, tmp_path: Path
) -> None:
    tournament = make_contest(Club.objects.get(), teams=20, rounds=1, hands=2, name=LONG_NAME)
    knockout = make_phased(Club.objects.get(), KNOCKOUT, teams=16)
    cup = Phase(kind=PhaseKind.KNOCKOUT, rounds=5)
    large = make_phased(Club.objects.get(), cup, teams=32)
    evening = make_contest(Club.objects.get(), teams=12, rounds=1, hands=1)
    play_round(evening)
    ranking = f"{live_server.url}/contests/{evening.pk}/ranking/"
    # The ranking of twelve teams fills the sheet that hangs on the wall.
    assert len(printed(phone, ranking, tmp_path)) == 1
    phone.emulate_media(media="print")
    phone.set_viewport_size({"width": 688, "height": 1017})
    below = phone.locator(".log-head").evaluate("(one) => one.getBoundingClientRect().bottom")
    assert below > 0.6 * 1017
    phone.emulate_media(media="null")
    set_list(tournament, "Jambon\nPanier garni\nVin")
    rename_everybody()
    play_round(tournament)
    finish_tournament(tournament_id=tournament.pk, author=SCORER, now=NOW)
    play_phased(knockout, rounds=2)
    play_phased(large, rounds=1)
    contests = f"{live_server.url}/contests"
    assert len(printed(phone, ranking, tmp_path)) == 1
    poster = f"{contests}/{tournament.pk}/results/poster/"
    assert len(printed(phone, poster, tmp_path)) == 1
    for tree in (knockout, large):
        assert len(printed(phone, f"{contests}/{tree.pk}/bracket/", tmp_path)) == 1
    # Ten cards are on a page, each with all that it says.
    assert len(printed(phone, f"{contests}/{tournament.pk}/entries/cards/", tmp_path)) == 2
    phone.emulate_media(media="print")
    is_full = "cards => cards.filter(card => card.scrollHeight > card.clientHeight + 1).length"
    cards = phone.locator(".entry-card")
    expect(cards).to_have_count(20)
    assert cards.evaluate_all(is_full) == 0


def test_prizes_stand_on_their_last_page_too(
    phone: Page, live_server: LiveServer, tmp_path: Path
) -> None:
    tournament = make_contest(Club.objects.get(), teams=20, rounds=1, hands=1)
    rename_everybody()
    play_round(tournament)
    address = f"{live_server.url}/contests/{tournament.pk}/prizes/"
    for count, most in ((3, 1), (6, 1), (15, 2), (20, 2)):
        set_list(tournament, "\n".join(["Bouteille de la Maison Delacroix"] * count))
        for path in ("", "read/"):
            pages = len(printed(phone, address + path, tmp_path))
            assert pages <= most + bool(path and count == 20)
            with pypdfium2.PdfDocument(tmp_path / "print.pdf") as document:
                last = document[pages - 1].get_textpage().get_text_range()
            assert "Delacroix" in last, (path, count)
            assert "Contrôle du concours" in last, (path, count)


def on_projector(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})


def shown_numbers(page: Page) -> list[str]:
    """Return the numbers of the teams that the board shows now."""
    return page.locator(
        "[data-view=tables] .board-line:visible .board-line__number"
    ).all_inner_texts()


def test_the_board_turns_through_everybody(phone: Page, live_server: LiveServer) -> None:
    tournament = make_contest(Club.objects.get(), teams=40)
    start_round(tournament)
    on_projector(phone)
    phone.goto(f"{live_server.url}/b/{tournament.token}/?show=tables")
    expect(phone.locator(".board__place")).to_have_text(re.compile(r"1 – \d+\s+1 / \d+"))
    assert phone.evaluate("document.documentElement.scrollHeight <= window.innerHeight")
    seen = shown_numbers(phone)
    assert 1 < len(seen) < 40
    while len(seen) < 40:
        before = phone.locator(".board__place").inner_text()
        phone.keyboard.press("ArrowRight")
        expect(phone.locator(".board__place")).not_to_have_text(before)
        seen += shown_numbers(phone)
    assert sorted(map(int, seen)) == list(range(1, 41))


def test_the_board_follows_the_contest(phone: Page, live_server: LiveServer) -> None:
    tournament = make_contest(Club.objects.get(), teams=4)
    on_projector(phone)
    phone.goto(f"{live_server.url}/b/{tournament.token}/")
    expect(phone.get_by_text("Player 1 & Player 2")).to_have_count(0)
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    play_round(tournament)
    expect(phone.locator(".board__lines").first).to_contain_text("Player 1 & Player 2")
    assert all("board=" in address for address in asked)


def test_in_the_end_the_board_tells_the_podium(phone: Page, live_server: LiveServer) -> None:
    tournament = make_contest(Club.objects.get(), teams=8, rounds=1)
    play_round(tournament)
    finish_tournament(tournament_id=tournament.pk, author=SCORER, now=NOW)
    on_projector(phone)
    phone.goto(f"{live_server.url}/b/{tournament.token}/")
    names = phone.locator(".podium__names:visible")
    for told in (1, 2, 3):
        expect(names).to_have_count(told)
        assert phone.evaluate("document.documentElement.scrollHeight <= window.innerHeight")
        phone.keyboard.press("ArrowRight")
    expect(phone.locator(".board-moment:visible").first).to_be_visible()


def test_a_phone_follows_the_contest_while_somebody_types(
    phone: Page, live_server: LiveServer
) -> None:
    tournament = make_contest(Club.objects.get(), teams=2)
    playing = start_round(tournament)
    phone.goto(f"{live_server.url}/p/{tournament.token}/?list=tables")
    phone.locator("#search").fill("Play")
    match = games_of(playing)[0]
    slip = TableSlip(hands=12, total_a=1000, total_b=944)
    record_table_slip(match_id=match.pk, slip=slip, author=SCORER, now=NOW)
    phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(phone.locator("#lists")).to_contain_text("944")
    expect(phone.locator("#search")).to_have_value("Play")
