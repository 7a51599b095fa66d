from django.http import HttpRequest, HttpResponse

def game_detail(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def game_edit(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def game_finish(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def game_history(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def game_join(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def game_list(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def game_new(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def game_reopen(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def game_stop(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")
