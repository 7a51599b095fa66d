"""That nothing is new is said again from a few rows, and never to whom it may not be said."""

import threading
from collections.abc import Callable
from contextlib import suppress

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import Value
from django.db.models.functions import Concat
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import Settings

from scorekeeper import unchanged
from scorekeeper.addresses import watch
from scorekeeper.api.base import Caller
from scorekeeper.models import Club, Membership, Player
from scorekeeper.unchanged import Kept, KeptAnswers, answer_again, follows_queries, kept_answers
from tests.contest import games_of, make_contest, play, start_round
from tests.pages import member_of, visitor
from tests.table import NOW
from tournaments.models import Match, Round, TableCode, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    kept_answers.clear()


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


def test_the_same_question_asks_the_same_rows_and_nothing_else(playing: Round) -> None:
    organiser, address = member_of(playing.tournament.club), tables_of(playing)
    first, again = asked_by(organiser, address), asked_by(organiser, address)
    assert first[0] == again[0] == 204
    assert len(first[1]) == len(again[1]) == 3
    assert len(kept_answers) == 1


def test_behind_a_proxy_that_numbers_requests_it_is_the_same_question(
    playing: Round, settings: Settings
) -> None:
    settings.TRUSTED_PROXY = "127.0.0.1"
    organiser, address = member_of(playing.tournament.club), tables_of(playing)
    for number in ("a1", "b2", "c3"):
        headers = {"x-request-id": number, "x-forwarded-for": "203.0.113.9"}
        assert organiser.get(address, headers=headers).status_code == 204
    assert len(kept_answers) == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite counts what was written")
@pytest.mark.parametrize("writer", ["this connection", "another connection", "another thread"])
def test_where_nothing_was_written_nothing_is_asked(playing: Round, writer: str) -> None:
    organiser, address = member_of(playing.tournament.club), tables_of(playing)
    for _ in range(2):
        assert organiser.get(address).status_code == 204
    assert asked_by(organiser, address) == (204, [])
    # What was written may be of no account.
    write_by(writer, Player.objects.filter(pk=0).delete)
    assert Club.objects.update(name="Another name") == 1
    assert len(asked_by(organiser, address)[1]) == 3
    assert asked_by(organiser, address) == (204, [])
    write_by(writer, Membership.objects.all().delete)
    assert organiser.get(address).status_code == 404


def write_by(writer: str, act: Callable[[], object]) -> None:
    """Write by the connection of this thread, a new one of its own, or another thread's."""

    def act_there() -> None:
        act()
        connection.close()

    if writer == "another thread":
        other = threading.Thread(target=act_there)
        other.start()
        other.join()
        return
    if writer == "another connection":
        connection.close()
    act()


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite counts what was written")
def test_what_a_transaction_takes_back_was_never_seen(playing: Round) -> None:
    organiser, address = member_of(playing.tournament.club), tables_of(playing)
    for _ in range(2):
        assert organiser.get(address).status_code == 204
    with suppress(ZeroDivisionError), transaction.atomic():
        Membership.objects.all().delete()
        assert organiser.get(address).status_code == 404
        1 / 0  # noqa: B018 - whatever fails
    assert organiser.get(address).status_code == 204


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="asks all queries in one exchange")
@pytest.mark.parametrize("writer", ["this connection", "another thread"])
def test_postgresql_shuts_out_at_once_and_tells_news(playing: Round, writer: str) -> None:
    organiser, address = member_of(playing.tournament.club), tables_of(playing)
    match, phone, known = seen_sheet(playing)
    sheet = f"/api/v1/games/{match.game_id}"
    # Often enough for plans to be kept; Django's own cursors are not asked.
    asked = [asked_by(organiser, address), *(asked_by(organiser, address) for _ in range(8))]
    assert [(status, len(sql)) for status, sql in asked] == [(204, 3)] + 8 * [(204, 0)]
    sheets = [asked_by(phone, sheet, **known) for _ in range(9)]
    assert [(status, len(sql)) for status, sql in sheets] == [(304, 1)] + 8 * [(304, 0)]
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements")
        assert cursor.fetchone() >= (4,)
    write_by(writer, Membership.objects.all().delete)
    assert organiser.get(address).status_code == 404
    write_by(writer, lambda: play(match, [90]))
    told = phone.get(sheet, headers=known)
    assert told.status_code == 200
    known = {"if-none-match": told.headers["ETag"]}
    assert [phone.get(sheet, headers=known).status_code for _ in range(2)] == [304, 304]
    write_by(writer, TableCode.objects.all().delete)
    assert phone.get(sheet, headers=known).status_code == 401


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="a file does not go away")
def test_a_database_that_went_away_is_asked_again_by_another_connection(playing: Round) -> None:
    match, phone, known = seen_sheet(playing)
    sheet = f"/api/v1/games/{match.game_id}"
    assert [phone.get(sheet, headers=known).status_code for _ in range(2)] == [304, 304]

    def end_all_others() -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        connection.close()

    other = threading.Thread(target=end_all_others)
    other.start()
    other.join()
    assert [phone.get(sheet, headers=known).status_code for _ in range(2)] == [304, 304]


def seen_sheet(playing: Round) -> tuple[Match, Client, dict[str, str]]:
    """Return a table, a phone that has seen its sheet, and how it asks for another."""
    match = games_of(playing)[0]
    code = TableCode.objects.get(tournament=playing.tournament_id, number=match.table_number or 0)
    phone = Client(headers={"authorization": f"Bearer {code.token}"})
    tag = phone.get(f"/api/v1/games/{match.game_id}").headers["ETag"]
    return match, phone, {"if-none-match": tag}


def test_a_hand_at_another_table_is_none_of_a_phones_business(
    playing: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, phone, known = seen_sheet(playing)
    sheet = f"/api/v1/games/{match.game_id}"
    status, asked = asked_by(phone, sheet, **known)
    assert (status, len(asked)) == (304, 1)
    # Whoever looked at the sheet anew would do it so.
    monkeypatch.delattr(Caller, "glance")
    play(games_of(playing)[1], [90])
    assert phone.get(sheet, headers=known).status_code == 304


def test_news_is_told_at_once(playing: Round) -> None:
    organiser, address = member_of(playing.tournament.club), tables_of(playing)
    for _ in range(2):
        assert organiser.get(address).status_code == 204
    play(games_of(playing)[0])
    assert organiser.get(address).status_code == 200


def test_a_sheet_is_told_anew_after_a_hand(playing: Round) -> None:
    match, phone, known = seen_sheet(playing)
    address = f"/api/v1/games/{match.game_id}"
    for _ in range(2):
        same = phone.get(address, headers=known)
        assert (same.status_code, same.headers["ETag"]) == (304, known["if-none-match"])
    assert len(kept_answers) == 1
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
    version = projector.get(address).context["board"]["version"]
    for _ in range(2):
        assert projector.get(f"{address}?board={version}").status_code == 204
    monkeypatch.setattr(type(watch), "mark", "moved")
    assert projector.get(f"{address}?board={version}").status_code == 200


def test_what_runs_by_a_clock_is_not_kept(playing: Round) -> None:
    phone, address = visitor(), reverse("tournaments:public", args=[playing.tournament.token])
    seen = []
    for clock in (None, NOW):
        Round.objects.update(timer_ends_at=clock)
        # The first answer brings a cookie, which is part of the next one's tag.
        phone.get(address)
        kept_answers.clear()
        tag = phone.get(address).headers["ETag"]
        status = phone.get(address, headers={"if-none-match": tag}).status_code
        seen.append((status, len(kept_answers)))
    assert seen == [(304, 1), (304, 0)]


def reads(request: HttpRequest) -> HttpResponse:
    list(Club.objects.all())
    follows_queries(request)
    return HttpResponse(status=304)


def does_not_say_so(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(status=304)


def writes(request: HttpRequest) -> HttpResponse:
    Club.objects.update(name="Les Tilleuls")
    return reads(request)


def sets_a_cookie(request: HttpRequest) -> HttpResponse:
    answer = reads(request)
    answer.set_cookie("seen", "1")
    return answer


def has_news(request: HttpRequest) -> HttpResponse:
    reads(request)
    return HttpResponse("news")


def reads_often(request: HttpRequest) -> HttpResponse:
    for _ in range(6):
        reads(request)
    return reads(request)


@pytest.mark.parametrize(
    ("answer", "is_kept"),
    [
        (reads, True),
        (does_not_say_so, False),
        (writes, False),
        (sets_a_cookie, False),
        (has_news, False),
        (reads_often, False),
    ],
)
def test_only_what_follows_from_a_few_rows_is_kept(
    club: Club, answer: Callable[[HttpRequest], HttpResponse], *, is_kept: bool
) -> None:
    answer_again(RequestFactory().get("/"), answer)
    assert len(kept_answers) == int(is_kept)


def test_long_lists_are_not_kept(club: Club) -> None:
    players = (Player(club=club, name=f"Player {n}", created_at=NOW) for n in range(201))
    Player.objects.bulk_create(players)

    def lists(request: HttpRequest) -> HttpResponse:
        list(Player.objects.all())
        return reads(request)

    answer_again(RequestFactory().get("/"), lists)
    assert len(kept_answers) == 0


def test_only_so_many_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unchanged, "MOST_KEPT", 2)
    kept = KeptAnswers()
    answers = [Kept(float("inf"), (), 204, {}) for _ in range(3)]
    keys = [b"first", b"second", b"third"]
    for key, answer in zip(keys, answers, strict=True):
        kept.put(key, answer)
    assert [kept.get(key) for key in keys] == [None, *answers[1:]]


def test_what_is_too_old_is_kept_no_more() -> None:
    kept, old, young = KeptAnswers(), Kept(0, (), 204, {}), Kept(float("inf"), (), 204, {})
    kept.put(b"old", old)
    assert kept.get(b"old") is None
    kept.put(b"young", young)
    assert (kept.get(b"young"), len(kept)) == (young, 1)
