"""Workbooks as programs write them and as nobody should: whole ones, bombs, and spoilt ones."""

import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from random import Random
from xml.sax.saxutils import escape

from tournaments.files.spreadsheets import Column, xlsx_file

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
OPEN = "urn:oasis:names:tc:opendocument:xmlns"
TEAMS: list[list[object]] = [
    ["N°", "Joueur 1", "Joueur 2"],
    [1, "Zoé", "Noël"],
    [],
    [2, "Ali", "Rose"],
]


def packed(parts: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return file.getvalue()


def parts_of(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def cells(row: int, values: Sequence[object]) -> str:
    """Return a row of a sheet: text as inline strings, numbers as numbers."""
    found = []
    for column, value in zip("ABCDEFGH", values, strict=False):
        if isinstance(value, int):
            found.append(f'<c r="{column}{row}"><v>{value}</v></c>')
        else:
            text = f"<is><t>{escape(str(value))}</t></is>"
            found.append(f'<c r="{column}{row}" t="inlineStr">{text}</c>')
    return f'<row r="{row}">{"".join(found)}</row>'


def rows_xml(rows: Sequence[Sequence[object]]) -> str:
    return "".join(cells(number, row) for number, row in enumerate(rows, start=1))


def xlsx_of_xml(*sheets: str, names: Sequence[str] = (), hidden: Sequence[str] = ()) -> bytes:
    """Return an XLSX file of sheets that are given as their rows in XML."""
    named = [(at, (names or ["Liste"])[at - 1]) for at in range(1, len(sheets) + 1)]
    states = ("visible", "hidden")
    said = "".join(
        f'<sheet name="{name}" sheetId="{at}" r:id="rId{at}" state="{states[name in hidden]}"/>'
        for at, name in named
    )
    related = "".join(
        f'<Relationship Id="rId{at}" Type="{RELATIONS}/worksheet"'
        f' Target="worksheets/sheet{at}.xml"/>'
        for at, _name in named
    )
    parts = {
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="rId1"'
        f' Type="{RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"/>',
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{RELATIONS}"><sheets>{said}</sheets>'
        "</workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships">{related}'
        "</Relationships>",
    }
    for at, rows in enumerate(sheets, start=1):
        parts[f"xl/worksheets/sheet{at}.xml"] = (
            f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'
        )
    return packed({name: text.encode() for name, text in parts.items()})


def xlsx(*sheets: Sequence[Sequence[object]], **about: Sequence[str]) -> bytes:
    """Return an XLSX file of sheets that are given as rows of values."""
    return xlsx_of_xml(*map(rows_xml, sheets), **about)


def ods(rows: str) -> bytes:
    """Return an ODS file of one sheet that is given as its rows in XML."""
    spaces = "".join(f' xmlns:{name}="{OPEN}:{name}:1.0"' for name in ("office", "table", "text"))
    parts = {
        "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
        "META-INF/manifest.xml": f'<manifest:manifest xmlns:manifest="{OPEN}:manifest:1.0"/>',
        "content.xml": f"<office:document-content{spaces}><office:body><office:spreadsheet>"
        f'<table:table table:name="Liste">{rows}</table:table></office:spreadsheet>'
        "</office:body></office:document-content>",
    }
    return packed({name: text.encode() for name, text in parts.items()})


def ods_row(*texts: str, times: int = 1, empty: int = 0) -> str:
    """Return a row of an ODS file, repeated, with empty cells behind it."""
    filled = "".join(
        f'<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>'
        for text in texts
    )
    if empty:
        filled += f'<table:table-cell table:number-columns-repeated="{empty}"/>'
    return f'<table:table-row table:number-rows-repeated="{times}">{filled}</table:table-row>'


# Two cells as far apart as a sheet is large.
FAR_CELL = xlsx_of_xml(
    '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
)
# One cell that is said to fill every column of a thousand rows.
REPEATED_CELL = ods(
    '<table:table-row table:number-rows-repeated="1000"><table:table-cell'
    ' table:number-columns-repeated="16384" office:value-type="string"><text:p>x</text:p>'
    "</table:table-cell></table:table-row>"
)
# As LibreOffice ends every sheet.
ODS_LIST = ods(
    ods_row("Joueur 1", "Joueur 2", empty=16_382)
    + ods_row("Zoé", "Noël", empty=16_382)
    + ods_row(times=1_048_574, empty=16_384)
)


def whole_workbooks() -> list[bytes]:
    """Return what the spoilt ones are made of."""
    columns = [Column(str(heading)) for heading in TEAMS[0]]
    rows = [(number, f"Anne {number}", f"Paul {number}") for number in range(40)]
    return [xlsx(TEAMS), xlsx_file("Liste", columns, rows), ODS_LIST]


_NUMBERS = re.compile(rb"\d+")
_TAGS = re.compile(rb"<[^>]*>")
_HUGE = [b"0", b"-1", b"1048576", b"16384", b"99999999", b"1" * 400, b"NaN"]
_ENTITIES = b'<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'


def spoilt_workbooks(rng: Random, count: int) -> Iterator[bytes]:
    """Return workbooks of which something is spoilt: inside, or in the archive itself."""
    whole = whole_workbooks()
    for _ in range(count):
        data = rng.choice(whole)
        if rng.random() < 0.3:
            yield _spoilt_bytes(rng, data)
            continue
        parts = parts_of(data)
        wanted = [name for name in parts if name.endswith((".xml", ".rels"))]
        for _ in range(rng.randint(1, 3)):
            name = rng.choice(
                [*wanted, *(one for one in wanted if "sheet" in one or "cont" in one)]
            )
            parts[name] = _spoilt_part(rng, parts[name])
        yield packed(parts)


def _spoilt_bytes(rng: Random, data: bytes) -> bytes:
    spoilt = bytearray(data)
    for _ in range(rng.randint(1, 12)):
        spoilt[rng.randrange(len(spoilt))] = rng.randrange(256)
    return bytes(spoilt[: rng.randrange(len(spoilt))] if rng.random() < 0.2 else spoilt)


def _spoilt_part(rng: Random, part: bytes) -> bytes:
    """Return a part with a number, a tag or a piece that is another."""
    way = rng.randrange(6)
    places = list((_NUMBERS if way < 3 else _TAGS).finditer(part))
    if not places or way == 5:
        start = rng.randrange(len(part) + 1)
        return part[:start] + rng.randbytes(rng.randint(1, 20)) + part[start:]
    found = rng.choice(places)
    before, after = part[: found.start()], part[found.end() :]
    if way < 3:
        return before + rng.choice(_HUGE) + after
    if way == 3:
        return before + found[0] * rng.choice([0, 2, 5_000]) + after
    return _ENTITIES + before + b"&b;" + after


def spoilt_lists(rng: Random, count: int) -> Iterator[str]:
    """Return lists as text of which something is spoilt."""
    pieces = ["Anne & Paul", "Zoé;Noël", "1/1/25;Rois;1;Anne;Paul;90", "\t", ";" * 500, '"', "\0"]
    pieces += [
        "\r",
        "=1+1",
        "\u202e",
        "\ud800",
        "e\u0301" * 300,
        "é" * 90,
        "12 ",
        " et ",
        "Nom;Nom",
    ]
    pieces += ["Date;Concours;Place;Nom;Total", "a" * 5_000, "\n" * 1_000, " - ", "９", "½", "\x1a"]
    for _ in range(count):
        size = rng.choice([5, 50, 1_500, 5_000])
        ends = rng.choice(["\n", "\r\n", "", ";", " & "])
        yield ends.join(rng.choice(pieces) for _ in range(size))
