"""The first page of a new installation: the club's name, tonight, or a trial first."""

from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from scorekeeper.backups import erasures
from scorekeeper.clubs.services.accounts import create_first_organiser
from scorekeeper.clubs.services.clubs import begin_club
from scorekeeper.clubs.services.players import find_or_add_player
from scorekeeper.demo import fill_demo
from scorekeeper.models import Club, Evening, Game, Hand, Membership, Player
from scorekeeper.onboarding.services import NotATrialError, begin_trial, erase_trial
from tests.contest import make_contest, play_round
from tests.pages import member_of, text_of, visitor, words_on
from tests.table import NOW, make_club, make_game
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.models import Round, Tournament

pytestmark = pytest.mark.django_db

BEGIN, TRIAL, ERASE = "/begin/", "/trial/new/", "/trial/erase/"


@pytest.fixture
def first() -> Client:
    """Return the browser of the first organiser, in an installation of which nobody knows."""
    create_first_organiser(now=timezone.now())
    client = visitor()
    client.force_login(User.objects.get())
    return client


def the_club() -> Club:
    return Club.objects.get()


class TestTheFirstPage:
    def test_it_is_what_a_new_organiser_sees(self, first: Client) -> None:
        assert first.get("/").headers["location"] == BEGIN
        page = text_of(first.get(BEGIN))
        for asked in ("Name of the club", "An evening or a contest tonight?", "Try it first"):
            assert asked in page
        assert 'class="app-nav"' not in page

    @pytest.mark.parametrize(
        ("tonight", "leads_to"),
        [("evening", "/evenings/new/"), ("contest", "/contests/new/"), ("", "/"), ("tea", "/")],
    )
    def test_a_name_and_a_button_begin_the_club(
        self, first: Client, tonight: str, leads_to: str
    ) -> None:
        answer = first.post(BEGIN, {"name": " Les  Tilleuls ", "tonight": tonight})
        assert answer.headers["location"] == leads_to
        assert the_club().name == "Les Tilleuls"
        assert 'class="app-nav"' in text_of(first.get("/"))
        assert first.get(BEGIN).headers["location"] == "/"
        # Touched twice, the button leads where it led the first time.
        again = first.post(BEGIN, {"name": "Tilleuls", "tonight": tonight})
        assert again.headers["location"] == leads_to
        assert the_club().name == "Les Tilleuls"

    @pytest.mark.parametrize("name", ["", " ", "x" * 81])
    def test_a_club_needs_a_name_and_what_was_typed_stays(self, first: Client, name: str) -> None:
        page = first.post(BEGIN, {"name": name, "tonight": "evening"})
        assert "Something needs to be corrected" in text_of(page)
        assert f'value="{name}"' in text_of(page) or not name.strip()
        assert first.get("/").headers["location"] == BEGIN

    def test_whoever_began_otherwise_is_not_asked(self, first: Client) -> None:
        make_game(the_club())
        assert "Games being played" in text_of(first.get("/"))
        assert first.get(BEGIN).headers["location"] == "/"

    def test_nor_is_a_club_of_before(self) -> None:
        organiser = member_of(make_club())
        assert "Score a game" in text_of(organiser.get("/"))
        assert organiser.get(BEGIN).headers["location"] == "/"

    def test_a_name_given_on_the_account_page_begins_it_too(self, first: Client) -> None:
        names = {"name": "Zoé", "username": "zoe", "club_name": "Les Tilleuls"}
        first.post("/account/", {"part": "details", **names})
        assert "Score a game" in text_of(first.get("/"))

    def test_who_has_no_password_is_told_so(self, first: Client) -> None:
        first.post(BEGIN, {"name": "Les Tilleuls"})
        assert "Your account has no password yet." in words_on(first.get("/"))
        user = User.objects.get()
        user.set_password("atout pique et belote")
        user.save()
        first.force_login(user)
        assert "Your account has no password yet." not in words_on(first.get("/"))


class TestATrial:
    @pytest.mark.extensions
    def test_it_is_filled_and_says_so_on_every_page(self, first: Client) -> None:
        assert first.post(TRIAL).headers["location"] == "/"
        assert Game.objects.count() == 15
        for address in ("/", "/players/", "/evenings/", "/contests/", "/account/", "/help/"):
            assert "This is a trial." in words_on(first.get(address))

    @pytest.mark.extensions
    def test_a_contest_runs_in_it_with_a_board_and_a_log_that_holds(self, first: Client) -> None:
        first.post(TRIAL)
        contest = Tournament.objects.get()
        over, playing = contest.rounds.order_by("number")
        assert over.status == Round.Status.CLOSED
        assert playing.is_playing
        assert Hand.objects.filter(game__match__round=playing).count() >= 4
        assert verify_tournament(contest).is_whole
        board = visitor().get(reverse("tournaments:board", args=[contest.token]))
        assert "Demonstration contest" in words_on(board)
        assert "Demonstration contest" in words_on(first.get("/"))

    @pytest.mark.extensions
    def test_what_goes_is_said_first(self, first: Client) -> None:
        first.post(TRIAL)
        page = words_on(first.get(ERASE))
        for counted in ("32 players", "1 evening", "15 games with their hands"):
            assert counted in page
        assert Game.objects.count() == 15

    def test_erasing_it_leads_back_to_the_first_page(self, first: Client) -> None:
        first.post(TRIAL)
        club = the_club()
        play_round(make_contest(club, teams=5, hands=2, rounds=1))
        assert first.post(ERASE).headers["location"] == BEGIN
        assert first.get("/").headers["location"] == BEGIN
        assert first.post(ERASE).headers["location"] == BEGIN
        for model in (Game, Evening, Player, Tournament):
            assert not model._default_manager.exists()
        assert the_club() == club
        assert Membership.objects.get().user == User.objects.get()
        page = words_on(first.get(BEGIN))
        assert "The trial is erased." in page
        assert "This is a trial." not in page

    def test_what_it_showed_to_everybody_the_club_does_not(self, first: Client) -> None:
        first.post(TRIAL)
        first.post("/leaderboards/sharing/", {"opens_rankings": "on"})
        assert visitor().get(f"/clubs/{the_club().pk}/").status_code == 200
        Club.objects.update(shows_ratings=True)
        first.post(ERASE)
        assert not the_club().opens_rankings
        assert not the_club().shows_ratings

    def test_its_name_may_change_and_it_stays_a_trial(self, first: Client) -> None:
        first.post(TRIAL)
        names = {"name": "Zoé", "username": "zoe", "club_name": "Les Tilleuls"}
        first.post("/account/", {"part": "details", **names})
        assert "This is a trial." in words_on(first.get("/"))

    def test_another_club_of_the_same_computer_stays_whole(self, first: Client) -> None:
        other = make_club("Other")
        make_game(other)
        first.post(TRIAL)
        first.post(ERASE)
        assert Game.objects.get().club == other
        assert other.players.count() == 4

    @pytest.mark.extensions
    def test_strangers_and_other_clubs_reach_nothing(self, first: Client) -> None:
        first.post(TRIAL)
        other = member_of(make_club("Other"))
        assert "/accounts/login/" in visitor().post(ERASE).headers["location"]
        assert other.post(ERASE).status_code == 404
        assert Game.objects.count() == 15


class TestWhatIsMeantIsNeverErased:
    def test_a_club_that_began_has_nothing_to_erase(self, first: Client) -> None:
        first.post(BEGIN, {"name": "Les Tilleuls"})
        club = the_club()
        make_game(club)
        assert first.get(ERASE).status_code == 404
        assert first.post(ERASE).status_code == 404
        with pytest.raises(NotATrialError):
            erase_trial(club_id=club.pk)
        assert Game.objects.count() == 1

    def test_nor_does_one_with_a_player_become_a_trial(self, first: Client) -> None:
        find_or_add_player(club=the_club(), name="Anne", now=NOW)
        first.post(TRIAL)
        assert not Game.objects.exists()
        assert fill_demo(now=NOW, seed=1)
        assert not the_club().is_trial
        assert first.post(ERASE).status_code == 404

    def test_a_name_that_came_while_it_was_filled_makes_nothing_real(self, first: Client) -> None:
        """Filling takes a while: somebody may choose the other way meanwhile."""
        read_before = the_club()
        first.post(TRIAL)
        begin_club(club=read_before, name="Les Tilleuls")
        assert the_club().name == "Les Tilleuls"
        assert the_club().is_trial

    def test_a_trial_that_was_asked_for_first_fills_no_club_that_began(self, first: Client) -> None:
        first.post(BEGIN, {"name": "Les Tilleuls"})
        begin_trial(club_id=the_club().pk, now=NOW)
        first.post(TRIAL)
        assert not Player.objects.exists()

    def test_a_page_that_stayed_open_erases_nothing_later(self, first: Client) -> None:
        first.post(TRIAL)
        first.post(ERASE)
        first.post(BEGIN, {"name": "Les Tilleuls"})
        make_game(the_club())
        assert first.post(ERASE).status_code == 404
        assert Game.objects.count() == 1


def test_names_erased_in_a_trial_are_nobody_elses_later(
    first: Client, tmp_path: Path, settings: Settings
) -> None:
    """The list of names taken away names players by number and time: none is used again."""
    settings.DATA_DIR = tmp_path
    first.post(TRIAL)
    invented = Player.objects.order_by("pk").first()
    assert invented
    key = erasures.player_key(invented.pk, invented.created_at)
    first.post(ERASE)
    real = find_or_add_player(club=the_club(), name="Anne", now=timezone.now())
    assert erasures.player_key(real.pk, real.created_at) != key
    assert real.pk > invented.pk
