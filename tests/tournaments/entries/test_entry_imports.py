"""A whole list of entries, pasted or from a file: read, asked about, entered at once."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from scorekeeper.clubs.services.players import find_or_add_player
from scorekeeper.models import Club
from tests.pages import words_on
from tests.table import NOW
from tests.tournaments.entries.typed import add, page, post, titles
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


LIST = "Nom 1;Nom 2\nAnne;Paul\nRose;Ali\nZoé;"


def test_a_pasted_list_is_seen_before_it_is_entered(member: Client, contest: Tournament) -> None:
    seen = post(member, contest, "paste", text=LIST)
    assert "3 entries were read" in seen
    assert "Line 4 Zoé looking for a partner" in seen
    assert not titles(contest)
    said = post(member, contest, "paste", text=LIST, enter="1")
    assert "3 entries added, numbers 1 to 3." in said
    assert titles(contest) == {1: "Anne & Paul", 2: "Rose & Ali", 3: "Zoé"}


def test_nothing_of_a_list_with_a_bad_line_is_entered(member: Client, contest: Tournament) -> None:
    add(contest, "Max & Tom")
    bad = f"{LIST}\nA & B & C\nMAX & Lou\nAli & Jo\n"
    seen = post(member, contest, "paste", text=bad, enter="1")
    assert "3 lines cannot be saved" in seen
    assert "Line 5 A &amp; B &amp; C More than two names." in seen
    assert "MAX is already entered: number 1." in seen
    assert "Ali is already on line 3." in seen
    assert len(titles(contest)) == 1
    rest = member.post(page(contest, "paste"), {"text": bad, "without_bad": "1"})
    kept = rest.context["checked"].preview.text
    assert "cannot be kept" not in words_on(rest)
    post(member, contest, "paste", text=kept, enter="1")
    assert len(titles(contest)) == 4


def test_names_that_may_be_somebodys_are_asked_about_first(
    member: Client, club: Club, contest: Tournament
) -> None:
    find_or_add_player(club=club, name="René Petit", now=NOW)
    find_or_add_player(club=club, name="Catherine Moreau", now=NOW)
    add(contest, "Jeanne Dupont & Paul")
    text = "Rene Petit & Max\nCatherine Morau & Tom\nJeanne Dupond & Lou\nTom Bernard & Ali Haddad"
    text += "\nTom Bernart & Zoé"
    answer = member.post(page(contest, "paste"), {"text": text})
    seen = words_on(answer)
    for question in (
        "Is Rene Petit the club’s René Petit?",
        "Is Catherine Morau the club’s Catherine Moreau?",
        "Is Jeanne Dupond the Jeanne Dupont of number 1?",
        "Is Tom Bernart the Tom Bernard of line 4?",
    ):
        assert question in seen
    form = answer.context["answers"]
    assert form["answer-1-0"].initial == "0"
    assert form["answer-2-0"].initial is None
    unanswered = post(member, contest, "paste", text=text, enter="1", **{"answer-1-0": "0"})
    assert "Choose one." in unanswered
    answers = {
        "answer-1-0": "0",
        "answer-2-0": "keep",
        "answer-3-0": "out",
        "answer-5-0": "keep",
    }
    post(member, contest, "paste", text=text, enter="1", **answers)
    assert list(titles(contest).values())[1:] == [
        "René Petit & Max",
        "Catherine Morau & Tom",
        "Tom Bernard & Ali Haddad",
        "Tom Bernart & Zoé",
    ]


def test_two_lines_made_one_person_by_the_answers_are_refused(
    member: Client, club: Club, contest: Tournament
) -> None:
    find_or_add_player(club=club, name="Catherine Moreau", now=NOW)
    text = "Catherine Morau & Tom\nCatherine Mooreau & Lou"
    answers = {"answer-1-0": "0", "answer-2-0": "1"}
    seen = post(member, contest, "paste", text=text, enter="1", **answers)
    assert "Catherine Moreau is in it twice." in seen
    assert not titles(contest)


def test_words_that_are_no_tags_are_left_out_only_when_ticked(
    member: Client, contest: Tournament
) -> None:
    text = "Anne & Paul;Lyon"
    assert "Line 1: “Lyon”" in post(member, contest, "paste", text=text)
    assert "Tick this" in post(member, contest, "paste", text=text, enter="1")
    post(member, contest, "paste", text=text, enter="1", left_out="on")
    assert titles(contest) == {1: "Anne & Paul"}


def test_a_file_becomes_a_list_that_can_be_mended(member: Client, contest: Tournament) -> None:
    file = SimpleUploadedFile("list.csv", "N°;Joueur 1;Joueur 2\n7;Zoé;Noël\n".encode("cp1252"))
    answer = member.post(page(contest, "paste"), {"text": "", "file": file})
    assert "Zoé &amp; Noël" in words_on(answer)
    assert "The numbers in the list are not kept" in words_on(answer)
    assert "7;Zoé;Noël" in answer.content.decode()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\x89PNG\0", "is not a list that can be read"),
        (b"a" * 1_000_001, "more than one megabyte"),
        (b"", "There is no name in it"),
    ],
    ids=["picture", "large", "empty"],
)
def test_a_file_that_is_no_list_says_what_helps(
    member: Client, contest: Tournament, data: bytes, said: str
) -> None:
    file = SimpleUploadedFile("list.csv", data)
    assert said in post(member, contest, "paste", file=file)


def test_five_hundred_lines_are_entered_at_once(member: Client, contest: Tournament) -> None:
    text = "\n".join(f"Player {number} & Partner {number}" for number in range(500))
    # Names with figures are asked about.
    said = post(member, contest, "paste", text=text, enter="1", doubtful="on")
    assert "500 entries added, numbers 1 to 500." in said
