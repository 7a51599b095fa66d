"""`--rules-file` of the commands: the values of a contest's rules, or a clear error."""

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.engine.presets import PRESETS
from tests.scorekeeper.scoring_command import run, run_on

SHEET = "taker,points,belote\nA,81,A\nB,71,B\n"


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "rules.json"


@pytest.mark.parametrize("key", PRESETS)
def test_a_file_scores_as_the_preset_of_those_values(key: str, path: Path) -> None:
    path.write_text(json.dumps(PRESETS[key].as_values()))
    bids = ("taker,points,bid\nA,104,100\nB,60,80\n" if PRESETS[key].bids else SHEET, path.parent)
    assert run_on(*bids, "--rules-file", str(path)) == run_on(*bids, "--rules", key)


def test_a_missing_field_has_its_default(path: Path) -> None:
    path.write_bytes(b'\xef\xbb\xbf{"capot_points": 252}\r\n')
    code, out, err = run_on(
        "taker,points,capot\nA,162,A\nA,81,\n", path.parent, "--rules-file", str(path)
    )
    assert (code, err) == (0, "")
    assert out.splitlines()[1:3] == ["1,capot,252,0,252,0,0", "2,failed,0,162,252,162,0"]


def test_fields_of_older_versions_are_read(path: Path) -> None:
    path.write_text('{"counts_in_tens": true}')
    code, out, _err = run_on("taker,points\nA,86\n", path.parent, "--rules-file", str(path))
    assert (code, out.splitlines()[1]) == (0, "1,made,80,80,80,80,0")


def test_plausible_takes_it_too(path: Path) -> None:
    path.write_text(json.dumps(PRESETS["contest"].as_values()))
    slip = ("hands,total_a,total_b\n12,972,972\n", path.parent)
    told = run_on(*slip, "--rules-file", str(path), command="plausible")
    assert told == run_on(*slip, "--rules", "contest", command="plausible")
    assert told[0] == 0


BAD: dict[str, tuple[Any, str | None]] = {
    "unknown": ({"capots": 1}, "No rule set has a field “capots”."),
    "too much": ({"capot_points": 5000}, "capot_points: Write a whole number from 162 to 1,000."),
    "a text for a number": (
        {"capot_points": "250"},
        'capot_points: "250" is not possible. Write a whole number from 162 to 1,000.',
    ),
    "a choice": (
        {"compared": "points"},
        'compared: "points" is not possible. Choose one of: "cards", "cards_and_belote".',
    ),
    "a yes or no": ({"generale": 1}, "generale: 1 is not possible. Choose one of: true, false."),
    "a number or none": (
        {"capot_bid_made": "much"},
        'capot_bid_made: "much" is not possible. Write a whole number from 100 to 2,000. '
        "Or write null.",
    ),
    "a format": (
        {"format": {"rounds": 3}},
        'format: {"rounds": 3} is not possible. Write it like this: '
        '{"target": 1000, "hands": null, "games": 1}',
    ),
    "a target": (
        {"format": {"target": 0}},
        "format.target: Write a whole number from 1 to 100,000.",
    ),
    "two ends": (
        {"format": {"target": 1000, "hands": 12}},
        "format.target: A game ends at a target or after a number of hands: choose one of the two.",
    ),
    "several": (
        {"capots": 1, "generale": None},
        "No rule set has a field “capots”. generale: null is not possible. "
        "Choose one of: true, false.",
    ),
    "an old field": ({"failed_capot_bid": []}, "No rule set has a field “failed_capot_bid”."),
    "a list": ([], None),
    "a number": (7, None),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_values_that_cannot_be(name: str, path: Path) -> None:
    values, problem = BAD[name]
    path.write_text(json.dumps(values))
    code, out, err = run_on(SHEET, path.parent, "--rules-file", str(path))
    told = f": {problem}" if problem else " must contain one JSON object: the fields of the rules"
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert told in err


def test_what_contradicts_itself_names_the_field(path: Path) -> None:
    path.write_text('{"bidding": "points_and_bid", "base": 0}')
    code, out, err = run_on(SHEET, path.parent, "--rules-file", str(path))
    assert (code, out) == (1, "")
    assert " base: " in err


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        pytest.param(b"", " is not JSON (line 1)", id="empty"),
        pytest.param(b'{"capot_points": 252\n"base": 1}', " is not JSON (line 2)", id="a comma"),
        pytest.param(b"[" * 100_000, " is not JSON (line 1)", id="endless"),
        pytest.param(b'{"base": ' + b"9" * 5000 + b"}", " is not JSON (line 1)", id="huge"),
        pytest.param('{"é": 1}'.encode("latin-1"), " is not UTF-8 text.", id="Latin-1"),
        pytest.param(b'{"base": 1, "base": 2}', ": the field “base” is in it twice.", id="twice"),
    ],
)
def test_what_is_no_rule_set(content: bytes, problem: str, path: Path) -> None:
    path.write_bytes(content)
    code, out, err = run_on(SHEET, path.parent, "--rules-file", str(path))
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert problem in err


@pytest.mark.parametrize("command", ["score", "plausible"])
def test_exactly_one_of_both(command: str, path: Path) -> None:
    path.write_text("{}")
    code, out, err = run(command, "--rules", "classic", "--rules-file", str(path))
    assert (code, out, err) == (1, "", "Give either --rules or --rules-file, not both.\n")
    code, out, err = run(command)
    assert (code, out) == (1, "")
    assert "--rules:" in err
    assert "--rules-file" in err
    code, out, err = run(command, "--rules-file", "/nowhere/rules.json")
    assert (code, out, err) == (1, "", "There is no file /nowhere/rules.json.\n")
