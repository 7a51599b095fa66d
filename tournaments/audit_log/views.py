"""The log of a contest, its verification, and its document to download or import."""

import gzip
import hashlib
from http import HTTPStatus
from threading import Lock
from typing import Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_http_methods, require_POST, require_safe

from scorekeeper.clubs.access import author_of, requires
from scorekeeper.downloads import JSON, download
from scorekeeper.limited_process import BusyError
from scorekeeper.models import Club
from scorekeeper.roles import Right
from tournaments.access import get_public_tournament, get_round, get_tournament
from tournaments.audit_log.chain import read_head
from tournaments.audit_log.forms import ContestDocumentForm, LogForm
from tournaments.audit_log.labels import nothing_stored_text, refusal_texts
from tournaments.audit_log.queries.documents import (
    document_of,
    document_text,
    is_offered,
    mark_of_document,
    packed_document,
)
from tournaments.audit_log.queries.logs import (
    check_log,
    holds,
    log_head,
    log_lines,
    log_of,
)
from tournaments.audit_log.replay.shape import ShapeCode
from tournaments.audit_log.room_left import TooManyContestsError
from tournaments.audit_log.services import DocumentError, import_tournament, read_document
from tournaments.contests.labels import contests_full_text
from tournaments.draw_secrets import chains_begun, public_secret
from tournaments.files.list_start import Start
from tournaments.models import Round, Tournament
from tournaments.rounds.queries.public import draw_again, public_draws, public_lots
from tournaments.rounds.views import certificate_file

LINES_A_PAGE = 50


@require_safe
@requires(Right.LOOK)
def tournament_log(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Show who did what and when, latest first, and whether the chain is intact."""
    tournament = get_tournament(club, pk)
    form = LogForm(request.GET)
    wanted = form.wanted
    printed = read_head(asked) if (asked := request.GET.get("head", "").strip()) else None
    page = Paginator(log_of(tournament, **wanted), LINES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "tournament": tournament,
        "form": form,
        "is_part": any(wanted.values()),
        "page_obj": page,
        "lines": log_lines(tournament, list(page.object_list)),
        # A printed hash confirms all entries before it: check them, whatever their number.
        "check": check_log(tournament, always=printed is not None or "check" in request.GET),
        "head": log_head(tournament),
        "asked": asked,
        "printed": printed,
        "holds": printed is not None and holds(tournament, printed),
    }
    return render(request, "audit_log/tournament_log.html", context)


ASK_AGAIN_SECONDS = 5


def _published(token: str, number: int) -> Round:
    """Return a round with a public draw; raises Http404 for a preview."""
    played = get_round(get_public_tournament(token), number)
    if played.is_drawn or not played.has_draw:
        raise Http404
    return played


@require_safe
def draws(request: HttpRequest, token: str) -> HttpResponse:
    """Show all draws of the published rounds, with downloads for checking them."""
    tournament = get_public_tournament(token)
    context = {
        "tournament": tournament,
        "draws": public_draws(tournament),
        "lots": public_lots(tournament),
        "announced": public_secret(tournament),
        "chains": chains_begun(tournament),
        "head": log_head(tournament),
        "is_offered": is_offered(tournament),
    }
    return render(request, "audit_log/public_draws.html", context)


@require_POST
def draw_check(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """Draw a round again and compare; the result is cached for everybody."""
    played = _published(token, number)
    if not draw_again(played):
        messages.info(
            request, _("Another round is being drawn again at the moment. Try again shortly.")
        )
    return redirect(f"{request.path.removesuffix(f'{number}/again/')}#round-{number}")


@require_safe
@cache_control(private=True, no_cache=True)
def certificate(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """Send everything needed to draw a published round again."""
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
    """Send the public document of the contest, in which people choose how they are named."""
    tournament = get_public_tournament(token)
    if not is_offered(tournament):
        raise Http404
    made = packed_document(tournament)
    if made is None:
        text = _("The document is being prepared. Try again shortly.")
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


# A long contest takes seconds, and the phones of the hall share the computer.
_at_work: Final = Lock()


@require_safe
@requires(Right.FILES)
def contest_document(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Send the complete document of a contest, for import on another computer."""
    tournament = get_tournament(club, pk)
    if not _at_work.acquire(blocking=False):
        messages.info(
            request, _("Another document is being processed at the moment. Try again shortly.")
        )
        return redirect("tournaments:export-list", pk)
    try:
        text = document_text(document_of(tournament))
    finally:
        _at_work.release()
    name = f"{slugify(tournament.name)}-{tournament.date:%Y-%m-%d}".strip("-")
    return download(f"{text}\n", f"{name}.json", f"{JSON}; charset=utf-8")


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Right.CONTESTS)
def contest_import(request: HttpRequest, club: Club) -> HttpResponse:
    """Import the document of a contest; if anything is wrong, show what and store nothing."""
    data, files = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    form = ContestDocumentForm(data, files)
    context: dict[str, object] = {"form": form}
    if form.is_valid():
        if not _at_work.acquire(blocking=False):
            form.add_error(
                None, _("Another document is being processed at the moment. Try again shortly.")
            )
            return render(request, "audit_log/contest_import.html", context)
        try:
            stored = _stored(request, club, form)
        except DocumentError as error:
            if any(problem.code is ShapeCode.NO_LOG for problem in error.problems):
                form.add_error("without_log", _("It has no log: tick this if that is why."))
                return render(request, "audit_log/contest_import.html", context)
            texts = refusal_texts(error.problems, error.differences)
            wrong = Start(texts, error.count)
            context |= {"wrong": wrong, "summary": nothing_stored_text(error.count)}
        except BusyError:
            form.add_error(
                None, _("Another document is being processed at the moment. Try again shortly.")
            )
        except TooManyContestsError as error:
            form.add_error(None, contests_full_text(error.most))
        else:
            text = _("%(name)s is imported, as it was left.")
            messages.success(request, text % {"name": stored.name})
            return redirect("tournaments:tournament-detail", stored.pk)
        finally:
            _at_work.release()
    return render(request, "audit_log/contest_import.html", context)


def _stored(request: HttpRequest, club: Club, form: ContestDocumentForm) -> Tournament:
    return import_tournament(
        document=read_document(form.text, club=club.pk),
        is_proven=True,
        club=club,
        now=timezone.now(),
        without_log=author_of(request) if form.cleaned_data["without_log"] else None,
    )
