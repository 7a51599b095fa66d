"""A page that scores hands by its scripts, beside what the engine says of them."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from scorekeeper.engine.checks import Problem, Severity, check
from scorekeeper.engine.hand import HandEntry
from scorekeeper.engine.outcome_table import outcome_tables
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.scoring import NOTHING_HELD, HandScore, Held, score
from tests.engine.sheet import A, B
from tests.phone_entries import as_typed

SCRIPTS = Path(__file__).parents[2] / "scorekeeper" / "static" / "scorekeeper" / "table"

# Text goes in and comes out: thousands of hands as values would take Playwright a minute.
SCORE_ALL = """text => {
  const {outcomes, hands} = JSON.parse(text);
  const {scoreHand} = belote.scoring;
  return JSON.stringify(hands.map(([entry, held]) => scoreHand(outcomes, entry, held)));
}"""


def run(page: Page, program: str, data: Any) -> Any:
    return json.loads(page.evaluate(program, json.dumps(data)))


def both(a: int, b: int) -> dict[str, int]:
    return {"A": a, "B": b}


def held_as_json(held: Held) -> dict[str, int]:
    return both(held.a, held.b)


def problem_as_json(problem: Problem) -> dict[str, Any]:
    return {
        "code": problem.code.value,
        "field": problem.field,
        "value": problem.value,
        "whole": problem.whole,
        "side": problem.side and problem.side.value,
    }


def score_as_json(scored: HandScore) -> dict[str, Any]:
    compared = scored.comparison
    return {
        "outcome": scored.outcome.value,
        "winner": scored.winner and scored.winner.value,
        "lines": [
            {"side": line.side.value, "points": line.points, "reason": line.reason.value}
            for line in scored.lines
        ],
        "points": both(scored.points(A), scored.points(B)),
        "comparison": compared
        and {
            "takers": compared.takers,
            "defenders": compared.defenders,
            "takers_belote": compared.takers_belote,
            "defenders_belote": compared.defenders_belote,
            "needed": compared.needed,
            "takers_declared": compared.takers_declared,
            "defenders_declared": compared.defenders_declared,
        },
        "newly_held": scored.newly_held,
        "held": held_as_json(scored.held),
    }


def expected(entry: HandEntry, rules: RuleSet, held: Held) -> dict[str, Any]:
    """Return what the engine says of a hand, in the shape of the script's answer."""
    problems = check(entry, rules)
    errors = [problem for problem in problems if problem.severity is Severity.ERROR]
    return {
        "problems": [problem_as_json(problem) for problem in errors],
        "warnings": [problem_as_json(problem) for problem in problems if problem not in errors],
        "score": None if errors else score_as_json(score(entry, rules, held)),
    }


def check_hands(
    page: Page, rules: RuleSet, entries: Iterable[HandEntry], held: Held = NOTHING_HELD
) -> int:
    """Score every hand on the page and with the engine; return how many could be scored."""
    written = list(entries)
    hands = [(as_typed(entry), held_as_json(held)) for entry in written]
    found = run(page, SCORE_ALL, {"outcomes": dict(outcome_tables(rules)), "hands": hands})
    for entry, answer in zip(written, found, strict=True):
        assert answer == expected(entry, rules, held), (entry, rules)
    return sum(answer["score"] is not None for answer in found)
