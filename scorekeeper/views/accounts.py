from django.http import HttpRequest, HttpResponse

def account_edit(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def account_invite(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def club_choose(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def sign_in(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")
