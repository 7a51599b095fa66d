"""Licence numbers and categories: typed, listed, brought in and out, one number for one player."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.services.players import (
    Enrolment,
    LicenceTakenError,
    add_player,
    enrol_player,
)
from scorekeeper.models import Club, Player
from scorekeeper.roles import Role
from tests.pages import member_of, visitor, words_on
from tests.table import NOW, SCORER, make_club
from tests.tournaments.files.test_club_books import sent_again
from tournaments.people.services.merges import merge_players, undo_merge
from tournaments.people.services.names import anonymise_player
from tournaments.people.text_import import read_players

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club()


def add(club: Club, name: str, licence: str = "", *categories: str) -> Player:
    said = Enrolment(licence=licence, categories=categories)
    return add_player(club=club, name=name, enrolment=said, now=NOW)


def said(player: Player) -> tuple[str, list[str]]:
    player.refresh_from_db()
    return player.licence, player.categories


def test_typed_on_the_form_and_shown_to_who_may(club: Club) -> None:
    member, reader = member_of(club), member_of(club, "rose", Role.READER)
    typed = {"name": "Anne Martin", "licence": "0 12 34b", "categories": "Ladies, Over 80, ladies"}
    member.post(reverse("scorekeeper:player-new"), typed)
    anne = Player.objects.get()
    assert said(anne) == ("01234B", ["ladies", "Over 80"])
    for page in (
        reverse("scorekeeper:player-list"),
        reverse("tournaments:player-detail", args=[anne.pk]),
    ):
        assert "01234B" in words_on(member.get(page))
        shown = words_on(reader.get(page))
        assert "Ladies, Over 80" in shown
        assert "01234B" not in shown
    form = member.get(reverse("scorekeeper:player-edit", args=[anne.pk])).content.decode()
    assert 'value="01234B"' in form
    assert 'value="Ladies, Over 80"' in form


def test_a_number_is_one_player_of_a_club(club: Club) -> None:
    add(club, "Anne Martin", "123")
    paul = add(club, "Paul Petit")
    page = reverse("scorekeeper:player-edit", args=[paul.pk])
    answer = member_of(club).post(page, {"name": "Paul Petit", "licence": "1 23", "categories": ""})
    assert "Anne Martin already has the licence number 123." in words_on(answer)
    assert 'value="1 23"' in answer.content.decode()
    with pytest.raises(LicenceTakenError):
        enrol_player(player=paul, enrolment=Enrolment(licence="123"))
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.filter(pk=paul.pk).update(licence="123")
    # Another club has numbers of its own, and many players have none.
    add(make_club("Somewhere else"), "Jean Petit", "123")
    add(club, "Luc Petit")


@pytest.mark.parametrize(
    "heading", ["n° de licence", "Licence", "N° licence", "Numéro de licence", "licence number"]
)
def test_columns_of_a_list_are_known_by_their_words(heading: str) -> None:
    found = read_players(f"Nom;Prénom;{heading};Catégorie\nMartin;Anne;0012;Dames / Seniors")
    assert [(one.names, one.licence, one.categories) for one in found.lines] == [
        (("Anne Martin",), "0012", ("Dames", "Seniors"))
    ]


def bring_in(member: Client, text: str) -> str:
    page = reverse("tournaments:player-import")
    answer = member.post(page, {"text": text})
    kept = member.post(page, sent_again(answer, enter="1"), follow=True)
    return words_on(answer) + words_on(kept)


def test_a_list_brings_what_the_club_does_not_know_yet(club: Club) -> None:
    anne, paul = add(club, "Anne Martin"), add(club, "Paul Petit", "7", "juniors")
    words = bring_in(
        member_of(club),
        "Name;Licence;Category\nAnne Martin;5;Ladies\nPaul Petit;8;Seniors\nLuc Roux;9;",
    )
    assert said(anne) == ("5", ["ladies"])
    assert said(paul) == ("7", ["juniors"])
    assert said(Player.objects.get(name="Luc Roux")) == ("9", [])
    assert "They already have another licence number, which was left: Paul Petit." in words


def test_a_number_twice_on_a_list_is_told_beside_the_line(club: Club) -> None:
    add(club, "Paul Petit", "7")
    text = "Name;Licence\nAnne Martin;7\nLuc Roux;8\nEve Roux;8\nJoe Roux;" + "9" * 21
    words = bring_in(member_of(club), text)
    assert "Paul Petit already has the licence number 7" in words
    assert "Luc Roux already has the licence number 8" in words
    assert "A licence number has at most 20 characters." in words
    assert Player.objects.count() == 1


def test_the_file_of_players_is_read_again_as_it_was(club: Club) -> None:
    add(club, "Anne Martin", "0012", "ladies", "Over 80")
    member = member_of(club)
    sent = member.get(reverse("tournaments:player-export", args=["csv"]))
    text = sent.content.decode("utf-8-sig")
    Player.objects.all().delete()
    bring_in(member, text)
    assert said(Player.objects.get()) == ("0012", ["ladies", "Over 80"])


def test_two_who_become_one_keep_the_number_and_give_it_back(club: Club) -> None:
    kept, gone = add(club, "Anne Martin"), add(club, "A. Martin", "5", "ladies")
    merge = merge_players(kept_id=kept.pk, gone_id=gone.pk, author=SCORER, now=NOW)
    assert (said(kept), said(gone)) == (("5", ["ladies"]), ("", ["ladies"]))
    undo_merge(merge_id=merge.pk)
    assert (said(kept), said(gone)) == (("", []), ("5", ["ladies"]))


def test_who_is_anonymous_has_no_number(club: Club) -> None:
    anne = add(club, "Anne Martin", "5", "ladies")
    anonymise_player(player_id=anne.pk, author=SCORER, now=NOW)
    assert said(anne) == ("", [])


def test_strangers_never_see_numbers(club: Club) -> None:
    add(club, "Anne Martin", "5432")
    Club.objects.update(opens_rankings=True)
    shown = visitor().get(reverse("tournaments:club-leaderboard", args=[club.pk]))
    assert "5432" not in shown.content.decode()
