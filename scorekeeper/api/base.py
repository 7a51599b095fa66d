"""The API: its errors, its OpenAPI description, and authentication."""

import hashlib
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cached_property, wraps
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.core.signals import got_request_exception
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.http.multipartparser import MultiPartParserError
from django.urls import URLPattern, path, re_path, reverse
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from django.utils.log import log_response
from django.utils.translation import get_language
from django.views.decorators.csrf import csrf_exempt
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError
from ninja.openapi.schema import OpenAPISchema
from ninja.renderers import JSONRenderer
from ninja.security import APIKeyCookie, HttpBearer
from ninja.utils import check_csrf

from scorekeeper.api import problems
from scorekeeper.api.answers import ProblemBody
from scorekeeper.api.described import describe_wholes, keep_examples_in_schemas
from scorekeeper.api.problems import ApiProblemError, csrf_failed, not_found, token_unknown
from scorekeeper.clubs.access import RoleRefusedError, member_club, rights_of, role_of
from scorekeeper.clubs.queries import WHOLE_NAMES, ShownNames, names_for_everybody
from scorekeeper.extensions import (
    IN_TAG,
    ContestSheet,
    TableMovedOnError,
    games,
    get_light,
    is_table_code,
    keeper_of,
    show_the_way_from,
)
from scorekeeper.games.queries.sheets import GameSheet, load_sheet, phone_sheet
from scorekeeper.models import Club, Game
from scorekeeper.models.evenings import KeptElsewhereError
from scorekeeper.monitoring.logs import failure_kind, failure_number
from scorekeeper.roles import NO_RIGHTS, Right

ASK_AGAIN: Final = "no-cache, private"
"""Kept by the browser, and asked about every time."""

View = Callable[..., HttpResponse]


def refusals(*statuses: int) -> dict[int, type[ProblemBody]]:
    return dict.fromkeys(statuses, ProblemBody)


def unchanged(request: HttpRequest, response: HttpResponse, etag: str) -> HttpResponse | None:
    """Set the ETag of a response; return a 304 response for a client that has it already."""
    response["ETag"] = f'"{etag}"'
    response["Cache-Control"] = ASK_AGAIN
    patch_vary_headers(response, ["Authorization"])
    known = parse_etags(request.headers.get("If-None-Match", ""))
    # A proxy that compresses the response makes the ETag weak.
    if known != ["*"] and f'"{etag}"' not in [mark.removeprefix("W/") for mark in known]:
        return None
    same = HttpResponse(status=304)
    for name in ("ETag", "Cache-Control", "Vary"):
        same[name] = response[name]
    del same["Content-Type"]
    return same


class _Renderer(JSONRenderer):
    json_dumps_params = {"separators": (",", ":"), "ensure_ascii": False}


class BeloteAPI(NinjaAPI):
    """A NinjaAPI whose errors are all `application/problem+json`, at every address below it."""

    def __init__(self, **options: Any) -> None:
        super().__init__(renderer=_Renderer(), **options)

    def set_default_exception_handlers(self) -> None:
        super().set_default_exception_handlers()
        self.add_exception_handler(Exception, _our_fault)
        for kind, problem in _PROBLEMS.items():
            self.add_exception_handler(kind, _refusing(problem))

    @property
    def urls(self) -> tuple[list[Any], str, str]:
        patterns, app_name, namespace = super().urls
        for pattern in patterns:
            if isinstance(pattern, URLPattern):
                pattern.callback = _with_problems(pattern.callback)
        root = patterns.pop()
        described = path(
            "openapi.json", csrf_exempt(_with_problems(self._describe)), name="openapi-json"
        )
        unknown = re_path("", csrf_exempt(_unknown), name="unknown")
        root.callback = csrf_exempt(_unknown)
        return [described, *patterns, root, unknown], app_name, namespace

    def _describe(self, request: HttpRequest) -> HttpResponse:
        if request.method != "GET":
            return HttpResponseNotAllowed(["GET"])
        return HttpResponse(self._description, content_type="application/json")

    @cached_property
    def _description(self) -> bytes:
        """Return the cached `get_openapi_schema`: it takes a second, and anybody may ask."""
        return JsonResponse(self.get_openapi_schema()).content

    def get_openapi_schema(self, **options: Any) -> OpenAPISchema:
        """Return the description; errors have their own media type."""
        options.setdefault("path_prefix", reverse(f"{self.urls_namespace}:api-root"))
        schema = super().get_openapi_schema(**options)
        for operations in schema["paths"].values():
            for operation in operations.values():
                for status, answer in operation["responses"].items():
                    if int(status) >= 400 and "content" in answer:
                        body = answer["content"].pop(self.renderer.media_type)
                        answer["content"][problems.CONTENT_TYPE] = body
        describe_wholes(schema)
        keep_examples_in_schemas(schema)
        return schema


def _with_problems(view: View) -> View:
    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        is_head = request.method == "HEAD"
        if is_head:
            # Handled as GET; the body is left out centrally.
            request.method = "GET"
        response = view(request, *args, **kwargs)
        if is_head:
            request.method = "HEAD"
        if isinstance(response, HttpResponseNotAllowed):
            refused = problems.method_not_allowed().response()
            allowed = response["Allow"].split(", ")
            refused["Allow"] = ", ".join(allowed + ["HEAD"] * ("GET" in allowed))
            return refused
        # Games change every minute, and only clients with the code may read them.
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    return wrapped


def _unknown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
    return problems.not_found().response()


def _refusing(problem: Callable[[Any], ApiProblemError]) -> View:
    return lambda request, error: problem(error).response()


def _our_fault(request: HttpRequest, error: Any) -> HttpResponse:
    got_request_exception.send(sender=None, request=request)
    response = problems.failed(failure_kind(error), failure_number(request)).response()
    log_response(
        "%s: %s",
        response.reason_phrase,
        request.path,
        response=response,
        request=request,
        exception=error,
    )
    return response


def _http_problem(error: HttpError) -> ApiProblemError:
    return problems.not_found() if error.status_code == 404 else problems.unreadable()


def _unreadable(_error: Exception) -> ApiProblemError:
    return problems.unreadable()


_PROBLEMS: Final[dict[type[Exception], Callable[[Any], ApiProblemError]]] = {
    ApiProblemError: lambda error: error,
    AuthenticationError: lambda _error: problems.nobody_known(),
    Http404: lambda _error: problems.not_found(),
    RoleRefusedError: lambda error: problems.role_refused(str(error)),
    HttpError: _http_problem,
    # Django's client errors; RequestDataTooBig is a SuspiciousOperation too.
    BadRequest: _unreadable,
    MultiPartParserError: _unreadable,
    SuspiciousOperation: _unreadable,
    KeptElsewhereError: lambda _error: problems.kept_elsewhere(),
    TableMovedOnError: problems.table_moved_on,
    ValidationError: lambda error: problems.not_of_the_schema(error.errors),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedGame:
    """A game that the caller may see, and what the caller may do.

    `token` is the code that opened it, None for a signed-in member; `contest` is what its contest
    adds, None outside contests. `may_write` is false for members who may only look.
    """

    game: Game
    token: str | None
    contest: ContestSheet | None
    may_write: bool = True

    @property
    def corrects_finished(self) -> bool:
        return self.contest is not None and self.contest.may_correct

    @property
    def etag(self) -> str:
        """Return the ETag of the sheet for this visitor."""
        # After a backup is restored, an old version number may come again with other hands.
        shown = [getattr(self.game, name) for name in IN_TAG]
        parts = [self.game.pk, *shown, self.contest, self.may_write, get_language()]
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:20]

    @property
    def names(self) -> ShownNames:
        """Return how the names of the club's players are shown to this visitor."""
        return WHOLE_NAMES if self.token is None else names_for_everybody(self.game.club_id)

    @property
    def log_end(self) -> dict[str, str] | None:
        """Return where the contest's log ends, for a phone to keep; None outside contests."""
        keeper = keeper_of(self.game)
        end = keeper.log_end(self.game) if keeper else None
        return asdict(end) if end else None

    def load(self) -> GameSheet:
        return load_sheet(self.game, self.names)

    def to_dict(self, sheet: GameSheet | None = None) -> dict[str, Any]:
        return phone_sheet(sheet or self.load(), self.contest, may_write=self.may_write)


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks for a game: a client with the code `token`, or a member of `club` with some rights.

    `refused` is the error for a member of the club whose role lacks the right.
    """

    token: str | None
    club: Club | None = None
    rights: frozenset[Right] = NO_RIGHTS
    refused: RoleRefusedError | None = None

    def open(self, game_id: int) -> OpenedGame:
        """Return a game that the caller may see; raises ApiProblemError and TableMovedOnError."""
        return self._found(games(self.token).filter(pk=game_id).first(), game_id)

    def get_light(self, game_id: int) -> OpenedGame:
        """Return the same, reading only what the ETag needs."""
        return self._found(get_light(game_id, self.token), game_id)

    def _found(self, game: Game | None, game_id: int) -> OpenedGame:
        if game is None:
            return self.refuse(game_id)
        return self.opened(game)

    def opened(self, game: Game) -> OpenedGame:
        """Return a game found by the caller's code, or one of the caller's club."""
        if self.token is None and (self.club is None or game.club_id != self.club.pk):
            raise not_found()
        if self.refused:
            raise self.refused
        keeper = keeper_of(game)
        decides = Right.DECIDE in self.rights
        contest = keeper.sheet(game, self.token, decides=decides) if keeper else None
        may_write = self.token is not None or Right.WRITE in self.rights
        return OpenedGame(game=game, token=self.token, contest=contest, may_write=may_write)

    def admit(self, game: Game) -> bool:
        return self.opened(game).corrects_finished

    def again(self, game_id: int) -> OpenedGame:
        """Return the current state of a game that was open to the caller."""
        game = games().filter(pk=game_id).first()
        return self.refuse(game_id) if game is None else self.after(game)

    def after(self, game: Game) -> OpenedGame:
        """Return a game that was open to the caller, after an action."""
        try:
            return self.opened(game)
        except TableMovedOnError:
            # The round was closed while the request was handled.
            closed = ContestSheet(may_enter=False, may_correct=False, receipt="", mark="")
            return OpenedGame(game=game, token=self.token, contest=closed)

    def refuse(self, game_id: int) -> OpenedGame:
        """Raise the reason why the caller has no such game."""
        if self.token is None:
            raise not_found()
        if not _is_code(self.token):
            raise token_unknown()
        # Tables are redirected from deleted games, not from games of others.
        if not Game.objects.filter(pk=game_id).exists():
            show_the_way_from(self.token)
        raise not_found()


def asked_game(request: HttpRequest) -> int:
    """Return the number of the game in the address."""
    assert request.resolver_match is not None, "an address was found"
    number: int = request.resolver_match.kwargs["game_id"]
    return number


def by_token(_request: HttpRequest, token: str) -> Caller:
    """Return the caller with a code; the code is looked up together with the game."""
    return Caller(token)


def by_session(request: HttpRequest, club: Club | None) -> Caller:
    rights, role = rights_of(request), role_of(request)
    is_refused = role and Right.WRITE not in rights and request.method not in {"GET", "HEAD"}
    refused = RoleRefusedError(Right.WRITE, role) if role and is_refused else None
    return Caller(None, club, rights, refused)


def _is_code(token: str) -> bool:
    return is_table_code(token) or game_of_code(token) is not None


def game_of_code(token: str) -> Game | None:
    return Game.objects.outside_contests().filter(token=token).first()


class TableToken(HttpBearer):
    """The code of a table or of a game outside contests: whoever has it enters what is played."""

    def __init__(self, find: Callable[[HttpRequest, str], object]) -> None:
        """Take the function that looks up the code; it raises if the code opens nothing."""
        super().__init__()
        self.openapi_security_schema["description"] = (
            "The code of a contest's table, or of a game outside contests."
        )
        self._find = find

    def authenticate(self, request: HttpRequest, token: str) -> object:
        if not token:
            raise token_unknown()
        return self._find(request, token)


class OrganiserSession(APIKeyCookie):
    """The session of somebody who runs the club, with the CSRF header where anything changes."""

    param_name = settings.SESSION_COOKIE_NAME

    def __init__(self, find: Callable[[HttpRequest, Club | None], object]) -> None:
        """Take the function that looks up a member's access; it raises if there is none."""
        # Checked below, after the sign-in.
        super().__init__(csrf=False)
        self.openapi_security_schema["description"] = (
            "The session of an organiser; unsafe methods need the header X-CSRFToken too."
        )
        self._find = find

    def authenticate(self, request: HttpRequest, key: str | None) -> object:
        """Return what the club's member may open, None if nobody is signed in."""
        if key is None or not request.user.is_authenticated:
            return None
        if check_csrf(request):
            raise csrf_failed()
        return self._find(request, member_club(request))


def caller_of(request: HttpRequest) -> Caller:
    found: Caller = request.auth  # type: ignore[attr-defined]
    return found


GAME_WAYS = (TableToken(by_token), OrganiserSession(by_session))
"""The ways in to a game, for its addresses."""
