"""The download of an evening's document."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from scorekeeper.clubs.access import requires
from scorekeeper.documents.queries import document_of_evening
from scorekeeper.downloads import JSON, download
from scorekeeper.models import Club
from scorekeeper.roles import Right


@require_safe
@requires(Right.FILES)
def evening_document(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Return the whole evening as a document that another computer can import."""
    evening = get_object_or_404(club.evenings, pk=pk)
    name = f"{slugify(evening.name)}-{evening.date:%Y-%m-%d}".strip("-")
    text = document_of_evening(evening).text()
    return download(f"{text}\n", f"{name}.json", f"{JSON}; charset=utf-8")
