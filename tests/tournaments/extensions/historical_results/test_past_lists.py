"""Lists of old results: days, places and totals read line by line, and what is wrong with them."""

from datetime import date

import pytest

from tests.tournaments.extensions.historical_results.listed import NOËL, TODAY
from tournaments.extensions.historical_results.text_import import (
    ListDefaults,
    PastFault,
    PastLine,
    read_day,
    read_past,
    read_place,
    read_total,
)
from tournaments.files.columns import Part
from tournaments.files.headings import MissingColumnsError
from tournaments.files.reading.faults import ListFault, UnreadableListError
from tournaments.files.rows import NameFault


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("21/11/2025", date(2025, 11, 21)),
        ("1.2.25", date(2025, 2, 1)),
        ("03-04-1998", date(1998, 4, 3)),
        ("03/04/98", date(1998, 4, 3)),
        ("2025-11-21", date(2025, 11, 21)),
        ("2025-11-21 00:00:00", date(2025, 11, 21)),
        ("21 novembre 2025", date(2025, 11, 21)),
        ("vendredi 1er août 2025", date(2025, 8, 1)),
        ("2 déc. 2025", date(2025, 12, 2)),
        ("Friday, 3rd January 2025", date(2025, 1, 3)),
        ("11/21/2025", None),
        ("31/02/2025", None),
        ("45982", None),
        ("2025", None),
        ("", None),
    ],
)
def test_days(text: str, day: date | None) -> None:
    assert read_day(text) == day


@pytest.mark.parametrize(
    ("text", "place"),
    [("1", 1), ("1er", 1), ("2ème", 2), ("3e", 3), ("4.", 4), ("2nd", 2), ("0", None), ("-", None)],
)
def test_places(text: str, place: int | None) -> None:
    assert read_place(text) == place


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("4250", 4250),
        ("4 250", 4250),
        ("4\N{NARROW NO-BREAK SPACE}250 pts", 4250),
        ("0", 0),
        ("-120", -120),
        ("4.250", None),
        ("4,5", None),
        ("42 50", None),
        ("", None),
    ],
)
def test_totals(text: str, total: int | None) -> None:
    assert read_total(text) == total


def lines_of(text: str) -> tuple[PastLine, ...]:
    return read_past(text, today=TODAY).lines


def plain(line: PastLine) -> tuple[object, ...]:
    assert not line.faults
    return (line.day, line.contest, line.place, line.names, line.total)


ANNE = (date(2024, 12, 21), "Noël", 1, ("Anne Dupont", "Paul Martin"), 4250)
ROSE = (date(2024, 12, 21), "Noël", 2, ("Rose Petit", "Ali Benali"), 4100)


@pytest.mark.parametrize(
    "text",
    [
        NOËL,
        "21/12/2024\tNoël\t1\tAnne Dupont\tPaul Martin\t4250\n\t\t2\tRose Petit\tAli Benali\t4100",
        "Date;Concours;Place;Équipe;Total\n" + NOËL,
        "Points;Nom 1;Nom 2;Rang;Jour;Nom du concours\n"
        "4250;Anne Dupont;Paul Martin;1er;21/12/2024;Noël\n"
        "4100;Rose Petit;Ali Benali;2e;21/12/2024;NOËL",
        "N°,Date,Contest,Position,First name,Last name,First name 2,Last name 2,Score,Remarks\n"
        "1,2024-12-21,Noël,1,Anne,Dupont,Paul,Martin,4250,\n"
        "2,2024-12-21,Noël,2,Rose,Petit,Ali,Benali,4100,late",
    ],
    ids=["joined", "tabs", "header", "other order", "first names"],
)
def test_columns(text: str) -> None:
    first, second = (plain(line) for line in lines_of(text))
    assert first == ANNE
    assert (*second[:1], str(second[1]).capitalize(), *second[2:]) == ROSE


def test_what_means_nothing_is_named() -> None:
    found = read_past(
        "Date;Soirée;Place;Joueur;Total;Lot\n1/1/25;Rois;1;Anne;90;Jambon", today=TODAY
    )
    assert found.headed.ignored == ("Lot",)
    assert found.headed.header.startswith("Date · Soirée")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (";Noël;1;Anne;90", PastFault.NO_DATE),
        ("31/2/2024;Noël;1;Anne;90", PastFault.BAD_DATE),
        ("22/11/2026;Noël;1;Anne;90", PastFault.DAY_TO_COME),
        ("21/12/2024;;1;Anne;90", PastFault.NO_CONTEST),
        (f"21/12/2024;{'x' * 81};1;Anne;90", PastFault.LONG_CONTEST),
        ("21/12/2024;Noël;first;Anne;90", PastFault.BAD_PLACE),
        ("21/12/2024;Noël;1;;90", NameFault.NO_NAME),
        ("21/12/2024;Noël;1;Anne & Paul & Max;90", NameFault.TOO_MANY_NAMES),
        (f"21/12/2024;Noël;1;{'x' * 81};90", NameFault.LONG_NAME),
        ("21/12/2024;Noël;1;12;90", NameFault.NO_LETTER),
        ("21/12/2024;Noël;1;Anne & ANNE;90", NameFault.SAME_NAME_TWICE),
        ("21/12/2024;Noël;1;Anne;4,5", PastFault.BAD_TOTAL),
        ("Noël;1;Anne;90", PastFault.WRONG_COUNT),
    ],
)
def test_what_is_wrong_with_a_line(line: str, fault: PastFault | NameFault) -> None:
    (found,) = lines_of(line)
    assert found.faults == (fault,)


def test_every_fault_of_a_line_is_told() -> None:
    (found,) = lines_of("soon;Noël;x;12;many")
    assert len(found.faults) == 4


def test_an_empty_date_is_never_that_of_another_contest() -> None:
    first, second, third = lines_of("1/1/25;Rois;1;Anne;90\n;Noël;1;Rose;80\n2/1/25;;1;Zoé;70")
    assert not first.faults
    assert second.faults == (PastFault.NO_DATE,)
    assert third.faults == (PastFault.NO_CONTEST,)


def test_lists_that_are_none() -> None:
    with pytest.raises(MissingColumnsError) as missing:
        read_past("Date;Nom;Points\n1/1/25;Anne;90", today=TODAY)
    assert missing.value.missing == (Part.PLACE,)
    for text, fault in (
        ("", ListFault.EMPTY),
        ("Date;Concours;Place;Nom;Total", ListFault.EMPTY),
        ("1/1/25;Rois;1;Anne;90\n" * 5001, ListFault.TOO_MANY_LINES),
        ("x" * 400_001, ListFault.TOO_MUCH_TEXT),
    ):
        with pytest.raises(UnreadableListError) as raised:
            read_past(text, today=TODAY)
        assert raised.value.fault is fault


def test_a_title_above_old_results_is_none_of_them() -> None:
    line = "21/12/2024;Noël;1;Anne;Paul;90"
    found = read_past(f"Résultats 2024\n\nDate;Concours;Place;Nom;Nom;Total\n{line}", today=TODAY)
    assert (found.headed.above, [one.faults for one in found.lines]) == (("Résultats 2024",), [()])
    found = read_past(f"Résultats 2024\n{line}", today=TODAY)
    assert (found.headed.above, [one.faults for one in found.lines]) == (("Résultats 2024",), [()])


HEADING = "Place;Équipe;Partie 1;Partie 2;Total"


def added_up(*rows: str, heading: str = HEADING) -> list[int | None]:
    """Return what the games of each line make where the total says something else."""
    once = ListDefaults(day=date(2024, 12, 21), contest="Noël")
    text = "\n".join([heading, *rows])
    return [line.added for line in read_past(text, today=TODAY, once=once).lines]


def test_games_that_make_another_total_are_told() -> None:
    rows = ("1;Anne & Paul;2050;2200;4250", "2;Rose & Ali;2100;2000;4190")
    assert added_up(*rows) == [None, 4100]
    assert added_up(*rows, heading="Clt;Équipe;Tour 1;Tour 2;Points") == [None, 4100]
    # What makes no total at all is something else: parties won, lots.
    assert added_up("1;Anne & Paul;3;1;4250", "2;Rose & Ali;2;1;4190") == [None, None]
    assert added_up("1;Anne & Paul;2050;;4250", "2;Rose & Ali;2100;2000;4100") == [None, None]


@pytest.mark.parametrize("games", ["M", "J", "M1;M2", "J1;J2", "G;P", "Manche 1;Manche 2"])
def test_columns_of_games_are_no_players(games: str) -> None:
    points = ["2050;2200", "2000;2100"] if ";" in games else ["4250", "4100"]
    names = ["Dupont;Jean", "Petit;Rose"]
    once = ListDefaults(day=date(2024, 12, 21), contest="Noël")
    text = f"Place;Nom;Prénom;{games};Total\n"
    text += f"1;{names[0]};{points[0]};4250\n2;{names[1]};{points[1]};4100"
    found = read_past(text, today=TODAY, once=once).lines
    assert [(line.names, line.total, line.faults) for line in found] == [
        (("Jean Dupont",), 4250, ()),
        (("Rose Petit",), 4100, ()),
    ]


@pytest.mark.parametrize(
    ("rows", "asked"),
    [
        (("1;DUPONT;Jean;4250", "2;PETIT;Rose;4100"), [True, True]),
        (("1;Dupont;Jean;4250", "2;Le Goff;Anne;4100"), [True, True]),
        (("1;Anne Dupont;Paul Martin;4250", "2;Rose Petit;Ali Benali;4100"), [False, False]),
        (("1;Anne & Paul;4250", "2;Rose & Ali;4100"), [False, False]),
        (("Place;Nom;Prénom;Total", "1;DUPONT;Jean;4250"), [False]),
        (("Place;Joueur 1;Joueur 2;Total", "1;DUPONT;Jean;4250"), [True]),
    ],
)
def test_two_names_that_may_be_one_players_are_asked_about(
    rows: tuple[str, ...], asked: list[bool]
) -> None:
    once = ListDefaults(day=date(2024, 12, 21), contest="Noël")
    found = read_past("\n".join(rows), today=TODAY, once=once).lines
    assert [line.may_be_one for line in found] == asked


def test_games_of_one_letter_are_added_up() -> None:
    rows = ("1;Anne & Paul;2050;2200;4250", "2;Rose & Ali;2100;2000;4190")
    assert added_up(*rows, heading="Place;Équipe;M1;M2;Total") == [None, 4100]


def test_people_below_monsieur_and_madame_are_players() -> None:
    (line,) = read_past(
        "Place;M;Mme;Total\n1;Jean Dupont;Rose Petit;4250",
        today=TODAY,
        once=ListDefaults(day=date(2024, 12, 21), contest="Noël"),
    ).lines
    assert line.names == ("Jean Dupont", "Rose Petit")


@pytest.mark.parametrize(
    "written", ["2e ex", "2ème ex", "2 ex aequo", "2e ex-aequo", "2 ex.", "2 (ex)", "2e ex æquo"]
)
def test_a_place_that_is_shared(written: str) -> None:
    assert read_place(written) == 2
