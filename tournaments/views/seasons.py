"""Stub of the lead: whoever has this subject replaces the whole file."""

from django.http import HttpRequest, HttpResponse


def league_list(request: HttpRequest, **kwargs: object) -> HttpResponse:
    """Stub."""
    return HttpResponse(status=501)


def league_new(request: HttpRequest, **kwargs: object) -> HttpResponse:
    """Stub."""
    return HttpResponse(status=501)


def season_new(request: HttpRequest, **kwargs: object) -> HttpResponse:
    """Stub."""
    return HttpResponse(status=501)


def season_detail(request: HttpRequest, **kwargs: object) -> HttpResponse:
    """Stub."""
    return HttpResponse(status=501)


def season_edit(request: HttpRequest, **kwargs: object) -> HttpResponse:
    """Stub."""
    return HttpResponse(status=501)


def season_events(request: HttpRequest, **kwargs: object) -> HttpResponse:
    """Stub."""
    return HttpResponse(status=501)


def season_corrections(request: HttpRequest, **kwargs: object) -> HttpResponse:
    """Stub."""
    return HttpResponse(status=501)


def season_freeze(request: HttpRequest, **kwargs: object) -> HttpResponse:
    """Stub."""
    return HttpResponse(status=501)


def season_unfreeze(request: HttpRequest, **kwargs: object) -> HttpResponse:
    """Stub."""
    return HttpResponse(status=501)


def season_penalties(request: HttpRequest, **kwargs: object) -> HttpResponse:
    """Stub."""
    return HttpResponse(status=501)


def season_export(request: HttpRequest, **kwargs: object) -> HttpResponse:
    """Stub."""
    return HttpResponse(status=501)


def season_public(request: HttpRequest, **kwargs: object) -> HttpResponse:
    """Stub."""
    return HttpResponse(status=501)
