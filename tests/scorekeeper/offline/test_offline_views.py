"""What a phone may keep of the program: the service worker, the offline page, the manifest."""

import gzip
import json
import re
import struct
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from scorekeeper.offline import views as offline
from tests.pages import count_queries, member_of, text_of, visitor
from tests.table import NAMES, make_club, make_game, takes, write

FRENCH = {"accept-language": "fr"}


def settings_of(client: Client, **query: str) -> dict[str, Any]:
    """Return what the service worker is told."""
    script = text_of(client.get("/sw.js", query))
    found = re.search(r"const SETTINGS = (\{.*?\});", script)
    assert found
    told: dict[str, Any] = json.loads(found[1])
    return told


def test_the_worker_serves_the_whole_site_and_is_always_asked_for() -> None:
    answer = visitor().get("/sw.js")
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Service-Worker-Allowed"] == "/"
    assert answer["Cache-Control"] == "no-cache"
    assert not answer.cookies
    assert visitor().post("/sw.js").status_code == 405


def test_what_the_worker_keeps_is_there() -> None:
    told = settings_of(visitor())
    names = [address.removeprefix(told["static"]) for address in told["assets"]]
    assert {"scorekeeper/app.css", "scorekeeper/table.js", offline.HTMX} <= set(names)
    assert all(finders.find(name) for name in names)
    assert visitor().get(told["offline"]).status_code == 200


def test_the_worker_is_another_one_when_a_file_is(monkeypatch: pytest.MonkeyPatch) -> None:
    first = settings_of(visitor())["digest"]
    assert settings_of(visitor())["digest"] == first
    monkeypatch.setattr(offline, "static", lambda name: f"/static/{name}?v=2")
    assert settings_of(visitor())["digest"] != first


def test_files_whose_names_tell_their_content_are_kept_under_those_names(
    settings: Settings, tmp_path: Path
) -> None:
    settings.STATIC_ROOT = tmp_path
    storage = "whitenoise.storage.CompressedManifestStaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": storage}}
    call_command("collectstatic", verbosity=0)
    told = settings_of(visitor())
    assert told["hashed"]
    assert told["static"] == "/static/"
    named = [address for address in told["assets"] if re.search(r"\.[0-9a-f]{12}\.\w+$", address)]
    assert named == told["assets"]


def test_the_worker_is_another_one_in_another_language() -> None:
    english = settings_of(visitor())
    french = settings_of(visitor(), language="fr")
    assert french == settings_of(Client(headers=FRENCH))
    assert english["offline"] != french["offline"]
    assert english["digest"] != french["digest"]


@pytest.mark.django_db
def test_the_offline_page_names_nobody() -> None:
    member = member_of(make_club())
    answer = member.get("/offline/")
    page = answer.content.decode()
    assert "Club des Tilleuls" not in page
    assert "Élise" not in page
    assert "<form" not in page.split("confirm-dialog")[0]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_offline_page_speaks_the_language_asked_for(language: str) -> None:
    answer = visitor().get("/offline/", {"language": language})
    assert f'<html lang="{language}"' in answer.content.decode()
    assert answer["Content-Language"] == language


def test_an_unknown_language_is_no_error() -> None:
    answer = visitor().get("/offline/", {"language": "../x"})
    assert '<html lang="en"' in answer.content.decode()


@pytest.mark.django_db
def test_the_worker_looks_at_nobody() -> None:
    member = member_of(make_club())
    assert count_queries(member.get, "/sw.js") == 0


@pytest.mark.django_db
def test_none_of_the_three_asks_the_database() -> None:
    for address in ("/sw.js", "/offline/", "/manifest.webmanifest"):
        assert count_queries(visitor().get, address) == 0


def test_the_manifest_can_be_installed() -> None:
    answer = visitor().get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    described = answer.json()
    assert described["name"]
    assert described["short_name"]
    assert described["display"] == "standalone"
    assert described["start_url"].startswith(described["scope"])
    icons = {(icon["sizes"], icon.get("purpose")) for icon in described["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= icons
    assert Client(headers=FRENCH).get("/manifest.webmanifest").json()["lang"] == "fr"


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("icon-192.png", 192),
        ("icon-512.png", 512),
        ("icon-maskable-512.png", 512),
        ("icon-apple-180.png", 180),
    ],
)
def test_icons_have_their_size(name: str, size: int) -> None:
    found = finders.find(f"scorekeeper/{name}")
    assert isinstance(found, str)
    with open(found, "rb") as file:
        head = file.read(24)
    assert head.startswith(b"\x89PNG")
    assert struct.unpack(">II", head[16:24]) == (size, size)


@pytest.mark.django_db
def test_every_page_names_the_manifest_and_the_worker() -> None:
    page = visitor().get("/").content.decode()
    assert 'rel="manifest" href="/manifest.webmanifest"' in page
    assert 'rel="apple-touch-icon"' in page
    assert 'data-worker="/sw.js?language=en"' in page


@pytest.mark.django_db
def test_pages_travel_compressed() -> None:
    club = make_club()
    game = make_game(club)
    write(game, *(takes(seat, 90) for seat in NAMES))
    member = member_of(club)
    address = reverse("scorekeeper:game-detail", args=[game.pk])
    plain = member.get(address)
    assert "Content-Encoding" not in plain
    packed = member.get(address, headers={"accept-encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed["Vary"]
    assert len(packed.content) < len(plain.content) / 3
    assert "Chloé" in gzip.decompress(packed.content).decode()
