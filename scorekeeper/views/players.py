from django.http import HttpRequest, HttpResponse

def player_archive(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def player_edit(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def player_list(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def player_new(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def player_restore(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")
