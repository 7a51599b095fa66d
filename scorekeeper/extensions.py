"""The hooks by which competitions extend the score keeper, which imports none of their code.

`Additions` are menu entries, cards and links on its pages. A `Keeper` controls changes to a
contest's games (`Game.is_contest`). `ContestPages` shows a game's contest to its visitors.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Protocol

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString

from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.models import Club, Evening, Game, GameEvent, Hand

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.utils.functional import _StrPromise


@dataclass(frozen=True, slots=True, kw_only=True)
class MenuEntry:
    """An entry of the main menu, placed before the entry of the page named in `before`."""

    page: str
    label: "_StrPromise"
    icon: str
    before: str


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Additions:
    """Everything that competitions add; pages are given by URL name.

    `home_card` renders a club's card on the home page, `home_notice` what an organiser has to
    answer, `visitor_card` the card for a phone that joined; such a phone gets `club_links` on the
    pages of a table and an evening. `new_contest` creates a contest, empty if there are none.
    `player_page` is where a player's name links to; `player_links`, with their labels, are shown
    where a player is edited, `list_links` above the list of players, `evening_links` on an evening;
    `evening_notice` says where an evening is written, if not here. `owner_links` are shown to the
    owner below the members. `doors` are pages that a code opens and that lead to a game;
    `hall_doors` returns the pages open to the public on some days, `table_door` the table with a
    number behind one of them. `fill_trial` adds to a club filled for trying out.
    """

    menu: tuple[MenuEntry, ...] = ()
    home_card: Callable[[HttpRequest, Club], SafeString] | None = None
    new_contest: str = ""
    home_notice: Callable[[HttpRequest, Club], SafeString] | None = None
    visitor_card: Callable[[HttpRequest], SafeString] | None = None
    club_links: Callable[[HttpRequest, int], ClubLinks] | None = None
    evening_notice: Callable[[Evening], SafeString] | None = None
    evening_links: "tuple[tuple[str, _StrPromise], ...]" = ()
    player_page: str = "scorekeeper:player-edit"
    player_links: "tuple[tuple[str, _StrPromise], ...]" = ()
    list_links: "tuple[tuple[str, _StrPromise], ...]" = ()
    owner_links: "tuple[tuple[str, _StrPromise], ...]" = ()
    doors: tuple[str, ...] = ()
    hall_doors: Callable[[Collection[date]], Iterable[HallDoor]] | None = None
    table_door: Callable[[HallDoor, int], HallDoor | None] | None = None
    fill_trial: Callable[..., object] | None = None
    duties: tuple[tuple[str, float, Callable[[], object]], ...] = ()


_added = [Additions()]


def register_additions(additions: Additions) -> None:
    """Set what competitions add to the pages of the score keeper."""
    _added[:] = [additions]


def added() -> Additions:
    return _added[0]


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

    def show_the_way_from(self, token: str) -> None:
        """Raise TableMovedOnError if the code is a table's; called if its game is not found."""

    def is_contest_on(self, first: date, last: date) -> bool:
        """Return whether a contest on these days is unfinished, in any club."""


_keepers: list[Keeper] = []


def register_keeper(keeper: Keeper) -> None:
    _keepers[:] = [keeper]


def keeper_of(game: Game) -> Keeper | None:
    return _keepers[0] if game.is_contest and _keepers else None


def show_the_way_from(token: str) -> None:
    for keeper in _keepers:
        keeper.show_the_way_from(token)


def is_table_code(token: str) -> bool:
    return any(keeper.knows(token) for keeper in _keepers)


def is_contest_on(first: date, last: date) -> bool:
    return any(keeper.is_contest_on(first, last) for keeper in _keepers)


def lock_game(game_id: int, token: str | None = None) -> Game | None:
    """Return a game, locked after the rows above it.

    Locks are always taken in this order, and what was read is consistent.
    """
    if _keepers:
        return _keepers[0].lock(game_id, token)
    return games(token).select_for_update().filter(pk=game_id).first()


def refuse_finished(game: Game) -> None:
    """Raise if the contest of a locked game accepts no more changes."""
    if keeper := keeper_of(game):
        keeper.refuse_finished(game)


def games(token: str | None = None) -> "QuerySet[Game]":
    """Return all games; with a code those that it opens: of a contest's table, or of no contest."""
    if _keepers:
        return _keepers[0].games(token)
    return Game.objects.all() if token is None else Game.objects.filter(opened_by(token))


def get_light(game_id: int, token: str | None) -> Game | None:
    """Return one of the `games`, with only the fields that its sheet's tag needs."""
    if _keepers:
        return _keepers[0].get_light(game_id, token)
    return games(token).filter(pk=game_id).first()


def opened_by(token: str) -> Q:
    """Return the condition that a game of no contest has that code."""
    return Q(token=token, is_contest=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestPage(ContestSheet):
    """What the page of a game shows of its contest, rendered by the contest's own template.

    `back` is the URL of the contest's page. `token` is the code with which this visitor's phone
    sends hands, None for organisers; `join` is the URL at which others join.
    """

    template: str
    context: dict[str, object]
    back: str
    back_label: str
    token: str | None
    join: str


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


_registered: list[ContestPages] = []


def register_pages(pages: ContestPages) -> None:
    _registered[:] = [pages]


def pages_of(game: Game) -> ContestPages | None:
    """Return who shows the contest of a game, None for a game of no contest."""
    return _registered[0] if game.is_contest and _registered else None


def refusal_page(request: HttpRequest, exception: Exception) -> HttpResponse | None:
    return _registered[0].refusal(request, exception) if _registered else None


def show_the_way(request: HttpRequest) -> None:
    for pages in _registered:
        pages.show_the_way(request)


def join_by_code(request: HttpRequest, token: str) -> None:
    for pages in _registered:
        pages.join(request, token)
