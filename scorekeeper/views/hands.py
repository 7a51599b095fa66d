from django.http import HttpRequest, HttpResponse

def deal_pass(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def deal_restore(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def hand_delete(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def hand_edit(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def hand_new(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def hand_preview(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def hand_undo(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")
