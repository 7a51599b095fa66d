"""The club's players as a file, both ways."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.services.players import archive_player, find_or_add_player
from scorekeeper.models import Club, Player
from tests.pages import member_of, visitor, words_on
from tests.table import NOW, make_club
from tests.tournaments.files.club_books import PLAYERS_LIST
from tests.tournaments.files.test_club_books import sent_again
from tournaments.files.reading.reader import read_file
from tournaments.people.text_import import read_players

pytestmark = pytest.mark.django_db

IMPORT = "tournaments:player-import"


def names(club: Club) -> list[str]:
    return sorted(Player.objects.of_club(club).values_list("name", flat=True))


def bring_in(member: Client, data: bytes, name: str = "joueurs.csv", **answers: str) -> str:
    address = reverse(IMPORT)
    answer = member.post(address, {"text": "", "file": SimpleUploadedFile(name, data)})
    sent = sent_again(answer, enter="1", **answers)
    return words_on(member.post(address, sent, follow=True))


def test_a_clubs_list_of_members_becomes_its_players(club: Club, member: Client) -> None:
    find_or_add_player(club=club, name="Ali Benali", now=NOW)
    answer = member.post(
        reverse(IMPORT), {"text": "", "file": SimpleUploadedFile("liste.csv", PLAYERS_LIST)}
    )
    said = words_on(answer)
    assert "2 names are new in the club" in said
    assert "1 is already in the club" in said
    assert "2 players are new." in bring_in(member, PLAYERS_LIST)
    assert names(club) == ["Ali Benali", "Anne Dupont", "Zoé Martin-Durand"]
    assert "0 players are new." in bring_in(member, PLAYERS_LIST)


def test_what_is_not_kept_stands_in_no_table(club: Club, member: Client) -> None:
    bring_in(member, PLAYERS_LIST)
    assert not Player.objects.filter(name__contains="06").exists()
    assert not Player.objects.filter(name__contains="Tilleuls").exists()


@pytest.mark.parametrize("kind", ["xlsx", "csv"])
def test_the_players_of_one_club_become_those_of_another(
    club: Club, member: Client, kind: str
) -> None:
    anne, zoé, _émile = (
        find_or_add_player(club=club, name=name, now=NOW)
        for name in ("Anne Dupont", "Zoé Martin", "Émile Noël")
    )
    archive_player(player=anne, now=NOW)
    Player.objects.filter(pk=zoé.pk).update(shown=Player.Shown.INITIALS)
    file = member.get(reverse("tournaments:player-export", args=[kind])).content
    assert "Anne Dupont" in read_file(file).text
    assert "0 players are new." in bring_in(member, file, f"joueurs.{kind}")
    other = make_club("Les voisins")
    bring_in(member_of(other, "max"), file, f"joueurs.{kind}")
    assert names(other) == names(club)
    kept = {player.name: player for player in Player.objects.of_club(other)}
    assert kept["Anne Dupont"].archived_at
    assert not kept["Zoé Martin"].archived_at
    assert kept["Zoé Martin"].shown == Player.Shown.INITIALS
    assert kept["Émile Noël"].shown == Player.Shown.FULL


def test_who_is_anonymous_is_in_no_file(club: Club, member: Client) -> None:
    player = find_or_add_player(club=club, name="Anne Dupont", now=NOW)
    Player.objects.filter(pk=player.pk).update(shown=Player.Shown.ANONYMOUS)
    file = member.get(reverse("tournaments:player-export", args=["csv"])).content
    assert "Dupont" not in file.decode()


def test_a_name_that_may_be_somebodys_is_asked_about(club: Club, member: Client) -> None:
    find_or_add_player(club=club, name="Catherine Moreau", now=NOW)
    data = b"Nom\nCatherine Morau\nRose Petit"
    address = reverse(IMPORT)
    answer = member.post(address, {"text": "Nom\nCatherine Morau\nRose Petit"})
    assert "Is Catherine Morau the club’s Catherine Moreau?" in words_on(answer)
    assert "Choose one." in words_on(member.post(address, sent_again(answer, enter="1")))
    bring_in(member, data, **{"who-0": "club Catherine Moreau"})
    assert names(club) == ["Catherine Moreau", "Rose Petit"]


def test_columns_that_nobody_named_are_asked_about(club: Club, member: Client) -> None:
    address = reverse(IMPORT)
    answer = member.post(address, {"text": "DUPONT;Anne;06 12\nBENALI;Ali;06 13"})
    assert "No column is read as: Names" in words_on(answer)
    chosen = {"column-0": "last_1", "column-1": "first_1", "column-2": "ignored"}
    answer = member.post(address, sent_again(answer, **chosen))
    member.post(address, sent_again(answer, enter="1"))
    assert names(club) == ["Ali Benali", "Anne Dupont"]


def test_the_page_of_players_leads_there(club: Club, member: Client) -> None:
    assert reverse(IMPORT) in member.get(reverse("scorekeeper:player-list")).content.decode()
    assert visitor().get(reverse("tournaments:player-export", args=["csv"])).status_code != 200
    assert member.get(reverse("tournaments:player-export", args=["pdf"])).status_code == 404


@pytest.mark.parametrize("heading", ["Licence", "N° licence", "N° de licencié", "Numéro licenciée"])
def test_a_licence_number_is_kept_whatever_its_column_is_called(heading: str) -> None:
    (line,) = read_players(f"Nom;Prénom;{heading}\nDUPONT;Anne;0123456").lines
    assert (line.names, line.licence) == (("Anne Dupont",), "0123456")
