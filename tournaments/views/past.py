"""Stub of the lead: whoever has this subject replaces the whole file."""

from django.http import HttpRequest, HttpResponse


def past_list(request: HttpRequest, **kwargs: object) -> HttpResponse:
    """Stub."""
    return HttpResponse(status=501)


def past_import(request: HttpRequest, **kwargs: object) -> HttpResponse:
    """Stub."""
    return HttpResponse(status=501)


def past_detail(request: HttpRequest, **kwargs: object) -> HttpResponse:
    """Stub."""
    return HttpResponse(status=501)


def past_delete(request: HttpRequest, **kwargs: object) -> HttpResponse:
    """Stub."""
    return HttpResponse(status=501)
