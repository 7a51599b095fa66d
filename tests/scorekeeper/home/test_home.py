"""The first page, for members, for phones at a table, and for strangers."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper import __version__
from scorekeeper.engine.hand import Seat
from scorekeeper.evenings.services import close_evening, open_evening
from scorekeeper.games.services.games import stop_game
from scorekeeper.home.samples import samples
from scorekeeper.models import Club, Game
from tests.pages import count_queries, member_of, text_of, visitor
from tests.table import NOW, SCORER, make_club, make_game, takes, write

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club()


def test_a_new_club_sees_what_to_do(club: Club) -> None:
    text = text_of(member_of(club).get("/"))
    for shown in ("Score a game", "Club evening", "Enter a slip", "No game has been written"):
        assert shown in text


def test_a_club_whose_games_were_all_in_contests_is_not_new(club: Club) -> None:
    game = make_game(club)
    Game.objects.filter(pk=game.pk).update(is_contest=True)
    assert "No game has been written" not in text_of(member_of(club).get("/"))


def test_the_club_at_a_glance(club: Club) -> None:
    evening = open_evening(
        club=club,
        name="Friday night",
        date=timezone.localdate(),
        ruleset_key="classic",
        now=timezone.now(),
    )
    write(make_game(club, evening=evening, table_number=2), takes(Seat.A1, 92))
    over = make_game(club, evening=evening, table_number=7)
    write(over, takes(Seat.B1, 100))
    stop_game(game_id=over.pk, reason="", author=SCORER, now=NOW)
    make_game(make_club("Other"), table_number=99)
    text = text_of(member_of(club).get("/"))
    for shown in ("Friday night", "4 players here", "2 games", "Table 2", "92", "70", "Table 7"):
        assert shown in text
    assert f"/games/new/?evening={evening.pk}" in text
    assert "Club evening" not in text
    assert "Table 99" not in text


def test_queries_do_not_grow_with_games(club: Club) -> None:
    client = member_of(club)
    stop_game(game_id=make_game(club).pk, reason="", author=SCORER, now=NOW)
    make_game(club)
    few = count_queries(lambda: client.get("/"))
    for _ in range(4):
        stop_game(game_id=make_game(club).pk, reason="", author=SCORER, now=NOW)
        make_game(club)
    assert count_queries(lambda: client.get("/")) == few


def test_strangers_read_what_this_is(club: Club) -> None:
    make_game(club)
    text = text_of(visitor().get("/"))
    for shown in ("Sign in", "At a table?", "/rules/classic/", "/rules/contest/"):
        assert shown in text
    assert "Anne" not in text


def test_the_browser_chooses_the_language() -> None:
    assert '<html lang="fr"' in text_of(Client().get("/"))
    assert '<html lang="en"' in text_of(visitor().get("/"))


def test_every_page_tells_the_version(club: Club) -> None:
    for client in (visitor(), member_of(club)):
        for path in ("/", "/help/", "/nothing/here/"):
            assert f"Belote {__version__}" in text_of(client.get(path))


@pytest.mark.parametrize("path", ["/help/", "/sign-in/used-before/"])
def test_whoever_double_clicks_is_told_of_no_terminal_to_get_in(
    club: Club, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """A built program has none; in all others the commands are typed."""
    commands = "manage.py (?:start|sign_in)"
    typed = text_of(visitor().get(path))
    assert re.search(commands, typed)
    assert "ouble-click" not in typed
    monkeypatch.setattr("scorekeeper.context.IS_BUILT", True)
    built = text_of(visitor().get(path))
    assert "ouble-click “belote” again" in built
    assert not re.search(commands, built)


def test_the_help_is_there_for_everybody(club: Club) -> None:
    assert visitor().get("/help/").status_code == 200
    assert member_of(club).get("/help/").status_code == 200


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_help_has_pictures_in_the_reader_s_language(language: str) -> None:
    page = text_of(Client(headers={"accept-language": language}).get("/help/"))
    pictures = re.findall(r'src="[^"]*(scorekeeper/help/[^"]+)" alt="([^"]+)"', page)
    assert len(pictures) == len(set(pictures)) >= 10
    assert {path.split("/")[2] for path, _alt in pictures} == {language}
    assert all(finders.find(path) for path, _alt in pictures)


def test_a_phone_finds_its_table_again(club: Club) -> None:
    evening = open_evening(
        club=club, name="Friday", date=NOW.date(), ruleset_key="classic", now=NOW
    )
    game = make_game(club, table_number=5)
    phone = visitor()
    phone.post(reverse("scorekeeper:evening-join", args=[evening.token]))
    phone.post(reverse("scorekeeper:game-join", args=[game.token]))
    text = text_of(phone.get("/"))
    for shown in ("Back to your table", "Friday", "Table 5"):
        assert shown in text
    table = text_of(phone.get(reverse("scorekeeper:game-detail", args=[game.pk])))
    assert f'brand__name">{club}<' in table
    close_evening(evening=evening, now=NOW + timedelta(hours=3))
    assert "Friday" not in text_of(phone.get("/"))


def test_an_account_without_a_club(club: Club) -> None:
    client = visitor()
    client.force_login(User.objects.create_user("lost"))
    assert "belongs to no club" in text_of(client.get("/"))
    assert client.get("/games/").status_code == 404


def test_a_form_that_is_too_old_is_explained() -> None:
    client = Client(enforce_csrf_checks=True, headers={"accept-language": "en"})
    answer = client.post("/e/unknown/")
    assert answer.status_code == 403
    assert "Please send this again" in text_of(answer)


def test_too_many_wrong_passwords_are_explained() -> None:
    client, wrong = visitor(), {"username": "elise", "password": "wrong"}
    answers = [client.post("/accounts/login/", wrong) for _ in range(11)]
    assert answers[-1].status_code == 429
    assert "Too many attempts" in text_of(answers[-1])


def test_the_menu_leads_to_all_parts_the_first_five_on_a_phone_too(club: Club) -> None:
    menu = (
        text_of(member_of(club).get("/"))
        .partition('<nav class="app-nav"')[2]
        .partition("</nav>")[0]
    )
    assert re.findall(r"<span>(\w+)</span>", menu) == [
        *("Home", "Contests", "Evenings", "Rankings", "Players", "Rules")
    ]
    assert re.findall(r'href="([^"]+)"', menu) == [
        *("/", "/contests/", "/evenings/", "/leaderboards/", "/players/", "/rules/")
    ]
    assert menu.partition("on-wide-screens")[2].count("<li") == 0


def test_the_style_guide_is_made_of_what_pages_are_made_of() -> None:
    request = visitor().get("/").wsgi_request
    page = render_to_string("home/styleguide.html", samples(), request)
    assert page.count("Marie-Françoise") > 5
