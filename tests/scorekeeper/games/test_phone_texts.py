"""The words that a page needs to speak for itself."""

import json
import re

import pytest
from django.utils import translation

from scorekeeper.engine.checks import Problem, ProblemCode
from scorekeeper.engine.hand import (
    CAPOT_BID,
    GENERALE_BID,
    DeclarationKind,
    Multiplier,
    Side,
    Trump,
)
from scorekeeper.engine.marks import Reason
from scorekeeper.engine.presets import PRESETS
from scorekeeper.engine.scoring import Outcome
from scorekeeper.labels.hands import bid_label, outcome_label, reason_label, trump_label
from scorekeeper.labels.phone import phone_texts
from scorekeeper.labels.problems import problem_text
from scorekeeper.labels.sheets import Judgement

COINCHE = PRESETS["coinche_ffb"]
SIDES = {Side.A: "Anne & Chloé", Side.B: "Bruno & David"}
PLACE = re.compile(r"%\((\w+)\)[sd]")
KNOWN_PLACES = {
    "problems": {"value", "whole", "tricks", "passed_deals", "off", "side"},
    "judgements": {"side", "points", "takers", "defenders", "whole", "bid", "held"},
}


@pytest.fixture(params=["fr", "en"], autouse=True)
def _language(request: pytest.FixtureRequest) -> object:
    with translation.override(request.param):
        yield


def test_every_code_has_its_words() -> None:
    texts = phone_texts(SIDES, COINCHE)
    assert list(texts["problems"]) == [code.value for code in ProblemCode]
    assert list(texts["judgements"]) == [judgement.value for judgement in Judgement]
    assert texts["outcomes"] == {code.value: outcome_label(code) for code in Outcome}
    assert texts["reasons"] == {code.value: reason_label(code) for code in Reason}
    assert texts["trumps"] == {code.value: trump_label(code) for code in Trump}
    assert texts["bids"] == {str(bid): bid_label(bid) for bid in (CAPOT_BID, GENERALE_BID)}
    assert list(texts["declarations"]) == [kind.value for kind in DeclarationKind]
    assert list(texts["multipliers"]) == [str(int(said)) for said in Multiplier]
    assert texts["sides"] == {"A": "Anne & Chloé", "B": "Bruno & David"}


def test_it_is_plain_data() -> None:
    texts = phone_texts(SIDES, COINCHE)
    assert json.loads(json.dumps(texts)) == texts


@pytest.mark.parametrize("kind", KNOWN_PLACES)
def test_the_page_can_fill_in_every_place(kind: str) -> None:
    for text in phone_texts(SIDES, COINCHE)[kind].values():
        assert set(PLACE.findall(text)) <= KNOWN_PLACES[kind]
        # A percent sign of any other kind would be shown as it stands.
        assert "%" not in PLACE.sub("", text)


def test_a_filled_template_is_what_the_server_says() -> None:
    texts = phone_texts(SIDES, COINCHE)
    problem = Problem(ProblemCode.TRICKS_OUT_OF_RANGE, "tricks", value=9)
    filled = texts["problems"]["tricks_out_of_range"] % {"value": 9, **texts["limits"]}
    assert filled == problem_text(problem)


def test_the_language_is_that_of_the_moment() -> None:
    with translation.override("fr"):
        french = phone_texts(SIDES, COINCHE)
    with translation.override("en"):
        english = phone_texts(SIDES, COINCHE)
    assert english["trumps"]["spades"] == "Spades"
    assert french["trumps"]["spades"] == "Pique"
    assert french["judgements"]["made"] != english["judgements"]["made"]


def test_a_plain_game_needs_no_words_for_bids_and_declarations() -> None:
    texts = phone_texts(SIDES, PRESETS["contest"])
    assert "bid_made" not in texts["judgements"]
    assert "declarations" not in texts
    assert list(texts["sums"]) == ["bare", "belote"]
