"""The error page for requests that are too large or malformed."""

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.defaults import bad_request

_TOO_MUCH = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)


def refuse_bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the response to an unreadable request: going back in the browser keeps the form."""
    if isinstance(exception, _TOO_MUCH):
        return render(request, "413.html", status=413)
    return bad_request(request, exception)
