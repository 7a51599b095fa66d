"""Files for spreadsheets: opened with a click, and never more than text and numbers."""

import io
from datetime import datetime

import pytest
from python_calamine import CalamineWorkbook

from tournaments.files.spreadsheets import Column, csv_file, harmless, xlsx_file

COLUMNS = (Column("No."), Column("Name", 30), Column("At"))
# In the hall, as its clock showed it.
EIGHT_THIRTY = datetime(2026, 11, 21, 20, 30)  # noqa: DTZ001


@pytest.mark.parametrize(
    "name",
    [
        "=1+1",
        "+33 6",
        "-2",
        "@SUM(A1)",
        "\t=1",
        "  =1",
        "＝1",
        '=HYPERLINK("http://x","y")',
    ],
)
def test_no_name_is_a_formula(name: str) -> None:
    assert harmless(name) == f"'{name}"
    assert f"'{name[:4]}" in csv_file(COLUMNS, [(1, name, None)]).decode()


@pytest.mark.parametrize("name", ["Anne", "Jean-Paul", "d’Artagnan", "", "O’Neil + co", "3 = 3"])
def test_other_names_stay_as_they_are(name: str) -> None:
    assert harmless(name) == name


def test_a_csv_file_as_french_excel_opens_it() -> None:
    content = csv_file(COLUMNS, [(1, "Élise; dite “Zaza”", EIGHT_THIRTY), (-2, 'a"b', None)])
    assert content.startswith(b"\xef\xbb\xbf")
    assert content.decode("utf-8-sig").split("\r\n") == [
        "No.;Name;At",
        '1;"Élise; dite “Zaza”";2026-11-21 20:30:00',
        '-2;"a""b";',
        "",
    ]


def test_an_xlsx_file_keeps_numbers_texts_and_times() -> None:
    rows = [(1, "=1+1", EIGHT_THIRTY), (-2, "http://example.org", None)]
    book = CalamineWorkbook.from_filelike(io.BytesIO(xlsx_file("Hands: all", COLUMNS, rows)))
    assert book.sheet_names == ["Hands  all"]
    assert book.get_sheet_by_index(0).to_python() == [
        ["No.", "Name", "At"],
        [1.0, "=1+1", EIGHT_THIRTY],
        [-2.0, "http://example.org", ""],
    ]


def test_an_xlsx_file_without_rows() -> None:
    book = CalamineWorkbook.from_filelike(io.BytesIO(xlsx_file("", COLUMNS, [])))
    assert book.get_sheet_by_index(0).to_python() == [["No.", "Name", "At"]]
