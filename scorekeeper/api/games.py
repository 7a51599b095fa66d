"""Operations on games: their sheet, their rules, and the hands that phones send."""

import json
from collections.abc import Callable
from functools import lru_cache, wraps
from http import HTTPStatus
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.http import parse_etags
from ninja import Router, Status

from scorekeeper.api import answers, problems, schemas
from scorekeeper.api import schemas as fields
from scorekeeper.api.base import GAME_WAYS, OpenedGame, asked_game, caller_of, refusals, unchanged
from scorekeeper.api.problems import ApiProblemError
from scorekeeper.clubs.access import author_of
from scorekeeper.engine.outcome_table import outcome_tables
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.scoring import ImpossibleHandError
from scorekeeper.games.queries.sheets import sheet_of, stored_hand
from scorekeeper.games.services import sent_hands as services
from scorekeeper.games.services.actions import GameGoneError, GameIsOverError
from scorekeeper.games.services.sent_hands import HandRefusedError, UnusualHandError
from scorekeeper.models import Hand

P = ParamSpec("P")
T = TypeVar("T")

router = Router(tags=["games"], auth=GAME_WAYS)

GAME: Final = "/games/{int:game_id}"
FOREVER: Final = "private, max-age=31536000, immutable"
RULE_SETS_KEPT: Final = 64

READ: Final = refusals(401, 404, 409)
WRITE: Final = refusals(400, 401, 403, 404, 409, 422)
CHANGED: Final = refusals(412)
UNMATCHED: Final = frozenset({services.Refusal.HAND_CHANGED, services.Refusal.HAND_WITHDRAWN})
"""What stands in the way of a hand that the header `If-Match` asks for."""


@router.get(
    GAME,
    response={200: answers.Sheet, 304: None, **READ},
    operation_id="readSheet",
    summary="The sheet of a game",
)
def read_sheet(request: HttpRequest, game_id: fields.GameNumber, response: HttpResponse) -> Any:
    """Answer the sheet as it is stored; 304 for whoever has it already."""
    caller = caller_of(request)
    # Phones poll, and nearly always have the current version.
    asks_again = "If-None-Match" in request.headers
    if asks_again and (same := unchanged(request, response, caller.get_light(game_id).etag)):
        return same
    game = caller.open(game_id)
    return unchanged(request, response, game.etag) or game.to_dict()


@router.get(
    GAME + "/outcomes",
    response={200: answers.Outcomes, 304: None, **READ, **refusals(422)},
    operation_id="readOutcomes",
    summary="How every hand is scored under the game's rules",
)
def read_outcomes(
    request: HttpRequest,
    game_id: fields.GameNumber,
    v: fields.Digest = "",
) -> HttpResponse:
    """Answer the outcome tables; under the digest of the rules they never change."""
    digest, content = _outcomes(caller_of(request).open(game_id).game.ruleset)
    response = HttpResponse(content, content_type="application/json; charset=utf-8")
    if same := unchanged(request, response, digest):
        return same
    if v == digest:
        response["Cache-Control"] = FOREVER
    return response


@lru_cache(maxsize=RULE_SETS_KEPT)
def _outcomes(ruleset: RuleSet) -> tuple[str, bytes]:
    tables = outcome_tables(ruleset)
    content = json.dumps(tables, separators=(",", ":"), ensure_ascii=False)
    return tables["digest"], content.encode()


def refusing(
    act: Callable[Concatenate[HttpRequest, P], T],
) -> Callable[Concatenate[HttpRequest, P], T]:
    """Turn the errors of an action on a game into ApiProblemError with the details."""

    @wraps(act)
    def wrapped(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> T:
        caller, game_id = caller_of(request), asked_game(request)
        try:
            return act(request, *args, **kwargs)
        except ImpossibleHandError as error:
            raise problems.impossible_hand(error.problems) from error
        except UnusualHandError as error:
            raise problems.unusual_hand(error.problems) from error
        except Hand.DoesNotExist as error:
            if "If-Match" in request.headers:
                raise problems.hand_gone(caller.again(game_id).to_dict()) from error
            raise problems.hand_gone() from error
        except HandRefusedError as error:
            is_asked = "If-Match" in request.headers and error.refusal in UNMATCHED
            status = HTTPStatus.PRECONDITION_FAILED if is_asked else HTTPStatus.CONFLICT
            raise _refused(caller.again(game_id), error, status) from error
        except GameIsOverError as error:
            raise _over(caller.again(game_id)) from error
        except GameGoneError as error:
            caller.refuse(game_id)
            raise problems.not_found() from error

    return wrapped


def _refused(game: OpenedGame, error: HandRefusedError, status: HTTPStatus) -> ApiProblemError:
    sheet = game.load()
    extras: dict[str, Any] = {"sheet": game.to_dict(sheet)}
    if stored := error.stored:
        # The current state, if the game still exists.
        latest = (hand for hand in sheet.hands if hand.pk == stored.pk)
        extras["stored"] = stored_hand(sheet, next(latest, stored))
    if error.refusal is services.Refusal.HAND_WITHDRAWN:
        extras["by"] = error.by
    detail = str(problems.REFUSALS[error.refusal])
    return ApiProblemError(status, error.refusal.value, detail, **extras)


def _over(game: OpenedGame) -> ApiProblemError:
    is_contest, organises = game.game.is_contest, game.token is None
    return problems.game_over(game.to_dict(), is_contest=is_contest, organises=organises)


def answer(request: HttpRequest, done: services.SentAnswer) -> Status[dict[str, Any]]:
    locked = done.sheet
    game = caller_of(request).after(locked.game)
    sheet = sheet_of(locked.game, locked.hands, locked.tally, game.names)
    body = {
        "done": done.done.value,
        "sheet": game.to_dict(sheet),
        "notices": [problems.plain_problem(notice) for notice in done.notices],
        "log": game.log_end,
    }
    status = HTTPStatus.CREATED if done.done is services.Done.RECORDED else HTTPStatus.OK
    return Status(status, body)


def _bases(base: str | None, if_match: str | None) -> services.Bases:
    """Return the tags that allow a change of a hand: those of the header, the body, or in both."""
    marks = parse_etags(if_match) if if_match is not None else ["*"]
    named = None if base is None else {base}
    if marks == ["*"]:
        return named
    tags = {mark.strip('"') for mark in marks if not mark.startswith("W/")}
    return tags if named is None else tags & named


@router.put(
    GAME + "/hands/{hand}",
    response={200: answers.Answer, 201: answers.Answer, **WRITE, **CHANGED},
    operation_id="putHand",
    summary="Write a hand, or correct one",
)
@refusing
def put_hand(
    request: HttpRequest,
    game_id: fields.GameNumber,
    hand: fields.HandKey,
    body: schemas.SentHandBody,
    if_match: fields.IfMatch = None,
) -> Any:
    """Write a new hand at its place, or correct a stored one; sent again it changes nothing."""
    caller, author, now = caller_of(request), author_of(request), timezone.now()
    if body.base is None and if_match is None:
        done = services.send_hand(
            game_id=game_id,
            visitor=caller,
            key=hand,
            number=body.number,
            sent=body.as_sent(),
            author=author,
            now=now,
        )
    else:
        done = services.send_correction(
            game_id=game_id,
            visitor=caller,
            key=hand,
            bases=_bases(body.base, if_match),
            sent=body.as_sent(),
            author=author,
            now=now,
        )
    return answer(request, done)


@router.delete(
    GAME + "/hands/{hand}",
    response={200: answers.Answer, **WRITE, **CHANGED},
    operation_id="deleteHand",
    summary="Withdraw a hand",
)
@refusing
def delete_hand(
    request: HttpRequest,
    game_id: fields.GameNumber,
    hand: fields.HandKey,
    base: fields.BaseTag = None,
    if_match: fields.IfMatch = None,
) -> Any:
    """Take a hand off the sheet, if it still is what was looked at."""
    if base is None and if_match is None:
        raise problems.not_of_the_schema([{"type": "missing", "loc": ("query", "base")}])
    done = services.send_withdrawal(
        game_id=game_id,
        visitor=caller_of(request),
        key=hand,
        bases=_bases(base, if_match),
        author=author_of(request),
        now=timezone.now(),
    )
    return answer(request, done)


@router.put(
    GAME + "/passed-deals",
    response={200: answers.Answer, **WRITE},
    operation_id="putPassedDeals",
    summary="Say how many deals nobody took before the next hand",
)
@refusing
def put_passed_deals(
    request: HttpRequest, game_id: fields.GameNumber, body: schemas.PassedDealsBody
) -> Any:
    """Note how many deals found no taker; sent again it changes nothing."""
    done = services.send_passed_deals(
        game_id=game_id,
        visitor=caller_of(request),
        number=body.number,
        count=body.count,
        base=body.base,
        author=author_of(request),
        now=timezone.now(),
    )
    return answer(request, done)
