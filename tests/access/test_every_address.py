"""Every address and every operation, as everybody who may ask: nothing is open by oversight."""

import html
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
from django.contrib import admin
from django.db import transaction
from django.test import Client, override_settings
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from scorekeeper import running
from scorekeeper.addresses import watch
from scorekeeper.backups import schedule
from scorekeeper.clubs.login_throttling import attempts
from scorekeeper.home.services import by_address
from scorekeeper.roles import Role
from scorekeeper.server import stopping
from scorekeeper.system import health
from tests.access import rows
from tests.access.rows import API, IN, LOGIN, REFUSED, Row, plain
from tests.access.world import COPY, Filled, Visitor, fill, neighbours, visitors
from tests.settings import STATIC_ROOT

pytestmark = pytest.mark.django_db

ROWS: Final = rows.read_rows()
CHUNKS: Final = [ROWS[start : start + 20] for start in range(0, len(ROWS), 20)]
VISITORS: Final = tuple(ROWS[0].answers)
ROLES: Final = (*(role.value for role in Role), "first")
"""Each has every right of those before it; the first account is an owner's too."""
MARK: Final = "Quetsches"
OTHERS: Final = ("stranger", "elsewhere", "clubless", "neighbour")
NEVER_WRITE: Final = ("reader", "clubless", "neighbour")
PHONES: Final = ("table", "game", "evening", "player", "elsewhere")
OPENED_BY_A_CODE: Final = (
    *("a/", "b/", "c/", "e/", "p/", "r/", "s/", "t/", "sign-in/", "helper/"),
    # Of a season that the club opened to everybody.
    *("club/", "embed/", "api/v1/windows/"),
)
METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE")
HAND: Final = {"taker": "A1", "card_points": 92}
BODIES: Final[Mapping[str, Any]] = {
    "put_hand": {"number": 1, "entry": HAND},
    "put_passed_deals": {"number": 1, "count": 1, "base": None},
    "accept": {"side": "A", "receipt": "7K4M-9QXT"},
    "put_verdict": {"side": "A", "receipt": "7K4M-9QXT", "agrees": True},
}


class Browser(Client):
    """A browser that asks and no more: a test client looks at what every template was given."""

    def request(self, **request: Any) -> Any:
        # Django's own, which its types do not tell of.
        environ = getattr(self, "_base_environ")(**request)  # noqa: B009 - see above
        return self.handler(environ)


@dataclass(frozen=True, slots=True)
class World:
    """The clubs, who visits them, and the one browser that all of them use in turn."""

    home: Filled
    away: Filled
    visitors: Mapping[str, Visitor]
    neighbours: Mapping[str, Visitor]
    browser: Client

    def ask(self, who: str, row: Row, method: str = "") -> Any:
        """Ask as that visitor, by the row's method or another one; whatever it did is undone."""
        return self.ask_as(self.visitors[who], row, method or row.method)

    def ask_as(self, visitor: Visitor, row: Row, method: str) -> Any:
        path = row.path(self.home.words)
        for counted in (attempts, by_address):
            counted.clear()
        self.browser.cookies.clear()
        for name, value in visitor.cookies.items():
            self.browser.cookies[name] = value
        headers: dict[str, str] = {}
        body, kind = row.sent(self.home.words), "application/x-www-form-urlencoded"
        if path.startswith(f"/{API}"):
            operation = resolve(path.partition("?")[0]).url_name
            body, kind = json.dumps(BODIES.get(operation or "", {})), "application/json"
            headers = {"authorization": f"Bearer {visitor.code}"} if visitor.code else {}
        sent = "" if method in {"GET", "HEAD"} else body
        with undone():
            answer = self.browser.generic(method, path, sent, kind, headers=headers)
            if answer.streaming:
                b"".join(answer)
            return answer

    def route_of(self, row: Row) -> str:
        """Return the address as its `urls.py` writes it."""
        return resolve(row.path(self.home.words).partition("?")[0]).route


@contextmanager
def undone() -> Iterator[None]:
    """Undo what is written meanwhile."""
    block = transaction.atomic()
    # As Django's own tests do: a draw insists on being in nobody's transaction.
    block._from_testcase = True  # type: ignore[attr-defined]
    with block:
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def world(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[World]:
    """Fill two clubs once, on a computer that serves them by `start`."""
    folder: Path = tmp_path_factory.mktemp("data")
    (folder / "copies").mkdir()
    (folder / "copies" / COPY).write_bytes(b"a copy")
    log = folder / "log" / "belote.log"
    with (
        django_db_blocker.unblock(),
        override_settings(DATA_DIR=folder, LOG_FILE=log, STATIC_ROOT=STATIC_ROOT),
        undone(),
    ):
        home, away = fill(MARK), fill("Voisins")
        home.words.update(COPY=COPY)
        browser = Browser(headers={"accept-language": "en"})
        yield World(home, away, visitors(home, away), neighbours(away), browser)


@pytest.fixture(autouse=True)
def _serving(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let this process serve; what reaches beyond the database is not done."""
    monkeypatch.setattr(watch, "_find", lambda host: ["192.168.1.5"])
    monkeypatch.setattr(stopping, "ask", lambda: None)
    monkeypatch.setattr(schedule, "back_up_at_the_end", lambda: None)
    monkeypatch.setattr(schedule, "back_up_now", lambda: None)
    monkeypatch.setattr(schedule, "bring_to_second_place", lambda: None)
    # It writes on a connection of its own, which would wait for this test's.
    monkeypatch.setattr(health, "_write", lambda probing: None)
    running.begin(running.Running("0.0.0.0", 8000, timezone.now()))
    watch.begin("0.0.0.0", 8000)
    yield
    running.end()
    watch.end()


def kind_of(answer: Any) -> str:
    """Return the word of the table for an answer."""
    if answer.status_code in {301, 302, 303, 307, 308}:
        return LOGIN if answer.headers["Location"].startswith(reverse("login")) else IN
    return str(answer.status_code) if str(answer.status_code) in REFUSED else _let_in(answer)


def _let_in(answer: Any) -> str:
    assert answer.status_code < 500, answer.content[:2000]
    return IN


def lines_of(row: Row, answers: Mapping[str, str]) -> str:
    cells = " ".join(f"{answer:9}" for answer in answers.values())
    return f"{row.method:6} {row.address or '/':52} {cells}".rstrip()


def asked(row: Row) -> list[str]:
    """Return who asks there: not the roles between two that are answered the same as they.

    As a role has every right of those below it, no other answer is possible between these.
    """
    steps = zip(ROLES, ROLES[1:], ROLES[2:], strict=False)
    between = {
        role
        for below, role, above in steps
        if len({*map(row.answers.get, (below, role, above))}) == 1
    }
    return [who for who in VISITORS if who not in between]


@pytest.mark.parametrize(
    "rows", CHUNKS, ids=[f"{chunk[0].method} {chunk[0].address}" for chunk in CHUNKS]
)
def test_everybody_is_answered_as_the_table_says(world: World, rows: Sequence[Row]) -> None:
    wrong, told, kept, shown = [], [], [], []
    for row in rows:
        answers = {who: world.ask(who, row) for who in asked(row)}
        found = {**row.answers, **{who: kind_of(answer) for who, answer in answers.items()}}
        if found != row.answers:
            wrong += [f"in {row.file}:", *(lines_of(row, says) for says in (row.answers, found))]
        told += [f"{row.address}: {who}" for who in OTHERS if tells_of_home(row, answers[who])]
        kept += [f"{row.address}: {who}" for who in answers if is_kept(row, who, answers[who])]
        for who in NEVER_WRITE:
            shown += [
                f"{row.address}: {name} to {who}" for name in codes_in(world, row, answers[who])
            ]
    assert not wrong, "The table says the first line, the program the second:\n" + "\n".join(wrong)
    assert not told, f"These are shown something of a club that is not theirs: {told}"
    assert not kept, f"These may be kept by what stands between, or shown after signing out: {kept}"
    assert not shown, f"Whoever reads a code joins by it, as a phone that writes: {shown}"


@pytest.mark.parametrize("role", [role.value for role in Role if role is not Role.OWNER])
def test_another_club_finds_nothing_in_any_role(world: World, role: str) -> None:
    """A role of one's own club decides first, whatever is asked for; it opens nothing elsewhere."""
    wrong = []
    for row in ROWS:
        is_of_home = row.names_a_thing and not row.address.startswith(OPENED_BY_A_CODE)
        if is_of_home and role in asked(row):
            answer = world.ask_as(world.neighbours[role], row, row.method)
            allowed = {row.answers["neighbour"], "403" if row.answers[role] == "403" else "404"}
            if kind_of(answer) not in allowed or tells_of_home(row, answer):
                wrong.append(f"{row.method} {row.address}: {kind_of(answer)}")
    assert not wrong


def tells_of_home(row: Row, answer: Any) -> bool:
    """Return whether an answer names something of the club, where no code opened it."""
    if row.address.startswith(OPENED_BY_A_CODE) or answer.streaming:
        return False
    return MARK in answer.content.decode(errors="replace")


def codes_in(world: World, row: Row, answer: Any) -> list[str]:
    """Return the names of the home's codes that a page shows, where no code opened it."""
    if row.method != "GET" or row.address.startswith(OPENED_BY_A_CODE) or answer.streaming:
        return []
    names = ("TABLECODE", "GAMECODE", "EVENINGCODE", "HALLCODE")
    text = answer.content.decode(errors="replace")
    return [name for name in names if world.home.words[name] in text]


def is_kept(row: Row, who: str, answer: Any) -> bool:
    """Return whether a browser may keep an answer that depends on who asks.

    What a member sees is kept nowhere; phones, what a code opens, and whoever asks whether anything
    is new, keep it and ask each time.
    """
    if "Cookie" not in answer.headers.get("Vary", "") or who == "stranger":
        return False
    said = answer.headers.get("Cache-Control", "")
    may_ask = who in PHONES or "ETag" in answer or row.address.startswith(OPENED_BY_A_CODE)
    return not ("no-store" in said or (may_ask and "no-cache" in said and "private" in said))


def test_the_administration_is_the_administrators(world: World) -> None:
    """Django's own pages are no rows: every one of them is the administrator's alone."""
    pages = [reverse("admin:index")]
    for model in admin.site._registry:
        named = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        pages += [reverse(f"{named}_changelist"), reverse(f"{named}_add")]
    for page in pages:
        row = Row("", "GET", page.removeprefix("/"), {})
        for who in ("stranger", "table", "clubless", "organiser", "first"):
            # What is only read cannot be added, by nobody.
            is_in = world.ask(who, row).status_code in {200, 403}
            assert is_in is (who == "first"), (who, page)


def test_every_address_has_a_row(world: World) -> None:
    known = {world.route_of(row) for row in ROWS}
    missing = [route for route in rows.routes() if route not in known]
    assert not missing, (
        "Say in tests/access/*.txt what each visitor is answered there, a line for each method: "
        f"{missing}"
    )


def test_every_operation_has_a_row(world: World) -> None:
    known = {(row.method, plain(world.route_of(row))) for row in ROWS}
    missing = sorted(rows.operations() - known)
    assert not missing, f"Say in tests/access/programs.txt what each visitor is answered: {missing}"


def test_every_row_has_an_address(world: World) -> None:
    gone = []
    for row in ROWS:
        try:
            world.route_of(row)
        except Resolver404:
            gone.append(row.address)
    assert not gone, f"These rows of tests/access/*.txt are of no address: {gone}"


@pytest.mark.parametrize("who", ["stranger", "organiser"])
def test_a_method_without_a_row_is_refused(world: World, who: str) -> None:
    """All that the table does not name is answered to nobody."""
    known = {(row.method, world.route_of(row)) for row in ROWS}
    asked = {world.route_of(row): row for row in reversed(ROWS)}
    wrong = []
    for route, row in asked.items():
        for method in METHODS:
            if (method, route) not in known:
                answer = kind_of(world.ask(who, row, method))
                if answer not in REFUSED:
                    wrong.append(f"{method} {row.address}: {answer}")
    assert not wrong, f"A line in tests/access/*.txt for each of these, or no such method: {wrong}"


@pytest.mark.parametrize("who", ["stranger", "table", "organiser"])
def test_head_is_answered_as_get_is(world: World, who: str) -> None:
    for row in ROWS:
        if row.method == "GET":
            assert kind_of(world.ask(who, row, "HEAD")) == row.answers[who], row.address


SHOWN_TO_MEMBERS: Final = (
    "",
    "evenings/",
    "evenings/EVENING/",
    "games/EVENINGGAME/",
    "players/",
    "rules/",
    "roles/",
    "account/",
    "contests/",
    "contests/CONTEST/",
    "contests/CONTEST/entries/",
    "contests/CONTEST/rounds/2/",
    "contests/CONTEST/ranking/",
    "contests/CONTEST/log/",
    "contests/FINISHED/",
    "leaderboards/",
    "seasons/SEASON/",
    "seasons/SEASON/events/",
    "seasons/SEASON/penalties/",
    "seasons/TEAMSEASON/calendar/",
    "contests/DRAWN/",
)


def follow(world: World, role: str, link: str) -> Any:
    """Open a link in the browser of that role."""
    world.browser.cookies.clear()
    for name, value in world.visitors[role].cookies.items():
        world.browser.cookies[name] = value
    with undone():
        return world.browser.generic("GET", link)


def test_no_page_leads_a_role_to_what_it_may_not_open(world: World) -> None:
    """A link that is shown is one that opens: whoever may not is not led there.

    What opens for a role opens for those above it, and is followed once. Of links that differ in
    what they sort or find alone, one is followed, and of those of a page to one kind of thing the
    first and the last.
    """
    opened: set[str] = set()
    wrong = []
    for role in Role:
        for link, address in links_shown(world, role.value).items():
            if link in opened:
                continue
            if follow(world, role.value, link).status_code in {403, 404}:
                wrong.append(f"{link} on /{address} as {role.value}")
            else:
                opened.add(link)
    assert not wrong


def links_shown(world: World, role: str) -> dict[str, str]:
    """Return links that a role is shown, each with the page where it stands."""
    led: dict[tuple[str, str], dict[str, str]] = {}
    for address in SHOWN_TO_MEMBERS:
        page = follow(world, role, Row("", "GET", address, {}).path(world.home.words))
        assert page.status_code == 200, address
        for link in re.findall(r'<a\s[^>]*?href="(/[^"#]*)', page.content.decode()):
            path, _, query = html.unescape(link).partition("?")
            kind = (address, f"{resolve(path).route}{query.partition('=')[0]}")
            led.setdefault(kind, {}).setdefault(path, html.unescape(link))
    return {link: where for (where, _), of in led.items() for link in _ends([*of.values()])}


def _ends(links: list[str]) -> list[str]:
    return [links[0], links[-1]]
