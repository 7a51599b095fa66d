"""What both computers say of each other, what is in the way, and who may follow or go on."""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from scorekeeper import running
from scorekeeper.models import Club, PairedComputer, TakeOver
from scorekeeper.standby import following, services
from scorekeeper.standby.client import Asker
from scorekeeper.standby.errors import ClubHereError, PairingError, PairingProblem
from scorekeeper.standby.followers import Follower, Followers, followers
from scorekeeper.standby.following import FollowState
from scorekeeper.standby.node import NodeRole, change, forget, node_state
from scorekeeper.standby.sealing import NotSealedError, seal_question, shown_code
from scorekeeper.standby.server import answer
from scorekeeper.standby.services import follow, take_over_again
from scorekeeper.standby.term import count_take_over
from tests.pages import visitor, words_on
from tests.table import NOW, make_game, make_member

OTHER = "http://192.168.1.20:8000/"
CODE = "0123456789ABCDEFGHJK"


@pytest.fixture(autouse=True)
def folder(
    db: None, tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """Let this process serve a hall, as far as pages notice."""
    settings.DATA_DIR = tmp_path
    for module in ("standby.views", "standby.services", "backups.views"):
        monkeypatch.setattr(f"scorekeeper.{module}.database_file", lambda: tmp_path / "data")
    forget()
    yield tmp_path
    running.end()
    followers.forget()
    forget()


@pytest.fixture
def organiser(club: Club) -> Client:
    user = make_member(club)
    User.objects.filter(pk=user.pk).update(is_superuser=True)
    client = visitor()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def serve(*, only_reads: bool = False) -> None:
    running.begin(running.Running("0.0.0.0", 8000, NOW, only_reads=only_reads))


def seen_on_first(client: Client, trouble: PairingProblem | None, complete_at: datetime) -> str:
    serve()
    follower = Follower(
        computer="second",
        code=CODE,
        address="",
        heard_at=timezone.now(),
        complete_at=complete_at,
        trouble=trouble,
    )
    followers.note(follower)
    return words_on(client.get(reverse("scorekeeper:second")))


def seen_on_second(trouble: PairingProblem | None, at: datetime, patch: pytest.MonkeyPatch) -> str:
    serve(only_reads=True)
    change(role=NodeRole.FOLLOWING, leader=OTHER, peers={OTHER: CODE})
    patch.setattr(following, "state", lambda: FollowState(complete_at=at, trouble=trouble))
    return words_on(visitor().get(reverse("scorekeeper:second-here")))


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        pytest.param(PairingProblem.AWAY, "it does not answer", id="away"),
        pytest.param(PairingProblem.VERSION, "different versions of the program", id="version"),
        pytest.param(PairingProblem.DAMAGED, "was not in order; it is being copied", id="damaged"),
        pytest.param(PairingProblem.FULL, "disk of the second computer is full", id="full"),
        pytest.param(None, "it is catching up: the network or its disk is slow", id="behind"),
    ],
)
def test_what_is_in_the_way_stands_on_both(
    organiser: Client, trouble: PairingProblem | None, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = timezone.now() - timedelta(seconds=30)
    first = seen_on_first(organiser, trouble, at)
    second = seen_on_second(trouble, at, monkeypatch)
    for page in (first, second):
        assert words in page
        assert "and nothing since" in page


def test_a_copy_of_two_seconds_is_in_order(
    organiser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = timezone.now() - timedelta(seconds=2)
    for page in (seen_on_first(organiser, None, at), seen_on_second(None, at, monkeypatch)):
        assert "has everything" in page
        assert "nothing since" not in page


def test_it_follows_what_is_typed_on_the_first_page(
    organiser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    serve()
    typed = []

    def followed(**values: str) -> str:
        typed.append(values)
        return "door"

    monkeypatch.setattr("scorekeeper.standby.views.follow", followed)
    monkeypatch.setattr("scorekeeper.server.stopping.ask_to_start_again", lambda: None)
    page = reverse("scorekeeper:second-follow")
    refused = words_on(organiser.post(page, {"address": "192.168.1.20:8000", "code": "0123"}))
    assert "Type the twenty characters that the first computer shows." in refused
    followed_it = organiser.post(page, {"address": "192.168.1.20:8000", "code": shown_code(CODE)})
    assert followed_it["Location"] == reverse("scorekeeper:second-here")
    assert typed == [{"address": OTHER, "code": CODE}]


def test_a_code_that_was_revoked_is_answered_no_more(organiser: Client) -> None:
    serve()
    page = reverse("scorekeeper:second")
    organiser.post(page)
    paired = PairedComputer.objects.get()
    asked = {"ask": "who", "session": "", "count": 1, "computer": "second", "run": "1"}
    question = seal_question(paired.code, json.dumps(asked).encode())
    assert b"".join(answer(question.sealed, peer="192.168.1.21"))
    organiser.post(reverse("scorekeeper:second-end", args=[paired.pk]))
    with pytest.raises(NotSealedError):
        answer(question.sealed, peer="192.168.1.21")


def test_no_club_is_put_aside_for_another_one(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    make_game(club)
    monkeypatch.setattr(services, "holds_something", lambda _file: True)
    with pytest.raises(ClubHereError):
        follow(address=OTHER, code=CODE)


# A computer that was replaced, and whose successor is lost.


@pytest.fixture
def replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    serve()
    monkeypatch.setattr(services, "_refuse_damaged", lambda: None)
    change(
        role=NodeRole.REPLACED,
        leader=OTHER,
        peers={OTHER: CODE},
        newest=4,
        complete_at=NOW.isoformat(),
    )


def answers(monkeypatch: pytest.MonkeyPatch, role: NodeRole | None) -> None:
    """Let the other computer answer as what it is, None for not at all."""

    def who(_asker: Asker) -> dict[str, str]:
        if role is None:
            raise PairingError(PairingProblem.AWAY)
        return {"role": role}

    monkeypatch.setattr(Asker, "who", who)


def test_it_says_so_on_every_page(replaced: None, organiser: Client) -> None:
    for name in ("help", "ruleset-list", "evening-list"):
        page = words_on(organiser.get(reverse(f"scorekeeper:{name}")))
        assert "Another computer has taken over from this one." in page


def test_it_goes_on_with_a_larger_number(
    replaced: None, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers(monkeypatch, None)
    take_over_again()
    here = node_state()
    assert here.role is NodeRole.TAKING_OVER
    assert count_take_over(now=NOW, complete_until=here.complete_until, newest=here.newest) == 5
    assert TakeOver.objects.get().complete_until == NOW


def test_it_does_not_while_the_other_one_goes_on(
    replaced: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers(monkeypatch, NodeRole.FIRST)
    with pytest.raises(PairingError) as refused:
        take_over_again()
    assert refused.value.code is PairingProblem.ALIVE
    assert node_state().role is NodeRole.REPLACED


def test_its_page_says_what_is_missing(
    replaced: None, organiser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers(monkeypatch, None)
    page = words_on(organiser.get(reverse("scorekeeper:second")))
    assert "What was written on the other computer is missing here." in page
    assert "It had taken over on" in page


def test_a_command_does_the_same(
    replaced: None, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    answers(monkeypatch, None)
    said = StringIO()
    monkeypatch.setattr("scorekeeper.management.commands.take_over.arrive", lambda **_now: None)
    call_command("take_over", "--again", "--yes", stdout=said)
    assert f"Ce qui a été écrit sur {OTHER} après le 20 novembre 2026" in said.getvalue()
    assert node_state().role is NodeRole.TAKING_OVER


# PostgreSQL.


def test_postgresql_says_whose_task_it_is(
    organiser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    serve()
    for module in ("standby.views", "standby.services", "backups.views"):
        monkeypatch.setattr(f"scorekeeper.{module}.database_file", lambda: None)
    page = words_on(organiser.get(reverse("scorekeeper:second")))
    assert "PostgreSQL" in page
    told = next(part for part in page.split("“") if part.startswith("A standby"))
    heading, _, rest = told.partition("”")
    described = Path(rest.split()[1])
    assert f"## {heading}\n" in described.read_text()
    with pytest.raises(PairingError) as refused:
        follow(address=OTHER, code=CODE)
    assert refused.value.code is PairingProblem.NO_FILE


def test_what_a_command_wrote_beside_the_program_is_not_undone(folder: Path) -> None:
    change(role=NodeRole.FOLLOWING, leader=OTHER, peers={OTHER: CODE})
    written = folder / "second.json"
    told = json.loads(written.read_text()) | {"role": "taking-over", "complete_at": "2026-11-20"}
    written.write_text(json.dumps(told))
    # The program, which has not looked again yet, notes up to when everything was here.
    noting = following.Following(folder / "data")
    noting.state = FollowState(complete_at=NOW)
    noting._note()
    change(peers={OTHER: CODE, "http://192.168.1.21:8000/": CODE})
    assert json.loads(written.read_text())["role"] == "taking-over"
    assert node_state().complete_at == "2026-11-20"


def test_whoever_is_not_heard_of_any_more_is_forgotten() -> None:
    now = timezone.now()
    heard = Followers()
    for number, hours in enumerate((30, 20, 0)):
        at = now - timedelta(hours=hours)
        heard.note(Follower(computer=f"{number}", code=CODE, address="", heard_at=at))
    assert [one.computer for one in heard.all(now)] == ["2"]
    # Gone, not left out: also for whoever asks as of then.
    assert [one.computer for one in heard.all(now - timedelta(hours=30))] == ["2"]
