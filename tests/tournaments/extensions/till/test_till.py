"""The till of a contest: written, countered, counted, told by log, document and verify."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club
from scorekeeper.refusals import Refused
from scorekeeper.roles import Role
from tests.contest import entry_of, make_contest, play_round, start_round
from tests.pages import member_of, text_of, words_on
from tests.table import NOW, SCORER, make_club
from tournaments.audit_log.log import append
from tournaments.audit_log.payments import book_of
from tournaments.audit_log.queries.documents import CODEC, document_of, public_document
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.audit_log.replay.verification import verify_document
from tournaments.audit_log.services import import_tournament
from tournaments.audit_log.settings import plain_settings
from tournaments.cash.book import BookError, Means, What
from tournaments.cash.fund import Price, Prices, PriceShare, RoundingWay
from tournaments.cash.purses import PaidItem
from tournaments.contests.services import finish_tournament
from tournaments.doctor.examine import examine
from tournaments.entries.services.entries import (
    NewEntry,
    add_entries,
    join_entries,
    remove_entry,
    set_paid,
)
from tournaments.entries.services.withdrawals import take_free_seat, withdraw_entry
from tournaments.extensions.till.queries import fund_of, till_page
from tournaments.extensions.till.services import (
    NewLine,
    charge_entry,
    count_till,
    counter_line,
    set_prices,
    write_line,
)
from tournaments.extensions.till.tables import BookList
from tournaments.models import LogEntry, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

BY: dict[str, Any] = {"author": SCORER, "now": NOW}
MEAL = Price("Meal", 1_200, PriceShare())
DEAR = Price("Hall", 9_000_000, PriceShare())
REDUCED = Price("Reduced", 800, PriceShare(percent=50))


@pytest.fixture
def contest(club: Club) -> Tournament:
    """Return a contest of four teams that pay 10 €, 8 € of it for the prizes."""
    contest = make_contest(club, teams=4, rounds=1, hands=1, fee_cents=1_000)
    prices = Prices(fee=PriceShare(cents=800), others=(MEAL, REDUCED))
    return set_prices(tournament_id=contest.pk, prices=prices, **BY)


def write(contest: Tournament, what: What, cents: int, **more: Any) -> int:
    line = NewLine(what=what, cents=cents, **more)
    return write_line(tournament_id=contest.pk, line=line, **BY).number


def tap(contest: Tournament, *numbers: int, has_paid: bool = True) -> None:
    set_paid(tournament_id=contest.pk, numbers=numbers, has_paid=has_paid, **BY)


def held(contest: Tournament) -> Tournament:
    """Return the contest once its log, its entries and its document say the same."""
    contest = Tournament.objects.get(pk=contest.pk)
    assert verify_tournament(contest).is_whole
    assert examine([contest.club]).findings == []
    return contest


def states(contest: Tournament) -> list[bool]:
    return list(contest.entries.order_by("number").values_list("has_paid", flat=True))


def everything(contest: Tournament) -> Tournament:
    """Let happen whatever can in a till."""
    write(contest, What.FLOAT, 5_000)
    tap(contest, 1)
    write(contest, What.PAYMENT, 400, entry=2, person=1, means=Means.CHEQUE)
    tap(contest, 2)
    charge_entry(tournament_id=contest.pk, number=3, items=[PaidItem("Reduced", 1, 800)], **BY)
    tap(contest, 3)
    write(contest, What.FREE, 1_000, entry=4, note="The mayor")
    write(contest, What.REFUND, 1_000, entry=1)
    write(contest, What.EXPENSE, 3_500, note="Ham")
    wrong = write(contest, What.EXPENSE, 35_000, note="Ham")
    counter_line(tournament_id=contest.pk, number=wrong, note="A nought too many", **BY)
    write(contest, What.GIFT, 2_000, note="Butcher", means=Means.CARD)
    write(contest, What.PAYMENT, 2_400, items=(PaidItem("Meal", 2, 1_200),))
    count_till(tournament_id=contest.pk, cents=5_200, coins={5_000: 1, 200: 1}, note="", **BY)
    return held(contest)


def test_one_tap_pays_what_is_owed_and_another_takes_it_back(contest: Tournament) -> None:
    write(contest, What.PAYMENT, 400, entry=2)
    tap(contest, 1, 2)
    book = book_of(held(contest))
    assert [book.cents_of(line) for line in book.lines] == [400, 1_000, 600]
    assert states(contest) == [True, True, False, False]
    # The fee in one piece or in two: nothing else stands with the entry.
    assert [entry.purse for entry in contest.entries.all()] == [{}, {}, {}, {}]
    tap(contest, 2, has_paid=False)
    book = book_of(held(contest))
    assert [(line.of, book.moved(line)) for line in book.lines[3:]] == [(1, -400), (3, -600)]
    assert book.cash == 1_000
    assert states(contest) == [True, False, False, False]


def test_what_happened_in_a_till_comes_to_the_cent(contest: Tournament) -> None:
    contest = everything(contest)
    book = book_of(contest)
    assert book.by_means() == {
        "cash": 5_000 + 600 + 800 - 3_500 + 2_400,
        "cheque": 400,
        "card": 2_000,
    }
    assert [(count.cents, count.difference) for count in book.counts] == [(5_200, -100)]
    # 8 € of the second's fee, half of the reduced one, the butcher's gift.
    assert fund_of(contest) == 800 + 400 + 2_000
    assert states(contest) == [False, True, True, True]


def test_a_document_takes_the_till_along_and_hides_it_from_everybody(contest: Tournament) -> None:
    contest = everything(contest)
    play_round(contest)
    contest = finish_tournament(tournament_id=contest.pk, **BY)
    document = json.loads(json.dumps(document_of(contest)))
    brought = import_tournament(document=document, club=make_club("Elsewhere"), now=NOW)
    assert book_of(brought).by_means() == book_of(contest).by_means()
    assert document_of(brought) == document
    expected = json.dumps(public_document(contest))
    for private in ("mayor", "Ham", "Butcher", "Meal", '"cents"', '"purse"', '"till"', "cheque"):
        assert private not in expected
    assert verify_document(json.loads(expected), CODEC).is_whole


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("money", {"cents": 4_000}),
        ("counted", {"expected": 5_400}),
        ("charged", {"items": [["Reduced", 1, 700]]}),
    ],
    ids=["a-line", "a-count", "what-is-owed"],
)
def test_verify_finds_a_book_that_was_changed(
    contest: Tournament, kind: str, change: dict[str, Any]
) -> None:
    contest = everything(contest)
    line = contest.log.filter(kind=kind).order_by("number").first()
    assert line
    LogEntry.objects.filter(pk=line.pk).update(data={**line.data, **change})
    found = verify_tournament(contest)
    assert found.broken_at == line.number
    assert found.stopped_at or found.differences


def test_a_purse_that_the_log_does_not_tell_is_found(contest: Tournament) -> None:
    contest.entries.filter(number=2).update(purse={"paid": 1})
    found = verify_tournament(contest).differences
    assert [(one.field, one.expected) for one in found] == [("purse", None)]


def test_a_contest_that_only_ticks_who_paid_is_written_as_before(club: Club) -> None:
    contest = make_contest(club, teams=2, fee_cents=1_000)
    # So the log of a version before wrote it.
    tap(contest, 1)
    line = contest.log.get(kind="paid")
    assert line.data == {"numbers": [1], "paid": True, "cents": [1_000]}
    document = document_of(contest)
    assert "till" not in document["tournament"]
    assert all("purse" not in entry for entry in document["entries"])


def test_too_much_is_refused_and_so_is_taking_back_twice(contest: Tournament) -> None:
    number = write(contest, What.PAYMENT, 400, entry=1)
    for what, cents, most in (
        (What.PAYMENT, 601, "Only 6\N{NO-BREAK SPACE}€ are owed"),
        (What.FREE, 601, "Only 6\N{NO-BREAK SPACE}€ are owed"),
        (What.REFUND, 401, "Only 4\N{NO-BREAK SPACE}€ were paid"),
    ):
        with pytest.raises(Refused, match=most):
            write(contest, what, cents, entry=1)
    counter_line(tournament_id=contest.pk, number=number, note="", **BY)
    for again in (number, number + 1):
        with pytest.raises(BookError):
            counter_line(tournament_id=contest.pk, number=again, note="", **BY)
    assert len(book_of(held(contest)).lines) == 2


def test_the_book_goes_on_after_the_end(contest: Tournament) -> None:
    tap(contest, 1, 2, 3, 4)
    play_round(contest)
    finish_tournament(tournament_id=contest.pk, **BY)
    write(contest, What.REFUND, 300, entry=1)
    assert count_till(tournament_id=contest.pk, cents=3_700, coins={}, note="", **BY) == 0
    assert states(held(contest)) == [True] * 4


def test_another_fee_leaves_what_was_paid_as_it_was(contest: Tournament, member: Client) -> None:
    tap(contest, 1)
    contest = type_fee(member, contest, "12")
    assert contest.fee_cents == 1_200
    assert book_of(contest).cash == 1_000
    assert entry_of(contest, 1).has_paid
    assert "10 €" in text_of(member.get(reverse("tournaments:entry-list", args=[contest.pk])))


def type_fee(member: Client, contest: Tournament, fee: str) -> Tournament:
    page = reverse("tournaments:tournament-edit", args=[contest.pk])
    form = member.get(page).context["form"]
    typed = {name: value for name in form.fields if (value := form[name].value()) not in (None, "")}
    assert member.post(page, {**typed, "fee": fee}).status_code == 302
    return held(contest)


def test_a_fee_typed_later_changes_what_is_owed_and_no_line(club: Club, member: Client) -> None:
    contest = make_contest(club, teams=3)
    tap(contest, 1, 2)
    assert count_till(tournament_id=contest.pk, cents=0, coins={}, note="", **BY) == 0
    remove_entry(tournament_id=contest.pk, number=2, **BY)
    contest = type_fee(member, contest, "30")
    book = book_of(contest)
    assert [book.cents_of(line) for line in book.lines] == [0, 0]
    assert (book.cash, book.counts[0].difference) == (0, 0)
    assert [book.purse(number).owes(book.fee) for number in (1, 3)] == [3_000, 3_000]
    assert states(contest) == [False, False]
    tap(contest, 1)
    assert book_of(held(contest)).cash == 3_000


def test_lines_of_before_stay_what_they_were_once_another_fee_is_typed(
    club: Club, member: Client
) -> None:
    contest = make_contest(club, teams=2, fee_cents=1_000)
    # So a version before ticked who has paid, without an amount.
    contest.entries.filter(number=1).update(has_paid=True)
    append(contest, LogEntry.Kind.PAID, {"numbers": [1], "paid": True}, **BY)
    contest = type_fee(member, held(contest), "12")
    assert book_of(contest).cash == 1_000
    assert states(contest) == [True, False]


def test_a_log_of_before_that_changed_the_fee_is_read_as_it_was(club: Club) -> None:
    contest = make_contest(club, teams=2)
    contest.entries.filter(number=1).update(has_paid=True)
    append(contest, LogEntry.Kind.PAID, {"numbers": [1], "paid": True}, **BY)
    before = plain_settings(contest)
    contest.fee_cents = 3_000
    contest.save()
    append(
        contest,
        LogEntry.Kind.CHANGED,
        {"settings": plain_settings(contest), "before": before},
        **BY,
    )
    # Its till was counted with what the book said then.
    count_till(tournament_id=contest.pk, cents=3_000, coins={}, note="", **BY)
    contest = held(contest)
    assert (book_of(contest).cash, states(contest)) == (3_000, [True, False])


def test_who_plays_on_in_another_entry_has_paid_there(contest: Tournament) -> None:
    add_entries(
        tournament_id=contest.pk,
        entries=[NewEntry(names=("Zoé",)), NewEntry(names=("Max",)), NewEntry(names=("Lou",))],
        **BY,
    )
    write(contest, What.PAYMENT, 500, entry=5)
    write(contest, What.PAYMENT, 500, entry=6)
    join_entries(tournament_id=contest.pk, one=5, other=6, **BY)
    assert entry_of(contest, 5).has_paid
    tap(contest, 7)
    remove_entry(tournament_id=contest.pk, number=7, **BY)
    assert book_of(held(contest)).cash == 2_000
    # All of it counts for the prizes: who was removed had paid too.
    assert fund_of(contest) == 1_600


PAYS = {"act": "payment", "payment-means": "cash"}
SOLD = {"payment-price": "", "payment-count": "1", "payment-means": "cash"}
ROUNDED = {"share": "8", "step": "1", "way": "down"}
REFUSED: list[tuple[str, list[Any], dict[str, str], str]] = [
    ("till-account", [1], {**PAYS, "payment-amount": "12"}, "Only 10"),
    ("till-account", [1], {**PAYS, "payment-amount": "ten"}, "in euros"),
    ("till-account", [1], {"act": "free", "free-amount": ""}, "required"),
    (
        "till-account",
        [1],
        {"act": "refund", "refund-amount": "1", "refund-means": "cash"},
        "Nothing was paid",
    ),
    (
        "till-line",
        ["expense"],
        {"expense-amount": "0", "expense-means": "cash", "expense-note": "Ham"},
        "an amount above zero",
    ),
    ("till-line", ["payment"], SOLD, "Type the amount"),
    ("till-line", ["payment"], {**SOLD, "payment-price": "2"}, "It is free"),
    ("till-account", [1], {"act": "owed", "owed-count_4": "999"}, "too much"),
    ("till-count", [], {"sum": "", "note": ""}, "Type the sum"),
    ("till-count", [], {"sum": "3", "coin_200": "1"}, "come to 2"),
    ("till-prices", [], {**ROUNDED, "share": "120 %"}, "The prizes cannot get more than the"),
    ("till-prices", [], {**ROUNDED, "price-0-name": "Meal"}, "Type both"),
]


class TestPages:
    """What the desk sees and types."""

    def post(self, client: Client, contest: Tournament, name: str, *more: Any, **typed: Any) -> str:
        page = client.post(
            reverse(f"tournaments:{name}", args=[contest.pk, *more]), typed, follow=True
        )
        assert page.status_code == 200
        return words_on(page)

    def test_a_day_at_the_till(self, contest: Tournament, club: Club, member: Client) -> None:
        door = member_of(club, "desk", Role.DESK)
        assert "the book" not in self.post(
            member, contest, "till-line", "float", **{"float-amount": "50", "float-means": "cash"}
        )
        part = {"act": "payment", "payment-amount": "4,50 €", "payment-means": "card"}
        assert "owes 5.50 €" in self.post(door, contest, "till-account", 1, **part)
        listed = words_on(door.get(reverse("tournaments:entry-list", args=[contest.pk])))
        assert "owes 5.50 €" in listed
        assert "5.50 € to pay" in words_on(
            door.get(reverse("tournaments:entry-checkin", args=[contest.pk]), {"n": 1})
        )
        door.post(
            reverse("tournaments:entry-checkin", args=[contest.pk]), {"number": 1, "act": "both"}
        )
        assert entry_of(contest, 1).has_paid
        owed = {"act": "owed", "owed-count_0": "1", "owed-count_1": "2"}
        assert "34 €" in self.post(door, contest, "till-account", 2, **owed)
        free = {"act": "free", "free-amount": "34"}
        assert "free" in self.post(door, contest, "till-account", 2, **free)
        sold = {
            "payment-price": "0",
            "payment-count": "2",
            "payment-amount": "",
            "payment-means": "cash",
        }
        assert "Payment 24 €" in self.post(member, contest, "till-line", "payment", **sold)
        spent = {"expense-amount": "35", "expense-means": "cash", "expense-note": "Ham"}
        self.post(member, contest, "till-line", "expense", **spent)
        page = self.post(
            member, contest, "till-count", sum="", coin_2000="2", coin_200="2", coin_50="1"
        )
        assert "the till is right to the cent" in page
        page = words_on(member.get(reverse("tournaments:till", args=[contest.pk])))
        for said in ("44.50 €", "+4.50 €", "−35 €", "For the prizes8 €"):
            assert said in page
        held(contest)

    def test_a_wrong_line_is_taken_back_by_one_that_names_it(
        self, contest: Tournament, member: Client
    ) -> None:
        number = write(contest, What.EXPENSE, 900, note="Ice")
        page = self.post(member, contest, "till-counter", number, note="Twice")
        assert "reverses line 1" in page
        assert "reversed by line 2" in page
        page = self.post(member, contest, "till-counter", number, note="")
        assert "cannot be reversed" in page

    def test_a_receipt_names_the_club_the_sum_and_the_line(
        self, contest: Tournament, member: Client
    ) -> None:
        number = write(contest, What.PAYMENT, 450, entry=1, person=2, means=Means.CHEQUE)
        page = words_on(member.get(reverse("tournaments:till-receipt", args=[contest.pk, number])))
        for said in (contest.club.name, f"no. {number}", "4.50", "Player 2", "cheque", "Élise"):
            assert said in page
        spent = write(contest, What.EXPENSE, 100, note="Ice")
        for none in (spent, 99):
            address = reverse("tournaments:till-receipt", args=[contest.pk, none])
            assert member.get(address).status_code == 404

    def test_what_cannot_be_is_said_and_stays_typed(
        self, contest: Tournament, member: Client
    ) -> None:
        others = (MEAL, REDUCED, Price("Junior", 0, PriceShare()), DEAR)
        set_prices(tournament_id=contest.pk, prices=Prices(others=others), **BY)
        for name, more, typed, said in REFUSED:
            assert said in self.post(member, contest, name, *more, **typed), said
        assert book_of(contest).lines == []

    def test_prices_are_typed_in_euros_and_in_per_cent(
        self, contest: Tournament, member: Client
    ) -> None:
        typed = {
            "share": "80 %",
            "step": "500",
            "way": "nearest",
            "price-0-name": "Member",
            "price-0-cents": "8.50 €",
            "price-0-share": "7",
        }
        self.post(member, contest, "till-prices", **typed)
        expected = held(contest).till
        assert expected["fee"] == [0, 80]
        assert expected["prices"] == [["Member", 850, 700, 0]]
        assert (expected["step"], expected["way"]) == (500, RoundingWay.NEAREST)

    def test_the_book_is_saved_as_a_list(self, contest: Tournament, member: Client) -> None:
        write(contest, What.EXPENSE, 1_250, note="=Ham")
        content = member.get(reverse("tournaments:till-file", args=[contest.pk, "csv"])).content
        assert ";'=Ham;cash;;12.50;" in content.decode()

    def test_a_long_book_can_be_seen_whole(
        self, contest: Tournament, member: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(BookList, "rows_a_page", 3)
        for number in range(1, 5):
            write(contest, What.PAYMENT, 1_000, entry=number)
        address = reverse("tournaments:till", args=[contest.pk])
        page = text_of(member.get(address))
        assert "1 · " not in page[page.index("<tbody") :]
        assert 'href="?whole=1"' in page
        assert "data-print" not in page
        whole = text_of(member.get(address, {"whole": "1"}))
        for number in range(1, 5):
            assert f"{number} · " in whole[whole.index("<tbody") :]
        assert "data-print" in whole

    def test_a_free_seat_takes_the_late_teams_money_along(
        self, contest: Tournament, member: Client
    ) -> None:
        tap(contest, 1, 2, 3, 4)
        playing = start_round(contest)
        withdraw_entry(tournament_id=contest.pk, number=2, from_round=1, **BY)
        add_entries(tournament_id=contest.pk, entries=[NewEntry(names=("Zoé", "Max"))], **BY)
        write(contest, What.PAYMENT, 400, entry=5)
        take_free_seat(round_id=playing.pk, number=5, **BY)
        late = entry_of(contest, 2)
        assert (late.title, late.has_paid, late.purse) == ("Zoé & Max", False, {"paid": 400})
        assert book_of(held(contest)).cash == 4_400
        account = words_on(member.get(reverse("tournaments:till-account", args=[contest.pk, 2])))
        assert "Payment 4 €" in account
        assert "Payment 10 €" not in account
        lines = till_page(contest)["lines"]
        assert [line.who for line in lines if line.number in {2, 5}] == ["No. 2", "2 · Zoé & Max"]
