from django.http import HttpRequest, HttpResponse

def slip_edit(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def slip_new(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")
