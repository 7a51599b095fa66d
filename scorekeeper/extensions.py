"""What competitions add to the score keeper, which names no page and no model above it.

`Additions` are entries of the menu, cards and links on its pages. A `Keeper` says which acts a
contest allows in its games (`Game.is_contest`). `ContestPages` shows a game's contest to its
visitors.
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
    """An entry of the main menu; `before` names the page of the score keeper that it precedes."""

    page: str
    label: "_StrPromise"
    icon: str
    before: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HallDoor:
    """What everybody in a hall may open: `page` takes the 22 characters of its QR code."""

    club: int
    name: str
    token: str
    page: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubLinks:
    """What a phone without an account is offered of a club.

    `pages` are addresses and their words. `ask` names the page, of a club and a player, on which it
    says whose it is, empty where it may not; `own` is the key of the player whose phone it is.
    """

    pages: "tuple[tuple[str, _StrPromise], ...]" = ()
    ask: str = ""
    own: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Additions:
    """All that is added; pages are named as in an app's addresses.

    `home_card` makes a club's card on the first page, `home_notice` what an organiser is to answer,
    `visitor_card` what a phone finds there that joined; `club_links` are offered to such a phone on
    the pages of a table and of an evening. `new_contest` is where a contest begins, empty where
    there are none. `player_page` is where a player's name leads; `player_links`, with their words,
    are offered where the name is changed, `list_links` above the list of players, `evening_links`
    on an evening; `evening_notice` says there where it is written, if not here. `owner_links` are
    offered to the owner below the people of the club. `doors` are pages that a code opens and that
    lead to a game; `hall_doors` finds what everybody may open on some days, `table_door`
    the table of a number behind one of them. `fill_trial` adds to a
    club that is filled to be tried.
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
    """Let these stand on the pages of the score keeper from now on."""
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
"""What of a game says whether its sheet is another."""


class MovedOn(StrEnum):
    """Why nothing is entered any more in a game of a contest."""

    CLOSED = "closed"
    """Its round is closed."""
    LEFT = "left"
    """Somebody at the table has left the contest: the game ended."""
    GONE = "gone"
    """There is no such game: its draw was taken back, or its table closed."""


class TableMovedOnError(Exception):
    """Raised for a phone whose game is over; `address` is the way to what its table plays now.

    `ruleset` is that of the contest, where the game itself is there no more.
    """

    def __init__(self, address: str, reason: MovedOn, ruleset: RuleSet | None = None) -> None:
        super().__init__(address, reason)
        self.address = address
        self.reason = reason
        self.ruleset = ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestSheet:
    """What a contest says of a game's sheet.

    `may_enter` says whether this visitor may write hands, `may_correct` whether hands of the
    finished game may be corrected; `receipt` is the code of the finished sheet, empty while the
    game goes on; `mark` changes whenever what the contest shows of the game does.
    """

    may_enter: bool
    may_correct: bool
    receipt: str
    mark: str


class Keeper(Protocol):
    """Who keeps the games of contests."""

    def lock(self, game_id: int, token: str | None) -> Game | None:
        """Lock what stands above the game; return one of the `games`, read and locked only now."""

    def refuse_finished(self, game: Game) -> None:
        """Raise where the contest of a locked game takes no acts any more."""

    def follow(self, game: Game, hands: Sequence[Hand], events: Sequence[GameEvent]) -> None:
        """Note what was done to the game; let follow what does from it and the hands that count.

        In the same transaction; may refuse by raising.
        """

    def games(self, token: str | None) -> "QuerySet[Game]":
        """Return all games, each to be loaded with what the keeper then says of it.

        With a code only those that it opens: what was played at its table, or one of no contest.
        """

    def get_light(self, game_id: int, token: str | None) -> Game | None:
        """Return one of the `games`, of which no more is read than its sheet's tag needs."""

    def knows(self, token: str) -> bool:
        """Return whether that is the code of a table now."""

    def sheet(self, game: Game, token: str | None, *, decides: bool) -> ContestSheet | None:
        """Return what whoever has the code of its table may do; without a code: a member.

        `decides` says whether that member's role settles what tables may not change any more. None
        where the game is there no more. Raises TableMovedOnError once it is over.
        """

    def show_the_way_from(self, token: str) -> None:
        """Raise TableMovedOnError for the code of a table; its game is not found."""

    def is_contest_on(self, first: date, last: date) -> bool:
        """Return whether a contest of these days is not finished yet, in any club."""


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
    """Return one of the `games`, locked, and before it what stands above it.

    So locks are always taken in order, and what was read belongs together.
    """
    if _keepers:
        return _keepers[0].lock(game_id, token)
    return games(token).select_for_update().filter(pk=game_id).first()


def refuse_finished(game: Game) -> None:
    """Raise where the contest of a locked game takes no acts any more."""
    if keeper := keeper_of(game):
        keeper.refuse_finished(game)


def games(token: str | None = None) -> "QuerySet[Game]":
    """Return all games; with a code those that it opens: a table's of a contest, or one of none."""
    if _keepers:
        return _keepers[0].games(token)
    return Game.objects.all() if token is None else Game.objects.filter(opened_by(token))


def get_light(game_id: int, token: str | None) -> Game | None:
    """Return one of the `games`, of which no more is read than its sheet's tag needs."""
    if _keepers:
        return _keepers[0].get_light(game_id, token)
    return games(token).filter(pk=game_id).first()


def opened_by(token: str) -> Q:
    """Return what says that a game of no contest has that code."""
    return Q(token=token, is_contest=False)


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


def register_pages(pages: ContestPages) -> None:
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
