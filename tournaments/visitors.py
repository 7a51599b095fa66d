"""Who looks at a club from outside: phones that joined, phones that are a player's, everybody.

What a phone joined stands in its session. Whose it is says a cookie with a key of its own, which
outlives the session; only the key's hash is stored.
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
"""The longest that browsers keep a cookie; each visit to the own page begins it anew."""
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
    """Somebody who looks at a club's rankings.

    `phone` is what this phone asked to be, or is, in this club.
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
        """Return whether tonight is shown: to members, to phones that joined or are somebody's."""
        return self.is_member or self.has_joined or self.own is not None

    @property
    def may_look(self) -> bool:
        return self.is_known or self.club.opens_rankings

    @property
    def may_ask(self) -> bool:
        """Return whether "That is me" is offered."""
        return self.has_joined and not self.is_member and self.phone is None


def visitor_of(request: HttpRequest, club: Club) -> Visitor:
    """Return what is known of whoever asks; four queries at most, none for a plain stranger."""
    if is_member_of(request, club.pk):
        return Visitor(club=club, is_member=True)
    phone = phone_of(request, club.pk)
    return Visitor(club=club, has_joined=club.pk in joined_clubs(request), phone=phone)


def get_visited(request: HttpRequest, pk: int) -> Visitor:
    """Return who looks at a club of which they may see the rankings; raises Http404."""
    club = Club.objects.filter(pk=pk).first()
    if club is not None:
        visitor = visitor_of(request, club)
        if visitor.may_look:
            return visitor
    raise Http404


def joined_clubs(request: HttpRequest) -> set[int]:
    """Return the clubs of which this phone joined a table or an evening, by codes that hold."""
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
    """Return the clubs that this phone joined, or where it is somebody's, by name."""
    own = set()
    if key := request.COOKIES.get(COOKIE):
        phones = PlayerPhone.objects.confirmed().filter(key_hash=hash_of(key))
        own = set(phones.values_list("club", flat=True))
    keys = joined_clubs(request) | own
    return list(Club.objects.filter(pk__in=keys).order_by("name", "pk")) if keys else []


def phone_of(request: HttpRequest, club_id: int) -> PlayerPhone | None:
    """Return what this phone is, or asked to be, in a club; one query if it ever asked."""
    key = request.COOKIES.get(COOKIE)
    if not key:
        return None
    phones = PlayerPhone.objects.select_related("player__club")
    return phones.filter(club=club_id, key_hash=hash_of(key)).first()


def key_of(request: HttpRequest) -> str:
    """Return the key of this phone, a new one (192 bits) for a phone that has none yet."""
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
    """Return what a phone says it is, in two words: "iPhone, Safari"; empty where it does not."""
    agent = request.headers.get("User-Agent", "")
    words = (
        next((name for sign, name in signs if sign in agent), "") for signs in (DEVICES, BROWSERS)
    )
    return ", ".join(filter(None, words))
