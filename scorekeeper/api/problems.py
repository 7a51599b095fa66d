"""The errors of the API, as `application/problem+json` (RFC 9457)."""

import json
from collections.abc import Iterable, Mapping, Sequence
from http import HTTPStatus
from itertools import islice
from typing import Any, Final

from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import csrf_exempt

from scorekeeper.engine.checks import Problem, Severity
from scorekeeper.extensions import MovedOn, TableMovedOnError
from scorekeeper.games.services.sent_hands import Refusal
from scorekeeper.labels.problems import TROUBLE_DETAILS, problem_text
from scorekeeper.monitoring.logs import FailureKind

CONTENT_TYPE: Final = "application/problem+json"

# A body with many unknown keys has as many errors.
MOST_ERRORS: Final = 50

Plain = dict[str, Any]


class ApiProblemError(Exception):
    """Raised to refuse a request; `extras` are members beyond the standard ones."""

    def __init__(
        self,
        status: HTTPStatus,
        code: str,
        detail: str,
        errors: Sequence[Plain] = (),
        **extras: object,
    ) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.detail = detail
        self.errors = errors
        self.extras = extras

    def response(self) -> HttpResponse:
        body = {
            "type": "about:blank",
            "title": self.status.phrase,
            "status": self.status.value,
            "detail": self.detail,
            "code": self.code,
            "errors": list(self.errors),
            **self.extras,
        }
        content = json.dumps(body, cls=DjangoJSONEncoder)
        response = HttpResponse(content, status=self.status, content_type=CONTENT_TYPE)
        response["Cache-Control"] = "no-store"
        if self.status is HTTPStatus.UNAUTHORIZED:
            response["WWW-Authenticate"] = 'Bearer realm="table"'
        if wait := self.extras.get("wait"):
            response["Retry-After"] = str(wait)
        return response


def nobody_known() -> ApiProblemError:
    detail = _("Scan the code of the table, or sign in.")
    return ApiProblemError(HTTPStatus.UNAUTHORIZED, "credentials_missing", detail)


def token_unknown() -> ApiProblemError:
    """Return the problem for an unknown or expired code."""
    detail = _("This code opens nothing any more. Scan the code that lies on the table.")
    return ApiProblemError(HTTPStatus.UNAUTHORIZED, "token_unknown", detail)


def kept_elsewhere() -> ApiProblemError:
    detail = _("This evening is written on another computer. Nothing was changed.")
    return ApiProblemError(HTTPStatus.CONFLICT, "kept_elsewhere", detail)


def csrf_failed() -> ApiProblemError:
    detail = _("This page is too old. Load it again, then repeat what you did.")
    return ApiProblemError(HTTPStatus.FORBIDDEN, "csrf_failed", detail)


def role_refused(detail: str) -> ApiProblemError:
    """Return the problem for a member whose role lacks the right."""
    return ApiProblemError(HTTPStatus.FORBIDDEN, "role_refused", detail)


def not_found() -> ApiProblemError:
    detail = _("There is nothing here, or it is not for this table.")
    return ApiProblemError(HTTPStatus.NOT_FOUND, "not_found", detail)


def version_unknown() -> ApiProblemError:
    """Return the problem for a version of the API that does not exist."""
    detail = _("There is nothing here. This interface has version 1: its addresses begin with %s.")
    return ApiProblemError(HTTPStatus.NOT_FOUND, "version_unknown", detail % "/api/v1/")


@csrf_exempt
def unknown_version(request: HttpRequest) -> HttpResponse:
    """Answer requests for a version of the API that does not exist."""
    return version_unknown().response()


def method_not_allowed() -> ApiProblemError:
    detail = _("This cannot be done here.")
    return ApiProblemError(HTTPStatus.METHOD_NOT_ALLOWED, "method_not_allowed", detail)


def unreadable() -> ApiProblemError:
    detail = _("What was sent cannot be read: nothing was stored.")
    return ApiProblemError(HTTPStatus.BAD_REQUEST, "unreadable", detail)


def failed(trouble: FailureKind, number: str) -> ApiProblemError:
    """Return the problem for a server error; the log has details under that number."""
    detail = str(TROUBLE_DETAILS[trouble]) % {"number": number}
    code = "server_error" if trouble is FailureKind.MISTAKE else trouble.value
    return ApiProblemError(trouble.status, code, detail, number=number)


def too_many_requests(wait: int) -> ApiProblemError:
    """Return the problem for too many requests; a phone keeps its hand and sends it later."""
    detail = _("Too many requests at once: nothing was stored. Try again in a moment.")
    return ApiProblemError(HTTPStatus.TOO_MANY_REQUESTS, "too_many_requests", detail, wait=wait)


def hand_gone(sheet: Plain | None = None) -> ApiProblemError:
    """Return the problem for a missing hand, with the sheet if one was requested."""
    detail = _("This hand is not on the sheet. Write it down again if it is missing.")
    if sheet is None:
        return ApiProblemError(HTTPStatus.NOT_FOUND, "hand_unknown", detail)
    return ApiProblemError(HTTPStatus.PRECONDITION_FAILED, "hand_unknown", detail, sheet=sheet)


_SCHEMA_TEXTS: Final = {
    "missing": gettext_lazy("This is missing."),
    "extra_forbidden": gettext_lazy("This is not known here: leave it out."),
    "int_type": gettext_lazy("Write a whole number."),
    "int_parsing": gettext_lazy("Write a whole number."),
    "literal_error": gettext_lazy("This is none of the possible answers."),
    "greater_than_equal": gettext_lazy("This number is too small."),
    "less_than_equal": gettext_lazy("This number is too large."),
    "string_too_long": gettext_lazy("This text is too long."),
    "too_long": gettext_lazy("This list is too long."),
    "penalty_missing": gettext_lazy("Only a penalty has a reason: say against whom it is."),
}


def not_of_the_schema(found: Iterable[Mapping[str, Any]]) -> ApiProblemError:
    errors = [
        {
            "code": error["type"],
            "field": _field(error["loc"]),
            "severity": Severity.ERROR.value,
            "value": None,
            "whole": None,
            "detail": str(_SCHEMA_TEXTS.get(error["type"], _("This cannot be read."))),
        }
        for error in islice(found, MOST_ERRORS)
    ]
    detail = _("Something in what was sent cannot be read: nothing was stored.")
    return ApiProblemError(HTTPStatus.UNPROCESSABLE_ENTITY, "invalid", detail, errors)


def _field(place: Sequence[object]) -> str:
    """Return the name of a field, "entry.taker", without Ninja's source and argument name."""
    source, *names = place
    return ".".join(str(name) for name in (names[1:] if source == "body" else names))


def plain_problem(problem: Problem) -> Plain:
    """Return an error or warning about an entry as JSON values."""
    return {
        "code": problem.code.value,
        "field": problem.field,
        "severity": problem.severity.value,
        "value": problem.value,
        "whole": problem.whole,
        "detail": problem_text(problem),
    }


def impossible_hand(problems: Sequence[Problem]) -> ApiProblemError:
    errors = [plain_problem(problem) for problem in problems]
    detail = _("This hand is not possible: it was not written. Correct it.")
    return ApiProblemError(HTTPStatus.UNPROCESSABLE_ENTITY, "impossible_hand", detail, errors)


def unusual_hand(problems: Sequence[Problem]) -> ApiProblemError:
    errors = [plain_problem(problem) for problem in problems]
    detail = _("This hand is unusual: it was not written yet. Look at it again, then confirm it.")
    return ApiProblemError(HTTPStatus.UNPROCESSABLE_ENTITY, "unusual_hand", detail, errors)


REFUSALS: Final = {
    Refusal.ANOTHER_HAND: gettext_lazy(
        "The sheet has another hand in this place. Compare both and choose."
    ),
    Refusal.HANDS_MISSING: gettext_lazy(
        "The sheet has fewer hands than this phone knew: somebody withdrew one. "
        "Look at the sheet, then write this hand down again if it is missing."
    ),
    Refusal.HAND_DIFFERS: gettext_lazy(
        "This hand was sent before, and otherwise. Compare both and choose."
    ),
    Refusal.HAND_WITHDRAWN: gettext_lazy(
        "This hand was written and then withdrawn. Write it down again if it is missing."
    ),
    Refusal.HAND_CHANGED: gettext_lazy(
        "Somebody else changed this hand meanwhile. Compare both and choose."
    ),
    Refusal.DEALS_CHANGED: gettext_lazy(
        "Others wrote on meanwhile: the deals that nobody took were not changed. "
        "Look at the sheet who deals next."
    ),
    Refusal.BEYOND_END: gettext_lazy(
        "The game had already ended: this hand comes after its last one and was not written. "
        "Compare it with the sheet."
    ),
}


_MOVED: Final = {
    MovedOn.CLOSED: gettext_lazy("This round is closed. Your table plays on elsewhere: go there."),
    MovedOn.LEFT: gettext_lazy(
        "Somebody at this table has withdrawn from the contest: nothing can be entered there "
        "any more."
    ),
    MovedOn.GONE: gettext_lazy("The organiser changed the draw: look where you sit now."),
}


def game_over(sheet: Plain, *, is_contest: bool, organises: bool) -> ApiProblemError:
    if sheet["state"] == "slip":
        detail = _("A slip stands for this game. Take it back before you write hands.")
    elif not is_contest:
        detail = _("The game is finished. Reopen it to correct its hands.")
        if not organises:
            detail = _("The game is finished. Only the organiser can open it again.")
    elif sheet["may_correct"]:
        detail = _("The game is over: this hand was not written.")
    elif organises:
        detail = str(_MOVED[MovedOn.LEFT])
    else:
        detail = _("This sheet is settled: only the organiser can change it now.")
    return ApiProblemError(HTTPStatus.CONFLICT, "game_over", detail, sheet=sheet)


def table_moved_on(moved: TableMovedOnError) -> ApiProblemError:
    return ApiProblemError(
        HTTPStatus.CONFLICT,
        "table_moved_on",
        str(_MOVED[moved.reason]),
        address=moved.address,
        reason=moved.reason.value,
    )
