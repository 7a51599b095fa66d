"""Rule sets as versions before 0.8 stored them: their pages open, and they keep what they meant."""

import json
from collections.abc import Iterator
from itertools import product
from typing import Any, Final

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scorekeeper.engine.hand import CAPOT_BID, Contract, HandEntry, Multiplier, Seat, Side
from scorekeeper.engine.relevance import without_silent
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.models import Club, ClubRuleSet, Game
from tests.contest import make_contest
from tests.rulesets import copied, started, text_of, typed, url
from tests.table import totals_of, write
from tournaments.audit_log.queries.documents import document_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

GONE: Final = {"counts_in_tens", "failed_capot_bid"}
OLD: Final[dict[str, Any]] = {
    "compared": "cards_and_belote",
    "on_equality": "failed",
    "capot_points": 252,
    "belote_points": 20,
    "counts_in_tens": False,
    "judged_on": "exact",
    "held": "cards",
    "held_at_end": "returned",
    "both_reach": "higher_total",
    "clockwise": True,
    "after_pass": "next_dealer",
    "bidding": "none",
    "redoubled_factor": 4,
    "bid_must_beat_defenders": True,
    "generale": False,
    "failed_capot_bid": "added",
    "all_trump": "on_162",
    "declarations": False,
    "format": {"target": None, "hands": 5, "games": 1},
}
"""The values of a plain rule set as version 0.7 stored them, every field."""


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield


def of_before(**changes: Any) -> dict[str, Any]:
    return {**OLD, **changes}


BIDS: Final = ("points_and_bid", "points", "bid_only", "cannes_2016")
STORED: Final = [
    pytest.param(
        of_before(
            bidding=bidding,
            failed_capot_bid=failed,
            counts_in_tens=tens,
            generale=more,
            declarations=more,
            all_trump="scaled_from_258" if more else "on_162",
            judged_on="rounded" if tens else "exact",
            redoubled_factor=3 if more else 4,
        ),
        id=f"{bidding}, {failed}, {'in tens' if tens else 'exact'}, {'all' if more else 'least'}",
    )
    for bidding, failed, tens, more in product(
        ("none", *BIDS), ("added", "flat_500"), (False, True), (False, True)
    )
]


def store(club: Club, values: dict[str, Any], name: str = "Thursdays") -> ClubRuleSet:
    """Return a rule set of the club as an older version left it in the database."""
    stored = copied(club, "salon", name)
    ClubRuleSet.objects.filter(pk=stored.pk).update(values=values)
    stored.refresh_from_db()
    return stored


def played(values: dict[str, Any]) -> tuple[HandEntry, ...]:
    """Return five hands: made, failed, redoubled with belote, every trick, a capot bid and lost."""
    hands: list[tuple[int, int, Multiplier, dict[str, Any]]] = [
        (106, 100, Multiplier.PLAIN, {}),
        (76, 90, Multiplier.PLAIN, {"belote": Side.A}),
        (96, 80, Multiplier.REDOUBLED, {"belote": Side.B}),
        (162, 120, Multiplier.PLAIN, {"capot": Side.A}),
        (152, CAPOT_BID, Multiplier.DOUBLED, {}),
    ]
    return tuple(
        HandEntry(
            taker=Seat.A1,
            card_points=points,
            contract=None
            if values["bidding"] == "none"
            else Contract(bid=bid, multiplier=multiplier),
            **seen,
        )
        for points, bid, multiplier, seen in hands
    )


TOTALS: Final[dict[tuple[str, str], list[tuple[int, int]]]] = {
    ("none", "added"): [(702, 238), (702, 238), (522, 410), (522, 410)],
    ("none", "flat_500"): [(702, 238), (702, 238), (522, 410), (522, 410)],
    ("points_and_bid", "added"): [(1244, 822), (1164, 822), (1232, 830), (1152, 830)],
    ("points_and_bid", "flat_500"): [(1244, 1162), (1164, 1162), (1232, 1170), (1152, 1170)],
    ("points", "added"): [(1094, 482), (934, 482), (1082, 490), (922, 490)],
    ("points", "flat_500"): [(1094, 1162), (934, 1162), (1082, 1170), (922, 1170)],
    ("bid_only", "added"): [(650, 520), (570, 520), (650, 520), (570, 520)],
    ("bid_only", "flat_500"): [(650, 1020), (570, 1020), (650, 1020), (570, 1020)],
    ("cannes_2016", "added"): [(1166, 824), (1166, 824), (1154, 832), (1154, 832)],
    ("cannes_2016", "flat_500"): [(1166, 1162), (1166, 1162), (1154, 1170), (1154, 1170)],
}
"""What version 0.7 made of those five hands: exact and in tens, each redoubled by 4 and by 3."""


def totals_of_before(values: dict[str, Any]) -> tuple[int, int]:
    place = 2 * values["counts_in_tens"] + (values["redoubled_factor"] == 3)
    found: tuple[int, int] = TOTALS[values["bidding"], values["failed_capot_bid"]][place]
    return found


@pytest.mark.parametrize("values", STORED)
def test_a_game_of_before_keeps_its_score_and_its_pages(
    club: Club, member: Client, values: dict[str, Any]
) -> None:
    stored = store(club, values)
    game = started(club, f"club-{stored.pk}")
    Game.objects.filter(pk=game.pk).update(ruleset_values=values)
    game.refresh_from_db()
    write(game, *played(values))
    assert totals_of(game) == totals_of_before(values)
    assert game.ruleset_values == values
    page = text_of(member.get(reverse("scorekeeper:game-rules", args=[game.pk])))
    assert "Thursdays" in page
    assert member.get(reverse("scorekeeper:game-detail", args=[game.pk])).status_code == 200
    assert "Capot is worth 252 points" in page or values["bidding"] == "bid_only"


@pytest.mark.parametrize("values", STORED[::3])
def test_an_own_rule_set_of_before_is_read_changed_and_copied(
    club: Club, member: Client, values: dict[str, Any]
) -> None:
    stored = store(club, values)
    meant = RuleSet.from_values(values)
    assert "Thursdays" in text_of(member.get(url("detail", stored)))
    assert member.get(url("edit", stored)).status_code == 200
    assert RuleSet.from_values(json.loads(member.get(url("values", stored)).content)) == meant

    assert member.post(url("copy", stored), {"name": "Fridays"}).status_code == 302
    copy = ClubRuleSet.objects.get(name="Fridays")
    assert copy.ruleset == meant
    assert set(copy.values) == set(RuleSet().as_values())

    data = typed(stored)
    asked = member.post(url("edit", stored), data)
    if asked.status_code == 200:
        data["confirmed"] = asked.context["form"].confirm_value
        assert asked.context["warnings"]
        asked = member.post(url("edit", stored), data)
    assert asked["Location"] == url("detail", stored)
    stored.refresh_from_db()
    assert not GONE & set(stored.values)
    assert stored.values["bidding"] != "cannes_2016"
    # What says nothing under the others is not kept when it is typed.
    assert stored.ruleset == without_silent(meant)


@pytest.mark.parametrize("bidding", ["none", *BIDS])
def test_a_contest_of_before_opens(club: Club, member: Client, bidding: str) -> None:
    tournament = make_contest(club, teams=4, rounds=1, hands=5)
    values = of_before(bidding=bidding, counts_in_tens=True, judged_on="rounded")
    Tournament.objects.filter(pk=tournament.pk).update(ruleset_values=values)
    for name in ("tournament-rules", "tournament-edit", "tournament-detail"):
        page = member.get(reverse(f"tournaments:{name}", args=[tournament.pk]))
        assert page.status_code == 200, name
    tournament.refresh_from_db()
    # What was stored is exported as it is, and read as what it meant.
    assert document_of(tournament)["tournament"]["rules"]["values"] == values
    assert tournament.ruleset == RuleSet.from_values(values)
