"""Lists of entries as people paste and save them."""

import pytest

from tournaments.entries.text_import import MOST_LINES, ListLine, read_entries
from tournaments.files.headings import ReadList
from tournaments.files.reading.faults import LARGEST_TEXT, ListFault, UnreadableListError
from tournaments.files.rows import LONGEST_CELL, NameFault

TAGS = {
    "Ladies": "ladies",
    "Dames": "ladies",
    "ladies": "ladies",
    "Mixed": "mixed",
    "vétérans": "v",
}


def read(text: str, names: int = 2) -> ReadList[ListLine]:
    return read_entries(text, names_per_entry=names, tags=TAGS)


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
        ("Anne & Paul & Jean", NameFault.TOO_MANY_NAMES),
        ("Dupont;Anne;Martin;Paul", NameFault.TOO_MANY_NAMES),
        ("Anne & " + "x" * 81, NameFault.LONG_NAME),
        ("Anne & anne", NameFault.SAME_NAME_TWICE),
        ("Hélène / HELENE", NameFault.SAME_NAME_TWICE),
        ("???", NameFault.NO_LETTER),
        ("12", NameFault.NO_LETTER),
        ("Ladies", NameFault.NO_NAME),
        ("&", NameFault.NO_NAME),
    ],
)
def test_lines_that_are_no_team(line: str, fault: NameFault) -> None:
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
    assert read(line, names=1).lines[0].faults == (NameFault.TOO_MANY_NAMES,)


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
    assert found.headed.header
    assert [(row.number, row.names, row.tags) for row in found.lines] == [(2, names, tags)]


def test_columns_that_mean_nothing_here_are_named() -> None:
    found = read("Nom 1;Nom 2;Téléphone;Ville\nAnne;Paul;0321;Lens")
    assert found.headed.ignored == ("Téléphone", "Ville")
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
    assert not found.headed.header
    assert [line.number for line in found.lines] == [1, 2, 3]


@pytest.mark.parametrize(
    "header", ["Nom du joueur", "Nom de famille", "N° Nom", "Nom;Tags", "Équipe"]
)
def test_one_column_of_names_may_have_a_heading(header: str) -> None:
    assert read(f"{header}\nAnne\nPaul", names=1).headed.header


@pytest.mark.parametrize("long", ["a" * 200_000, "a" * (LARGEST_TEXT - 100), '"' + "a\t" * 90_000])
def test_one_endless_line_is_bad_and_the_others_are_read(long: str) -> None:
    lines = read(f"Anne & Paul\n{long}\nRose & Ali").lines
    assert [bool(line.faults) for line in lines] == [False, True, False]
    assert all(len(line.text) <= LONGEST_CELL for line in lines)


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
        ("A" * (LARGEST_TEXT + 1), ListFault.TOO_MUCH_TEXT),
    ],
)
def test_lists_that_cannot_be_read(text: str, fault: ListFault) -> None:
    with pytest.raises(UnreadableListError) as raised:
        read(text)
    assert raised.value.fault is fault


@pytest.mark.parametrize(
    ("text", "above", "names"),
    [
        ("Concours de Noël\n\nNom 1;Nom 2\nAnne;Paul", ("Concours de Noël",), ("Anne", "Paul")),
        ("Lens\nSaison 2024 - 2025\nNom\nAnne", ("Lens", "Saison 2024 - 2025"), ("Anne",)),
        ("As;21/11/25\nN°;Joueur 1;Joueur 2\n1;Anne;Paul", ("As · 21/11/25",), ("Anne", "Paul")),
        ("Les As\n\tNom\tTéléphone\n\tAnne\t0321", ("Les As",), ("Anne",)),
        ("Liste des inscrits\nAnne;Paul", ("Liste des inscrits",), ("Anne", "Paul")),
        ("\t\tAnne\tPaul", (), ("Anne", "Paul")),
        ("\t12\tAnne\tPaul", (), ("Anne", "Paul")),
    ],
)  # fmt: skip
def test_a_title_and_empty_columns_are_no_entries(
    text: str, above: tuple[str, ...], names: tuple[str, ...]
) -> None:
    found = read(text)
    assert found.headed.above == above
    assert [(line.names, line.faults) for line in found.lines] == [(names, ())]


def test_entries_above_what_looks_like_a_heading_are_kept() -> None:
    found = read("Anne & Paul\nRose & Ali\nZoé;partenaire")
    assert not found.headed.above
    assert [line.names[0] for line in found.lines] == ["Anne", "Rose", "Zoé"]


def test_a_hundred_thousand_empty_lines_are_nothing() -> None:
    found = read("\n" * 100_000 + "Anne & Paul" + "\n" * 100_000)
    assert [line.number for line in found.lines] == [100_001]


def test_of_a_line_with_too_many_cells_the_first_are_looked_at() -> None:
    (line,) = read("a;" * 1_900).lines
    assert line.faults == (NameFault.TOO_MANY_NAMES, NameFault.SAME_NAME_TWICE)
    assert len(line.names) == 100
