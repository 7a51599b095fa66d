"""The laptop dies, a second one takes over, the first one comes back: both as real programs."""

import os
import random
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from scorekeeper import __version__
from scorekeeper.standby.client import Asker
from scorekeeper.standby.errors import PairingError, PairingProblem
from scorekeeper.standby.sealing import read_code
from tests.journeys.cable import Cable
from tests.journeys.disks import NoDiskError, SmallDisk, small_disk
from tests.journeys.evening import Evening, begin, examine, hold_against_what_was_typed
from tests.journeys.program import Program, run
from tests.journeys.taking_turns import DOOR, hands_in, two_computers, wait_until
from tests.journeys.test_hall_and_server import organiser_of

TABLES = 4
MEGABYTES = 60
SOON_MS = 30_000
HAS_ALL = "Le deuxième ordinateur a tout, il y a"
TEN = 10
BEFORE = 20
"""Hands that the first computer writes before it dies."""
ONE_MORE = """
import sys, uuid, django
django.setup()
from django.utils import timezone
from scorekeeper.engine.hand import HandEntry, Seat
from scorekeeper.games.services.hands import record_hand
from scorekeeper.models.authors import Author
from scorekeeper.models.hands import HandInput
written = HandInput(entry=HandEntry(taker=Seat.A1, card_points=101))
record_hand(game_id=int(sys.argv[1]), submission_key=uuid.uuid4(), written=written,
            author=Author("Colette"), now=timezone.now())
"""


@dataclass(frozen=True, slots=True)
class Followed:
    """A computer with an evening, the one that follows it, and what people see on both."""

    evening: Evening
    first: Program
    second: Program
    cable: Cable
    disk: SmallDisk | None
    code: str
    page: Page
    there: Page


@pytest.fixture(scope="module")
def followed(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Followed]:
    folder = tmp_path_factory.mktemp("two computers")
    (folder / "disk").mkdir()
    first = Program(folder / "first")
    with ExitStack() as ends:
        disk = None
        with suppress(NoDiskError):
            disk = ends.enter_context(small_disk(folder / "disk", megabytes=MEGABYTES))
        second = Program(folder / "disk" / "second")
        ends.callback(second.stop)
        ends.callback(first.stop)
        evening = begin(first, tables=TABLES, stick=folder / "stick")
        evening.serve()
        cable = ends.enter_context(closing(Cable(first.port)))
        page = organiser_of(first, evening.hall, browser)
        code = code_of(page, first)
        second.start("manage.py", "follow", cable.url, typed=code.lower())
        there = browser.new_context(locale="fr-FR").new_page()
        door = next(line.strip() for line in second.lines if DOOR in line)
        there.goto(door.replace("localhost", "127.0.0.1"))
        yield Followed(evening, first, second, cable, disk, code, page, there)


def code_of(first: Page, program: Program) -> str:
    first.goto(f"{program.url}/second/")
    first.get_by_role("button", name="Afficher un code").click()
    return first.locator("code[translate=no]").inner_text()


def take_over(page: Page) -> None:
    """Take over by the one button, and sign in there."""
    expect(page.locator("#lines")).to_contain_text("rien depuis", timeout=SOON_MS)
    page.get_by_role("button", name="Prendre le relais").click()
    page.get_by_role("dialog").get_by_role("button", name="Prendre le relais").click()
    page.wait_for_url("**/sign-in/**", timeout=60_000)
    page.locator("main button[type=submit]").click()


def expect_on_both(followed: Followed, text: str) -> None:
    for page in (followed.page, followed.there):
        expect(page.locator("#lines")).to_contain_text(text, timeout=SOON_MS)


def write(followed: Followed) -> None:
    """Write something: one code more."""
    followed.page.get_by_role("button", name="Afficher un code").click()


def test_what_is_in_the_way_of_a_second_computer_stands_on_both(followed: Followed) -> None:
    expect_on_both(followed, HAS_ALL)
    with followed.cable.cut():
        write(followed)
        expect_on_both(followed, "rien depuis")
        expect_on_both(followed, "ne répond pas")
    expect_on_both(followed, HAS_ALL)
    if followed.disk:
        followed.disk.fill()
        write(followed)
        expect_on_both(followed, "le disque du deuxième ordinateur est plein")
        followed.disk.make_room()
        expect_on_both(followed, HAS_ALL)
    with closing(sqlite3.connect(followed.second.database, timeout=20)) as database:
        database.execute("UPDATE scorekeeper_club SET name = 'Another club'")
        database.commit()
    write(followed)
    expect_on_both(followed, "ce qui est arrivé n’était pas en ordre")
    expect_on_both(followed, HAS_ALL)
    expect(followed.there.locator("body")).not_to_contain_text("Another club")
    other = Asker(f"{followed.first.url}/", read_code(followed.code), computer="another")
    with pytest.raises(PairingError) as refused:
        other.news("", 0, version="0.1", port=1)
    assert (refused.value.code, refused.value.detail) == (PairingProblem.VERSION, __version__)
    lines = followed.page.locator("#lines")
    expect(lines).to_contain_text("n’ont pas la même version du programme", timeout=SOON_MS)


def test_a_second_computer_takes_over_and_the_first_one_comes_back(followed: Followed) -> None:
    first, second, evening, page = followed.first, followed.second, followed.evening, followed.page
    few = ExitStack()
    few.enter_context(evening.door.few_hands(BEFORE))
    with evening.playing():
        evening.door.wait_for_hands(BEFORE)
        wait_until(lambda: len(hands_in(second)) == BEFORE)
        expect_on_both(followed, HAS_ALL)
        evening.door.close()
        first.kill()
        take_over(followed.there)
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
    wait_until(lambda: len(hands_in(first)) == evening.last_hand)
    for program in (second, first):
        program.stop()
        assert "Traceback" not in program.errors
        evening.program = program
        hold_against_what_was_typed(evening)
    # The first one follows now: commands about its data are the other one's to obey.
    examine(second.data)
    aside = next(first.data.glob("before-following-*"))
    assert (aside / "belote.sqlite3").is_file(), "what it had is kept"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="programs are started by a fork")
def test_ten_computers_die_in_mid_evening_and_nothing_is_lost(tmp_path: Path) -> None:
    dice = random.Random(17)
    with two_computers(tmp_path, tables=20, hands=TEN) as both:
        for _death in range(TEN - 1):
            both.first_dies(dice, each=1)
        both.other_is_lost(dice, each=1)
        both.hold_against_what_was_typed()
    assert {phone.number for phone in both.phones} == {both.taken_over}
    assert both.again, "the other computer never lacked anything"
