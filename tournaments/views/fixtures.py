"""Stub of the lead: whoever has this subject replaces the whole file."""

from django.http import HttpRequest, HttpResponse


def team_list(request: HttpRequest, **kwargs: object) -> HttpResponse:
    """Stub."""
    return HttpResponse(status=501)


def fixture_list(request: HttpRequest, **kwargs: object) -> HttpResponse:
    """Stub."""
    return HttpResponse(status=501)


def fixture_detail(request: HttpRequest, **kwargs: object) -> HttpResponse:
    """Stub."""
    return HttpResponse(status=501)
