"""The pages that are used most, in French, at four sizes: nothing is too wide, cut or broken."""

from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Club, Game
from scorekeeper.onboarding.services import begin_trial
from tests.browser.sizes import resize
from tests.table import NOW
from tournaments.models import Tournament

SIZES = [(360, 640), (390, 844), (768, 1024), (1366, 768)]
WIDE = "document.documentElement.scrollWidth > innerWidth"
CUT = """() => [
    ...document.querySelectorAll("button, .button, .tile, .badge, .chip, nav a, h1, h2")
  ]
  .filter(({ offsetParent, clientWidth }) => offsetParent && clientWidth > 1)
  .filter((shown) => !shown.closest(".visually-hidden"))
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
  .map((shown) => shown.textContent.trim())"""
BROKEN = """() => {
  const range = document.createRange();
  const inside = document.querySelectorAll(
    ".standings__who, .list__main a, .entry-lines__names, .tile, h1, h2"
  );
  return [...inside].flatMap((shown) => {
    const walker = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const text = walker.currentNode;
      if (!shown.offsetParent || shown.clientWidth < 2) continue;
      for (const word of text.data.matchAll(/\\p{L}{3,}/gu)) {
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
        if (lines.size > 1) found.push(word[0]);
      }
    }
    return found;
  });
}"""


def test_nothing_is_cut_on_the_pages_that_are_used_most(
    phone: Page, live_server: LiveServer
) -> None:
    club = Club.objects.get()
    begin_trial(club_id=club.pk, now=NOW)
    contest = f"/contests/{Tournament.objects.get().pk}/"
    playing = Game.objects.filter(evening__isnull=False, status=Game.Status.PLAYING).first()
    assert playing
    faults = []
    for address in (
        *("/", "/contests/", contest, f"{contest}entries/", f"{contest}rounds/2/"),
        *(f"{contest}rounds/2/draw/", f"{contest}rounds/2/slips/", f"{contest}ranking/"),
        *(f"{contest}prizes/", f"{contest}checkin/", f"{contest}edit/", "/evenings/"),
        *(f"/evenings/{playing.evening_id}/", f"/games/{playing.pk}/", "/games/new/"),
        *("/players/", "/leaderboards/", "/rules/", "/rules/contest/", "/help/"),
    ):
        answer = phone.goto(f"{live_server.url}{address}")
        assert answer, address
        assert answer.ok, address
        for size in SIZES:
            resize(phone, size)
            found = [*phone.evaluate(CUT), *phone.evaluate(BROKEN)]
            if phone.evaluate(WIDE):
                found.append("wider than the screen")
            faults += [(address, size, fault) for fault in found]
    assert faults == []
