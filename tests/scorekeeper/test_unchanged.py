"""That nothing is new is said again from a few rows, and never to whom it may not be said."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorekeeper.addresses import watch
from scorekeeper.models import Club, Membership
from scorekeeper.unchanged import KeptAnswers, kept_answers
from tests.contest import games_of, make_contest, play, start_round
from tests.pages import member_of, visitor
from tournaments.models import Round, TableCode, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    kept_answers.clear()


@pytest.fixture
def playing(club: Club) -> Round:
    return start_round(make_contest(club, teams=4, hands=2))


def tables_of(playing: Round) -> str:
    address = reverse("tournaments:round-detail", args=[playing.tournament_id, playing.number])
    version = Tournament.objects.get(pk=playing.tournament_id).version
    return f"{address}?board={version}"


def asked_by(client: Client, address: str, **headers: str) -> tuple[int, list[str]]:
    """Return the status of an answer and the queries it took."""
    with CaptureQueriesContext(connection) as queries:
        status = client.get(address, headers=headers or None).status_code
    return status, [query["sql"] for query in queries]


def test_the_same_question_asks_the_same_rows_and_nothing_else(playing: Round) -> None:
    organiser, address = member_of(playing.tournament.club), tables_of(playing)
    first, again = asked_by(organiser, address), asked_by(organiser, address)
    assert first[0] == again[0] == 204
    assert len(first[1]) == len(again[1]) == 3
    assert len(kept_answers) == 1


def test_news_is_told_at_once(playing: Round) -> None:
    organiser, address = member_of(playing.tournament.club), tables_of(playing)
    for _ in range(2):
        assert organiser.get(address).status_code == 204
    play(games_of(playing)[0])
    assert organiser.get(address).status_code == 200


def test_a_sheet_is_told_anew_after_a_hand(playing: Round) -> None:
    match = games_of(playing)[0]
    code = TableCode.objects.get(tournament=playing.tournament_id, number=match.table_number or 0)
    phone = Client(headers={"authorization": f"Bearer {code.token}"})
    address = f"/api/v1/games/{match.game_id}"
    tag = phone.get(address).headers["ETag"]
    for _ in range(2):
        same = phone.get(address, headers={"if-none-match": tag})
        assert (same.status_code, same.headers["ETag"]) == (304, tag)
    assert len(kept_answers) == 1
    play(match, [90])
    assert phone.get(address, headers={"if-none-match": tag}).status_code == 200
    code.token = "another-code"
    code.save()
    tag = Client().get(address).headers.get("ETag", "")
    assert phone.get(address, headers={"if-none-match": tag}).status_code in {401, 404}


@pytest.mark.parametrize("act", ["signed out", "no member", "not active", "other password"])
def test_whoever_is_shut_out_is_so_at_once(playing: Round, act: str) -> None:
    organiser, address = member_of(playing.tournament.club), tables_of(playing)
    session = organiser.cookies["sessionid"].value
    for _ in range(2):
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
    for _ in range(2):
        assert organiser.get(address).status_code == 204
    assert visitor().get(address).status_code == 302


def test_another_address_of_the_computer_is_news_for_the_board(
    playing: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    projector, address = visitor(), reverse("tournaments:board", args=[playing.tournament.token])
    version = projector.get(address).context["board"].version
    for _ in range(2):
        assert projector.get(f"{address}?board={version}").status_code == 204
    monkeypatch.setattr(type(watch), "mark", "moved")
    assert projector.get(f"{address}?board={version}").status_code == 200


def test_what_changed_the_database_or_runs_by_a_clock_is_not_kept(playing: Round) -> None:
    Round.objects.filter(pk=playing.pk).update(timer_ends_at=playing.published_at)
    phone, address = visitor(), reverse("tournaments:public", args=[playing.tournament.token])
    tag = phone.get(address).headers["ETag"]
    phone.get(address, headers={"if-none-match": tag})
    assert len(kept_answers) == 0


def test_only_so_many_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    from scorekeeper import unchanged

    monkeypatch.setattr(unchanged, "MOST_KEPT", 2)
    kept = KeptAnswers()
    answers = [unchanged.Kept(float("inf"), (), 204, {}) for _ in range(3)]
    for number, answer in enumerate(answers):
        kept.put((number,), answer)
    assert [kept.get((number,)) for number in range(3)] == [None, *answers[1:]]
    kept.put((1,), unchanged.Kept(0, (), 204, {}))
    assert kept.get((1,)) is None
