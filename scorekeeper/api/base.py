"""The interface itself: how it answers errors, and how it describes itself."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.core.signals import got_request_exception
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.http.multipartparser import MultiPartParserError
from django.urls import URLPattern, path, re_path, reverse
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from django.utils.log import log_response
from django.views.decorators.csrf import csrf_exempt
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError
from ninja.openapi.schema import OpenAPISchema
from ninja.renderers import JSONRenderer

from scorekeeper.api import problems
from scorekeeper.api.problems import ApiProblemError
from scorekeeper.api.schemas import ProblemBody
from scorekeeper.contests import TableMovedOnError
from scorekeeper.reports.lines import failure_number
from scorekeeper.reports.troubles import trouble_of

ASK_AGAIN: Final = "no-cache, private"
"""Kept by the browser, and asked about every time."""

View = Callable[..., HttpResponse]


def refusals(*statuses: int) -> dict[int, type[ProblemBody]]:
    return dict.fromkeys(statuses, ProblemBody)


def unchanged(request: HttpRequest, response: HttpResponse, etag: str) -> HttpResponse | None:
    """Mark an answer with its ETag; return the answer 304 for whoever has it already."""
    response["ETag"] = f'"{etag}"'
    response["Cache-Control"] = ASK_AGAIN
    patch_vary_headers(response, ["Authorization"])
    known = parse_etags(request.headers.get("If-None-Match", ""))
    # A proxy that packs the answer weakens its mark.
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
    """NinjaAPI that refuses with `application/problem+json` alone, at every address below it."""

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
        return JsonResponse(self.get_openapi_schema())

    def get_openapi_schema(self, **options: Any) -> OpenAPISchema:
        """Return the description; refusals have a media type of their own."""
        options.setdefault("path_prefix", reverse(f"{self.urls_namespace}:api-root"))
        schema = super().get_openapi_schema(**options)
        for operations in schema["paths"].values():
            for operation in operations.values():
                for status, answer in operation["responses"].items():
                    if int(status) >= 400 and "content" in answer:
                        body = answer["content"].pop(self.renderer.media_type)
                        answer["content"][problems.CONTENT_TYPE] = body
        return schema


def _with_problems(view: View) -> View:
    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        if isinstance(response, HttpResponseNotAllowed):
            refused = problems.method_not_allowed().response()
            refused["Allow"] = response["Allow"]
            return refused
        # What is played changes by the minute, and is for whoever has the code.
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    return wrapped


def _unknown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
    return problems.not_found().response()


def _refusing(problem: Callable[[Any], ApiProblemError]) -> View:
    return lambda request, error: problem(error).response()


def _our_fault(request: HttpRequest, error: Any) -> HttpResponse:
    got_request_exception.send(sender=None, request=request)
    response = problems.failed(trouble_of(error), failure_number(request)).response()
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
    HttpError: _http_problem,
    # What Django takes for the sender's fault; a body that is too big is suspicious too.
    BadRequest: _unreadable,
    MultiPartParserError: _unreadable,
    SuspiciousOperation: _unreadable,
    TableMovedOnError: problems.table_moved_on,
    ValidationError: lambda error: problems.not_of_the_schema(error.errors),
}
