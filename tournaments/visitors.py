"""Visitors of a club's pages: phones that joined, phones of players, the public.

A session holds what a phone joined. A cookie with a key of its own, which outlives the session,
says whose phone it is; only the key's hash is stored.
"""

import hashlib
import re
import secrets
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse

from scorekeeper.clubs.access import is_member_of, joined_evenings, joined_games
from scorekeeper.models import Club, Evening, Game
from tournaments.access import joined_tokens
from tournaments.models import PlayerPhone, TableCode

COOKIE: Final = "belote_phone"
COOKIE_SECONDS: Final = 400 * 24 * 60 * 60
"""The longest lifetime that browsers allow; each visit to the own page extends it."""
DEVICES: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("CrOS", "Chromebook"),
    ("Linux", "Linux"),
)
BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """A visitor to a club's rankings.

    `phone` is the link of this phone to a player of the club, or its request.
    """

    club: Club
    is_member: bool = False
    has_joined: bool = False
    phone: PlayerPhone | None = None

    @property
    def own(self) -> int | None:
        """Return the key of the player whose phone this is."""
        return self.phone.player_id if self.phone and self.phone.confirmed_at else None

    @property
    def is_known(self) -> bool:
        """Return whether tonight is shown: to members, joined phones and phones of players."""
        return self.is_member or self.has_joined or self.own is not None

    @property
    def may_look(self) -> bool:
        return self.is_known or self.club.opens_rankings

    @property
    def may_ask(self) -> bool:
        """Return whether "That is me" is offered."""
        return self.has_joined and not self.is_member and self.phone is None


def visitor_of(request: HttpRequest, club: Club) -> Visitor:
    """Return the visitor; four queries at most, none for a stranger."""
    if is_member_of(request, club.pk):
        return Visitor(club=club, is_member=True)
    phone = phone_of(request, club.pk)
    return Visitor(club=club, has_joined=club.pk in joined_clubs(request), phone=phone)


def get_visited(request: HttpRequest, pk: int) -> Visitor:
    """Return the visitor to a club whose rankings they may see; raises Http404."""
    club = Club.objects.filter(pk=pk).first()
    if club is not None:
        visitor = visitor_of(request, club)
        if visitor.may_look:
            return visitor
    raise Http404


def joined_clubs(request: HttpRequest) -> set[int]:
    """Return the clubs of tables and evenings that this phone joined with valid codes."""
    found: set[int] = set()
    if tokens := joined_evenings(request):
        found |= set(Evening.objects.filter(token__in=tokens).values_list("club", flat=True))
    if tokens := joined_games(request):
        found |= set(Game.objects.filter(token__in=tokens).values_list("club", flat=True))
    if tokens := joined_tokens(request):
        codes = TableCode.objects.filter(token__in=tokens)
        found |= set(codes.values_list("tournament__club", flat=True))
    return found


def visited_clubs(request: HttpRequest) -> list[Club]:
    """Return the clubs that this phone joined, or in which it is a player's, by name."""
    own = set()
    if key := request.COOKIES.get(COOKIE):
        phones = PlayerPhone.objects.confirmed().filter(key_hash=hash_of(key))
        own = set(phones.values_list("club", flat=True))
    keys = joined_clubs(request) | own
    return list(Club.objects.filter(pk__in=keys).order_by("name", "pk")) if keys else []


def phone_of(request: HttpRequest, club_id: int) -> PlayerPhone | None:
    """Return what this phone is or asked to be in a club; one query if it ever asked."""
    key = request.COOKIES.get(COOKIE)
    if not key:
        return None
    phones = PlayerPhone.objects.select_related("player__club")
    return phones.filter(club=club_id, key_hash=hash_of(key)).first()


def key_of(request: HttpRequest) -> str:
    """Return the key of this phone; a phone without one gets a new one (192 bits)."""
    key = request.COOKIES.get(COOKIE, "")
    return key if re.fullmatch(r"[\w-]{32}", key, re.ASCII) else secrets.token_urlsafe(24)


def keep_key(response: HttpResponse, key: str) -> None:
    response.set_cookie(
        COOKIE,
        key,
        max_age=COOKIE_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def hash_of(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def device_of(request: HttpRequest) -> str:
    """Return the device and the browser in two words: "iPhone, Safari"; empty if unknown."""
    agent = request.headers.get("User-Agent", "")
    words = (
        next((name for sign, name in signs if sign in agent), "") for signs in (DEVICES, BROWSERS)
    )
    return ", ".join(filter(None, words))
