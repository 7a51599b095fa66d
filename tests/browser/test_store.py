"""What a phone keeps of the hands that have not been sent, in every kind of browser storage."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

SCRIPT = "/static/scorekeeper/table/store.js"
NO_DATABASE = "Object.defineProperty(window, 'indexedDB', { value: undefined });"
NO_STORAGE = (
    "Object.defineProperty(window, 'localStorage',"
    " { get() { throw new DOMException('x', 'SecurityError'); } });"
)
BROKEN_DATABASE = (
    "IDBFactory.prototype.open = () => { throw new DOMException('no', 'UnknownError'); };"
)
# A database that stops working while the page is open, as after a phone has slept.
BREAK_DATABASE = BROKEN_DATABASE + (
    "IDBDatabase.prototype.transaction ="
    " () => { throw new DOMException('x', 'InvalidStateError'); }; null"
)
DOCUMENT = (
    "<!DOCTYPE html><title>store</title><link rel=icon href='data:,'>"
    f"<script src={SCRIPT}></script>"
)


@pytest.fixture
def tab(page: Page, live_server: LiveServer) -> Page:
    """Return a page of the program's origin with the store on it and nothing else."""
    return open_tab(page, live_server)


def open_tab(page: Page, server: LiveServer) -> Page:
    page.route(
        "**/store-test", lambda route: route.fulfill(body=DOCUMENT, content_type="text/html")
    )
    page.goto(f"{server.url}/store-test")
    return page


def ask(page: Page, call: str, given: object = None) -> Any:
    """Return what a call of the store answers."""
    return page.evaluate(f"given => belote.store.{call}", given)


def keep(page: Page, name: str, game: int = 7, **more: object) -> Any:
    return ask(page, "put(given)", {"id": name, "game": game, "act": "put", **more})


def kept(page: Page, game: int = 7) -> list[str]:
    return [item["id"] for item in actions(page, game)]


def actions(page: Page, game: int = 7) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = ask(page, "read(given)", game)["actions"]
    return found


def known(page: Page) -> set[str]:
    """Return what the storage knows of at all, removed actions included."""
    return set(page.evaluate("async () => [...(await belote.store.read(7)).ids]"))


def refusal(page: Page, name: str) -> str:
    """Return the reason for which an act is not kept."""
    reason = page.evaluate(
        "id => belote.store.put({ id, game: 7, act: 'put', text: 'x'.repeat(100000) })"
        ".then(() => 'kept', error => error.reason)",
        name,
    )
    assert isinstance(reason, str)
    return reason


def test_acts_keep_their_order_over_a_reload(tab: Page) -> None:
    assert ask(tab, "open()") == {"kind": "indexeddb", "trouble": None}
    names = ["z", "m", "a"]
    orders = [keep(tab, name)["order"] for name in names]
    assert orders == sorted(set(orders))
    keep(tab, "other", game=8)
    keep(tab, "m", text="changed")
    tab.reload()
    assert kept(tab) == names
    assert actions(tab)[1]["text"] == "changed"
    assert ask(tab, "games()") == [{"game": 7, "count": 3}, {"game": 8, "count": 1}]
    ask(tab, "remove('z')")
    tab.reload()
    assert kept(tab) == ["m", "a"]
    assert keep(tab, "last")["order"] > orders[-1]


def test_identifiers_are_random_uuids(tab: Page) -> None:
    made = tab.evaluate("Array.from({ length: 200 }, () => belote.store.uuid())")
    assert len(set(made)) == 200
    form = "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$"
    assert tab.evaluate("([all, form]) => all.every(one => RegExp(form).test(one))", [made, form])


def test_another_tab_hears_of_it(
    tab: Page, context: BrowserContext, live_server: LiveServer
) -> None:
    other = open_tab(context.new_page(), live_server)
    other.evaluate("belote.store.onchange(event => { window.heard = event; })")
    keep(tab, "one")
    other.wait_for_function("window.heard && window.heard.game === 7")
    assert kept(other) == ["one"]
    # Sent and removed over there: that is no cleared storage.
    ask(tab, "remove('one')")
    other.wait_for_function("window.heard.game === null")
    assert kept(other) == []
    assert known(other) == {"one"}


def test_two_tabs_at_once_lose_nothing(
    tab: Page, context: BrowserContext, live_server: LiveServer
) -> None:
    other = open_tab(context.new_page(), live_server)
    many = (
        "tab => { window.done = Promise.all(Array.from({ length: 20 }, (_, i) => "
        "belote.store.put({ id: tab + i, game: 7, act: 'put' }))); }"
    )
    for page, name in ((tab, "a"), (other, "b")):
        page.evaluate(many, name)
    for page in (tab, other):
        page.evaluate("window.done")
    orders = [item["order"] for item in actions(tab)]
    assert len(orders) == len(set(orders)) == 40


@pytest.mark.parametrize(
    ("missing", "kind"),
    [(NO_DATABASE, "localstorage"), (BROKEN_DATABASE, "localstorage")],
    ids=["no database", "a broken one"],
)
def test_without_a_database_local_storage_serves(
    page: Page, live_server: LiveServer, missing: str, kind: str
) -> None:
    page.add_init_script(missing)
    tab = open_tab(page, live_server)
    assert ask(tab, "open()") == {"kind": kind, "trouble": None}
    for name in ("z", "a", "m"):
        keep(tab, name)
    ask(tab, "remove('a')")
    tab.reload()
    assert kept(tab) == ["z", "m"]
    assert known(tab) == {"z", "a", "m"}


def test_with_neither_the_person_is_told(page: Page, live_server: LiveServer) -> None:
    page.add_init_script(NO_DATABASE + NO_STORAGE)
    tab = open_tab(page, live_server)
    assert ask(tab, "open()") == {"kind": "memory", "trouble": "none"}
    keep(tab, "one")
    assert kept(tab) == ["one"]
    ask(tab, "remove('one')")
    assert kept(tab) == []


def test_without_local_storage_the_database_serves(page: Page, live_server: LiveServer) -> None:
    page.add_init_script(NO_STORAGE)
    tab = open_tab(page, live_server)
    assert ask(tab, "open()") == {"kind": "indexeddb", "trouble": None}
    keep(tab, "one")
    tab.reload()
    assert kept(tab) == ["one"]


def test_a_lost_database_is_filled_from_the_copies(
    tab: Page, context: BrowserContext, live_server: LiveServer
) -> None:
    for name in ("z", "a", "sent"):
        keep(tab, name)
    ask(tab, "remove('sent')")
    devtools = context.new_cdp_session(tab)
    devtools.send(
        "Storage.clearDataForOrigin", {"origin": live_server.url, "storageTypes": "indexeddb"}
    )
    tab.reload()
    assert ask(tab, "open()") == {"kind": "indexeddb", "trouble": None}
    assert kept(tab) == ["z", "a"]


def test_what_a_broken_database_refuses_is_kept_all_the_same(tab: Page) -> None:
    keep(tab, "before")
    keep(tab, "sent")
    tab.evaluate(BREAK_DATABASE)
    keep(tab, "after")
    ask(tab, "remove('sent')")
    assert kept(tab) == ["before", "after"]
    tab.reload()
    assert ask(tab, "open()") == {"kind": "indexeddb", "trouble": None}
    assert kept(tab) == ["before", "after"]


def test_a_cleared_storage_is_noticed_by_the_open_page(
    tab: Page, context: BrowserContext, live_server: LiveServer
) -> None:
    items = [keep(tab, "one"), keep(tab, "two")]
    assert known(tab) == {"one", "two"}
    context.new_cdp_session(tab).send(
        "Storage.clearDataForOrigin", {"origin": live_server.url, "storageTypes": "all"}
    )
    assert known(tab) == set()
    for item in items:
        ask(tab, "put(given)", item)
    tab.reload()
    assert kept(tab) == ["one", "two"]


# What is about to be sent, over a store whose next write lets something else happen first.
OUTBOX = """
  const stored = new Map();
  let meanwhile = null;
  const store = {
    onchange() {},
    read: async () => ({
      actions: structuredClone([...stored.values()]),
      ids: new Set(stored.keys()),
    }),
    remove: async (id) => stored.delete(id),
    put: async (item) => {
      const act = meanwhile;
      meanwhile = null;
      if (act) await act();
      stored.set(item.id, { order: stored.size + 1, ...item });
      return stored.get(item.id);
    },
  };
  const box = new belote.Outbox({ game: 7, store });
  box.send = () => {};
  for (const id of [3, 4]) stored.set(id, { id, act: "put", number: id, order: id });
  await box.load();
"""


def outbox(page: Page, script: str) -> Any:
    page.add_script_tag(url="/static/scorekeeper/table/outbox.js")
    return page.evaluate(f"async () => {{ {OUTBOX} {script} }}")


def test_hands_that_move_on_are_not_read_again_from_before(tab: Page) -> None:
    script = """
      meanwhile = () => box.load();
      await box.renumber(box.items[0], 4);
      return box.items.concat([...stored.values()]).map(({ number }) => number);
    """
    assert outbox(tab, script) == [4, 5, 4, 5]


def test_a_hand_that_arrives_while_a_cleared_storage_is_filled_stays_sent(tab: Page) -> None:
    script = """
      stored.clear();
      meanwhile = () => box.drop(box.items[1]);
      await box.load();
      return [...stored.keys()];
    """
    assert outbox(tab, script) == [3]


@pytest.fixture
def full(page: Page, context: BrowserContext, live_server: LiveServer) -> Page:
    """Return a page whose databases may hold nothing, as a browser learns it on a full phone."""
    # Before the first visit: the browser asks for its room seldom.
    context.new_cdp_session(page).send(
        "Storage.overrideQuotaForOrigin", {"origin": live_server.url, "quotaSize": 1}
    )
    return open_tab(page, live_server)


def test_a_full_storage_is_told_on_opening(full: Page) -> None:
    assert ask(full, "open()") == {"kind": "indexeddb", "trouble": "full"}
    # The copies have a room of their own.
    assert refusal(full, "one") == "kept"
    assert refusal(full, "two") == "kept"
    full.reload()
    assert ask(full, "open()")["trouble"] == "full"
    assert kept(full) == ["one", "two"]
    ask(full, "remove('one')")
    assert kept(full) == ["two"]


def test_where_nothing_fits_any_more_an_act_is_refused_and_no_other_lost(full: Page) -> None:
    keep(full, "before")
    full.evaluate(
        "() => { for (let size = 1 << 22; size; size >>= 1) {"
        " for (let n = 0; n < 4; n += 1) {"
        " try { localStorage.setItem(`filler${size}-${n}`, 'x'.repeat(size)); }"
        " catch { break; } } } }"
    )
    assert refusal(full, "large") == "full"
    assert kept(full) == ["before"]
    ask(full, "remove('before')")
    assert kept(full) == []


def test_what_was_acknowledged_stays_for_the_evening(
    context: BrowserContext, live_server: LiveServer
) -> None:
    tab = open_tab(context.new_page(), live_server)
    act = keep(tab, "one")
    ask(tab, "remove(given.id, given)", act)
    keep(tab, "two")
    ask(tab, "remove('two')")
    assert kept(tab) == []
    assert ask(tab, "sent(7)") == [act]
    assert ask(tab, "sent(8)") == []
    late = context.new_page()
    late.clock.set_fixed_time(datetime.now(UTC) + timedelta(hours=37))
    assert ask(open_tab(late, live_server), "sent(7)") == []
