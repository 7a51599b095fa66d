"""The slip of one table: corrected, taken back, looked at."""

import re
from html import unescape

import pytest
from django.test import Client

from tests.contest import play
from tests.pages import member_of, text_of, words_on
from tests.table import make_club
from tests.tournaments.tables.addresses import dispute, table_at
from tests.tournaments.tables.desk import desk, first_of, log_of, slip, stored
from tournaments.models import LogEntry, Round

pytestmark = pytest.mark.django_db


class TestOneTable:
    def test_a_slip_is_corrected_without_a_question(
        self, organiser: Client, playing: Round
    ) -> None:
        organiser.post(desk(playing), slip())
        match = first_of(playing)
        page = organiser.get(table_at(match, "slip-edit"))
        assert 'value="200"' in page.content.decode()
        assert "Correct the slip of table" in words_on(page)
        assert "Write the slip down" not in words_on(page)
        organiser.post(table_at(match, "slip-edit"), {"total_a": 124, "total_b": 200})
        assert stored(match) == ("slip", 124, 200)

    def test_the_claim_of_a_side_may_be_filled_in(self, organiser: Client, playing: Round) -> None:
        address = table_at(first_of(playing), "slip-edit") + "?total_a=190&total_b=134"
        assert 'value="190"' in organiser.get(address).content.decode()

    def test_a_claim_that_counts_is_not_asked_about_again(
        self, organiser: Client, playing: Round
    ) -> None:
        match = first_of(playing)
        play(match, [90, 90])
        dispute(match)
        ruling = text_of(organiser.get(table_at(match, "sheet-ruling")))
        (claimed,) = re.findall(r'href="([^"]+\?total_a[^"]+)"', ruling)
        page = organiser.get(unescape(claimed))
        assert "The phone at the table says 180 – 144" in words_on(page)
        # What its fields hold is what the button sends.
        fields = r'name="(total_a|total_b|instead_of)" value="([^"]*)"'
        typed = dict(re.findall(fields, text_of(page)))
        organiser.post(unescape(claimed), typed)
        assert stored(match) == ("slip", 190, 134)

    def test_a_claim_is_asked_about_if_the_hands_have_changed_since(
        self, organiser: Client, playing: Round
    ) -> None:
        match = first_of(playing)
        play(match, [90, 90])
        typed = {"total_a": 200, "total_b": 124, "instead_of": "162-162-2-hands"}
        page = text_of(organiser.post(table_at(match, "slip-edit"), typed))
        assert "The phone at the table says 180 – 144." in page
        assert page.count('name="instead_of"') == 1

    def test_a_slip_over_hands_is_asked_about(self, organiser: Client, playing: Round) -> None:
        match = first_of(playing)
        play(match, [90, 90])
        typed = {"total_a": 200, "total_b": 124}
        page = words_on(organiser.post(table_at(match, "slip-edit"), typed))
        assert "The phone at the table says 180 – 144." in page

    def test_a_slip_for_the_wrong_table_is_taken_back(
        self, organiser: Client, playing: Round
    ) -> None:
        match = first_of(playing)
        play(match, [90, 90])
        organiser.post(desk(playing), slip(instead_of="180-144-2-hands"))
        assert stored(match) == ("slip", 200, 124)
        page = words_on(organiser.post(table_at(match, "slip-withdraw"), follow=True))
        assert "The slip of table 1 is withdrawn." in page
        assert stored(match) == ("hands", 180, 144)

    @pytest.mark.parametrize(
        ("act", "said", "kind"),
        [
            ("slip-withdraw", "No slip is written for table 1.", LogEntry.Kind.GAME),
            ("slip-check", "There is nothing to check at table 1.", LogEntry.Kind.CHECKED),
        ],
    )
    def test_what_does_nothing_says_so(
        self, organiser: Client, playing: Round, act: str, said: str, kind: LogEntry.Kind
    ) -> None:
        match = first_of(playing)
        assert said in words_on(organiser.post(table_at(match, act), follow=True))
        assert not log_of(kind)
        assert first_of(playing).check_note == ""

    def test_a_note_stays_with_the_slip(self, organiser: Client, playing: Round) -> None:
        match = first_of(playing)
        typed = {"total_a": 200, "total_b": 124, "note": "read by telephone"}
        page = words_on(organiser.post(table_at(match, "slip-edit"), typed, follow=True))
        assert "read by telephone" in page

    def test_other_clubs_write_nothing(self, playing: Round) -> None:
        other = member_of(make_club("Elsewhere"), "other")
        match = first_of(playing)
        for name in ("slip-edit", "slip-withdraw", "slip-check", "sheet-sign", "sheet-ruling"):
            answer = other.post(table_at(match, name), {"total_a": 200, "total_b": 124})
            assert answer.status_code == 404
        assert stored(match) == ("hands", 0, 0)
