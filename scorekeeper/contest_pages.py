"""What a contest adds to the pages of its games: registered beside the port of its verbs."""

from dataclasses import dataclass
from typing import Protocol

from django.http import HttpRequest, HttpResponse

from scorekeeper.contests import ContestSheet
from scorekeeper.models import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestPage(ContestSheet):
    """What the page of a game shows of its contest, by a template of the contest's own.

    `back` is the address of the contest's own page. `token` is the code by which this visitor's
    phone sends hands, None for whoever runs the contest; `join` the address at which one joins.
    """

    template: str
    context: dict[str, object]
    back: str
    back_label: str
    token: str | None
    join: str


class ContestPages(Protocol):
    """Who knows the visitors of contests, and what they are shown."""

    def may_see(self, request: HttpRequest, game: Game) -> bool:
        """Return whether a phone may open the game; raises TableMovedOnError."""

    def join(self, request: HttpRequest, token: str) -> None:
        """Let a phone in that shows the code of a table; nothing for any other code."""

    def show_the_way(self, request: HttpRequest) -> None:
        """Raise TableMovedOnError for a phone that joined a table; its game is not found."""

    def page(self, request: HttpRequest, game: Game) -> ContestPage:
        """Return what the page of the game shows of its contest."""

    def refusal(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return what is answered where a contest refused an act, None for anything else."""


_registered: list[ContestPages] = []


def register(pages: ContestPages) -> None:
    _registered[:] = [pages]


def pages_of(game: Game) -> ContestPages | None:
    """Return who adds to the page of a game, None for a game of no contest."""
    return _registered[0] if game.is_contest and _registered else None


def refusal_page(request: HttpRequest, exception: Exception) -> HttpResponse | None:
    return _registered[0].refusal(request, exception) if _registered else None


def show_the_way(request: HttpRequest) -> None:
    for pages in _registered:
        pages.show_the_way(request)


def join_by_code(request: HttpRequest, token: str) -> None:
    for pages in _registered:
        pages.join(request, token)
