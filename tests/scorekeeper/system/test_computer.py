"""The computer in the hall: its address may change in mid-evening, and it must not fall asleep."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Self

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.addresses import ServerAddresses, phone_address, watch
from scorekeeper.backups import schedule
from scorekeeper.backups.problems import BackupError, BackupProblem
from scorekeeper.clubs.services.accounts import create_first_organiser
from scorekeeper.evenings.queries import STILL_PLAYING, is_somebody_playing
from scorekeeper.models import Club, Evening
from scorekeeper.server import stopping
from scorekeeper.server.keep_awake import Awake, Sleep
from tests.contest import make_contest, start_round
from tests.pages import member_of, text_of, visitor, words_on
from tests.scorekeeper.system.conftest import HOME, OTHER
from tests.table import NOW, make_game

THIRD = "10.0.0.3"


def addresses(now: str = HOME, before: str = "") -> ServerAddresses:
    return ServerAddresses(port=8000, now=now, before=before)


@pytest.mark.parametrize(
    ("was", "found", "now"),
    [
        pytest.param(addresses(), [HOME], addresses(), id="it stays"),
        pytest.param(addresses(), [OTHER, HOME], addresses(), id="one more network"),
        pytest.param(addresses(), [OTHER], addresses(OTHER, HOME), id="another address"),
        pytest.param(addresses(), [], addresses("", HOME), id="no network"),
        pytest.param(addresses("", HOME), [HOME], addresses(), id="the network is back"),
        pytest.param(addresses("", HOME), [OTHER], addresses(OTHER, HOME), id="back elsewhere"),
        pytest.param(addresses(OTHER, HOME), [THIRD], addresses(THIRD, HOME), id="once more"),
        pytest.param(addresses(OTHER, HOME), [OTHER, HOME], addresses(), id="the old one too"),
        pytest.param(addresses(""), [HOME], addresses(), id="the first network"),
    ],
)
def test_an_address_that_holds_no_more_is_noticed(
    was: ServerAddresses, found: list[str], now: ServerAddresses
) -> None:
    assert was.after(found) == now


def test_who_takes_over_leads_phones_here_until_it_has_the_known_address() -> None:
    dead = f"http://{HOME}:8000/"
    over = ServerAddresses(port=8000, now=OTHER, replaced=dead)
    assert over.old_address == dead
    assert over.mark
    assert over.after([OTHER]) == over
    assert over.after([OTHER, HOME]) == addresses()
    # The same computer by another door leads nobody who has the former one.
    assert ServerAddresses(port=8001, now=HOME, replaced=dead).after([HOME]).old_address == dead


def moves(found: list[str], *addresses: str) -> None:
    """Give the computer other addresses, and let it notice."""
    found[:] = addresses
    watch.look()


@pytest.mark.django_db
class TestAnotherAddress:
    def test_the_code_for_phones_leads_to_it_at_once(self, found: list[str]) -> None:
        assert phone_address("http", "localhost:8000", "/e/x/") == f"http://{HOME}:8000/e/x/"
        moves(found, OTHER)
        assert phone_address("http", "localhost:8000", "/e/x/") == f"http://{OTHER}:8000/e/x/"

    def test_every_page_of_an_organiser_says_so(self, club: Club, found: list[str]) -> None:
        organiser = member_of(club)
        assert "another address" not in text_of(organiser.get("/evenings/"))
        moves(found, OTHER)
        page = text_of(organiser.get("/evenings/"))
        assert f"This computer’s address has changed: http://{OTHER}:8000/" in page
        assert f"Phones that still show http://{HOME}:8000/" in page
        moves(found)
        assert "lost the network" in text_of(organiser.get("/evenings/"))
        moves(found, HOME)
        assert "message--warning" not in text_of(organiser.get("/evenings/"))

    def test_a_page_that_stays_open_is_told(self, club: Club, found: list[str]) -> None:
        organiser = member_of(club)
        assert organiser.get("/computer/moved/?known=").status_code == 204
        moves(found, OTHER)
        told = organiser.get("/computer/moved/?known=")
        assert f"http://{OTHER}:8000/" in text_of(told)
        assert organiser.get(f"/computer/moved/?known=@{OTHER}").status_code == 204
        moves(found, HOME)
        assert "message--warning" not in text_of(organiser.get(f"/computer/moved/?known=@{OTHER}"))

    def test_the_board_shows_the_new_code(self, club: Club, found: list[str]) -> None:
        tournament = make_contest(club, teams=4)
        address = reverse("tournaments:board", args=[tournament.token])
        board = visitor().get(address)
        version = board.context["board"]["version"]
        assert visitor().get(f"{address}?board={version}").status_code == 204
        moves(found, OTHER)
        news = visitor().get(f"{address}?board={version}")
        assert f"<strong>http://{OTHER}:8000/</strong>" in text_of(news)
        newer = news.context["board"]["version"]
        assert visitor().get(f"{address}?board={newer}").status_code == 204
        moves(found, HOME)
        assert "board__moved" not in text_of(visitor().get(f"{address}?board={newer}"))

    def test_strangers_and_phones_learn_nothing_of_the_computer(self, found: list[str]) -> None:
        moves(found, OTHER)
        assert OTHER not in text_of(visitor().get("/"))
        for address in ("/computer/", "/computer/moved/"):
            assert visitor().get(address).status_code == 302

    def test_its_page_shows_the_address_and_its_sleep(self, club: Club, found: list[str]) -> None:
        answer = member_of(club).get("/computer/")
        assert f"http://{HOME}:8000/" in words_on(answer)
        page = text_of(answer)
        assert 'class="qr__code"><svg' in page
        assert "It may go to sleep: nobody is playing" in page
        assert "/computer/" in text_of(member_of(club, "zoe").get("/"))

    def test_a_computer_without_network_says_so(self, club: Club, found: list[str]) -> None:
        contest = make_contest(club, teams=4)
        start_round(contest)
        evening = Evening.objects.create(
            club=club, name="Friday", date=timezone.localdate(NOW), created_at=NOW
        )
        pages = (
            "/computer/",
            "/account/helper/",
            f"/evenings/{evening.pk}/",
            f"/evenings/{evening.pk}/code/",
            f"/contests/{contest.pk}/",
            f"/contests/{contest.pk}/codes/",
            f"/contests/{contest.pk}/rounds/1/sheets/",
        )
        organiser, warning = member_of(club), "This computer is not on a network"
        for page in pages:
            assert warning not in words_on(organiser.get(page)), page
        moves(found)
        for page in pages:
            assert warning in words_on(organiser.get(page)), page


@pytest.mark.django_db
def test_a_server_that_start_does_not_run_has_no_such_page(club: Club) -> None:
    organiser = member_of(club)
    assert organiser.get("/computer/").status_code == 404
    assert "/computer/" not in text_of(organiser.get("/"))


@dataclass
class System:
    """A system that is asked to stay awake; `allows` says whether it does as asked."""

    allows: bool = True
    asked: list[str] = field(default_factory=list)

    @property
    def active(self) -> bool:
        return self.allows

    @contextmanager
    def keep(self) -> Iterator[Self]:
        self.asked.append("hold")
        yield self
        self.asked.append("let go")


def test_the_computer_is_held_awake_once_while_people_play() -> None:
    system, plays = System(), [True]
    awake = Awake(lambda: plays[0], system.keep)
    awake.look()
    awake.look()
    assert (awake.sleep, system.asked) == (Sleep.HELD_OFF, ["hold"])
    plays[0] = False
    awake.look()
    assert (awake.sleep, system.asked) == (Sleep.ALLOWED, ["hold", "let go"])
    awake.release()
    assert system.asked == ["hold", "let go"]


def test_a_system_that_refuses_is_asked_again_and_the_page_says_so() -> None:
    system = System(allows=False)
    awake, told = Awake(lambda: True, system.keep), []
    for system.allows in (False, True):
        awake.look()
        told.append(awake.sleep)
    assert told == [Sleep.NOT_HELD_OFF, Sleep.HELD_OFF]


@pytest.mark.django_db
class TestWhoPlays:
    def test_nobody_does_in_an_empty_club(self, club: Club) -> None:
        assert not is_somebody_playing(NOW)

    def test_an_evening_until_it_is_closed(self, club: Club) -> None:
        evening = Evening.objects.create(
            club=club, name="Friday", date=timezone.localdate(NOW), created_at=NOW
        )
        assert is_somebody_playing(NOW)
        assert is_somebody_playing(NOW + timedelta(hours=6))
        assert not is_somebody_playing(NOW + timedelta(days=3))
        evening.closed_at = NOW
        evening.save()
        assert not is_somebody_playing(NOW)

    def test_a_contest_on_its_day_until_it_is_finished(self, club: Club) -> None:
        tournament = make_contest(club, teams=4)
        on_its_day = NOW + timedelta(days=1)
        assert is_somebody_playing(on_its_day)
        assert not is_somebody_playing(NOW - timedelta(days=1))
        tournament.finished_at = on_its_day
        tournament.save()
        assert not is_somebody_playing(on_its_day)

    def test_a_single_table_while_it_writes(self, club: Club) -> None:
        make_game(club)
        assert is_somebody_playing(NOW)
        assert not is_somebody_playing(NOW + STILL_PLAYING + timedelta(minutes=1))


@pytest.mark.django_db
class TestStopping:
    STOP = "/computer/stop/"

    @pytest.fixture(autouse=True)
    def asked(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """Return what was done, in order; nothing of it to this process."""
        done: list[str] = []
        monkeypatch.setattr(schedule, "back_up_at_the_end", lambda: done.append("copied"))
        monkeypatch.setattr(stopping, "ask", lambda: done.append("stopped"))
        return done

    @pytest.fixture
    def first(self, club: Club) -> Client:
        client = visitor()
        create_first_organiser(now=NOW)
        client.force_login(User.objects.get(is_superuser=True))
        return client

    def test_the_last_copy_comes_first(
        self, first: Client, found: list[str], asked: list[str]
    ) -> None:
        assert self.STOP in text_of(first.get("/computer/"))
        page = first.post(self.STOP)
        assert asked == ["copied", "stopped"]
        assert "You can switch the computer off" in text_of(page)
        # The server is gone when it is read: the page asks for nothing.
        assert not re.search(r'(?:src|href)="(?!data:)', text_of(page))
        nonces = re.findall(r'<style nonce="([^"]+)"', text_of(page))
        assert f"'nonce-{nonces[0]}'" in page.headers["Content-Security-Policy"]

    def test_a_copy_that_fails_is_said(
        self, first: Client, found: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        problem = BackupError(BackupProblem.NO_CLUB)
        monkeypatch.setattr(schedule, "problem", lambda: problem)
        page = text_of(first.post(self.STOP))
        assert f"The last copy could not be made: {problem}" in page

    def test_only_the_first_organiser_and_only_by_a_button(
        self, club: Club, first: Client, found: list[str], asked: list[str]
    ) -> None:
        helper = member_of(club)
        assert self.STOP not in text_of(helper.get("/computer/"))
        assert helper.post(self.STOP).status_code == 404
        assert visitor().post(self.STOP).status_code == 302
        assert first.get(self.STOP).status_code == 405
        assert asked == []

    def test_nothing_to_stop_where_start_does_not_serve(
        self, first: Client, asked: list[str]
    ) -> None:
        assert first.post(self.STOP).status_code == 404
        assert asked == []
