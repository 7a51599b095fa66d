"""A computer proves to a page that it is the one that was paired; nobody else can."""

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicNumbers
from cryptography.hazmat.primitives.hashes import SHA256
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from scorekeeper import running
from scorekeeper.addresses import is_own_address
from scorekeeper.models import Club
from scorekeeper.standby.followers import Follower, followers
from scorekeeper.standby.identity import EXPONENT, public_half
from scorekeeper.standby.node import (
    NewerComputer,
    NodeRole,
    change,
    forget,
    look_again,
    node_state,
)
from scorekeeper.standby.server import note_newer
from scorekeeper.standby.services import end_pairing, pair_computer
from tests.table import NOW, make_game, make_member

pytestmark = pytest.mark.django_db

WORD = "0123456789abcdef" * 2
HERE = "127.0.0.1:8000"
OTHER = "http://192.168.1.21:8000"


@pytest.fixture(autouse=True)
def _hall(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    settings.DATA_DIR = tmp_path
    settings.ALLOWED_HOSTS = ["*"]
    monkeypatch.setattr(running._Running, "is_expected", True)
    running.begin(running.Running("0.0.0.0", 8000, NOW))
    forget()
    yield
    running.end()
    followers.forget()
    forget()


def proof(*, word: str = WORD, host: str = HERE, **headers: str) -> Any:
    return Client().get("/second/proof/", {"word": word}, headers={"host": host, **headers})


def verify(answer: Any, text: str) -> None:
    key = RSAPublicNumbers(EXPONENT, int(public_half(), 16)).public_key()
    signature = bytes.fromhex(answer.json()["signature"])
    key.verify(signature, text.encode(), PKCS1v15(), SHA256())


def test_word_address_and_number_are_signed() -> None:
    public_half()
    verify(proof(), f"belote\n{WORD}\nhttp://{HERE}\n0")
    change(role=NodeRole.FOLLOWING, leader=OTHER)
    answer = proof()
    assert answer.json()["number"] == -1, "it does not write"
    verify(answer, f"belote\n{WORD}\nhttp://{HERE}\n-1")
    with pytest.raises(InvalidSignature):
        verify(answer, f"belote\n{WORD}\nhttp://{HERE}\n1")


@pytest.mark.parametrize(
    "host", ["192.0.2.7:8000", "hall.example:8000", "0.0.0.0:8000", "[2001:db8::7]:8000"]
)
def test_nothing_is_signed_for_an_address_that_is_another_ones(host: str) -> None:
    public_half()
    assert proof(host=host).status_code == 404


def test_only_words_of_pages_are_signed_and_only_by_who_was_paired() -> None:
    assert proof().status_code == 404, "it has no key, and makes none because somebody asks"
    assert not node_state().private_key
    public_half()
    for word in ("", "x" * 32, WORD + "0", WORD[:-1] + "\n", WORD.upper()):
        assert proof(word=word).status_code == 404, word


def test_pages_of_paired_computers_read_it_and_no_others() -> None:
    public_half()
    change(peers={f"{OTHER}/": "A" * 20})
    assert proof(origin=OTHER)["Access-Control-Allow-Origin"] == OTHER
    assert "Access-Control-Allow-Origin" not in proof(origin="http://192.168.1.22:8000")


def test_own_addresses() -> None:
    assert is_own_address("127.0.0.1")
    assert is_own_address("localhost")
    for host in ("", "192.0.2.7", "0.0.0.0", "::", "224.0.0.1", "hall.example"):
        assert not is_own_address(host), host


def keys_on_page(club: Club) -> dict[str, str]:
    game = make_game(club)
    asked = {"authorization": f"Bearer {game.token}", "origin": OTHER}
    page = Client().get(f"/games/{game.pk}/", headers=asked)
    (keys,) = re.findall('data-keys="(.*?)"', page.content.decode())
    found: dict[str, str] = json.loads(html.unescape(keys))
    return found


def test_a_page_learns_the_keys_of_both(club: Club) -> None:
    now = timezone.now()
    followers.note(Follower(computer="b", code="A" * 20, address=f"{OTHER}/", heard_at=now))
    change(peers={f"{OTHER}/": "A" * 20}, keys={f"{OTHER}/": "abc", "http://192.0.2.7/": "def"})
    assert keys_on_page(club) == {"": public_half(), OTHER: "abc"}


@pytest.mark.parametrize(("host", "proves"), [(HERE, "1"), ("hall.example:8000", "")])
def test_a_page_is_told_whether_its_own_computer_can_prove_itself(
    club: Club, host: str, proves: str
) -> None:
    """By a name that the computer does not know it signs nothing: it is asked as ever."""
    now = timezone.now()
    followers.note(Follower(computer="b", code="A" * 20, address=f"{OTHER}/", heard_at=now))
    change(peers={f"{OTHER}/": "A" * 20})
    game = make_game(club)
    asked = {"authorization": f"Bearer {game.token}", "origin": OTHER, "host": host}
    page = Client().get(f"/games/{game.pk}/", headers=asked).content.decode()
    assert f'data-proves="{proves}"' in page
    public_half()
    assert (proof(host=host).status_code == 200) == bool(proves)


def test_a_disk_that_takes_no_key_hinders_no_page(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timezone.now()
    followers.note(Follower(computer="b", code="A" * 20, address=f"{OTHER}/", heard_at=now))
    change(peers={f"{OTHER}/": "A" * 20})

    def fill(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("scorekeeper.standby.node.write_whole", fill)
    assert keys_on_page(club) == {"": ""}


def test_a_replaced_computer_tells_the_key_of_the_one_that_took_over(club: Club) -> None:
    note_newer(NewerComputer(f"{OTHER}/", 1, "", "abc"), "A" * 20)
    assert keys_on_page(club)[OTHER] == "abc"


def test_the_key_stays_for_good_and_what_was_paired_is_forgotten_with_its_code(club: Club) -> None:
    paired = pair_computer(user=make_member(club), now=NOW)
    own = public_half()
    change(peers={OTHER: paired.code}, keys={OTHER: "abc"})
    forget()
    assert public_half() == own
    end_pairing(pk=paired.pk)
    assert look_again().keys == {}
    assert public_half() == own
