"""Screens ask every few seconds: what is new is told at once, and to nobody whom it may not be."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Value
from django.db.models.functions import Concat
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scorekeeper.addresses import watch
from scorekeeper.models import Club, Membership
from tests.contest import games_of, make_contest, play, start_round
from tests.pages import member_of, visitor
from tournaments.models import Match, Round, TableCode, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def playing(club: Club) -> Round:
    return start_round(make_contest(club, teams=4, hands=2))


def tables_of(playing: Round) -> str:
    address = reverse("tournaments:round-detail", args=[playing.tournament_id, playing.number])
    version = Tournament.objects.get(pk=playing.tournament_id).state
    return f"{address}?board={version}"


def asked_by(client: Client, address: str, **headers: str) -> tuple[int, list[str]]:
    """Return the status of an answer and the queries it took."""
    with CaptureQueriesContext(connection) as queries:
        status = client.get(address, headers=headers or None).status_code
    return status, [query["sql"] for query in queries]


def seen_sheet(playing: Round) -> tuple[Match, Client, dict[str, str]]:
    """Return a table, a phone that has seen its sheet, and how it asks for another."""
    match = games_of(playing)[0]
    code = TableCode.objects.get(tournament=playing.tournament_id, number=match.table_number or 0)
    phone = Client(headers={"authorization": f"Bearer {code.token}"})
    tag = phone.get(f"/api/v1/games/{match.game_id}").headers["ETag"]
    return match, phone, {"if-none-match": tag}


def test_a_screen_that_has_all_asks_session_person_and_version(playing: Round) -> None:
    organiser, address = member_of(playing.tournament.club), tables_of(playing)
    status, asked = asked_by(organiser, address)
    assert (status, len(asked)) == (204, 3)


def test_a_hand_at_another_table_is_none_of_a_phones_business(playing: Round) -> None:
    match, phone, known = seen_sheet(playing)
    sheet = f"/api/v1/games/{match.game_id}"
    status, asked = asked_by(phone, sheet, **known)
    assert (status, len(asked)) == (304, 1)
    play(games_of(playing)[1], [90])
    assert phone.get(sheet, headers=known).status_code == 304


def test_news_is_told_at_once(playing: Round) -> None:
    organiser, address = member_of(playing.tournament.club), tables_of(playing)
    assert organiser.get(address).status_code == 204
    play(games_of(playing)[0])
    assert organiser.get(address).status_code == 200


def test_a_sheet_is_told_anew_after_a_hand(playing: Round) -> None:
    match, phone, known = seen_sheet(playing)
    address = f"/api/v1/games/{match.game_id}"
    for _ in range(2):
        same = phone.get(address, headers=known)
        assert (same.status_code, same.headers["ETag"]) == (304, known["if-none-match"])
    play(match, [90])
    assert phone.get(address, headers=known).status_code == 200


def test_a_code_that_was_replaced_opens_nothing_at_once(playing: Round) -> None:
    match, phone, known = seen_sheet(playing)
    address = f"/api/v1/games/{match.game_id}"
    first, again = (phone.get(address, headers=known) for _ in range(2))
    assert first.status_code == again.status_code == 304
    assert first.headers.get("Content-Type") == again.headers.get("Content-Type")
    TableCode.objects.update(token=Concat("token", Value("-another")))
    assert phone.get(address, headers=known).status_code == 401


@pytest.mark.parametrize("act", ["signed out", "no member", "not active", "other password"])
def test_whoever_is_shut_out_is_so_at_once(playing: Round, act: str) -> None:
    organiser, address = member_of(playing.tournament.club), tables_of(playing)
    session = organiser.cookies["sessionid"].value
    assert organiser.get(address).status_code == 204
    if act == "signed out":
        organiser.post(reverse("logout"))
        organiser.cookies["sessionid"] = session
    elif act == "no member":
        Membership.objects.all().delete()
    elif act == "not active":
        User.objects.update(is_active=False)
    else:
        User.objects.update(password="!")
    assert organiser.get(address).status_code in {302, 404}


def test_a_stranger_learns_nothing_from_what_a_member_asked(playing: Round) -> None:
    organiser, address = member_of(playing.tournament.club), tables_of(playing)
    assert organiser.get(address).status_code == 204
    assert visitor().get(address).status_code == 302


def test_another_address_of_the_computer_is_news_for_the_board(
    playing: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    projector, address = visitor(), reverse("tournaments:board", args=[playing.tournament.token])
    version = projector.get(address).context["board"]["version"]
    assert projector.get(f"{address}?board={version}").status_code == 204
    monkeypatch.setattr(type(watch), "mark", "moved")
    assert projector.get(f"{address}?board={version}").status_code == 200


def test_the_public_page_of_a_running_clock_is_told_anew(playing: Round) -> None:
    phone, address = visitor(), reverse("tournaments:public", args=[playing.tournament.token])
    # The first answer brings a cookie, which is part of the next one's tag.
    phone.get(address)
    tag = phone.get(address).headers["ETag"]
    assert phone.get(address, headers={"if-none-match": tag}).status_code == 304
    Round.objects.update(timer_ends_at=timezone.now() + timedelta(hours=1))
    assert phone.get(address, headers={"if-none-match": tag}).status_code == 200
