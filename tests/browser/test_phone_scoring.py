"""What the phone scores by itself is what the engine scores: hand by hand, word by word."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import Page

from scorekeeper.engine.checks import (
    check,
    check_series,
    has_errors,
    is_played,
    whole_of,
)
from scorekeeper.engine.choices import AllTrump, Bidding, DeclarationsOfLosers, HeldAtEnd, NoTrump
from scorekeeper.engine.counts import slip_of
from scorekeeper.engine.every_hand import contracts
from scorekeeper.engine.hand import (
    Contract,
    Declaration,
    DeclarationKind,
    HandEntry,
    Multiplier,
    Trump,
)
from scorekeeper.engine.outcome_table import outcome_tables
from scorekeeper.engine.presets import PRESETS
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.scoring import NOTHING_HELD, Held, score
from scorekeeper.engine.tally import Tally, tally
from scorekeeper.labels.phone import phone_texts
from scorekeeper.labels.problems import problem_text
from scorekeeper.labels.sheets import explain
from tests.browser.scored_by_page import (
    SCORE_ALL,
    SCRIPTS,
    both,
    check_hands,
    expected,
    held_as_json,
    problem_as_json,
    run,
)
from tests.engine.sheet import A, B, took
from tests.phone_entries import (
    as_typed,
    every_hand_typed,
    odd_entry,
    random_format,
    random_hand,
    random_ruleset,
)
from tests.tries import IS_LONG, tries

CONTEST = PRESETS["contest"]
COINCHE = RuleSet(
    bidding=Bidding.POINTS_AND_BID,
    generale=True,
    declarations=True,
    all_trump=AllTrump.SCALED_FROM_258,
)
CONTREE = replace(
    PRESETS["contree_cannes"],
    declarations=True,
    no_trump=NoTrump.ACE_19,
    all_trump=AllTrump.ON_162,
)
LOST = replace(CONTREE, declarations_of_losers=DeclarationsOfLosers.LOST)
SIDES = {A: "Anne & Chloé", B: "Bruno & David"}

TALLY_ALL = """text => JSON.stringify(JSON.parse(text).map(({outcomes, sheet, entries}) => {
  const scores = [], states = [];
  for (const entry of entries) {
    const state = belote.scoring.tally(sheet, scores);
    const missing = belote.scoring.missing(sheet, state);
    scores.push(belote.scoring.scoreHand(outcomes, entry, state.held, missing).score);
    states.push(belote.scoring.tally(sheet, scores));
  }
  return states;
}))"""
SAY_ALL = """text => {
  const {outcomes, texts, hands} = JSON.parse(text), {words, scoring} = belote;
  return JSON.stringify(hands.map(([entry, held]) => {
    const {problems, warnings, score} = scoring.scoreHand(outcomes, entry, held);
    return [[...problems, ...warnings].map((found) => words.problem(texts, found)),
            score && words.explain(texts, entry, score, texts.sides, outcomes)];
  }));
}"""


@pytest.fixture
def script(page: Page) -> Page:
    """Return an empty page that has the scripts and nothing else."""
    for name in ("declared.js", "bidding.js", "scoring.js", "words.js", "counts.js"):
        page.add_script_tag(content=(SCRIPTS / name).read_text())
    return page


@pytest.mark.parametrize("key", [key for key, rules in PRESETS.items() if not rules.bids])
def test_every_hand_of_every_plain_preset(script: Page, key: str) -> None:
    rules = PRESETS[key]
    held = Held(a=81, b=20)
    assert check_hands(script, rules, every_hand_typed(rules)) > 900
    assert check_hands(script, rules, every_hand_typed(rules), held) > 900


@pytest.mark.parametrize("key", [key for key, rules in PRESETS.items() if rules.bids])
def test_every_hand_of_every_preset_with_bids(script: Page, key: str) -> None:
    rules = PRESETS[key]
    for bid in contracts(rules)[:: 2 if IS_LONG else 7] + contracts(rules)[-3:]:
        for trump in (None, Trump.NO_TRUMP, Trump.ALL_TRUMP):
            scored = check_hands(script, rules, every_hand_typed(rules, bid, trump))
            assert scored > 300 or not is_played(trump, rules)


@pytest.mark.parametrize("rules", [COINCHE, CONTREE], ids=["coinche", "contree"])
def test_every_hand_under_every_bid(script: Page, rules: RuleSet) -> None:
    entries = [entry for bid in contracts(rules) for entry in every_hand_typed(rules, bid)]
    assert check_hands(script, rules, entries) > 29_000


@pytest.mark.parametrize("rules", [COINCHE, CONTREE], ids=["coinche", "contree"])
def test_every_hand_under_other_trumps(script: Page, rules: RuleSet) -> None:
    doubled = Contract(bid=160, multiplier=Multiplier.DOUBLED)
    for trump in (Trump.CLUBS, Trump.NO_TRUMP, Trump.ALL_TRUMP):
        bids = (Contract(bid=80), doubled, contracts(rules)[-1])
        entries = [entry for bid in bids for entry in every_hand_typed(rules, bid, trump)]
        assert check_hands(script, rules, entries) > 900


@pytest.mark.parametrize("seed", range(tries(4)))
def test_random_rule_sets(script: Page, seed: int) -> None:
    """Eight rule sets a time: every hand of two contracts and trumps, and odd entries."""
    seeded = random.Random(seed)
    for _ in range(8):
        rules = random_ruleset(seeded)
        entries = [odd_entry(seeded, rules) for _ in range(200)]
        for bid in seeded.sample(contracts(rules), k=min(2, len(contracts(rules)))):
            trump = seeded.choice([one for one in (None, *Trump) if is_played(one, rules)])
            entries += every_hand_typed(rules, bid, trump)
        entries += [random_hand(seeded, rules) for _ in range(100)]
        assert check_hands(script, rules, entries, Held(a=seeded.choice((0, 81)))) > 500


@pytest.mark.parametrize("rules", [CONTEST, replace(CONTEST, declarations=True), COINCHE, CONTREE])
def test_odd_entries(script: Page, rules: RuleSet) -> None:
    seeded = random.Random(5)
    entries = [odd_entry(seeded, rules) for _ in range(3000)]
    check_hands(script, rules, entries)
    # The net is fine enough: every problem that can be under the rules was met.
    met = {problem.code for entry in entries for problem in check(entry, rules)}
    assert len(met) >= 18


ASK_ALL = """text => {
  const {outcomes, hands} = JSON.parse(text), {counts, scoring} = belote;
  const judge = (entry) => scoring.scoreHand(outcomes, entry, null);
  return JSON.stringify(hands.map((entry) => {
    const asked = counts.about(outcomes, entry, judge);
    return asked && [asked.problem.code, asked.answers.map(({side, entry, score}) =>
      [side, entry.card_points, entry.capot || null, entry.last_trick || null, score.points])];
  }));
}"""


def asked_by_engine(entry: HandEntry, rules: RuleSet) -> list[Any] | None:
    """Return what the engine asks about counts, in the shape of the script's answer."""
    slip = slip_of(entry, rules)
    if slip is None:
        return None
    answers = []
    for one in slip.meanings:
        hand, scored = one.entry, score(one.entry, rules)
        seen = [side and side.value for side in (one.side, hand.capot, hand.last_trick)]
        points = both(scored.points(A), scored.points(B))
        answers.append([seen[0], hand.card_points, *seen[1:], points])
    return [slip.code.value, answers]


def slipped(seeded: random.Random, rules: RuleSet) -> HandEntry:
    """Return a hand of which both sides counted, often with a slip."""
    entry = random_hand(seeded, rules)
    if entry.card_points is None:
        return entry
    if entry.capot:
        return replace(entry, capot=seeded.choice((A, B)))
    off = seeded.choice((-20, -10, -10, 3, 20, 20, 40))
    count = whole_of(entry, rules) + off - entry.card_points
    return replace(entry, defenders_count=count, belote=seeded.choice((None, A, B)))


@pytest.mark.parametrize("rules", [CONTEST, COINCHE, CONTREE, PRESETS["coinche_bid_only"]])
def test_what_is_asked_about_counts(script: Page, rules: RuleSet) -> None:
    seeded = random.Random(3)
    entries = [slipped(seeded, rules) for _ in range(2000)]
    hoped = [asked_by_engine(entry, rules) for entry in entries]
    data = {
        "outcomes": dict(outcome_tables(rules)),
        "hands": [as_typed(entry) for entry in entries],
    }
    assert run(script, ASK_ALL, data) == hoped
    assert len({asked[0] for asked in hoped if asked}) == 3


def sheet_of(state: Tally) -> dict[str, Any]:
    """Return the parts of a sheet that a tally goes on from."""
    form = state.format
    return {
        "state": "finished" if state.is_over else "playing",
        "totals": both(state.totals.a, state.totals.b),
        "game_totals": both(state.game_totals.a, state.game_totals.b),
        "held": held_as_json(state.held),
        "next_number": len(state.hands) + 1,
        "game_number": state.game,
        "hands_in_game": state.hands_in_game,
        "format": {"target": form.target, "hands": form.hands, "games": form.games},
        "held_at_end": state.ruleset.held_at_end.value,
    }


def states_of(rules: RuleSet, entries: Sequence[HandEntry], start: int) -> list[dict[str, Any]]:
    """Return what the script is to say after each hand, up to the one where it must ask."""
    found: list[dict[str, Any]] = []
    for end in range(start + 1, len(entries) + 1):
        state = tally(entries[:end], rules)
        last, target = state.hands[-1].game_totals, rules.format.target
        if len(state.hands) == end and target and min(last.a, last.b) >= target:
            return [*found, {"over": "ask"}]
        sheet = sheet_of(state)
        keys = ("totals", "game_totals", "held", "next_number", "game_number", "hands_in_game")
        found.append({**{key: sheet[key] for key in keys}, "over": state.is_over})
    return found


def test_where_a_game_stands(script: Page) -> None:
    """Fixed numbers of hands, targets, several games, held points given back or lost."""
    seeded = random.Random(12)
    known = [*PRESETS.values(), *[random_ruleset(seeded) for _ in range(6)]]
    games, hoped = [], []
    for _ in range(400):
        ends = seeded.choice(list(HeldAtEnd))
        base = seeded.choice(known)
        rules = replace(base, held_at_end=ends, format=random_format(seeded))
        entries = [random_hand(seeded, base) for _ in range(seeded.randint(1, 16))]
        if not base.bids and not base.declarations and seeded.random() < 0.2:
            # Nobody is far ahead: now and then both reach the target in one hand.
            entries = [took(seeded.choice((A, B)), seeded.randint(82, 95)) for _ in entries]
        start = seeded.randrange(len(entries))
        games.append(
            {
                "outcomes": dict(outcome_tables(base)),
                "sheet": sheet_of(tally(entries[:start], rules)),
                "entries": [as_typed(entry) for entry in entries[start:]],
            }
        )
        hoped.append(states_of(rules, entries, start))
    overs = set()
    for states, wanted in zip(run(script, TALLY_ALL, games), hoped, strict=True):
        for state, hope in zip(states, wanted, strict=False):
            overs.add(state["over"])
            assert {key: state[key] for key in hope} == hope
    assert overs == {True, False, "ask"}


def test_the_hands_after_the_end_do_not_count(script: Page) -> None:
    rules = PRESETS["classic"]
    sheet = sheet_of(tally([], rules))
    for hands, counted in ((replace(rules.format, target=150), 1), (rules.format, 2)):
        sheet["format"]["target"] = hands.target
        entries = [as_typed(took(A, 152)), as_typed(took(B, 90))]
        games = [{"outcomes": dict(outcome_tables(rules)), "sheet": sheet, "entries": entries}]
        assert run(script, TALLY_ALL, games)[0][-1]["counted"] == counted


def said(entry: HandEntry, rules: RuleSet) -> list[Any]:
    """Return the server's words for a hand: its problems, and how it was judged."""
    problems = check(entry, rules)
    judged = None if has_errors(problems) else explain(entry, score(entry, rules), SIDES)
    return [[problem_text(problem, SIDES) for problem in problems], judged]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_page_says_what_the_server_says(script: Page, language: str) -> None:
    seeded = random.Random(7)
    with translation.override(language):
        met = set()
        for rules in (
            *PRESETS.values(),
            COINCHE,
            CONTREE,
            LOST,
            replace(CONTEST, declarations=True),
        ):
            bids = seeded.sample(contracts(rules), k=tries(4)) if rules.bids else [None]
            bids += [bid for bid in contracts(rules) if bid and bid.bid >= 250][:6]
            entries = [entry for bid in bids for entry in every_hand_typed(rules, bid)]
            odd = [odd_entry(seeded, rules) for _ in range(500)]
            # What nobody can type under these rules has no words on their page.
            texts = phone_texts(SIDES, rules)
            known = texts["problems"].keys()
            entries += [one for one in odd if {p.code for p in check(one, rules)} <= known]
            entries += [random_hand(seeded, rules) for _ in range(300)]
            hands = [(as_typed(entry), held_as_json(NOTHING_HELD)) for entry in entries]
            data = {"outcomes": dict(outcome_tables(rules)), "texts": texts, "hands": hands}
            hoped = [said(entry, rules) for entry in entries]
            assert run(script, SAY_ALL, data) == hoped
            met |= {text for problems, judged in hoped for text in (*problems, judged)}
    assert len(met) > 500


def test_the_page_can_also_say_what_is_odd_about_a_series(script: Page) -> None:
    """The server answers those with a hand that it has written."""
    with translation.override("fr"):
        hands = [took(A, 90, belote=A)] * 8
        problems = check_series(hands)
        assert len(problems) == 2
        data = [phone_texts(SIDES, CONTEST), [problem_as_json(problem) for problem in problems]]
        program = "([texts, found]) => found.map((one) => belote.words.problem(texts, one))"
        assert script.evaluate(program, data) == [problem_text(problem) for problem in problems]


def test_what_both_sides_points_add_up_to(script: Page) -> None:
    program = "([outcomes, trumps]) => trumps.map((one) => belote.scoring.whole(outcomes, one))"
    trumps = [None, *Trump]
    for rules in (CONTEST, COINCHE, CONTREE):
        wholes = [whole_of(HandEntry(trump=trump), rules) for trump in trumps]
        assert script.evaluate(program, [dict(outcome_tables(rules)), trumps]) == wholes


def test_only_the_better_declarations_are_marked(script: Page) -> None:
    """A hand as the page writes it in full, every key with its null."""
    shown = (
        Declaration(side=A, kind=DeclarationKind.CENT),
        Declaration(side=B, kind=DeclarationKind.FOUR),
        Declaration(side=B, kind=DeclarationKind.TIERCE),
    )
    entry = took(A, 100, contract=Contract(bid=90), declarations=shown)
    nothing = dict.fromkeys(("belote", "capot", "penalty", "trump", "tricks", "passed_deals"))
    typed = {**nothing, "penalty_reason": "", "taker_alone": False, **as_typed(entry)}
    data = {"outcomes": dict(outcome_tables(COINCHE)), "hands": [(typed, both(0, 0))]}
    (answer,) = run(script, SCORE_ALL, data)
    assert answer == expected(entry, COINCHE, NOTHING_HELD)
    assert answer["score"]["points"] == {"A": 190, "B": 182}
