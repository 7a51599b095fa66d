"""check.py finds every contest that the program made in order, and every change of one."""

import ast
import json
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.tournaments.audit_log.mutations import reseal
from tests.tournaments.extensions.proof.contests import (
    CHECK_JS,
    CHECK_PY,
    altered,
    load_checker,
    texts_of_documents,
    with_another_chain,
    with_broken_secrets,
    with_unknown_key,
)
from tournaments.audit_log.actions import ActionType
from tournaments.contests.forms import TIEBREAKS

pytestmark = pytest.mark.django_db

SEEDS = range(200)


@pytest.fixture(scope="module")
def texts(django_db_setup: None, django_db_blocker: Any) -> dict[str, str]:
    with django_db_blocker.unblock():
        return texts_of_documents()


@pytest.fixture(scope="module")
def checker() -> ModuleType:
    return load_checker()


def report_of(checker: ModuleType, text: str) -> Any:
    return checker.check(checker.read(text.encode()), [])


def test_every_contest_is_in_order(checker: ModuleType, texts: dict[str, str]) -> None:
    for name, text in texts.items():
        report = report_of(checker, text)
        assert report.faults == [], name
        assert "hands" not in report.skipped, name
        assert report.done["draws"] == len(json.loads(text)["rounds"]), name
    assert report_of(checker, texts["eventful_teams"]).done["receipts"] > 0
    assert report_of(checker, texts["finished"]).done["rankings"] == 1


def test_the_public_document_says_what_it_lacks(checker: ModuleType, texts: dict[str, str]) -> None:
    report = report_of(checker, texts["eventful_teams, public"])
    assert report.done["redacted"] > 0
    assert "money" in report.skipped


def test_whatever_is_altered_is_found(checker: ModuleType, texts: dict[str, str]) -> None:
    names = sorted(texts)
    missed = []
    for seed in SEEDS:
        text = altered(texts[names[seed % len(names)]], seed)
        if text is None:
            continue
        try:
            report = report_of(checker, text)
        except checker.NoDocumentError:
            continue
        if not report.faults and "unknown" not in report.skipped:
            missed.append((names[seed % len(names)], seed))
    assert missed == []


def test_a_hand_that_was_scored_otherwise_is_found_though_all_is_sealed_anew(
    checker: ModuleType, texts: dict[str, str]
) -> None:
    document = json.loads(texts["unusual_hands"])
    line = next(one for one in document["log"] if one["data"].get("act") == "hand_recorded")
    line["data"]["after"]["card_points"] -= 1
    reseal(document)
    found = report_of(checker, json.dumps(document)).faults
    assert found
    assert not any(path.startswith("log") for path, *_ in found)


def test_a_key_of_a_draw_that_nobody_knows_is_told(
    checker: ModuleType, texts: dict[str, str]
) -> None:
    for part, text in with_unknown_key(texts["club_teams"]).items():
        report = report_of(checker, text)
        assert report.faults == [], part
        assert "unknown" in report.skipped, part


def test_a_number_and_its_secret_belong_together(
    checker: ModuleType, texts: dict[str, str]
) -> None:
    for name, (text, place) in with_broken_secrets(texts["eventful_teams"]).items():
        assert place in [path for path, *_ in report_of(checker, text).faults], name


def test_a_chain_that_begins_before_the_announced_secret_is_used_is_told(
    checker: ModuleType, texts: dict[str, str]
) -> None:
    assert "unused" not in report_of(checker, texts["unusual_hands"]).skipped
    report = report_of(checker, with_another_chain(texts["unusual_hands"]))
    assert report.faults == []
    assert "unused" in report.skipped


def test_both_checkers_know_every_tie_break(checker: ModuleType) -> None:
    codes = {code.value for code in TIEBREAKS}
    assert codes <= set(checker.DECIDED_BY)
    reads = CHECK_JS.read_text("utf-8").partition("const READS = {")[2].partition("\n  };")[0]
    # How two met is no number of one entry.
    assert codes - {"direct"} <= set(re.findall(r"^    (\w+):", reads, re.MULTILINE))


def test_both_checkers_know_every_act(checker: ModuleType) -> None:
    acts = CHECK_JS.read_text("utf-8").partition("const ACTS = {")[2].partition("\n  };")[0]
    assert {*ActionType} <= set(re.findall(r"^    (\w+)[:(,]", acts, re.MULTILINE))
    assert [kind for kind in ActionType if not hasattr(checker.Replay, f"do_{kind}")] == []


def test_another_table_of_outcomes_is_found(checker: ModuleType, texts: dict[str, str]) -> None:
    document = json.loads(texts["unusual_hands"])
    document["outcomes"]["judging"]["belote_points"] = 30
    assert report_of(checker, json.dumps(document)).faults[0][0] == "outcomes"


def test_hands_of_older_contests_are_not_checked(
    checker: ModuleType, texts: dict[str, str]
) -> None:
    document = json.loads(texts["unusual_hands"])
    del document["outcomes"]
    del document["log"][0]["data"]["outcomes"]
    reseal(document)
    report = report_of(checker, json.dumps(document))
    assert report.faults == []
    assert "hands" in report.skipped
    document["standings"][0]["total"] += 1
    assert report_of(checker, json.dumps(document)).faults


def test_it_is_python_of_2020() -> None:
    ast.parse(CHECK_PY.read_text("utf-8"), feature_version=(3, 9))


HOSTILE = (
    "",
    "[]",
    "{",
    "{}",
    '{"log": 1}',
    '{"log": [{}]}',
    '{"log": [], "log": []}',
    '{"log": [1.5]}',
    '{"log": [' + "9" * 5000 + "]}",
    "[" * 100_000,
    '{"log":' + '{"a":' * 200 + "1" + "}" * 201,
    '{"log": ["\\ud800"]}',
)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_whatever_a_file_holds_it_says_so(checker: ModuleType, text: str) -> None:
    try:
        assert report_of(checker, text).faults
    except checker.NoDocumentError:
        return


def test_it_runs_alone(texts: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "contest.json"
    text = texts["finished, public"]
    file.write_text(text, "utf-8")
    last = json.loads(text)["log"][-1]
    head = f"{last['number']}:{last['hash'][:16]}"
    run = [sys.executable, "-I", str(CHECK_PY), str(file), "--head"]
    good = subprocess.run(
        [*run, head], capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert good.returncode == 0
    assert "1 printed heads" in good.stdout
    assert "Not checked:" in good.stdout
    code = f"https://club.example/p/x/check/?head={head}"
    several = subprocess.run(
        [*run, head, "--head", code], capture_output=True, encoding="utf-8", check=False
    )
    assert "2 printed heads" in several.stdout
    bad = subprocess.run([*run, "1:00000000"], capture_output=True, encoding="utf-8", check=False)
    assert bad.returncode == 1
    file.write_text("nothing", "utf-8")
    assert subprocess.run(run[:-1], capture_output=True, check=False).returncode == 2
