"""The context processor for what surrounds every page's content."""

from dataclasses import dataclass, field
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper import __version__
from scorekeeper.addresses import ServerAddresses, watch
from scorekeeper.clubs.access import member_club, rights_of
from scorekeeper.clubs.queries import is_new
from scorekeeper.extensions import Extension, extension_of, extensions, help_chapter, is_seen, uses
from scorekeeper.installation import COMMAND, IS_BUILT
from scorekeeper.models import Club
from scorekeeper.models.clubs import display_name
from scorekeeper.roles import NO_RIGHTS, Right
from scorekeeper.standby.failover import table_page
from scorekeeper.standby.queries import banner
from scorekeeper.theme import chosen_theme

PHONE_ENTRIES: Final = 5
"""The number of menu entries on a phone; the others appear on wide screens."""


@dataclass(frozen=True, slots=True)
class Site:
    """The club and the user of a page; there is no menu until the club has a name.

    `addresses` is where phones reach the program, for organisers while `start` serves.
    """

    club: Club | None = None
    user_name: str = ""
    nav: list[dict[str, Any]] = field(default_factory=list)
    addresses: ServerAddresses | None = None
    command: str = " ".join(COMMAND)
    version: str = __version__

    @property
    def is_built(self) -> bool:
        return IS_BUILT


def site(request: HttpRequest) -> dict[str, Any]:
    """Return the context of the page frame, with the visitor's rights in the club in `may`.

    `help_chapter` is the anchor of the help's chapter about this page. `may_found` says whether
    anybody may create a club here, `not_first` is the banner of a computer that must not write,
    `computers` is for the page of a table. `not_used` is the extension whose page this is, if
    only members of the club open it and the club does not use it.
    """
    # An error page may be rendered before the authentication middleware has run.
    user = getattr(request, "user", None)
    rights = rights_of(request) if user else NO_RIGHTS
    shown = _site(request, user)
    return {
        "help_chapter": _help_chapter(request),
        "may_found": settings.FOUNDING == "open",
        "not_first": banner(),
        "computers": table_page(request),
        "site": shown,
        "theme": chosen_theme(request),
        "not_used": _not_used(request, shown.club),
        "may": {right.value: right in rights for right in Right},
    }


def _help_chapter(request: HttpRequest) -> str:
    """Return the anchor of the chapter about a page, empty on an error page."""
    match = request.resolver_match
    return help_chapter(match.func.__module__) if match else ""


def _not_used(request: HttpRequest, club: Club | None) -> Extension | None:
    if club is None or club.uses is None or request.resolver_match is None:
        return None
    page = request.resolver_match.func
    # Public pages may be another club's, and nobody comes there to set anything.
    found = extension_of(page.__module__) if hasattr(page, "right") else None
    return found if found and not uses(club, found.code) else None


def _site(request: HttpRequest, user: Any) -> Site:
    if user is None or not user.is_authenticated:
        return Site()
    club = member_club(request)
    nav = [] if club is None or is_new(club) else _nav(request, club)
    return Site(club, display_name(user), nav, watch.addresses if club else None)


def _nav(request: HttpRequest, club: Club) -> list[dict[str, Any]]:
    items = [
        ("scorekeeper:home", _("Home"), "home"),
        ("scorekeeper:evening-list", _("Evenings"), "calendar-days"),
        ("scorekeeper:player-list", _("Players"), "users"),
        ("scorekeeper:ruleset-list", _("Rules"), "book-open"),
    ]
    adding = [one for one in extensions() if one.menu and is_seen(one, club)]
    for more in [entry for one in adding for entry in one.menu]:
        pages = [page for page, _label, _icon in items]
        items.insert(pages.index(more.before), (more.page, str(more.label), more.icon))
    nav: list[dict[str, Any]] = []
    home = reverse("scorekeeper:home")
    for page, label, icon in items:
        url = reverse(page)
        nav.append(
            {
                "url": url,
                "label": label,
                "icon": icon,
                "current": request.path == url or (url != home and request.path.startswith(url)),
                "on_wide_screens": len(nav) >= PHONE_ENTRIES,
            }
        )
    return nav
