"""The pages on which two computers are connected, and what a stranger learns there."""

import gzip
import json
import re

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from scorekeeper.models import Club
from tests.contest import make_contest, play_round
from tests.pages import member_of, visitor, words_on
from tests.table import NOW, make_club
from tests.tournaments.extensions.sync.line import Cut, LineToServer
from tournaments.audit_log.queries.documents import document_of, document_text
from tournaments.extensions.sync import server
from tournaments.extensions.sync.server import read_line
from tournaments.extensions.sync.services.pairing import add_computer
from tournaments.extensions.sync.services.taking import MOST_BYTES
from tournaments.models import ArrivedContest, HallComputer, ServerLink, Tournament

pytestmark = pytest.mark.django_db
KEY = "k" * 32


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> LineToServer:
    """Let the pages reach a server through this line."""
    found = LineToServer()
    monkeypatch.setattr(server, "build_opener", lambda *_handlers: found)
    return found


def line_of(there: Client, name: str = "Laptop of the hall") -> str:
    """Return the line that the server's page shows for a new computer."""
    page = there.post(reverse("tournaments:hall-computers"), {"name": name})
    found = re.search(r"https?://\S+#[\w-]+", words_on(page))
    assert found
    return found[0].replace("http://testserver", "https://belote.example")


def test_two_computers_are_connected_by_one_line(club: Club, line: LineToServer) -> None:
    hall, there = member_of(club), member_of(make_club("Fédération"), "max")
    tournament = make_contest(club, teams=4)
    said = words_on(
        hall.post(reverse("tournaments:club-server"), {"line": line_of(there)}, follow=True)
    )
    assert "Connected: there the club is called Fédération." in said
    assert f"Not on the server yet {tournament.name}" in said
    said = words_on(hall.post(reverse("tournaments:club-server-send"), follow=True))
    assert "The server has everything. Last news:" in said
    said = words_on(there.get(reverse("tournaments:hall-computers")))
    assert "Laptop of the hall Last heard of: " in said
    mirror = Tournament.objects.get(is_mirror=True)
    for page in (
        there.get(reverse("tournaments:tournament-detail", args=[mirror.pk])),
        visitor().get(reverse("tournaments:public", args=[mirror.token])),
    ):
        assert "Written on the hall’s computer (Laptop of the hall). Last news:" in words_on(page)


@pytest.mark.parametrize("name", ["club-server", "club-server-send", "club-server-end"])
def test_a_server_on_the_internet_asks_no_other(
    club: Club, line: LineToServer, settings: Settings, name: str
) -> None:
    member = member_of(club)
    member.post(reverse("tournaments:club-server"), {"line": line_of(member)})
    line.asked.clear()
    settings.PUBLIC_URL = "https://belote.example"
    typed = {"line": f"http://169.254.169.254/#{KEY}"}
    assert member.post(reverse(f"tournaments:{name}"), typed).status_code == 404
    assert not line.asked
    assert ServerLink.objects.exists()


def test_the_hall_sees_since_when_nothing_went_up(club: Club, line: LineToServer) -> None:
    hall, there = member_of(club), member_of(make_club("Fédération"), "max")
    hall.post(reverse("tournaments:club-server"), {"line": line_of(there)})
    make_contest(club, teams=4)
    line.cut = Cut.BEFORE
    said = words_on(hall.post(reverse("tournaments:club-server-send"), follow=True))
    assert "The server cannot be reached: no Internet here, or it is stopped. Since " in said
    assert "Not on the server yet" in said


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "belote.example",
        "https://belote.example/",
        f"http://belote.example/#{KEY}",
        f"https://belote.example/#{KEY} and more",
        f"ftp://belote.example/#{KEY}",
    ],
)
def test_what_is_no_line_of_a_server_is_refused_and_kept(club: Club, typed: str) -> None:
    page = member_of(club).post(reverse("tournaments:club-server"), {"line": typed})
    assert not ServerLink.objects.exists()
    assert 'id="id_line"' in page.content.decode()
    assert typed in page.content.decode()


def test_the_key_goes_in_the_open_only_within_a_building() -> None:
    for address in ("http://localhost:8000/", "http://192.168.1.4/", "https://belote.example"):
        found = read_line(f" {address}#{KEY} ")
        assert found
        assert found.address == f"{address.rstrip('/')}/"
    assert read_line(f"http://8.8.8.8/#{KEY}") is None


def test_a_server_that_says_no_is_told_and_the_line_is_kept(club: Club, line: LineToServer) -> None:
    typed = f"https://belote.example/#{KEY}"
    page = member_of(club).post(reverse("tournaments:club-server"), {"line": typed})
    assert "The server no longer knows this computer" in words_on(page)
    assert typed in page.content.decode()


@pytest.mark.parametrize("key", ["", "Bearer", "Bearer ", f"Bearer {KEY}", f"Basic {KEY}"])
def test_without_its_key_nobody_sends(club: Club, key: str) -> None:
    headers = {"authorization": key} if key else {}
    assert visitor().get("/hall/", headers=headers).status_code == 401
    answer = visitor().put("/hall/contests/abc/", b"{}", headers=headers)
    assert answer.status_code == 401
    assert member_of(club).get("/hall/").status_code == 401


def sent(club: Club, content: bytes, name: str = "0" * 64) -> tuple[int, str]:
    key = add_computer(club=club, name="Laptop", now=NOW)
    answer = visitor().put(
        f"/hall/contests/{name}/", content, headers={"authorization": f"Bearer {key}"}
    )
    return answer.status_code, answer.json()["code"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no gzip",
        gzip.compress(b"{}")[:-9],
        gzip.compress(b"\xff\xfe"),
        gzip.compress(b"[" * 100_000),
    ],
    ids=["nothing", "no gzip", "cut", "no text", "too deep"],
)
def test_what_is_no_document_is_refused(club: Club, content: bytes) -> None:
    assert sent(club, content) == (422, "no_document")
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    "content",
    [
        b"[]",
        b'{"log": []}',
        b'{"tournament": {}, "entries": [], "rounds": [], "log": []}',
    ],
    ids=["a list", "no contest", "no log"],
)
def test_a_document_of_something_else_is_refused(club: Club, content: bytes) -> None:
    assert sent(club, gzip.compress(content)) == (422, "wrong")
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"no gzip", "What arrived is not a readable document"),
        (gzip.compress(b" " * 60_000_001), "It is larger than a server accepts"),
    ],
    ids=["no document", "too large"],
)
def test_the_club_reads_what_was_refused_before_it_was_read(
    club: Club, content: bytes, words: str
) -> None:
    key = add_computer(club=club, name="Laptop", now=NOW)
    headers = {
        "authorization": f"Bearer {key}",
        "belote-name": "Concours%20d%E2%80%99%C3%A9t%C3%A9",
    }
    visitor().put(f"/hall/contests/{'0' * 64}/", content, headers=headers)
    said = words_on(member_of(club).get(reverse("tournaments:hall-computers")))
    assert "Concours d’été" in said
    assert words in said


def test_documents_that_are_made_up_leave_no_row(club: Club) -> None:
    """The last one is shown, with why it was not taken."""
    key = add_computer(club=club, name="Laptop", now=NOW)
    headers = {"authorization": f"Bearer {key}"}
    before = rows()
    for number in range(6):
        content = b"no gzip" if number % 2 else gzip.compress(b"{}")
        contest, evening = f"{number:064}", f"00000000-0000-4000-8000-{number:012}"
        for kind, address in (
            ("Contest", f"contests/{contest}"),
            ("Evening", f"evenings/{evening}"),
        ):
            told = headers | {"belote-name": f"{kind}%20{number}"}
            assert visitor().put(f"/hall/{address}/", content, headers=told).status_code == 422
    assert rows() == before
    said = words_on(member_of(club).get(reverse("tournaments:hall-computers")))
    assert "Evening 5" in said
    assert said.count("Not taken on") == 1


def rows() -> dict[str, int]:
    """Return how many rows each table has."""
    return {model._meta.label: model._base_manager.count() for model in apps.get_models()}


def test_a_document_that_is_taken_after_all_is_no_longer_told_as_refused(club: Club) -> None:
    document = document_of(make_contest(make_club("Hall"), teams=4))
    right = gzip.compress(document_text(document).encode())
    first = json.loads(document_text(document))["log"][0]["hash"]
    headers = {"authorization": f"Bearer {add_computer(club=club, name='Laptop', now=NOW)}"}
    page, member = reverse("tournaments:hall-computers"), member_of(club)
    for name, content, is_told in (
        (first, right[:-9], True),
        (first, right, False),
        ("0" * 64, b"no gzip", True),
        # Another one does not take its place.
        (first, right, True),
    ):
        visitor().put(f"/hall/contests/{name}/", content, headers=headers)
        assert ("Not taken on" in words_on(member.get(page))) is is_told


def test_an_address_that_no_log_begins_with_is_refused(club: Club) -> None:
    assert sent(club, gzip.compress(b"{}"), "0" * 65) == (422, "wrong")
    assert not ArrivedContest.objects.exists()


def test_a_few_bytes_that_unpack_to_all_of_the_memory_are_refused(club: Club) -> None:
    assert sent(club, gzip.compress(b" " * 60_000_001)) == (413, "too_large")
    assert sent(club, b" " * (MOST_BYTES + 1)) == (413, "too_large")


def test_a_document_goes_to_its_own_address_only(club: Club) -> None:
    document = document_of(make_contest(make_club("Hall"), teams=4))
    content = gzip.compress(document_text(document).encode())
    assert sent(club, content) == (422, "wrong")
    first = json.loads(document_text(document))["log"][0]["hash"]
    key = add_computer(club=club, name="Laptop", now=NOW)
    headers = {"authorization": f"Bearer {key}"}
    answer = visitor().put(f"/hall/contests/{first}/", content, headers=headers)
    assert answer.json() == {"lines": len(document["log"])}


def test_somebody_of_the_club_decides_which_course_holds(club: Club, line: LineToServer) -> None:
    there = make_club("Fédération")
    key = add_computer(club=there, name="Laptop", now=NOW)
    contest = make_contest(there, teams=4)
    Tournament.objects.update(is_mirror=True)
    arrived = ArrivedContest.objects.create(
        computer=HallComputer.objects.get(),
        first_hash="0" * 64,
        name=contest.name,
        tournament=contest,
        refused="parted",
        refused_at=NOW,
    )
    assert key
    member, stranger = member_of(there, "max"), member_of(club)
    said = words_on(member.get(reverse("tournaments:hall-computers")))
    assert "it was written on two computers" in said
    address = reverse("tournaments:arrived-choose", args=[arrived.pk])
    assert stranger.post(address, {"keep": "here"}).status_code == 404
    member.post(address, {"keep": "here"})
    contest.refresh_from_db()
    assert not contest.is_mirror
    play_round(contest)


def test_a_computer_connected_anew_goes_on_once_somebody_says_that_it_is_the_same(
    club: Club, line: LineToServer
) -> None:
    hall, there = member_of(club), member_of(make_club("Fédération"), "max")
    make_contest(club, teams=4)
    for name in ("Old", "New"):
        hall.post(reverse("tournaments:club-server"), {"line": line_of(there, name)})
        said = words_on(hall.post(reverse("tournaments:club-server-send"), follow=True))
    assert "on the server somebody says whether this is the same computer" in said
    old, new = HallComputer.objects.order_by("pk")
    address = reverse("tournaments:hall-computer-same", args=[new.pk])
    assert member_of(club, "kim").post(address, {"before": old.pk}).status_code == 404
    said = words_on(there.get(reverse("tournaments:hall-computers")))
    assert "The same as Old (last heard of:" in said
    said = words_on(there.post(address, {"before": old.pk}, follow=True))
    assert "New carries on with what it sent before." in said
    assert "The same as" not in said
    said = words_on(hall.post(reverse("tournaments:club-server-send"), follow=True))
    assert "The server has everything" in said


def test_a_computer_of_another_club_is_not_sent_away(club: Club) -> None:
    add_computer(club=make_club("Fédération"), name="Laptop", now=NOW)
    computer = HallComputer.objects.get()
    address = reverse("tournaments:hall-computer-end", args=[computer.pk])
    assert member_of(club).post(address).status_code == 404
    computer.refresh_from_db()
    assert computer.ended_at is None
