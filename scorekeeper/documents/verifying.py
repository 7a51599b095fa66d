"""Whether a document is what it says: everything in it is scored again before it counts."""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import Any, Final

from pydantic import ValidationError

from scorekeeper.documents.document import EveningDocument, EventPart, GamePart, HandPart
from scorekeeper.engine.hand import Seat
from scorekeeper.engine.rulesets import GameFormat, RuleSet, RuleSetError
from scorekeeper.engine.scoring import ImpossibleHandError
from scorekeeper.engine.tally import Tally, Totals, tally
from scorekeeper.models.hands import ENTRY_COLUMNS, entry_from_values

MOST_CHARACTERS: Final = 30_000_000
"""Ten times what an evening of a hundred tables takes."""
MOST_PROBLEMS: Final = 50


class EveningProblem(StrEnum):
    """What is wrong with a document."""

    TOO_LARGE = "too_large"
    NO_DOCUMENT = "no_document"
    SHAPE = "shape"
    RULES = "rules"
    SEATS = "seats"
    HANDS = "hands"
    SCORE = "score"
    TOTALS = "totals"
    PAST = "past"
    STORED = "stored"
    THERE = "there"


class EveningDocumentError(ValueError):
    """Raised with what is wrong with a document, and where."""

    def __init__(self, *problems: tuple[EveningProblem, str]) -> None:
        super().__init__(f"{len(problems)} problems")
        self.problems = problems


def read_evening(text: str) -> EveningDocument:
    """Return the document that a text holds, scored again; raises EveningDocumentError."""
    if len(text) > MOST_CHARACTERS:
        raise EveningDocumentError((EveningProblem.TOO_LARGE, ""))
    # Not every database stores it, and nobody wrote it.
    if "\\u0000" in text:
        raise EveningDocumentError((EveningProblem.SHAPE, "\\u0000"))
    try:
        document = EveningDocument.model_validate_json(text)
    except ValidationError as error:
        raise EveningDocumentError(*_shape_problems(error)) from None
    problems = list(_problems(document))
    if problems:
        raise EveningDocumentError(*problems[:MOST_PROBLEMS])
    return document


def _shape_problems(error: ValidationError) -> Iterator[tuple[EveningProblem, str]]:
    for one in error.errors(include_url=False, include_context=False)[:MOST_PROBLEMS]:
        is_json = one["type"] == "json_invalid"
        code = EveningProblem.NO_DOCUMENT if is_json else EveningProblem.SHAPE
        yield code, ".".join(str(part) for part in one["loc"])


def _problems(document: EveningDocument) -> Iterator[tuple[EveningProblem, str]]:
    for index, game in enumerate(document.games):
        place = f"games[{index}]"
        if {seat.seat for seat in game.seats} != {seat.value for seat in Seat}:
            yield EveningProblem.SEATS, place
        if not game.events or game.events[0].kind != "started":
            yield EveningProblem.PAST, place
        score = _problems_of_slip if game.kind == "slip" else _problems_of_hands
        yield from score(game, place)


def _problems_of_slip(game: GamePart, place: str) -> Iterator[tuple[EveningProblem, str]]:
    slips = game.slips
    totals = Totals(sum(one.total_a for one in slips), sum(one.total_b for one in slips))
    said = (game.total_a, game.total_b, game.winner, game.hand_count, game.held)
    hands = sum(one.hands for one in slips)
    if said != (totals.a, totals.b, totals.leader or "", hands, 0):
        yield EveningProblem.TOTALS, place
    if not slips or any(hand.counted for hand in game.hands):
        yield EveningProblem.HANDS, place


def _problems_of_hands(game: GamePart, place: str) -> Iterator[tuple[EveningProblem, str]]:
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
    if not _is_told(game):
        yield EveningProblem.PAST, place


def tally_of(game: GamePart) -> Tally:
    """Return what follows from the hands of a game; raises what rules and hands that cannot be."""
    entries = [entry_from_values(hand.model_dump()) for hand in game.hands]
    plan = GameFormat(target=game.target, hands=game.hands_per_game, games=game.game_count)
    rules = RuleSet.from_values(game.ruleset_values)
    return tally(entries, rules, plan, Seat(game.first_dealer))


def _is_scored(hand: HandPart, result: Tally, index: int) -> bool:
    """Return whether a hand's score is what the rules give."""
    said = (hand.counted, hand.score_a, hand.score_b)
    if index >= len(result.hands):
        return said == (False, 0, 0)
    score = result.hands[index].score
    told = (hand.outcome, hand.winner)
    return said == (True, score.a, score.b) and told == (score.outcome, score.winner or "")


def _is_summed(game: GamePart, result: Tally) -> bool:
    winner: str | None = result.winner
    if game.status == "finished" and not result.is_over:
        result = result.closed_early()
        winner = result.totals.leader
    said = (game.winner, game.hand_count, game.total_a, game.total_b, game.held)
    totals = result.totals
    return said == (winner or "", len(result.hands), totals.a, totals.b, result.held.total)


def _is_told(game: GamePart) -> bool:
    """Return whether what was done to a game leads to the hands that stand there."""
    sheet: list[dict[str, Any]] = []
    for event in game.events:
        act = _ACTS.get(event.kind)
        try:
            if act:
                act(sheet, event)
        except (IndexError, TypeError, ValueError):
            return False
    stands = [hand.model_dump(include={*ENTRY_COLUMNS}) for hand in game.hands]
    return len(sheet) == len(stands) and all(
        # Words are left out: they go with the name of somebody who is anonymous now.
        all(hand[name] == value for name, value in told.items() if name in hand)
        for told, hand in zip(sheet, stands, strict=True)
    )


def _written(event: EventPart) -> dict[str, Any]:
    if not isinstance(event.after, dict):
        raise TypeError
    return event.after


def _place(sheet: Sequence[dict[str, Any]], event: EventPart) -> int:
    number = event.hand_number or 0
    if not 1 <= number <= len(sheet):
        raise IndexError
    return number - 1


def _record(sheet: list[dict[str, Any]], event: EventPart) -> None:
    sheet.append(_written(event))


def _correct(sheet: list[dict[str, Any]], event: EventPart) -> None:
    sheet[_place(sheet, event)] = _written(event)


def _withdraw(sheet: list[dict[str, Any]], event: EventPart) -> None:
    del sheet[_place(sheet, event)]


_ACTS: Final[dict[str, Callable[[list[dict[str, Any]], EventPart], None]]] = {
    "hand_recorded": _record,
    "hand_corrected": _correct,
    "hand_withdrawn": _withdraw,
}


class Course(StrEnum):
    """How one document of an evening stands to another."""

    SAME = "same"
    NEWER = "newer"
    OLDER = "older"
    PARTED = "parted"


def course_of(stored: EveningDocument, sent: EveningDocument) -> Course:
    """Return whether what was sent goes on from what is stored: nothing that was done is missing.

    Names do not count: they are taken out afterwards where somebody asks for it.
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
    """Return what was done to the evening, and to each of its games."""
    games = [
        [(one.kind, one.at, one.hand_number) for one in game.events] for game in document.games
    ]
    acts: list[Trace] = [[(one.act, one.at) for one in document.acts]]
    return [*acts, *games]


def _begins_with(longer: list[Trace], shorter: list[Trace]) -> bool:
    return len(longer) >= len(shorter) and all(
        long[: len(short)] == short for long, short in zip(longer, shorter, strict=False)
    )
