"""The whole contest as a document: taken along, and brought in."""

from threading import Lock
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.clubs.access import author_of, needs
from scorekeeper.downloads import JSON, download
from scorekeeper.limited_process import BusyError
from scorekeeper.models import Club
from scorekeeper.roles import Right
from tournaments.access import get_tournament
from tournaments.audit.pages.documents import document_of, document_text
from tournaments.files.previews import Start
from tournaments.ledger.room_left import TooManyContestsError
from tournaments.models import Tournament
from tournaments.replay.shape import ShapeCode
from tournaments.setup.labels import contests_full_text
from tournaments.transfer.forms import ContestDocumentForm
from tournaments.transfer.labels import nothing_stored_text, refusal_texts
from tournaments.transfer.services.transfer import DocumentError, import_tournament, read_document

# A long contest takes seconds, and the phones of the hall share the computer.
_at_work: Final = Lock()


@require_safe
@needs(Right.FILES)
def contest_document(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Send everything about a contest as one document, which another computer takes."""
    tournament = get_tournament(club, pk)
    if not _at_work.acquire(blocking=False):
        messages.info(request, _("Another document is just being worked on. Ask in a moment."))
        return redirect("tournaments:export-list", pk)
    try:
        text = document_text(document_of(tournament))
    finally:
        _at_work.release()
    name = f"{slugify(tournament.name)}-{tournament.date:%Y-%m-%d}".strip("-")
    return download(f"{text}\n", f"{name}.json", f"{JSON}; charset=utf-8")


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.CONTESTS)
def contest_import(request: HttpRequest, club: Club) -> HttpResponse:
    """Bring in the document of a contest; where anything in it is wrong say what, store nothing."""
    data, files = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    form = ContestDocumentForm(data, files)
    context: dict[str, object] = {"form": form}
    if form.is_bound and form.is_valid():
        if not _at_work.acquire(blocking=False):
            form.add_error(None, _("Another document is just being worked on. Ask in a moment."))
            return render(request, "transfer/contest_import.html", context)
        try:
            stored = _stored(request, club, form)
        except DocumentError as error:
            if any(problem.code is ShapeCode.NO_LOG for problem in error.problems):
                form.add_error("without_log", _("It has no log: tick this if that is why."))
                return render(request, "transfer/contest_import.html", context)
            texts = refusal_texts(error.problems, error.differences)
            wrong = Start(texts, error.count)
            context |= {"wrong": wrong, "summary": nothing_stored_text(error.count)}
        except BusyError:
            form.add_error(None, _("Another document is just being worked on. Ask in a moment."))
        except TooManyContestsError as error:
            form.add_error(None, contests_full_text(error))
        else:
            text = _("%(name)s is brought in, as it was left.")
            messages.success(request, text % {"name": stored.name})
            return redirect("tournaments:tournament-detail", stored.pk)
        finally:
            _at_work.release()
    return render(request, "transfer/contest_import.html", context)


def _stored(request: HttpRequest, club: Club, form: ContestDocumentForm) -> Tournament:
    return import_tournament(
        document=read_document(form.text, club=club.pk),
        is_proven=True,
        club=club,
        now=timezone.now(),
        without_log=author_of(request) if form.cleaned_data["without_log"] else None,
    )
