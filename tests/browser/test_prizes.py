"""Prizes pasted on a phone, read aloud from the last to the first, and handed over."""

from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Club
from tests.contest import entry_of, make_contest, play_round
from tests.table import NOW, SCORER
from tests.tournaments.extensions.prizes.lists import set_list
from tournaments.audit_log.standings import contest_of
from tournaments.contests.services import finish_tournament
from tournaments.entries.services.entries import NewEntry, change_entry
from tournaments.models import Tournament


def test_prizes_are_pasted_read_aloud_and_handed_over(phone: Page, live_server: LiveServer) -> None:
    contest = make_contest(Club.objects.get(), teams=6, rounds=1, hands=1)
    play_round(contest)
    phone.set_viewport_size({"width": 360, "height": 640})
    phone.goto(f"{live_server.url}/contests/{contest.pk}/prizes/")
    phone.get_by_role("link", name="Définir les lots").click()
    phone.get_by_role("link", name="Partir d’une liste habituelle").click()
    phone.locator("#id_prizes").fill(
        "1er 50 %\n2e jambon, offert par la boucherie Petit\nDernier : saucisson"
    )
    phone.get_by_role("button", name="Les ajouter").click()
    phone.locator("#id_fund").fill("120")
    phone.locator('form[action$="/terms/"] button').click()
    expect(phone.locator("main")).to_contain_text("dont 60\u00a0€ pour la caisse")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    finish_tournament(tournament_id=contest.pk, author=SCORER, now=NOW)
    phone.goto(f"{live_server.url}/contests/{contest.pk}/")
    phone.get_by_role("link", name="Remettre les lots").click()
    phone.get_by_role("link", name="Lire à voix haute").click()
    now = phone.locator(".prizes-read__now")
    for label, what in (("Le dernier", "saucisson"), ("Place 2", "jambon"), ("Place 1", "60")):
        expect(now.locator("h2")).to_have_text(label)
        expect(now).to_contain_text(what)
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
        now.get_by_role("button", name="Remettre").click()
        expect(now).to_contain_text("Remis à")
        now.locator(".prizes-read__steps .button--primary").click()
    assert len(Tournament.objects.get(pk=contest.pk).handed_over) == 3
    # A second tap on the place of "Remettre" undoes nothing.
    phone.goto(f"{live_server.url}/contests/{contest.pk}/prizes/")
    phone.get_by_role("button", name="Annuler la remise").first.click()
    expect(phone.get_by_role("dialog")).to_contain_text("Il n’a pas été remis")
    phone.keyboard.press("Escape")
    expect(phone.get_by_role("dialog")).not_to_be_visible()
    assert len(Tournament.objects.get(pk=contest.pk).handed_over) == 3


def test_a_prize_on_top_fits_on_a_small_phone(phone: Page, live_server: LiveServer) -> None:
    contest = make_contest(Club.objects.get(), teams=4, rounds=1, hands=1, tags=("ladies",))
    play_round(contest)
    last = contest_of(contest).standings().order[-1]
    ladies = NewEntry(names=tuple(entry_of(contest, last).names), tags=("ladies",))
    change_entry(tournament_id=contest.pk, number=last, changed=ladies, author=SCORER, now=NOW)
    set_list(contest, "Dernier : saucisson, offert par la boucherie Petit\n1re dame : fleurs")
    phone.set_viewport_size({"width": 360, "height": 640})
    for path in ("prizes/", "prizes/read/"):
        phone.goto(f"{live_server.url}/contests/{contest.pk}/{path}")
        expect(phone.locator(".prizes__prize .badge").first).to_be_visible()
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
