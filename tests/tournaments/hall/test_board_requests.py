"""Screens that follow the hall ask every few seconds: next to nothing while nothing changed."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.db import connection
from django.template import Template
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorekeeper.engine.hand import HandEntry, Seat
from scorekeeper.evenings.services import close_evening, replace_token
from scorekeeper.models import Club, Evening, Game, Membership
from tests.contest import games_of, make_contest, play, play_round, start_round, write_hand
from tests.pages import member_of, text_of, visitor
from tests.table import NOW, SCORER, make_club, make_game, takes, write
from tournaments.audit_log.log import touch_results
from tournaments.hall.queries.boards import board_version as version_of_board
from tournaments.models import Round, Tournament
from tournaments.rounds.services import draw_round

pytestmark = pytest.mark.django_db


@dataclass
class Screen:
    """A browser that follows a page: it asks what changed since the version it shows."""

    client: Client
    address: str
    version: Callable[[], str]
    queries: int

    def asks(self, known: str) -> str:
        return f"{self.address}?board={known}"


@pytest.fixture
def evening(club: Club) -> Evening:
    return Evening.objects.create(
        club=club, name="Friday", date=NOW.date(), ruleset_key="contest", created_at=NOW
    )


@pytest.fixture
def playing(club: Club) -> Round:
    return start_round(make_contest(club, teams=4, hands=2))


def contest_version(playing: Round) -> str:
    return Tournament.objects.get(pk=playing.tournament_id).state


def shown_version(client: Client, address: str) -> str:
    """Return the version that the page of a screen carries."""
    context = client.get(address).context
    (shown,) = (context[name] for name in ("board", "tonight", "play") if name in context)
    return str(shown["version"] if isinstance(shown, dict) else shown.version)


def follow(client: Client, address: str, queries: int) -> Screen:
    return Screen(client, address, lambda: shown_version(client, address), queries)


def projector(playing: Round) -> Screen:
    return follow(visitor(), reverse("tournaments:board", args=[playing.tournament.token]), 1)


def laptop(playing: Round) -> Screen:
    """Return the organiser's page of the tables: session, person, version."""
    address = reverse("tournaments:round-detail", args=[playing.tournament_id, playing.number])
    return follow(member_of(playing.tournament.club), address, 3)


def club_laptop(evening: Evening) -> Screen:
    address = reverse("scorekeeper:evening-detail", args=[evening.pk])
    return follow(member_of(evening.club), address, 3)


def phone(evening: Evening) -> Screen:
    """Return a phone that joined the evening by its code: session, version."""
    client = visitor()
    client.post(reverse("scorekeeper:evening-join", args=[evening.token]), {"name": "Anne"})
    return follow(client, reverse("scorekeeper:evening-detail", args=[evening.pk]), 2)


def says_nothing(screen: Screen, known: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Expect an empty answer for few queries, that writes nothing and renders no template."""
    with monkeypatch.context() as forbidden, CaptureQueriesContext(connection) as queries:
        forbidden.setattr(Template, "render", pytest.fail)
        answer = screen.client.get(screen.asks(known))
    assert (answer.status_code, answer.content) == (204, b"")
    assert not answer.cookies
    asked = [query["sql"] for query in queries]
    assert all(sql.startswith("SELECT") for sql in asked), asked
    assert len(asked) == screen.queries, asked


def news(screen: Screen, known: str) -> str:
    """Return what a screen is sent: a part of a page, not the whole."""
    answer = screen.client.get(screen.asks(known))
    assert answer.status_code == 200
    assert b"<html" not in answer.content
    return text_of(answer)


@pytest.mark.parametrize("screen_of", [projector, laptop])
def test_a_contest_that_stands_still_is_told_in_few_queries(
    playing: Round, monkeypatch: pytest.MonkeyPatch, screen_of: Callable[[Round], Screen]
) -> None:
    screen = screen_of(playing)
    says_nothing(screen, screen.version(), monkeypatch)


@pytest.mark.parametrize("screen_of", [club_laptop, phone])
@pytest.mark.parametrize("games", [0, 3])
def test_an_evening_that_stands_still_is_told_in_few_queries(
    evening: Evening,
    monkeypatch: pytest.MonkeyPatch,
    screen_of: Callable[[Evening], Screen],
    games: int,
) -> None:
    for number in range(games):
        make_game(evening.club, evening=evening, table_number=number + 1)
    screen = screen_of(evening)
    says_nothing(screen, screen.version(), monkeypatch)


def test_a_hand_is_on_the_organisers_page_at_the_next_request(playing: Round) -> None:
    screen = laptop(playing)
    known = screen.version()
    write_hand(games_of(playing)[0].game, HandEntry(taker=Seat.A1, card_points=101))
    shown = news(screen, known)
    assert ">101<" in shown
    assert ">61<" in shown
    assert contest_version(playing) in shown


@pytest.mark.parametrize("screen_of", [club_laptop, phone])
def test_a_hand_is_on_the_evenings_board_at_the_next_request(
    evening: Evening, screen_of: Callable[[Evening], Screen]
) -> None:
    game = make_game(evening.club, evening=evening)
    screen = screen_of(evening)
    known = screen.version()
    write(game, takes(Seat.A1, 101))
    shown = news(screen, known)
    assert ">101<" in shown
    assert ">61<" in shown


def test_a_finished_table_is_on_the_board_at_the_next_request(playing: Round) -> None:
    screen = projector(playing)
    known = screen.version()
    play(games_of(playing)[0])
    assert "1 of 2 tables have finished" in news(screen, known)


def test_the_board_reads_each_line_of_the_log_once(
    playing: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = projector(playing)
    known = screen.version()
    write_hand(games_of(playing)[0].game, HandEntry(taker=Seat.A1, card_points=101))
    answer = screen.client.get(screen.asks(known))
    assert answer.status_code == 204
    since = answer.headers["Board-Version"]
    assert since != known
    assert since == version_of_board(Tournament.objects.get(pk=playing.tournament_id))
    says_nothing(screen, since, monkeypatch)


def test_a_name_hidden_from_now_on_is_news_though_no_log_tells_it(playing: Round) -> None:
    screen = projector(playing)
    known = screen.version()
    touch_results(playing.tournament)
    assert screen.client.get(screen.asks(known)).status_code == 200


def test_an_evening_that_was_closed_is_news(evening: Evening) -> None:
    screen = phone(evening)
    known = screen.version()
    close_evening(evening=evening, now=NOW)
    assert screen.client.get(screen.asks(known)).status_code == 200


def test_strangers_learn_no_version(playing: Round, evening: Evening) -> None:
    screens = (laptop(playing), other_laptop(evening))
    others = make_club("Others")
    strangers = (visitor(), member_of(others, "other"))
    for screen in screens:
        known = screen.version()
        for stranger in strangers:
            assert stranger.get(screen.asks(known)).status_code in {302, 404}


def other_laptop(evening: Evening) -> Screen:
    address = reverse("scorekeeper:evening-detail", args=[evening.pk])
    return follow(member_of(evening.club, "anne"), address, 3)


def test_nobody_follows_a_club_without_members(playing: Round) -> None:
    screen = laptop(playing)
    known = screen.version()
    Membership.objects.all().delete()
    for client in (screen.client, visitor()):
        assert client.get(screen.asks(known)).status_code in {302, 404}


def test_a_phone_with_an_old_code_learns_nothing(evening: Evening) -> None:
    screen = phone(evening)
    known = screen.version()
    replace_token(evening=evening)
    assert screen.client.get(screen.asks(known)).status_code == 404


def test_a_round_that_is_only_drawn_is_shown_as_a_draw(club: Club) -> None:
    tournament = make_contest(club, teams=4)
    drawn = draw_round(tournament_id=tournament.pk, author=SCORER, now=NOW)
    screen = laptop(drawn)
    assert screen.client.get(screen.asks(contest_version(drawn))).status_code == 302


@pytest.mark.parametrize("teams", [4, 24])
def test_nothing_more_is_asked_for_many_tables(
    club: Club, monkeypatch: pytest.MonkeyPatch, teams: int
) -> None:
    tournament = make_contest(club, teams=teams, hands=2)
    play_round(tournament)
    playing = start_round(tournament)
    for screen in (projector(playing), laptop(playing)):
        says_nothing(screen, screen.version(), monkeypatch)


def test_every_table_of_the_evening_counts(evening: Evening) -> None:
    games: list[Game] = [make_game(evening.club, evening=evening) for _ in range(3)]
    screen = phone(evening)
    for game in games:
        known = screen.version()
        write(game, takes(Seat.A1, 92))
        assert screen.client.get(screen.asks(known)).status_code == 200
