"""What is sent and is larger than any page takes: said in words, and nothing typed is lost."""

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.defaults import bad_request

_TOO_MUCH = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)


def refuse_bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer what could not be read: the browser keeps the form, one step back."""
    if isinstance(exception, _TOO_MUCH):
        return render(request, "413.html", status=413)
    return bad_request(request, exception)
