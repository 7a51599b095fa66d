"""Long lists and monstrous ones on their pages: a start is shown, the rest is counted and kept."""

import html
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club
from tests.pages import count_queries, member_of, text_of, words_on
from tests.tournaments.entries.typed import page, post, titles
from tests.tournaments.files.lists import monstrous_lists, random_names, teams
from tests.tournaments.files.test_club_books import sent_again
from tests.tournaments.files.workbooks import FAR_CELL, REPEATED_CELL, xlsx
from tournaments.files.list_start import SHOWN
from tournaments.files.reading.faults import MOST_QUESTIONS
from tournaments.models import PastContest, PastResult, Tournament

pytestmark = pytest.mark.django_db

LARGEST_PAGE = 300_000


def test_two_thousand_teams_are_seen_in_part_and_entered_all(
    member: Client, contest: Tournament
) -> None:
    answer = member.post(page(contest, "paste"), {"text": teams(2_000)})
    assert f"And {2_000 - SHOWN:,} more lines." in words_on(answer)
    assert len(answer.content) < LARGEST_PAGE
    form = answer.context["form"]
    sent = {"text": form["text"].value(), "seen": answer.context["checked"].mark, "enter": "1"}
    assert "2000 entries added" in words_on(member.post(page(contest, "paste"), sent, follow=True))
    assert len(titles(contest)) == 2_000


def test_entering_more_teams_asks_no_more(member: Client, contest: Tournament) -> None:
    counts = []
    for start, count in ((0, 3), (3, 40)):
        text = "\n".join(teams(100).split("\n")[start : start + count])
        sent = {"text": text, "enter": "1"}
        counts.append(count_queries(member.post, page(contest, "paste"), sent))
    assert counts[0] == counts[1]


def test_the_list_stands_on_the_page_once(member: Client, contest: Tournament) -> None:
    answer = text_of(member.post(page(contest, "paste"), {"text": "Anne & Paul;Lyon"}))
    assert answer.count("Anne &amp; Paul;Lyon") == 1
    assert answer.count("<textarea") == 1


@pytest.mark.parametrize("text", monstrous_lists().values(), ids=monstrous_lists())
def test_a_monstrous_list_makes_no_monstrous_page(
    member: Client, contest: Tournament, text: str
) -> None:
    for address in (page(contest, "paste"), reverse("tournaments:past-import")):
        answer = member.post(address, {"text": text})
        assert "more lines." in words_on(answer)
        assert len(answer.content) < LARGEST_PAGE + 2 * len(text.encode())


def test_names_that_are_all_alike_are_no_list_of_questions(
    member: Client, contest: Tournament
) -> None:
    names = [f"Basebase {one}{two}vandermeulen" for one in "abcdefghijklmnop" for two in "qrstuvwx"]
    text = "\n".join(f"{name} & {name[::-1]}" for name in names)
    words = f"More than {MOST_QUESTIONS} names look like others"
    assert words in post(member, contest, "paste", text=text)
    past = "\n".join(f"1/1/25;Rois;{n};{line};90" for n, line in enumerate(text.split("\n"), 1))
    answer = member.post(reverse("tournaments:past-import"), {"text": past})
    assert words in words_on(answer)


def test_nothing_is_entered_that_was_changed_after_it_was_checked(
    member: Client, club: Club, contest: Tournament
) -> None:
    seen = member.post(page(contest, "paste"), {"text": "Anne & Paul"}).context["checked"].mark
    said = post(member, contest, "paste", text="Anne & Paul\nRose & Ali", seen=seen, enter="1")
    assert "The list has changed since it was checked" in said
    assert not titles(contest)
    other = SimpleUploadedFile("other.csv", b"Zoe;Max")
    said = post(member, contest, "paste", text="Anne & Paul", file=other, seen=seen, enter="1")
    assert "The list has changed since it was checked" in said
    assert not titles(contest)
    post(member, contest, "paste", text="Anne & Paul\r\n", seen=seen, enter="1")
    assert titles(contest) == {1: "Anne & Paul"}


def test_old_results_changed_after_they_were_checked_are_looked_at_again(club: Club) -> None:
    member, address = member_of(club), reverse("tournaments:past-import")
    seen = member.post(address, {"text": "1/1/25;Rois;1;Anne;90"}).context["checked"].mark
    changed = {"text": "1/1/25;Rois;1;Anne;900", "seen": seen, "enter": "1"}
    assert "The list has changed" in words_on(member.post(address, changed))
    assert not PastContest.objects.exists()


def test_five_thousand_old_results_are_seen_in_part_and_kept_all(club: Club) -> None:
    member, address = member_of(club), reverse("tournaments:past-import")
    names = random_names(5_000, 9)
    text = "\n".join(
        f"1/1/25;Rois {n // 50};{n % 50 + 1};{name};90" for n, name in enumerate(names)
    )
    answer = member.post(address, {"text": text})
    words = words_on(answer)
    assert "100 contests were read" in words
    assert "And 50 more contests." in words
    assert "And 40 more lines." in words
    assert "and 4,800 more" in words
    assert len(answer.content) < LARGEST_PAGE + 2 * len(text)
    sent = {"text": text, "seen": answer.context["checked"].mark, "enter": "1"}
    assert "100 contests are saved." in words_on(member.post(address, sent, follow=True))
    assert PastResult.objects.count() == len(set(names))


@pytest.mark.parametrize("data", [FAR_CELL, REPEATED_CELL], ids=["far cell", "repeated cell"])
def test_a_workbook_that_would_fill_the_memory_is_refused_in_words(
    member: Client, contest: Tournament, data: bytes
) -> None:
    for address in (page(contest, "paste"), reverse("tournaments:past-import")):
        sent = {"text": "Anne & Paul", "file": SimpleUploadedFile("list.xlsx", data)}
        answer = member.post(address, sent)
        assert "copy the list alone into a new file" in words_on(answer)
        assert "Anne &amp; Paul</textarea>" in text_of(answer)


def test_which_sheet_was_read_is_said(member: Client, contest: Tournament) -> None:
    data = xlsx([["Concours 2026"], ["Anne", "Paul"]], [["Prix"]], names=["Équipes", "Prix"])
    answer = member.post(page(contest, "paste"), {"file": SimpleUploadedFile("a.xlsx", data)})
    words = words_on(answer)
    assert "Of the file, the sheet “Équipes” was read. Not read: Prix." in words
    assert "Above the list, not read: Concours 2026" in words
    assert "1 entry was read" in words


def test_any_sheet_can_be_chosen_and_the_one_with_names_is_proposed(
    member: Client, contest: Tournament
) -> None:
    first = [["Règlement"], ["Chaque équipe joue trois parties."]]
    saturday = [["Joueur 1", "Joueur 2"], ["Anne", "Paul"]]
    sunday = [["Capitaine", "Coéquipier", "Payé"], ["Rose", "Ali", "oui"], ["Zoé", "Max", ""]]
    data = xlsx(first, saturday, sunday, names=["Lisez-moi", "Samedi", "Dimanche"])
    address = page(contest, "paste")
    answer = member.post(address, {"file": SimpleUploadedFile("a.xlsx", data)})
    words = words_on(answer)
    assert "the sheet “Samedi” was read. Not read: Lisez-moi, Dimanche." in words
    assert "1 entry was read" in words
    again = sent_again(answer, sheet="Dimanche")
    hidden = re.findall(r'name="(sheet[^"]*)" value="([^"]*)"', answer.content.decode())
    again = {**{name: html.unescape(value) for name, value in hidden}, **again}
    answer = member.post(address, again)
    assert "2 entries were read" in words_on(answer)
    assert answer.context["preview"].good[0].line.has_paid
    # What is mended in the list stays, as long as no other sheet is chosen.
    hidden = re.findall(r'name="(sheet[^"]*)" value="([^"]*)"', answer.content.decode())
    kept = {name: html.unescape(value) for name, value in hidden}
    mended = sent_again(answer, text="Joueur 1;Joueur 2\nLuc;Léa", sheet="Dimanche")
    assert "1 entry was read" in words_on(member.post(address, {**kept, **mended}))


def test_a_list_of_nearly_a_megabyte_is_refused_and_stays_typed(
    member: Client, contest: Tournament
) -> None:
    line = " & ".join(random_names(40))
    answer = member.post(page(contest, "paste"), {"text": "\n".join([line] * 2_800)})
    assert "more than 400,000 characters" in words_on(answer)
    assert text_of(answer).count(random_names(1)[0]) >= 2_800


def test_what_is_too_large_for_any_form_is_refused_in_words(
    member: Client, contest: Tournament
) -> None:
    answer = member.post(page(contest, "paste"), {"text": "a" * 3_000_000})
    assert answer.status_code == 413
    assert "Go back: what you typed is still there." in words_on(answer)


def test_a_file_of_many_megabytes_is_refused_on_the_form(
    member: Client, contest: Tournament
) -> None:
    file = SimpleUploadedFile("list.xlsx", b"PK\x03\x04" + b"\1" * 6_000_000)
    said = post(member, contest, "paste", text="Anne & Paul", file=file)
    assert "more than one megabyte" in said
    assert "Anne &amp; Paul" in said
