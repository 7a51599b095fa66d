"""`manage.py score` under rules with bids: every column, every value that is refused."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from scorekeeper.engine.choices import AllTrumpBelotes, PenaltyMarks
from scorekeeper.engine.presets import PRESETS
from scorekeeper.engine.rulesets import RuleSet
from tests.scorekeeper.scoring_command import hands, run_on

HEADER = "taker,points,bid,double,trump,belote,capot,declarations,best_declaration,taker_alone\n"


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


def rules_file(folder: Path, rules: RuleSet) -> str:
    path = folder / "rules.json"
    path.write_text(json.dumps(rules.as_values()), encoding="utf-8")
    return str(path)


PUBLISHED = {
    # FFB: 83 and a tierce are 103 of the 100 that were bid.
    "declarations help": ("coinche_ffb", "A,83,100,,,,,A:tierce,,", "made,200,80"),
    "failed, belote taken": ("contree_ffb", "A,70,100,,,A,,,,", "failed,0,280"),
    "doubled": ("contree_ffb", "B,112,110,doubled,,,,,,", "made,0,380"),
    "redoubled three times": ("contree_cannes", "A,60,100,redoubled,,,,,,", "failed,0,462"),
    "capot announced": ("contree_cannes", "A,162,capot,,,,A,,,", "capot,522,0"),
    "capot failed": ("contree_cannes", "A,152,capot,,,,,,,", "failed,0,432"),
    "capot unannounced": ("contree_points", "A,162,100,doubled,,,A,,,", "capot,420,0"),
    "bid only": ("coinche_bid_only", "A,90,90,,,,,,,", "made,90,0"),
    "no trump": ("coinche_ffb", "A,100,90,,no_trump,,,,,", "made,190,60"),
    "all trump": ("coinche_ffb", "A,158,90,,all_trump,,,,,", "made,190,60"),
    "sequences of equal height": (
        "coinche_ffb", "A,100,90,,hearts,,,A:tierce B:tierce,B,", "made,190,80",
    ),
    "a four beats them": (
        "coinche_ffb", "A,100,90,,,,,A:four_jacks B:tierce,,", "made,390,60",
    ),
    "words in capitals": ("coinche_ffb", "a,100,90,Doubled,HEARTS,,,a:Tierce,,", "made,360,0"),
}  # fmt: skip


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_hand(name: str, tmp_path: Path) -> None:
    preset, line, expected = PUBLISHED[name]
    code, out, err = run_on(HEADER + line + "\n", tmp_path, "--rules", preset)
    assert (code, err, hands(out)) == (0, "", [expected])


def test_three_columns_are_enough(tmp_path: Path) -> None:
    code, out, err = run_on("points,bid,taker\n82,80,A\n", tmp_path, "--rules", "contree_ffb")
    assert (code, err, hands(out)) == (0, "", ["made,160,80"])


def test_the_bid_is_needed(tmp_path: Path) -> None:
    code, out, err = run_on("taker,points\nA,82\n", tmp_path, "--rules", "contree_ffb")
    assert (code, out, err) == (1, "", "line 1: The column “bid” is missing.\n")
    code, out, err = run_on(HEADER + "A,82,,,,,,,,\n", tmp_path, "--rules", "contree_ffb")
    assert (code, hands(out), err) == (1, [], "line 2: Say what was bid.\n")


def test_cells_at_the_end_are_left_out(tmp_path: Path) -> None:
    code, out, err = run_on(
        "taker,points,bid,belote,capot,double,trump\nA,82,80,,\n",
        tmp_path,
        "--rules",
        "contree_ffb",
    )
    assert (code, err, hands(out)) == (0, "", ["made,160,80"])


KINDS = (
    "tierce, cinquante, cent, four, four_queens, four_kings, four_tens, four_aces, four_nines, "
    "four_jacks"
)
NO_USE = {
    "A,82,80,,,,,,,": "bid: “80” has no use under these rules.",
    "A,82,,doubled,,,,,,": "double: “doubled” has no use under these rules.",
    "A,82,,,,,,A:tierce,,": "declarations: “A:tierce” has no use under these rules.",
    "A,82,,,,,,,A,": "best_declaration: “A” has no use under these rules.",
    "A,82,,,,,,,,yes": "taker_alone: “yes” has no use under these rules.",
}
UNDER_BIDS = {
    "A,82,250,,,,,,,": "bid: “250” is not known here; there are: 80, 90, 100, 110, 120, 130, 140, "
    "150, 160, capot.",
    "A,162,generale,,,,A,,,": "bid: “generale” is not known here; there are: 80, 90, 100, 110, "
    "120, 130, 140, 150, 160, capot.",
    "A,162,capot,,,,A,,,yes": "taker_alone: “yes” has no use under these rules.",
    "A,82,80,thrice,,,,,,": "double: “thrice” is not known here; there are: doubled, redoubled.",
    "A,82,80,,red,,,,,": "trump: “red” is not known here; there are: spades, hearts, diamonds, "
    "clubs, no_trump, all_trump.",
    "A,82,80,,,yes,,,,": "belote: “yes” is not a side: write A or B.",
    "A,82,80,,,,,tierce,,": "declarations: “tierce” is not a declaration: write one like A:tierce.",
    "A,82,80,,,,,A:quinte,,": f"declarations: “quinte” is not known here; there are: {KINDS}.",
    "A,82,80,,,,,C:cent,,": "declarations: “C” is not a side: write A or B.",
    "A,82,80,,,,,,A,": "best_declaration: there is no declaration on this line.",
    "C,82,1,x,,,,,,": "taker: “C” is not a side: write A or B. bid: “1” is not known here; there "
    "are: 80, 90, 100, 110, 120, 130, 140, 150, 160, capot. double: “x” is not known here; there "
    "are: doubled, redoubled.",
}


@pytest.mark.parametrize(
    ("preset", "line", "problem"),
    [("contest", *pair) for pair in NO_USE.items()]
    + [("coinche_ffb", *pair) for pair in UNDER_BIDS.items()],
)
def test_what_the_rules_do_not_use(preset: str, line: str, problem: str, tmp_path: Path) -> None:
    code, out, err = run_on(HEADER + line + "\n", tmp_path, "--rules", preset)
    assert (code, hands(out), err) == (1, [], f"line 2: {problem}\n")


@pytest.mark.parametrize(
    ("preset", "line"),
    [
        pytest.param("contest", "A,82,,,no_trump,,,,,", id="no trump in plain belote"),
        pytest.param("contree_ffb", "A,82,80,,all_trump,,,,,", id="all trump not played"),
        pytest.param("contest", "A,82,,,,A A,,,,", id="two belotes"),
        pytest.param("coinche_ffb", "A,82,80,,all_trump,A B,,,,", id="two where one is played"),
        pytest.param("coinche_ffb", "A,82,80,,no_trump,A,,,,", id="a belote without trumps"),
        pytest.param("coinche_ffb", "A,82,80,,,,,A:tierce B:tierce,,", id="nobody said the best"),
        pytest.param("coinche_ffb", "A,82,80,,,,,A:tierce,B,", id="the worse one"),
        pytest.param("coinche_ffb", "A,82,80,,,,,A:four_jacks B:four_jacks,A,", id="eight jacks"),
    ],
)
def test_what_the_cards_or_rules_do_not_allow(preset: str, line: str, tmp_path: Path) -> None:
    code, out, err = run_on(HEADER + line + "\n", tmp_path, "--rules", preset)
    assert (code, hands(out), err.count("\n")) == (1, [], 1)
    assert err.startswith("line 2: ")


def test_a_plain_suit_is_fine_under_every_rules(tmp_path: Path) -> None:
    sheet = "taker,points,trump\nA,82,spades\nB,82,clubs\nA,82,\n"
    code, out, err = run_on(sheet, tmp_path, "--rules", "classic")
    assert (code, err, len(hands(out))) == (0, "", 3)


def test_up_to_four_belotes_and_a_generale(tmp_path: Path) -> None:
    rules = replace(
        PRESETS["coinche_ffb"], all_trump_belotes=AllTrumpBelotes.UP_TO_FOUR, generale=True
    )
    sheet = HEADER + "A,158,90,,all_trump,A A B,,,,\nA,162,generale,,,,A,,,yes\n"
    code, out, err = run_on(sheet, tmp_path, "--rules-file", rules_file(tmp_path, rules))
    assert (code, err) == (0, "")
    assert hands(out)[0] == "made,230,80"
    assert hands(out)[1].startswith("capot,")


def test_a_penalty_holds_the_bid_where_it_is_marked(tmp_path: Path) -> None:
    sheet = "taker,points,bid,double,penalty\n,,90,doubled,A\n,,,,B\n"
    rules = replace(PRESETS["contree_ffb"], penalty_marks=PenaltyMarks.BASE_AND_BID)
    code, out, err = run_on(sheet, tmp_path, "--rules-file", rules_file(tmp_path, rules))
    assert (code, err, hands(out)) == (0, "", ["penalty,0,340", "penalty,160,0"])
    code, out, err = run_on(sheet, tmp_path, "--rules", "contree_ffb")
    assert (code, hands(out)) == (1, ["penalty,160,0"])
    assert err.startswith("line 2: A penalty hand is not played out")
    code, out, err = run_on(
        "taker,points,bid,double,penalty\n,,,doubled,A\n", tmp_path, "--rules", "contree_ffb"
    )
    assert (code, err) == (1, "line 2: double: without a bid there is nothing to double.\n")


def test_the_hand_that_reaches_the_target_is_marked_exactly(tmp_path: Path) -> None:
    """Cannes 2016: 204 and 58 with 104 of 100; rounded it would be 200 and 60."""
    sheet = "taker,points,bid\n" + "A,104,100\n" * 12
    code, out, _err = run_on(sheet, tmp_path, "--rules", "contree_cannes")
    assert code == 0
    assert hands(out) == ["made,200,60"] * 9 + ["made,204,58"] + ["made,200,60"] * 2
