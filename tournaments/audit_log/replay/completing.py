"""Completes a document of another program, which has no log.

Such a document contains who took part, who met whom and what was entered. Values that follow from
these are filled in; if the document has its own, they are kept and later compared. For a large
document this module runs in a process of its own.
"""

import copy
import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from scorekeeper.engine.outcome_table import hash_of, plain_outcomes
from scorekeeper.limited_json import IN_TURN, MEMORY, PATIENCE, READ_DIRECTLY, SECONDS
from scorekeeper.limited_process import Child, NoAnswerError, answer
from tournaments.audit_log.chain import ChainEntry
from tournaments.audit_log.replay.checks import sense_problems
from tournaments.audit_log.replay.compare import Difference, differences, reading_in
from tournaments.audit_log.replay.document import (
    OUTCOMES,
    DocumentFields,
    EntryFields,
    HandFields,
    MatchFields,
    ResultFields,
    RoundFields,
    SheetFields,
    entry_numbers,
)
from tournaments.audit_log.replay.fields import shape_of, usual
from tournaments.audit_log.replay.hands import CODEC, Codec
from tournaments.audit_log.replay.outcomes import eligible_of, outcomes_of, standings_lines
from tournaments.audit_log.replay.prizes import awards_fields
from tournaments.audit_log.replay.reading import settings_in, state_of
from tournaments.audit_log.replay.refusals import BROKEN, broken_problem
from tournaments.audit_log.replay.shape import (
    Anything,
    DocumentProblem,
    Fields,
    ListOf,
    ShapeCode,
    plain_problems,
    shown,
    some,
)

Plain = dict[str, Any]
CHILD: Final = Child(
    "tournaments.audit_log.replay.completing",
    seconds=PATIENCE,
    at_once=1,
    waiting=1,
    in_turn=IN_TURN,
)
PARTS: Final = ("tournament", "entries", "rounds")
"""The parts of a document that say what was done; the others follow from them."""


_SPARSE: Final = shape_of(DocumentFields, sparse=True)
SPARSE: Final = Fields(
    {name: _SPARSE.needed[name] for name in PARTS},
    {
        "standings": _SPARSE.needed["standings"],
        "awards": _SPARSE.optional["awards"],
        OUTCOMES: Anything(),
        "log": ListOf(Anything(), 0, 0),
    },
)
"""The keys of a document without a log, required and optional."""


def has_no_log(document: Any) -> bool:
    """Return whether a document has no log."""
    return isinstance(document, dict) and document.get("log") in (None, [])


def sparse_problems(document: Any) -> list[DocumentProblem]:
    """Return the problems of a document without a log."""
    return some(plain_problems(document)) or some(SPARSE.problems(document, ""))


def completed_of(data: bytes, club: int | None = None) -> tuple[Plain, list[DocumentProblem]]:
    """Return the result of a `Completion` in its own process; raises BusyError.

    `data` is JSON with the arguments and the `document` of a club; `rules` has the rules to which
    the document refers by key.
    """
    try:
        found = _completed(data) if len(data) <= READ_DIRECTLY else CHILD.answer_to(data, club)
    except NoAnswerError:
        return {}, [DocumentProblem("", ShapeCode.TOO_COSTLY)]
    problems = found["problems"]
    return found["document"], [DocumentProblem(path, ShapeCode(c), d) for path, c, d in problems]


def _completed(data: bytes) -> Plain:
    asked = json.loads(data)
    document: Plain = {}
    if not (problems := sparse_problems(asked["document"])):
        rules = asked["rules"]
        completion = Completion(asked["settings"], rules.get, by=asked["by"], at=asked["at"])
        document, problems = completion.completed(asked["document"], CODEC)
    listed = [(one.path, one.code, one.detail) for one in problems]
    return {"document": {} if listed else document, "problems": listed}


class Completion:
    """Fills in the missing values of a document without a log. Missing times become `at`."""

    def __init__(
        self, settings: Plain, rules_of: Callable[[str], Plain | None], *, by: str, at: str
    ) -> None:
        """Prepare the defaults of a contest; `rules_of` returns rules by their key.

        `by` is the name of the person who imports the document.
        """
        self.settings, self.rules_of, self.by, self.at = settings, rules_of, by, at

    def completed(self, sparse: Plain, codec: Codec) -> tuple[Plain, list[DocumentProblem]]:
        """Return the complete document with a log of one entry, or its problems.

        Contradictions are left in the document, to be found when it is compared.
        """
        rules = sparse["tournament"].get("rules", {})
        if "key" in rules and "values" not in rules and self.rules_of(rules["key"]) is None:
            place = "tournament.rules.key"
            return {}, [DocumentProblem(place, ShapeCode.NOT_ONE_OF, shown(rules["key"]))]
        document = copy.deepcopy(sparse)
        document["tournament"] = self._tournament(document)
        document["entries"] = [
            {**usual(EntryFields), "created_at": self.at, **entry} for entry in document["entries"]
        ]
        document["rounds"] = [
            self._round(played, index, document["tournament"])
            for index, played in enumerate(document["rounds"])
        ]
        document.setdefault("standings", None)
        if problems := sense_problems(document):
            return document, problems
        try:
            self._fill(document, sparse, codec)
        except BROKEN as error:
            return document, [broken_problem(error, "rounds")]
        _put_in_order(document)
        document["log"] = [self._first_line(document, codec)]
        return document, []

    def _tournament(self, document: Plain) -> Plain:
        given = document["tournament"]
        whole = {**copy.deepcopy(self.settings), "finished_at": None, "created_at": self.at}
        if not given.get("format", {}).get("round_hands"):
            hands = [_most_hands(played) for played in document["rounds"]]
            whole["format"]["round_hands"] = hands or whole["format"]["round_hands"]
        if rules := self.rules_of(given.get("rules", {}).get("key", "")):
            whole["rules"] = rules
        for name, value in given.items():
            merges = isinstance(value, dict) and isinstance(whole.get(name), dict)
            whole[name] = {**whole[name], **value} if merges else value
        return whole

    def _round(self, played: Plain, index: int, tournament: Plain) -> Plain:
        planned = tournament["format"]["round_hands"]
        status = played.get("status", "closed")
        whole = {
            **usual(RoundFields),
            "number": index + 1,
            "hands": planned[min(index, len(planned) - 1)],
            "drawn_at": self.at,
            "published_at": None if status == "drawn" else self.at,
            "closed_at": self.at if status == "closed" else None,
            **played,
        }
        whole["matches"] = [
            self._match(match, place, whole) for place, match in enumerate(played["matches"], 1)
        ]
        return whole

    def _match(self, match: Plain, place: int, played: Plain) -> Plain:
        kind = match.get("kind", "game" if match.get("b") is not None else "exempt")
        is_exempt = kind == "exempt"
        hands = [self._hand(hand, number) for number, hand in enumerate(_hands_of(match), 1)]
        counted = len(match.get("hands", ()))
        slips = match.get("slips", self._slips(match, played, has_hands=bool(hands)))
        numbers = [*entry_numbers(match["a"]), *entry_numbers(match.get("b"))]
        results = {result["entry"]: result for result in match.get("results", ())}
        whole = {
            **usual(MatchFields),
            "table": None if is_exempt else place,
            "kind": kind,
            "bye": is_exempt,
            **match,
            "hands": hands[:counted],
            "hands_not_counted": hands[counted:],
            "slips": [] if is_exempt else slips,
        }
        whole["sheet"] = None if is_exempt else self._sheet(match, whole, played)
        defaults = {**usual(ResultFields), "kind": "played" if kind == "game" else kind}
        whole["results"] = [
            {**defaults, "entry": number, **results.get(number, {})} for number in numbers
        ]
        return whole

    def _slips(self, match: Plain, played: Plain, *, has_hands: bool) -> list[Plain]:
        """Return the slip of a table for which only totals are given."""
        totals = [match.get("total_a"), match.get("total_b")]
        if has_hands or None in totals:
            return []
        return [{"hands": played["hands"], "total_a": totals[0], "total_b": totals[1]}]

    def _hand(self, hand: Plain, number: int) -> Plain:
        signed = {"number": number, "recorded_by": self.by, "recorded_at": self.at}
        return {**usual(HandFields), **signed, **hand}

    def _sheet(self, match: Plain, whole: Plain, played: Plain) -> Plain:
        given = match.get("sheet") or {}
        written = len(whole["hands"]) + len(whole["hands_not_counted"])
        is_over = bool(whole["slips"]) or written >= played["hands"]
        is_finished = given.get("is_finished", is_over or played["status"] == "closed")
        return {
            **usual(SheetFields),
            "is_finished": is_finished,
            "is_slip": bool(whole["slips"]),
            "planned": {"target": None, "hands": played["hands"], "games": 1},
            "started_at": self.at,
            "finished_at": self.at if is_finished else None,
            **given,
        }

    def _fill(self, document: Plain, sparse: Plain, codec: Codec) -> None:
        """Fill in the missing values that follow from the rest of the document."""
        state = state_of(document, codec)
        outcomes = outcomes_of(state, version=reading_in(document, state))
        if document["standings"] is None:
            document["standings"] = standings_lines(outcomes.standings)
        for name, value in awards_fields(
            state.prize_plan, eligible_of(state, outcomes.contest)
        ).items():
            document.setdefault(name, value)
        for difference in differences(document, state, outcomes):
            if not _is_given(sparse, difference):
                above, key = _place_in(document, difference.place.path)
                above[key] = difference.expected

    def _first_line(self, document: Plain, codec: Codec) -> Plain:
        """Return the first log entry: what was imported, by whom, and when."""
        settings = settings_in(document)
        data: Plain = {"settings": settings, "document": {name: document[name] for name in PARTS}}
        if OUTCOMES in document:
            # The hash of this program's table, with which that of the document is compared.
            data[OUTCOMES] = hash_of(plain_outcomes(state_of(document, codec).ruleset))
        link = ChainEntry(
            number=1,
            kind="created",
            round_number=None,
            table_number=None,
            data=copy.deepcopy(data),
            author=self.by,
            at=self.at,
        )
        return link.sealed("").to_dict()


def _most_hands(played: Plain) -> int:
    """Return the number of hands at the longest table of a round."""
    counts = [len(_hands_of(match)) for match in played["matches"]]
    counts += [slip["hands"] for match in played["matches"] for slip in match.get("slips", ())]
    return int(played.get("hands") or max([1, *counts]))


def _hands_of(match: Plain) -> list[Plain]:
    return [*match.get("hands", ()), *match.get("hands_not_counted", ())]


def _put_in_order(document: Plain) -> None:
    """Sort everything as in exported documents."""
    document["entries"].sort(key=lambda entry: entry["number"])
    for played in document["rounds"]:
        played["matches"].sort(
            key=lambda match: (match["table"] is None, match["table"] or entry_numbers(match["a"]))
        )
        for match in played["matches"]:
            match["verdicts"].sort(key=lambda verdict: verdict["side"])


_STEP: Final = re.compile(r"([^.\[\]]+)|\[(\d+)\]")


def _steps(path: str) -> list[str | int]:
    return [name or int(index) for name, index in _STEP.findall(path)]


def _place_in(document: Plain, path: str) -> tuple[Any, Any]:
    """Return the container of a place such as "rounds[2].matches[5].total_a", and the key in it."""
    *above, last = _steps(path)
    found: Any = document
    for step in above:
        found = found[step]
    return found, last


def _is_given(sparse: Mapping[str, Any], difference: Difference) -> bool:
    """Return whether the document itself has a value that does not follow from the rest."""
    found: Any = sparse
    for step in _steps(difference.place.path):
        has = step in found if isinstance(found, dict) else isinstance(step, int)
        if not has or (isinstance(step, int) and step >= len(found)):
            return False
        found = found[step]
    # Null is present, but says nothing.
    return found is not None


if __name__ == "__main__":
    # The data contains the document several times.
    answer(_completed, memory=2 * MEMORY, seconds=SECONDS)
