"""Slips that the desk sends from its queue: each with a key, and answered alone."""

import uuid
from typing import Any

import pytest
from django.test import Client

from scorekeeper.models import Club
from scorekeeper.roles import Role
from tests.contest import make_contest, play, start_round
from tests.pages import member_of, text_of, words_on
from tests.table import NOW, SCORER
from tests.tournaments.tables.addresses import table_at
from tests.tournaments.tables.desk import desk, first_of, log_of, slip, stored
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.contests.services import finish_tournament
from tournaments.models import LogEntry, Round, Tournament
from tournaments.rounds.services import publish_round, take_back_round
from tournaments.tables.services import close_round

pytestmark = pytest.mark.django_db


def queued(table: int = 1, a: int = 200, b: int = 124, **more: Any) -> dict[str, Any]:
    return {"key": str(uuid.uuid4()), **slip(table, a, b, **more)}


class TestSentTwice:
    def test_it_is_written_once(self, organiser: Client, playing: Round) -> None:
        sent = queued()
        for _time in range(2):
            answer = organiser.post(desk(playing), sent)
            assert answer.status_code == 201
            assert answer["Belote-Slip"] == sent["key"]
            assert answer["Belote-Table"] == "1"
            assert text_of(answer).startswith("Table 1: 200 – 124")
        assert stored(first_of(playing)) == ("slip", 200, 124)
        assert log_of(LogEntry.Kind.SLIP) == 1
        assert verify_tournament(Tournament.objects.get()).is_whole

    def test_what_was_typed_since_stays(self, organiser: Client, playing: Round) -> None:
        sent = queued()
        organiser.post(desk(playing), sent)
        match = first_of(playing)
        organiser.post(table_at(match, "slip-edit"), {"total_a": 124, "total_b": 200})
        answer = organiser.post(desk(playing), sent)
        assert answer.status_code == 201
        assert "124 – 200" in text_of(answer)
        assert stored(match) == ("slip", 124, 200)

    def test_what_was_taken_back_since_stays_away(self, organiser: Client, playing: Round) -> None:
        sent = queued()
        organiser.post(desk(playing), sent)
        match = first_of(playing)
        organiser.post(table_at(match, "slip-withdraw"))
        answer = organiser.post(desk(playing), sent)
        assert text_of(answer) == "This slip was written, and then withdrawn."
        assert "Belote-Table" not in answer
        assert stored(match) == ("hands", 0, 0)

    def test_another_table_typed_since_writes_it_no_second_time(
        self, organiser: Client, playing: Round
    ) -> None:
        sent = queued()
        organiser.post(desk(playing), sent)
        answer = organiser.post(desk(playing), {**sent, "table": 2})
        assert answer.status_code == 201
        assert text_of(answer).startswith("Table 1: 200 – 124")
        assert log_of(LogEntry.Kind.SLIP) == 1

    def test_a_sheet_of_a_phone_is_signed_once(self, organiser: Client, playing: Round) -> None:
        play(first_of(playing), [100, 100])
        sent = queued()
        for _time in range(2):
            assert "its hands are kept" in text_of(organiser.post(desk(playing), sent))
        assert log_of(LogEntry.Kind.SIGNED) == 1


class TestAskedAndRefused:
    def test_the_same_table_typed_twice_is_asked_about(
        self, organiser: Client, playing: Round
    ) -> None:
        organiser.post(desk(playing), queued())
        second = queued(a=124, b=200)
        answer = organiser.post(desk(playing), second)
        assert answer.status_code == 200
        assert answer["Belote-Slip"] == second["key"]
        assert "<html" not in text_of(answer)
        assert "A slip already says 200 – 124." in words_on(answer)
        answered = organiser.post(desk(playing), {**second, "instead_of": "200-124-2-slip"})
        assert answered.status_code == 201
        assert stored(first_of(playing)) == ("slip", 124, 200)

    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            pytest.param({"b": 114}, "200 – 114 is impossible after 2 hands", id="impossible"),
            pytest.param({"table": 9}, "No table 9 plays in this round.", id="no such table"),
            pytest.param({"b": "x"}, "Enter a whole number.", id="no number"),
            pytest.param({"hands": 1}, "Write why", id="fewer hands"),
        ],
    )
    def test_what_is_wrong_comes_back_with_what_was_typed(
        self, organiser: Client, playing: Round, typed: dict[str, Any], said: str
    ) -> None:
        answer = organiser.post(desk(playing), queued(**typed))
        assert answer.status_code == 200
        assert said in words_on(answer)
        assert f'value="{typed.get("b", 124)}"' in text_of(answer)
        assert not log_of(LogEntry.Kind.SLIP)

    def test_what_hardly_ever_is_has_an_answer_of_its_own(
        self, organiser: Client, club: Club
    ) -> None:
        playing = start_round(make_contest(club, teams=4, rounds=1, hands=12))
        sent = queued(a=3024, b=0)
        assert 'name="sure" value="3024-0-12"' in text_of(organiser.post(desk(playing), sent))
        assert organiser.post(desk(playing), {**sent, "sure": "3024-0-12"}).status_code == 201
        assert stored(first_of(playing)) == ("slip", 3024, 0)

    def test_what_is_refused_at_a_table_with_a_result_leaves_it_as_it_is(
        self, organiser: Client, playing: Round
    ) -> None:
        before = organiser.post(desk(playing), queued(b=114))
        assert "It will not count." in text_of(before)
        organiser.post(desk(playing), queued())
        after = organiser.post(desk(playing), queued(b=114))
        assert "A slip already says 200 – 124. That result stays" in words_on(after)
        assert "Keep what was there" in words_on(after)
        assert "data-confirm" not in text_of(after)

    def test_a_key_that_is_none_is_a_page_as_ever(self, organiser: Client, playing: Round) -> None:
        answer = organiser.post(desk(playing), {**slip(b=114), "key": "%d"})
        assert answer.status_code == 200
        assert "<html" in text_of(answer)


class TestMeanwhile:
    def test_the_page_is_sent_anew_once_a_phone_wrote_something(
        self, organiser: Client, playing: Round
    ) -> None:
        version = organiser.get(desk(playing)).context["version"]
        assert organiser.get(desk(playing, board=version)).status_code == 204
        play(first_of(playing), [100, 100])
        page = organiser.get(desk(playing, board=version))
        assert "1 table without a result" in words_on(page)
        assert f'data-version="{version}"' not in text_of(page)

    def test_another_draw_was_published(self, organiser: Client, playing: Round) -> None:
        page = text_of(organiser.get(desk(playing)))
        assert playing.published_at
        draw = playing.published_at.isoformat()
        assert f'name="draw" value="{draw}"' in page
        answer = organiser.post(desk(playing), queued(draw="2026-01-01T10:00:00+00:00"))
        assert answer.status_code == 200
        assert "The draw has changed in the meantime" in words_on(answer)
        assert f'name="draw" value="{draw}"' in text_of(answer)
        assert organiser.post(desk(playing), queued(draw=draw)).status_code == 201

    def test_the_draw_is_open_again(self, organiser: Client, playing: Round) -> None:
        take_back_round(round_id=playing.pk, author=SCORER, now=NOW)
        answer = organiser.post(desk(playing), queued())
        assert answer.status_code == 200
        assert "The draw has changed in the meantime" in words_on(answer)
        publish_round(round_id=playing.pk, author=SCORER, now=NOW)
        assert organiser.post(desk(playing), queued()).status_code == 201

    def test_the_round_was_closed(self, organiser: Client, playing: Round) -> None:
        close_round(round_id=playing.pk, author=SCORER, now=NOW)
        assert organiser.post(desk(playing), queued()).status_code == 201
        helper = member_of(playing.tournament.club, "hugo", Role.DESK)
        answer = helper.post(desk(playing), queued(2))
        assert answer.status_code == 200
        assert stored(first_of(playing)) == ("slip", 200, 124)
        assert log_of(LogEntry.Kind.SLIP) == 1

    def test_the_contest_was_finished(self, organiser: Client, playing: Round) -> None:
        close_round(round_id=playing.pk, author=SCORER, now=NOW)
        finish_tournament(tournament_id=playing.tournament_id, author=SCORER, now=NOW)
        answer = organiser.post(desk(playing), queued())
        assert answer.status_code == 200
        assert "The contest is finished" in words_on(answer)

    def test_she_signed_out(self, client: Client, playing: Round) -> None:
        answer = client.post(desk(playing), queued())
        assert answer.status_code == 302
        assert "Belote-Slip" not in answer
