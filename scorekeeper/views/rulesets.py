from django.http import HttpRequest, HttpResponse

def game_rules(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def ruleset_copy(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def ruleset_delete(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def ruleset_detail(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def ruleset_edit(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def ruleset_examples(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")


def ruleset_list(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("pending")
