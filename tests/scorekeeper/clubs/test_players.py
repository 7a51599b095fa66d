"""The players of a club."""

import pytest
from django.urls import reverse

from scorekeeper.clubs.forms import PlayerForm
from scorekeeper.clubs.queries import MOST_OFFERED, player_lines, player_names
from scorekeeper.clubs.services.players import archive_player, find_or_add_player
from scorekeeper.engine.hand import Seat
from scorekeeper.evenings.services import open_evening, set_attendance
from scorekeeper.models import Club, GameSeat, Player
from tests.pages import count_queries, member_of, text_of, visitor
from tests.table import NAMES, NOW, make_club, make_game

pytestmark = pytest.mark.django_db

LIST = "/players/"


@pytest.fixture
def club() -> Club:
    return make_club()


def add(club: Club, *names: str) -> list[Player]:
    return [find_or_add_player(club=club, name=name, now=NOW) for name in names]


def edit_page(player: Player, name: str = "edit") -> str:
    return reverse(f"scorekeeper:player-{name}", args=[player.pk])


def test_players_stand_in_the_order_of_the_alphabet(club: Club) -> None:
    add(club, "Zoé", "Émile", "anne", "Fanny", "Eve")
    names = [line.name for line in player_lines(club)]
    assert names == ["anne", "Émile", "Eve", "Fanny", "Zoé"]


def test_what_players_have_played(club: Club) -> None:
    add(club, "Zoé")
    make_game(club)
    make_game(club, names={**NAMES, Seat.A1: "Émile"})
    games = {line.name: line.game_count for line in player_lines(club)}
    assert games == {"Anne": 1, "Bruno": 2, "Chloé": 2, "David": 2, "Émile": 1, "Zoé": 0}
    last = {line.name: line.last_game_at for line in player_lines(club)}
    assert (last["Anne"], last["Zoé"]) == (NOW, None)


@pytest.mark.parametrize(
    ("search", "found"),
    [("emile", {"Émile Petit"}), ("É pet", {"Émile Petit"}), ("", {"Émile Petit", "Zoé"})],
)
def test_searching_without_accents(club: Club, search: str, found: set[str]) -> None:
    add(club, "Émile Petit", "Zoé")
    assert {line.name for line in player_lines(club, search=search)} == found


@pytest.mark.parametrize("sort", ["name", "-name", "game_count", "-last_game_at", "odd"])
def test_the_list_can_be_sorted(club: Club, sort: str) -> None:
    add(club, "Zoé", "Émile")
    make_game(club)
    assert "Émile" in text_of(member_of(club).get(LIST, {"sort": sort}))


def test_queries_do_not_grow_with_players(club: Club) -> None:
    client = member_of(club)
    add(club, "Zoé")
    few = count_queries(lambda: client.get(LIST))
    add(club, *[f"Player {number}" for number in range(60)])
    assert count_queries(lambda: client.get(LIST)) == few
    assert "Page 1 of 2" in text_of(client.get(LIST))


def test_adding_a_player(club: Club) -> None:
    client = member_of(club)
    answer = client.post(reverse("scorekeeper:player-new"), {"name": "  Jean  Paul "}, follow=True)
    assert "Jean Paul is on the list" in text_of(answer)
    assert Player.objects.of_club(club).get().name == "Jean Paul"


@pytest.mark.parametrize("name", ["", "   ", "x" * 81, "émile", "ÉMILE", " Émile"])
def test_names_that_cannot_be(club: Club, name: str) -> None:
    add(club, "Émile")
    form = member_of(club).post(reverse("scorekeeper:player-new"), {"name": name}).context["form"]
    assert "name" in form.errors
    assert form["name"].value() == name
    assert Player.objects.count() == 1


def test_the_error_says_who_has_the_name(club: Club) -> None:
    client = member_of(club)
    paul, zoe = add(club, "Paul", "Zoé")
    assert "“Paul” is already taken" in text_of(client.post(edit_page(zoe), {"name": "PAUL"}))
    archive_player(player=paul, now=NOW)
    assert "is an archived player" in text_of(client.post(edit_page(zoe), {"name": "paul"}))
    refused = text_of(client.post(edit_page(zoe), {"name": "Zita", "categories": "x" * 60}))
    assert '<span class="names">Zoé</span></h1>' in refused, (
        "the page is called as the player still is"
    )
    assert 'value="Zita"' in refused
    zoe.refresh_from_db()
    assert zoe.name == "Zoé"


def test_a_licence_that_somebody_got_meanwhile_is_said_and_the_name_stays(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    (zoe,) = add(club, "Zoé")

    def clean_licence(form: PlayerForm) -> str:
        Player.objects.create(club=club, name="Paul", licence="99A", created_at=NOW)
        return str(form.cleaned_data["licence"])

    monkeypatch.setattr(PlayerForm, "clean_licence", clean_licence)
    refused = text_of(member_of(club).post(edit_page(zoe), {"name": "Zita", "licence": "99A"}))
    assert refused.count("Paul already has the licence number 99A") == 2
    assert '<span class="names">Zoé</span></h1>' in refused, (
        "the page is called as the player still is"
    )
    zoe.refresh_from_db()
    assert (zoe.name, zoe.licence) == ("Zoé", "")


def test_renaming_leaves_played_games_alone(club: Club) -> None:
    make_game(club)
    anne = Player.objects.get(name="Anne")
    member_of(club).post(edit_page(anne), {"name": "Anne-Marie"})
    anne.refresh_from_db()
    assert anne.name == "Anne-Marie"
    assert GameSeat.objects.get(player=anne).name == "Anne"


def test_changing_only_the_capitals(club: Club) -> None:
    (anne,) = add(club, "anne")
    member_of(club).post(edit_page(anne), {"name": "Anne"})
    anne.refresh_from_db()
    assert anne.name == "Anne"


def test_archiving_can_be_undone(club: Club) -> None:
    client = member_of(club)
    (zoe,) = add(club, "Zoé")
    answer = client.post(edit_page(zoe, "archive"), follow=True)
    assert "Zoé is archived" in text_of(answer)
    assert edit_page(zoe, "restore") in text_of(answer)
    assert not player_lines(club)
    assert "Zoé" in text_of(client.get(LIST, {"list": "archived"}))
    assert "Archived player" in text_of(client.get(edit_page(zoe)))
    assert "Zoé is on the list again" in text_of(
        client.post(edit_page(zoe, "restore"), follow=True)
    )
    assert [line.name for line in player_lines(club)] == ["Zoé"]


@pytest.mark.parametrize("undo", ["", "x", "-1", "9" * 30, "²"])
def test_nothing_to_undo(club: Club, undo: str) -> None:
    assert "undo-toast" not in text_of(member_of(club).get(LIST, {"undo": undo}))


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({}, "No players yet"),
        ({"q": "nobody"}, "Nobody with that name"),
        ({"list": "archived"}, "Nobody is archived"),
    ],
)
def test_empty_lists_say_what_to_do(club: Club, query: dict[str, str], said: str) -> None:
    assert said in text_of(member_of(club).get(LIST, query))


@pytest.mark.parametrize("name", ["edit", "archive", "restore"])
def test_players_of_another_club_are_not_there(club: Club, name: str) -> None:
    (zoe,) = add(club, "Zoé")
    stranger = member_of(make_club("Other"), "stranger")
    assert stranger.post(edit_page(zoe, name), {"name": "Mine"}).status_code == 404
    assert "Zoé" not in text_of(stranger.get(LIST))
    zoe.refresh_from_db()
    assert (zoe.name, zoe.archived_at) == ("Zoé", None)


def test_visitors_are_asked_to_sign_in() -> None:
    assert visitor().get(LIST).headers["location"] == f"/accounts/login/?next={LIST}"


def test_names_to_choose_from(club: Club) -> None:
    add(club, "Anne", "Émile", "Zoé")
    evening = open_evening(
        club=club, name="Friday", date=NOW.date(), ruleset_key="classic", now=NOW
    )
    set_attendance(evening=evening, players=(), new_names=["Zoé"], now=NOW)
    assert player_names(club) == ["Anne", "Émile", "Zoé"]
    assert player_names(club, evening) == ["Zoé", "Anne", "Émile"]


@pytest.mark.parametrize(
    "name", ["Anne", "Le Goff, Yves", "team b, second player", "ÉMILE de La Fontaine", ",", "%_"]
)
def test_whoever_is_typed_again_is_no_second_player(club: Club, name: str) -> None:
    (one,) = add(club, name)
    add(club, "Another")
    for typed in (name, name.lower(), name.upper()):
        assert find_or_add_player(club=club, name=typed, now=NOW) == one


def test_names_that_fit_are_found_while_one_types(club: Club) -> None:
    client = member_of(club)
    add(club, "Émile Petit", "Émilie Grand", "Zoé")
    archive_player(player=add(club, "Émile Ancien")[0], now=NOW)
    answer = client.get(reverse("scorekeeper:player-names"), {"q": "emil"})
    assert answer.json() == {"names": ["Émilie Grand", "Émile Petit"]}
    answer = client.get(reverse("scorekeeper:player-names"), {"q": "petit É"})
    assert answer.json() == {"names": ["Émile Petit"]}


def test_of_a_large_club_a_form_offers_who_is_here_and_who_came_last(club: Club) -> None:
    evening = open_evening(
        club=club, name="Friday", date=NOW.date(), ruleset_key="classic", now=NOW
    )
    (first,) = add(club, "Zoé")
    names = [f"Player {number:03}" for number in range(MOST_OFFERED)]
    Player.objects.bulk_create(Player(club=club, name=name, created_at=NOW) for name in names)
    assert player_names(club) == names
    set_attendance(evening=evening, players=[first], new_names=(), now=NOW)
    assert player_names(club, evening) == ["Zoé", *names[:-1]]


def test_whoever_is_renamed_is_sorted_and_found_by_the_new_name(club: Club) -> None:
    anne, *_others = add(club, "Anne Zola", "Zoé Martin")
    member_of(club).post(edit_page(anne), {"name": "Anne Benoît"})
    assert [line.name for line in player_lines(club)] == ["Anne Benoît", "Zoé Martin"]
    assert [line.name for line in player_lines(club, search="benoit")] == ["Anne Benoît"]
    assert not player_lines(club, search="zola")


@pytest.mark.parametrize(
    ("sort", "names"),
    [
        ("-last_game_at", ["Anne", "Bruno", "Chloé", "David", "Ali", "Zoé"]),
        ("last_game_at", ["Ali", "Zoé", "Anne", "Bruno", "Chloé", "David"]),
        ("-game_count", ["Anne", "Bruno", "Chloé", "David", "Ali", "Zoé"]),
    ],
)
def test_who_never_played_comes_last_and_others_by_name(
    club: Club, sort: str, names: list[str]
) -> None:
    make_game(club)
    for name in ("Zoé", "Ali"):
        Player.objects.create(club=club, name=name, created_at=NOW)
    page = member_of(club).get(reverse("scorekeeper:player-list"), {"sort": sort})
    assert [row.record.name for row in page.context["table"].rows] == names
