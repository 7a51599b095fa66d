"""The assistant: lists as clubs keep them, their columns shown, chosen and remembered."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club
from tests.pages import member_of, text_of, words_on
from tests.tournaments.entries.typed import page, titles
from tests.tournaments.files.club_books import (
    CLUB,
    TITLE,
    entries_book,
    plain_entries_book,
    results_book,
)
from tournaments.files.columns import Part
from tournaments.files.services import MOST_KEPT
from tournaments.models import ListColumns, PastContest, Tournament

pytestmark = pytest.mark.django_db

PAST = "tournaments:past-import"


def uploaded(data: bytes, name: str = "liste.xlsx") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


def sent_again(answer: Any, **changed: str) -> dict[str, str]:
    """Return what the page sends when a button is pressed on it."""
    context = answer.context
    form, columns = context["form"], context["columns"]
    fields = [*form, *columns, *context["checked"].once]
    sent = {field.html_name: str(field.value() or "") for field in fields}
    sent.pop("file", None)
    if "preview" in context:
        sent["seen"] = context["checked"].mark
    return sent | changed


@pytest.mark.parametrize("book", [entries_book, plain_entries_book], ids=["merged", "plain"])
def test_a_clubs_own_workbook_is_entered_as_it_is(
    member: Client, contest: Tournament, book: Any
) -> None:
    answer = member.post(page(contest, "paste"), {"text": "", "file": uploaded(book())})
    said = words_on(answer)
    assert "3 entries were read" in said
    assert f"Above the list, not read: {TITLE} · {CLUB.replace('&', '&amp;')}" in said
    member.post(page(contest, "paste"), sent_again(answer, enter="1"))
    first, second, third = titles(contest).values()
    assert (first, third) == ("Anne Dupont & Paul Le Goff", "Zoé Martin")
    assert second.startswith("Rose Petit & Ali ")
    paid = dict(contest.entries.values_list("number", "has_paid"))
    assert paid == ({1: True, 2: True, 3: False} if book is entries_book else
                    {1: True, 2: False, 3: True})  # fmt: skip


def test_what_adds_a_list_up_is_no_entry_and_told(member: Client, contest: Tournament) -> None:
    answer = member.post(page(contest, "paste"), {"text": "", "file": uploaded(entries_book())})
    assert "Below the list, not read: Total · 3 équipes · 20 €" in words_on(answer)


def test_the_columns_are_shown_with_what_each_will_be(member: Client, contest: Tournament) -> None:
    answer = member.post(
        page(contest, "paste"), {"text": "", "file": uploaded(plain_entries_book())}
    )
    shown = {column.heading: field.value() for column, field in answer.context["columns"].rows}
    assert shown == {
        "N°": "number",
        "Équipe": "team",
        "Joueur 1": "name_1",
        "Joueur 2": "name_2",
        "Téléphone": "ignored",
        "Payé": "paid",
    }
    assert "Rose Petit" in text_of(answer)


def test_columns_far_to_the_right_stay_what_they_were_read_as(
    member: Client, contest: Tournament
) -> None:
    before = [f"Colonne {letter * 3}" for letter in "abcdefghijklmnopqrstuvwxyzéèàçù"]
    lines = (
        [*before, "Joueur 1", "Joueur 2"],
        [*("x" for _ in before), "Anne Dupont", "Paul Petit"],
    )
    text = "\n".join("\t".join(line) for line in lines)
    answer = member.post(page(contest, "paste"), {"text": text})
    member.post(page(contest, "paste"), sent_again(answer, enter="1"))
    assert titles(contest) == {1: "Anne Dupont & Paul Petit"}


def test_a_column_read_otherwise_is_remembered_for_the_club(
    member: Client, contest: Tournament
) -> None:
    rows = "Tireur;Pointeur;Mise\nAnne;Paul;x\nRose;Ali;"
    address = page(contest, "paste")
    answer = member.post(address, {"text": rows, "heading": ""})
    assert "columns" in answer.context
    # Nobody knows these words: somebody says which line names the columns, and what they hold.
    columns = answer.context["columns"]
    heading = next(mark for mark, said in columns.fields["heading"].choices if "Tireur" in said)
    answer = member.post(address, sent_again(answer, heading=heading))
    chosen = {"column-0": "name_1", "column-1": "name_2", "column-2": "paid"}
    answer = member.post(address, sent_again(answer, **chosen))
    assert "2 entries were read" in words_on(answer)
    member.post(address, sent_again(answer, enter="1"))
    assert titles(contest) == {1: "Anne & Paul", 2: "Rose & Ali"}
    kept = ListColumns.objects.get()
    assert kept.parts == ["name_1", "name_2", "paid"]
    answer = member.post(address, {"text": "Tireur;Pointeur;Mise\nZoé;Max;x"})
    assert "1 entry was read" in words_on(answer)
    assert answer.context["preview"].good[0].line.has_paid


def test_columns_changed_after_the_look_are_looked_at_again(
    member: Client, contest: Tournament
) -> None:
    address = page(contest, "paste")
    answer = member.post(address, {"text": "Joueur 1;Joueur 2;Payé\nAnne;Paul;oui"})
    said = words_on(member.post(address, sent_again(answer, enter="1", **{"column-2": "ignored"})))
    assert "The list has changed since it was checked" in said
    assert not titles(contest)


def test_choosing_as_anybody_would_guess_remembers_nothing(
    club: Club, member: Client, contest: Tournament
) -> None:
    address = page(contest, "paste")
    answer = member.post(address, {"text": "Joueur 1;Joueur 2;Payé\nAnne;Paul;oui"})
    ListColumns.objects.create(
        club=club,
        kind="teams",
        heading=answer.context["columns"].headed.mark,
        parts=["name_1", "name_2", "ignored"],
        used_at=contest.created_at,
    )
    member.post(address, sent_again(answer, enter="1"))
    assert not ListColumns.objects.exists()


def test_of_many_headings_the_latest_are_remembered(
    club: Club, member: Client, contest: Tournament
) -> None:
    ListColumns.objects.bulk_create(
        ListColumns(club=club, kind="teams", heading=str(number), used_at=contest.created_at)
        for number in range(MOST_KEPT)
    )
    address = page(contest, "paste")
    answer = member.post(address, {"text": "Joueur 1;Joueur 2;Payé\nAnne;Paul;oui"})
    answer = member.post(address, sent_again(answer, **{"column-2": "ignored"}))
    member.post(address, sent_again(answer, enter="1"))
    assert ListColumns.objects.count() == MOST_KEPT
    assert ListColumns.objects.exclude(parts=[]).count() == 1


def test_what_is_neither_paid_nor_not_is_asked_about(member: Client, contest: Tournament) -> None:
    rows = "Joueur 1;Joueur 2;Payé\nAnne;Paul;moitié\nRose;Ali;à payer\nZoé;Max;chèque"
    answer = member.post(page(contest, "paste"), {"text": rows})
    assert "Line 2: “moitié”" in words_on(answer)
    paid = [one.line.has_paid for one in answer.context["preview"].good]
    assert paid == [False, False, True]


def test_a_list_without_headings_may_be_read_by_its_columns(
    member: Client, contest: Tournament
) -> None:
    rows = "1;Les As;Anne;Paul;06 12\n2;Les Rois;Rose;Ali;06 13"
    address = page(contest, "paste")
    answer = member.post(address, {"text": rows})
    assert "2 lines cannot be saved" in words_on(answer)
    chosen = {"column-0": "number", "column-1": "team", "column-2": "name_1", "column-3": "name_2"}
    answer = member.post(address, sent_again(answer, **chosen))
    member.post(address, sent_again(answer, enter="1"))
    assert titles(contest) == {1: "Anne & Paul", 2: "Rose & Ali"}
    assert not ListColumns.objects.exists()


def test_surnames_beside_first_names_are_asked_about_and_read_once_chosen(
    member: Client, contest: Tournament
) -> None:
    rows = "DUPONT;Jean;Lens\nLE GOFF;Marguerite;Arras"
    address = page(contest, "paste")
    answer = member.post(address, {"text": rows})
    assert "2 lines that may have been read wrongly" in words_on(answer)
    assert "Enter all 2 (2 doubtful)" in words_on(answer)
    chosen = {"column-0": "last_1", "column-1": "first_1", "column-2": "ignored"}
    answer = member.post(address, sent_again(answer, **chosen))
    assert "may have been read wrongly" not in words_on(answer)
    member.post(address, sent_again(answer, enter="1"))
    assert titles(contest) == {1: "Jean Dupont", 2: "Marguerite Le Goff"}


# Past results.


def test_plain_results_are_kept_with_the_day_asked_once(club: Club) -> None:
    member, address = member_of(club), reverse(PAST)
    answer = member.post(address, {"text": "", "file": uploaded(results_book(), "noel.ods")})
    assert "preview" not in answer.context
    day, contest = answer.context["checked"].once
    assert (str(day.value()), contest.value()[:9]) == ("2024-12-21", "Résultats")
    answer = member.post(address, sent_again(answer, contest="Noël"))
    assert "1 contest was read" in words_on(answer)
    member.post(address, sent_again(answer, enter="1"))
    kept = PastContest.objects.get()
    assert (kept.name, str(kept.date)) == ("Noël", "2024-12-21")
    assert [(line.place, line.names, line.total) for line in kept.results.order_by("place")] == [
        (1, "Anne Dupont & Paul Le Goff", 4250),
        (2, "Rose Petit & Ali Benali", 4100),
    ]


def test_a_day_that_is_not_typed_or_is_none_is_asked_for_again(club: Club) -> None:
    member, address = member_of(club), reverse(PAST)
    answer = member.post(address, {"text": "1;Anne;Paul;4250\n2;Rose;Ali;4100"})
    assert "Something needs to be corrected" not in words_on(answer)
    for day, said in (("", "The list does not say it"), ("soon", "Enter a valid date")):
        again = member.post(address, sent_again(answer, day=day, contest="Noël"))
        assert said in words_on(again)
        assert "1;Anne;Paul;4250" in text_of(again)
    said = words_on(member.post(address, sent_again(answer, day="2024-12-21", contest="Noël")))
    assert "1 contest was read" in said


def test_a_column_that_is_missing_can_be_said(club: Club) -> None:
    member, address = member_of(club), reverse(PAST)
    answer = member.post(address, {"text": "Ordre;Nom;Points\n1;Anne;90\n2;Rose;80"})
    assert "No column is read as: Place. Say below which one it is." in words_on(answer)
    sent = sent_again(answer, **{"column-0": "place", "day": "2024-12-21", "contest": "Noël"})
    assert "1 contest was read" in words_on(member.post(address, sent))


def test_of_several_columns_of_points_the_total_counts(club: Club) -> None:
    rows = "Place;Nom;Points 1;Points 2;Total général\n1;Anne;40;50;90"
    answer = member_of(club).post(reverse(PAST), {"text": rows})
    shown = [field.value() for _column, field in answer.context["columns"].rows]
    assert shown == [Part.PLACE, Part.NAME_1, Part.IGNORED, Part.IGNORED, Part.TOTAL]


@pytest.mark.parametrize("heading", ["Total;Équipe;Place\n", ""], ids=["named", "not named"])
def test_lines_left_out_leave_the_others_as_they_were_read(club: Club, heading: str) -> None:
    member, address = member_of(club), reverse(PAST)
    answer = member.post(address, {"text": f"{heading}90;Anne & Paul;1\n80;Rose & Ali;second"})
    chosen = {"column-0": "total", "column-1": "team", "column-2": "place"}
    said = {"day": "2024-12-21", "contest": "Noël"}
    answer = member.post(address, sent_again(answer, **chosen) | said)
    assert "1 line cannot be saved" in words_on(answer)
    answer = member.post(address, sent_again(answer, without_bad="1"))
    assert "cannot be kept" not in words_on(answer)
    member.post(address, sent_again(answer, enter="1"))
    assert [line.names for line in PastContest.objects.get().results.all()] == ["Anne & Paul"]


def test_what_is_not_sure_is_asked_before_anything_is_entered(
    member: Client, contest: Tournament
) -> None:
    rows = "Équipe\nAnne Morel & Paul Petit\nRose & Ali\nBihan-Le Goff\nPage 1"
    address = page(contest, "paste")
    answer = member.post(address, {"text": rows})
    said = words_on(answer)
    assert "2 lines that may have been read wrongly" in said
    assert "One player or two? Line 4: Bihan-Le Goff." in said
    assert "Is that somebody who plays? Line 5: Page 1." in said
    assert "Enter all 4 (2 doubtful)" in said
    refused = member.post(address, sent_again(answer, enter="1"))
    assert "Tick this, or correct the list below." in words_on(refused)
    assert not titles(contest)
    member.post(address, sent_again(answer, enter="1", doubtful="on"))
    assert len(titles(contest)) == 4


def test_games_that_make_another_total_are_asked_about(club: Club) -> None:
    rows = "Place;Équipe;Partie 1;Partie 2;Total\n1;Anne & Paul;2050;2200;4250\n2;Rose & Ali;9;1;20"
    sent = {"text": rows, "day": "2024-12-21", "contest": "Noël"}
    said = words_on(member_of(club).post(reverse(PAST), sent))
    assert "The games of Rose &amp; Ali make 10, and the total says 20." in said
