"""The organiser's phone and somebody else's, from the announcement of a contest to its door."""

from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.table import NOW, SCORER
from tournaments.entries.services.entries import check_in, set_paid
from tournaments.models import Tournament

SMALL: Final[ViewportSize] = {"width": 360, "height": 640}
BY: Final[dict[str, Any]] = {"author": SCORER, "now": NOW}
FITS: Final = "document.documentElement.scrollWidth <= innerWidth"


@dataclass
class Day:
    """The organiser's phone, and one that somebody else holds."""

    page: Page
    other: Page
    url: str
    contest: Tournament

    def open(self, path: str) -> Locator:
        self.page.goto(f"{self.url}/contests/{self.contest.pk}/{path}")
        assert self.page.evaluate(FITS), path
        return self.page.locator("main")

    def follow(self, link: str) -> None:
        self.page.get_by_role("link", name=link).click()

    def press(self, button: str) -> None:
        self.page.get_by_role("button", name=button, exact=True).click()

    def door(self, number: int, button: str = "Pointer et encaisser") -> None:
        self.open(f"checkin/?n={number}")
        self.press(button)


def announce(day: Day) -> str:
    """Announce twelve places on a page for everybody, and return its address."""
    day.open("announcement/")
    day.page.locator("#id_place").fill("Salle des fêtes")
    day.page.locator("#id_places").fill("12")
    day.page.locator("#id_sponsors").fill("Boulangerie Martin: rue Haute")
    day.press("Enregistrer")
    day.press("Ouvrir à tous")
    address = day.page.locator('main a[href*="/a/"]').first.get_attribute("href")
    return f"{day.url}{address}"


def ask(day: Day, address: str, *names: str) -> None:
    day.other.goto(address)
    day.other.locator('main a[href$="/enter/"]').click()
    for place, name in enumerate(names, start=1):
        day.other.locator(f"#id_name_{place}").fill(name)
    day.other.locator("#id_consent").check()
    assert day.other.evaluate(FITS)
    day.other.get_by_role("button", name="Envoyer").click()
    expect(day.other.locator(".own-request__number")).to_be_visible()


def take_everybody_in(day: Day) -> None:
    """Confirm the three who ask: one has to wait, and moves up as a place is added."""
    address = announce(day)
    for letter in "ABC":
        ask(day, address, f"Anne {letter} Petit", f"Paul {letter} Grand")
    main = day.open("requests/")
    main.locator('button[name=act][value="accept:all"]').click()
    expect(main).to_contain_text("Liste d’attente")
    assert day.contest.entries.count() == 12
    day.other.reload()
    expect(day.other.locator("main")).to_contain_text("Vous êtes le prochain")
    day.open("announcement/")
    day.page.locator("#id_places").fill("13")
    day.page.get_by_role("button", name="Enregistrer").first.click()
    day.other.reload()
    expect(day.other.locator("main")).to_contain_text("numéro 13")


def pay_at_the_door(day: Day) -> None:
    main = day.open("till/prices/")
    day.page.locator("#id_share").fill("8")
    main.locator("[name=step][value='100']").check()
    day.press("Enregistrer")
    day.open("till/new/float/")
    day.page.get_by_label("Montant en euros").fill("50")
    main.locator("form button.button--primary").click()
    expect(day.page.locator(".till-cash")).to_contain_text("50 €")
    day.door(1)
    expect(main).to_contain_text("Inscription payée")
    account(day, 2, "4,50", "Noter le paiement")
    expect(main).to_contain_text("doit 5,50 €")
    day.door(3)
    account(day, 3, "2,50", "Noter le remboursement", "Remboursement")
    account(day, 4, "10", "En faire cadeau", "En faire cadeau\u00a0: inscription offerte")
    day.door(13)
    set_paid(tournament_id=day.contest.pk, numbers=range(5, 13), **BY)
    check_in(tournament_id=day.contest.pk, numbers=range(1, 13), **BY)


def account(day: Day, number: int, amount: str, button: str, under: str = "") -> None:
    """Write an amount on the account of an entry, which the door leads to."""
    day.open(f"checkin/?n={number}")
    day.follow("Autre montant, remboursement, reçu")
    form = day.page.locator("main form").filter(has=day.page.get_by_role("button", name=button))
    if under:
        day.page.get_by_text(under, exact=True).click()
    form.get_by_label("Montant en euros").fill(amount)
    assert day.page.evaluate(FITS)
    form.get_by_role("button", name=button).click()
    expect(day.page.get_by_role("heading", name="Dans le livre de caisse")).to_be_visible()
