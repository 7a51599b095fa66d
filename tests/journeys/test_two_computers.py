"""The laptop dies, a second one takes over, the first one comes back: both as real programs."""

import random
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.evening import begin, examine, hold_against_what_was_typed
from tests.journeys.program import Program, end_of, run
from tests.journeys.taking_turns import two_computers
from tests.journeys.test_hall_and_server import organiser_of

TABLES = 4
TEN = 10
PATIENCE_OF_A_PHONE = 60
BEFORE = 20
"""Hands that the first computer writes before it dies."""
ONE_MORE = """
import sys, uuid, django
django.setup()
from django.utils import timezone
from scorekeeper.engine.hand import HandEntry, Seat
from scorekeeper.hands.services.hands import record_hand
from scorekeeper.models.authors import Author
from scorekeeper.models.hands import WrittenHand
written = WrittenHand(entry=HandEntry(taker=Seat.A1, card_points=101))
record_hand(game_id=int(sys.argv[1]), submission_key=uuid.uuid4(), written=written,
            author=Author("Colette"), now=timezone.now())
"""


@pytest.fixture
def first(tmp_path: Path) -> Iterator[Program]:
    program = Program(tmp_path / "first")
    yield program
    program.stop()


@pytest.fixture
def second(tmp_path: Path) -> Iterator[Program]:
    program = Program(tmp_path / "second")
    yield program
    program.stop()


def hands_in(program: Program) -> int:
    """Return how many hands are in a program's database; none while it is just being put there."""
    try:
        with closing(sqlite3.connect(f"file:{program.database}?mode=ro", uri=True)) as database:
            (count,) = database.execute("SELECT count(*) FROM scorekeeper_hand").fetchone()
    except sqlite3.OperationalError:
        return 0
    return int(count)


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.1)


def code_of(first: Page, program: Program) -> str:
    first.goto(f"{program.url}/second/")
    first.get_by_role("button", name="Afficher un code").click()
    return first.locator("code[translate=no]").inner_text()


def take_over(page: Page, program: Program) -> None:
    """Take over by the one button, and sign in there."""
    door = next(line.strip() for line in program.lines if "/second/door/" in line)
    page.goto(door.replace("localhost", "127.0.0.1"))
    expect(page.locator("#lines")).to_contain_text("rien depuis")
    page.get_by_role("button", name="Prendre le relais").click()
    page.get_by_role("dialog").get_by_role("button", name="Prendre le relais").click()
    page.wait_for_url("**/sign-in/**", timeout=60_000)
    page.locator("main button[type=submit]").click()


def test_a_second_computer_takes_over_and_the_first_one_comes_back(
    first: Program, second: Program, browser: Browser, tmp_path: Path
) -> None:
    evening = begin(first, tables=TABLES, stick=tmp_path / "stick")
    evening.serve()
    page = organiser_of(first, evening.hall, browser)
    code = code_of(page, first)
    second.start("manage.py", "follow", first.url, typed=code.lower())
    few = ExitStack()
    few.enter_context(evening.door.few_hands(BEFORE))
    with evening.playing():
        evening.door.wait_for_hands(BEFORE)
        wait_until(lambda: hands_in(second) == BEFORE)
        expect(page.locator("#lines")).to_contain_text("Le deuxième ordinateur a tout")
        evening.door.close()
        first.kill()
        there = browser.new_context(locale="fr-FR").new_page()
        take_over(there, second)
        # The phones open the address of the new one.
        for phone in evening.phones:
            phone.port = second.port
        # What the dead one had and the other lacks.
        run(first.data, "-c", ONE_MORE, str(evening.hall.tables[0].game))
        first.start()
        few.close()
        evening.door.open()
    evening.program = second
    page.goto(f"{first.url}/second/")
    expect(page.get_by_role("heading", name="Cet ordinateur a été remplacé")).to_be_visible()
    expect(page.locator("main .list li").last).to_contain_text("Colette")
    refused = page.request.post(f"{first.url}/games/{evening.hall.tables[0].game}/pass/")
    assert refused.status == 503

    page.get_by_role("button", name="Suivre").click()
    page.get_by_role("dialog").get_by_role("button", name="Le suivre").click()
    wait_until(lambda: hands_in(first) == evening.last_hand)
    for program in (second, first):
        program.stop()
        assert "Traceback" not in program.errors
        evening.program = program
        hold_against_what_was_typed(evening)
    # The first one follows now: commands about its data are the other one's to obey.
    examine(second.data)
    aside = next(first.data.glob("before-following-*"))
    assert (aside / "belote.sqlite3").is_file(), "what it had is kept"


def test_ten_computers_die_in_mid_evening_and_nothing_is_lost(tmp_path: Path) -> None:
    dice = random.Random(17)
    with two_computers(tmp_path, tables=20, hands=TEN) as both:
        for _death in range(TEN - 1):
            both.first_dies(dice, each=1)
        both.other_is_lost(dice, each=1)
        both.hold_against_what_was_typed()
    assert both.longest < PATIENCE_OF_A_PHONE
    assert both.again, "the other computer never lacked anything"


def test_no_club_is_put_aside_for_another_one(first: Program, second: Program) -> None:
    for program in (first, second):
        run(program.data, "manage.py", "demo", "--teams", "4")
    ended = end_of(second.data, "manage.py", "follow", "http://127.0.0.1:9/", "--no-qr")
    assert ended.returncode == 1
