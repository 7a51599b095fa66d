"""What is asked where two counts, or a capot, are a known slip: each answer with what it makes."""

from dataclasses import dataclass

from scorekeeper.engine.checks import check, whole_of
from scorekeeper.engine.counts import Meaning, slip_of
from scorekeeper.engine.hand import HandEntry, Side
from scorekeeper.engine.tally import Tally
from scorekeeper.hands.pages.sheets import GameSheet
from scorekeeper.labels.problems import (
    ANSWER_TEXTS,
    QUESTION_TITLES,
    answer_outcome_text,
    problem_text,
)
from scorekeeper.models.hands import tally_hands


@dataclass(frozen=True, slots=True)
class CountAnswer:
    """One button: what it says, and the hand as it is then; `key` stands for both."""

    key: str
    side: Side | None
    text: str
    outcome: str
    entry: HandEntry


@dataclass(frozen=True, slots=True)
class CountQuestion:
    """A question in words, and the buttons that answer it."""

    title: str
    text: str
    answers: list[CountAnswer]


def as_answered(
    entry: HandEntry, sheet: GameSheet, index: int, key: str
) -> tuple[HandEntry, CountQuestion | None]:
    """Return a hand as the question about its counts was answered, or that question."""
    asked = _question(entry, sheet, index)
    for answer in asked.answers if asked else ():
        if answer.key == key:
            return answer.entry, None
    return entry, asked


def _question(entry: HandEntry, sheet: GameSheet, index: int) -> CountQuestion | None:
    """Return what to ask about a hand that is to stand at that place of the sheet."""
    slip = slip_of(entry, sheet.ruleset)
    if slip is None:
        return None
    problem = next(one for one in check(entry, sheet.ruleset) if one.code is slip.code)
    before = tally_hands(sheet.game, sheet.hands[:index])
    said = ANSWER_TEXTS.get(slip.code)
    return CountQuestion(
        title=str(QUESTION_TITLES[slip.code]),
        text=problem_text(problem, sheet.sides),
        answers=[
            CountAnswer(
                # Of a hand that was typed anew meanwhile the answer is another one.
                key=f"{slip.code}-{one.side or ''}-{one.entry.card_points}",
                side=one.side,
                text=str(said) if said or not one.side else sheet.sides[one.side],
                outcome=_outcome(one, before),
                entry=one.entry,
            )
            for one in slip.meanings
        ],
    )


def _outcome(meant: Meaning, before: Tally) -> str:
    """Return the points of both sides, A first, and what they mark for them."""
    own = meant.entry.card_points or 0
    both = [own, whole_of(meant.entry, before.ruleset) - own]
    if meant.entry.takers is Side.B:
        both.reverse()
    scored = before.score_of(meant.entry)
    return answer_outcome_text(both, [scored.points(side) for side in Side])
