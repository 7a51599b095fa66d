"""The 4 × 4 contest on the organiser's and the phones' pages: pools, then main and consolation.

Add a substitute, a corrected table sends another team to the main bracket, and one leaves there.
"""

from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Club
from tests.browser.sizes import places
from tests.browser.table_page import Line, enter
from tests.contest import games_of, make_contest
from tests.phased import met_in, play_phased, play_tables
from tests.table import NOW, SCORER
from tournaments.audit_log.queries.documents import CODEC, document_of
from tournaments.audit_log.replay.verification import verify_document
from tournaments.models import Round, Tournament
from tournaments.tables.services import close_round

SUBMIT = ".action-bar [type=submit]"


def draw_and_publish(phone: Page, pages: str, number: int, *, is_again: bool = False) -> None:
    phone.goto(f"{pages}draw/")
    if is_again:
        phone.get_by_label("Pourquoi refaire le tirage").select_option("corrected")
    phone.locator(SUBMIT).click()
    expect(phone.locator(".phase-groups > *").first).to_be_visible()
    phone.locator(".main-action [type=submit]").click()
    phone.wait_for_url(f"{pages}rounds/{number}/")


def let_somebody_sit_in(phone: Page, pages: str) -> None:
    phone.goto(f"{pages}substitutes/")
    phone.locator("#id_number").select_option("16")
    phone.locator("main form button.button--primary").click()
    phone.get_by_label("Player 31", exact=True).check()
    phone.locator("#id_name").fill("Nadia")
    phone.locator("main form.form button.button--primary").click()
    expect(phone.locator("main")).to_contain_text("puis Nadia")


def correct(phone: Page, pages: str, better: int, worse: int, played: list[Round]) -> None:
    """Let the team win a game of a pool that it has lost."""
    match = next(
        match
        for one in played
        if {better, worse} in met_in(one)
        for match in games_of(one)
        if {seat.entry.number for seat in match.seats.all()} == {better, worse}
    )
    side = match.seats.get(entry__number=better).side.lower()
    phone.goto(f"{pages}rounds/{match.round.number}/tables/{match.table_number}/slip/")
    for one in "ab":
        phone.locator(f"#id_total_{one}").fill("224" if one == side else "100")
    phone.locator(SUBMIT).click()
    phone.wait_for_url(f"{pages}bracket/")


def test_four_pools_of_four_with_a_substitute_a_correction_and_one_who_leaves(
    phone: Page, live_server: LiveServer, browser: Browser
) -> None:
    contest = make_contest(Club.objects.get(), teams=16, hands=2)
    pages = f"{live_server.url}/contests/{contest.pk}/"
    phone.set_viewport_size({"width": 360, "height": 640})
    phone.goto(f"{pages}phases/?preset=pools")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.locator("main form [type=submit]").click()
    draw_and_publish(phone, pages, 1)
    # A phone writes the first hand of team 16, then Nadia plays in the place of Player 31.
    first = contest.rounds.get(number=1)
    seat = first.seats.get(entry__number=16)
    match, points = seat.match, 12 if seat.side == "A" else 150
    table = browser.new_context(locale="fr-FR", viewport={"width": 360, "height": 640}).new_page()
    code = contest.codes.get(number=match.table_number or 0)
    table.goto(f"{live_server.url}/c/{code.token}/")
    table.locator("#id_name").fill("Léa")
    table.locator("main form button.button--primary").click()
    table.wait_for_url("**/games/*/")
    enter(table, Line("Player 31", points, 0, 0))
    let_somebody_sit_in(phone, pages)
    expect(table.locator("#id_taker")).to_contain_text("Nadia")
    enter(table, Line("Nadia", points, 0, 0))
    play_tables(first, but=match)
    phone.goto(f"{pages}rounds/1/close/")
    phone.locator(SUBMIT).click()
    phone.wait_for_url(f"{pages}rounds/1/")
    tournament = Tournament.objects.get(pk=contest.pk)
    play_phased(tournament, rounds=2)
    draw_and_publish(phone, pages, 4)
    # The third of a pool has won against the second after all: it plays in the main bracket.
    rounds = list(tournament.rounds.order_by("number"))
    pool = next(one["slots"] for one in rounds[0].groups if not {1, 16} & set(one["slots"]))
    _first, second, third, _last = sorted(pool)
    correct(phone, pages, third, second, rounds[:3])
    asked = phone.locator("section.warning")
    expect(asked).to_contain_text(f"{third} · Player")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    asked.locator("[name=again]").click()
    phone.wait_for_url(f"{pages}draw/")
    draw_and_publish(phone, pages, 4, is_again=True)
    quarters = tournament.rounds.get(number=4)
    assert {third} == {third, second} & set(quarters.groups[0]["slots"])
    # Team 1 leaves: whom it was to meet goes on, as the public page says on a phone.
    phone.goto(f"{pages}entries/1/withdraw/")
    phone.locator("main form [type=submit]").click()
    phone.wait_for_url(f"{pages}bracket/")
    phone.locator("section.warning [name=keep]").click()
    expect(phone.locator("#moved p:last-of-type")).to_contain_text("c’est décidé")
    slots = quarters.groups[0]["slots"]
    other = slots[slots.index(1) ^ 1]
    table.goto(f"{live_server.url}/p/{contest.token}/bracket/")
    expect(table.locator(".bracket__side--on").first).to_contain_text(f"{other} · Player")
    assert table.evaluate("document.documentElement.scrollWidth <= innerWidth")
    play_tables(quarters)
    close_round(round_id=quarters.pk, author=SCORER, now=NOW)
    play_phased(tournament, rounds=2)
    phone.goto(f"{pages}bracket/")
    tree = phone.locator("#bracket-main ~ .bracket__rounds")
    semis, final, third = ("Demi-finales", "Finale", "Troisième place")

    def place(title: str) -> tuple[float, float]:
        [(left, top, _width, _height)] = places(tree.get_by_text(title, exact=True))
        return left, top

    assert place(semis)[1] < place(final)[1] < place(third)[1]
    expect(phone.locator("#bracket-main .badge")).to_contain_text("Player")
    phone.set_viewport_size({"width": 1280, "height": 800})
    # Side by side the rounds are a tree.
    assert place(semis)[1] == place(final)[1] < place(third)[1]
    assert place(semis)[0] < place(final)[0] == place(third)[0]
    tournament.refresh_from_db()
    assert verify_document(document_of(tournament), CODEC).is_whole
