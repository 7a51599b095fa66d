"""Documents that cost more than a document may: refused, whatever way they come in."""

import copy
import gzip
import json
import sys
from collections.abc import Callable
from pathlib import Path
from threading import BoundedSemaphore

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from scorekeeper import limited_json
from scorekeeper.limited_process import BusyError
from scorekeeper.models import Club
from scorekeeper.models.authors import Author
from tests.contest import make_contest, start_round
from tests.pages import visitor, words_on
from tests.table import NOW, make_club
from tests.tournaments.audit_log.mutations import Document
from tournaments.audit_log.labels import document_difference_text, document_problem_text
from tournaments.audit_log.queries.documents import document_of, document_text
from tournaments.audit_log.replay import completing, untrusted
from tournaments.audit_log.replay.shape import ShapeCode
from tournaments.audit_log.services import (
    DocumentError,
    completed_document,
    import_tournament,
    read_document,
)
from tournaments.extensions.sync.services.pairing import add_computer
from tournaments.models import ArrivedContest, HallComputer, Tournament

pytestmark = pytest.mark.django_db

MANY_PROBLEMS = json.dumps(
    {
        "tournament": {},
        "entries": [{} for _ in range(100_000)],
        "rounds": [],
        "standings": [],
        "log": [1],
    },
    separators=(",", ":"),
)
"""Three hundred kilobytes: each entry lacks seven fields."""


def faults_of(data: str) -> tuple[list[str], int]:
    with pytest.raises(DocumentError) as refused:
        read_document(data)
    error = refused.value
    texts = [document_problem_text(problem) for problem in error.problems]
    return texts + [document_difference_text(one) for one in error.differences], error.count


def sent(club: Club, content: bytes) -> tuple[int, str]:
    key = add_computer(club=club, name="Laptop", now=NOW)
    headers = {"authorization": f"Bearer {key}"}
    answer = visitor().put(f"/hall/contests/{'0' * 64}/", content, headers=headers)
    return answer.status_code, answer.json()["code"]


@pytest.fixture
def in_child(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the smallest document be large enough for a process of its own."""
    monkeypatch.setattr(limited_json, "READ_DIRECTLY", 0)


def test_58_kilobytes_that_would_be_twenty_million_values_are_not_read(club: Club) -> None:
    content = gzip.compress(b"[" + b"{}," * 19_000_000 + b"{}]")
    assert len(content) < 60_000
    assert sent(club, content) == (413, "too_large")
    assert HallComputer.objects.get().refused == "too_large"


def test_of_many_problems_the_first_hundred_are_told(
    member: Client, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    texts, count = faults_of(MANY_PROBLEMS)
    assert len(texts) == 100
    assert count == 10_000
    assert texts[0] == "tournament.name: is missing."
    file = SimpleUploadedFile("contest.json", MANY_PROBLEMS.encode())
    said = words_on(member.post(reverse("tournaments:contest-import"), {"file": file}))
    assert "Nothing was stored: there are 10,000 problems or more." in said
    assert "And 9,900 more lines." in said
    (tmp_path / "contest.json").write_text(MANY_PROBLEMS)
    with pytest.raises(SystemExit):
        call_command("import_tournament", str(tmp_path / "contest.json"))
    told = capsys.readouterr().err
    assert told.count("is missing.") == 100
    assert "… and 9900 more." in told


def _other_total(document: Document) -> None:
    document["standings"][0]["total"] = 99_999


def _other_line(document: Document) -> None:
    document["log"][4]["author"] = "Somebody else"


def _no_name(document: Document) -> None:
    del document["tournament"]["name"]


@pytest.mark.usefixtures("in_child")
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_other_total, "standings[0].total: it contains 99999, but"),
        (_other_line, "log[4]: line 5 of the log was changed"),
        (_no_name, "tournament.name: is missing."),
    ],
)
def test_a_child_finds_what_is_found_here(
    document: Document,
    change: Callable[[Document], None],
    words: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spoilt = copy.deepcopy(document)
    change(spoilt)
    there = faults_of(document_text(spoilt))
    assert any(text.startswith(words) for text in there[0])
    monkeypatch.setattr(limited_json, "READ_DIRECTLY", 10**9)
    assert faults_of(document_text(spoilt)) == there


@pytest.mark.usefixtures("in_child")
def test_what_a_child_found_right_is_taken(document: Document) -> None:
    read = read_document(document_text(document))
    assert read == document
    there = make_club("Elsewhere")
    assert import_tournament(document=read, club=there, now=NOW, is_proven=True).version


@pytest.mark.usefixtures("in_child")
@pytest.mark.parametrize("end", ["os.abort()", "raise MemoryError", "while True: pass"])
def test_a_child_that_gives_no_answer_refuses_the_document(
    document: Document, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    program = [sys.executable, "-c", f"import os\n{end}"]
    monkeypatch.setattr(untrusted.CHILD, "command", lambda: program)
    monkeypatch.setattr(untrusted.CHILD, "seconds", 0.5)
    texts, _count = faults_of(document_text(document))
    assert texts == ["Reading it takes more time or memory than a contest’s document may."]


def test_all_but_the_smallest_documents_are_left_to_a_child(
    document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(untrusted.CHILD, "command", lambda: [sys.executable, "-c", ""])
    text = document_text(document)
    assert len(text) < 84_000
    texts, _count = faults_of(text)
    assert texts == ["Reading it takes more time or memory than a contest’s document may."]


@pytest.mark.usefixtures("in_child")
def test_what_is_filled_in_without_a_log_is_left_to_a_child(
    document: Document, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(untrusted.CHILD, "command", lambda: [sys.executable, "-c", ""])
    without = {name: value for name, value in document.items() if name != "log"}
    with pytest.raises(DocumentError) as refused:
        import_tournament(
            document=without, club=club, now=NOW, without_log=Author("Camille"), is_proven=True
        )
    assert [problem.code for problem in refused.value.problems] == [ShapeCode.TOO_COSTLY]
    assert not Tournament.objects.exists()


@pytest.mark.usefixtures("in_child")
def test_a_child_fills_in_what_is_filled_in_here(
    document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    without = {name: value for name, value in document.items() if name != "log"}
    filled = completed_document(without, by=Author("Camille"), now=NOW)
    assert not filled[1]
    monkeypatch.setattr(completing, "READ_DIRECTLY", 10**9)
    assert completed_document(without, by=Author("Camille"), now=NOW) == filled


def test_filling_in_stops_at_the_limits_of_a_child(
    document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server goes on."""
    without = {name: value for name, value in document.items() if name != "log"}
    monkeypatch.setattr(completing.CHILD, "command", lambda: [sys.executable, "-c", ""])
    _nothing, problems = completed_document(without, by=Author("Camille"), now=NOW)
    assert [problem.code for problem in problems] == [ShapeCode.TOO_COSTLY]


def test_a_small_document_whose_draws_take_many_steps_is_left_to_a_child(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    contest = make_contest(make_club(), teams=8, rounds=2, mode=Tournament.Mode.MELEE)
    start_round(contest)
    text = document_text(document_of(Tournament.objects.get(pk=contest.pk)))
    monkeypatch.setattr(limited_json, "READ_DIRECTLY", 10**9)
    monkeypatch.setattr(untrusted.CHILD, "command", lambda: [sys.executable, "-c", ""])
    assert read_document(text)
    monkeypatch.setattr(untrusted, "STEPS_HERE", 10)
    texts, _count = faults_of(text)
    assert texts == ["Reading it takes more time or memory than a contest’s document may."]


@pytest.mark.usefixtures("in_child")
def test_where_too_many_are_read_it_is_sent_again_later(
    club: Club, member: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(_data: bytes, _club: int) -> None:
        raise BusyError

    monkeypatch.setattr(untrusted.CHILD, "answer_to", busy)
    assert sent(club, gzip.compress(b"{}")) == (503, "busy")
    assert not ArrivedContest.objects.exists()
    assert not HallComputer.objects.get().refused
    file = SimpleUploadedFile("contest.json", b"{}")
    said = words_on(member.post(reverse("tournaments:contest-import"), {"file": file}))
    assert "Another document is being processed at the moment. Try again shortly." in said
    assert not Tournament.objects.exists()


@pytest.mark.usefixtures("in_child")
def test_one_club_takes_one_place_however_much_it_sends(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one of its documents is read another club's has the next place; its own come later."""
    other = make_club("Rivière")
    # The turn of the second one comes at once: this test has one thread.
    monkeypatch.setattr(untrusted.CHILD, "_running", BoundedSemaphore(2))
    answers: list[tuple[int, str]] = []

    def run(_data: bytes) -> tuple[bytes, str]:
        if not answers:
            answers.append((0, "reading"))
            answers.append(sent(club, gzip.compress(b"{}")))
            answers.append(sent(other, gzip.compress(b"{}")))
        return b"", "its end"

    monkeypatch.setattr(untrusted.CHILD, "run", run)
    first = sent(club, gzip.compress(b"{}"))
    assert answers[1:] == [(503, "busy"), (413, "too_large")]
    assert first == (413, "too_large")
    assert sent(club, gzip.compress(b"{}")) == (413, "too_large")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[" + "0," * 3_000_000 + "0]", ShapeCode.TOO_MANY_VALUES),
        (" " * 60_000_001, ShapeCode.TOO_LARGE),
        ('{"log": [1], "' + "k" * 100_000 + '": 0.5}', ShapeCode.NOT_TEXT),
    ],
    ids=["values", "bytes", "a long name"],
)
def test_what_a_document_may_hold(text: str, code: ShapeCode) -> None:
    with pytest.raises(DocumentError) as refused:
        read_document(text)
    (problem,) = refused.value.problems
    assert problem.code is code
    assert len(problem.path) + len(problem.detail) < 200
