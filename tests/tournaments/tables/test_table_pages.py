"""Single tables: catch-up games, late teams, what the referee decides, signatures on paper."""

import pytest
from django.test import Client

from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.games.services.hands import HandInput, correct_hand
from scorekeeper.models import Club
from tests.contest import games_of, make_contest, play, start_round
from tests.pages import words_on
from tests.table import NOW, SCORER
from tests.tournaments.tables.addresses import PHONE, at, dispute, numbers_of, table_at
from tournaments.audit_log.locks import RoundOpenError
from tournaments.entries.services.entries import NewEntry, add_entries
from tournaments.models import LogEntry, Match, Round
from tournaments.rounds.services import take_back_round
from tournaments.tables.services import accept_sheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def playing(club: Club) -> Round:
    return start_round(make_contest(club, teams=8, hands=2))


class TestExempt:
    @pytest.fixture
    def odd(self, club: Club) -> Round:
        return start_round(make_contest(club, teams=5, hands=2))

    def exempt_of(self, played: Round) -> int:
        number: int = played.seats.get(kind="exempt").entry.number
        return number

    def test_the_exempt_team_plays_an_early_finisher(self, organiser: Client, odd: Round) -> None:
        first = games_of(odd)[0]
        play(first, [100, 100])
        alone, early = self.exempt_of(odd), numbers_of(first, Side.A)[0]
        form = organiser.get(at(odd, "catch-up-new"))
        assert f'value="{alone}"' in form.content.decode()
        sent = {"a1": alone, "b1": early}
        page = words_on(organiser.post(at(odd, "catch-up-new"), sent, follow=True))
        assert "The catch-up game is played at table 3." in page
        assert f"Only the score of number {alone} counts." in page
        assert f"Only the score of number {early} counts." not in page

    def test_a_catch_up_table_that_nobody_uses_is_closed(
        self, organiser: Client, odd: Round
    ) -> None:
        first = games_of(odd)[0]
        play(first)
        alone, early = self.exempt_of(odd), numbers_of(first, Side.A)[0]
        organiser.post(at(odd, "catch-up-new"), {"a1": alone, "b1": early})
        catch_up = odd.matches.select_related("round").get(kind=Match.Kind.CATCH_UP)
        page = words_on(organiser.post(table_at(catch_up, "table-cancel"), follow=True))
        assert "Table 3 is closed." in page
        assert self.exempt_of(odd) == alone

    @pytest.mark.parametrize("who", ["still playing", "twice", "unknown", "nothing"])
    def test_a_catch_up_table_that_cannot_be_is_refused(
        self, organiser: Client, odd: Round, who: str
    ) -> None:
        alone, other = self.exempt_of(odd), numbers_of(games_of(odd)[0], Side.A)[0]
        numbers = {"still playing": other, "twice": alone, "unknown": 99, "nothing": ""}
        sent = {"a1": alone, "b1": numbers[who]}
        page = words_on(organiser.post(at(odd, "catch-up-new"), sent))
        assert "Something needs to be corrected" in page
        assert not odd.matches.filter(kind=Match.Kind.CATCH_UP).exists()

    def test_a_late_team_plays_the_exempt_one(self, organiser: Client, odd: Round) -> None:
        add_entries(
            tournament_id=odd.tournament_id,
            entries=[NewEntry(names=("Zoé", "Yann"))],
            author=SCORER,
            now=NOW,
        )
        page = words_on(organiser.post(at(odd, "late-entry"), {"number": "6"}, follow=True))
        assert "Number 6 plays at table 3." in page
        assert "Zoé &amp; Yann" in page

    @pytest.mark.parametrize("number", ["1", "77", "", "many"])
    def test_a_late_team_without_a_place_is_told(
        self, organiser: Client, odd: Round, number: str
    ) -> None:
        before = odd.matches.count()
        organiser.post(at(odd, "late-entry"), {"number": number}, follow=True)
        assert odd.matches.count() == before

    def test_without_anybody_exempt_there_is_no_catch_up(
        self, organiser: Client, playing: Round
    ) -> None:
        assert "Nobody is exempt here" in words_on(organiser.get(at(playing, "catch-up-new")))


class TestRuling:
    def test_both_versions_stand_side_by_side(self, organiser: Client, playing: Round) -> None:
        match = games_of(playing)[0]
        play(match, [100, 100])
        dispute(match)
        accept_sheet(match_id=match.pk, side=Side.A, receipt=match.receipt, author=PHONE, now=NOW)
        page = words_on(organiser.get(table_at(match, "sheet-ruling")))
        assert "Accepts the sheet" in page
        assert "Says it should be 190 – 134 hand 2 was ours Léa" in page
        assert "The sheet says 200 – 124" in page
        assert match.receipt in page

    def test_the_referee_lets_the_sheet_stand(self, organiser: Client, playing: Round) -> None:
        match = games_of(playing)[0]
        play(match, [100, 100])
        dispute(match)
        address = table_at(match, "sheet-ruling")
        assert "Write a word" in words_on(organiser.post(address, {"note": ""}))
        sent = {"note": "counted again", "receipt": match.receipt}
        page = words_on(organiser.post(address, sent, follow=True))
        assert "the sheet of table 1 counts" in page
        assert "0 to check" in page
        ruling = LogEntry.objects.get(kind=LogEntry.Kind.RULED)
        assert ruling.data["note"] == "counted again"
        assert ruling.author_name == "Élise"

    def test_a_game_that_goes_on_is_not_decided(self, organiser: Client, playing: Round) -> None:
        match = games_of(playing)[0]
        page = words_on(organiser.post(table_at(match, "sheet-ruling"), {"note": "so be it"}))
        assert "is still going on" in page

    def test_a_sheet_is_signed_on_paper(self, organiser: Client, playing: Round) -> None:
        match = games_of(playing)[0]
        play(match)
        match.refresh_from_db()
        assert f'name="receipt" value="{match.receipt}"' in board_of(organiser, playing)
        sent = {"show": "unsigned", "receipt": match.receipt}
        answer = organiser.post(table_at(match, "sheet-sign"), sent)
        assert answer["Location"] == at(playing, show="unsigned")
        match.refresh_from_db()
        assert match.is_signed

    def test_an_unfinished_sheet_is_not_signed(self, organiser: Client, playing: Round) -> None:
        match = games_of(playing)[0]
        page = words_on(organiser.post(table_at(match, "sheet-sign"), follow=True))
        assert "is still going on" in page
        match.refresh_from_db()
        assert not match.is_signed

    @pytest.mark.parametrize("name", ["sheet-ruling", "sheet-sign"])
    def test_a_sheet_that_was_changed_meanwhile_is_looked_at_again(
        self, organiser: Client, playing: Round, name: str
    ) -> None:
        match = games_of(playing)[0]
        play(match, [100, 100])
        dispute(match)
        page = organiser.get(table_at(match, "sheet-ruling")).content.decode()
        assert f'name="receipt" value="{match.receipt}"' in page
        first = HandInput(entry=HandEntry(taker=Seat.A1, card_points=120))
        correct_hand(
            game_id=match.game_id or 0,
            number=1,
            written=first,
            author=PHONE,
            now=NOW,
            even_finished=True,
        )
        sent = {"note": "it stands", "receipt": match.receipt}
        page = words_on(organiser.post(table_at(match, name), sent, follow=True))
        assert "The sheet was changed or closed meanwhile: look at it again." in page
        stale = match.receipt
        match.refresh_from_db()
        assert (match.is_signed, match.check_note) == (False, "")
        assert match.receipt != stale
        # The page shows the sheet as it is now: a second look settles it.
        sent["receipt"] = match.receipt
        organiser.post(table_at(match, name), sent)
        match.refresh_from_db()
        assert match.is_signed

    @pytest.mark.parametrize("name", ["sheet-ruling", "sheet-sign"])
    def test_a_table_that_is_gone_once_it_is_locked_is_told(
        self, organiser: Client, playing: Round, name: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        match = games_of(playing)[0]

        def take_back_first(**_act: object) -> None:
            take_back_round(round_id=playing.pk, author=SCORER, now=NOW)
            raise RoundOpenError

        for act in ("rule_on_sheet", "sign_on_paper"):
            monkeypatch.setattr(f"tournaments.tables.views.desk.{act}", take_back_first)
        sent = {"note": "it stands", "receipt": "ABCD-EFGH"}
        page = words_on(organiser.post(table_at(match, name), sent, follow=True))
        assert "The draw has changed in the meantime" in page


def board_of(organiser: Client, playing: Round) -> str:
    return organiser.get(at(playing)).content.decode()
