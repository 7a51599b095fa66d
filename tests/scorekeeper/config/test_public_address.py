"""One address says what a server on the Internet must know: hosts, origins, https, the proxy."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from scorekeeper.config.public_address import public_address
from tests.journeys.program import ROOT, environment

TOLD = """
import json
from scorekeeper.config import settings as s
print(json.dumps({name: getattr(s, name) for name in (
    "PUBLIC_URL", "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "HTTPS", "SESSION_COOKIE_SECURE",
    "CSRF_COOKIE_SECURE", "SECURE_HSTS_SECONDS", "TRUSTED_PROXY")}))
"""
HALL = {
    "PUBLIC_URL": "",
    "ALLOWED_HOSTS": ["*"],
    "CSRF_TRUSTED_ORIGINS": [],
    "HTTPS": False,
    "SESSION_COOKIE_SECURE": False,
    "CSRF_COOKIE_SECURE": False,
    "SECURE_HSTS_SECONDS": 0,
    "TRUSTED_PROXY": "",
}


def settings_with(data: Path, **said: str) -> Any:
    done = subprocess.run(
        [sys.executable, "-c", TOLD],
        cwd=ROOT,
        env=environment(data) | said,
        capture_output=True,
        check=True,
    )
    return json.loads(done.stdout)


def test_a_hall_names_nothing(tmp_path: Path) -> None:
    assert settings_with(tmp_path) == HALL


def test_everything_follows_from_the_address(tmp_path: Path) -> None:
    assert settings_with(tmp_path, BELOTE_PUBLIC_URL="https://Belote.example/") == {
        "PUBLIC_URL": "https://belote.example",
        "ALLOWED_HOSTS": ["belote.example", "localhost", "127.0.0.1", "[::1]"],
        "CSRF_TRUSTED_ORIGINS": ["https://belote.example"],
        "HTTPS": True,
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "SECURE_HSTS_SECONDS": 30 * 24 * 3600,
        "TRUSTED_PROXY": "127.0.0.1,::1",
    }


def test_what_is_said_by_itself_wins(tmp_path: Path) -> None:
    said = {
        "BELOTE_PUBLIC_URL": "https://belote.example",
        "ALLOWED_HOSTS": "belote.example,belote.test",
        "BELOTE_HTTPS": "0",
        "BELOTE_HSTS_SECONDS": "60",
        "BELOTE_TRUSTED_PROXY": "192.0.2.1",
    }
    settings = settings_with(tmp_path, **said)
    assert settings["ALLOWED_HOSTS"] == ["belote.example", "belote.test"]
    assert (settings["HTTPS"], settings["SECURE_HSTS_SECONDS"]) == (False, 60)
    assert settings["TRUSTED_PROXY"] == "192.0.2.1"


def test_plain_http_with_a_port(tmp_path: Path) -> None:
    settings = settings_with(tmp_path, BELOTE_PUBLIC_URL="http://192.0.2.9:8000")
    assert settings["ALLOWED_HOSTS"][0] == "192.0.2.9"
    assert settings["CSRF_TRUSTED_ORIGINS"] == ["http://192.0.2.9:8000"]
    assert (settings["HTTPS"], settings["TRUSTED_PROXY"]) == (False, "")


@pytest.mark.parametrize(
    "text",
    [
        "belote.example",
        "ftp://belote.example",
        "https://",
        "https://belote.example/club",
        "https://me:word@belote.example",
        "https://belote.example?x=1",
        "https://belote.example:port",
    ],
)
def test_what_is_no_address_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"such as https://belote\.example"):
        public_address(text)
