"""What stands on the score keeper adds to its pages: entries of the menu, cards, links.

The score keeper names no page above it: whoever stands there says at the start what leads to it.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from django.http import HttpRequest
from django.utils.safestring import SafeString

from scorekeeper.models import Club, Evening

if TYPE_CHECKING:
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


def register(additions: Additions) -> None:
    """Let these stand on the pages of the score keeper from now on."""
    _added[:] = [additions]


def added() -> Additions:
    return _added[0]
