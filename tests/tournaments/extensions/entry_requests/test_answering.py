"""The organiser confirms and refuses; who waits moves up by itself, in the order of asking."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from scorekeeper.clubs.services import accounts
from scorekeeper.models import Club
from tests.contest import make_contest, start_round
from tests.pages import visitor, words_on
from tests.table import NOW, SCORER, make_club
from tests.tournaments.extensions.entry_requests.asking import announced, ask, say, states, titles
from tournaments.audit_log.queries.documents import document_of
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.audit_log.services import import_tournament
from tournaments.cash.book import What
from tournaments.entries.services.entries import (
    NewEntry,
    add_entries,
    change_entry,
    join_entries,
    remove_entry,
)
from tournaments.extensions.entry_requests import services as requests
from tournaments.extensions.entry_requests.queries import request_page
from tournaments.extensions.entry_requests.services import (
    Notice,
    accept_requests,
    move_up_everywhere,
    refuse_requests,
    withdraw_request,
)
from tournaments.extensions.till.services import NewLine, write_line
from tournaments.models import EntryRequest, Tournament

pytestmark = pytest.mark.django_db

TEAMS = (("Anne", "Paul"), ("Rose", "Ali"), ("Zoé", "Max"), ("Luc", "Ève"))
WAITING, ENTERED, ASKED = "waiting", "entered", "asked"


@pytest.fixture
def full(club: Club) -> Tournament:
    """Return a contest of two places for which four teams ask, all confirmed."""
    contest = announced(club).tournament
    for names in TEAMS:
        ask(contest, *names)
    accept(contest, 1, 2, 3, 4)
    return contest


def accept(contest: Tournament, *numbers: int) -> None:
    accept_requests(tournament_id=contest.pk, numbers=numbers, author=SCORER, now=NOW)


def act(member: Client, contest: Tournament, what: str) -> str:
    address = f"/contests/{contest.pk}/requests/"
    return words_on(member.post(address, {"act": what}, follow=True))


def test_one_tap_each_and_all_at_once(club: Club, member: Client) -> None:
    contest = announced(club, places=3).tournament
    for names in (*TEAMS, ("Anne", "Hugo")):
        ask(contest, *names)
    assert "1 request is entered." in act(member, contest, "accept:2")
    # Anne stands in two requests: she is asked about, the others are confirmed at once.
    told = act(member, contest, "accept:all")
    assert "2 requests are entered." in told
    assert "Anne is in another request too." in told
    assert states(contest) == [ASKED, ENTERED, ENTERED, ENTERED, ASKED]
    assert "Request 1 is refused." in act(member, contest, "refuse:1")
    assert "1 is on the waiting list" in act(member, contest, "accept:5")
    act(member, contest, "back:1")
    assert states(contest) == [ASKED, ENTERED, ENTERED, ENTERED, WAITING]
    assert verify_tournament(contest).is_whole


def test_who_waits_moves_up_however_a_place_comes_free(full: Tournament) -> None:
    assert states(full) == [ENTERED, ENTERED, WAITING, WAITING]
    withdraw_request(request_id=full.requests.get(number=2).pk, now=NOW)
    assert titles(full) == ["Anne & Paul", "Zoé & Max"]
    # The organiser removes somebody in the list of entries: found by what is done regularly.
    remove_entry(tournament_id=full.pk, number=1, author=SCORER, now=NOW)
    assert move_up_everywhere(now=NOW) == 1
    assert move_up_everywhere(now=NOW) == 0
    assert titles(full) == ["Zoé & Max", "Luc & Ève"]
    assert verify_tournament(Tournament.objects.get(pk=full.pk)).is_whole


def test_more_places_let_them_in_and_paper_keeps_the_order(
    full: Tournament, member: Client
) -> None:
    page = request_page(full)
    assert [(line["place"], line["title"]) for line in page["waiting"]] == [
        (1, "Zoé & Max"),
        (2, "Luc & Ève"),
    ]
    own = full.requests.get(number=4)
    assert "1 is ahead of you." in words_on(visitor().get(f"/r/{own.token}/"))
    say(full, places=3, now=NOW + timedelta(days=1))
    assert states(full) == [ENTERED, ENTERED, ENTERED, WAITING]
    assert "You are next." in words_on(visitor().get(f"/r/{own.token}/"))
    listed = words_on(member.get(f"/contests/{full.pk}/requests/"))
    assert "entered from the waiting list 21 Nov." in listed


def test_somebody_entered_at_the_door_meanwhile_is_asked_about(full: Tournament) -> None:
    remove_entry(tournament_id=full.pk, number=1, author=SCORER, now=NOW)
    walked_in = [NewEntry(names=("Zoé", "Gaston"))]
    add_entries(tournament_id=full.pk, entries=walked_in, author=SCORER, now=NOW)
    say(full, places=3)
    assert states(full) == [ENTERED, ENTERED, ASKED, ENTERED]
    (line,) = request_page(full)["asked"]
    assert line["warnings"] == ("Zoé is already entered: number 3.",)


def test_names_are_put_right_and_a_withdrawal_leaves_the_partner(club: Club) -> None:
    contest = announced(club).tournament
    one, other = ask(contest, "Ane"), ask(contest, "Rose")
    accept(contest, 1, 2)
    phone = visitor()
    put_right: dict[str, Any] = {"name_1": "Anne", "with_whom": "alone"}
    assert phone.post(f"/r/{one.token}/", put_right).status_code == 302
    assert titles(contest) == ["Anne", "Rose"]
    taken = phone.post(f"/r/{one.token}/", {"name_1": "Rose", "with_whom": "alone"})
    assert "Somebody of that name is already entered" in words_on(taken)
    join_entries(tournament_id=contest.pk, one=1, other=2, author=SCORER, now=NOW)
    assert "number 1." in words_on(phone.get(f"/r/{other.token}/"))
    phone.post(f"/r/{other.token}/withdraw/")
    assert titles(contest) == ["Anne"]
    # A part is enough: nobody leaves money behind under a number that is gone.
    part = NewLine(what=What.PAYMENT, cents=300, entry=1)
    write_line(tournament_id=contest.pk, line=part, author=SCORER, now=NOW)
    told = phone.post(f"/r/{one.token}/withdraw/", follow=True)
    assert "You have paid, or are already here: ask the organiser." in words_on(told)
    assert verify_tournament(Tournament.objects.get(pk=contest.pk)).is_whole


def test_mails_tell_what_became_of_it_and_nothing_that_was_typed(
    club: Club,
    settings: Settings,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    settings.PUBLIC_URL, settings.SENDS_MAIL = "https://belote.example", True
    accounts.by_mail_address.clear()
    contest = announced(club, places=1).tournament
    asked = [ask(contest, *names, mail=f"{names[0]}@example.org") for names in TEAMS[:3]]
    with django_capture_on_commit_callbacks(execute=True):
        accept(contest, 1, 2)
        refuse_requests(tournament_id=contest.pk, numbers=[3], now=NOW)
        withdraw_request(request_id=asked[0].pk, now=NOW)
    accounts.wait_for_mails()
    told = [(one.to[0], one.subject) for one in mail.outbox]
    assert told == [
        ("Anne@example.org", "You are entered"),
        ("Rose@example.org", "You are on the waiting list"),
        ("Zoé@example.org", "Your request to enter"),
        ("Rose@example.org", "A place has become free: you are entered"),
    ]
    assert f"https://belote.example/r/{asked[0].token}/" in str(mail.outbox[0].body)
    assert not any("Anne" in str(one.body) for one in mail.outbox)


def test_what_is_said_is_logged_and_documents_of_before_stay_as_they_are(club: Club) -> None:
    plain = make_contest(club, teams=2)
    settings = document_of(plain)["tournament"]
    assert not {"announcement", "sponsors"} & settings.keys()
    contest = announced(club).tournament
    contest.refresh_from_db()
    whole = document_of(contest)
    brought = import_tournament(document=whole, club=make_club("Voisins"), now=NOW)
    assert document_of(brought) == whole
    document = whole["tournament"]
    assert document["announcement"] == {"hour": "14:00", "place": "Salle des fêtes", "places": 2}
    assert document["sponsors"][0] == {"name": "Boulangerie Martin", "words": "rue Haute"}
    assert verify_tournament(contest).is_whole


def test_a_name_put_right_at_the_door_is_still_who_asked(club: Club) -> None:
    contest = announced(club).tournament
    asked = ask(contest, "Ane", "Paul")
    accept(contest, 1)
    by: dict[str, Any] = {"tournament_id": contest.pk, "author": SCORER, "now": NOW}
    change_entry(number=1, changed=NewEntry(names=("Anne", "Paul")), **by)
    phone = visitor()
    assert 'value="Anne"' in phone.get(f"/r/{asked.token}/").content.decode()
    sent: dict[str, Any] = {"name_1": "Anna", "with_whom": "pair", "name_2": "Paul"}
    phone.post(f"/r/{asked.token}/", sent)
    assert titles(contest) == ["Anna & Paul"]
    change_entry(number=1, changed=NewEntry(names=("Anne", "Paul")), **by)
    phone.post(f"/r/{asked.token}/withdraw/")
    assert titles(contest) == []


def test_whose_partner_follows_never_reaches_another_s_entry(club: Club) -> None:
    contest = announced(club).tournament
    asked = ask(contest, "Anne", "…")
    ask(contest, "Zoé", "…")
    # That both wait for a partner's name is no reason to ask.
    assert len(request_page(contest)["clear"]) == 2
    accept(contest, 1, 2)
    remove_entry(tournament_id=contest.pk, number=1, author=SCORER, now=NOW)
    assert "No longer entered" in words_on(visitor().get(f"/r/{asked.token}/"))
    visitor().post(f"/r/{asked.token}/withdraw/")
    assert contest.entries.get().names == ["Zoé", "…"]


def test_a_part_paid_is_settled_in_person(club: Club) -> None:
    contest = announced(club).tournament
    asked = ask(contest, "Anne", "Paul")
    accept(contest, 1)
    part = NewLine(what=What.PAYMENT, cents=500, entry=1)
    write_line(tournament_id=contest.pk, line=part, author=SCORER, now=NOW)
    told = visitor().post(f"/r/{asked.token}/withdraw/", follow=True)
    assert "You have paid, or are already here: ask the organiser." in words_on(told)
    assert titles(contest) == ["Anne & Paul"]


def test_who_waits_is_told_when_another_is_confirmed_and_left_alone_once_it_has_begun(
    full: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[int, Notice]] = []

    def tell(asked: Iterable[EntryRequest], notice: Notice = Notice.ENTERED) -> None:
        told.extend((one.number, notice) for one in asked)

    monkeypatch.setattr(requests, "notify_on_commit", tell)
    ask(full, "Eva", "Tom")
    remove_entry(tournament_id=full.pk, number=1, author=SCORER, now=NOW)
    accept(full, 5)
    assert told == [(3, Notice.MOVED_UP), (5, Notice.WAITS)]
    ask(full, "Jo", "Kim")
    start_round(full)
    say(full, places=9)
    accept(full, 6)
    assert states(full)[3:] == [WAITING, WAITING, ENTERED]
