"""What is answered to errors that any page of a game may meet."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse

from scorekeeper.contests import TableMovedOnError, show_the_way
from scorekeeper.services.games import GameGoneError
from scorekeeper.views.moved_on import table_moved_on


class TableMovedOnMiddleware:
    """Show the way to phones whose game in a contest is over, or is there no more."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Keep what answers."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer as usual."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer for a page that the table has left."""
        if isinstance(exception, GameGoneError):
            exception = _as_not_found(request)
            if isinstance(exception, Http404):
                raise exception
        if isinstance(exception, TableMovedOnError):
            return table_moved_on(request, exception)
        return None


def _as_not_found(request: HttpRequest) -> Exception:
    """Return what a page of the game raises once the game is there no more."""
    try:
        show_the_way(request)
    except TableMovedOnError as error:
        return error
    return Http404()
