"""What is answered to errors that any page of a game may meet."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from scorekeeper.contests import TableMovedOnError
from scorekeeper.views.moved_on import table_moved_on


class TableMovedOnMiddleware:
    """Show the way to phones that a closed round left behind."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Keep what answers."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer as usual."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer for a page that the table has left."""
        if isinstance(exception, TableMovedOnError):
            return table_moved_on(request, exception.address)
        return None
