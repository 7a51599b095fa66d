"""Operations on tables: what a code opens now, and both sides' statements on the finished sheet."""

from http import HTTPStatus
from typing import Annotated, Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import Path, Router

from scorekeeper.api.answers import Answer
from scorekeeper.api.base import GAME_WAYS, asked_game, caller_of, refusals
from scorekeeper.api.games import GAME, WRITE
from scorekeeper.api.problems import ApiProblemError, not_found
from scorekeeper.api.schemas import GameNumber
from scorekeeper.clubs.access import actor
from scorekeeper.engine.hand import Side
from scorekeeper.models import Game
from tournaments.api import schemas
from tournaments.api.visitors import TABLE_WAYS
from tournaments.audit_log.locks import FinishedError, RoundOpenError
from tournaments.audit_log.log import WrittenElsewhereError
from tournaments.models import Match, TableCode
from tournaments.tables.queries.phones import table_now
from tournaments.tables.services import Claim, StaleSheetError, say_of_sheet

router = Router(tags=["tables"])

VerdictKey = Annotated[
    UUID,
    Path(
        description="A key that the phone gave what it says: a UUID of its own making.",
        examples=["6c1a3c0e-5f0f-4e0a-8f43-6a4f4d3b9a11"],
    ),
]


@router.get(
    "/table",
    auth=TABLE_WAYS,
    response={200: schemas.TableNow, **refusals(401)},
    operation_id="readTable",
    summary="What a code opens now",
)
def read_table(request: HttpRequest) -> dict[str, Any]:
    """Answer what is played at the table whose code was sent."""
    found: TableCode | Game = request.auth  # type: ignore[attr-defined]
    if isinstance(found, Game):
        state = "finished" if found.is_finished else "playing"
        table = {"table": found.table_number, "round": None, "contest": None}
        return {**table, "state": state, "game": found.pk}
    now = table_now(found)
    return {
        "table": found.number,
        "round": now.round.number if now.round else None,
        "state": now.state.value,
        "contest": {"id": found.tournament_id, "name": found.tournament.name},
        "game": now.match.game_id if now.match and now.is_playing else None,
    }


@router.post(
    GAME + "/acceptance",
    auth=GAME_WAYS,
    response={200: Answer, **WRITE},
    operation_id="acceptSheet",
    summary="Accept the finished sheet of a contest's game",
)
def accept(
    request: HttpRequest, game_id: GameNumber, body: schemas.AcceptanceBody
) -> dict[str, Any]:
    """Let one side accept the finished sheet it looked at; sent again it changes nothing."""
    return _say(request, game_id, body, None, None)


@router.put(
    GAME + "/verdicts/{verdict}",
    auth=GAME_WAYS,
    response={200: Answer, **WRITE},
    operation_id="putVerdict",
    summary="Say what one side thinks of the finished sheet of a contest's game",
)
def put_verdict(
    request: HttpRequest, game_id: GameNumber, verdict: VerdictKey, body: schemas.VerdictBody
) -> dict[str, Any]:
    """Let one side accept the sheet it looked at, or object; under the same key it is said once."""
    return _say(request, game_id, body, body.claim, verdict)


def _say(
    request: HttpRequest,
    game_id: int,
    body: schemas.AcceptanceBody,
    claim: Claim | None,
    key: UUID | None,
) -> dict[str, Any]:
    caller = caller_of(request)
    caller.open(game_id)
    match = Match.objects.filter(game=game_id).values_list("pk", flat=True).first()
    if match is None:
        raise not_found()
    try:
        is_new = say_of_sheet(
            match_id=match,
            side=Side(body.side),
            receipt=body.receipt,
            claim=claim,
            key=key,
            **actor(request),
        )
    except (StaleSheetError, RoundOpenError) as error:
        detail = _("The sheet was changed or closed meanwhile: look at it again.")
        sheet = caller.again(game_id).to_dict()
        raise ApiProblemError(HTTPStatus.CONFLICT, "sheet_changed", detail, sheet=sheet) from error
    done = ("disputed" if claim else "accepted") if is_new else "same"
    game = caller.again(game_id)
    return {"done": done, "sheet": game.to_dict(), "log": game.log_end}


def finished(request: HttpRequest, error: FinishedError | type[FinishedError]) -> HttpResponse:
    """Return the error for a request to a contest that is finished or written elsewhere."""
    if isinstance(error, WrittenElsewhereError):
        detail = _("Nothing was changed. Do it on the hall’s computer: it arrives here by itself.")
    else:
        detail = _("The contest is finished. Open it again first.")
    sheet = caller_of(request).again(asked_game(request)).to_dict()
    return ApiProblemError(HTTPStatus.CONFLICT, "game_over", detail, sheet=sheet).response()
