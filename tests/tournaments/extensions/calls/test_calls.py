"""A table calls, the referee comes and rules, the phones are told."""

import re
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.models import Club
from scorekeeper.roles import Role
from scorekeeper.system.devices import phones_seen
from tests.contest import games_of, make_contest, start_round
from tests.pages import count_queries, member_of, visitor, words_on
from tests.table import NOW, SCORER
from tests.tournaments.tables.phones import code_at, door, phone_at, sheet, tables
from tournaments.audit_log.queries.documents import CODEC, document_of
from tournaments.audit_log.replay.verification import verify_document
from tournaments.contests.services import finish_tournament
from tournaments.entries.services.entries import check_in
from tournaments.extensions.calls.queries import device_page
from tournaments.models import Call, Round, TablePhone, Tournament
from tournaments.tables.services import close_round

pytestmark = pytest.mark.django_db


def call_page(tournament: Tournament, table: int = 1) -> str:
    return reverse("tournaments:table-call", args=[code_at(tournament, table).token])


def page(name: str, tournament: Tournament, *args: int) -> str:
    return reverse(f"tournaments:{name}", args=[tournament.pk, *args])


def call(phone: Client, tournament: Tournament, **sent: Any) -> Any:
    wanted = {"about": "score", "key": str(uuid.uuid4()), **sent}
    return phone.post(call_page(tournament), wanted)


def test_a_table_calls_somebody_comes_and_rules(organiser: Client, tournament: Tournament) -> None:
    phone, match = phone_at(tournament), tables(tournament)[0]
    assert call_page(tournament) in phone.get(sheet(match)).content.decode()
    call(phone, tournament, about="other", words="Who deals?")
    assert "has arrived" in words_on(phone.get(call_page(tournament)))
    assert "Referee called at" in words_on(phone.get(sheet(match)))
    listed = organiser.get(page("call-list", tournament))
    assert "<title>(1) Calls" in listed.content.decode()
    assert "Who deals?" in words_on(listed)
    for name, *place in (("tournament-detail",), ("round-detail", 1)):
        assert "Calls (1)" in words_on(organiser.get(page(name, tournament, *place)))
    waiting = Call.objects.get()
    organiser.post(page("call-take", tournament, waiting.pk))
    assert "is coming to your table" in words_on(phone.get(sheet(match)))
    ruled = {"words": "North deals again", "rule": "Article 4"}
    organiser.post(page("call-close", tournament, waiting.pk), ruled)
    assert "Ruling: North deals again" in words_on(phone.get(sheet(match)))
    assert "North deals again (Article 4)" in words_on(phone.get(call_page(tournament)))
    log = words_on(organiser.get(page("tournament-log", tournament)))
    assert "Something else · Who deals? · North deals again · Article 4" in log
    assert verify_document(document_of(tournament), CODEC).is_whole


def test_a_call_stands_first_of_what_waits_and_on_every_page_of_the_contest(
    organiser: Client, club: Club
) -> None:
    tournament = make_contest(club, teams=4, hands=2)
    contest, ranking = page("tournament-detail", tournament), page("ranking", tournament)
    assert "To be dealt with" not in words_on(organiser.get(contest))
    start_round(tournament)
    call(phone_at(tournament), tournament)
    shown = words_on(organiser.get(contest))
    assert "To be dealt with Calls for the referee Table 1" in shown
    assert "Table 1 calls the referee." in words_on(organiser.get(ranking))
    assert "calls the referee" not in words_on(organiser.get(page("call-list", tournament)))


def test_who_only_reads_sees_no_calls(organiser: Client, tournament: Tournament) -> None:
    call(phone_at(tournament), tournament)
    reader = member_of(tournament.club, "reader", role=Role.READER)
    seen = words_on(reader.get(page("tournament-detail", tournament)))
    assert "Calls" not in seen
    assert "calls the referee" not in seen
    assert "Calls (1)" in words_on(organiser.get(page("tournament-detail", tournament)))


def test_whoever_has_the_code_calls_and_a_lost_answer_calls_once(tournament: Tournament) -> None:
    paper, key = visitor(), str(uuid.uuid4())
    assert call_page(tournament) in paper.get(door(tournament)).content.decode()
    call(paper, tournament, key=key)
    call(paper, tournament, key=key)
    assert Call.objects.count() == 1
    assert paper.get(reverse("tournaments:table-call", args=["nobody"])).status_code == 404


def test_who_plays_with_the_button_fills_no_list(tournament: Tournament) -> None:
    phone = visitor()
    for _again in range(3):
        assert call(phone, tournament).status_code == 302
    assert "The referee knows" in words_on(call(phone, tournament))
    assert Call.objects.count() == 3
    assert "Say in a few words" in words_on(call(phone, tournament, about="other"))


def test_nobody_calls_in_a_contest_that_is_over(tournament: Tournament) -> None:
    playing = tournament.rounds.get()
    close_round(round_id=playing.pk, author=SCORER, now=NOW)
    finish_tournament(tournament_id=tournament.pk, author=SCORER, now=NOW)
    assert call(visitor(), tournament).status_code != 302
    assert not Call.objects.exists()


def test_what_is_said_rides_on_what_the_phones_ask_anyway(organiser: Client, club: Club) -> None:
    tournament = make_contest(club, teams=8, hands=2)
    start_round(tournament)
    one, other = tables(tournament)[:2]
    phones = {1: phone_at(tournament, 1), 2: phone_at(tournament, 2)}
    asks = {
        number: Client(headers={"authorization": f"Bearer {code_at(tournament, number).token}"})
        for number in phones
    }
    addresses = {1: f"/api/v1/games/{one.game_id}", 2: f"/api/v1/games/{other.game_id}"}

    def is_new(number: int, etag: str) -> bool:
        return (
            asks[number].get(addresses[number], headers={"if-none-match": etag}).status_code == 200
        )

    quiet = count_queries(asks[1].get, addresses[1])
    etags = {number: asks[number].get(addresses[number])["ETag"] for number in phones}
    organiser.post(page("message-list", tournament), {"text": "Table 2: sign", "tables": "2"})
    assert not is_new(1, etags[1])
    assert is_new(2, etags[2])
    assert "Table 2: sign" in words_on(phones[2].get(sheet(other)))
    assert "Table 2: sign" not in words_on(phones[1].get(sheet(one)))
    everybody = {"text": "Ten minutes", "is_on_board": "on"}
    organiser.post(page("message-list", tournament), everybody)
    assert is_new(1, etags[1])
    assert count_queries(asks[1].get, addresses[1]) == quiet
    board = reverse("tournaments:board", args=[tournament.token])
    assert "Ten minutes" in words_on(visitor().get(board))
    (upto,) = re.findall(r'name="upto" value="(\d+)"', phones[2].get(sheet(other)).content.decode())
    seen = reverse("tournaments:messages-seen", args=[code_at(tournament, 2).token])
    phones[2].post(seen, {"upto": upto})
    assert "Ten minutes" not in words_on(phones[2].get(sheet(other)))
    assert "Ten minutes" in words_on(phones[1].get(sheet(one)))
    assert words_on(organiser.get(page("device-list", tournament))).count("has read") == 1
    message = tournament.messages.get(is_on_board=True)
    organiser.post(page("message-end", tournament, message.pk))
    assert "Ten minutes" not in words_on(phones[1].get(sheet(one)))
    assert "Ten minutes" not in words_on(visitor().get(board))


def test_a_message_to_a_table_that_is_not_there_is_refused(
    organiser: Client, tournament: Tournament
) -> None:
    answer = organiser.post(page("message-list", tournament), {"text": "Hello", "tables": "1, 77"})
    assert "There is no table 77" in words_on(answer)
    assert 'value="1, 77"' in answer.content.decode()
    assert not tournament.messages.exists()


def test_the_desk_sees_which_phones_there_are_and_puts_one_out(
    organiser: Client, tournament: Tournament
) -> None:
    phone, match = phone_at(tournament, name="Zoé"), tables(tournament)[0]
    token = code_at(tournament).token
    asked = {"authorization": f"Bearer {token}", "if-none-match": '"x"', "x-kept": "4"}
    phone.get(f"/api/v1/games/{match.game_id}", headers=asked)
    shown = words_on(organiser.get(page("device-list", tournament)))
    assert "Zoé there 4 hands are waiting there" in shown
    (line,) = [one for one in device_page(tournament, now=timezone.now())["tables"] if one.phones]
    assert not line.has_no_phone
    found = TablePhone.objects.get()
    organiser.post(page("device-end", tournament, found.pk))
    assert not TablePhone.objects.exists()
    assert phone.get(sheet(match)).status_code == 404


@pytest.mark.parametrize(
    "kept", ["-1", "many", "²", "9" * 5000], ids=["less", "word", "small", "long"]
)
def test_what_a_phone_says_of_itself_is_only_a_number(kept: str) -> None:
    phones_seen.note("a", NOW, kept)
    found = phones_seen.get("a")
    assert found
    assert 0 <= found.waiting <= 1000


def test_the_desk_sees_who_is_missing_and_who_sends_nothing(tournament: Tournament) -> None:
    begun = Round.objects.get(tournament=tournament).published_at
    assert begun
    one, other = tables(tournament)
    numbers = {seat.entry.number for seat in one.seats.all()}
    check_in(tournament_id=tournament.pk, numbers=numbers, author=SCORER, now=NOW)
    soon = device_page(tournament, now=begun + timedelta(minutes=5))
    assert [bool(line.absent) for line in soon["tables"]] == [False, True]
    assert not any(line.silent for line in soon["tables"])
    assert all(line.has_no_phone for line in soon["tables"])
    later = device_page(tournament, now=begun + timedelta(minutes=25))
    assert [line.silent for line in later["tables"]] == ["25 min", "25 min"]
    assert {line.number for line in later["asked_about"]} == {one.table_number, other.table_number}


def test_pages_ask_no_more_as_tables_grow(organiser: Client, club: Club) -> None:
    counts = []
    for teams in (4, 16):
        tournament = make_contest(club, teams=teams, hands=2, name=f"Of {teams}")
        playing = start_round(tournament)
        for match in games_of(playing):
            phone_at(tournament, match.table_number or 0)
            sent = {"about": "rules", "key": str(uuid.uuid4())}
            visitor().post(call_page(tournament, match.table_number or 0), sent)
        found = {}
        for name in ("call-list", "device-list", "message-list", "sanctions"):
            address = page(name, tournament)
            organiser.get(address)
            found[name] = count_queries(organiser.get, address)
        counts.append(found)
    assert counts[0] == counts[1]
