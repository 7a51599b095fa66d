"""Games of a contest: in by the code of the table, for what it plays now, until it is settled."""

import uuid
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from scorekeeper.models import Club
from tests.api.phones import Phone, done, refused
from tests.contest import games_of, make_contest, play, start_round
from tests.pages import count_queries, member_of
from tests.table import NOW, SCORER, make_club
from tournaments.contests.services import finish_tournament
from tournaments.entries.services.withdrawals import withdraw_entry
from tournaments.models import LogEntry, Match, SheetVerdict, Tournament
from tournaments.rounds.services import take_back_round
from tournaments.tables.services import TableSlip, close_round, record_table_slip, replace_code

pytestmark = pytest.mark.django_db

HAND = {"taker": "A1", "card_points": 92}
KEY, OTHER = uuid.UUID(int=1), uuid.UUID(int=2)


@pytest.fixture
def tournament(club: Club) -> Tournament:
    """Return a contest of four teams, two rounds of two hands; the first is being played."""
    tournament = make_contest(club, teams=4, rounds=2, hands=2)
    start_round(tournament)
    return tournament


def match_at(tournament: Tournament, table: int = 1) -> Match:
    latest = tournament.rounds.order_by("-number").first()
    assert latest
    return next(match for match in games_of(latest) if match.table_number == table)


def phone_at(tournament: Tournament, table: int = 1, code: int | None = None) -> Phone:
    """Return a phone with the code of a table, or of another one."""
    game = match_at(tournament, table).game
    assert game
    return Phone(game, tournament.codes.get(number=code or table).token)


@pytest.fixture
def phone(tournament: Tournament) -> Phone:
    return phone_at(tournament)


@pytest.fixture
def organiser(club: Club) -> Client:
    return member_of(club)


def accept(phone: Phone, side: str, receipt: str | None = None) -> Any:
    receipt = receipt or phone.sheet["receipt"]
    return phone.send("POST", "/acceptance", {"side": side, "receipt": receipt})


def say(phone: Phone, side: str, key: uuid.UUID, *, agrees: bool = True, **said: Any) -> Any:
    """Send what a side says of the finished sheet, under a key."""
    body = {"side": side, "receipt": phone.sheet["receipt"], "agrees": agrees, **said}
    return phone.send("PUT", f"/verdicts/{key}", body)


def leave(tournament: Tournament) -> None:
    """Let one side of the first table leave in the first round."""
    seat = match_at(tournament).seats.select_related("entry").get(side="A")
    withdraw_entry(
        tournament_id=tournament.pk,
        number=seat.entry.number,
        from_round=1,
        author=SCORER,
        now=NOW,
    )


def settle(phone: Phone) -> None:
    """Play the table to its end; both sides accept."""
    phone.write(92)
    phone.write(100)
    receipt = phone.sheet["receipt"]
    for side in "AB":
        assert done(accept(phone, side, receipt)) == "accepted"


class TestTheCode:
    def test_opens_what_the_table_plays(self, phone: Phone, tournament: Tournament) -> None:
        phone.write()
        assert phone.sheet["totals"] == {"A": 92, "B": 70}
        last = tournament.log.order_by("-number").first()
        assert last
        assert (last.kind, last.data["act"]) == (LogEntry.Kind.GAME, "hand_recorded")
        assert phone.elsewhere("/table").json() == {
            "table": 1,
            "round": 1,
            "state": "playing",
            "contest": {"id": tournament.pk, "name": "Concours de la Saint-Martin"},
            "game": phone.game.pk,
        }

    def test_is_told_where_the_log_ends_after_everything_it_sends(
        self, phone: Phone, tournament: Tournament
    ) -> None:
        def end() -> dict[str, str]:
            last = tournament.log.latest("number")
            return {"contest": tournament.token, "head": f"{last.number}:{last.hash}"}

        first = phone.put(KEY, 1, **HAND)
        assert first.json()["log"] == end()
        # Sent again, after the other table has written something.
        phone_at(tournament, table=2).write()
        assert phone.put(KEY, 1, **HAND).json()["log"] == end() != first.json()["log"]
        assert phone.withdraw(KEY, phone.tag()).json()["log"] == end()
        assert phone.pass_deals(1, 1).json()["log"] == end()
        phone.write()
        phone.write()
        assert accept(phone, "A").json()["log"] == end()

    def test_the_last_hand_takes_eighteen_queries(self, phone: Phone) -> None:
        phone.write()
        # Where rows are locked, the contest is locked before the game is read.
        most = 18 + connection.features.has_select_for_update
        assert count_queries(phone.put, KEY, 2, taker="A1", card_points=92) <= most

    def test_of_another_table_finds_nothing(self, tournament: Tournament) -> None:
        other = phone_at(tournament, table=1, code=2)
        assert refused(other.get(), 404) == "not_found"
        assert refused(other.put(KEY, 1, **HAND), 404) == "not_found"
        assert refused(accept(other, "A", "7K4M-9QXT"), 404) == "not_found"

    def test_of_the_game_itself_opens_nothing(self, phone: Phone) -> None:
        assert refused(Phone(phone.game, phone.game.token).get(), 401) == "token_unknown"

    def test_that_is_empty_opens_nothing(self, phone: Phone) -> None:
        tag, empty = phone.get()["ETag"], {"authorization": "Bearer "}
        known = phone.client.get(phone.url, headers={**empty, "if-none-match": tag})
        assert refused(known, 401) == "token_unknown"
        body, address = {"number": 1, "entry": HAND}, f"{phone.url}/hands/{KEY}"
        sent = phone.client.put(address, body, "application/json", headers=empty)
        assert refused(sent, 401) == "token_unknown"
        assert phone.sheet["hands"] == []

    def test_replaced_shuts_the_phone_out(self, phone: Phone, tournament: Tournament) -> None:
        code = tournament.codes.get(number=1)
        replace_code(code_id=code.pk, author=SCORER, now=NOW)
        assert refused(phone.get(), 401) == "token_unknown"
        assert refused(phone.elsewhere("/table"), 401) == "token_unknown"

    def test_asks_one_query_while_nothing_changes(self, phone: Phone) -> None:
        phone.write()
        tag = phone.get()["ETag"]
        assert phone.get(**{"if-none-match": tag}).status_code == 304
        assert count_queries(phone.get, **{"if-none-match": tag}) == 1


class TestATableThatMovedOn:
    def test_is_shown_the_way_after_the_round(self, phone: Phone, tournament: Tournament) -> None:
        for match in games_of(match_at(tournament).round):
            play(match)
        close_round(round_id=match_at(tournament).round_id, author=SCORER, now=NOW)
        for answer in (phone.get(), phone.put(KEY, 3, **HAND), accept(phone, "A", "x")):
            assert refused(answer, 409) == "table_moved_on"
            assert answer.json()["reason"] == "closed"
            assert answer.json()["address"] == f"/c/{phone.token}/"
        assert phone.elsewhere("/table").json()["state"] == "closed"
        start_round(tournament)
        now = phone.elsewhere("/table").json()
        assert (now["round"], now["state"]) == (2, "playing")
        assert now["game"] == match_at(tournament).game_id

    def test_is_told_that_a_side_left(self, phone: Phone, tournament: Tournament) -> None:
        phone.write()
        leave(tournament)
        answer = phone.put(KEY, 2, **HAND)
        assert refused(answer, 409) == "table_moved_on"
        assert answer.json()["reason"] == "left"
        now = phone.elsewhere("/table").json()
        assert (now["state"], now["game"]) == ("forfeit", None)

    def test_is_told_that_its_draw_is_gone(self, phone: Phone, tournament: Tournament) -> None:
        take_back_round(round_id=match_at(tournament).round_id, author=SCORER, now=NOW)
        for answer in (phone.get(), phone.put(KEY, 1, **HAND)):
            assert refused(answer, 409) == "table_moved_on"
            assert answer.json()["reason"] == "gone"
        assert phone.elsewhere("/table").json()["state"] == "unpublished"

    def test_is_over_with_the_contest(self, phone: Phone, tournament: Tournament) -> None:
        for match in games_of(match_at(tournament).round):
            play(match)
        close_round(round_id=match_at(tournament).round_id, author=SCORER, now=NOW)
        finish_tournament(tournament_id=tournament.pk, author=SCORER, now=NOW)
        assert phone.elsewhere("/table").json()["state"] == "finished"

    def test_is_empty_where_nobody_sits(self, tournament: Tournament) -> None:
        code = tournament.codes.create(number=9)
        headers = {"authorization": f"Bearer {code.token}"}
        answer = Client().get("/api/v1/table", headers=headers)
        assert answer.json()["state"] == "empty"
        assert answer.json()["game"] is None


class TestAFullSheet:
    def test_is_corrected_until_it_is_settled(self, phone: Phone) -> None:
        first, _second = phone.write(92), phone.write(100)
        sheet = phone.sheet
        assert sheet["state"] == "finished"
        assert sheet["may_correct"]
        assert not sheet["may_enter"]
        answer = phone.correct(first, phone.tag(), taker="A1", card_points=80)
        assert done(answer) == "corrected"
        assert answer.json()["sheet"]["state"] == "finished"
        assert answer.json()["sheet"]["receipt"] != sheet["receipt"]

    def test_goes_on_without_a_hand_that_was_written_twice(self, phone: Phone) -> None:
        key = phone.write(92)
        phone.write(100)
        answer = phone.withdraw(key, phone.tag())
        assert done(answer) == "withdrawn"
        assert answer.json()["sheet"]["state"] == "playing"
        assert answer.json()["sheet"]["receipt"] is None

    def test_once_settled_is_the_organisers(self, phone: Phone, organiser: Client) -> None:
        settle(phone)
        sheet = phone.sheet
        assert not sheet["may_correct"]
        hand = sheet["hands"][0]
        correction = phone.correct(hand["id"], hand["tag"], taker="A1", card_points=80)
        assert refused(correction, 409) == "game_over"
        assert "settled" in correction.json()["detail"]
        assert refused(phone.withdraw(hand["id"], hand["tag"]), 409) == "game_over"
        assert refused(phone.put(KEY, 3, **HAND), 409) == "beyond_end"
        desk = Phone(phone.game, client=organiser)
        assert desk.sheet["may_correct"]
        answer = desk.correct(hand["id"], hand["tag"], taker="A1", card_points=80)
        assert done(answer) == "corrected"

    def test_takes_a_late_hand_of_its_own_again(self, phone: Phone) -> None:
        phone.put(KEY, 1, **HAND)
        phone.write(100)
        receipt = phone.sheet["receipt"]
        for side in "AB":
            accept(phone, side, receipt)
        assert done(phone.put(KEY, 1, **HAND)) == "same"

    def test_under_a_slip_takes_nothing(self, phone: Phone, tournament: Tournament) -> None:
        key = phone.write()
        tag = phone.tag()
        record_table_slip(
            match_id=match_at(tournament).pk,
            slip=TableSlip(hands=2, total_a=192, total_b=132, is_signed=False),
            author=SCORER,
            now=NOW,
        )
        sheet = phone.sheet
        assert sheet["state"] == "slip"
        assert sheet["totals"] == {"A": 192, "B": 132}
        assert not sheet["may_enter"]
        assert not sheet["may_correct"]
        assert [hand["counted"] for hand in sheet["hands"]] == [False]
        for answer in (
            phone.put(KEY, 2, **HAND),
            phone.correct(key, tag, taker="A1", card_points=80),
            phone.withdraw(key, tag),
            phone.pass_deals(2, 1),
        ):
            assert refused(answer, 409) == "game_over"

    def test_of_a_closed_round_is_the_organisers(
        self, phone: Phone, tournament: Tournament, organiser: Client
    ) -> None:
        for match in games_of(match_at(tournament).round):
            play(match)
        close_round(round_id=match_at(tournament).round_id, author=SCORER, now=NOW)
        desk = Phone(phone.game, client=organiser)
        hand = desk.sheet["hands"][0]
        answer = desk.correct(hand["id"], hand["tag"], taker="A1", card_points=80)
        assert done(answer) == "corrected"


class TestAcceptance:
    def test_by_both_sides_settles_the_sheet(self, phone: Phone) -> None:
        phone.write(92)
        phone.write(100)
        receipt = phone.sheet["receipt"]
        seen = phone.get()["ETag"]
        assert done(accept(phone, "A", receipt)) == "accepted"
        assert done(accept(phone, "A", receipt)) == "same"
        answer = accept(phone, "B", receipt)
        assert done(answer) == "accepted"
        assert not answer.json()["sheet"]["may_correct"]
        assert phone.get(**{"if-none-match": seen}).status_code == 200

    def test_of_a_sheet_that_changed_is_refused(self, phone: Phone) -> None:
        key = phone.write(92)
        phone.write(100)
        receipt = phone.sheet["receipt"]
        phone.correct(key, phone.tag(), taker="A1", card_points=80)
        answer = accept(phone, "A", receipt)
        assert refused(answer, 409) == "sheet_changed"
        assert answer.json()["sheet"]["receipt"] not in {None, receipt}

    def test_of_an_unfinished_sheet_is_refused(self, phone: Phone) -> None:
        for receipt in ("", "7K4M-9QXT"):
            answer = phone.send("POST", "/acceptance", {"side": "A", "receipt": receipt})
            assert refused(answer, 409) == "sheet_changed"

    def test_by_one_side_is_said_once_under_its_key(self, phone: Phone) -> None:
        """The answer was lost; the side objected on another phone; the first one sends again."""
        phone.write(92)
        phone.write(100)
        assert done(say(phone, "A", KEY)) == "accepted"
        objection = say(phone, "A", OTHER, agrees=False, note="Hand 2: the belote was ours")
        assert done(objection) == "disputed"
        assert done(say(phone, "A", KEY)) == "same"
        verdict = SheetVerdict.objects.get()
        assert (verdict.agrees, verdict.note) == (False, "Hand 2: the belote was ours")
        assert done(say(phone, "A", uuid.uuid4())) == "accepted"
        assert SheetVerdict.objects.get().agrees

    def test_that_had_arrived_is_known_though_the_sheet_has_changed(self, phone: Phone) -> None:
        key = phone.write(92)
        phone.write(100)
        receipt = phone.sheet["receipt"]
        assert done(say(phone, "A", KEY)) == "accepted"
        phone.correct(key, phone.tag(), taker="A1", card_points=80)
        assert done(say(phone, "A", KEY, receipt=receipt)) == "same"
        assert refused(say(phone, "A", OTHER, receipt=receipt), 409) == "sheet_changed"
        assert SheetVerdict.objects.get().receipt == receipt

    def test_by_both_sides_is_not_objected_to(self, phone: Phone) -> None:
        settle(phone)
        answer = say(phone, "B", KEY, agrees=False, total_a=190, total_b=134)
        assert refused(answer, 409) == "sheet_changed"
        assert not phone.sheet["may_correct"]

    @pytest.mark.parametrize(
        "said",
        [
            {"agrees": True, "note": "but"},
            {"agrees": False},
            {"agrees": False, "note": " "},
            {"agrees": False, "note": "x", "total_a": 190},
            {"agrees": False, "total_a": 190, "total_b": -1},
        ],
        ids=["accepts with a but", "says nothing", "says a blank", "one total", "below nothing"],
    )
    def test_says_one_thing(self, phone: Phone, said: dict[str, Any]) -> None:
        settle(phone)
        assert refused(say(phone, "A", KEY, **said), 422) == "invalid"

    def test_names_a_side(self, phone: Phone) -> None:
        assert refused(accept(phone, "C", "x"), 422) == "invalid"

    def test_after_the_round_is_refused_to_organisers_too(
        self, phone: Phone, tournament: Tournament, organiser: Client
    ) -> None:
        for match in games_of(match_at(tournament).round):
            play(match)
        close_round(round_id=match_at(tournament).round_id, author=SCORER, now=NOW)
        assert refused(accept(Phone(phone.game, client=organiser), "A"), 409) == "sheet_changed"


def test_an_organiser_of_another_club_finds_nothing(phone: Phone) -> None:
    stranger = member_of(make_club("Another club"), "paul")
    assert refused(Phone(phone.game, client=stranger).get(), 404) == "not_found"


def test_a_table_that_a_side_left_is_over_for_organisers_too(
    phone: Phone, tournament: Tournament, organiser: Client
) -> None:
    phone.write()
    leave(tournament)
    desk = Phone(phone.game, client=organiser)
    assert not desk.sheet["may_enter"]
    answer = desk.put(KEY, 2, **HAND)
    assert refused(answer, 409) == "game_over"
    assert "withdrawn from the contest" in answer.json()["detail"]
