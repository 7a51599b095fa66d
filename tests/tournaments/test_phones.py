"""Phones at the tables: in by the table's code, for its game alone, until the round is closed."""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.engine.hand import HandEntry, Seat
from scorekeeper.models import Club, Game
from scorekeeper.models.authors import Author
from scorekeeper.services.games import GameIsOverError
from scorekeeper.services.hands import WrittenHand, correct_hand
from tests.contest import games_of, make_contest, play, start_round
from tests.pages import count_queries, member_of, visitor, words_on
from tests.table import NOW, SCORER, make_club
from tournaments.models import LogEntry, Match, Round, TableCode, Tournament
from tournaments.models.signatures import Signature, signature_of
from tournaments.services.rounds import close_round
from tournaments.services.signatures import sign_on_paper
from tournaments.services.slips import TableSlip, record_table_slip
from tournaments.services.tournaments import finish_tournament
from tournaments.services.withdrawals import withdraw_entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def tournament(club: Club) -> Tournament:
    """Return a contest of four teams, two rounds of two hands; the first is being played."""
    tournament = make_contest(club, teams=4, rounds=2, hands=2)
    start_round(tournament)
    return tournament


def tables(tournament: Tournament) -> list[Match]:
    """Return the tables of the latest round."""
    latest = tournament.rounds.order_by("-number").first()
    assert latest
    return games_of(latest)


def code_at(tournament: Tournament, table: int = 1) -> TableCode:
    return tournament.codes.get(number=table)


def door(tournament: Tournament, table: int = 1) -> str:
    """Return the address that the code on a table opens."""
    return reverse("tournaments:table-open", args=[code_at(tournament, table).token])


def phone_at(tournament: Tournament, table: int = 1, name: str = "Zoé") -> Client:
    """Return a phone that joined a table."""
    phone = visitor()
    phone.post(door(tournament, table), {"name": name})
    return phone


def sheet(match: Match, action: str = "detail", *args: int) -> str:
    """Return the address of a page of the table's game."""
    kind = "hand" if args or action == "new" else "game"
    return reverse(f"scorekeeper:{kind}-{action}", args=[match.game_id, *args])


def a_hand(points: int = 100, **fields: Any) -> dict[str, Any]:
    """Return what the form of a hand sends."""
    return {"kind": "hand", "taker": "A1", "points_a": points, **fields}


def write(phone: Client, match: Match, points: int = 100) -> Any:
    key = str(uuid.uuid4())
    return phone.post(sheet(match, "new"), a_hand(points, submission_key=key))


def say(
    phone: Client, tournament: Tournament, match: Match, side: str, what: str = "accept"
) -> Any:
    """Let one side accept the sheet as it is stored, or go where it may object."""
    match.refresh_from_db()
    address = reverse(f"tournaments:sheet-{what}", args=[code_at(tournament).token])
    return phone.post(address, {"side": side, "receipt": match.receipt})


def state_of(match: Match) -> Signature:
    match.refresh_from_db()
    return signature_of(match, match.verdicts.all())


class TestTheDoor:
    def test_a_phone_joins_by_the_code_and_writes_the_hands_of_that_table(
        self, tournament: Tournament
    ) -> None:
        match = tables(tournament)[0]
        phone = visitor()
        page = words_on(phone.get(door(tournament)))
        assert "Table 1" in page
        assert "Round 1" in page
        assert match.seats.get(side="A").entry.title in page.replace("&amp;", "&")
        refused = phone.post(door(tournament), {"name": "x" * 41})
        assert "at most 40" in words_on(refused)
        assert phone.get(sheet(match)).status_code == 404
        joined = phone.post(door(tournament), {"name": "Zoé"}, follow=True)
        assert joined.redirect_chain[-1][0] == sheet(match)
        assert write(phone, match).status_code == 302
        assert match.game
        assert match.game.hands.get().recorded_name == "Zoé"
        assert tournament.log.filter(kind=LogEntry.Kind.GAME).get().author_name == "Zoé"

    def test_the_code_opens_the_game_at_once_for_who_is_in(
        self, tournament: Tournament, club: Club
    ) -> None:
        address = sheet(tables(tournament)[0])
        assert phone_at(tournament).get(door(tournament))["Location"] == address
        assert member_of(club).get(door(tournament))["Location"] == address

    def test_strangers_and_phones_of_other_tables_find_nothing(
        self, tournament: Tournament
    ) -> None:
        first, second = tables(tournament)
        for client, match in ((visitor(), first), (phone_at(tournament), second)):
            assert client.get(sheet(match)).status_code == 404
            assert write(client, match).status_code == 404
        assert not Game.objects.filter(hand_count__gt=0).exists()

    def test_the_games_own_code_opens_nothing_in_a_contest(
        self, tournament: Tournament, club: Club
    ) -> None:
        match = tables(tournament)[0]
        assert match.game
        address = reverse("scorekeeper:game-join", args=[match.game.token])
        assert visitor().get(address).status_code == 404
        assert visitor().post(address).status_code == 404
        assert member_of(club).get(address)["Location"] == sheet(match)

    def test_a_code_that_was_replaced_says_so_and_shuts_phones_out(
        self, tournament: Tournament, club: Club
    ) -> None:
        match, old, phone = tables(tournament)[0], door(tournament), phone_at(tournament)
        organiser = member_of(club)
        organiser.post(reverse("tournaments:code-replace", args=[tournament.pk, 1]))
        assert door(tournament) != old
        refused = visitor().get(old)
        assert refused.status_code == 404
        assert "Ask the organiser for the new code" in words_on(refused)
        assert write(phone, match).status_code == 404
        assert write(phone_at(tournament), match).status_code == 302
        logged = tournament.log.get(kind=LogEntry.Kind.CODE)
        assert logged.table_number == 1
        assert code_at(tournament).token not in str(logged.data)

    @pytest.mark.parametrize(
        ("state", "words"),
        [
            ("unpublished", "draw is not published yet"),
            ("closed", "Round 1 is closed"),
            ("forfeit", "No cards at this table"),
            ("finished", "contest is over"),
        ],
    )
    def test_where_nothing_is_entered_the_page_says_why(
        self, tournament: Tournament, state: str, words: str
    ) -> None:
        playing = tournament.rounds.get()
        phone = phone_at(tournament)
        if state == "unpublished":
            playing.matches.all().delete()
            playing.status = Round.Status.DRAWN
            playing.save()
        elif state == "forfeit":
            number = tables(tournament)[0].seats.get(side="A").entry.number
            withdraw_entry(
                tournament_id=tournament.pk, number=number, from_round=1, author=SCORER, now=NOW
            )
        else:
            close_round(round_id=playing.pk, author=SCORER, now=NOW)
        if state == "finished":
            finish_tournament(tournament_id=tournament.pk, author=SCORER, now=NOW)
        page = phone.get(door(tournament))
        assert page.status_code == 200
        assert words in words_on(page)
        assert reverse("tournaments:public", args=[tournament.token]) in page.content.decode()

    def test_a_table_without_a_game_in_this_round_sends_people_on(
        self, tournament: Tournament
    ) -> None:
        withdraw_entry(tournament_id=tournament.pk, number=1, from_round=2, author=SCORER, now=NOW)
        withdraw_entry(tournament_id=tournament.pk, number=2, from_round=2, author=SCORER, now=NOW)
        close_round(round_id=tournament.rounds.get().pk, author=SCORER, now=NOW)
        start_round(tournament)
        assert "Nobody plays here" in words_on(visitor().get(door(tournament, 2)))

    def test_a_waiting_phone_is_sent_on_once_there_is_something_new(
        self, tournament: Tournament
    ) -> None:
        close_round(round_id=tournament.rounds.get().pk, author=SCORER, now=NOW)
        phone = phone_at(tournament)
        page = phone.get(door(tournament))
        asks = door(tournament) + "?mark=" + page.context["table"].mark
        assert phone.get(asks).status_code == 204
        start_round(tournament)
        address = phone.get(asks)["HX-Redirect"]
        look = phone.get(address)
        assert "Not your names?" in words_on(look)
        answer = phone.post(address, {"name": ""}, follow=True)
        assert answer.redirect_chain[-1][0] == sheet(tables(tournament)[0])

    def test_a_phone_sees_that_the_other_side_has_spoken(self, tournament: Tournament) -> None:
        match, ana, bob = tables(tournament)[0], phone_at(tournament), phone_at(tournament)
        play(match)
        page = ana.get(sheet(match))
        asks = door(tournament) + "?mark=" + page.context["page"].mark
        assert asks in page.content.decode()
        assert ana.get(asks).status_code == 204
        say(bob, tournament, match, "B")
        assert ana.get(asks)["HX-Redirect"] == door(tournament)


class TestTheClosedRound:
    @pytest.fixture
    def left_open(self, tournament: Tournament) -> tuple[Client, Match]:
        """Return a phone with a page of round 1, which was closed meanwhile."""
        phone, match = phone_at(tournament), tables(tournament)[0]
        close_round(round_id=match.round_id, author=SCORER, now=NOW)
        start_round(tournament)
        return phone, match

    def test_a_hand_from_a_page_left_open_is_refused_with_the_way_and_is_not_lost(
        self, tournament: Tournament, left_open: tuple[Client, Match]
    ) -> None:
        phone, match = left_open
        refused = phone.post(sheet(match, "new"), a_hand(98, belote="B2"))
        assert refused.status_code == 409
        assert f'href="{door(tournament)}"' in refused.content.decode()
        words = words_on(refused)
        assert "98" in words
        names = dict(match.game.seats.values_list("seat", "name"))  # type: ignore[union-attr]
        assert names["A1"] in words
        assert names["B2"] in words
        assert not Game.objects.filter(hand_count__gt=0).exists()
        assert phone.get(door(tournament))["Location"] == sheet(tables(tournament)[0])

    def test_every_page_of_the_old_game_shows_the_way(
        self, tournament: Tournament, left_open: tuple[Client, Match]
    ) -> None:
        phone, match = left_open
        for address in (sheet(match), sheet(match, "stop"), sheet(match, "history")):
            page = phone.get(address)
            assert page.status_code == 409
            assert door(tournament) in page.content.decode()

    def test_the_preview_of_an_old_page_says_it_where_one_types(
        self, tournament: Tournament, left_open: tuple[Client, Match]
    ) -> None:
        phone, match = left_open
        address = reverse("scorekeeper:hand-preview", args=[match.game_id])
        page = phone.post(address, a_hand(), headers={"HX-Request": "true"})
        assert page.status_code == 422
        assert 'id="preview"' in page.content.decode()
        assert door(tournament) in page.content.decode()

    def test_the_organiser_still_corrects_the_closed_round(
        self, club: Club, left_open: tuple[Client, Match]
    ) -> None:
        _phone, match = left_open
        assert write(member_of(club), match).status_code == 302
        assert match.game
        assert match.game.hands.count() == 1

    def test_nobody_signs_a_sheet_of_a_closed_round(
        self, tournament: Tournament, left_open: tuple[Client, Match]
    ) -> None:
        phone, match = left_open
        play_on_paper(match)
        say(phone, tournament, match, "A")
        assert not match.verdicts.exists()


def play_on_paper(match: Match) -> None:
    """Let a table have a receipt without playing it."""
    Match.objects.filter(pk=match.pk).update(receipt="7K4M-9QXT")


class TestTheGamePage:
    def test_it_names_the_contest_and_hides_what_a_contest_decides(
        self, tournament: Tournament
    ) -> None:
        match = tables(tournament)[0]
        page = phone_at(tournament).get(sheet(match))
        words = words_on(page)
        assert "Round 1, table 1" in words
        for hidden in ("Change players or length", "Enter from another phone", "slip"):
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
        assert "have still to accept" in words_on(bob.get(sheet(match)))
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
        assert "The referee is told" in words_on(answer)
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
                written=WrittenHand(entry=HandEntry(taker=Seat.A1, card_points=120)),
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


class TestTheCodes:
    def address(self, tournament: Tournament) -> str:
        return reverse("tournaments:code-list", args=[tournament.pk])

    def test_every_table_has_one_to_print(self, tournament: Tournament, club: Club) -> None:
        page = member_of(club).get(self.address(tournament))
        words = words_on(page)
        for table in (1, 2):
            assert f"Table {table}" in words
            assert door(tournament, table) in words
        assert page.content.decode().count("<svg") >= 2

    def test_one_table_alone(self, tournament: Tournament, club: Club) -> None:
        page = member_of(club).get(self.address(tournament), {"table": "2", "size": "big"})
        assert door(tournament, 2) in words_on(page)
        assert door(tournament, 1) not in words_on(page)

    def test_before_the_first_draw_the_page_says_what_to_do(self, club: Club) -> None:
        tournament = make_contest(club, teams=4)
        page = member_of(club).get(self.address(tournament))
        assert "No codes yet" in words_on(page)
        assert reverse("tournaments:draw-new", args=[tournament.pk]) in page.content.decode()

    def test_other_clubs_and_unknown_tables_find_nothing(
        self, tournament: Tournament, club: Club
    ) -> None:
        other = member_of(make_club("Another club"), "guest")
        assert other.get(self.address(tournament)).status_code == 404
        for client, table in ((other, 1), (member_of(club), 99)):
            address = reverse("tournaments:code-replace", args=[tournament.pk, table])
            assert client.post(address).status_code == 404

    def test_the_page_takes_as_many_queries_for_four_teams_as_for_forty(self, club: Club) -> None:
        organiser, counts = member_of(club), []
        for teams in (4, 40):
            tournament = make_contest(club, teams=teams, hands=2)
            start_round(tournament)
            counts.append(count_queries(organiser.get, self.address(tournament)))
        assert counts[0] == counts[1]
