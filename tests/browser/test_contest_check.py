"""A contest is checked in the browser, by a second checker that agrees with check.py."""

import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import HALL
from tests.table import make_club
from tests.tournaments.extensions.proof.contests import (
    CHECK_JS,
    altered,
    finished,
    load_checker,
    texts_of_documents,
    with_another_chain,
    with_broken_secrets,
    with_unknown_key,
)
from tournaments.audit_log.queries.documents import document_text, public_document

SEEDS = range(200)
CHECKED_BY_SCRIPT = """texts => texts.map((text) => {
  const { read, check } = belote.contestCheck;
  let document;
  try { document = read(new TextEncoder().encode(text)); } catch { return null; }
  const { done, skipped, faults } = check(document);
  return { done, skipped, faults };
})"""


@pytest.fixture
def texts(transactional_db: None) -> dict[str, str]:
    return texts_of_documents()


@pytest.fixture
def tab(page: Page) -> Page:
    page.add_script_tag(content=CHECK_JS.read_text("utf-8"))
    return page


def by_python(checker: ModuleType, text: str) -> Any:
    try:
        found = vars(checker.check(checker.read(text.encode()), []))
    except checker.NoDocumentError:
        return None
    return json.loads(json.dumps(found))


def test_both_checkers_say_the_same_of_every_contest(tab: Page, texts: dict[str, str]) -> None:
    checker = load_checker()
    for name, text in texts.items():
        assert tab.evaluate(CHECKED_BY_SCRIPT, [text]) == [by_python(checker, text)], name


def test_both_find_what_was_altered(tab: Page, texts: dict[str, str]) -> None:
    checker, names = load_checker(), sorted(texts)
    spoiled = {seed: altered(texts[names[seed % len(names)]], seed) for seed in SEEDS}
    seeds = [seed for seed, text in spoiled.items() if text is not None]
    found = tab.evaluate(CHECKED_BY_SCRIPT, [spoiled[seed] for seed in seeds])
    for seed, one in zip(seeds, found, strict=True):
        other = by_python(checker, spoiled[seed] or "")
        assert (one is None) == (other is None), seed
        if one is not None:
            assert one["faults"] or "unknown" in one["skipped"], seed
            assert bool(one["faults"]) == bool(other["faults"]), seed


def test_both_tell_of_a_key_of_a_draw_that_nobody_knows(tab: Page, texts: dict[str, str]) -> None:
    checker = load_checker()
    for part, text in with_unknown_key(texts["club_teams"]).items():
        found = tab.evaluate(CHECKED_BY_SCRIPT, [text])
        assert found == [by_python(checker, text)], part
        assert "unknown" in found[0]["skipped"], part


def test_both_tell_of_numbers_and_secrets_that_do_not_belong_together(
    tab: Page, texts: dict[str, str]
) -> None:
    checker = load_checker()
    for name, (text, place) in with_broken_secrets(texts["eventful_teams"]).items():
        (found,) = tab.evaluate(CHECKED_BY_SCRIPT, [text])
        assert found == by_python(checker, text), name
        assert place in [path for path, *_ in found["faults"]], name
    text = with_another_chain(texts["unusual_hands"])
    (found,) = tab.evaluate(CHECKED_BY_SCRIPT, [text])
    assert found == by_python(checker, text)
    assert (found["faults"], "unused" in found["skipped"]) == ([], True)


def test_lots_and_hashes_are_those_of_python(tab: Page) -> None:
    checker = load_checker()
    seeds = [[seed, entry] for seed in (0, 7, 2**53 + 1, 2**63 - 1) for entry in (1, 40, 1999)]
    of = "([seed, entry]) => belote.contestCheck.lotOf(BigInt(seed), entry).toString()"
    script = f"all => all.map({of})"
    lots = tab.evaluate(script, [[str(seed), entry] for seed, entry in seeds])
    assert lots == [str(checker.lot_of(seed, entry)) for seed, entry in seeds]
    hashed = ["", "abc", "é" * 500, "\U0001f0a1" * 40]
    found = tab.evaluate("texts => texts.map(belote.contestCheck.sha256)", hashed)
    assert found == [checker.sha256(text) for text in hashed]


def test_it_reads_a_head_as_people_type_it_and_as_codes_on_paper_hold_it(tab: Page) -> None:
    for text in (
        "214 · 3FA9 01bc",
        "214:3fa901bc",
        "https://club.example/p/x/check/?head=214:3fa901bc",
    ):
        assert tab.evaluate("belote.contestCheck.readHead", text) == [214, "3fa901bc"]
    assert tab.evaluate("belote.contestCheck.readHead", "https://club.example/p/x/") is None


def test_a_visitor_checks_a_contest(
    hall_page: Page, live_server: LiveServer, tmp_path: Path
) -> None:
    contest = finished(make_club())
    contest.refresh_from_db()
    text = document_text(public_document(contest))
    port = live_server.url.rsplit(":", 1)[1]
    hall_page.goto(f"http://{HALL}:{port}{reverse('tournaments:public', args=[contest.token])}")
    hall_page.get_by_role("link", name="Vérifier ce concours").click()
    hall_page.get_by_role("button", name="Vérifier ce concours").click()
    result = hall_page.locator("[data-result]")
    expect(result.locator(".message--success")).to_have_text("Aucun défaut n’a été trouvé.")
    expect(result).to_contain_text("donnes, marquées à nouveau · 24")
    expect(result).to_contain_text("Les tirages n’ont pas été refaits")

    hall_page.context.set_offline(True)
    hall_page.locator("summary").filter(has_text="empreinte imprimée").click()
    hall_page.locator("#heads").fill("1 · 0000 0000 0000 0000")
    file = tmp_path / "contest.json"
    document = json.loads(text)
    document["standings"][0]["total"] += 10
    file.write_text(json.dumps(document), "utf-8")
    hall_page.locator("#file").set_input_files(file)
    expect(result.locator(".message--error").first).to_contain_text("quelque chose a été changé")
    expect(result).to_contain_text("n’a pas la ligne 1 avec l’empreinte 0000 0000 0000 0000")
    expect(result).to_contain_text("standings[0].total")
    hall_page.context.set_offline(False)
