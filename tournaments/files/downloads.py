"""Downloads of lists in the requested file format."""

from typing import Final

from django.http import Http404, HttpResponse
from django.utils.text import slugify

from scorekeeper.downloads import download
from tournaments.files.spreadsheets import ExportedList, csv_file, xlsx_file
from tournaments.models import Tournament

CONTENT_TYPES: Final = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def refuse_unknown_kind(kind: str) -> None:
    """Raise Http404 for a file format in which lists are not offered."""
    if kind not in CONTENT_TYPES:
        raise Http404


def contest_file_name(tournament: Tournament, exported: ExportedList) -> str:
    """Return the name of a file about a contest, without its ending."""
    parts = (slugify(tournament.name), f"{tournament.date:%Y-%m-%d}", slugify(exported.title))
    return "-".join(filter(None, parts))


def download_list(
    exported: ExportedList, name: str, kind: str, *, decimal_mark: str = "."
) -> HttpResponse:
    """Return a list as a file; `decimal_mark` is the one that the reader's CSV program expects."""
    if kind == "csv":
        content = csv_file(exported.columns, exported.rows, decimal_mark=decimal_mark)
    else:
        content = xlsx_file(exported.title, exported.columns, exported.rows)
    return download(content, f"{name}.{kind}", CONTENT_TYPES[kind])
