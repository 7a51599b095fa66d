"""One person in two clubs: asked by one, answered by the other, or said by the person in both."""

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club, Player
from scorekeeper.models.initials import initials_of
from scorekeeper.roles import Role
from tests.pages import member_of, visitor, words_on
from tests.table import NOW, SCORER
from tests.tournaments.extensions.interclub.world import (
    TEAMS,
    club_taking_part,
    contest_of,
    player_named,
)
from tournaments.extensions.interclub.services import bring_up_to_date
from tournaments.models import NationalLine, PlayerPhone, SamePerson
from tournaments.people.services.merges import merge_players
from tournaments.people.services.names import anonymise_player
from tournaments.visitors import COOKIE, hash_of

pytestmark = pytest.mark.django_db

PAGE = "tournaments:people-elsewhere"
KEY = "k" * 32


@pytest.fixture
def lyon() -> Club:
    club = club_taking_part("Lyon")
    contest_of(club, TEAMS[:2], rounds=1)
    return club


@pytest.fixture
def nantes() -> Club:
    """Make a club that shows no names in public."""
    club = club_taking_part("Nantes", is_open=False)
    contest_of(club, (("Annie Martin", "Brice Morel"), ("Carl Petit", "Dora Petit")), rounds=1)
    return club


def alike(lyon: Club, nantes: Club) -> tuple[Player, Player]:
    return player_named(lyon, "Anne", "123"), player_named(nantes, "Annie Martin", "123")


def ask(member: Client, player: Player) -> str:
    return words_on(member.post(reverse(PAGE), {"player": str(player.pk)}, follow=True))


def answer(member: Client, said: str) -> int:
    link = SamePerson.objects.get()
    page = reverse("tournaments:elsewhere-answer", args=[link.pk])
    return member.post(page, {"answer": said}).status_code


def lines() -> int:
    bring_up_to_date(now=NOW)
    return NationalLine.objects.count()


def test_one_asks_the_other_confirms_and_either_undoes(lyon: Club, nantes: Club) -> None:
    anne, annie = alike(lyon, nantes)
    one, other = member_of(lyon), member_of(nantes, "nora")
    assert lines() == 8
    assert "The same licence number is known there." in words_on(one.get(reverse(PAGE)))
    assert SamePerson.objects.count() == 0
    assert "no answer yet" in ask(one, anne)
    assert lines() == 8
    assert answer(one, "yes") == 302
    assert lines() == 8
    home = words_on(other.get(reverse("scorekeeper:home")))
    assert "1 club asks whether somebody also plays here" in home
    asked = words_on(other.get(reverse(PAGE)))
    assert "Lyon · Anne" in asked
    assert "One person" in asked
    answer(other, "yes")
    link = SamePerson.objects.get()
    assert (link.asked_by, link.asked_name, link.answered_name) == (lyon, "Élise", "Élise")
    assert lines() == 7
    line = NationalLine.objects.get(games=2)
    assert line.players == [anne.pk, annie.pk]
    # Nantes hides names, so the line does.
    shown = words_on(visitor().get(reverse("tournaments:national-ratings")))
    assert "Lyon, Nantes" in shown
    assert "Annie" not in shown
    answer(one, "end")
    assert lines() == 8


def test_nothing_is_told_that_the_other_club_hides(lyon: Club, nantes: Club) -> None:
    anne, _annie = alike(lyon, nantes)
    one, other = member_of(lyon), member_of(nantes, "nora")
    seen = [words_on(one.get(reverse(PAGE))), ask(one, anne)]
    for text in seen:
        assert "Nantes" not in text
        assert "Annie" not in text
        assert "another club, which shows no names in public" in text
    answer(other, "yes")
    told = words_on(one.get(reverse(PAGE)))
    assert f"Nantes · {initials_of('Annie Martin')}" in told
    assert "Annie" not in told


def test_a_refusal_stands_until_the_one_who_refused_undoes_it(lyon: Club, nantes: Club) -> None:
    anne, annie = alike(lyon, nantes)
    one, other = member_of(lyon), member_of(nantes, "nora")
    ask(one, anne)
    answer(other, "no")
    assert lines() == 8
    answer(one, "end")
    ask(one, anne)
    assert SamePerson.objects.get().is_refused
    answer(other, "end")
    assert "no answer yet" in ask(other, annie)


def test_two_who_ask_each_other_have_both_said_so(lyon: Club, nantes: Club) -> None:
    anne, annie = alike(lyon, nantes)
    ask(member_of(lyon), anne)
    ask(member_of(nantes, "nora"), annie)
    assert SamePerson.objects.get().is_confirmed


def test_two_players_of_one_club_never_become_one_so(lyon: Club, nantes: Club) -> None:
    anne, annie = alike(lyon, nantes)
    chloe = player_named(lyon, "Chloé")
    first, second = sorted((chloe, annie), key=lambda player: player.pk)
    SamePerson.objects.create(one=first, other=second, asked_at=NOW, answered_at=NOW)
    link = SamePerson.objects.get()
    ask(member_of(lyon), anne)
    asked = SamePerson.objects.exclude(pk=link.pk).get()
    page = reverse("tournaments:elsewhere-answer", args=[asked.pk])
    told = member_of(nantes, "nora").post(page, {"answer": "yes"}, follow=True)
    assert "Two players of Lyon would then be one person" in words_on(told)
    asked.refresh_from_db()
    assert not asked.is_confirmed


def test_only_those_whom_it_concerns(lyon: Club, nantes: Club) -> None:
    anne, _annie = alike(lyon, nantes)
    ask(member_of(lyon), anne)
    link = SamePerson.objects.get()
    page = reverse("tournaments:elsewhere-answer", args=[link.pk])
    third = member_of(club_taking_part("Brest"), "bea")
    assert third.post(page, {"answer": "end"}).status_code == 404
    assert third.post(reverse(PAGE), {"player": str(anne.pk)}).status_code == 404
    referee = member_of(nantes, "rene", Role.REFEREE)
    assert referee.post(page, {"answer": "yes"}).status_code == 403
    # A club that takes no part is shown nobody, and nobody is shown of it.
    Club.objects.filter(pk=nantes.pk).update(together_from=None)
    assert "does not take part yet" in words_on(member_of(nantes, "nora").get(reverse(PAGE)))
    assert "Nobody, as far as" in words_on(member_of(lyon, "luc").get(reverse(PAGE)))


def phone_of(*players: Player) -> Client:
    """Return a phone that each of these clubs confirmed as its player's."""
    for player in players:
        PlayerPhone.objects.create(
            club=player.club,
            player=player,
            key_hash=hash_of(KEY),
            asked_at=NOW,
            confirmed_at=NOW,
        )
    client = visitor()
    client.cookies[COOKIE] = KEY
    return client


def test_a_phone_of_both_says_so_and_takes_it_back(lyon: Club, nantes: Club) -> None:
    anne, annie = player_named(lyon, "Anne"), player_named(nantes, "Annie Martin")
    phone = phone_of(anne, annie)
    own = reverse("tournaments:club-me", args=[lyon.pk])
    page = reverse("tournaments:club-me-elsewhere", args=[lyon.pk])
    assert "Both are me" in words_on(phone.get(own))
    told = phone.post(page, {"club": str(nantes.pk)}, follow=True)
    assert "you are one person now" in words_on(told)
    assert lines() == 7
    assert "by the player’s own phone" in words_on(member_of(nantes, "nora").get(reverse(PAGE)))
    phone.post(page, {"club": str(nantes.pk), "answer": "end"})
    assert lines() == 8
    # A club that said no is asked first.
    ids = sorted((anne.pk, annie.pk))
    SamePerson.objects.create(
        one_id=ids[0], other_id=ids[1], asked_at=NOW, answered_at=NOW, is_refused=True
    )
    told = phone.post(page, {"club": str(nantes.pk)}, follow=True)
    assert "two people" in words_on(told)
    assert lines() == 8


def test_a_phone_of_one_club_says_nothing_of_another(lyon: Club, nantes: Club) -> None:
    phone = phone_of(player_named(lyon, "Anne"))
    page = reverse("tournaments:club-me-elsewhere", args=[lyon.pk])
    assert phone.post(page, {"club": str(nantes.pk)}).status_code == 404
    assert "Me in other clubs" not in words_on(
        phone.get(reverse("tournaments:club-me", args=[lyon.pk]))
    )
    waiting = player_named(nantes, "Annie Martin")
    PlayerPhone.objects.create(club=nantes, player=waiting, key_hash=hash_of(KEY), asked_at=NOW)
    assert phone.post(page, {"club": str(nantes.pk)}).status_code == 404
    assert visitor().post(page, {"club": str(nantes.pk)}).status_code == 404


def test_a_merge_keeps_and_an_anonymous_player_ends_what_was_said(lyon: Club, nantes: Club) -> None:
    anne, annie = alike(lyon, nantes)
    ask(member_of(lyon), anne)
    answer(member_of(nantes, "nora"), "yes")
    assert lines() == 7
    chloe = player_named(lyon, "David")
    contest_of(lyon, (("Anna", "Bob"), ("Cléo", "Dan")), rounds=1)
    anna = player_named(lyon, "Anna")
    merge_players(kept_id=anna.pk, gone_id=anne.pk, author=SCORER, now=NOW)
    bring_up_to_date(now=NOW)
    assert NationalLine.objects.get(games=3).players == sorted([anna.pk, annie.pk])
    assert chloe.club == lyon
    anonymise_player(player_id=annie.pk, author=SCORER, now=NOW)
    assert not SamePerson.objects.exists()
    assert NationalLine.objects.count() >= lines()
