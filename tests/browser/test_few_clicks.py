"""A contest of 3 × 12 from the first page to the final ranking: the next step is the one button."""

from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Club
from tests.browser.sizes import resize
from tests.contest import games_of, make_contest, play, start_round
from tournaments.models import Tournament

MOST_CLICKS = 22
ALWAYS_ON_TOP = """button => {
  for (let y = 0; y < document.body.scrollHeight; y += 20) {
    window.scrollTo(0, y);
    const box = button.getBoundingClientRect();
    const middle = box.left + box.width / 2;
    const isSeen = box.top >= 0 && box.bottom <= window.innerHeight;
    for (const at of [box.top + 4, box.bottom - 4]) {
      if (isSeen && document.elementFromPoint(middle, at) !== button) return false;
    }
  }
  return true;
}"""
TABLES = range(1, 7)
LIST = "\n".join(f"Anne {letter}; Bruno {letter}" for letter in "ABCDEFGHIJKL")


@dataclass
class Clicks:
    """A page that counts what is pressed on it; keys are not counted."""

    page: Page
    count: int = 0

    def press(self, at: Locator) -> None:
        at.click()
        self.count += 1

    def go_on(self, words: str) -> None:
        """Press the main action, which says these words and is in view."""
        button = self.page.locator(".main-action").locator("a, button")
        expect(button).to_have_text(words)
        expect(button).to_be_in_viewport(ratio=1)
        self.press(button)


def type_slips(page: Page, number: int) -> None:
    """Type the slip of every table, each number with Enter."""
    page.wait_for_url(f"**/rounds/{number}/slips/")
    page.wait_for_load_state("networkidle")
    for table in TABLES:
        expect(page.locator("#id_table")).to_be_focused()
        total = 820 + 37 * table + 10 * number
        for typed in (table, total, 1944 - total):
            page.keyboard.type(str(typed))
            page.keyboard.press("Enter")
        expect(page.locator("#slip-last")).to_contain_text(f"Table {table}")


def test_an_evening_from_the_first_page_to_the_final_ranking(
    phone: Page, live_server: LiveServer
) -> None:
    phone.set_viewport_size({"width": 1366, "height": 768})
    clicks = Clicks(phone)
    phone.goto(live_server.url)
    phone.locator("#id_name").fill("Belote du quartier")
    clicks.press(phone.locator("button[value=contest]"))
    phone.wait_for_url("**/contests/new/")
    phone.locator("#id_name").fill("Concours de la Saint-Martin")
    clicks.press(phone.get_by_role("button", name="Créer le concours"))
    clicks.go_on("Inscrire les équipes")
    phone.locator("#id_text").fill(LIST)
    clicks.press(phone.get_by_role("button", name="Vérifier la liste"))
    clicks.press(phone.get_by_role("button", name="Inscrire les 12"))
    for number in (1, 2, 3):
        # The number is optional, and reached by keys.
        phone.locator(".main-action summary").press("Enter")
        phone.locator(".main-action [name=called]").fill(f"047{number}")
        clicks.go_on(f"Tirer le tour {number}")
        if number == 1:
            asked = phone.locator("dialog[open]")
            expect(asked).to_contain_text("Personne n’est pointé : le tirage prend les 12 équipes.")
            clicks.press(asked.locator(".button--primary"))
        for table in TABLES:
            expect(phone.locator(f"#table-{table}")).to_be_in_viewport(ratio=1)
        clicks.go_on(f"Publier le tour {number}")
        clicks.go_on("Saisir des fiches")
        type_slips(phone, number)
        clicks.go_on(f"Clôturer le tour {number}")
    clicks.go_on("Voir le classement")
    clicks.go_on("Terminer le concours")
    clicks.press(phone.locator("dialog[open] .button--primary"))
    expect(phone.locator("main .message--success")).to_contain_text("Le concours est terminé")
    expect(phone.locator("main table tbody tr")).to_have_count(12)
    contest = Tournament.objects.get()
    assert contest.finished_at
    assert clicks.count <= MOST_CLICKS
    # Whoever has the public page alone can see that nobody chose the draws.
    phone.context.clear_cookies()
    phone.goto(f"{live_server.url}/p/{contest.token}/")
    phone.get_by_role("link", name="Vérifier ce concours").click()
    phone.get_by_role("button", name="Vérifier ce concours").click()
    result = phone.locator("[data-result]")
    expect(result.locator(".message--success")).to_have_text("Aucun défaut n’a été trouvé.")
    expect(result).to_contain_text("numéro annoncé dans la salle et un secret fixé d’avance · 3")


def test_nothing_lies_over_the_main_action_of_the_desk(
    phone: Page, live_server: LiveServer
) -> None:
    contest = make_contest(Club.objects.get(), teams=12, hands=1)
    for match in games_of(start_round(contest)):
        play(match)
    for size in ((360, 640), (390, 844), (1366, 768)):
        phone.goto(f"{live_server.url}/contests/{contest.pk}/rounds/1/slips/")
        resize(phone, size)
        button = phone.locator(".main-action button")
        expect(button).to_have_text("Clôturer le tour 1")
        assert button.evaluate(ALWAYS_ON_TOP), size
