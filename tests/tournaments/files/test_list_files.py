"""Files that hold a list: read by a child that may fail, refused in words, never at any price."""

import io
import json
import subprocess
import sys
import threading
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from tests.tournaments.extensions.historical_results.listed import TODAY
from tests.tournaments.files.workbooks import (
    FAR_CELL,
    ODS_LIST,
    REPEATED_CELL,
    TEAMS,
    ods,
    ods_row,
    packed,
    parts_of,
    rows_xml,
    spoilt_lists,
    spoilt_workbooks,
    xlsx,
    xlsx_of_xml,
)
from tournaments.entries.text_import import read_entries
from tournaments.extensions.historical_results.text_import import AskOnceError, read_past
from tournaments.files.headings import MissingColumnsError
from tournaments.files.reading import child, reader
from tournaments.files.reading.faults import LARGEST_FILE, ListFault, UnreadableListError
from tournaments.files.reading.reader import read_file

WIDE_ROW = (
    '<table:table-row><table:table-cell table:number-columns-repeated="16383"/>'
    "<table:table-cell/></table:table-row>"
)
ROOT = Path(__file__).resolve().parents[3]


def fault_of(data: bytes) -> ListFault:
    with pytest.raises(UnreadableListError) as raised:
        read_file(data)
    return raised.value.fault


# What is read.


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_files_are_read_whatever_wrote_them(encoding: str) -> None:
    assert read_file("Zoé;Noël – l’aîné".encode(encoding)).text == "Zoé;Noël – l’aîné"


@pytest.mark.parametrize("data", [xlsx(TEAMS), ODS_LIST], ids=["xlsx", "ods"])
def test_a_workbook_becomes_lines_with_its_row_numbers(data: bytes) -> None:
    lines = read_file(data).text.split("\n")
    assert "Zoé\tNoël" in lines[1]


def test_the_first_sheet_that_holds_something_is_read_and_the_others_are_named() -> None:
    data = xlsx([], TEAMS, [], [["Prix"]], names=["Vide", "Équipes", "Rien", "Prix"])
    found = read_file(data)
    assert (found.sheet, found.others) == ("Équipes", ("Prix",))
    assert "Zoé" in found.text
    assert [(one.name, one.text) for one in found.sheets] == [
        ("Équipes", found.text),
        ("Prix", "Prix"),
    ]


def test_a_sheet_that_is_too_large_beside_the_first_is_named_alone() -> None:
    long = [["x" * 30_000] for _ in range(14)]
    found = read_file(xlsx(TEAMS, long, [["Prix"]], names=["Équipes", "Textes", "Prix"]))
    assert found.others == ("Textes", "Prix")
    assert [one.name for one in found.sheets] == ["Équipes", "Prix"]


FAR = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_sheet_beyond_all_limits_is_named_and_the_list_is_read(place: int) -> None:
    sheets, names = [rows_xml(TEAMS), rows_xml([["Prix"]])], ["Équipes", "Prix"]
    sheets.insert(place, FAR)
    names.insert(place, "Statistiques")
    found = read_file(xlsx_of_xml(*sheets, names=names))
    assert (found.sheet, "Zoé" in found.text) == ("Équipes", True)
    assert sorted(found.others) == ["Prix", "Statistiques"]
    assert [one.name for one in found.sheets] == ["Équipes", "Prix"]


def test_a_first_sheet_of_too_much_text_is_named_and_the_list_is_read() -> None:
    long = [["x" * 30_000] for _ in range(14)]
    found = read_file(xlsx(long, TEAMS, names=["Textes", "Équipes"]))
    assert (found.sheet, found.others, found.sheets) == ("Équipes", ("Textes",), ())


def test_where_all_others_are_empty_a_sheet_beyond_the_limits_is_refused() -> None:
    empty = xlsx_of_xml(FAR, rows_xml([]), rows_xml(TEAMS), names="ABC", hidden="C")
    assert fault_of(empty) is ListFault.TOO_MANY_CELLS


def test_a_hidden_sheet_is_read_only_where_no_other_holds_something() -> None:
    data = xlsx([["Calculs"]], TEAMS, names=["Calculs", "Équipes"], hidden=["Calculs"])
    assert (read_file(data).sheet, read_file(data).others) == ("Équipes", ())
    alone = xlsx([["Calculs"]], [], names=["Calculs", "Vide"], hidden=["Calculs"])
    assert read_file(alone).sheet == "Calculs"


def test_empty_cells_far_away_do_not_count() -> None:
    far = '<row r="1048576"><c r="XFD1048576" s="1"/></row>'
    assert "Zoé" in read_file(xlsx_of_xml(rows_xml(TEAMS) + far)).text


# What is refused before anything is made of it.


def test_a_workbook_of_two_cells_as_far_apart_as_can_be() -> None:
    assert len(FAR_CELL) < 1_600
    with pytest.raises(UnreadableListError) as raised:
        read_file(FAR_CELL)
    error = raised.value
    assert (error.fault, error.rows, error.columns) == (
        ListFault.TOO_MANY_CELLS, 1_048_576, 16_384,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (REPEATED_CELL, ListFault.TOO_MANY_CELLS),
        (ods(ods_row("x") + ods_row(times=1_048_574) + ods_row("y")), ListFault.TOO_MANY_CELLS),
        (ods((ods_row("x", empty=999) + WIDE_ROW) * 400), ListFault.TOO_COSTLY),
        (xlsx_of_xml("<row><c><v>1</v></c></row>" * 30_000), ListFault.TOO_MANY_CELLS),
        (xlsx([["Zoé" * 100]] * 1_500), ListFault.TOO_MUCH_TEXT),
        (xlsx_of_xml('<row><c r="B' + "1" * 40 + '"><v>1</v></c></row>'), ListFault.NOT_A_LIST),
        (packed({"xl/workbook.xml": b" " * 50_000_000}), ListFault.TOO_COSTLY),
        (packed({f"{number}.xml": b"<a/>" for number in range(2_001)}), ListFault.TOO_COSTLY),
        (packed({"xl/worksheets/sheet1.xml": b"<a>" * 1_000_001}), ListFault.TOO_COSTLY),
        (b"PK\x03\x04 no archive at all", ListFault.NOT_A_LIST),
        (packed({"word/document.xml": b"<document/>"}), ListFault.NOT_A_LIST),
        (b"\xd0\xcf\x11\xe0" + b"\0" * 600, ListFault.NOT_A_LIST),
        (b"\x89PNG\r\n\x1a\n\0\0", ListFault.NOT_A_LIST),
        (b"%PDF-1.7\n\x01\x02", ListFault.NOT_A_LIST),
        (b"a" * (LARGEST_FILE + 1), ListFault.TOO_LARGE),
    ],
    ids=[
        "repeated", "far row", "empty cells", "rows without places", "text", "no place",
        "swells", "parts", "elements", "broken", "document", "old", "picture", "pdf",
        "large",
    ],
)  # fmt: skip
def test_files_that_are_no_list(data: bytes, fault: ListFault) -> None:
    assert fault_of(data) is fault


def test_entities_of_a_workbook_are_not_spelled_out() -> None:
    parts = parts_of(xlsx(TEAMS))
    laughs = b'<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'
    parts["xl/worksheets/sheet1.xml"] = laughs + parts["xl/worksheets/sheet1.xml"]
    assert fault_of(packed(parts)) is ListFault.NOT_A_LIST


def test_a_part_that_is_longer_than_it_says_is_refused() -> None:
    data = bytearray(xlsx(TEAMS))
    with zipfile.ZipFile(io.BytesIO(bytes(data))) as archive:
        part = archive.getinfo("xl/worksheets/sheet1.xml")
    size = part.file_size.to_bytes(4, "little")
    data = bytearray(bytes(data).replace(size, (20).to_bytes(4, "little")))
    assert fault_of(bytes(data)) is ListFault.NOT_A_LIST


def test_a_locked_archive_says_so() -> None:
    data = bytearray(xlsx(TEAMS))
    data[data.rindex(b"PK\x01\x02") + 8] |= 1
    assert fault_of(bytes(data)) is ListFault.HAS_PASSWORD


@pytest.mark.parametrize("data", [packed({"xl/workbook.bin": b"\x83\x01"}), b"\xd0\xcf\x11\xe0"])
def test_what_hides_its_size_is_read_only_where_memory_is_limited(data: bytes) -> None:
    with pytest.raises(UnreadableListError) as raised:
        child.read_workbook(data, is_limited=False)
    assert raised.value.fault is ListFault.OLD_FORMAT


# The child.


def in_child(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the size that is said must do")
def test_the_child_takes_no_more_memory_than_it_may() -> None:
    code = (
        "from tournaments.files.reading.child import limit_itself, MEMORY, SECONDS;"
        "assert limit_itself(memory=MEMORY, seconds=SECONDS)"
    )
    assert in_child(f"{code}; bytearray(MEMORY // 3)").returncode == 0
    assert "MemoryError" in in_child(f"{code}; bytearray(MEMORY * 11 // 10)").stderr
    assert child.MEMORY < 200_000_000


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the size that is said must do")
def test_what_the_system_lends_every_program_is_not_counted_as_the_child_s() -> None:
    # Some systems map the languages of the whole world, two hundred megabytes, into every process.
    lent = "import mmap; lent = mmap.mmap(-1, 400_000_000, prot=mmap.PROT_READ)"
    done = subprocess.run(
        [sys.executable, "-c", f"{lent}; from tournaments.files.reading.child import main; main()"],
        cwd=ROOT,
        input=xlsx(TEAMS),
        capture_output=True,
        check=False,
    )
    assert "Zo" in json.loads(done.stdout).get("text", done.stdout)


def test_a_child_that_cannot_be_started_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader.CHILD, "command", lambda: ["/nowhere/python"])
    assert fault_of(xlsx(TEAMS)) is ListFault.TOO_COSTLY


def test_the_child_loads_neither_django_nor_the_database() -> None:
    code = "import sys, tournaments.files.reading.child; print('django' in sys.modules)"
    assert in_child(code).stdout == "False\n"


@pytest.mark.parametrize("end", ["os.abort()", "while True: pass"], ids=["dies", "never ends"])
def test_a_child_that_fails_is_told_and_the_program_goes_on(
    monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    monkeypatch.setattr(reader.CHILD, "seconds", 0.5)
    monkeypatch.setattr(
        reader.CHILD, "command", lambda: [sys.executable, "-c", f"import os\n{end}"]
    )
    assert fault_of(xlsx(TEAMS)) is ListFault.TOO_COSTLY


def test_the_child_is_found_from_any_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "json.py").write_text("raise SystemExit")
    assert "Zoé" in read_file(xlsx(TEAMS)).text


def test_a_built_program_starts_itself_as_the_child(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    program, *words = reader.CHILD.command()
    assert program == sys.executable
    monkeypatch.setattr(
        reader.CHILD,
        "command",
        lambda: [sys.executable, str(ROOT / ".packaging/launcher.py"), *words],
    )
    assert "Zoé" in read_file(xlsx(TEAMS)).text


def test_only_so_many_files_are_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, may_end = threading.Semaphore(0), threading.Event()

    def answer(_data: bytes) -> tuple[bytes, str]:
        begun.release()
        assert may_end.wait(60)
        return b'{"text": "Anne", "sheet": "A", "others": []}', ""

    monkeypatch.setattr(reader.CHILD, "run", answer)
    with ThreadPoolExecutor(reader.CHILD.at_once + reader.CHILD.waiting) as pool:
        reading = [pool.submit(read_file, xlsx(TEAMS)) for _ in range(reader.CHILD.at_once)]
        for _ in reading:
            assert begun.acquire(timeout=60)
        waiting = [pool.submit(read_file, xlsx(TEAMS)) for _ in range(reader.CHILD.waiting)]
        while not reader.CHILD.is_full:  # who waits shows nowhere else
            time.sleep(0)  # Windows has no os.sched_yield
        assert fault_of(xlsx(TEAMS)) is ListFault.BUSY
        assert not begun.acquire(blocking=False)
        may_end.set()
        assert {one.result().text for one in [*reading, *waiting]} == {"Anne"}
    assert read_file(xlsx(TEAMS)).text == "Anne"


# Two hundred that are spoilt.


def answer_to(data: bytes) -> str:
    try:
        return read_file(data).text
    except UnreadableListError as error:
        return error.fault


@pytest.mark.slow
def test_spoilt_workbooks_are_read_or_refused_in_words() -> None:
    files = list(spoilt_workbooks(Random(10), 100))
    with ThreadPoolExecutor(reader.CHILD.at_once) as pool:
        answers = list(pool.map(answer_to, files))
    assert any("Zoé" in answer for answer in answers)
    assert ListFault.NOT_A_LIST in answers
    assert ListFault.TOO_MANY_CELLS in answers
    assert ListFault.BUSY not in answers


def test_spoilt_lists_are_read_or_refused_in_words() -> None:
    answers: list[object] = []
    for text in spoilt_lists(Random(10), 100):
        data = text.encode("utf-8", errors="surrogatepass")
        for read in (
            lambda text: read_entries(text, names_per_entry=2, tags={}),
            lambda text: read_past(text, today=TODAY),
        ):
            try:
                answers.append(read(read_file(data).text))
            except UnreadableListError as error:
                answers.append(error.fault)
            except (MissingColumnsError, AskOnceError):
                answers.append(None)
    assert {ListFault.NOT_A_LIST, ListFault.TOO_LARGE} <= {
        answer for answer in answers if isinstance(answer, ListFault)
    }
