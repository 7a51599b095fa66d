"""A catch-up table that nobody used, and a slip of it that comes after the round was closed."""

import uuid

import pytest
from django.test import Client

from scorekeeper.models import Club
from tests.contest import games_of, make_contest, play, start_round
from tests.draws import DOER, close, exempt_of, numbers_at, points_of
from tests.pages import words_on
from tests.tournaments.tables.addresses import at, table_at
from tournaments.entries.services.withdrawals import start_catch_up
from tournaments.models import Match, Round
from tournaments.tables.services import TableSlip, record_table_slip

pytestmark = pytest.mark.django_db

SLIP = {"total_a": "190", "total_b": "134", "hands": "2"}


@pytest.fixture
def playing(club: Club) -> Round:
    played = start_round(make_contest(club, teams=5, hands=2))
    for match in games_of(played):
        play(match)
    return played


@pytest.fixture
def catch_up(playing: Round) -> Match:
    (alone,), (finisher, _other) = exempt_of(playing), numbers_at(games_of(playing)[0])
    return start_catch_up(round_id=playing.pk, side_a=[alone], side_b=finisher, **DOER)


def test_closing_says_what_becomes_of_it(
    organiser: Client, playing: Round, catch_up: Match
) -> None:
    (alone,) = numbers_at(catch_up)[0]
    page = words_on(organiser.get(at(playing, "round-close")))
    assert "1 catch-up table was not used The round closes without it: the team it counts" in page
    assert f"Table {catch_up.table_number} {alone} ·" in page
    assert "has no result yet" not in page
    assert "get nothing for this round" not in page
    assert "Close it without" not in page
    organiser.post(at(playing, "round-close"))
    assert exempt_of(playing) == [alone]
    assert points_of(playing.tournament)[alone] == 162


def test_one_that_is_written_is_closed_as_any_other(
    organiser: Client, playing: Round, catch_up: Match
) -> None:
    (alone,) = numbers_at(catch_up)[0]
    slip = TableSlip(hands=2, total_a=190, total_b=134)
    record_table_slip(match_id=catch_up.pk, slip=slip, **DOER)
    assert "was not used" not in words_on(organiser.get(at(playing, "round-close")))
    organiser.post(at(playing, "round-close"))
    assert points_of(playing.tournament)[alone] == 190


def late_slips(client: Client, played: Round, table: Match) -> list[str]:
    """Return what is read after a slip that was typed on either page, or in the queue."""
    number = {"table": str(table.table_number)}
    queued = {**number, "key": str(uuid.uuid4())}
    answers = [
        client.post(table_at(table, "slip-edit"), SLIP),
        client.post(at(played, "slip-desk"), SLIP | number),
        client.post(at(played, "slip-desk"), SLIP | queued),
    ]
    for answer in answers:
        assert answer.status_code == 200
        for total in ("190", "134"):
            assert f'value="{total}"' in answer.content.decode()
    return [words_on(answer) for answer in answers]


def test_a_slip_that_comes_late_is_kept_and_told_the_way(
    organiser: Client, playing: Round, catch_up: Match
) -> None:
    close(playing)
    for words in late_slips(organiser, playing, catch_up):
        assert f"Table {catch_up.table_number} was closed with the round" in words
        assert "open the round again, set up the game again" in words


def test_once_the_next_round_is_published_the_points_of_the_exempt_stay(
    organiser: Client, playing: Round, catch_up: Match
) -> None:
    close(playing)
    start_round(playing.tournament)
    for words in late_slips(organiser, playing, catch_up):
        assert "the exempt team keeps the points of the exempt" in words


def test_the_way_leads_to_its_points(organiser: Client, playing: Round, catch_up: Match) -> None:
    (alone,), (finisher,) = numbers_at(catch_up)
    close(playing)
    organiser.post(at(playing, "round-reopen"))
    again = start_catch_up(round_id=playing.pk, side_a=[alone], side_b=[finisher], **DOER)
    organiser.post(table_at(again, "slip-edit"), SLIP)
    assert points_of(playing.tournament)[alone] == 190


def test_a_table_that_never_was_says_so(organiser: Client, playing: Round) -> None:
    page = words_on(organiser.post(at(playing, "slip-desk"), SLIP | {"table": "77"}))
    assert "No table 77 plays in this round." in page
