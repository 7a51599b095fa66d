"""What a phone cannot keep is told in plain words before anything is at risk."""

from playwright.sync_api import BrowserContext, Dialog, Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Game
from tests.browser.table_page import SHEET, expect_kept, expect_on_sheet, fill_and_send, join, typed

NOTHING_KEEPS = """
  Object.defineProperty(window, "indexedDB", { value: undefined });
  Object.defineProperty(window, "localStorage", { get() { throw new Error("no"); } });
"""

CLEARED_AFTER_READING = """() => {
  const read = IDBObjectStore.prototype.getAll;
  IDBObjectStore.prototype.getAll = function (...asked) {
    IDBObjectStore.prototype.getAll = read;
    localStorage.clear();
    // Waits for the reading that asks, and is done before the next one.
    this.transaction.db.transaction("acts", "readwrite").objectStore("acts").clear();
    return read.apply(this, asked);
  };
  dispatchEvent(new StorageEvent("storage", { key: null }));
}"""


def stay(dialog: Dialog) -> None:
    """Answer the question whether to leave the page."""
    assert dialog.type == "beforeunload"
    dialog.dismiss()


def test_a_browser_that_keeps_nothing(
    page: Page, context: BrowserContext, live_server: LiveServer, game: Game
) -> None:
    """The hand goes on in the page's memory, and leaving the page is asked about."""
    page.add_init_script(NOTHING_KEEPS)
    join(page, live_server.url, game)
    expect(page.locator("[data-storage=none]")).to_contain_text("laissez cette page ouverte")
    context.set_offline(True)
    fill_and_send(page, SHEET[0])
    expect_kept(page, 1)
    page.on("dialog", stay)
    page.evaluate("setTimeout(() => location.reload(), 0)")
    expect(page.locator("#kept")).to_be_visible()
    context.set_offline(False)
    expect_on_sheet(page, 1)
    assert len(typed(game)) == 1


def test_a_full_phone(page: Page, live_server: LiveServer, game: Game) -> None:
    session = page.context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": live_server.url, "quotaSize": 1000})
    page.add_init_script(
        "Storage.prototype.setItem = () => {"
        "  throw new DOMException('full', 'QuotaExceededError');"
        "}"
    )
    join(page, live_server.url, game)
    expect(page.locator("[data-storage=full]")).to_contain_text(
        "mémoire de ce téléphone est pleine"
    )


def test_storage_that_somebody_clears_is_written_again(
    page: Page, context: BrowserContext, live_server: LiveServer, game: Game
) -> None:
    join(page, live_server.url, game)
    page.route("**/api/**", lambda route: route.abort())
    fill_and_send(page, SHEET[0])
    expect_kept(page, 1)
    session = context.new_cdp_session(page)
    session.send(
        "Storage.clearDataForOrigin",
        {"origin": live_server.url, "storageTypes": "indexeddb,local_storage"},
    )
    # Tried at once, or by the page itself a moment before: then the button is gone already.
    page.locator("[data-kept-try]").dispatch_event("click")
    expect(page.locator("[data-storage=cleared]")).to_be_visible()
    expect_kept(page, 1)
    page.unroute("**/api/**")
    page.reload()
    expect_on_sheet(page, 1)
    assert len(typed(game)) == 1


def test_storage_that_somebody_clears_while_it_is_read(
    page: Page, live_server: LiveServer, game: Game
) -> None:
    join(page, live_server.url, game)
    page.route("**/api/**", lambda route: route.abort())
    fill_and_send(page, SHEET[0])
    expect_kept(page, 1)
    page.evaluate(CLEARED_AFTER_READING)
    page.locator("[data-kept-try]").dispatch_event("click")
    expect(page.locator("[data-storage=cleared]")).to_be_visible()
    expect_kept(page, 1)
    page.unroute("**/api/**")
    page.reload()
    expect_on_sheet(page, 1)
    assert len(typed(game)) == 1
