"""Everybody asks to enter by a page; robots, floods and slips of the finger do no harm."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.models import Club, Player, RateLimit
from tests.contest import make_contest, start_round
from tests.pages import member_of, visitor, words_on
from tests.table import NOW, SCORER, make_club
from tests.tournaments.extensions.entry_requests.asking import announced, ask, send, states, titles
from tests.tournaments.people.named import everything_stored, forget, player
from tournaments.contests.services import finish_tournament
from tournaments.entries.services.entries import NewEntry, add_entries
from tournaments.extensions.club_export.services import forget_requests
from tournaments.extensions.entry_requests import services as requests
from tournaments.extensions.entry_requests.services import (
    accept_requests,
    close_contest,
    open_contest,
)
from tournaments.models import EntryRequest, PlayerPhone
from tournaments.visitors import COOKIE, hash_of

pytestmark = pytest.mark.django_db


def test_a_phone_asks_and_sees_where_it_stands(club: Club) -> None:
    opened, phone = announced(club), visitor()
    page = words_on(phone.get(f"/a/{opened.token}/"))
    for told in ("14:00", "Salle des fêtes", "10 €", "2 places left", "Boulangerie Martin"):
        assert told in page
    mine = send(opened, phone).headers["Location"]
    assert "Sent: the organiser confirms it" in words_on(phone.get(mine))
    # The announcement leads this phone, and no other, to its own page.
    assert mine in phone.get(f"/a/{opened.token}/").content.decode()
    assert mine not in visitor().get(f"/a/{opened.token}/").content.decode()
    assert "1 place left" in words_on(visitor().get(f"/a/{opened.token}/"))
    accept_requests(tournament_id=opened.tournament_id, numbers=[1], author=SCORER, now=NOW)
    assert "Say at the door: number 1." in words_on(phone.get(mine))


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ({}, ["Anne Petit", "Paul Grand"]),
        ({"with_whom": "alone", "name_2": ""}, ["Anne Petit"]),
        ({"with_whom": "later", "name_2": ""}, ["Anne Petit", "…"]),
    ],
    ids=["a pair", "looking for a partner", "the partner's name follows"],
)
def test_one_comes_as_one_can(club: Club, typed: dict[str, str], names: list[str]) -> None:
    opened = announced(club)
    send(opened, **typed)
    accept_requests(tournament_id=opened.tournament_id, numbers=[1], author=SCORER, now=NOW)
    assert opened.tournament.entries.get().names == names


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"name_1": ""}, "Write your name."),
        ({"name_2": ""}, "Write your partner’s name"),
        ({"with_whom": "alone"}, "A partner is named below"),
        ({"name_2": "anne petit"}, "That is the first player’s name."),
        ({"phone": "call me"}, "That is not a phone number."),
        ({"mail": "anne"}, "Write it like anne@example.org"),
        ({"consent": ""}, "Tick this"),
        ({"token": "x"}, "Please open the page again"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_lost(
    club: Club, typed: dict[str, str], told: str
) -> None:
    answer = send(announced(club), **typed)
    assert told in words_on(answer)
    assert "Paul Grand" in answer.content.decode() or "name_2" in typed
    assert not EntryRequest.objects.exists()


def test_a_form_sent_twice_counts_once(club: Club) -> None:
    opened = announced(club)
    token = "t" * 22
    assert send(opened, token=token).headers == send(opened, token=token).headers
    assert EntryRequest.objects.count() == 1


def test_robots_and_floods_are_stopped(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a hall as on a server: five from one address, then one in two minutes."""
    opened = announced(club)
    assert "Only robots fill this in" in words_on(send(opened, website="http://spam.example"))
    now = timezone.now()
    for _number in range(5):
        assert send(opened).status_code == 302
    assert "Many requests came from your connection" in words_on(send(opened))
    assert EntryRequest.objects.count() == 5
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(minutes=3))
    assert [send(opened).status_code for _number in range(2)] == [302, 200]
    assert send(opened, phone_at("192.0.2.9")).status_code == 302


def test_many_requests_of_few_close_the_form_to_nobody_else(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = announced(club)
    monkeypatch.setattr(requests, "MOST_UNCONFIRMED", 7)
    monkeypatch.setattr(requests, "MOST_OF_ALL", 9)
    now = timezone.now()
    for _number in range(5):
        send(opened)
    # Whoever goes on slowly is the one to be refused.
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(hours=1))
    taken = [send(opened).status_code for _number in range(3)]
    assert taken == [302, 302, 200]
    assert "Too many requests are waiting for the organiser" in words_on(send(opened))
    others = [send(opened, phone_at(f"192.0.2.{number}")) for number in range(3)]
    assert [other.status_code for other in others] == [302, 302, 200]
    assert "Too many requests are waiting for the organiser" in words_on(others[-1])
    assert EntryRequest.objects.count() == 9


@pytest.mark.parametrize("why", ["closed", "too many", "often"])
def test_what_is_refused_leaves_nothing(
    club: Club, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    """However many addresses it comes from."""
    opened = announced(club)
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    by: dict[str, Any] = {"tournament_id": opened.tournament_id, "author": SCORER, "now": NOW}
    addresses = [f"192.0.2.{number}" for number in range(9)]
    match why:
        case "closed":
            open_contest(takes_requests=False, shows_names=False, **by)
        case "too many":
            monkeypatch.setattr(requests, "MOST_OF_ALL", 0)
        case "often":
            assert [send(opened).status_code for _number in range(5)] == [302] * 5
            addresses = ["127.0.0.1"] * 9
    before = EntryRequest.objects.count(), list(RateLimit.objects.order_by("key").values())
    answers = [send(opened, phone_at(address)).status_code for address in addresses]
    assert answers == [200] * 9
    after = EntryRequest.objects.count(), list(RateLimit.objects.order_by("key").values())
    assert after == before


def phone_at(address: str) -> Client:
    return Client(headers={"accept-language": "en"}, REMOTE_ADDR=address)


def test_nobody_enters_by_the_page_before_it_is_open_or_once_it_has_begun(club: Club) -> None:
    opened = announced(club, places=None)
    contest = opened.tournament
    by: dict[str, Any] = {"tournament_id": contest.pk, "author": SCORER, "now": NOW}
    open_contest(takes_requests=False, shows_names=False, **by)
    assert "No more entries on this page" in words_on(send(opened))
    open_contest(takes_requests=True, shows_names=False, **by)
    add_entries(entries=[NewEntry(names=(f"P {n}", f"Q {n}")) for n in range(4)], **by)
    start_round(contest)
    assert "The contest has begun" in words_on(visitor().get(f"/a/{opened.token}/"))
    assert "No more entries on this page" in words_on(send(opened))
    close_contest(tournament=contest)
    assert visitor().get(f"/a/{opened.token}/").status_code == 404
    assert not EntryRequest.objects.exists()


def test_names_are_shown_only_where_the_organiser_wants_it_and_as_each_wants(club: Club) -> None:
    opened = announced(club)
    contest = opened.tournament
    ask(contest, "Anne Petit", "Paul Grand")
    by: dict[str, Any] = {"tournament_id": contest.pk, "author": SCORER, "now": NOW}
    accept_requests(numbers=[1], **by)
    assert "Paul Grand" not in words_on(visitor().get(f"/a/{opened.token}/"))
    Player.objects.filter(name="Anne Petit").update(shown=Player.Shown.INITIALS)
    open_contest(takes_requests=True, shows_names=True, **by)
    page = words_on(visitor().get(f"/a/{opened.token}/"))
    assert "Paul Grand" in page
    assert "Anne Petit" not in page


def test_names_of_the_club_are_offered_to_its_members_and_to_no_stranger(
    club: Club, member: Client
) -> None:
    opened = announced(club)
    add_entries(
        tournament_id=make_contest(club, teams=0).pk,
        entries=[NewEntry(names=("Rose Petit", "Ali"))],
        author=SCORER,
        now=NOW,
    )
    address = reverse("tournaments:request-new", args=[opened.token])
    phone, key = visitor(), "k" * 32
    phone.cookies[COOKIE] = key
    is_own = {"key_hash": hash_of(key), "asked_at": NOW, "confirmed_at": NOW}
    PlayerPhone.objects.create(club=club, player=player(club, "Ali"), **is_own)
    assert 'value="Ali"' in phone.get(address).content.decode()
    # More names are searched for by members alone.
    assert "data-more" not in phone.get(address).content.decode()
    assert "data-more" not in visitor().get(address).content.decode()
    assert "data-more" not in member_of(make_club("Other"), "other").get(address).content.decode()
    assert "data-more" in member.get(address).content.decode()
    assert "Rose Petit" in phone.get(address).content.decode()
    assert "Rose Petit" in member.get(address).content.decode()
    assert "Rose Petit" not in visitor().get(address).content.decode()


def test_how_to_reach_people_is_forgotten_and_the_order_kept(club: Club) -> None:
    contest = announced(club).tournament
    ask(contest, "Anne Petit", "Paul Grand", mail="anne@example.org")
    finish_tournament(tournament_id=contest.pk, author=SCORER, now=NOW)
    assert forget_requests(now=NOW + timedelta(weeks=3)) == 0
    assert forget_requests(now=NOW + timedelta(weeks=5)) == 1
    stored = everything_stored()
    for gone in ("Anne Petit", "anne@example.org", "0612345678"):
        assert gone not in stored
    assert contest.requests.get().asked_at == NOW
    assert states(contest) == ["asked"]


def test_who_is_forgotten_is_in_no_request_either(club: Club) -> None:
    contest = announced(club).tournament
    ask(contest, "Anne Petit", "Paul Grand", mail="anne@example.org")
    accept_requests(tournament_id=contest.pk, numbers=[1], author=SCORER, now=NOW)
    forget(player(club, "Anne Petit"))
    stored = everything_stored()
    assert "Anne Petit" not in stored
    assert "anne@example.org" not in stored
    assert "Paul Grand" in titles(contest)[0]
