"""The pages of a game, as a browser without scripts sees them."""

import re
from typing import Final

import pytest
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries

from scorekeeper.engine.hand import Seat, Side
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.games.services.games import reopen_game
from scorekeeper.games.views.page import content_of
from scorekeeper.models import Club, Game, GameEvent, Player
from scorekeeper.rules.queries import preset_choice
from tests.pages import words_on
from tests.sending import hand_data, new_game_data, send, url
from tests.table import NAMES, NOW, SCORER, make_club, make_game, takes, totals_of, write

OPENING: Final = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
"""What every browser asks for where a page is opened."""


class TestStartingAGame:
    @pytest.mark.parametrize(
        ("typed", "expected"),
        [
            pytest.param({}, GameFormat(hands=12), id="as the rules say"),
            pytest.param({"game_format": "501"}, GameFormat(target=501), id="501"),
            pytest.param({"game_format": "3x12"}, GameFormat(hands=12, games=3), id="3 x 12"),
            pytest.param(
                {"game_format": "other", "target": "750"}, GameFormat(target=750), id="to 750"
            ),
            pytest.param(
                {"game_format": "other", "hands": "10", "games": "5"},
                GameFormat(hands=10, games=5),
                id="5 x 10",
            ),
        ],
    )
    def test_formats(self, member: Client, typed: dict[str, str], expected: GameFormat) -> None:
        response = member.post(url("game-new"), new_game_data(**typed))
        game = Game.objects.get()
        assert response["Location"] == url("game-detail", game.pk)
        assert game.format == expected

    def test_new_names_become_players_and_known_ones_are_found(
        self, member: Client, club: Club
    ) -> None:
        Player.objects.create(club=club, name="Anne", created_at=NOW)
        member.post(url("game-new"), new_game_data(name_a1=" anne  "))
        assert sorted(Player.objects.values_list("name", flat=True)) == [
            "Anne",
            "Bruno",
            "Chloé",
            "David",
        ]

    @pytest.mark.parametrize(
        ("typed", "message"),
        [
            pytest.param({"name_b1": ""}, "Write a name", id="no name"),
            pytest.param({"name_b1": "ANNE"}, "already sits at this table", id="same person"),
            pytest.param({"game_format": "other"}, "points", id="no end"),
            pytest.param(
                {"game_format": "other", "target": "500", "hands": "12"}, "hands", id="two ends"
            ),
            pytest.param({"game_format": "other", "hands": "0"}, "from 1 to", id="no hands"),
            pytest.param({"game_format": "other", "hands": "x"}, "whole number", id="a letter"),
            pytest.param({"ruleset": "club-99"}, "valid choice", id="unknown rules"),
            pytest.param({"name_a2": "x" * 81}, "at most 80", id="a name too long"),
        ],
    )
    def test_bad_input_starts_nothing_and_loses_nothing(
        self, member: Client, typed: dict[str, str], message: str
    ) -> None:
        response = member.post(url("game-new"), new_game_data(**typed))
        assert message in words_on(response)
        assert 'value="David"' in response.content.decode()
        assert not Game.objects.exists()
        assert not Player.objects.exists()

    def test_again_fills_in_the_same_players(self, member: Client, game: Game) -> None:
        page = member.get(url("game-new"), {"again": game.pk}).content.decode()
        assert all(f'value="{name}"' in page for name in NAMES.values())

    def test_a_game_keeps_the_values_it_was_begun_under(self, game: Game) -> None:
        assert game.ruleset == preset_choice("contest").ruleset


class TestSheet:
    def test_a_litige_shows_what_is_held(self, member: Client, game: Game) -> None:
        write(game, takes(Seat.A1, 81), takes(Seat.A1, 81))
        page = words_on(member.get(url("game-detail", game.pk)))
        assert "162 points are held" in page

    def test_several_games_are_added(self, member: Client, club: Club) -> None:
        game = make_game(club, game_format=GameFormat(hands=2, games=2))
        hands = [takes(Seat.A1, 100), takes(Seat.A1, 81), takes(Seat.B1, 110), takes(Seat.B1, 120)]
        write(game, *hands)
        page = words_on(member.get(url("game-detail", game.pk)))
        assert "Game 1: Anne &amp; Chloé with 81 held points returned 181 143" in page
        assert "Game 2: Bruno &amp; David 94 230" in page
        assert "All games together 275 373" in page

    def test_hands_after_the_end_are_marked(self, member: Client, club: Club) -> None:
        game = make_game(club, rules="classic", game_format=GameFormat(target=200))
        write(game, takes(Seat.A1, 100), takes(Seat.A1, 100))
        reopen_game(game_id=game.pk, author=SCORER, now=NOW)
        data = hand_data(game, points_a="162", capot="A")
        member.post(url("hand-edit", game.pk, 1), data)
        page = words_on(member.get(url("game-detail", game.pk)))
        assert "after the end: not counted" in page

    def test_the_takers_win_when_both_reach_the_target(self, member: Client, club: Club) -> None:
        game = make_game(club, rules="classic", game_format=GameFormat(target=200))
        write(game, takes(Seat.A1, 40), takes(Seat.A1, 162), takes(Seat.A1, 90))
        assert totals_of(game) == (252, 234)
        game = make_game(club, rules="classic", game_format=GameFormat(target=162))
        write(game, takes(Seat.A1, 90), takes(Seat.B1, 85, belote=Side.A))
        page = words_on(member.get(url("game-detail", game.pk)))
        assert "Anne &amp; Chloé win 187 to 157." in page

    def test_queries_do_not_grow_with_the_hands(
        self, member: Client, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        short = make_game(club, game_format=GameFormat(hands=12, games=3))
        long = make_game(club, game_format=GameFormat(hands=12, games=3))
        write(short, takes(Seat.A1, 90))
        write(long, *[takes(Seat.B2, 110, belote=Side.A)] * 36)
        with django_assert_max_num_queries(8) as few:
            member.get(url("game-detail", short.pk))
        with django_assert_max_num_queries(len(few)):
            member.get(url("game-detail", long.pk))


class TestAccess:
    def test_strangers_do_not_learn_that_a_game_exists(self, stranger: Client, game: Game) -> None:
        for name in ("game-detail", "game-history", "game-edit", "game-stop", "game-rules"):
            assert stranger.get(url(name, game.pk)).status_code == 404
        assert stranger.post(url("hand-new", game.pk)).status_code == 404
        assert stranger.get(url("game-new")).status_code == 404

    def test_another_clubs_game_is_not_there(self, member: Client) -> None:
        other = make_game(make_club("Les Marronniers"))
        assert member.get(url("game-detail", other.pk)).status_code == 404

    def test_a_phone_with_the_tables_code_enters_hands_under_its_name(
        self, stranger: Client, game: Game
    ) -> None:
        join = url("game-join", game.token)
        assert "Anne &amp; Chloé" in words_on(stranger.get(join))
        stranger.post(join, {"name": "  Léa "})
        send(stranger, game, points_a="92")
        assert totals_of(game) == (92, 70)
        assert GameEvent.objects.get(kind="hand_recorded").author_name == "Léa"

    def test_a_phone_at_the_table_does_not_reopen_a_game(
        self, stranger: Client, club: Club
    ) -> None:
        game = make_game(club, game_format=GameFormat(hands=1))
        write(game, takes(Seat.A1, 100))
        stranger.post(url("game-join", game.token))
        assert stranger.post(url("game-reopen", game.pk)).status_code == 404
        assert "ask the organiser" in words_on(stranger.get(url("game-detail", game.pk)))

    def test_a_wrong_code_opens_nothing(self, stranger: Client, game: Game) -> None:
        assert stranger.get(url("game-join", "no-such-code")).status_code == 404


@pytest.mark.parametrize(
    ("rules", "styles"),
    [
        pytest.param("contest", ["app.css", "table.css"], id="points"),
        pytest.param("coinche_ffb", ["app.css", "table.css", "bids.css"], id="bids"),
    ],
)
def test_what_a_hand_is_typed_with_comes_inside_the_page_that_a_browser_opens(
    member: Client, club: Club, rules: str, styles: list[str]
) -> None:
    address = url("game-detail", make_game(club, rules=rules).pk)
    opened = member.get(address, headers={"accept": OPENING})
    page = opened.content.decode()
    assert 'rel="stylesheet"' not in page
    assert "first.js" not in page
    nonces = re.findall(r'<(?:style|script) nonce="([^"]+)"', page)
    assert len(nonces) == 3
    policy = opened["Content-Security-Policy"]
    assert [policy.count(f"'nonce-{nonce}'") for nonce in nonces] == [2, 2, 2]
    # The keys are not hidden until the first picture is there.
    assert re.search(r"</number-pad>\s*<script nonce=", page)
    assert all(content_of(f"scorekeeper/{name}") in page for name in [*styles, "first.js"])
    # The page's own script, which has them, takes the news alone.
    fetched = member.get(address, headers={"accept": "text/html"})
    news = fetched.content.decode()
    assert "nonce=" not in news
    assert "first.js" in news
    assert re.findall(r'"stylesheet" href="[^"]+/([^/"]+)"', news) == styles
    assert all("Accept" in answer["Vary"].split(", ") for answer in (opened, fetched))
