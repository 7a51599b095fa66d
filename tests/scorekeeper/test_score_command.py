"""`manage.py score`: a sheet as CSV in, its scores as CSV out, nothing lost without a word."""

import io
import os
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from scorekeeper.engine.choices import HeldAtEnd
from scorekeeper.engine.presets import PRESETS
from scorekeeper.management.commands.score import Command
from scorekeeper.management.csv_lines import CsvLine
from tests.scorekeeper.scoring_command import Result
from tests.scorekeeper.scoring_command import run as run_command

HEADER = "taker,points,belote,capot\n"
WRITTEN = "hand,outcome,score_a,score_b,total_a,total_b,held\n"
MANAGE = Path(__file__).parents[2] / "manage.py"

run = partial(run_command, "score")


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")


def score_bytes(sheet: bytes, tmp_path: Path, rules: str = "classic") -> Result:
    path = tmp_path / "sheet.csv"
    path.write_bytes(sheet)
    return run("--rules", rules, str(path))


def score_text(sheet: str, tmp_path: Path, rules: str = "classic") -> Result:
    return score_bytes(sheet.encode(), tmp_path, rules)


SHEET = HEADER + "A,82,,\nB,81,A,\nA,0,B,B\nB,60,,\nA,81,,\n"

EXPECTED = {
    "classic": """\
1,made,82,80,82,80,0
2,failed,182,0,264,80,0
3,capot,0,270,264,350,0
4,failed,162,0,426,350,0
5,failed,0,162,426,512,0
end,,,,426,512,0
""",
    # The fifth is a litige: A gets its own 81 back at the end.
    "salon": """\
1,made,82,80,82,80,0
2,failed,182,0,264,80,0
3,capot,0,272,264,352,0
4,failed,162,0,426,352,0
5,litige,0,81,426,433,81
end,,,,507,433,0
""",
    "five_hundred_one": """\
1,made,82,80,82,80,0
2,failed,182,0,264,80,0
3,capot,0,272,264,352,0
4,failed,162,0,426,352,0
5,failed,0,162,426,514,0
end,,,,426,514,0
""",
    "twelve_hands": """\
1,shared,80,80,80,80,0
2,shared,80,80,160,160,0
3,capot,0,250,160,410,0
4,failed,160,0,320,410,0
5,shared,80,80,400,490,0
end,,,,400,490,0
""",
    "contest": """\
1,made,82,80,82,80,0
2,failed,182,0,264,80,0
3,capot,0,272,264,352,0
4,failed,162,0,426,352,0
5,litige,0,81,426,433,81
end,,,,507,433,0
""",
}


@pytest.mark.parametrize("rules", EXPECTED)
def test_the_same_sheet_under_every_plain_preset(rules: str, tmp_path: Path) -> None:
    assert score_text(SHEET, tmp_path, rules) == (0, WRITTEN + EXPECTED[rules], "")


def test_litiges_chain_and_a_penalty_wins_them(tmp_path: Path) -> None:
    sheet = "taker,points,belote,capot,penalty\nA,81,,,\nB,71,B,,\n,,,,A\n"
    assert score_text(sheet, tmp_path, "contest") == (
        0,
        WRITTEN
        + "1,litige,0,81,0,81,81\n"
        + "2,litige,91,20,91,101,152\n"
        + "3,penalty,0,314,91,415,0\n"
        + "end,,,,91,415,0\n",
        "",
    )


@pytest.mark.parametrize(
    ("at_end", "total_a"), [(HeldAtEnd.RETURNED, 81), (HeldAtEnd.LOST, 0)], ids=["returned", "lost"]
)
def test_points_held_after_the_last_hand(at_end: HeldAtEnd, total_a: int) -> None:
    rules = replace(PRESETS["contest"], held_at_end=at_end)
    cells = {"taker": "A", "points": "81", "belote": "", "capot": ""}
    rows = list(Command().rows([CsvLine(number=2, cells=cells)], rules))
    assert rows == [(1, "litige", 0, 81, 0, 81, 81), ("end", "", "", "", total_a, 81, 0)]


def test_every_hand_of_the_file_is_scored(tmp_path: Path) -> None:
    """Past the target of 1000 and past twelve hands: the file is a sheet."""
    sheet = HEADER + "A,162,,A\n" * 13
    for rules, total in (("classic", 3250), ("contest", 3276)):
        code, out, _err = score_text(sheet, tmp_path, rules)
        assert code == 0
        assert out.splitlines()[-1] == f"end,,,,{total},0,0"
        assert len(out.splitlines()) == 1 + 13 + 1


ONE_HAND = WRITTEN + "1,made,82,100,82,100,0\nend,,,,82,100,0\n"


@pytest.mark.parametrize(
    "sheet",
    [
        pytest.param(b"taker,points,belote,capot\nA,82,B,\n", id="plain"),
        pytest.param(b"taker,points,belote,capot\nA,82,B,", id="no newline at the end"),
        pytest.param(b"\xef\xbb\xbftaker,points,belote,capot\nA,82,B,\n", id="byte order mark"),
        pytest.param(b"taker;points;belote;capot\nA;82;B;\n", id="semicolons"),
        pytest.param(b"taker\tpoints\tbelote\tcapot\nA\t82\tB\t\n", id="tabs"),
        pytest.param(b"taker,points,belote,capot\r\nA,82,B,\r\n", id="CRLF"),
        pytest.param(b"taker,points,belote,capot\rA,82,B,\r", id="CR"),
        pytest.param(b"\n\ntaker,points,belote,capot\n\n  \nA,82,B,\n\n", id="blank lines"),
        pytest.param(b"taker,points,belote,capot\na,82,b,\n", id="small letters"),
        pytest.param(b" Taker , POINTS,belote ,capot\n A , 82, B , \n", id="spaces and capitals"),
        pytest.param(b"capot,belote,points,taker\n,B,82,A\n", id="columns in another order"),
        pytest.param(b"taker,points,belote,capot,penalty\nA,82,B,,\n", id="no penalty"),
        pytest.param(b"taker,points,belote,capot,penalty\nA,82,B,\n", id="penalty left out"),
        pytest.param(b"taker,points,belote,capot,,\nA,82,B,,,\n", id="empty columns at the end"),
        pytest.param(b'"taker","points","belote","capot"\n"A","82","B",""\n', id="quotes"),
        pytest.param(b"taker,points,belote,capot\nA,082,B,\n", id="leading zero"),
        pytest.param(b"taker,points,belote\nA,82,B\n", id="no column for capot"),
        pytest.param(b"taker,points,belote,bid,trump\nA,82,B,,hearts\n", id="a suit, no bid"),
    ],
)
def test_what_spreadsheets_write_is_read(sheet: bytes, tmp_path: Path) -> None:
    assert score_bytes(sheet, tmp_path) == (0, ONE_HAND, "")


def test_a_sheet_without_hands(tmp_path: Path) -> None:
    assert score_text(HEADER, tmp_path) == (0, WRITTEN + "end,,,,0,0,0\n", "")


def test_what_is_unusual_is_said_and_scored(tmp_path: Path) -> None:
    code, out, err = score_text(HEADER + "A,162,,\n" + "A,82,A,\n" * 7, tmp_path)
    assert code == 0
    assert "1,made,162,0,162,0,0\n" in out
    assert err.splitlines() == [
        "line 2: warning: One side has every point. If it won every trick too, tick capot.",
        *(
            f"line {line}: warning: That makes {line - 2} belotes in a row for the same player or "
            "side. Is that right?"
            for line in (5, 6, 7, 8)
        ),
        "line 9: warning: The same side took all 8 hands. Is the taker right?",
        "line 9: warning: That makes 7 belotes in a row for the same player or side. "
        "Is that right?",
    ]


BAD_LINES = {
    "A,161,,": "161 points cannot be made: no cards add up to it. Count again.",
    "A,163,,": "163 points are not possible: a hand has 0 to 162. Count again.",
    "A,-5,,": "-5 points are not possible: a hand has 0 to 162. Count again.",
    ",82,,": "Say who took.",
    "A,,,": "Write the takers' card points, the last trick included.",
    ",,,": "Say who took. Write the takers' card points, the last trick included.",
    "C,82,,": "taker: “C” is not a side: write A or B.",
    "A1,82,,": "taker: “A1” is not a side: write A or B.",
    "A,82,yes,": "belote: “yes” is not a side: write A or B.",
    "A,162,,1": "capot: “1” is not a side: write A or B.",
    "A,eighty,,": "points: “eighty” is not a whole number.",
    "A,82.5,,": "points: “82.5” is not a whole number.",
    "A,1_0,,": "points: “1_0” is not a whole number.",
    "A,٨٢,,": "points: “٨٢” is not a whole number.",
    "A,82,,A": "Capot means every trick and every point: with 82 points for the takers it is "
    "impossible. Correct the points or the capot.",
    "A,162,,B": "Capot is ticked for B, but the other side has every point. Correct the points or "
    "the capot.",
    "C,161,x,": "taker: “C” is not a side: write A or B. belote: “x” is not a side: write A or B. "
    "161 points cannot be made: no cards add up to it. Count again.",
    "A,82": "2 cells here, but the header names 4 columns.",
    "A": "1 cell here, but the header names 4 columns.",
    "A,82,,,B": "5 cells here, but the header names 4 columns.",
    'A,"82,,': "The quotation marks do not match.",
    "A,\x0082,,": "points: “?82” is not a whole number.",
    f"A,{'9' * 50},,": f"points: “{'9' * 39}…” is not a whole number.",
}


@pytest.mark.parametrize("line", BAD_LINES, ids=repr)
def test_a_bad_line_is_reported_and_has_no_row(line: str, tmp_path: Path) -> None:
    code, out, err = score_text(HEADER + f"A,82,,\n{line}\nB,82,,\n", tmp_path)
    assert code == 1
    assert err == f"line 3: {BAD_LINES[line]}\n"
    assert out == WRITTEN + "1,made,82,80,82,80,0\n2,made,80,82,162,162,0\nend,,,,162,162,0\n"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("A,82,,,A", "A penalty hand is not played out: leave everything else empty."),
        (",,B,,A", "A penalty hand is not played out: leave everything else empty."),
        (",,,,C", "penalty: “C” is not a side: write A or B."),
        (
            "C,,,,A",
            "taker: “C” is not a side: write A or B.",
        ),
    ],
)
def test_a_bad_penalty_line(line: str, problem: str, tmp_path: Path) -> None:
    code, out, err = score_text(f"taker,points,belote,capot,penalty\n{line}\n", tmp_path)
    assert (code, err) == (1, f"line 2: {problem}\n")
    assert out == WRITTEN + "end,,,,0,0,0\n"


def test_bad_lines_are_counted_as_an_editor_counts_them(tmp_path: Path) -> None:
    sheet = "\r\n" + HEADER.replace("\n", "\r\n") + "\r\nA,1,,\r\n\r\nA,82\r\nC,82,,\r\n"
    code, _, err = score_text(sheet, tmp_path)
    assert code == 1
    assert [line.split(":")[0] for line in err.splitlines()] == ["line 4", "line 6", "line 7"]


@pytest.mark.parametrize(
    ("sheet", "problem"),
    [
        pytest.param(
            b"", "The file is empty. Its first line names the columns: taker,points",
            id="empty",
        ),
        pytest.param(
            b"\xef\xbb\xbf\r\n  \r\n",
            "The file is empty. Its first line names the columns: taker,points",
            id="blank",
        ),
        pytest.param(
            "taker,points,belote,capot\nÀ,82,,\n".encode("latin-1"),
            "{file} is not UTF-8 text. Save it as “CSV UTF-8” and try again.",
            id="Latin-1",
        ),
        pytest.param(
            HEADER.encode("utf-16"),
            "{file} is not UTF-8 text. Save it as “CSV UTF-8” and try again.",
            id="UTF-16",
        ),
        pytest.param(
            b"taker,belote,capot\nA,,\n", "line 1: The column “points” is missing.",
            id="a column is missing",
        ),
        pytest.param(
            b"taker,points,belote,capot,points\n",
            "line 1: The column “points” is in it twice.",
            id="a column twice",
        ),
        pytest.param(
            b"taker,points,belote,capot,who\n",
            "line 1: The column “who” is not known; there are: taker, points, belote, capot, "
            "penalty, bid, double, trump, declarations, best_declaration, taker_alone.",
            id="an unknown column",
        ),
        pytest.param(
            b"\npoints;belote;capot;points\n",
            "line 2: The column “taker” is missing. The column “points” is in it twice.",
            id="everything wrong with the header",
        ),
        pytest.param(
            b'"taker,points,belote,capot\n', "line 1: The quotation marks do not match.",
            id="quotes in the header",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_read_at_all(sheet: bytes, problem: str, tmp_path: Path) -> None:
    code, out, err = score_bytes(sheet, tmp_path)
    assert (code, out) == (1, "")
    assert err == problem.format(file=tmp_path / "sheet.csv") + "\n"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--rules", "nobody's", "x.csv"), "There is no rule set “nobody's”; there are: classic,"),
        (("x.csv",), "Name the rule set with --rules: classic, salon,"),
        (("--rules", "classic", "/nowhere/x.csv"), "There is no file /nowhere/x.csv."),
        (("--rules", "classic", "/"), "/ cannot be read: "),
        (("--rules", "classic", "a\0b"), "a?b cannot be read: "),
    ],
)
def test_one_clear_line(arguments: tuple[str, ...], problem: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (1, "")
    assert err.startswith(problem)
    assert err.count("\n") == 1


def test_the_rule_sets_are_listed() -> None:
    code, out, err = run("--list")
    assert (code, err) == (0, "")
    assert [line.split("\t")[0] for line in out.splitlines()] == list(PRESETS)
    assert all(line.split("\t")[1] for line in out.splitlines())


@pytest.mark.parametrize("arguments", [(), ("-",)], ids=["no file", "a hyphen"])
def test_standard_input(arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    data = io.BytesIO(b"taker,points,belote,capot\nA,82,B,\n")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(data, encoding="ascii"))
    assert run("--rules", "classic", *arguments) == (0, ONE_HAND, "")


@pytest.mark.parametrize(
    ("stdin", "outcome"),
    [
        pytest.param(io.StringIO(HEADER + "A,82,B,\n"), (0, ONE_HAND), id="text"),
        pytest.param(None, (1, ""), id="none at all"),
    ],
)
def test_unusual_standard_input(
    stdin: io.StringIO | None, outcome: tuple[int, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", stdin)
    assert run("--rules", "classic")[:2] == outcome


def test_standard_input_that_is_no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe")))
    code, _, err = run("--rules", "classic")
    assert (code, err.split(" is not ")[0]) == (1, "Standard input")


def start_program(tmp_path: Path, *arguments: str) -> "subprocess.Popen[bytes]":
    """Start the command as people do, with a database that nobody can open."""
    environment = os.environ | {
        "BELOTE_DATA_DIR": str(tmp_path),
        "DATABASE_URL": "sqlite:////nowhere/belote.sqlite3",
        "DJANGO_SETTINGS_MODULE": "scorekeeper.config.settings",
    }
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, str(MANAGE), "score", *arguments],
        env=environment,
        cwd=MANAGE.parent,
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
    )


def test_the_program_needs_no_database_and_writes_plain_newlines(tmp_path: Path) -> None:
    program = start_program(tmp_path, "--rules", "classic")
    out, err = program.communicate(b"taker;points;belote;capot\r\nA;82;B;\r\nA;161;;\r\n")
    assert program.returncode == 1
    assert out == ONE_HAND.encode()
    assert err.decode().splitlines() == [
        "line 3: 161 points cannot be made: no cards add up to it. Count again."
    ]


def test_whoever_stops_reading_ends_it_quietly(tmp_path: Path) -> None:
    sheet = tmp_path / "long.csv"
    sheet.write_text(HEADER + "A,82,,\nB,82,,\n" * 10_000)
    program = start_program(tmp_path, "--rules", "classic", str(sheet))
    assert program.stdout is not None
    assert program.stderr is not None
    assert program.stdout.readline() == WRITTEN.encode()
    program.stdout.close()
    assert program.stderr.read() == b""
    program.stderr.close()
    assert program.stdin is not None
    program.stdin.close()
    program.wait()


def test_messages_follow_the_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The prefix does not: scripts read it."""
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    _, out, err = score_text(HEADER + "A,161,,\n", tmp_path)
    assert err.startswith("line 2: ")
    assert out.startswith(WRITTEN)
