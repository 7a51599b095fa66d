"""The till on a phone: a part at the door, the rest by one tap, the till counted."""

from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Club
from tests.contest import make_contest

CENTRED = """line => {
  line.scrollIntoView({ block: "center" });
  return line.getBoundingClientRect().top;
}"""
IS_AT = """([id, height]) => {
  const { top } = document.getElementById(id).getBoundingClientRect();
  return Math.abs(top - height) < 2;
}"""


def test_a_part_payment_and_the_count_on_a_phone(phone: Page, live_server: LiveServer) -> None:
    contest = make_contest(Club.objects.get(), teams=12, fee_cents=1_000)
    main = phone.locator("main")
    phone.goto(f"{live_server.url}/contests/{contest.pk}/checkin/?n=1")
    phone.get_by_role("link", name="Autre montant, remboursement, reçu").click()
    phone.get_by_label("Montant en euros").first.fill("4,50")
    phone.get_by_role("button", name="Noter le paiement").click()
    expect(main).to_contain_text("doit 5,50 €")
    phone.get_by_role("link", name="Vers le pointage").click()
    expect(main).to_contain_text("5,50 € à payer")
    phone.get_by_role("button", name="Pointer et encaisser").click()
    expect(main).to_contain_text("Inscription payée")

    # A name pressed in the list opens where it is, and stays there once it is checked in.
    line = phone.locator("#entry-9")
    height = line.evaluate(CENTRED)
    line.get_by_role("link").click()
    expect(line.get_by_role("button", name="Pointer", exact=True)).to_be_focused()
    phone.wait_for_function(IS_AT, arg=["entry-9", height])
    line.get_by_role("button", name="Pointer", exact=True).click()
    expect(line).to_contain_text("Là depuis")
    phone.wait_for_function(IS_AT, arg=["entry-9", height])

    phone.goto(f"{live_server.url}/contests/{contest.pk}/entries/")
    phone.get_by_role("link", name="Caisse").click()
    expect(phone.locator(".till-cash")).to_contain_text("10 €")
    phone.get_by_role("link", name="Rayer 2").click()
    phone.get_by_role("button", name="Rayer").click()
    expect(phone.locator(".till-cash")).to_contain_text("4,50 €")
    phone.get_by_role("link", name="Compter la caisse").click()
    phone.get_by_text("Par pièces et billets").click()
    phone.get_by_label("2 €", exact=True).fill("2")
    phone.get_by_role("button", name="Comparer avec le livre").click()
    expect(main).to_contain_text("il manque 0,50 €")
    wide = "document.documentElement.scrollWidth > innerWidth"
    assert not phone.evaluate(wide)
