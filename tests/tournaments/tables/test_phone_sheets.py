"""The sheet on a phone: what its page shows and corrects, and both sides accepting it."""

import pytest
from django.urls import reverse

from scorekeeper.engine.hand import HandEntry, Seat
from scorekeeper.games.services.actions import GameIsOverError
from scorekeeper.games.services.hands import HandInput, correct_hand
from scorekeeper.models import Club
from scorekeeper.models.authors import Author
from tests.contest import make_contest, play, start_round
from tests.pages import count_queries, member_of, visitor, words_on
from tests.table import NOW, SCORER, make_club
from tests.tournaments.tables.phones import (
    a_hand,
    code_at,
    door,
    phone_at,
    say,
    sheet,
    state_of,
    tables,
    write,
)
from tournaments.models import LogEntry, Match, Tournament
from tournaments.models.rounds import Signature
from tournaments.tables.services import TableSlip, record_table_slip, sign_on_paper

pytestmark = pytest.mark.django_db


class TestTheGamePage:
    def test_it_names_the_contest_and_hides_what_a_contest_decides(
        self, tournament: Tournament
    ) -> None:
        match = tables(tournament)[0]
        page = phone_at(tournament).get(sheet(match))
        words = words_on(page)
        assert "Round 1, table 1" in words
        for hidden in (
            "Correct names, change the length",
            "Add a substitute",
            "Enter from another phone",
            "slip",
        ):
            assert hidden not in words
        assert "Stop here" in words
        assert match.game
        assert match.game.token not in page.content.decode()

    def test_the_page_of_players_and_length_leads_back(self, tournament: Tournament) -> None:
        match = tables(tournament)[0]
        answer = phone_at(tournament).get(sheet(match, "edit"))
        assert answer["Location"] == sheet(match)

    def test_a_slip_is_corrected_at_the_desk_of_the_contest(
        self, tournament: Tournament, club: Club
    ) -> None:
        match, organiser = tables(tournament)[0], member_of(club)
        slip = TableSlip(hands=2, total_a=200, total_b=124, is_signed=False)
        record_table_slip(match_id=match.pk, slip=slip, author=SCORER, now=NOW)
        desk = reverse("tournaments:slip-edit", args=[tournament.pk, 1, 1])
        assert f'href="{desk}"' in organiser.get(sheet(match)).content.decode()
        answer = organiser.get(reverse("scorekeeper:slip-edit", args=[match.game_id]))
        assert answer["Location"] == sheet(match)
        phone = phone_at(tournament)
        assert desk not in phone.get(sheet(match)).content.decode()
        for side in "AB":
            say(phone, tournament, match, side)
        assert state_of(match) is Signature.SETTLED

    def test_who_deals_first_is_said_before_the_first_hand_only(
        self, tournament: Tournament
    ) -> None:
        match, phone = tables(tournament)[0], phone_at(tournament)
        assert match.game
        phone.post(sheet(match, "dealer"), {"dealer": "B2"})
        match.game.refresh_from_db()
        assert match.game.first_dealer == "B2"
        name = match.game.seats.get(seat="B2").name
        assert f"{name} deals" in words_on(phone.get(sheet(match, "history")))
        assert phone.post(sheet(match, "dealer"), {"dealer": "X"}).status_code == 404
        write(phone, match)
        phone.post(sheet(match, "dealer"), {"dealer": "A1"})
        match.game.refresh_from_db()
        assert match.game.first_dealer == "B2"

    def test_a_phone_does_not_open_a_finished_game_again_and_the_organiser_does(
        self, tournament: Tournament, club: Club
    ) -> None:
        match = tables(tournament)[0]
        play(match)
        phone, organiser = phone_at(tournament), member_of(club)
        assert "Open the game again" not in words_on(phone.get(sheet(match)))
        assert phone.post(sheet(match, "reopen")).status_code == 404
        assert "Open the game again" in words_on(organiser.get(sheet(match)))
        organiser.post(sheet(match, "reopen"))
        assert match.game
        match.game.refresh_from_db()
        assert not match.game.is_finished

    def test_a_game_opened_again_is_stopped_again_by_its_phone_and_what_was_said_holds(
        self, tournament: Tournament, club: Club
    ) -> None:
        match, phone = tables(tournament)[0], phone_at(tournament)
        write(phone, match)
        phone.post(sheet(match, "stop"), {"reason": "late"})
        for side in "AB":
            say(phone, tournament, match, side)
        accepted = match.receipt
        member_of(club).post(sheet(match, "reopen"))
        phone.post(sheet(match, "stop"), {"reason": "late"})
        assert state_of(match) is Signature.SETTLED
        assert match.receipt == accepted

    def test_a_finished_sheet_is_corrected_at_the_table_and_has_another_receipt(
        self, tournament: Tournament
    ) -> None:
        match, phone = tables(tournament)[0], phone_at(tournament)
        play(match)
        match.refresh_from_db()
        before = match.receipt
        edit = sheet(match, "edit", 1)
        assert f'href="{edit}"' in phone.get(sheet(match)).content.decode()
        answer = phone.post(edit, a_hand(120))
        assert answer["Location"] == sheet(match)
        match.refresh_from_db()
        assert match.receipt not in {"", before}
        assert match.game
        match.game.refresh_from_db()
        assert match.game.is_finished
        assert match.game.total_a == 220

    def test_a_hand_written_twice_is_taken_off_and_the_game_goes_on(
        self, tournament: Tournament
    ) -> None:
        match, phone = tables(tournament)[0], phone_at(tournament)
        play(match)
        phone.post(sheet(match, "delete", 2))
        match.refresh_from_db()
        assert match.receipt == ""
        assert match.game
        assert not match.game.is_finished
        assert match.game.hands.count() == 1

    def test_the_page_takes_as_many_queries_for_four_teams_as_for_forty(self, club: Club) -> None:
        counts = []
        for teams in (4, 40):
            tournament = make_contest(club, teams=teams, hands=2)
            start_round(tournament)
            match = tables(tournament)[0]
            play(match)
            phone = phone_at(tournament)
            counts.append(count_queries(phone.get, sheet(match)))
        assert counts[0] == counts[1]


class TestTheFinalSheet:
    @pytest.fixture
    def match(self, tournament: Tournament) -> Match:
        """Return table 1, played to its end."""
        match = tables(tournament)[0]
        play(match)
        match.refresh_from_db()
        return match

    def test_the_receipt_stands_on_the_sheet(self, tournament: Tournament, match: Match) -> None:
        assert match.receipt in words_on(phone_at(tournament).get(sheet(match)))

    def test_once_both_accepted_only_the_organiser_changes_the_sheet(
        self, tournament: Tournament, match: Match, club: Club
    ) -> None:
        ana, bob = phone_at(tournament, name="Ana"), phone_at(tournament, name="Bob")
        say(ana, tournament, match, "A")
        assert state_of(match) is Signature.ONE_SIDE
        assert "have not accepted yet" in words_on(bob.get(sheet(match)))
        say(bob, tournament, match, "B")
        assert state_of(match) is Signature.SETTLED
        signed = tournament.log.filter(kind=LogEntry.Kind.ACCEPTED).order_by("number")
        assert [entry.author_name for entry in signed] == ["Ana", "Bob"]

        edit = sheet(match, "edit", 1)
        assert f'href="{edit}"' not in ana.get(sheet(match)).content.decode()
        assert "only the organiser" in words_on(ana.get(edit))
        assert "only the organiser" in words_on(ana.post(edit, a_hand(120)))
        ana.post(sheet(match, "delete", 1))
        ana.post(sheet(match, "undo", 2))
        receipt = match.receipt
        assert state_of(match) is Signature.SETTLED
        assert match.receipt == receipt

        assert member_of(club).post(edit, a_hand(120)).status_code == 302
        match.refresh_from_db()
        assert match.receipt != receipt
        assert state_of(match) is Signature.WAITING

    def test_an_account_in_another_club_is_a_phone_like_any(
        self, tournament: Tournament, match: Match
    ) -> None:
        guest = member_of(make_club("Another club"), "guest")
        guest.post(door(tournament), {"name": ""})
        assert guest.get(sheet(match)).status_code == 200
        for side in "AB":
            say(guest, tournament, match, side)
        receipt = match.receipt
        guest.post(sheet(match, "edit", 1), a_hand(120))
        match.refresh_from_db()
        assert match.receipt == receipt

    def test_a_correction_after_one_acceptance_asks_again(
        self, tournament: Tournament, match: Match
    ) -> None:
        phone = phone_at(tournament)
        say(phone, tournament, match, "A")
        phone.post(sheet(match, "edit", 1), a_hand(120))
        assert state_of(match) is Signature.WAITING
        assert "Do both sides accept this sheet?" in words_on(phone.get(sheet(match)))

    def test_a_sheet_that_changed_meanwhile_is_not_accepted_unseen(
        self, tournament: Tournament, match: Match
    ) -> None:
        phone, seen = phone_at(tournament), match.receipt
        phone.post(sheet(match, "edit", 1), a_hand(120))
        address = reverse("tournaments:sheet-accept", args=[code_at(tournament).token])
        answer = phone.post(address, {"side": "A", "receipt": seen}, follow=True)
        assert "look at it again" in words_on(answer)
        assert not match.verdicts.exists()

    def test_a_side_that_objects_says_what_is_right_and_the_referee_sees_it(
        self, tournament: Tournament, match: Match, club: Club
    ) -> None:
        phone = phone_at(tournament)
        address = reverse("tournaments:sheet-dispute", args=[code_at(tournament).token])
        form = phone.get(address, {"side": "B"})
        assert match.receipt in form.content.decode()
        claim = {"side": "B", "receipt": match.receipt, "total_a": 190, "total_b": 134}
        answer = phone.post(address, {**claim, "note": "hand 2"}, follow=True)
        assert "The referee has been notified" in words_on(answer)
        assert "190 – 134" in words_on(answer)
        assert state_of(match) is Signature.DISPUTED
        organiser = words_on(member_of(club).get(sheet(match)))
        assert "The two sides do not agree" in organiser
        assert "Decide" in organiser
        say(phone, tournament, match, "B")
        assert state_of(match) is Signature.ONE_SIDE

    @pytest.mark.parametrize(
        ("typed", "message"),
        [
            ({}, "say what is wrong"),
            ({"total_a": "190"}, "Write both totals"),
            ({"total_a": "-1", "total_b": "5"}, "greater than or equal to 0"),
            ({"total_a": "x", "total_b": "5"}, "whole number"),
            ({"note": "x" * 201}, "at most 200"),
        ],
        ids=["nothing", "one total", "below nothing", "a letter", "too long"],
    )
    def test_an_objection_says_something_and_loses_nothing(
        self, tournament: Tournament, match: Match, typed: dict[str, str], message: str
    ) -> None:
        phone = phone_at(tournament)
        address = reverse("tournaments:sheet-dispute", args=[code_at(tournament).token])
        answer = phone.post(address, {"side": "A", "receipt": match.receipt, **typed})
        assert message in words_on(answer)
        assert not match.verdicts.exists()

    def test_what_both_accepted_is_not_opened_again_by_an_objection(
        self, tournament: Tournament, match: Match
    ) -> None:
        phone = phone_at(tournament)
        for side in "AB":
            say(phone, tournament, match, side)
        address = reverse("tournaments:sheet-dispute", args=[code_at(tournament).token])
        phone.post(address, {"side": "A", "receipt": match.receipt, "note": "no"})
        assert state_of(match) is Signature.SETTLED

    def test_what_was_signed_on_paper_is_settled_for_the_phones(
        self, tournament: Tournament, match: Match
    ) -> None:
        sign_on_paper(match_id=match.pk, receipt=match.receipt, author=SCORER, now=NOW)
        phone = phone_at(tournament)
        assert "The sheet is accepted" in words_on(phone.get(sheet(match)))
        with pytest.raises(GameIsOverError):
            correct_hand(
                game_id=match.game_id or 0,
                number=1,
                written=HandInput(entry=HandEntry(taker=Seat.A1, card_points=120)),
                author=Author("Zoé"),
                now=NOW,
                even_finished=True,
            )

    @pytest.mark.parametrize("action", ["accept", "dispute"])
    def test_strangers_and_other_tables_sign_nothing(
        self, tournament: Tournament, match: Match, action: str
    ) -> None:
        for client in (visitor(), phone_at(tournament, 2)):
            assert say(client, tournament, match, "A", action).status_code == 404
        assert say(phone_at(tournament), tournament, match, "C", action).status_code == 404
        assert not match.verdicts.exists()
