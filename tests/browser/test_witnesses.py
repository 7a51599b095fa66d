"""A phone at a table keeps where the log ended after each hand, and finds a changed log later."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Club
from tests.browser.table_page import Line, expect_on_sheet, fill_and_send
from tests.browser.test_kept_elsewhere import sit_down
from tests.contest import games_of, make_contest, play, start_round
from tests.table import NOW, SCORER
from tests.tournaments.audit_log.mutations import reseal
from tests.tournaments.extensions.proof.contests import load_checker
from tournaments.audit_log.chain import ChainEntry
from tournaments.audit_log.queries.documents import document_of, document_text
from tournaments.contests.services import finish_tournament
from tournaments.models import Tournament
from tournaments.tables.services import close_round

Document = dict[str, Any]


def checked(page: Page, server: LiveServer, contest: Tournament) -> Locator:
    page.goto(server.url + reverse("tournaments:contest-check", args=[contest.token]))
    page.get_by_role("button", name="Vérifier ce concours").click()
    return page.locator("[data-result]")


def written_for_somebody_else(document: Document) -> None:
    """Say that another hand was written by somebody else, and seal the whole log anew."""
    line = next(one for one in document["log"] if one["data"].get("act") == "hand_recorded")
    line["author"] = "Bruno"
    for match in document["rounds"][0]["matches"]:
        for hand in match["hands"]:
            if (match["table"], hand["number"]) == (line["table_number"], line["data"]["hand"]):
                hand["recorded_by"] = "Bruno"
    reseal(document)


def changed_in_one_line(document: Document) -> None:
    """Change a line, and its own hash alone."""
    line = document["log"][0]
    line["author"] = "Bruno"
    line["hash"] = ChainEntry.from_dict(line).true_hash()


def cut_off(document: Document) -> None:
    """Leave out everything since the first card."""
    document.update(json.loads(document.pop("before")))


@pytest.mark.parametrize("forge", [cut_off, written_for_somebody_else, changed_in_one_line])
def test_a_phone_finds_a_log_that_is_not_the_one_it_saw(
    page: Page, live_server: LiveServer, club: Club, forge: Callable[[Document], None]
) -> None:
    contest = make_contest(club, teams=4, hands=2)
    playing = start_round(contest)
    mine, other = games_of(playing)
    before = document_text(document_of(contest))
    name = sit_down(page, live_server, mine)
    for number, points in enumerate((92, 100), start=1):
        fill_and_send(page, Line(name, points, 0, 0))
        expect_on_sheet(page, number)
    play(other)
    close_round(round_id=playing.pk, author=SCORER, now=NOW)
    finish_tournament(tournament_id=contest.pk, author=SCORER, now=NOW)

    result = checked(page, live_server, contest)
    expect(result).to_contain_text("Aucun défaut")
    expect(result).to_contain_text("Empreintes que ce téléphone a gardées pendant le concours : 2")

    contest.refresh_from_db()
    document = json.loads(document_text(document_of(contest)))
    if forge is cut_off:
        document["before"] = before
    forge(document)
    if forge is not changed_in_one_line:
        assert load_checker().check(document, []).faults == [], "nothing else finds it"
    page.route("**/contest.json", lambda route: route.fulfill(json=document))
    result = checked(page, live_server, contest)
    expect(result).to_contain_text("comme ce téléphone l’a vue pendant le concours")
    expect(result).not_to_contain_text("Le journal les contient toutes")
