"""The code of the hall that is typed: what it opens, for how long, how often it is tried."""

from datetime import datetime, timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.login_throttling import ATTEMPTS
from scorekeeper.evenings.services import close_evening, open_evening, replace_token
from scorekeeper.hall_codes import ALPHABET, TypedCode, days_of_night, letters_of, read_typed
from scorekeeper.home import services
from scorekeeper.home.services import by_address, by_club
from scorekeeper.models import Club, Evening, RateLimit
from tests.contest import make_contest
from tests.pages import member_of, text_of, visitor, words_on
from tests.table import make_club, make_game
from tournaments.models import TableCode, Tournament

pytestmark = pytest.mark.django_db

UNKNOWN = "This code opens nothing tonight."


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def evening(club: Club) -> Evening:
    return evening_of(club)


def evening_of(club: Club, *, days_ahead: int = 0) -> Evening:
    now = timezone.now()
    day = timezone.localdate(now) + timedelta(days=days_ahead)
    return open_evening(club=club, name="Friday", date=day, ruleset_key="classic", now=now)


def contest_of_today(club: Club) -> Tournament:
    tournament = make_contest(club, teams=4)
    tournament.date = timezone.localdate()
    tournament.save()
    return tournament


def typed(letters: str, client: Client | None = None, *, of: str = "127.0.0.1") -> Any:
    """Type letters, on a phone of that address; return what comes."""
    return (client or visitor()).post("/code/", {"code": letters}, REMOTE_ADDR=of)


def unknown_letters(*tokens: str) -> str:
    taken = {letters_of(token) for token in tokens}
    return next(letter * 4 for letter in ALPHABET if letter * 4 not in taken)


class TestWhatItOpens:
    def test_an_evening_as_its_qr_code_does(self, evening: Evening) -> None:
        phone = visitor()
        answer = typed(letters_of(evening.token), phone)
        assert answer.headers["location"] == reverse(
            "scorekeeper:evening-join", args=[evening.token]
        )
        # It is the door, and not yet inside.
        assert phone.get(f"/evenings/{evening.pk}/").status_code == 404

    def test_a_contest_s_public_page_and_no_table(self, club: Club) -> None:
        tournament = contest_of_today(club)
        code = TableCode.objects.create(tournament=tournament, number=1)
        game = make_game(club)
        answer = typed(letters_of(tournament.token))
        assert answer.headers["location"] == reverse("tournaments:public", args=[tournament.token])
        for token in (code.token, game.token):
            assert UNKNOWN in words_on(typed(letters_of(token)))

    @pytest.mark.parametrize("write", ["{}", " {} ", "{0[0]} {0[1]}-{0[2]}.{0[3]}"])
    def test_however_it_is_typed(self, evening: Evening, write: str) -> None:
        letters = letters_of(evening.token)
        assert typed(write.format(letters)).status_code == 302
        assert typed(write.format(letters.lower())).status_code == 302

    def test_a_closed_evening_can_still_be_looked_at_that_night(self, evening: Evening) -> None:
        close_evening(evening=evening, now=timezone.now())
        assert typed(letters_of(evening.token)).status_code == 302

    def test_a_new_code_makes_the_old_letters_open_nothing(self, evening: Evening) -> None:
        old = letters_of(evening.token)
        replace_token(evening=evening)
        assert UNKNOWN in words_on(typed(old))
        assert typed(letters_of(evening.token)).status_code == 302

    def test_two_things_with_one_code_open_neither(
        self, evening: Evening, club: Club, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        evening_of(club)
        monkeypatch.setattr(services, "letters_of", lambda token: "BCDF")
        assert "scan the one that you see" in words_on(typed("BCDF"))


class TestForOneNight:
    @pytest.mark.parametrize("days", [-2, 1, 7])
    def test_not_before_and_not_after(self, club: Club, days: int) -> None:
        evening = evening_of(club, days_ahead=days)
        assert UNKNOWN in words_on(typed(letters_of(evening.token)))
        # The 22 characters of the QR code go on.
        address = reverse("scorekeeper:evening-join", args=[evening.token])
        assert visitor().get(address).status_code == 200

    @pytest.mark.parametrize(
        ("at", "days"),
        [
            ("19:30", [20]),
            ("23:59", [20]),
            ("00:01", [19, 20]),
            ("05:59", [19, 20]),
            ("06:00", [20]),
        ],
    )
    def test_the_night_ends_in_the_morning(self, at: str, days: list[int]) -> None:
        now = timezone.make_aware(datetime.fromisoformat(f"2026-11-20T{at}"))
        assert sorted(day.day for day in days_of_night(now)) == days


class TestTries:
    @pytest.fixture(autouse=True)
    def _no_time_passes(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(by_address, "_clock", lambda: 1000.0)
        now = timezone.now()
        monkeypatch.setattr(timezone, "now", lambda: now)

    @pytest.mark.parametrize("letters", ["", "BCD", "BCDFG", "1234", "AEIO", "B C D", "ÉÉÉÉ"])
    def test_what_is_no_code_says_so_and_stays_there(self, letters: str) -> None:
        assert read_typed(letters) is None
        page = typed(letters)
        assert page.status_code == 200
        assert "four letters" in words_on(page)
        if letters.isascii() and letters.isprintable():
            assert f'value="{letters}"' in text_of(page) or not letters
        # None of these cost a try.
        for _time in range(ATTEMPTS + 2):
            assert typed(letters).status_code == 200

    def test_a_wrong_code_is_told_and_what_was_typed_stays(self, evening: Evening) -> None:
        wrong = unknown_letters(evening.token)
        page = typed(wrong.lower())
        assert UNKNOWN in words_on(page)
        assert f'value="{wrong.lower()}"' in text_of(page)

    def test_an_address_has_few_and_the_right_one_has_to_wait_too(self, evening: Evening) -> None:
        wrong = unknown_letters(evening.token)
        for _time in range(ATTEMPTS):
            assert typed(wrong).status_code == 200
        for letters in (wrong, letters_of(evening.token)):
            refused = typed(letters)
            assert refused.status_code == 429
            assert "Too many codes were tried." in words_on(refused)
            assert f'value="{letters}"' in text_of(refused)
        elsewhere = typed(letters_of(evening.token), of="192.168.1.77")
        assert elsewhere.status_code == 302

    def test_a_whole_hall_behind_one_address_may_type_the_right_one(self, evening: Evening) -> None:
        for _phone in range(3 * ATTEMPTS):
            assert typed(letters_of(evening.token)).status_code == 302

    def test_many_addresses_together_have_few_too(self, evening: Evening) -> None:
        """An address from which a right one came tonight goes on opening what it opened."""
        assert typed(letters_of(evening.token), of="10.0.2.2").status_code == 302
        wrong = unknown_letters(evening.token)
        for number in range(50):
            assert typed(wrong, of=f"10.0.0.{number}").status_code == 200
        rows = RateLimit.objects.count()
        for letters in (wrong, letters_of(evening.token)):
            assert typed(letters, of="10.0.1.1").status_code == 429
        assert typed(wrong, of="10.0.2.2").status_code == 429
        assert typed(letters_of(evening.token), of="10.0.2.2").status_code == 302
        assert RateLimit.objects.count() == rows

    def test_an_address_that_is_known_guesses_no_more_than_others(
        self, evening: Evening, club: Club
    ) -> None:
        """Once those of the club are used up, it opens what it opened before and nothing else."""
        known, other = "10.0.2.2", evening_of(club)
        assert typed(letters_of(evening.token), of=known).status_code == 302
        wrong = unknown_letters(evening.token, other.token)
        for number in range(50):
            typed(wrong, of=f"10.0.0.{number}")
        for _time in range(ATTEMPTS + 2):
            assert typed(wrong, of=known).status_code == 429
            assert typed(letters_of(other.token), of=known).status_code == 429
        assert typed(letters_of(evening.token), of=known).status_code == 302

    def test_an_address_is_known_from_morning_to_night(
        self, club: Club, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        today = timezone.localtime().replace(hour=9, minute=0)
        evening = evening_of(club)
        right, wrong = letters_of(evening.token), unknown_letters(evening.token)
        monkeypatch.setattr(timezone, "now", lambda: today)
        assert typed(right, of="10.0.2.2").status_code == 302
        tonight = today.replace(hour=23)
        monkeypatch.setattr(timezone, "now", lambda: tonight)
        for number in range(50):
            typed(wrong, of=f"10.0.0.{number}")
        assert typed(right, of="10.0.1.1").status_code == 429
        assert typed(right, of="10.0.2.2").status_code == 302

    def test_all_night_is_one_in_fifty_of_all_codes(self, club: Club) -> None:
        """With the club's number and without, by as many addresses as there are."""
        begun, tried = timezone.now(), 0
        for limit in ("", f"{club.pk}"):
            moments = (begun + timedelta(seconds=20 * step) for step in range(15 * 60 // 20))
            for moment in moments:
                while by_club.take(limit, moment):
                    tried += 1
        # A quarter of an hour is looked at; the other minutes bring three each.
        tried += 2 * 3 * (300 - 15)
        assert tried <= len(ALPHABET) ** 4 / 50


class TestSeveralClubs:
    """On one server: the club's number stands before the letters."""

    @pytest.fixture
    def other(self, club: Club) -> Evening:
        return evening_of(make_club("Rivière"))

    def test_each_code_says_whose_it_is(self, club: Club, evening: Evening, other: Evening) -> None:
        page = words_on(member_of(club).get(f"/evenings/{evening.pk}/code/"))
        assert f"{club.pk} {letters_of(evening.token)}" in page
        answer = typed(f"{other.club_id}{letters_of(other.token)}")
        assert other.token in answer.headers["location"]
        assert UNKNOWN in words_on(typed(f"{club.pk} {letters_of(other.token)}"))
        # As it was printed before.
        assert typed(letters_of(other.token)).status_code == 302

    @pytest.mark.parametrize("is_named", [True, False])
    def test_guesses_at_one_stop_no_other(
        self, evening: Evening, other: Evening, is_named: bool
    ) -> None:
        wrong = unknown_letters(evening.token, other.token)
        guess = f"{evening.club_id} {wrong}" if is_named else wrong
        statuses = [typed(guess, of=f"10.0.0.{number}").status_code for number in range(60)]
        assert statuses[-1] == 429
        right = f"{other.club_id} {letters_of(other.token)}"
        assert typed(right, of="10.9.9.9").status_code == 302

    def test_many_addresses_that_name_no_club_stop_nobody_who_does(
        self, evening: Evening, other: Evening, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        now = timezone.now()
        monkeypatch.setattr(timezone, "now", lambda: now)
        right = letters_of(evening.token)
        assert typed(right, of="10.0.2.2").status_code == 302
        wrong = unknown_letters(evening.token, other.token)
        rows = RateLimit.objects.count()
        for number in range(200):
            typed(wrong, of=f"10.1.{number}.1")
        assert RateLimit.objects.count() == rows + 1
        # Whoever types what the board shows, of either club, and whoever was right before.
        for number, shown in enumerate((evening, other)):
            code = f"{shown.club_id} {letters_of(shown.token)}"
            assert typed(code, of=f"10.9.9.{number}").status_code == 302
        assert typed(right, of="10.0.2.2").status_code == 302
        # A card of before there were several clubs has the letters alone.
        refused = typed(right, of="10.9.9.9")
        assert refused.status_code == 429
        assert "Type that number before the letters, as in 3 BCDF" in words_on(refused)

    def test_clubs_that_have_nothing_on_are_not_counted(self, club: Club) -> None:
        for number in range(5):
            assert UNKNOWN in words_on(typed(f"{number + 1000} BCDF", of=f"10.0.0.{number}"))
        assert not RateLimit.objects.exists()


class TestATable:
    """Behind a contest's letters stand the table's number and four letters of its own."""

    @pytest.fixture
    def table(self, club: Club) -> TableCode:
        return TableCode.objects.create(tournament=contest_of_today(club), number=12)

    def code(self, table: TableCode, own: str = "") -> str:
        contest = letters_of(table.tournament.token)
        return f"{contest} {table.number} {own or letters_of(table.token)}"

    @pytest.mark.parametrize("write", ["{}", "{} ", "1{}"])
    def test_is_opened_as_by_its_qr_code(self, table: TableCode, write: str) -> None:
        club = table.tournament.club_id
        code = self.code(table).lower()
        answer = typed(f"{club}{code}" if write == "1{}" else write.format(code))
        assert answer.headers["location"] == reverse("tournaments:table-open", args=[table.token])

    def test_is_on_its_card(self, club: Club, table: TableCode) -> None:
        page = member_of(club).get(reverse("tournaments:code-list", args=[table.tournament_id]))
        assert self.code(table) in words_on(page)

    def test_twenty_wrong_ones_shut_it_for_the_night(
        self, club: Club, table: TableCode, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        now = timezone.now()
        monkeypatch.setattr(timezone, "now", lambda: now)
        other = TableCode.objects.create(tournament=table.tournament, number=13)
        assert typed(self.code(table)).status_code == 302
        wrong = self.code(table, unknown_letters(table.token, other.token))
        for number in range(20):
            page = words_on(typed(wrong, of=f"10.0.0.{number}"))
            assert "The letters after the table’s number are different." in page
        for code in (wrong, self.code(table)):
            assert "they no longer work tonight" in words_on(typed(code, of="10.0.1.1"))
        assert typed(self.code(other), of="10.0.1.1").status_code == 302
        # The QR code opens it, and so do the letters of a new one.
        assert (
            visitor().get(reverse("tournaments:table-open", args=[table.token])).status_code == 200
        )
        organiser = member_of(club)
        address = reverse("tournaments:code-replace", args=[table.tournament_id, table.number])
        organiser.post(address)
        table.refresh_from_db()
        assert typed(self.code(table), of="10.0.1.1").status_code == 302

    def test_a_table_that_is_not_there_is_told(self, table: TableCode) -> None:
        contest = letters_of(table.tournament.token)
        assert "no table of that number" in words_on(typed(f"{contest} 99 BCDF"))

    def test_behind_an_evening_there_is_none(self, evening: Evening) -> None:
        assert "no table of that number" in words_on(typed(f"{letters_of(evening.token)} 1 BCDF"))

    def test_letters_of_no_contest_are_told_as_before(self, table: TableCode) -> None:
        wrong = unknown_letters(table.tournament.token)
        assert UNKNOWN in words_on(typed(f"{wrong} 12 {letters_of(table.token)}"))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("bcdf", TypedCode("BCDF")),
        ("3-BCDF", TypedCode("BCDF", club=3)),
        ("BCDF 12 GHJK", TypedCode("BCDF", table=12, table_letters="GHJK")),
        ("3BCDF12GHJK", TypedCode("BCDF", club=3, table=12, table_letters="GHJK")),
        ("BCDF 12", None),
        ("BCDF GHJK", None),
        ("12 GHJ", None),
        ("BCDF 12345 GHJK", None),
        ("BCDF ١ GHJK", None),
    ],
)
def test_a_code_is_read(text: str, code: TypedCode | None) -> None:
    assert read_typed(text) == code


class TestWhereItStands:
    def test_the_address_that_is_shown_has_the_field(self) -> None:
        page = text_of(visitor().get("/"))
        assert page.count('name="code"') == 1
        assert 'action="/code/"' in page

    def test_beside_the_qr_code_of_an_evening(self, club: Club, evening: Evening) -> None:
        organiser, letters = member_of(club), letters_of(evening.token)
        for address in (f"/evenings/{evening.pk}/code/", f"/evenings/{evening.pk}/"):
            page = words_on(organiser.get(address))
            assert letters in page
            assert "http://testserver/" in page
        assert "are valid on that day only" not in words_on(organiser.get(address))

    def test_who_joined_is_not_shown_it(self, evening: Evening) -> None:
        phone = visitor()
        phone.post(reverse("scorekeeper:evening-join", args=[evening.token]))
        page = phone.get(f"/evenings/{evening.pk}/")
        assert page.status_code == 200
        assert letters_of(evening.token) not in words_on(page)

    def test_on_the_board_and_the_page_of_a_contest(self, club: Club) -> None:
        tournament = contest_of_today(club)
        letters = letters_of(tournament.token)
        board = reverse("tournaments:board", args=[tournament.token])
        assert letters in words_on(visitor().get(board))
        page = reverse("tournaments:tournament-detail", args=[tournament.pk])
        assert letters in words_on(member_of(club).get(page))

    def test_on_the_board_of_an_evening_for_its_night(self, club: Club, evening: Evening) -> None:
        organiser, letters = member_of(club), letters_of(evening.token)
        board = reverse("tournaments:evening-board", args=[evening.pk])
        shown = organiser.get(board)
        assert f"http://testserver/{letters}" in words_on(shown)
        tomorrow = timezone.now() + timedelta(days=1, hours=12)
        with patch.object(timezone, "now", lambda: tomorrow):
            later = organiser.get(board, {"board": shown.context["board"]["version"]})
        assert later.status_code == 200
        assert letters not in words_on(later)

    def test_before_its_day_it_is_said_that_it_does_not_open_yet(self, club: Club) -> None:
        evening = evening_of(club, days_ahead=3)
        page = words_on(member_of(club).get(f"/evenings/{evening.pk}/code/"))
        assert letters_of(evening.token) in page
        assert "are valid on that day only" in page


def test_anything_that_can_be_sent_is_borne() -> None:
    for sent in ("B\0CD", "x" * 10_000, "<b>"):
        assert typed(sent).status_code == 200
    assert visitor().get("/code/").status_code == 200
    assert visitor().post("/code/").status_code == 200


def test_the_letters_are_easy_to_tell_apart() -> None:
    assert not {*ALPHABET} & {*"AEIOUYLQ0123456789"}
    assert len({letters_of(f"token {number}") for number in range(500)}) > 490
