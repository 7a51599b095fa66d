"""The day of a contest of 13 teams: entering before it, the door, the till, a call, the prizes."""

from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Club
from tests.browser.day import BY, FITS, SMALL, Day, pay_at_the_door, take_everybody_in
from tests.contest import games_of, make_contest, play, play_round
from tests.table import NOW, make_club
from tournaments.audit_log.payments import book_of
from tournaments.audit_log.queries.documents import document_of, document_text
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.audit_log.services import import_tournament, read_document
from tournaments.audit_log.standings import contest_of
from tournaments.cash.book import What
from tournaments.entries.services.entries import NewEntry, change_entry
from tournaments.extensions.till.queries import fund_of
from tournaments.models import MatchSeat, Tournament
from tournaments.tables.services import close_round

PRIZES = """1er 60 %
2e 40 %
3e jambon, offert par la boucherie Petit
Dernier : saucisson
1re dame : fleurs"""
FLOAT, FUND, GIVEN = 50_00, 89_00, 88_00
# Ten pay 10 €, one 4,50 € of it, one has 2,50 € back, one comes in for nothing.
TAKEN = 10 * 10_00 + 4_50 + 7_50


def publish_the_first_round(day: Day) -> None:
    main = day.open("draw/")
    day.page.locator(".action-bar [type=submit]").click()
    day.page.wait_for_url("**/rounds/1/draw/")
    expect(main).to_contain_text("Anne C Petit")
    day.page.locator(".main-action [type=submit]").click()
    day.page.wait_for_url("**/rounds/1/")
    first = day.contest.rounds.get(number=1)
    assert len(games_of(first)) == 6
    assert first.seats.filter(kind="exempt").count() == 1


def call_and_be_warned(day: Day) -> int:
    """Let table 3 call; the referee rules, and warns and fines a team there. Return its number."""
    table, main = day.other, day.page.locator("main")
    table.goto(f"{day.url}/c/{day.contest.codes.get(number=3).token}/")
    table.locator("main form button.button--primary").click()
    table.wait_for_url("**/games/*/")
    table.get_by_role("link", name="Appeler l’arbitre").click()
    table.locator("button[value=rules]").click()
    expect(table.locator("#table-calls")).to_contain_text("est arrivé")
    day.open("calls/")
    day.press("J’arrive")
    expect(table.locator("#table-calls")).to_contain_text("arrive à votre table")
    day.follow("Décider ou clôturer")
    day.page.locator("#id_words").fill("La donne est rejouée.")
    day.press("Clôturer l’appel")
    expect(table.locator("#table-calls")).to_contain_text("La donne est rejouée.")
    match = games_of(day.contest.rounds.get(number=1))[2]
    number: int = match.seats.get(side="B").entry.number
    for given, worth in ((0, "avertissement"), (4, "−100")):
        day.open("sanctions/")
        day.page.locator("#id_number").fill(str(number))
        day.page.locator("#id_given").select_option(index=given)
        day.page.locator("#id_reason").fill("Retard")
        day.press("Donner")
        expect(main.locator(".list .badge").first).to_contain_text(worth)
    return number


def play_to_the_end(day: Day, fined: int) -> None:
    """Play three rounds; the ranking says what a team was given, and the contest is over."""
    first = day.contest.rounds.get(number=1)
    for match in games_of(first):
        play(match, [90 + (match.table_number or 0)] * 2)
    close_round(round_id=first.pk, **BY)
    for seed in (2, 3):
        play_round(Tournament.objects.get(pk=day.contest.pk), seed=seed)
    day.open("ranking/")
    expect(day.page.locator(f"#no{fined}")).to_contain_text("−100")
    contest = Tournament.objects.get(pk=day.contest.pk)
    seats = MatchSeat.objects.filter(round__tournament=contest, entry__number=fined)
    made = sum(seats.values_list("points", flat=True))
    lines = contest_of(contest).standings().lines
    assert [one.record.points for one in lines if one.entrant == fined] == [made - 100]
    day.page.locator(".main-action [type=submit]").click()
    day.page.locator("dialog[open] button.button--primary").click()
    expect(day.page.locator("main .message--success")).to_contain_text("est terminé")


def set_the_prizes(day: Day) -> None:
    main = day.open("prizes/edit/")
    day.page.locator("#id_prizes").fill(PRIZES)
    day.press("Les ajouter")
    expect(main).to_contain_text("Dotation de 89 €, dont 1 €")


def hand_over(day: Day) -> None:
    """Read the prizes aloud from the end of the list, and hand each over."""
    day.open("prizes/")
    day.follow("Lire à voix haute")
    now = day.page.locator(".prizes-read__now")
    for label, what in (
        ("Dames", "fleurs"),
        ("Le dernier", "saucisson"),
        ("Place 3", "boucherie Petit"),
        ("Place 2", "35 €"),
        ("Place 1", "53 €"),
    ):
        expect(now.locator("h2")).to_have_text(label)
        expect(now).to_contain_text(what)
        assert day.page.evaluate(FITS)
        now.get_by_role("button", name="Remettre").click()
        expect(now).to_contain_text("Remis à")
        now.locator(".prizes-read__steps .button--primary").click()
    assert len(Tournament.objects.get(pk=day.contest.pk).handed_over) == 5


def count_the_till(day: Day) -> None:
    """Count what lies there, which is what the book says: two prizes of money have left it."""
    main = day.open("till/")
    expect(day.page.locator(".till-cash")).to_contain_text("74 €")
    day.open("till/count/")
    day.page.get_by_label("Montant en euros").fill("74")
    day.press("Comparer avec le livre")
    expect(main).to_contain_text("juste")
    book = book_of(day.contest)
    assert book.by_what() == {
        What.FLOAT: FLOAT,
        What.PAYMENT: TAKEN + 2_50,
        What.REFUND: 2_50,
        What.FREE: 10_00,
        What.PRIZE: GIVEN,
    }
    assert (book.cash, book.counts[-1].difference) == (FLOAT + TAKEN - GIVEN, 0)
    assert fund_of(Tournament.objects.get(pk=day.contest.pk)) == FUND


def test_the_day_from_the_first_entry_to_the_newspaper(
    phone: Page, live_server: LiveServer, browser: Browser
) -> None:
    contest = make_contest(
        Club.objects.get(), teams=10, rounds=3, hands=2, fee_cents=10_00, tags=("ladies",)
    )
    ladies = NewEntry(names=("Player 15", "Player 16"), tags=("ladies",))
    change_entry(tournament_id=contest.pk, number=8, changed=ladies, **BY)
    phone.set_viewport_size(SMALL)
    with browser.new_context(locale="fr-FR", viewport=SMALL) as context:
        day = Day(phone, context.new_page(), live_server.url, contest)
        take_everybody_in(day)
        pay_at_the_door(day)
        set_the_prizes(day)
        publish_the_first_round(day)
        play_to_the_end(day, call_and_be_warned(day))
        hand_over(day)
        count_the_till(day)
        contest = Tournament.objects.get(pk=contest.pk)
        winners = contest.entries.get(number=contest_of(contest).standings().order[0]).names
        day.open("newspaper/")
        text = phone.locator("textarea#text").input_value()
        assert "victoire" in text
        assert all(name in text for name in (*winners, "Boulangerie Martin", "fleurs"))
        day.other.goto(f"{live_server.url}/p/{contest.token}/results/")
        expect(day.other.locator("main")).to_contain_text(winners[0])
        assert day.other.evaluate(FITS)
    assert verify_tournament(contest).is_whole
    document = read_document(document_text(document_of(contest)))
    brought = import_tournament(document=document, club=make_club("Ailleurs"), now=NOW)
    assert verify_tournament(brought).is_whole
    assert (fund_of(brought), book_of(brought).cash) == (FUND, book_of(contest).cash)
