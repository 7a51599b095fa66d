"""Slips typed at the desk where the table or another slip says something already."""

import pytest
from django.test import Client

from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.models.authors import Author
from tests.contest import play, write_hand
from tests.pages import text_of, words_on
from tests.table import NOW
from tests.tournaments.tables.desk import desk, first_of, log_of, slip, stored
from tournaments.models import LogEntry, Round
from tournaments.tables.services import accept_sheet

pytestmark = pytest.mark.django_db


class TestOtherVersions:
    def test_a_phone_that_says_something_else_is_asked_about(
        self, organiser: Client, playing: Round
    ) -> None:
        match = first_of(playing)
        play(match, [90, 90])
        response = organiser.post(desk(playing), slip())
        page = words_on(response)
        assert "The phone at the table says 180 – 144." in page
        assert "The slip you typed says 200 – 124." in page
        assert stored(match) == ("hands", 180, 144)
        assert 'name="instead_of" value="180-144-2-hands"' in text_of(response)
        organiser.post(desk(playing), slip(instead_of="180-144-2-hands"))
        assert stored(match) == ("slip", 200, 124)

    def test_the_question_comes_again_where_the_phone_went_on(
        self, organiser: Client, playing: Round
    ) -> None:
        match = first_of(playing)
        play(match, [90, 90])
        page = words_on(organiser.post(desk(playing), slip(instead_of="90-72-1-hands")))
        assert "The phone at the table says 180 – 144." in page
        assert not log_of(LogEntry.Kind.SLIP)

    def test_the_same_totals_are_a_signature_and_the_hands_stay(
        self, organiser: Client, playing: Round
    ) -> None:
        match = first_of(playing)
        play(match, [100, 100])
        page = words_on(organiser.post(desk(playing), slip(), follow=True))
        assert "says the same: its hands are kept" in page
        assert stored(match) == ("hands", 200, 124)
        assert first_of(playing).is_signed
        assert log_of(LogEntry.Kind.SIGNED) == 1

    def test_a_game_that_goes_on_is_asked_about(self, organiser: Client, playing: Round) -> None:
        match = first_of(playing)
        write_hand(match.game, HandEntry(taker=Seat.A1, card_points=100))
        page = words_on(organiser.post(desk(playing), slip()))
        assert "only hand 1 is written so far: 100 – 62" in page

    def test_a_sheet_both_sides_accepted_says_so(self, organiser: Client, playing: Round) -> None:
        match = first_of(playing)
        play(match, [90, 90])
        match.refresh_from_db()
        for side in Side:
            accept_sheet(
                match_id=match.pk,
                side=side,
                receipt=match.receipt,
                author=Author("Léa"),
                now=NOW,
            )
        page = words_on(organiser.post(desk(playing), slip()))
        assert "180 – 144, and both sides accepted it" in page

    def test_typed_again_it_is_a_correction_after_a_question(
        self, organiser: Client, playing: Round
    ) -> None:
        organiser.post(desk(playing), slip())
        page = words_on(organiser.post(desk(playing), slip(a=124, b=200)))
        assert "A slip already says 200 – 124." in page
        organiser.post(desk(playing), slip(a=124, b=200, instead_of="200-124-2-slip"))
        assert stored(first_of(playing)) == ("slip", 124, 200)

    def test_impossible_totals_over_a_phone_are_asked_about_twice(
        self, organiser: Client, playing: Round
    ) -> None:
        match = first_of(playing)
        play(match, [90, 90])
        second = organiser.post(desk(playing), slip(b=114, keep="200-114-2"))
        assert "The phone at the table says" in words_on(second)
        assert 'type="hidden" name="keep" value="200-114-2"' in text_of(second)
