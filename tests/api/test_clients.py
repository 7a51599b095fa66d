"""What others make of the description: it is valid, and generated clients read our answers."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from scorekeeper.engine.hand import Seat
from scorekeeper.models import Club
from tests.api.phones import Phone
from tests.table import make_game, takes, write
from tournaments.api import api

pytestmark = pytest.mark.django_db

READ_BY_A_CLIENT = """
import json, sys
from client.api.games import put_hand, read_sheet
from client.models import Sheet
said = json.load(open(sys.argv[1]))
assert Sheet.from_dict(said).to_dict() == said
"""
READ_BY_MODELS = """
import json, sys
from models import Sheet
said = json.load(open(sys.argv[1]))
again = Sheet.model_validate(said).model_dump_json(by_alias=True, exclude_unset=True)
assert json.loads(again.replace('Z"', '+00:00"')) == said
"""


@pytest.fixture
def description(tmp_path: Path) -> Path:
    file = tmp_path / "openapi.json"
    file.write_text(json.dumps(api.get_openapi_schema()), "utf-8")
    return file


@pytest.fixture
def sheet(club: Club, tmp_path: Path) -> Path:
    """Keep what is answered of a game with two hands."""
    game = make_game(club)
    write(game, takes(Seat.A1, 92), takes(Seat.B1, 100))
    file = tmp_path / "sheet.json"
    file.write_bytes(Phone(game, game.token).get().content)
    return file


def run(folder: Path, *words: str | Path) -> None:
    """Run a Python program in a folder; nothing there asks the network."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": "", "PYTHONUTF8": "1", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_description_is_valid_openapi(description: Path) -> None:
    validator = OpenAPIV31SpecValidator(json.loads(description.read_text("utf-8")))
    assert [(*one.absolute_path, one.message) for one in validator.iter_errors()] == []


def test_a_generated_client_reads_a_sheet(description: Path, sheet: Path, tmp_path: Path) -> None:
    config = tmp_path / "config.yaml"
    config.write_text("post_hooks: []\n")
    words = ["generate", "--path", str(description), "--output-path", "client"]
    options = ["--meta", "none", "--fail-on-warning", "--config", str(config)]
    run(tmp_path, "-m", "openapi_python_client", *words, *options)
    run(tmp_path, "-c", READ_BY_A_CLIENT, sheet)


def test_generated_models_read_a_sheet(description: Path, sheet: Path, tmp_path: Path) -> None:
    words = ["--input", str(description), "--input-file-type", "openapi", "--output", "models.py"]
    kind = ["--output-model-type", "pydantic_v2.BaseModel", "--formatters", "builtin"]
    run(tmp_path, "-m", "datamodel_code_generator", *words, *kind)
    run(tmp_path, "-c", READ_BY_MODELS, sheet)
