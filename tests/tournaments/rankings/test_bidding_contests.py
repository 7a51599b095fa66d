"""Contests that are played with bids: their hands, their ranking, the document of their rules."""

import json
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.engine.hand import CAPOT_BID, Contract, HandEntry, Multiplier, Seat, Side
from scorekeeper.engine.presets import PRESETS
from scorekeeper.models import Club
from tests.contest import games_of, make_contest, start_round, write_hand
from tests.pages import text_of, visitor, words_on
from tests.table import NOW, SCORER
from tests.tournaments.rankings.ranking_pages import at_table
from tournaments.audit_log.queries.documents import document_of
from tournaments.contests.services import finish_tournament
from tournaments.rankings.queries.rankings import ranking_of
from tournaments.tables.services import close_round

pytestmark = pytest.mark.django_db


def bids(points: int, bid: int = 100, *, doubled: bool = False, **seen: Any) -> HandEntry:
    multiplier = Multiplier.DOUBLED if doubled else Multiplier.PLAIN
    contract = Contract(bid=bid, multiplier=multiplier)
    return HandEntry(taker=Seat.A1, card_points=points, contract=contract, **seen)


@dataclass(frozen=True, slots=True)
class Sheet:
    """Hands of a table and what both sides have at their end (rules.md, section 8)."""

    hands: tuple[HandEntry, ...]
    total_a: int
    total_b: int


HANDS = (
    bids(108),
    bids(93),
    bids(90, belote=Side.A),
    bids(120, doubled=True),
    bids(152, CAPOT_BID),
)
SHEETS = {
    # 110 + 100, 50 · 160 + 100 · 90 + 100 + 20, 70 · 160 + 200 · 160 + 250
    "contree_ffb": Sheet(HANDS, 210 + 210 + 360, 50 + 260 + 70 + 410),
    # 100 · 100 · 100 · 200 · 250
    "coinche_bid_only": Sheet(HANDS, 100 + 100 + 200, 100 + 250),
}


@pytest.mark.parametrize("rules", SHEETS)
def test_a_contest_is_played_with_bids(club: Club, organiser: Client, rules: str) -> None:
    sheet = SHEETS[rules]
    tournament = make_contest(club, teams=4, rounds=1, hands=len(HANDS), rules=rules)
    playing = start_round(tournament)
    first, second = games_of(playing)
    for entry in sheet.hands:
        write_hand(first.game, entry)
    for _ in HANDS:
        write_hand(second.game, bids(93))
    close_round(round_id=playing.pk, author=SCORER, now=NOW)
    finish_tournament(tournament_id=tournament.pk, author=SCORER, now=NOW)

    lines = ranking_of(tournament).lines
    points = {line.number: line.total for line in lines}
    assert points[at_table(first, "A")] == sheet.total_a
    assert points[at_table(first, "B")] == sheet.total_b
    assert lines[0].number == at_table(second, "B")

    page = text_of(visitor().get(reverse("tournaments:public", args=[tournament.token])))
    assert all(name in page for name in lines[0].names)
    rules_page = reverse("tournaments:tournament-rules", args=[tournament.pk])
    card = words_on(organiser.get(rules_page))
    assert "8 cards each; none is turned up." in card
    assert "To make the bid, one counts card points and belote" in card


@pytest.mark.parametrize("rules", [key for key, preset in PRESETS.items() if preset.bids])
def test_the_file_of_a_rule_set_is_what_a_contest_exports(club: Club, rules: str) -> None:
    tournament = make_contest(club, teams=4, rounds=1, rules=rules)
    exported = json.loads(json.dumps(document_of(tournament)))
    saved = visitor().get(reverse("scorekeeper:ruleset-values", args=[rules]))
    assert json.loads(saved.content) == exported["tournament"]["rules"]["values"]
