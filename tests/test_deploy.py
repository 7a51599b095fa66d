"""What `.deploy/` tells to type and to set is there, and is enough."""

import re
import subprocess
import sys
import tomllib
from configparser import ConfigParser
from pathlib import Path

import pytest
from django.core.management import get_commands

from scorekeeper.config import settings as program
from tests.journeys.program import environment

ROOT = Path(__file__).resolve().parents[1]
DEPLOY = ROOT / ".deploy"
README = (DEPLOY / "README.md").read_text("utf-8")
OWN = r"(?:/opt/belote/bin/|exec belote )belote ([a-z_]+)"


def typed() -> list[str]:
    """Return every line of the README's blocks of commands."""
    blocks = re.findall(r"^```\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def example() -> dict[str, str]:
    """Return what the example says, as systemd and containers read it."""
    lines = (DEPLOY / "belote.env.example").read_text("utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def settings_read() -> set[str]:
    """Return every variable that the settings read."""
    text = Path(program.__file__).read_text("utf-8")
    return set(re.findall(r'env\.\w+\(\s*"(\w+)"', text)) | {"DATABASE_URL"}


def test_the_settings_of_the_example_leave_no_warning(tmp_path: Path) -> None:
    own = {**example(), "BELOTE_DATA_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        # Tests in a browser set what no server should.
        env=environment(tmp_path) | own | {"DJANGO_ALLOW_ASYNC_UNSAFE": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


def test_every_variable_that_is_named_is_read() -> None:
    text = README + (DEPLOY / "belote.env.example").read_text("utf-8")
    named = set(re.findall(r"\b(BELOTE_[A-Z_]+|DATABASE_URL|SECRET_KEY|ALLOWED_HOSTS)\b", text))
    assert {*example()} <= named
    assert named <= settings_read()


def test_every_file_that_is_named_is_there() -> None:
    named = {name for line in typed() for name in re.findall(r"(\.(?:deploy|ci)/[\w.]+)", line)}
    assert {".deploy/belote.service", ".deploy/Caddyfile", ".deploy/Containerfile"} <= named
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []
    assert (DEPLOY / "nginx.conf").exists()


def test_every_command_of_the_program_is_one() -> None:
    unit = (DEPLOY / "belote.service").read_text("utf-8")
    named = re.findall(OWN, "\n".join(typed()) + unit)
    assert {"serve", "sign_in"} <= {*named} <= {*get_commands()}


def test_the_extra_that_is_installed_brings_server_and_database() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    texts = README + (DEPLOY / "Containerfile").read_text("utf-8")
    extras = project["optional-dependencies"]
    assert set(re.findall(r"\[(server|postgres|dev)\]", texts)) == {"server"}
    parts = " ".join(extras["server"])
    assert all(name in parts for name in ("gunicorn", "psycopg", "prometheus_client"))


def test_everything_is_installed_by_its_hash() -> None:
    built = (DEPLOY / "Containerfile").read_text("utf-8").splitlines()
    for lines in (typed(), built):
        first, own = [line for line in lines if "pip install" in line]
        assert "--require-hashes -r" in first
        assert "--no-deps" in own


def test_how_clubs_are_founded_and_mail_goes_out_is_said() -> None:
    assert {"BELOTE_FOUNDING", "EMAIL_URL"} <= settings_read() & {
        *re.findall(r"\b[A-Z_]+\b", README)
    }


def test_the_unit_stops_it_so_that_it_finishes_what_it_answers() -> None:
    from scorekeeper.server.workers import SECONDS_TO_FINISH

    unit = ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]  # systemd minds capitals
    unit.read(DEPLOY / "belote.service")
    service = unit["Service"]
    assert service["KillSignal"] == "SIGTERM"
    assert int(service["TimeoutStopSec"]) > SECONDS_TO_FINISH
    # What the unit makes writable is where the example says that everything is written.
    assert example()["BELOTE_DATA_DIR"] == f"/var/lib/{service['StateDirectory']}"


@pytest.mark.parametrize("name", ["Caddyfile", "nginx.conf"])
def test_a_proxy_hands_on_to_where_it_serves_and_keeps_the_figures_inside(name: str) -> None:
    from scorekeeper.management.commands.serve import Command

    parser = Command().create_parser("manage.py", "serve")
    place = parser.parse_args([])
    text = (DEPLOY / name).read_text("utf-8")
    assert f"{place.host}:{place.port}" in text
    assert "/metrics" in text
