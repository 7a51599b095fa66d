"""Can the phones reach me? The first one that does turns the sign green; what else to look at."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.addresses import watch
from scorekeeper.models import Club
from scorekeeper.system.devices import connected_devices
from tests.contest import make_contest
from tests.pages import member_of, text_of, visitor, words_on
from tests.scorekeeper.system.conftest import HOME, OTHER
from tests.table import NOW

pytestmark = pytest.mark.django_db

PHONE = "192.168.1.77"
PAGE = "/computer/phones/"
YES = "Yes: phones reach this computer."


def comes(peer: str) -> None:
    visitor().get("/help/", REMOTE_ADDR=peer)


def asked(organiser: Client, page: str) -> str:
    """Return what the page that is open asks for next."""
    (address,) = re.findall(r'hx-get="(/computer/phones/[^"]+)"', page)
    return str(address).replace("&amp;", "&")


def test_the_first_phone_turns_the_sign_green(club: Club, found: list[str]) -> None:
    organiser = member_of(club)
    answer = organiser.get(PAGE)
    assert f"http://{HOME}:8000/" in words_on(answer)
    page = text_of(answer)
    assert "No phone has connected yet." in page
    again = asked(organiser, page)
    assert organiser.get(again).status_code == 204
    comes(PHONE)
    news = organiser.get(again)
    assert YES in words_on(news)
    assert "1 device so far" in words_on(news)
    again = asked(organiser, text_of(news))
    comes(PHONE)
    assert organiser.get(again).status_code == 204
    comes("192.168.1.78")
    assert "2 devices so far" in words_on(organiser.get(again))


@pytest.mark.parametrize(
    "peer", ["127.0.0.1", "::1", "127.9.9.9", HOME, f"::ffff:{HOME}", "::ffff:127.0.0.1", "", "x"]
)
def test_this_computer_itself_is_no_phone(club: Club, found: list[str], peer: str) -> None:
    comes(peer)
    assert YES not in words_on(member_of(club).get(PAGE))


@pytest.mark.parametrize("peer", [PHONE, f"::ffff:{PHONE}", "fe80::1%eth0", "10.0.0.3"])
def test_any_other_device_is_one(club: Club, found: list[str], peer: str) -> None:
    comes(peer)
    assert YES in words_on(member_of(club).get(PAGE))


def test_who_came_to_another_address_says_nothing_of_this_one(club: Club, found: list[str]) -> None:
    comes(PHONE)
    found[:] = [OTHER]
    watch.look()
    organiser = member_of(club)
    assert YES not in words_on(organiser.get(PAGE))
    # The computer's own former address is one of the hall's again.
    comes(HOME)
    assert YES in words_on(organiser.get(PAGE))


def test_after_a_minute_it_shows_what_may_be_in_the_way(club: Club, found: list[str]) -> None:
    organiser = member_of(club)
    again = asked(organiser, text_of(organiser.get(PAGE)))
    before = int((timezone.now() - timedelta(seconds=61)).timestamp())
    news = organiser.get(re.sub(r"since=\d+", f"since={before}", again))
    words = words_on(news)
    for cause in ("The computer asks first", "Not the same Wi-Fi", "A network for guests"):
        assert cause in words
    assert text_of(news).count('<svg class="picture"') == 3
    again = asked(organiser, text_of(news))
    assert organiser.get(again).status_code == 204
    comes(PHONE)
    assert "What may be wrong" not in words_on(organiser.get(again))
    assert f"since={before}" in again


@pytest.mark.parametrize("since", ["0", "99999999999999999", "-1", "²", ""])
def test_any_moment_in_the_address_is_borne(club: Club, found: list[str], since: str) -> None:
    assert member_of(club).get(PAGE, {"since": since}).status_code == 200


def test_without_network_there_is_nothing_to_scan(club: Club, found: list[str]) -> None:
    found.clear()
    watch.look()
    page = words_on(member_of(club).get(PAGE))
    assert "This computer is not on a network" in page
    assert "A hall without Wi-Fi" in page


def test_it_is_linked_where_the_codes_are(club: Club, found: list[str]) -> None:
    organiser = member_of(club)
    evening = club.evenings.create(name="Friday", date=NOW.date(), created_at=NOW)
    for address in ("/computer/", f"/evenings/{evening.pk}/code/", "/"):
        assert PAGE in text_of(organiser.get(address))


def test_only_where_start_serves_and_only_for_organisers(club: Club) -> None:
    assert member_of(club).get(PAGE).status_code == 404
    assert "/accounts/login/" in visitor().get(PAGE).headers["location"]
    comes(PHONE)
    assert connected_devices.count == 0


@pytest.mark.usefixtures("found")
def test_a_contest_leads_there_too(club: Club) -> None:
    contest = make_contest(club, teams=0)
    page = reverse("tournaments:tournament-detail", args=[contest.pk])
    organiser = member_of(club)
    link = f"{PAGE}?back={page}"
    assert f'href="{link}"' in text_of(organiser.get(page))
    for opened in (link, f"{link}&since=0"):
        assert f'href="{page}">Back<' in text_of(organiser.get(opened))
    assert ">Back<" not in text_of(organiser.get(f"{PAGE}?back=https://example.org/"))
