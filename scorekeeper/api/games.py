"""Games: their sheet, the rules they are scored by, and the hands that phones send."""

import json
from collections.abc import Callable
from functools import lru_cache, wraps
from http import HTTPStatus
from typing import Annotated, Any, Concatenate, Final, ParamSpec, TypeVar
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from ninja import Query, Router, Status

from scorekeeper.api import problems, schemas
from scorekeeper.api.base import GAME_WAYS, OpenedGame, asked_game, caller_of, refusals, unchanged
from scorekeeper.api.problems import ApiProblemError
from scorekeeper.clubs.access import author_of
from scorekeeper.engine.outcome_table import outcome_tables
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.scoring import ImpossibleHandError
from scorekeeper.games.services.acts import GameGoneError, GameIsOverError
from scorekeeper.hands.pages.phone_sheets import (
    stored_hand,
)
from scorekeeper.hands.pages.sheets import (
    sheet_of,
)
from scorekeeper.hands.services import sent as services
from scorekeeper.hands.services.sent import HandRefusedError, UnusualHandError
from scorekeeper.models import Hand

P = ParamSpec("P")
T = TypeVar("T")

router = Router(tags=["games"], auth=GAME_WAYS)

GAME: Final = "/games/{int:game_id}"
FOREVER: Final = "private, max-age=31536000, immutable"
RULE_SETS_KEPT: Final = 64

READ: Final = refusals(401, 404, 409)
WRITE: Final = refusals(400, 401, 403, 404, 409, 422)


@router.get(
    GAME,
    response={200: schemas.Sheet, 304: None, **READ},
    operation_id="readSheet",
    summary="The sheet of a game",
)
def read_sheet(request: HttpRequest, game_id: int, response: HttpResponse) -> Any:
    """Answer the sheet as it is stored; 304 for whoever has it already."""
    game = caller_of(request).open(game_id)
    return unchanged(request, response, game.etag) or game.as_plain()


@router.get(
    GAME + "/outcomes",
    response={200: schemas.Outcomes, 304: None, **READ, **refusals(422)},
    operation_id="readOutcomes",
    summary="How every hand is scored under the game's rules",
)
def read_outcomes(
    request: HttpRequest,
    game_id: int,
    v: Annotated[str, Query(max_length=64, description="The digest that the sheet names")] = "",
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
    """Let what an act on a game raises become a problem that says what stands in its way."""

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
            raise problems.hand_gone() from error
        except HandRefusedError as error:
            raise _refused(caller.again(game_id), error) from error
        except GameIsOverError as error:
            raise _over(caller.again(game_id)) from error
        except GameGoneError as error:
            caller.refuse(game_id)
            raise problems.not_found() from error

    return wrapped


def _refused(game: OpenedGame, error: HandRefusedError) -> ApiProblemError:
    sheet = game.load()
    extras: dict[str, Any] = {"sheet": game.as_plain(sheet)}
    if stored := error.stored:
        # As it is now, if it is still there.
        latest = (hand for hand in sheet.hands if hand.pk == stored.pk)
        extras["stored"] = stored_hand(sheet, next(latest, stored))
    if error.refusal is services.Refusal.HAND_WITHDRAWN:
        extras["by"] = error.by
    detail = str(problems.REFUSALS[error.refusal])
    return ApiProblemError(HTTPStatus.CONFLICT, error.refusal.value, detail, **extras)


def _over(game: OpenedGame) -> ApiProblemError:
    is_contest, organises = game.game.is_contest, game.token is None
    return problems.game_over(game.as_plain(), is_contest=is_contest, organises=organises)


def answer(request: HttpRequest, done: services.SentAnswer) -> Status[dict[str, Any]]:
    locked = done.sheet
    game = caller_of(request).after(locked.game)
    sheet = sheet_of(locked.game, locked.hands, locked.tally, game.names)
    body = {
        "done": done.done.value,
        "sheet": game.as_plain(sheet),
        "notices": [problems.plain_problem(notice) for notice in done.notices],
    }
    status = HTTPStatus.CREATED if done.done is services.Done.RECORDED else HTTPStatus.OK
    return Status(status, body)


@router.put(
    GAME + "/hands/{hand}",
    response={200: schemas.Answer, 201: schemas.Answer, **WRITE},
    operation_id="putHand",
    summary="Write a hand, or correct one",
)
@refusing
def put_hand(request: HttpRequest, game_id: int, hand: UUID, body: schemas.SentHandBody) -> Any:
    """Write a new hand at its place, or correct a stored one; sent again it changes nothing."""
    caller, author, now = caller_of(request), author_of(request), timezone.now()
    if body.base is None:
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
            base=body.base,
            sent=body.as_sent(),
            author=author,
            now=now,
        )
    return answer(request, done)


@router.delete(
    GAME + "/hands/{hand}",
    response={200: schemas.Answer, **WRITE},
    operation_id="deleteHand",
    summary="Withdraw a hand",
)
@refusing
def delete_hand(
    request: HttpRequest, game_id: int, hand: UUID, base: Annotated[schemas.Tag, Query(...)]
) -> Any:
    """Take a hand off the sheet, if it still is what was looked at."""
    done = services.send_withdrawal(
        game_id=game_id,
        visitor=caller_of(request),
        key=hand,
        base=base,
        author=author_of(request),
        now=timezone.now(),
    )
    return answer(request, done)


@router.put(
    GAME + "/passed-deals",
    response={200: schemas.Answer, **WRITE},
    operation_id="putPassedDeals",
    summary="Say how many deals nobody took before the next hand",
)
@refusing
def put_passed_deals(request: HttpRequest, game_id: int, body: schemas.PassedDealsBody) -> Any:
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
