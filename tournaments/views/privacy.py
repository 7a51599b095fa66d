"""Stub of the lead: whoever has this subject replaces the whole file."""

from django.http import HttpRequest, HttpResponse


def player_privacy(request: HttpRequest, **kwargs: object) -> HttpResponse:
    """Stub."""
    return HttpResponse(status=501)


def player_merge(request: HttpRequest, **kwargs: object) -> HttpResponse:
    """Stub."""
    return HttpResponse(status=501)


def merge_undo(request: HttpRequest, **kwargs: object) -> HttpResponse:
    """Stub."""
    return HttpResponse(status=501)
