"""Who may come in: phones with the code of a table or a game, organisers with their session."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language
from ninja.security import APIKeyCookie, HttpBearer
from ninja.utils import check_csrf

from scorekeeper.api.problems import csrf_failed, not_found, token_unknown
from scorekeeper.clubs.access import member_club
from scorekeeper.clubs.pages.shown_names import WHOLE_NAMES, ShownNames, names_for_everybody
from scorekeeper.contests import (
    ContestSheet,
    TableMovedOnError,
    games,
    is_table_code,
    keeper_of,
    show_the_way_from,
)
from scorekeeper.hands.pages.phone_sheets import phone_sheet
from scorekeeper.hands.pages.sheets import GameSheet, load_sheet
from scorekeeper.models import Club, Game

KEPT_WITH_A_GAME: Final = (
    "version",
    "status",
    "kind",
    "hand_count",
    "total_a",
    "total_b",
    "held",
    "passed_deals",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedGame:
    """A game that somebody may see, and what they may do there.

    `token` is the code that opened it, None for somebody who is signed in; `contest` is its
    contest's say, None outside contests.
    """

    game: Game
    token: str | None
    contest: ContestSheet | None

    @property
    def corrects_finished(self) -> bool:
        """Return whether hands are corrected once the game has ended."""
        return self.contest is not None and self.contest.may_correct

    @property
    def etag(self) -> str:
        """Return a word that changes whenever the sheet does, for this visitor."""
        # A backup that was put back may reach an old number of the version with other hands.
        shown = [getattr(self.game, name) for name in KEPT_WITH_A_GAME]
        parts = [self.game.pk, *shown, self.contest, get_language()]
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:20]

    @property
    def names(self) -> ShownNames:
        """Return how this visitor sees the names of the club's people."""
        return WHOLE_NAMES if self.token is None else names_for_everybody(self.game.club_id)

    def load(self) -> GameSheet:
        """Return the sheet as it is stored, with names as this visitor sees them."""
        return load_sheet(self.game, self.names)

    def after(self, game: Game) -> "OpenedGame":
        """Return the game as an act left it."""
        return OpenedGame(game=game, token=self.token, contest=self._contest_now(game))

    def again(self) -> "OpenedGame":
        """Return the game as it is now; raises TableMovedOnError once it is gone."""
        game = games().filter(pk=self.game.pk).first()
        if game is None:
            return _gone(self.token)
        return self.after(game)

    def _contest_now(self, game: Game) -> ContestSheet | None:
        keeper = keeper_of(game)
        if keeper is None:
            return None
        try:
            found = keeper.sheet(game, self.token)
        except TableMovedOnError:
            found = None
        # The round was closed, or the code replaced, a moment after this phone came in.
        return found or ContestSheet(may_enter=False, may_correct=False, receipt="", mark="")

    def as_plain(self, sheet: GameSheet | None = None) -> dict[str, Any]:
        """Return the sheet as JSON can hold it."""
        return phone_sheet(sheet or self.load(), self.contest)


def _gone(token: str | None) -> OpenedGame:
    """Refuse a game that is there no more; raises TableMovedOnError at a contest's table."""
    if token is not None:
        show_the_way_from(token)
    raise not_found()


def open_by_token(request: HttpRequest, token: str) -> OpenedGame:
    """Return the game of the address for whoever has that code, in two queries at most.

    Raises ApiProblemError, and TableMovedOnError once the table has left the game.
    """
    game = _asked(request)
    if game is None:
        if not _is_code(token):
            raise token_unknown()
        return _gone(token)
    if keeper := keeper_of(game):
        if contest := keeper.sheet(game, token):
            return OpenedGame(game=game, token=token, contest=contest)
    elif game.token == token and not game.is_contest:
        return OpenedGame(game=game, token=token, contest=None)
    raise not_found() if _is_code(token) else token_unknown()


def open_by_session(request: HttpRequest, club: Club | None) -> OpenedGame:
    """Return the game of the address for an organiser of its club; raises ApiProblemError."""
    game = _asked(request)
    if game is None or club is None or game.club_id != club.pk:
        raise not_found()
    keeper = keeper_of(game)
    return OpenedGame(game=game, token=None, contest=keeper.sheet(game, None) if keeper else None)


def _asked(request: HttpRequest) -> Game | None:
    assert request.resolver_match is not None, "an address was found"
    return games().filter(pk=request.resolver_match.kwargs["game_id"]).first()


def _is_code(token: str) -> bool:
    """Return whether the code opens anything at all."""
    return is_table_code(token) or game_of_code(token) is not None


def game_of_code(token: str) -> Game | None:
    """Return the game of no contest that a code opens."""
    return Game.objects.outside_contests().filter(token=token).first()


class TableToken(HttpBearer):
    """The code of a table or of a game outside contests: whoever has it enters what is played."""

    def __init__(self, find: Callable[[HttpRequest, str], object]) -> None:
        """Take what finds out what the code opens; it raises where it opens nothing."""
        super().__init__()
        self.openapi_security_schema["description"] = (
            "The code of a contest's table, or of a game outside contests."
        )
        self._find = find

    def authenticate(self, request: HttpRequest, token: str) -> object:
        """Return what the code opens."""
        return self._find(request, token)


class OrganiserSession(APIKeyCookie):
    """The session of somebody who runs the club, with the CSRF header where anything changes."""

    param_name = settings.SESSION_COOKIE_NAME

    def __init__(self, find: Callable[[HttpRequest, Club | None], object]) -> None:
        """Take what finds out what a member of a club may open; it raises where nothing."""
        # Checked below, once it is known that somebody is signed in.
        super().__init__(csrf=False)
        self.openapi_security_schema["description"] = (
            "The session of an organiser; unsafe methods need the header X-CSRFToken too."
        )
        self._find = find

    def authenticate(self, request: HttpRequest, key: str | None) -> object:
        """Return what the club's member may open, None where nobody is signed in."""
        if key is None or not request.user.is_authenticated:
            return None
        if check_csrf(request):
            raise csrf_failed()
        return self._find(request, member_club(request))


def opened(request: HttpRequest) -> OpenedGame:
    """Return the game that the request came in to."""
    found: OpenedGame = request.auth  # type: ignore[attr-defined]
    return found


GAME_WAYS = (TableToken(open_by_token), OrganiserSession(open_by_session))
"""The ways in to a game, for its addresses."""
