"""Licence numbers on lists of entries: kept for who has none, never put in place of another."""

import pytest
from django.test import Client

from scorekeeper.clubs.services.players import Enrolment, add_player
from scorekeeper.models import Club, Player
from tests.pages import words_on
from tests.table import NOW
from tests.tournaments.entries.typed import page, post, titles
from tournaments.entries.text_import import ListLine, read_entries
from tournaments.entries.warnings import LineWarning
from tournaments.models import Tournament

ANNE, PAUL = "Anne Dupont", "Paul Roux"


def lines_of(text: str, names: int = 2) -> tuple[ListLine, ...]:
    return read_entries(text, names_per_entry=names, tags={}).lines


@pytest.mark.parametrize(
    "text",
    [
        "J1;Licence;J2;Licence\nAnne Dupont;012;Paul Roux;34B",
        "J1;J2;N° licence J1;N° licence J2\nAnne Dupont;Paul Roux;012;34B",
        "Nom;Prénom;N° LICENCE;Nom;Prénom;N° LICENCE\nDUPONT;Anne;012;ROUX;Paul;34B",
        "Licencié 1;N° licencié 1;Licencié 2;N° licencié 2\nAnne Dupont;012;Paul Roux;34B",
        "Doublette;Licences\nAnne Dupont & Paul Roux;012 / 34B",
        "J1;J2;Numéros de licence\nAnne Dupont;Paul Roux;012 & 34B",
        "N°;Nom;Prénom;Licence\n1;DUPONT;Anne;012\n;ROUX;Paul;34B",
    ],
)
def test_each_name_has_the_number_beside_it(text: str) -> None:
    (line,) = lines_of(text)
    assert dict(zip(line.names, line.licences, strict=True)) == {ANNE: "012", PAUL: "34B"}
    assert (line.warnings, line.left_out) == ((), ())


def test_in_a_melee_each_line_has_one() -> None:
    found = lines_of("Nom;Prénom;Licence\nDUPONT;Anne;012\nROUX;Paul;", names=1)
    assert [(line.names, line.licences) for line in found] == [
        ((ANNE,), ("012",)),
        ((PAUL,), ("",)),
    ]


def test_one_number_beside_two_names_is_asked_about() -> None:
    (line,) = lines_of("J1;J2;Licence\nAnne Dupont;Paul Roux;012")
    assert line.warnings == (LineWarning.LICENCE,)
    assert not line.licences


def test_a_column_of_licences_may_be_ticked() -> None:
    ticked, unclear = lines_of(
        "J1;J2;Licence\nAnne Dupont;Paul Roux;oui\nZoé Petit;Luc Morel;en cours"
    )
    assert not any(ticked.licences)
    assert (ticked.warnings, ticked.left_out) == ((), ())
    assert unclear.left_out == ("en cours",)


def kept() -> dict[str, str]:
    return dict(Player.objects.values_list("name", "licence"))


@pytest.mark.django_db
def test_players_new_and_known_get_their_numbers(
    member: Client, club: Club, contest: Tournament
) -> None:
    add_player(club=club, name=ANNE, enrolment=Enrolment(), now=NOW)
    text = "J1;Licence;J2;Licence\nAnne Dupont;0 12;Paul Roux;34b"
    seen = post(member, contest, "paste", text=text)
    assert "Licence 0 12, 34b" in seen
    assert kept() == {ANNE: ""}
    post(member, contest, "paste", text=text, enter="1")
    assert kept() == {ANNE: "012", PAUL: "34B"}
    assert titles(contest) == {1: f"{ANNE} & {PAUL}"}


@pytest.mark.django_db
def test_another_number_is_told_first_and_never_overwritten(
    member: Client, club: Club, contest: Tournament
) -> None:
    add_player(club=club, name=ANNE, enrolment=Enrolment(licence="7"), now=NOW)
    text = "J1;Licence;J2;Licence\nAnne Dupont;012;Paul Roux;7\nZoé Petit;5;Luc Morel;5"
    answer = member.post(page(contest, "paste"), {"text": text})
    seen = words_on(answer)
    assert "Anne Dupont has the licence number 7 in the club: 012 is not saved." in seen
    assert "7 is the licence number of Anne Dupont: Paul Roux does not get it." in seen
    assert "5 is the licence number of Zoé Petit: Luc Morel does not get it." in seen
    assert "(2 doubtful)" in seen
    assert "Tick this" in post(member, contest, "paste", text=text, enter="1")
    said = post(member, contest, "paste", text=text, enter="1", doubtful="on")
    assert kept() == {ANNE: "7", PAUL: "", "Zoé Petit": "5", "Luc Morel": ""}
    assert (
        "They already have another licence number, which was left: "
        "Anne Dupont, Paul Roux, Luc Morel." in said
    )


@pytest.mark.django_db
def test_a_number_follows_the_answer_about_its_name(
    member: Client, club: Club, contest: Tournament
) -> None:
    add_player(club=club, name="Catherine Moreau", enrolment=Enrolment(), now=NOW)
    text = "Équipe;Licences\nZoé Petit & Catherine Morau;5 & 6"
    post(member, contest, "paste", text=text, enter="1", **{"answer-2-1": "0"})
    assert kept() == {"Catherine Moreau": "6", "Zoé Petit": "5"}


@pytest.mark.django_db
def test_a_number_that_is_too_long_is_refused(member: Client, contest: Tournament) -> None:
    text = "Équipe;Licences\nAnne Dupont;" + "9" * 21
    assert "A licence number has at most 20 characters." in post(
        member, contest, "paste", text=text
    )
