"""What each side marks for one hand, and why (rules.md, sections 2 and 3)."""

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.engine.choices import HeldPoints, JudgedOn
from scorekeeper.engine.hand import Declaration, DeclarationKind, HandEntry, Side
from scorekeeper.engine.presets import find_ruleset
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.scoring import Comparison, ImpossibleHandError, score
from tests.benchmarks.measures.engine import BY_HAND, hands_of
from tests.engine.composed import PLAIN_PRESETS
from tests.engine.sheet import A, B, Points, capot_of, fault_of, marked, marks_of, took

CLASSIC, SALON, FIVE_HUNDRED_ONE, TWELVE_HANDS, CONTEST = PLAIN_PRESETS.values()

ON_EXACT = replace(TWELVE_HANDS, judged_on=JudgedOn.EXACT)

READINGS = {
    "classic": "cards, equality fails",
    "salon": "cards and belote, equality is litige",
    "five_hundred_one": "cards and belote, equality fails",
    "twelve_hands": "cards as they are marked, equality is shared",
    "contest": "cards and belote, equality is litige",
}


def outcomes(rules: RuleSet, belote: Side | None, points: range) -> str:
    """Return the outcomes of A's contract, the first letter each."""
    entries = [took(A, number, belote=belote) for number in points]
    return "".join(score(entry, rules).outcome[0] for entry in entries)


# Nobody, the takers, the defenders have belote: the outcomes one below, on and one above the
# points where both sides are equal (f failed, l litige, s shared, m made).
@pytest.mark.parametrize(
    ("key", "around_81", "around_71", "around_91"),
    [
        # belote:       nobody      takers 20   defenders 20
        ("classic", "ffm", None, None),
        ("salon", "flm", "flm", "flm"),
        ("five_hundred_one", "ffm", "ffm", "ffm"),
        ("twelve_hands", "sss", None, None),
        ("contest", "flm", "flm", "flm"),
    ],
    ids=READINGS.values(),
)
def test_the_row_of_equality(
    key: str, around_81: str, around_71: str | None, around_91: str | None
) -> None:
    rules = find_ruleset(key)
    assert outcomes(rules, None, range(80, 83)) == around_81
    for belote, middle, expected in ((A, 71, around_71), (B, 91, around_91)):
        if expected is None:
            # Belote does not move the line.
            assert outcomes(rules, belote, range(80, 83)) == around_81
        else:
            assert outcomes(rules, belote, range(middle - 1, middle + 2)) == expected


@pytest.mark.parametrize("points", range(62, 92))
@pytest.mark.parametrize("belote", [None, A, B], ids=["no belote", "takers", "defenders"])
@pytest.mark.parametrize("key", PLAIN_PRESETS)
def test_the_rows_where_the_readings_differ(key: str, belote: Side | None, points: int) -> None:
    """rules.md: the readings differ only for takers' card points from 62 to 91."""
    counts_belote = key in ("salon", "five_hundred_one", "contest")
    equal = {None: 81, A: 71, B: 91}[belote] if counts_belote else 81
    on_equality = {"classic": "failed", "five_hundred_one": "failed"}
    expected = "made" if points > equal else "failed"
    if points == equal:
        expected = on_equality.get(key, "litige")
    # What is marked is judged: 77 to 86 mark 80 of 160.
    if key == "twelve_hands":
        expected = "failed" if points < 77 else "shared" if points < 87 else "made"
    assert score(took(A, points, belote=belote), find_ruleset(key)).outcome == expected


@pytest.mark.parametrize("belote", [None, A, B], ids=["no belote", "takers", "defenders"])
def test_outside_62_to_91_all_readings_agree(belote: Side | None) -> None:
    rules = [
        *PLAIN_PRESETS.values(),
        ON_EXACT,
        replace(CONTEST, held=HeldPoints.CARDS_AND_BELOTE),
    ]
    for points in {*range(62), *range(92, 163)} - {1, 161}:
        found = {score(took(A, points, belote=belote), ruleset).outcome for ruleset in rules}
        assert found == {"made" if points > 91 else "failed"}


# A took, unless the hand says otherwise; A's and B's points.
HANDS: dict[str, dict[str, tuple[HandEntry, str, Points]]] = {
    "classic": {
        "82 made": (took(A, 82), "made", (82, 80)),
        "100 made": (took(A, 100), "made", (100, 62)),
        "81 failed": (took(A, 81), "failed", (0, 162)),
        "81 failed with belote": (took(A, 81, belote=A), "failed", (20, 162)),
        "81 failed, belote of the defence": (took(A, 81, belote=B), "failed", (0, 182)),
        "82 made, belote of the defence": (took(A, 82, belote=B), "made", (82, 100)),
        "72 failed although with belote 92": (took(A, 72, belote=A), "failed", (20, 162)),
        "B took 90": (took(B, 90), "made", (72, 90)),
        "162 without capot": (took(A, 162), "made", (162, 0)),
        "0 without capot": (took(A, 0), "failed", (0, 162)),
        "capot": (capot_of(A, takers=A), "capot", (250, 0)),
        "capot with belote": (capot_of(A, takers=A, belote=A), "capot", (270, 0)),
        "capot, belote of who suffers it": (capot_of(A, takers=A, belote=B), "capot", (250, 20)),
        "capot of the defence": (capot_of(B, takers=A), "capot", (0, 250)),
        "capot of the defence, belote": (capot_of(B, takers=A, belote=A), "capot", (20, 250)),
        "penalty": (fault_of(A), "penalty", (0, 162)),
        "penalty of B": (fault_of(B), "penalty", (162, 0)),
    },
    "salon": {
        "82 made": (took(A, 82), "made", (82, 80)),
        "81 litige": (took(A, 81), "litige", (0, 81)),
        "80 failed": (took(A, 80), "failed", (0, 162)),
        "72 made: 92 of 182": (took(A, 72, belote=A), "made", (92, 90)),
        "71 litige: 91-91": (took(A, 71, belote=A), "litige", (20, 91)),
        "70 failed": (took(A, 70, belote=A), "failed", (20, 162)),
        "92 made": (took(A, 92, belote=B), "made", (92, 90)),
        "91 litige: 91-91": (took(A, 91, belote=B), "litige", (0, 91)),
        "90 failed": (took(A, 90, belote=B), "failed", (0, 182)),
        "capot": (capot_of(A, takers=A), "capot", (252, 0)),
        "capot of the defence": (capot_of(B, takers=A, belote=B), "capot", (0, 272)),
        "penalty": (fault_of(A), "penalty", (0, 162)),
    },
    "five_hundred_one": {
        "82 made": (took(A, 82), "made", (82, 80)),
        "81 failed": (took(A, 81), "failed", (0, 162)),
        "72 made: 92 of 182": (took(A, 72, belote=A), "made", (92, 90)),
        "71 failed": (took(A, 71, belote=A), "failed", (20, 162)),
        "92 made": (took(A, 92, belote=B), "made", (92, 90)),
        "91 failed": (took(A, 91, belote=B), "failed", (0, 182)),
        "capot": (capot_of(A, takers=A), "capot", (252, 0)),
        "capot of the defence, belote": (capot_of(B, takers=A, belote=A), "capot", (20, 252)),
        "penalty": (fault_of(B), "penalty", (162, 0)),
    },
    "twelve_hands": {
        "81 shared": (took(A, 81), "shared", (80, 80)),
        "82 shared": (took(A, 82), "shared", (80, 80)),
        "80 shared": (took(A, 80), "shared", (80, 80)),
        "77 shared: it marks 80": (took(A, 77), "shared", (80, 80)),
        "86-76: takers down, defenders up": (took(A, 86), "shared", (80, 80)),
        "87 up": (took(A, 87), "made", (90, 70)),
        "85 down": (took(A, 85), "shared", (80, 80)),
        "96-66": (took(A, 96), "made", (90, 70)),
        "162": (took(A, 162), "made", (160, 0)),
        "157 up, 5 down": (took(A, 157), "made", (160, 0)),
        "76 failed, rounding or not": (took(A, 76), "failed", (0, 160)),
        "belote is not on this sheet": (took(A, 82, belote=A), "shared", (80, 80)),
        "capot": (capot_of(A, takers=A), "capot", (250, 0)),
        "capot of the defence": (capot_of(B, takers=A), "capot", (0, 250)),
        "penalty": (fault_of(A), "penalty", (0, 160)),
    },
    "contest": {
        "82 made": (took(A, 82), "made", (82, 80)),
        "81 litige": (took(A, 81), "litige", (0, 81)),
        "72 made: 92 of 182": (took(A, 72, belote=A), "made", (92, 90)),
        "71 litige": (took(A, 71, belote=A), "litige", (20, 91)),
        "91 litige": (took(A, 91, belote=B), "litige", (0, 91)),
        "capot": (capot_of(A, takers=A), "capot", (252, 0)),
        "capot of the defence": (capot_of(B, takers=A), "capot", (0, 252)),
        "penalty": (fault_of(A), "penalty", (0, 162)),
    },
}
SHEETS = [
    pytest.param(find_ruleset(key), *hand, id=f"{key}: {name}")
    for key, hands in HANDS.items()
    for name, hand in hands.items()
]


@pytest.mark.parametrize(("rules", "entry", "outcome", "points"), SHEETS)
def test_a_hand_of_each_sheet(
    rules: RuleSet, entry: HandEntry, outcome: str, points: Points
) -> None:
    scored = score(entry, rules)
    assert (scored.outcome, marked(scored)) == (outcome, points)


@pytest.mark.parametrize(
    ("entry", "winner"),
    [
        pytest.param(took(A, 82), A, id="made: the takers"),
        pytest.param(took(A, 80), B, id="failed: the defenders"),
        pytest.param(took(A, 81), None, id="litige: nobody"),
        pytest.param(capot_of(B, takers=A), B, id="capot: who made it"),
        pytest.param(fault_of(A), B, id="penalty: the side not at fault"),
    ],
)
def test_who_wins_a_hand(entry: HandEntry, winner: Side | None) -> None:
    assert score(entry, CONTEST).winner is winner


def test_the_other_way_round_both_sides_change_places() -> None:
    for points in set(range(163)) - {1, 161}:
        for rules in PLAIN_PRESETS.values():
            a, b = marks_of(took(A, points, belote=A), rules)
            assert marks_of(took(B, points, belote=B), rules) == (b, a)


@pytest.mark.parametrize(
    ("entry", "rules", "lines"),
    [
        pytest.param(
            took(A, 72, belote=A),
            CONTEST,
            [(A, 72, "card_points"), (B, 90, "card_points"), (A, 20, "belote")],
            id="made with belote",
        ),
        pytest.param(
            took(A, 60, belote=A), CONTEST, [(B, 162, "whole"), (A, 20, "belote")], id="failed"
        ),
        pytest.param(
            capot_of(B, takers=A, belote=A),
            CLASSIC,
            [(B, 250, "capot"), (A, 20, "belote")],
            id="capot suffered with belote",
        ),
        pytest.param(fault_of(A), CLASSIC, [(B, 162, "penalty")], id="penalty"),
        pytest.param(took(A, 81), CONTEST, [(B, 81, "card_points")], id="litige"),
        pytest.param(
            took(A, 82, belote=A),
            TWELVE_HANDS,
            [(A, 80, "card_points"), (B, 80, "card_points")],
            id="belote worth nothing is no line",
        ),
    ],
)
def test_every_point_has_its_reason(
    entry: HandEntry, rules: RuleSet, lines: list[tuple[Side, int, str]]
) -> None:
    found = score(entry, rules).lines
    assert [(line.side, line.points, line.reason) for line in found] == lines


@pytest.mark.parametrize(
    ("entry", "rules", "comparison"),
    [
        pytest.param(took(A, 72, belote=A), CONTEST, Comparison(92, 90, 20, 0), id="92 of 182"),
        pytest.param(took(A, 91, belote=B), CONTEST, Comparison(91, 91, 0, 20), id="91-91"),
        pytest.param(took(A, 72, belote=A), CLASSIC, Comparison(72, 90), id="cards only"),
        pytest.param(took(A, 86), TWELVE_HANDS, Comparison(80, 80), id="judged as it is marked"),
        pytest.param(took(A, 86), ON_EXACT, Comparison(86, 76), id="exact, marked in tens"),
        pytest.param(capot_of(A, takers=A), CONTEST, None, id="a capot is not judged"),
        pytest.param(fault_of(A), CONTEST, None, id="a penalty is not judged"),
    ],
)
def test_the_numbers_it_was_judged_by(
    entry: HandEntry, rules: RuleSet, comparison: Comparison | None
) -> None:
    assert score(entry, rules).comparison == comparison


def test_what_both_sides_have_together() -> None:
    comparison = score(took(A, 72, belote=A), CONTEST).comparison
    assert comparison is not None
    assert comparison.whole == 182


IN_TENS = replace(TWELVE_HANDS, belote_points=20)


@pytest.mark.parametrize(
    ("points", "exact", "rounded"),
    [
        pytest.param(76, "failed", "failed", id="76 marks 70"),
        pytest.param(77, "failed", "shared", id="77 marks 80"),
        pytest.param(81, "shared", "shared", id="81 marks 80"),
        pytest.param(82, "made", "shared", id="82 marks 80"),
        pytest.param(86, "made", "shared", id="86 marks 80"),
        pytest.param(87, "made", "made", id="87 marks 90"),
    ],
)
def test_rounding_makes_no_contract_unless_the_table_judges_on_it(
    points: int, exact: str, rounded: str
) -> None:
    assert score(took(A, points), ON_EXACT).outcome == exact
    assert score(took(A, points), TWELVE_HANDS).outcome == rounded


def test_belote_switched_on_is_added_to_tens() -> None:
    assert marks_of(took(A, 86, belote=B), IN_TENS) == (80, 100)


def tierce(side: Side) -> Declaration:
    return Declaration(side=side, kind=DeclarationKind.TIERCE)


def cent(side: Side) -> Declaration:
    return Declaration(side=side, kind=DeclarationKind.CENT)


@pytest.mark.parametrize(
    ("seen", "points"),
    [
        pytest.param({"declarations": (tierce(B),)}, (100, 82), id="alone"),
        pytest.param(
            {"declarations": (tierce(A), cent(B), tierce(B))}, (100, 182), id="all of the best side"
        ),
        pytest.param(
            {"declarations": (cent(A), cent(B)), "best_declaration": A}, (200, 62), id="as shown"
        ),
    ],
)
def test_declarations_of_the_best_side_only(seen: dict[str, Any], points: Points) -> None:
    assert marks_of(took(A, 100, **seen), replace(CLASSIC, declarations=True)) == points


def test_an_entry_with_errors_is_not_scored() -> None:
    with pytest.raises(ImpossibleHandError, match="points_impossible") as raised:
        score(took(A, 161), CLASSIC)
    assert [problem.field for problem in raised.value.problems] == ["card_points"]


@pytest.mark.parametrize("key", BY_HAND)
def test_functions_written_by_hand_mark_the_same(key: str) -> None:
    rules = find_ruleset(key)
    for hand in hands_of(key, 300):
        scored = score(hand, rules)
        assert (scored.a, scored.b) == BY_HAND[key](hand), hand
        assert sum(line.points for line in scored.lines) == scored.a + scored.b
