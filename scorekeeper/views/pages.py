from django.http import HttpRequest, HttpResponse

def help_page(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def home(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def styleguide(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")
