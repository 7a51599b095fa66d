"""Responses that a browser saves as a file."""

from typing import BinaryIO, Final, cast

from django.http import FileResponse, HttpResponse
from django.utils.http import content_disposition_header

JSON: Final = "application/json"


def download(content: bytes | str | BinaryIO, name: str, content_type: str) -> HttpResponse:
    """Return a download under that name; an open file is streamed and closed."""
    if isinstance(content, bytes | str):
        response = HttpResponse(content, content_type=content_type)
        response["Content-Disposition"] = cast(str, content_disposition_header(True, name))
        return response
    sent = FileResponse(content, as_attachment=True, filename=name, content_type=content_type)
    # The project's decorators are typed for HttpResponse.
    return cast(HttpResponse, sent)
