"""Checks of a document, before anything of it is stored."""

from collections import Counter
from collections.abc import Iterable, Iterator, Set
from itertools import chain
from typing import Any

from scorekeeper.engine.rulesets import RuleSet
from tournaments.audit_log.replay.document import (
    DOCUMENT,
    entry_numbers,
)
from tournaments.audit_log.replay.draws import read_draw
from tournaments.audit_log.replay.shape import (
    DocumentProblem,
    ShapeCode,
    plain_problems,
    shown,
    some,
)
from tournaments.audit_log.replay.state import ranking_rules
from tournaments.formats.contest_format import ContestFormat, format_of
from tournaments.formats.meetings import meetings_from_dict
from tournaments.lineups import TO_COME

Problems = Iterator[DocumentProblem]


def shape_problems(document: Any) -> list[DocumentProblem]:
    """Return the parts of a document that are missing, unexpected or of the wrong type."""
    return some(plain_problems(document)) or some(DOCUMENT.problems(document, ""))


def sense_problems(document: dict[str, Any]) -> list[DocumentProblem]:
    """Return the contradictions in a document of the right shape, without looking at its log."""
    return list(_settings(document["tournament"])) or some(
        chain(_entries(document["entries"]), _rounds(document))
    )


def _settings(tournament: dict[str, Any]) -> Problems:
    try:
        RuleSet.from_values(tournament["rules"]["values"])
    except ValueError as error:
        yield DocumentProblem("tournament.rules.values", ShapeCode.NOT_A_RULE_SET, str(error))
    try:
        ranking_rules(tournament["ranking"])
    except ValueError as error:
        yield DocumentProblem("tournament.ranking", ShapeCode.NOT_A_RANKING, str(error))


def _twice(numbers: Iterable[Any], path: str) -> Problems:
    for number, times in Counter(numbers).items():
        if times > 1:
            yield DocumentProblem(path, ShapeCode.TWICE, str(number))


def _in_a_row(numbers: Iterable[int], path: str) -> Problems:
    for index, number in enumerate(numbers):
        if number != index + 1:
            yield DocumentProblem(f"{path}[{index}].number", ShapeCode.GAP, str(number))
            return


def _entries(entries: list[dict[str, Any]]) -> Problems:
    yield from _twice((entry["number"] for entry in entries), "entries")
    for index, entry in enumerate(entries):
        for place, name in enumerate(entry["players"]):
            yield from _name(name, f"entries[{index}].players[{place}]")
        to_come = (name for name in entry["players"] if name == TO_COME)
        yield from _twice(to_come, f"entries[{index}].players")
        yield from _former(entry, f"entries[{index}].former")


def _name(name: str, path: str) -> Problems:
    if not any(mark.isprintable() and not mark.isspace() for mark in name):
        yield DocumentProblem(path, ShapeCode.NOT_TEXT, shown(name))


def _former(entry: dict[str, Any], path: str) -> Problems:
    former = entry.get("former", [])
    yield from _twice(((one["place"], one["round"], one["hand"]) for one in former), path)
    for index, one in enumerate(former):
        yield from _name(one["player"], f"{path}[{index}].player")
        if one["place"] > len(entry["players"]):
            place = f"{path}[{index}].place"
            yield DocumentProblem(place, ShapeCode.CONTRADICTION, str(one["place"]))


def _rounds(document: dict[str, Any]) -> Problems:
    yield from _in_a_row((played["number"] for played in document["rounds"]), "rounds")
    known = {entry["number"]: len(entry["players"]) for entry in document["entries"]}
    contest = document["tournament"]
    meetings = meetings_from_dict(contest.get("meetings"))
    how = format_of(contest["format"]["mode"], meetings=meetings)
    drawn = {squad.number for squad in how.meetings.squads} if how.meetings else known.keys()
    for index, played in enumerate(document["rounds"]):
        path = f"rounds[{index}]"
        if played["draw"] is not None:
            yield from _draw(played["draw"], f"{path}.draw", drawn)
        elif played["status"] == "drawn":
            yield DocumentProblem(f"{path}.draw", ShapeCode.MISSING)
        matches = played["matches"]
        tables = [match["table"] for match in matches if match["table"] is not None]
        yield from _twice(tables, f"{path}.matches")
        if played["status"] == "drawn" and matches:
            yield DocumentProblem(f"{path}.matches", ShapeCode.CONTRADICTION, played["status"])
        counted = [
            result["entry"] for match in matches for result in match["results"] if result["counts"]
        ]
        yield from _twice(counted, f"{path}.matches")
        for place, match in enumerate(matches):
            yield from _match(match, f"{path}.matches[{place}]", known, how)


def _draw(plain: dict[str, Any], path: str, known: Set[int]) -> Problems:
    try:
        _request, _certificate, drawn = read_draw(plain)
        seated = {number for p in drawn.pairings for number in (*p.a, *p.b)} | {*drawn.exempt}
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        yield DocumentProblem(path, ShapeCode.NOT_A_DRAW, str(error))
        return
    for number in seated - known:
        yield DocumentProblem(path, ShapeCode.UNKNOWN_ENTRY, str(number))


def _match(match: dict[str, Any], path: str, known: dict[int, int], how: ContestFormat) -> Problems:
    sides = {name: entry_numbers(match[name]) for name in ("a", "b")}
    numbers = [*sides["a"], *sides["b"]]
    is_exempt = match["kind"] == "exempt"
    for name, side in sides.items():
        for number in side:
            if number not in known:
                yield DocumentProblem(f"{path}.{name}", ShapeCode.UNKNOWN_ENTRY, str(number))
            elif known[number] != how.entry_size:
                yield DocumentProblem(f"{path}.{name}", ShapeCode.INCOMPLETE_ENTRY, str(number))
        wanted = (name == "a") if is_exempt else how.side_size
        if len(side) != wanted or (side and match[name] != how.document_side(side)):
            yield DocumentProblem(f"{path}.{name}", ShapeCode.WRONG_COUNT, str(match[name]))
    yield from _twice(numbers, path)
    if [result["entry"] for result in match["results"]] != numbers:
        yield DocumentProblem(f"{path}.results", ShapeCode.CONTRADICTION, str(numbers))
    yield from _twice((verdict["side"] for verdict in match["verdicts"]), f"{path}.verdicts")
    if is_exempt != (match["table"] is None):
        yield DocumentProblem(f"{path}.table", ShapeCode.CONTRADICTION, str(match["table"]))
    yield from _sheet(match, path)


def _sheet(match: dict[str, Any], path: str) -> Problems:
    sheet = match["sheet"]
    hands = [*match["hands"], *match["hands_not_counted"]]
    is_game = match["kind"] in {"game", "catch_up"}
    if (is_game and sheet is None) or (match["kind"] == "exempt" and sheet):
        yield DocumentProblem(f"{path}.sheet", ShapeCode.CONTRADICTION, match["kind"])
    if sheet is None:
        if hands or match["slips"]:
            yield DocumentProblem(f"{path}.hands", ShapeCode.CONTRADICTION, str(len(hands)))
        return
    if (sheet["planned"]["target"] is None) == (sheet["planned"]["hands"] is None):
        yield DocumentProblem(
            f"{path}.sheet.planned", ShapeCode.CONTRADICTION, str(sheet["planned"])
        )
    if sheet["is_slip"] != bool(match["slips"]):
        yield DocumentProblem(f"{path}.slips", ShapeCode.CONTRADICTION, str(len(match["slips"])))
    for index, hand in enumerate(hands):
        if hand["number"] != index + 1:
            yield DocumentProblem(f"{path}.hands", ShapeCode.GAP, str(hand["number"]))
            return
        taken = (hand["taker"] is not None, hand["points"] is not None)
        if any(taken) if hand["penalty"] else not all(taken):
            code = ShapeCode.CONTRADICTION if hand["penalty"] else ShapeCode.MISSING
            yield DocumentProblem(f"{path}.hands[{index}].taker", code, shown(hand["taker"]))
