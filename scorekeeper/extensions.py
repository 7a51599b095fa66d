"""The seam between the core and its extensions: see `.docs/extensions.md`.

The score keeper imports no code of the competitions, and no core room that of an extension. The
competitions are the score keeper's largest `Extension`: their `Keeper` controls changes to a
contest's games (`Game.is_contest`), and their `ContestPages` show a game's contest.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Protocol

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html_join
from django.utils.module_loading import import_string
from django.utils.safestring import SafeString

from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.models import Club, Evening, Game, GameEvent, Hand
from scorekeeper.roles import Right

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.utils.functional import _StrPromise


@dataclass(frozen=True, slots=True, kw_only=True)
class MenuEntry:
    """An entry of a menu, placed before the entry of the page named in `before`.

    The menu of a contest has no icons. There, only who has the `right` sees the entry, and `count`
    returns how many wait on that page, from a `Tournament`.
    """

    page: str
    label: "_StrPromise"
    icon: str = ""
    before: str
    right: Right = Right.LOOK
    count: Callable[[Any], int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HallDoor:
    """A page that everybody in a hall may open: `page` takes the 22 characters of its QR code."""

    club: int
    name: str
    token: str
    page: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubLinks:
    """The links to a club that a phone without an account gets.

    `pages` are URLs with their labels. `ask` is the URL name, with a club and a player, of the page
    on which a phone's user says who they are, empty if that is not offered; `own` is their player's
    key.
    """

    pages: "tuple[tuple[str, _StrPromise], ...]" = ()
    ask: str = ""
    own: int | None = None


IN_TAG: Final = (
    "version",
    "mark",
    "status",
    "kind",
    "hand_count",
    "total_a",
    "total_b",
    "held",
    "passed_deals",
)
"""The fields of a game that determine the tag of its sheet."""


class MovedOn(StrEnum):
    """Why hands are no longer entered in a game of a contest."""

    CLOSED = "closed"
    """Its round is closed."""
    LEFT = "left"
    """Somebody at the table has withdrawn from the contest, which ended the game."""
    GONE = "gone"
    """The game no longer exists: its draw was undone, or its table closed."""


class TableMovedOnError(Exception):
    """Raised for a phone whose game is over; `address` leads to its table's current game.

    `ruleset` is that of the contest, if the game itself no longer exists.
    """

    def __init__(self, address: str, reason: MovedOn, ruleset: RuleSet | None = None) -> None:
        super().__init__(address, reason)
        self.address = address
        self.reason = reason
        self.ruleset = ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestSheet:
    """What a contest determines about a game's sheet.

    `may_enter` says whether this visitor may enter hands, `may_correct` whether hands of the
    finished game may be corrected; `receipt` is the code of the finished sheet, empty while the
    game is running; `mark` changes with everything that the contest shows of the game.
    """

    may_enter: bool
    may_correct: bool
    receipt: str
    mark: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEnd:
    """Where the log of a contest ends: `head` is the number of its last line and that line's hash.

    `contest` is the contest's public code.
    """

    contest: str
    head: str


class Keeper(Protocol):
    """Controls changes to the games of contests."""

    def lock(self, game_id: int, token: str | None) -> Game | None:
        """Lock the rows above the game; return the game from `games`, read and locked after."""

    def refuse_finished(self, game: Game) -> None:
        """Raise if the contest of a locked game accepts no more changes."""

    def follow(self, game: Game, hands: Sequence[Hand], events: Sequence[GameEvent]) -> None:
        """Log what was done to the game, and update the contest from the hands that count.

        Called in the same transaction; may raise to refuse.
        """

    def games(self, token: str | None) -> "QuerySet[Game]":
        """Return all games, with what `sheet` needs prefetched.

        With a code only the games that it opens: those of its table, or those of no contest.
        """

    def get_light(self, game_id: int, token: str | None) -> Game | None:
        """Return one of the `games`, with only the fields that its sheet's tag needs."""

    def knows(self, token: str) -> bool:
        """Return whether a table has this code now."""

    def sheet(self, game: Game, token: str | None, *, decides: bool) -> ContestSheet | None:
        """Return what the holder of the table's code may do; without a code, what a member may.

        `decides` says whether the member has a referee's rights. None if the game no longer exists.
        Raises TableMovedOnError once it is over.
        """

    def log_end(self, game: Game) -> LogEnd | None:
        """Return where the log of a game's contest ended when the game was read or last changed."""

    def show_the_way_from(self, token: str) -> None:
        """Raise TableMovedOnError if the code is a table's; called if its game is not found."""

    def is_contest_on(self, first: date, last: date) -> bool:
        """Return whether a contest on these days is unfinished, in any club."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestPage(ContestSheet):
    """What the page of a game shows of its contest, rendered by the contest's own template.

    `name` and `place` say which contest, round and table. `back` is the URL of the contest's page.
    `token` is the code with which this visitor's phone sends hands, None for organisers; `join` is
    the URL at which others join, `call` the one at which the table calls the referee, empty where
    it cannot.
    """

    template: str
    context: dict[str, object]
    name: str
    place: str
    back: str
    back_label: str
    token: str | None
    join: str
    call: str


class ContestPages(Protocol):
    """Shows contests to the visitors of their games."""

    def may_see(self, request: HttpRequest, game: Game) -> bool:
        """Return whether a phone may open the game; raises TableMovedOnError."""

    def join(self, request: HttpRequest, token: str) -> None:
        """Let a phone with a table's code join; does nothing for other codes."""

    def show_the_way(self, request: HttpRequest) -> None:
        """Raise TableMovedOnError for a phone that joined a table, if its game is not found."""

    def page(self, request: HttpRequest, game: Game) -> ContestPage:
        """Return what the page of the game shows of its contest."""

    def refusal(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return the response to a change that a contest refused, None for other exceptions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extension:
    """Everything that one extension adds; pages are given by URL name.

    `code` is its name in the program. Without the extensions that it `requires`, by code, it cannot
    run. `urls` is a module of URL patterns in the namespace "tournaments", `api` one with a
    `router` of the interface for programs. `templates` are rendered at places of other pages, each
    with the context of the page: `{% extensions "place" %}` marks a place.

    On the home page of a club `home_head` renders what is on today, `home_card` cards,
    `home_notice` what an organiser has to answer; `visitor_card` is the card for a phone that
    joined. Such a phone gets `club_links` on the pages of a table and an evening. `new_contest`
    creates a contest. `player_page` is where a player's name links to; `player_links`, with their
    labels, are shown where a player is edited, `list_links` above the list of players,
    `evening_links` on an evening; `evening_notice` says where an evening is written, if not here.
    `owner_links` are shown to the owner below the members. `doors` are pages that a code opens and
    that lead to a game; `hall_doors` returns the pages open to the public on some days,
    `table_door` the table with a number behind one of them.
    `fill_trial` adds to a club filled for trying out. `duties` are done regularly: a name, seconds,
    what is done.

    `label` and `text` say what it is for, where a club chooses what it uses; without a label it is
    always on. A club that only plays evenings and contests uses what `is_usual`. `has_data` returns
    whether a club, or the contest that is shown, has something stored by it: then it is shown
    although the club does not use it.

    `contest_menu` are pages of a contest in its menu. `contest_end` returns the page, with its
    label, to which a `Tournament` leads once it is finished, None if it leads to its ranking.
    `contest_results` is the public page of a finished contest, by its token, to which a player's
    page links. `prizes_won` returns who has won what by a ranking, for the board at the end, from a
    `Tournament` and a `Ranking`.

    `help_chapters` says which chapter of the help is about the pages of a module, by the beginning
    of its name.

    `keeper` and `contest_pages` belong to the competitions alone.
    """

    code: str
    label: "_StrPromise | str" = ""
    text: "_StrPromise | str" = ""
    is_usual: bool = False
    has_data: Callable[[Club, Any], bool] | None = None
    requires: tuple[str, ...] = ()
    urls: str = ""
    api: str = ""
    templates: Mapping[str, str] = field(default_factory=dict)
    menu: tuple[MenuEntry, ...] = ()
    home_head: Callable[[HttpRequest, Club], SafeString] | None = None
    home_card: Callable[[HttpRequest, Club], SafeString] | None = None
    new_contest: str = ""
    home_notice: Callable[[HttpRequest, Club], SafeString] | None = None
    visitor_card: Callable[[HttpRequest], SafeString] | None = None
    club_links: Callable[[HttpRequest, int], ClubLinks] | None = None
    evening_notice: Callable[[Evening], SafeString] | None = None
    evening_links: "tuple[tuple[str, _StrPromise], ...]" = ()
    player_page: str = ""
    player_links: "tuple[tuple[str, _StrPromise], ...]" = ()
    list_links: "tuple[tuple[str, _StrPromise], ...]" = ()
    owner_links: "tuple[tuple[str, _StrPromise], ...]" = ()
    doors: tuple[str, ...] = ()
    hall_doors: Callable[[Collection[date]], Iterable[HallDoor]] | None = None
    table_door: Callable[[HallDoor, int], HallDoor | None] | None = None
    fill_trial: Callable[..., object] | None = None
    duties: tuple[tuple[str, float, Callable[[], object]], ...] = ()
    contest_menu: tuple[MenuEntry, ...] = ()
    contest_end: "Callable[[Any], tuple[str, _StrPromise] | None] | None" = None
    contest_results: str = ""
    prizes_won: Callable[[Any, Any], Sequence[Any]] | None = None
    help_chapters: Mapping[str, str] = field(default_factory=dict)
    keeper: Keeper | None = None
    contest_pages: ContestPages | None = None


@cache
def extensions() -> tuple[Extension, ...]:
    """Return the extensions that the settings list, in that order."""
    found = tuple(import_string(f"{name}.extension.EXTENSION") for name in settings.EXTENSIONS)
    codes = {one.code for one in found}
    for one in found:
        if missing := set(one.requires) - codes:
            message = f"The extension {one.code} requires {', '.join(sorted(missing))}."
            raise ImproperlyConfigured(message)
    return found


def offered() -> list[Extension]:
    """Return the extensions that a club may use or not."""
    return [one for one in extensions() if one.label]


def extension_of(module: str) -> Extension | None:
    """Return the extension whose code a module is part of, None for one of the core."""
    return next((one for one in offered() if f".extensions.{one.code}." in module), None)


HELP_CHAPTERS: Final = {
    "scorekeeper.backups": "backup",
    "scorekeeper.clubs.views.accounts": "sign-in",
    "scorekeeper.clubs.views.helpers": "sign-in",
    "scorekeeper.clubs.views.members": "roles",
    "scorekeeper.clubs.views.players": "evening",
    "scorekeeper.documents": "rules",
    "scorekeeper.evenings": "evening",
    "scorekeeper.games.views.games": "game",
    "scorekeeper.games.views.hands": "hand",
    "scorekeeper.home": "start",
    "scorekeeper.offline": "offline",
    "scorekeeper.onboarding": "start",
    "scorekeeper.rules": "rules",
    "scorekeeper.slips": "slip",
    "scorekeeper.standby": "two-computers",
    "scorekeeper.system": "computer",
    "scorekeeper.system.failures": "failures",
}
"""The chapter of the help that is about the pages of a module, by the beginning of its name."""


def help_chapter(module: str) -> str:
    """Return the chapter of the help about the pages of a module, empty if there is none."""
    chapters = dict(HELP_CHAPTERS)
    for one in extensions():
        chapters |= one.help_chapters
    fitting = [name for name in chapters if f"{module}.".startswith(f"{name}.")]
    return chapters[max(fitting, key=len)] if fitting else ""


def uses(club: Club | None, code: str) -> bool:
    """Return whether a club wants to see an extension."""
    return club is None or club.uses is None or code in club.uses


def is_seen(one: Extension, club: Club | None, contest: Any = None) -> bool:
    """Return whether a club uses an extension, or has something stored by it.

    On the pages of a contest whether the contest has. Asks the database if the club does not use
    it: ask first whether the extension adds anything there.
    """
    if not one.label or uses(club, one.code):
        return True
    return bool(club and one.has_data and one.has_data(club, contest))


def sees(club: Club | None, code: str, contest: Any = None) -> bool:
    """Return whether an extension is there and `is_seen`."""
    return any(is_seen(one, club, contest) for one in extensions() if one.code == code)


def rendered(parts: Iterable[SafeString]) -> SafeString:
    return format_html_join("", "{}", ((part,) for part in parts))


def optional_url(page: str, *args: object) -> str:
    """Return the URL of an extension's page, empty without that extension."""
    try:
        return reverse(page, args=args)
    except NoReverseMatch:
        return ""


def _keeper() -> Keeper | None:
    return next((one.keeper for one in extensions() if one.keeper), None)


def _contest_pages() -> ContestPages | None:
    return next((one.contest_pages for one in extensions() if one.contest_pages), None)


def keeper_of(game: Game) -> Keeper | None:
    return _keeper() if game.is_contest else None


def show_the_way_from(token: str) -> None:
    if keeper := _keeper():
        keeper.show_the_way_from(token)


def is_table_code(token: str) -> bool:
    keeper = _keeper()
    return keeper is not None and keeper.knows(token)


def is_contest_on(first: date, last: date) -> bool:
    keeper = _keeper()
    return keeper is not None and keeper.is_contest_on(first, last)


def lock_game(game_id: int, token: str | None = None) -> Game | None:
    """Return a game, locked after the rows above it.

    Locks are always taken in this order, and what was read is consistent.
    """
    if keeper := _keeper():
        return keeper.lock(game_id, token)
    return games(token).select_for_update().filter(pk=game_id).first()


def refuse_finished(game: Game) -> None:
    """Raise if the contest of a locked game accepts no more changes."""
    if keeper := keeper_of(game):
        keeper.refuse_finished(game)


def games(token: str | None = None) -> "QuerySet[Game]":
    """Return all games; with a code those that it opens: of a contest's table, or of no contest."""
    if keeper := _keeper():
        return keeper.games(token)
    return Game.objects.all() if token is None else Game.objects.filter(opened_by(token))


def get_light(game_id: int, token: str | None) -> Game | None:
    """Return one of the `games`, with only the fields that its sheet's tag needs."""
    if keeper := _keeper():
        return keeper.get_light(game_id, token)
    return games(token).filter(pk=game_id).first()


def opened_by(token: str) -> Q:
    """Return the condition that a game of no contest has that code."""
    return Q(token=token, is_contest=False)


def pages_of(game: Game) -> ContestPages | None:
    """Return who shows the contest of a game, None for a game of no contest."""
    return _contest_pages() if game.is_contest else None


def refusal_page(request: HttpRequest, exception: Exception) -> HttpResponse | None:
    pages = _contest_pages()
    return pages.refusal(request, exception) if pages else None


def show_the_way(request: HttpRequest) -> None:
    if pages := _contest_pages():
        pages.show_the_way(request)


def join_by_code(request: HttpRequest, token: str) -> None:
    if pages := _contest_pages():
        pages.join(request, token)
