from django.http import HttpRequest, HttpResponse

def attendance_edit(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def evening_close(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def evening_code(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def evening_detail(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def evening_edit(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def evening_join(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def evening_list(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def evening_new(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def evening_reopen(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")
