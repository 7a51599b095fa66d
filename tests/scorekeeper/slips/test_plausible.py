"""The `plausible` command: slips in, verdicts and causes out, every bad line reported."""

import io
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.management import call_command

from scorekeeper.engine.presets import PRESETS
from scorekeeper.slips.services import Slip

HEADER = "hands,total_a,total_b"
WRITTEN = "hands,total_a,total_b,verdict,causes"


@pytest.fixture(autouse=True)
def _english_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, "en_GB.UTF-8")


class Run:
    """One run of the command on the bytes of a file: what it wrote, its exit status."""

    def __init__(
        self, folder: Path, content: bytes | str, *more: str, rules: str = "twelve_hands"
    ) -> None:
        """Write the file and run the command on it."""
        file = folder / "slips.csv"
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        self._call("--rules", rules, *more, str(file))

    def _call(self, *arguments: str) -> None:
        out, err = io.StringIO(), io.StringIO()
        self.status = 0
        try:
            call_command("plausible", *arguments, stdout=out, stderr=err)
        except SystemExit as stopped:
            self.status = int(stopped.code or 0)
        self.out, self.err = out.getvalue().splitlines(), err.getvalue().splitlines()


def test_slips_get_a_verdict_and_causes(tmp_path: Path) -> None:
    run = Run(tmp_path, f"{HEADER}\n12,820,1100\n12,820,1010\n12,820,940\n12,823,1100\n0,0,0\n")
    assert run.out == [
        WRITTEN,
        "12,820,1100,possible,",
        "12,820,1010,impossible,capot_bonus_missing;digits_exchanged",
        "12,820,940,impossible,hand_missing;one_hand_fewer",
        "12,823,1100,impossible,recount",
        "0,0,0,possible,",
    ]
    assert (run.err, run.status) == ([], 0)


def test_games_that_ended_reached_their_target_with_the_last_hand(tmp_path: Path) -> None:
    slips = f"{HEADER}\n12,1500,444\n4,520,128\n4,420,228\n"
    assert Run(tmp_path, slips, rules="five_hundred_one").out[1:] == [
        "12,1500,444,possible,",
        "4,520,128,possible,",
        "4,420,228,possible,",
    ]
    ended = Run(tmp_path, slips, "--ended", rules="five_hundred_one")
    assert ended.out[1:] == [
        "12,1500,444,impossible,target_passed",
        "4,520,128,possible,",
        "4,420,228,impossible,target_not_reached",
    ]
    assert (ended.err, ended.status) == ([], 0)


def test_a_slip_may_be_of_a_game_that_was_stopped_unless_it_says_that_it_ended() -> None:
    rules = PRESETS["five_hundred_one"]
    stopped = Slip(hands=4, total_a=420, total_b=228)
    assert stopped.can_be(rules)
    assert not replace(stopped, ended=True).can_be(rules)


def test_games_that_ended_have_the_number_of_hands_of_their_rules(tmp_path: Path) -> None:
    slips = f"{HEADER}\n12,1004,940\n11,1004,778\n"
    assert Run(tmp_path, slips, "--ended", rules="contest").out[1:] == [
        "12,1004,940,possible,",
        "11,1004,778,impossible,other_number_of_hands",
    ]


def test_what_hardly_any_contest_sees_is_a_warning(tmp_path: Path) -> None:
    run = Run(tmp_path, f"{HEADER}\n12,1004,940\n12,3024,0\n", rules="contest")
    assert run.out == [WRITTEN, "12,1004,940,possible,", "12,3024,0,possible,"]
    assert len(run.err) == 1
    assert run.err[0].startswith("line 3: warning: 3,024 – 0 after 12 hands: possible, but")
    assert run.status == 0


@pytest.mark.parametrize("key", [key for key, rules in PRESETS.items() if not rules.bids])
def test_every_plain_preset_knows_an_ordinary_hand(tmp_path: Path, key: str) -> None:
    run = Run(tmp_path, f"{HEADER}\n1,100,60\n1,100,62\n", rules=key)
    verdicts = [line.split(",")[3] for line in run.out[1:]]
    in_tens = key == "twelve_hands"
    assert verdicts == (["possible", "impossible"] if in_tens else ["impossible", "possible"])


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(f"{HEADER}\r\n12,820,1100\r\n", id="CRLF"),
        pytest.param(f"\ufeff{HEADER}\n12,820,1100\n", id="byte order mark"),
        pytest.param("hands;total_a;total_b\n12;820;1100\n", id="semicolons of a French Excel"),
        pytest.param("hands;total_a;total_b\n12;820;1 100\n", id="thousands apart"),
        pytest.param(" Hands , TOTAL_A ,Total_B\n 12 , 820 , 1100 \n", id="capitals and spaces"),
        pytest.param("total_b,hands,total_a\n1100,12,820\n", id="another order of columns"),
        pytest.param(f"\n{HEADER}\n\n12,820,1100\n\n\n", id="blank lines"),
        pytest.param('"hands","total_a","total_b"\n"12","820","1100"', id="quotes, no newline"),
    ],
)
def test_what_spreadsheets_write_is_read(tmp_path: Path, content: str) -> None:
    run = Run(tmp_path, content)
    assert run.out == [WRITTEN, "12,820,1100,possible,"]
    assert (run.err, run.status) == ([], 0)


def test_a_bad_line_is_reported_and_the_others_answered(tmp_path: Path) -> None:
    run = Run(tmp_path, f"{HEADER}\n\n12,820,1100\nx,,1.5\n12,-5,1\n101,1,1\n-1,1,1\n12,1\n")
    assert run.out == [WRITTEN, "12,820,1100,possible,", "12,-5,1,impossible,recount"]
    assert run.status == 1
    reports = {line.split(":")[0]: line for line in run.err}
    assert set(reports) == {"line 4", "line 6", "line 7", "line 8"}
    assert reports["line 4"] == (
        "line 4: hands: “x” is not a whole number. "
        "total_a: it is empty, write a number. "
        "total_b: “1.5” is not a whole number."
    )
    assert reports["line 6"] == "line 6: hands: from 0 to 100 can be looked at, not 101."
    assert reports["line 7"] == "line 7: hands: from 0 to 100 can be looked at, not -1."


@pytest.mark.parametrize("number", ["9" * 5000, "٣", "1e3", "0x10", "1_000", "²", "nan", "--5"])
def test_what_is_no_whole_number(tmp_path: Path, number: str) -> None:
    run = Run(tmp_path, f"{HEADER}\n12,{number},1100\n12,820,1100\n")
    assert run.out == [WRITTEN, "12,820,1100,possible,"]
    assert (len(run.err), run.status) == (1, 1)
    assert run.err[0].startswith("line 2: total_a: ")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param(b"", "empty", id="empty file"),
        pytest.param(b"\n\n", "empty", id="only blank lines"),
        pytest.param(b"hands,total_a\n12,820\n", "“total_b” is missing", id="a column missing"),
        pytest.param(f"{HEADER},name\n1,1,1,x".encode(), "“name” is not known", id="one too many"),
        pytest.param(b"12,820,1100\n", "“hands” is missing", id="no header"),
        pytest.param("équipe\n".encode("latin-1"), "UTF-8", id="not UTF-8"),
    ],
)
def test_a_file_that_cannot_be_read(tmp_path: Path, content: bytes, message: str) -> None:
    run = Run(tmp_path, content)
    assert (run.out, run.status, len(run.err)) == ([], 1, 1)
    assert message in run.err[0]


def test_an_unknown_rule_set_is_one_clear_line(tmp_path: Path) -> None:
    run = Run(tmp_path, f"{HEADER}\n12,820,1100\n", rules="coinche")
    assert (run.out, run.status, len(run.err)) == ([], 1, 1)
    assert "coinche" in run.err[0]
    assert "twelve_hands" in run.err[0]


def test_in_a_shell_without_a_database(tmp_path: Path) -> None:
    nowhere = f"sqlite:///{tmp_path / 'no-such-folder' / 'none.sqlite3'}"
    environment = {**os.environ, "DATABASE_URL": nowhere, "BELOTE_DATA_DIR": str(tmp_path)}
    manage = Path(__file__).resolve().parents[3] / "manage.py"

    def shell(*arguments: str, given: bytes) -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, str(manage), "plausible", *arguments]
        return subprocess.run(
            command, input=given, capture_output=True, env=environment, check=False
        )

    done = shell("--rules", "twelve_hands", given=f"{HEADER}\r\n12,820,1100\r\n".encode())
    assert done.stdout == f"{WRITTEN}\n12,820,1100,possible,\n".encode()
    assert (done.stderr, done.returncode) == (b"", 0)
    bad = shell("--rules", "twelve_hands", given=f"{HEADER}\n12,820,\n".encode())
    assert bad.stdout == f"{WRITTEN}\n".encode()
    assert bad.stderr.startswith(b"line 2: ")
    assert bad.returncode == 1
    listed = shell("--list", given=b"")
    assert [line.split("\t")[0] for line in listed.stdout.decode().splitlines()] == list(PRESETS)
    assert listed.returncode == 0
