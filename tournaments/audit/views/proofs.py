"""What anybody can check of a contest without an account: its draws, and its document."""

import gzip
import hashlib
from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_POST, require_safe

from scorekeeper.downloads import JSON, download
from tournaments.access import get_public_tournament, get_round
from tournaments.audit.pages.logs import log_head
from tournaments.audit.pages.public_documents import (
    BeingMadeError,
    is_offered,
    mark_of_document,
    packed_document,
)
from tournaments.drawing.pages.public import BeingCheckedError, draw_again, public_draws
from tournaments.drawing.views import certificate_file
from tournaments.models import Round, Tournament

ASK_AGAIN_SECONDS = 5


def _published(token: str, number: int) -> Round:
    """Return a round whose draw everybody may see; raises Http404 for a preview."""
    played = get_round(get_public_tournament(token), number)
    if played.is_drawn or not played.has_draw:
        raise Http404
    return played


@require_safe
def draws(request: HttpRequest, token: str) -> HttpResponse:
    """Show every draw of the published rounds, and what can be taken along to check it."""
    tournament = get_public_tournament(token)
    context = {
        "tournament": tournament,
        "draws": public_draws(tournament),
        "head": log_head(tournament),
        "is_offered": is_offered(tournament),
    }
    return render(request, "audit/public_draws.html", context)


@require_POST
def draw_check(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """Draw a round again and compare: worked out once, then told to whoever asks."""
    played = _published(token, number)
    try:
        draw_again(played)
    except BeingCheckedError:
        messages.info(request, _("Another round is just being drawn again. Ask in a moment."))
    return redirect(f"{request.path.removesuffix(f'{number}/again/')}#round-{number}")


@require_safe
@cache_control(private=True, no_cache=True)
def certificate(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """Send what is needed to draw a published round again."""
    return certificate_file(_published(token, number), is_public=True)


def _document_etag(request: HttpRequest, token: str) -> str | None:
    tournament = Tournament.objects.filter(token=token).first()
    if tournament is None or not is_offered(tournament):
        return None
    text = repr(mark_of_document(tournament))
    return f'"{hashlib.sha256(text.encode()).hexdigest()[:24]}"'


@require_safe
@cache_control(private=True, no_cache=True)
@condition(etag_func=_document_etag)
def document(request: HttpRequest, token: str) -> HttpResponse:
    """Send the contest as one document, each person as that one wants to be shown."""
    tournament = get_public_tournament(token)
    if not is_offered(tournament):
        raise Http404
    try:
        made = packed_document(tournament)
    except BeingMadeError:
        text = _("The document is just being made. Ask again in a moment.")
        return HttpResponse(
            text,
            content_type="text/plain; charset=utf-8",
            status=HTTPStatus.SERVICE_UNAVAILABLE,
            headers={"Retry-After": str(ASK_AGAIN_SECONDS)},
        )
    is_packed = "gzip" in request.headers.get("Accept-Encoding", "")
    name = f"{slugify(tournament.name)}-{tournament.date:%Y-%m-%d}".strip("-")
    response = download(
        made.packed if is_packed else gzip.decompress(made.packed),
        f"{name}.json",
        f"{JSON}; charset=utf-8",
    )
    if is_packed:
        response["Content-Encoding"] = "gzip"
    response["Vary"] = "Accept-Encoding"
    return response
