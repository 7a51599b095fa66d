"""The laptop dies in mid-game: open pages find the second one, and each hand stands there once."""

import json
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar

import pytest
from playwright.sync_api import Browser, Page, Response, Route, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.engine.hand import Seat
from scorekeeper.models import Game
from tests.browser.table_page import (
    SHEET,
    WHOLE_SHEET,
    Line,
    expect_kept,
    expect_on_sheet,
    fill_and_send,
    join,
    wait_until_ready,
)
from tests.browser.table_page import typed as typed_hands
from tests.journeys.hall import Hall, Table, make_hall
from tests.journeys.program import Program
from tests.journeys.taking_turns import DOOR, hands_in, wait_until
from tests.journeys.test_hall_and_server import organiser_of
from tests.journeys.test_two_computers import code_of, take_over
from tests.table import takes, write


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


def here_on(program: Program, browser: Browser) -> Page:
    """Return the page of a second computer, let in by what it shows on its terminal."""
    page = browser.new_context(locale="fr-FR").new_page()
    door = next(line.strip() for line in program.lines if DOOR in line)
    page.goto(door.replace("localhost", "127.0.0.1"))
    return page


@contextmanager
def standing_still(program: Program) -> Iterator[None]:
    """Let a program hear and say nothing meanwhile, as on a laptop that sleeps."""
    assert program.process
    program.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        program.process.send_signal(signal.SIGCONT)


def sit_down(browser: Browser, program: Program, table: Table, name: str, **options: Any) -> Page:
    size: Any = {"width": 390, "height": 844}
    page = browser.new_context(locale="fr-FR", viewport=size, **options).new_page()
    page.goto(f"{program.url}/c/{table.token}/")
    page.locator("input[name=name]").fill(name)
    page.locator("main form button.button--primary").click()
    page.wait_for_url("**/games/*/")
    wait_until_ready(page)
    return page


def typed(page: Page, number: int) -> None:
    """Write the next hand down, another one each time."""
    taker = page.locator("#id_taker .tile").first.inner_text().strip()
    fill_and_send(page, Line(taker, 80 + number, 0, 0))


def written(page: Page, number: int) -> None:
    typed(page, number)
    expect_on_sheet(page, number)


def points_on(program: Program, game: int) -> list[int]:
    with closing(sqlite3.connect(program.database)) as database:
        asked = "SELECT card_points FROM scorekeeper_hand WHERE game_id = ? ORDER BY number"
        return [points for (points,) in database.execute(asked, [game])]


@pytest.fixture
def hall(first: Program) -> Hall:
    return make_hall(first.data, teams=4, hands=12)


def test_open_pages_go_on_with_the_second_computer(
    first: Program, second: Program, hall: Hall, browser: Browser
) -> None:
    first.start()
    bruno = sit_down(browser, first, hall.tables[0], "Bruno")
    code = code_of(organiser_of(first, hall, browser), first)
    second.start("manage.py", "follow", first.url, typed=code)
    anne = sit_down(browser, first, hall.tables[0], "Anne")
    # A page that was open before is loaded anew while nobody types: then it may ask there too.
    for phone in (bruno, anne):
        expect(phone.locator("#rest")).to_have_attribute("data-others", second.url)
        wait_until_ready(phone)
    written(anne, 1)
    expect_on_sheet(bruno, 1)
    wait_until(lambda: len(hands_in(second)) == 1)
    there = here_on(second, browser)
    with standing_still(second):
        written(bruno, 2)
        expect_on_sheet(anne, 2)
        written(anne, 3)
        expect_on_sheet(bruno, 3)
        bruno.context.set_offline(True)
        typed(bruno, 4)
        expect_kept(bruno, 1)
        first.kill()
    take_over(there)

    # Anne's hand comes after one that only Bruno's phone has: it waits for that one.
    expect(anne.locator("#elsewhere")).to_have_attribute("data-origin", second.url)
    expect(anne.locator("#lacking")).to_be_visible()
    assert len(hands_in(second)) == 1
    bruno.context.set_offline(False)
    expect_on_sheet(bruno, 4)
    expect_on_sheet(anne, 4)
    expect(anne.locator("#lacking")).to_have_count(0)
    written(anne, 5)
    expect_on_sheet(bruno, 5)

    # The old laptop comes back where nobody tells it what happened.
    with standing_still(second):
        typed(anne, 6)
        expect_kept(anne, 1)
        first.start()
        with anne.expect_response(f"{first.url}/second/proof/**"):
            pass
        expect_kept(anne, 1)
    expect_on_sheet(anne, 6)
    assert len(hands_in(first)) == 3
    for program in (first, second):
        program.stop()
    assert points_on(second, hall.tables[0].game) == [81, 82, 83, 84, 85, 86]


class Stranger(BaseHTTPRequestHandler):
    """Answers as if it were the computer that took over, and notes what it is told."""

    told: ClassVar[list[str]] = []
    status: ClassVar[int] = 200

    def do_GET(self) -> None:
        told = f"{self.path} {self.headers}"
        self.told.append(told)
        body = json.dumps({"number": 99, "signature": "ab" * 256}).encode()
        self.send_response(self.status)
        self.send_header("Access-Control-Allow-Origin", "*")
        self.send_header("Access-Control-Allow-Headers", "*")
        self.send_header("Access-Control-Expose-Headers", "*")
        self.send_header("Belote-Number", "99")
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_OPTIONS(self) -> None:
        self.do_GET()

    def do_PUT(self) -> None:
        self.do_GET()

    def log_message(self, *_told: object) -> None:
        pass


@contextmanager
def stranger_at(program: Program, *, status: int = 200) -> Iterator[list[str]]:
    """Let somebody else have the address of a program; yield what they are told there."""
    Stranger.told.clear()
    Stranger.status = status
    server = ThreadingHTTPServer(("127.0.0.1", program.port), Stranger)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield Stranger.told
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def line_cut(program: Program, *pages: Page) -> Iterator[None]:
    """Let pages not reach a program meanwhile, which goes on."""
    for page in pages:
        page.route(f"{program.url}/**", lambda route: route.abort())
    yield
    for page in pages:
        page.unroute(f"{program.url}/**")


WITHOUT_KEYS = """
  const forget = () => document.getElementById("rest")?.removeAttribute("data-keys");
  new MutationObserver(forget).observe(document, { childList: true, subtree: true });
"""
"""What makes of a page one that was loaded before computers proved themselves."""


def test_a_stranger_at_the_second_computer_s_address_is_told_nothing(
    first: Program, second: Program, hall: Hall, browser: Browser
) -> None:
    first.start()
    code = code_of(organiser_of(first, hall, browser), first)
    second.start("manage.py", "follow", first.url, typed=code)
    anne = sit_down(browser, first, hall.tables[0], "Anne")
    bruno = sit_down(browser, first, hall.tables[0], "Bruno")
    bruno.add_init_script(WITHOUT_KEYS)
    # It was loaded anew for the keys already, and got none.
    bruno.evaluate("other => sessionStorage.setItem('belote:reloaded-for', other)", second.url)
    bruno.reload()
    for page in (anne, bruno):
        expect(page.locator("#rest")).to_have_attribute("data-others", second.url)
        wait_until_ready(page)
        wait_until(partial(page.evaluate, "Boolean(belote.page.allowed)"))
    wait_until(lambda: "private_key" in (second.data / "second.json").read_text("utf-8"))
    second.stop()
    with stranger_at(second) as told:
        with line_cut(first, anne, bruno):
            typed(anne, 1)
            expect_kept(anne, 1)
            # The page that knows no key asks a person, and names the address.
            expect(bruno.locator("#unknown button")).to_contain_text(second.url)
            wait_until(lambda: len(told) >= 4)
            expect(anne.locator("#elsewhere, #unknown")).to_have_count(0)
        # What was typed meanwhile stands on the first computer's sheet, and nobody goes elsewhere.
        expect_on_sheet(anne, 1)
        expect_on_sheet(bruno, 1)
        expect(bruno.locator("#unknown")).to_have_count(0)
        assert {line.partition("?")[0] for line in told} == {"/second/proof/"}
        for said in ("authorization", "belote-name", hall.tables[0].token.lower()):
            assert said not in "".join(told).lower()

        # Whom a person trusted by mistake is left as soon as the first one writes again.
        with line_cut(first, bruno):
            bruno.locator("#unknown button").click()
            wait_until(lambda: any("/api/" in line for line in told))
        written(bruno, 2)
        assert points_on(first, hall.tables[0].game) == [81, 82]

    second.start()
    wait_until(lambda: len(hands_in(second)) == 2)
    there = here_on(second, browser)
    first.kill()
    take_over(there)
    expect(anne.locator("#elsewhere")).to_have_attribute("data-origin", second.url)
    bruno.locator("#unknown button").click()
    written(anne, 3)
    expect_on_sheet(bruno, 3)
    written(bruno, 4)
    own = [json.loads((one.data / "second.json").read_text("utf-8")) for one in (first, second)]
    assert own[0]["private_key"] != own[1]["private_key"]
    assert own[0]["private_key"] not in (second.data / "second.json").read_text("utf-8")


def test_a_stranger_at_the_first_computer_s_address_is_told_nothing(
    first: Program, second: Program, hall: Hall, browser: Browser
) -> None:
    first.start()
    organiser = organiser_of(first, hall, browser)
    code = code_of(organiser, first)
    second.start("manage.py", "follow", first.url, typed=code)
    anne = sit_down(browser, first, hall.tables[0], "Anne")
    expect(anne.locator("#rest")).to_have_attribute("data-others", second.url)
    wait_until_ready(anne)
    wait_until(partial(anne.evaluate, "Boolean(belote.page.allowed)"))
    wait_until(lambda: "private_key" in (second.data / "second.json").read_text("utf-8"))
    organiser.context.close()
    first.stop()
    second.stop()
    typed(anne, 1)
    expect_kept(anne, 1)
    wait_until(partial(anne.evaluate, "!belote.page.isReached"))
    # It may be the second one, under a name that it does not know.
    with stranger_at(second, status=404):
        expect(anne.locator("#unknown button")).to_contain_text(second.url)
    with stranger_at(first) as told:
        # Whether it is the club's computer, with other data, only a person knows.
        expect(anne.locator("#unknown button")).to_contain_text(first.url)
        expect_kept(anne, 1)
        assert {line.partition("?")[0] for line in told} == {"/second/proof/"}
        for said in ("authorization", "cookie", hall.tables[0].token.lower()):
            assert said not in "".join(told).lower()
    first.start()
    expect_on_sheet(anne, 1)
    expect(anne.locator("#unknown")).to_have_count(0)
    assert points_on(first, hall.tables[0].game) == [81]


@pytest.fixture
def tab(page: Page, live_server: LiveServer) -> Page:
    """Return a page of the program's origin with what finds out what is lacking."""
    names = ("outbox", "again")
    scripts = "".join(
        f"<script src=/static/scorekeeper/table/{name}.js></script>" for name in names
    )
    document = f"<!DOCTYPE html><title>x</title><link rel=icon href='data:,'>{scripts}"
    page.route(
        "**/again-test", lambda route: route.fulfill(body=document, content_type="text/html")
    )
    page.goto(f"{live_server.url}/again-test")
    return page


def hand(name: str, number: int, points: int = 0) -> dict[str, Any]:
    """Return a hand of a sheet, what was typed being told by its points."""
    return {"id": name, "number": number, "tag": f"tag {points}", "entry": entry(points or number)}


def entry(points: int) -> dict[str, Any]:
    return {"taker": "A1", "card_points": points}


def sheet(*hands: dict[str, Any], **more: Any) -> dict[str, Any]:
    plain = {"passed_deals": 0, "receipt": None, "next_number": len(hands) + 1}
    return {**plain, "hands": list(hands), **more}


ONE, TWO, THREE = hand("a", 1), hand("b", 2), hand("c", 3)


def put(name: str, number: int, points: int = 0, **more: Any) -> dict[str, Any]:
    return {"act": "put", "hand": name, "number": number, "entry": entry(points or number), **more}


def correct(name: str, was: int, points: int) -> dict[str, Any]:
    values = {"entry": entry(points), "was": entry(was), "base": "tag of before"}
    return {"act": "correct", "hand": name, "number": 1, **values}


def withdraw(name: str, was: int) -> dict[str, Any]:
    return {"act": "withdraw", "hand": name, "number": 1, "was": entry(was), "base": "old"}


def passes(count: int, base: int) -> dict[str, Any]:
    return {"act": "passes", "number": 2, "count": count, "base": base}


SAY = {"act": "say", "side": "A", "said": {"agrees": True}}
CASES = {
    "all is there": ([put("a", 1)], sheet(ONE), None, [], []),
    "one is lacking": ([put("a", 1), put("b", 2)], sheet(ONE), None, ["put b 2"], []),
    "in order": ([put("a", 1), put("b", 2)], sheet(), None, ["put a 1", "put b 2"], []),
    "after a hand of another phone": ([put("c", 3, after=TWO)], sheet(ONE), None, [], ["c"]),
    "that one is there again": (
        [put("c", 3, after=TWO)],
        sheet(ONE, TWO),
        None,
        ["put c 3"],
        [],
    ),
    "typed again on another phone": (
        [put("c", 3, after=TWO)],
        sheet(ONE, hand("x", 2)),
        None,
        ["put c 3"],
        [],
    ),
    "another hand was typed before it": (
        [put("c", 3, after=TWO)],
        sheet(ONE, hand("x", 2, 99)),
        None,
        ["put c 3?"],
        [],
    ),
    "another hand was typed in its place": (
        [put("b", 2)],
        sheet(ONE, hand("x", 2, 99)),
        None,
        ["put b 2"],
        [],
    ),
    "its correction is lacking": (
        [put("a", 1), correct("a", 1, 9)],
        sheet(ONE),
        None,
        ["correct a 9 from tag 0"],
        [],
    ),
    "the last of two corrections": (
        [correct("a", 1, 8), correct("a", 8, 9)],
        sheet(ONE),
        None,
        ["correct a 9 from tag 0"],
        [],
    ),
    "both are lacking": ([put("a", 1), correct("a", 1, 9)], sheet(), None, ["put a 9"], []),
    "a correction of a hand that never arrived": (
        [correct("a", 1, 9)],
        sheet(),
        None,
        ["put a 9"],
        [],
    ),
    "corrected there otherwise": (
        [correct("a", 1, 9)],
        sheet(hand("a", 1, 5)),
        None,
        ["correct a 9 from tag of before"],
        [],
    ),
    "corrected by another phone since": (
        [correct("a", 1, 9)],
        sheet(hand("a", 1, 5)),
        sheet(hand("a", 1, 5)),
        [],
        [],
    ),
    "a hand that another phone corrected": ([put("a", 1)], sheet(hand("a", 1, 5)), None, [], []),
    "withdrawn": ([put("a", 1), withdraw("a", 1)], sheet(ONE), None, ["withdraw a from tag 0"], []),
    "withdrawn, and never there": ([put("a", 1), withdraw("a", 1)], sheet(), None, [], []),
    "withdrawn by another phone": ([put("a", 1)], sheet(), sheet(), [], []),
    "passed deals": ([passes(1, 0), passes(2, 1)], sheet(ONE), None, ["passes 2 from 0"], []),
    "some passed deals are there": (
        [passes(1, 0), passes(2, 1)],
        sheet(ONE, passed_deals=1),
        None,
        ["passes 2 from 1"],
        [],
    ),
    "passed before a hand that is there": ([passes(1, 0)], sheet(ONE, TWO), None, [], []),
    "said of a sheet that is not whole": ([SAY], sheet(ONE), None, [], ["A"]),
    "said of a whole sheet": ([SAY], sheet(ONE, receipt="r"), None, ["say A"], []),
}


def told(act: dict[str, Any]) -> str:
    match act["act"]:
        case "put":
            return f"put {act['hand']} {act['entry']['card_points']}{'?' if act['problem'] else ''}"
        case "correct":
            points = act["entry"]["card_points"]
            return f"correct {act['hand']} {points} from {act['base']}"
        case "withdraw":
            return f"withdraw {act['hand']} from {act['base']}"
        case "passes":
            return f"passes {act['count']} from {act['base']}"
        case _:
            return f"say {act['side']}"


def test_what_is_lacking_is_sent_again_and_nothing_else(tab: Page) -> None:
    for name, (acts, now, before, sent, waits) in CASES.items():
        given = [{"id": str(order), "order": order, **act} for order, act in enumerate(acts)]
        found = tab.evaluate("given => belote.again.lacking(...given)", [given, now, before])
        assert [told(act) for act in found["send"]] == sent, name
        assert [act.get("hand", act.get("side")) for act in found["wait"]] == waits, name
        ids = [act["id"] for kind in ("send", "wait", "done") for act in found[kind]]
        assert sorted(ids) == [act["id"] for act in given], f"{name}: one is lost"


def is_third(answer: Response) -> bool:
    return answer.request.method == "PUT" and (answer.request.post_data_json or {})["number"] == 3


def test_older_data_that_were_put_back_get_what_phones_have(
    page: Page, live_server: LiveServer, game: Game
) -> None:
    """The number stands on answers of a program in a hall: here it is added on their way."""
    number = 0

    def add_number(route: Route) -> None:
        asked = number
        answer = route.fetch()
        if number != asked:
            # Nobody knows whether it tells of the data before or after: it is lost on its way.
            route.abort()
            return
        headers = {**answer.headers, "Belote-Number": str(number)}
        route.fulfill(response=answer, headers=headers)

    page.route("**/api/**", add_number)
    join(page, live_server.url, game)
    fill_and_send(page, SHEET[0])
    expect_on_sheet(page, 1)
    copy = Game.objects.filter(pk=game.pk).values().get()
    for line in SHEET[1:3]:
        fill_and_send(page, line)
        expect_on_sheet(page, SHEET.index(line) + 1)
    game.hands.filter(number__gt=1).delete()
    Game.objects.filter(pk=game.pk).update(**copy)
    with page.expect_response(is_third):
        number = 1
    expect_on_sheet(page, 3)
    assert typed_hands(game) == WHOLE_SHEET[:3]
    # An older computer that comes back is not heard, and gets nothing.
    number = 0
    with page.expect_response("**/api/**"):
        fill_and_send(page, SHEET[3])
    expect_kept(page, 1)
    number = 1
    expect_on_sheet(page, 4)
    assert typed_hands(game) == WHOLE_SHEET[:4]

    # Somebody types the lost hand anew, and otherwise.
    game.hands.filter(number=4).delete()
    Game.objects.filter(pk=game.pk).update(**(copy | {"hand_count": 3}))
    write(game, takes(Seat.B2, 55))
    number = 2
    question = page.locator("#kept .warning")
    expect(question).to_contain_text("Deux saisies pour la donne 4")
    question.get_by_role("button", name="La feuille est juste").click()
    expect(page.locator("#kept [data-kept-aside]")).to_be_visible()
    assert game.hands.count() == 4
