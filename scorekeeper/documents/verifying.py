"""Verifies the document of an evening by scoring everything in it again. Pure.

Large documents are verified in a separate process, which runs this module.
"""

import json
import math
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from itertools import combinations
from typing import Any, Final, NoReturn

from pydantic import ValidationError

from scorekeeper.documents.document import EveningDocument, EventPart, GamePart, HandPart
from scorekeeper.engine.columns import ENTRY_COLUMNS, entry_from_values
from scorekeeper.engine.hand import Seat
from scorekeeper.engine.rulesets import GameFormat, RuleSet, RuleSetError
from scorekeeper.engine.scoring import ImpossibleHandError
from scorekeeper.engine.stints import hand_order, shared_hands
from scorekeeper.engine.tally import Tally, Totals, tally
from scorekeeper.game_chain import evening_state, hash_of_acts, hash_of_events
from scorekeeper.limited_json import (
    IN_TURN,
    MEMORY,
    PATIENCE,
    SECONDS,
    TooLargeError,
    first_of,
    looked_at,
)
from scorekeeper.limited_process import Child, NoAnswerError, answer

LONGEST_KEY: Final = 80
CHILD: Final = Child(
    "scorekeeper.documents.verifying", seconds=PATIENCE, at_once=1, waiting=1, in_turn=IN_TURN
)
Problem = tuple["EveningProblem", str]


class EveningProblem(StrEnum):
    """One problem of a document."""

    TOO_LARGE = "too_large"
    NO_DOCUMENT = "no_document"
    SHAPE = "shape"
    RULES = "rules"
    SEATS = "seats"
    TWO_SEATS = "two_seats"
    HANDS = "hands"
    SCORE = "score"
    TOTALS = "totals"
    PAST = "past"
    STORED = "stored"
    THERE = "there"


class EveningDocumentError(ValueError):
    """Raised with the problems of a document, and their places."""

    def __init__(self, *problems: Problem, count: int | None = None) -> None:
        self.count = len(problems) if count is None else count
        super().__init__(f"{self.count} problems")
        self.problems = problems


def read_evening(data: str | bytes, *, club: int | None = None) -> EveningDocument:
    """Return the document in a JSON text after verifying it.

    `club` is the importing club, which may have one document verified at a time. Raises
    EveningDocumentError and BusyError.
    """
    if isinstance(data, str):
        data = data.encode(errors="surrogatepass")
    try:
        found = looked_at(data, _look, CHILD, club)
    except (TooLargeError, NoAnswerError):
        raise EveningDocumentError((EveningProblem.TOO_LARGE, "")) from None
    if found["count"]:
        problems = [(EveningProblem(code), place) for code, place in found["problems"]]
        raise EveningDocumentError(*problems, count=found["count"])
    return EveningDocument.model_validate_json(data)


def _look(data: bytes) -> dict[str, Any]:
    """Return the first problems of a document, and the number found."""
    try:
        problems, count = first_of(_read_problems(data))
    except EveningDocumentError as error:
        problems, count = list(error.problems), error.count
    return {"problems": problems, "count": count}


def _read_problems(data: bytes) -> Iterator[Problem]:
    # Not every database can store a NUL, and nobody types one.
    if b"\\u0000" in data:
        yield EveningProblem.SHAPE, "\\u0000"
        return
    try:
        document = EveningDocument.model_validate_json(data)
    except ValidationError as error:
        yield from _shape_problems(error)
        return
    _refuse_no_numbers(data)
    yield from _problems(document)


def _refuse_no_numbers(data: bytes) -> None:
    """Raise EveningDocumentError for NaN and infinity, which JSON and databases do not have.

    Fields of any type would accept them.
    """

    def refuse(digits: str) -> NoReturn:
        raise EveningDocumentError((EveningProblem.SHAPE, digits[:40]))

    def number(digits: str) -> float:
        # A number that is too large is parsed as infinity.
        found = float(digits)
        return found if math.isfinite(found) else refuse(digits)

    json.loads(data, parse_constant=refuse, parse_float=number)


def _shape_problems(error: ValidationError) -> Iterator[Problem]:
    for one in error.errors(include_url=False, include_context=False, include_input=False):
        is_json = one["type"] == "json_invalid"
        code = EveningProblem.NO_DOCUMENT if is_json else EveningProblem.SHAPE
        yield code, ".".join(str(part)[:LONGEST_KEY] for part in one["loc"])


def _problems(document: EveningDocument) -> Iterator[Problem]:
    # Two different names may have become equal when they were redacted.
    is_redacted = any(one.act == "redacted" for one in document.acts)
    acts = [act.model_dump() for act in document.acts]
    if document.evening.log_hash and document.evening.log_hash != hash_of_acts(acts):
        yield EveningProblem.PAST, "acts"
    states = [act.state for act in document.acts if act.state]
    if states and states[-1] != evening_state(document.evening):
        yield EveningProblem.PAST, "evening"
    for index, game in enumerate(document.games):
        place = f"games[{index}]"
        if not all(_is_taken(game, seat) for seat in Seat):
            yield EveningProblem.SEATS, place
        if not is_redacted:
            yield from _two_seats(game, place)
        is_chained = game.log_hash in {"", hash_of_events(game.events)}
        if not is_chained or not game.events or game.events[0].kind != "started":
            yield EveningProblem.PAST, place
        score = _problems_of_slip if game.kind == "slip" else _problems_of_hands
        yield from score(game, place)


def _is_taken(game: GamePart, seat: Seat) -> bool:
    """Return whether a seat was taken in every hand, by one player after another, and still is."""
    stints = sorted((one for one in game.seats if one.seat == seat), key=hand_order)
    firsts = [one.first_hand for one in stints]
    lasts = [one.last_hand for one in stints]
    then = [last + 1 for last in lasts[:-1] if last is not None]
    return lasts[-1:] == [None] and firsts == [1, *then]


def _two_seats(game: GamePart, place: str) -> Iterator[Problem]:
    """Yield players who sit on two seats in one hand because of a substitution.

    Names that were equal from the start are allowed: they stay two people.
    """
    for one, other in combinations(game.seats, 2):
        is_same = one.seat != other.seat and one.name.casefold() == other.name.casefold()
        was_there = all(row.first_hand == 1 and row.last_hand is None for row in (one, other))
        if is_same and not was_there and (hands := shared_hands(one, other)):
            details = f"{one.name}, {one.seat}, {other.seat}, {hands[0]}–{hands[1] or ''}"
            yield EveningProblem.TWO_SEATS, f"{place} ({details})"


def _problems_of_slip(game: GamePart, place: str) -> Iterator[Problem]:
    slips = game.slips
    totals = Totals(sum(one.total_a for one in slips), sum(one.total_b for one in slips))
    stored = (game.total_a, game.total_b, game.winner, game.hand_count, game.held)
    hands = sum(one.hands for one in slips)
    if stored != (totals.a, totals.b, totals.leader or "", hands, 0):
        yield EveningProblem.TOTALS, place
    is_numbered = [one.number for one in slips] == [*range(1, len(slips) + 1)]
    has_room = all((one.capots_a or 0) + (one.capots_b or 0) <= one.hands for one in slips)
    is_bare = not any(hand.counted for hand in game.hands)
    if not (slips and is_numbered and has_room and is_bare):
        yield EveningProblem.HANDS, place
    try:
        _rules_and_plan(game)
    except (ValueError, KeyError, TypeError):
        yield EveningProblem.RULES, place


def _problems_of_hands(game: GamePart, place: str) -> Iterator[Problem]:
    if game.slips or [hand.number for hand in game.hands] != list(range(1, len(game.hands) + 1)):
        yield EveningProblem.HANDS, place
        return
    try:
        result = tally_of(game)
    except RuleSetError:
        yield EveningProblem.RULES, place
        return
    except (ImpossibleHandError, ValueError, KeyError, TypeError):
        yield EveningProblem.HANDS, place
        return
    for index, hand in enumerate(game.hands):
        if not _is_scored(hand, result, index):
            yield EveningProblem.SCORE, f"{place}.hands[{index}]"
    if not _is_summed(game, result):
        yield EveningProblem.TOTALS, place
    if not _follows_from_log(game):
        yield EveningProblem.PAST, place


def tally_of(game: GamePart) -> Tally:
    """Return the tally of a game; raises the errors of impossible rules and hands."""
    entries = [entry_from_values(hand.model_dump()) for hand in game.hands]
    return tally(entries, *_rules_and_plan(game), Seat(game.first_dealer))


def _rules_and_plan(game: GamePart) -> tuple[RuleSet, GameFormat]:
    plan = GameFormat(target=game.target, hands=game.hands_per_game, games=game.game_count)
    return RuleSet.from_values(game.ruleset_values), plan


def _is_scored(hand: HandPart, result: Tally, index: int) -> bool:
    """Return whether a hand's stored score follows from the rules."""
    stored = (hand.counted, hand.score_a, hand.score_b)
    if index >= len(result.hands):
        return stored == (False, 0, 0)
    score = result.hands[index].score
    ending = (hand.outcome, hand.winner)
    return stored == (True, score.a, score.b) and ending == (score.outcome, score.winner or "")


def _is_summed(game: GamePart, result: Tally) -> bool:
    winner: str | None = result.winner
    if game.status == "finished" and not result.is_over:
        result = result.closed_early()
        winner = result.totals.leader
    stored = (game.winner, game.hand_count, game.total_a, game.total_b, game.held)
    totals = result.totals
    return stored == (winner or "", len(result.hands), totals.a, totals.b, result.held.total)


def _follows_from_log(game: GamePart) -> bool:
    """Return whether the game's log leads to its stored hands."""
    sheet: list[dict[str, Any]] = []
    for event in game.events:
        act = _ACTS.get(event.kind)
        try:
            if act:
                act(sheet, event)
        except (IndexError, TypeError, ValueError):
            return False
    stored = [hand.model_dump(include={*ENTRY_COLUMNS}) for hand in game.hands]
    return len(sheet) == len(stored) and all(
        # Free text is not in the document: it is removed with the name of an anonymous player.
        all(hand[name] == value for name, value in expected.items() if name in hand)
        for expected, hand in zip(sheet, stored, strict=True)
    )


def _event_values(event: EventPart) -> dict[str, Any]:
    if not isinstance(event.after, dict):
        raise TypeError
    return event.after


def _place(sheet: Sequence[dict[str, Any]], event: EventPart) -> int:
    number = event.hand_number or 0
    if not 1 <= number <= len(sheet):
        raise IndexError
    return number - 1


def _record(sheet: list[dict[str, Any]], event: EventPart) -> None:
    sheet.append(_event_values(event))


def _correct(sheet: list[dict[str, Any]], event: EventPart) -> None:
    sheet[_place(sheet, event)] = _event_values(event)


def _withdraw(sheet: list[dict[str, Any]], event: EventPart) -> None:
    del sheet[_place(sheet, event)]


_ACTS: Final[dict[str, Callable[[list[dict[str, Any]], EventPart], None]]] = {
    "hand_recorded": _record,
    "hand_corrected": _correct,
    "hand_withdrawn": _withdraw,
}


class Course(StrEnum):
    """How one document of an evening relates to another."""

    SAME = "same"
    NEWER = "newer"
    OLDER = "older"
    PARTED = "parted"


def course_of(stored: EveningDocument, sent: EveningDocument) -> Course:
    """Return whether `sent` continues `stored`: none of the stored log lines is missing.

    Names are ignored, because they may be redacted later.
    """
    if sent == stored:
        return Course.SAME
    if _begins_with(_traces(sent), _traces(stored)):
        return Course.NEWER
    if _begins_with(_traces(stored), _traces(sent)):
        return Course.OLDER
    return Course.PARTED


Trace = list[tuple[Any, ...]]


def _traces(document: EveningDocument) -> list[Trace]:
    """Return the log lines of the evening, and of each of its games."""
    games = [
        [(one.kind, one.at, one.hand_number) for one in game.events] for game in document.games
    ]
    acts: list[Trace] = [[(one.act, one.at) for one in document.acts]]
    return [*acts, *games]


def _begins_with(longer: list[Trace], shorter: list[Trace]) -> bool:
    return len(longer) >= len(shorter) and all(
        long[: len(short)] == short for long, short in zip(longer, shorter, strict=False)
    )


if __name__ == "__main__":
    answer(_look, memory=MEMORY, seconds=SECONDS)
