"""Stub of the lead: whoever has this subject replaces the whole file."""

from django.http import HttpRequest, HttpResponse


def story(request: HttpRequest, **kwargs: object) -> HttpResponse:
    """Stub."""
    return HttpResponse(status=501)


def public_story(request: HttpRequest, **kwargs: object) -> HttpResponse:
    """Stub."""
    return HttpResponse(status=501)
