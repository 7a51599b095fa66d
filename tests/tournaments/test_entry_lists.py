"""Lists of entries as people paste and save them."""

import io
import zipfile
from xml.sax.saxutils import escape

import pytest

from tournaments.entry_lists import (
    LARGEST_FILE,
    LONGEST_LINE,
    MOST_LINES,
    EntryList,
    LineFault,
    ListFault,
    UnreadableListError,
    read_entries,
    text_of_file,
)

TAGS = {
    "Ladies": "ladies",
    "Dames": "ladies",
    "ladies": "ladies",
    "Mixed": "mixed",
    "vétérans": "v",
}


def read(text: str, names: int = 2) -> EntryList:
    return read_entries(text, names_per_entry=names, tags=TAGS)


def workbook(rows: list[list[object]]) -> bytes:
    """Return a small XLSX file: text as inline strings, numbers as numbers."""

    def cell(place: str, value: object) -> str:
        if isinstance(value, int):
            return f'<c r="{place}"><v>{value}</v></c>'
        return f'<c r="{place}" t="inlineStr"><is><t>{escape(str(value))}</t></is></c>'

    sheet = "".join(
        f'<row r="{number}">'
        + "".join(
            cell(f"{column}{number}", value) for column, value in zip("ABCD", row, strict=False)
        )
        + "</row>"
        for number, row in enumerate(rows, start=1)
    )
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    parts = {
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships">'
        f'<Relationship Id="rId1" Type="{relations}/officeDocument" Target="xl/workbook.xml"/>'
        "</Relationships>",
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"/>',
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{relations}"><sheets>'
        '<sheet name="Liste" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships">'
        f'<Relationship Id="rId1" Type="{relations}/worksheet" Target="worksheets/sheet1.xml"/>'
        "</Relationships>",
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{main}"><sheetData>{sheet}</sheetData>'
        "</worksheet>",
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return file.getvalue()


@pytest.mark.parametrize(
    ("line", "names", "tags"),
    [
        ("Anne & Paul", ("Anne", "Paul"), ()),
        ("Anne / Paul", ("Anne", "Paul"), ()),
        ("Anne+Paul", ("Anne", "Paul"), ()),
        ("Anne et Paul", ("Anne", "Paul"), ()),
        ("Juliette & Hortense", ("Juliette", "Hortense"), ()),
        ("Anne - Paul", ("Anne", "Paul"), ()),
        ("Anne-Marie – Jean-Paul", ("Anne-Marie", "Jean-Paul"), ()),
        ("Anne;Paul", ("Anne", "Paul"), ()),
        ("Anne, Paul", ("Anne", "Paul"), ()),
        ("Anne\tPaul\tLadies", ("Anne", "Paul"), ("ladies",)),
        ("Anne & Paul; dames, MIXED", ("Anne", "Paul"), ("ladies", "mixed")),
        ("Anne;;Veterans", ("Anne",), ("v",)),
        ("Anne", ("Anne",), ()),
        ('"Anne";"Paul"', ("Anne", "Paul"), ()),
        ('"Anne & Paul', ("Anne", "Paul"), ()),
        ("  Anne   Le Goff &  Paul ;", ("Anne Le Goff", "Paul"), ()),
        ("12;Anne;Paul", ("Anne", "Paul"), ()),
        ("12 Anne & Paul", ("Anne", "Paul"), ()),
        ("12. Anne & Paul", ("Anne", "Paul"), ()),
        ("n° 12 Anne & Paul", ("Anne", "Paul"), ()),
        ("Nadine & Noël", ("Nadine", "Noël"), ()),
        ("Player 1 & Player 2", ("Player 1", "Player 2"), ()),
        ("Anne\x00\u200b & Paul", ("Anne", "Paul"), ()),
    ],
)
def test_ways_to_write_a_team(line: str, names: tuple[str, ...], tags: tuple[str, ...]) -> None:
    (found,) = read(line).lines
    assert (found.names, found.tags, found.faults) == (names, tags, ())
    assert found.left_out == ()


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("Anne & Paul & Jean", LineFault.TOO_MANY_NAMES),
        ("Dupont;Anne;Martin;Paul", LineFault.TOO_MANY_NAMES),
        ("Anne & " + "x" * 81, LineFault.TOO_LONG),
        ("Anne & anne", LineFault.SAME_NAME_TWICE),
        ("Hélène / HELENE", LineFault.SAME_NAME_TWICE),
        ("???", LineFault.NO_LETTER),
        ("12", LineFault.NO_LETTER),
        ("Ladies", LineFault.NO_NAME),
        ("&", LineFault.NO_NAME),
    ],
)
def test_lines_that_are_no_team(line: str, fault: LineFault) -> None:
    assert read(line).lines[0].faults == (fault,)


def test_every_line_keeps_its_number_in_the_list() -> None:
    found = read("Anne & Paul\r\n\r\n   \r\nRose & Ali & Jo\rBea & Tom\n;;\nMia & Leo")
    assert [line.number for line in found.lines] == [1, 4, 5, 7]
    assert [bool(line.faults) for line in found.lines] == [False, True, False, False]


def test_a_word_that_is_no_tag_is_left_out_and_named() -> None:
    assert read("Anne;Paul;Lyon").lines[0].left_out == ("Lyon",)


@pytest.mark.parametrize("line", ["Anne & Paul", "Dupont;Anne"])
def test_in_a_melee_a_line_is_one_player(line: str) -> None:
    assert read("Rose;Ladies", names=1).lines[0].names == ("Rose",)
    assert read(line, names=1).lines[0].faults == (LineFault.TOO_MANY_NAMES,)


@pytest.mark.parametrize(
    ("header", "line", "names", "tags"),
    [
        ("Nom 1;Nom 2", "Anne;Paul", ("Anne", "Paul"), ()),
        ("N°;Joueur 1;Joueur 2;Catégorie", "7;Anne;Paul;Dames", ("Anne", "Paul"), ("ladies",)),
        (
            "Nom;Prénom;Nom;Prénom",
            "Dupont;Anne;Martin;Paul",
            ("Anne Dupont", "Paul Martin"),
            (),
        ),
        ("Prénom 1,Nom 1,Prénom 2,Nom 2", "Anne,D.,Paul,M.", ("Anne D.", "Paul M."), ()),
        ("Équipe;Téléphone", "Anne & Paul;0321", ("Anne", "Paul"), ()),
        ("Équipe;Joueur 1;Joueur 2", "Les As;Anne;Paul", ("Anne", "Paul"), ()),
        ("Nom et prénom", "Anne et Paul", ("Anne", "Paul"), ()),
    ],
)
def test_a_line_that_names_the_columns_is_followed(
    header: str, line: str, names: tuple[str, ...], tags: tuple[str, ...]
) -> None:
    found = read(f"{header}\n{line}")
    assert found.header
    assert [(row.number, row.names, row.tags) for row in found.lines] == [(2, names, tags)]


def test_columns_that_mean_nothing_here_are_named() -> None:
    found = read("Nom 1;Nom 2;Téléphone;Ville\nAnne;Paul;0321;Lens")
    assert found.ignored == ("Téléphone", "Ville")
    assert found.lines[0].left_out == ()


def test_one_name_is_no_header() -> None:
    assert [line.names for line in read("Player 1\nPlayer 2", names=1).lines] == [
        ("Player 1",),
        ("Player 2",),
    ]


@pytest.mark.parametrize(
    "first", ["Joueur A", "Player B", "Équipe A", "1;Joueur A", "Joueur A;Dames"]
)
def test_a_first_name_like_a_heading_is_a_name(first: str) -> None:
    found = read(f"{first}\nAnne\nPaul", names=1)
    assert not found.header
    assert [line.number for line in found.lines] == [1, 2, 3]


@pytest.mark.parametrize(
    "header", ["Nom du joueur", "Nom de famille", "N° Nom", "Nom;Tags", "Équipe"]
)
def test_one_column_of_names_may_have_a_heading(header: str) -> None:
    assert read(f"{header}\nAnne\nPaul", names=1).header


@pytest.mark.parametrize("long", ["a" * 200_000, "a" * (LARGEST_FILE - 100), '"' + "a\t" * 90_000])
def test_one_endless_line_is_bad_and_the_others_are_read(long: str) -> None:
    lines = read(f"Anne & Paul\n{long}\nRose & Ali").lines
    assert [bool(line.faults) for line in lines] == [False, True, False]
    assert all(len(line.text) <= LONGEST_LINE * 2 for line in lines)


@pytest.mark.parametrize("text", ["3;Anne;Paul\n4;Rose;Ali\n5;;", "N°;Nom;Nom\n3;Anne;Paul\n4;;"])
def test_numbers_are_noticed_and_numbered_lines_without_names_skipped(text: str) -> None:
    found = read(text)
    assert found.has_numbers
    assert all(line.names for line in found.lines)
    assert not read("Anne;Paul").has_numbers


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", ListFault.EMPTY),
        (" \n;;\n", ListFault.EMPTY),
        ("Nom 1;Nom 2\n", ListFault.EMPTY),
        ("Anne\n" * (MOST_LINES + 1), ListFault.TOO_MANY_LINES),
        ("A" * (LARGEST_FILE + 1), ListFault.TOO_LARGE),
    ],
)
def test_lists_that_cannot_be_read(text: str, fault: ListFault) -> None:
    with pytest.raises(UnreadableListError) as raised:
        read(text)
    assert raised.value.fault is fault


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_files_are_read_whatever_wrote_them(encoding: str) -> None:
    assert text_of_file("Zoé;Noël – l’aîné".encode(encoding)) == "Zoé;Noël – l’aîné"


def test_a_workbook_becomes_lines_with_its_row_numbers() -> None:
    data = workbook([["N°", "Joueur 1", "Joueur 2"], [1, "Zoé", "Noël"], [], [2, "Ali", ""]])
    found = read(text_of_file(data))
    assert [(line.number, line.names) for line in found.lines] == [
        (2, ("Zoé", "Noël")),
        (4, ("Ali",)),
    ]


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"PK\x03\x04 no archive at all", ListFault.NOT_A_LIST),
        (b"\xd0\xcf\x11\xe0" + b"\0" * 600, ListFault.NOT_A_LIST),
        (b"\x89PNG\r\n\x1a\n\0\0", ListFault.NOT_A_LIST),
        (b"a" * (LARGEST_FILE + 1), ListFault.TOO_LARGE),
    ],
    ids=["broken archive", "broken old workbook", "picture", "large"],
)
def test_files_that_are_no_list(data: bytes, fault: ListFault) -> None:
    with pytest.raises(UnreadableListError) as raised:
        text_of_file(data)
    assert raised.value.fault is fault


def test_an_archive_that_swells_is_not_opened() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b" " * 50_000_000)
    with pytest.raises(UnreadableListError) as raised:
        text_of_file(file.getvalue())
    assert raised.value.fault is ListFault.TOO_LARGE
