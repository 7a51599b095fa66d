"""Phones at the tables: in by the table’s code, for its game alone, until the round is closed."""

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club, Game
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
    tables,
    write,
)
from tournaments.contests.services import finish_tournament
from tournaments.entries.services.withdrawals import withdraw_entry
from tournaments.models import LogEntry, Match, Round, Tournament
from tournaments.tables.services import close_round

pytestmark = pytest.mark.django_db


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
        head = words_on(joined).partition("Sign in")[0]
        assert f"{tournament.name} Round 1, table 1" in head
        assert 'data-place="Round 1, table 1"' in joined.content.decode()
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
            ("forfeit", "No game at this table"),
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
        assert ana.get(asks).status_code == 204
        # The page itself asks for the sheet, every few seconds.
        way = page.context["table_data"]["way"]
        code = {"authorization": f"Bearer {way['token']}"}
        known = ana.get(way["base"], headers=code)["ETag"]
        assert ana.get(way["base"], headers={**code, "if-none-match": known}).status_code == 304
        say(bob, tournament, match, "B")
        assert ana.get(asks)["HX-Redirect"] == door(tournament)
        assert ana.get(way["base"], headers={**code, "if-none-match": known}).status_code == 200


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
        assert match.game
        names = dict(match.game.seats.values_list("seat", "name"))
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
