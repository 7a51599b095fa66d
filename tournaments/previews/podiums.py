"""A podium for link previews, if the page has a public address."""

import hashlib
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.http import HttpResponse
from django.urls import reverse

from tournaments.previews.pictures import HEIGHT, WIDTH, picture_of

LONGEST_TEXT: Final = 200
PLACES_SHOWN: Final = 3
NAMES_SHOWN: Final = 5
"""The number of names on a podium: more than three if a place is shared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceLine:
    """A place with its names, in words."""

    place: int
    name: str
    score: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Podium:
    """The content of a picture: the club, the title, and the first three places."""

    club: str
    title: str
    places: tuple[PlaceLine, ...] = ()

    @property
    def mark(self) -> str:
        """Return a value that changes with the picture."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:16]

    @property
    def text(self) -> str:
        said = [f"{line.place}. {line.name} ({line.score})" for line in self.places]
        return " · ".join([self.title, *said])[:LONGEST_TEXT]


def preview_of(
    podium: Podium, page: str, picture: str, *args: object, title: str = ""
) -> dict[str, Any] | None:
    """Return the preview of a page, None if the page has no public address.

    Without a `title` it is that of the podium, with the club.
    """
    if not settings.PUBLIC_URL:
        return None
    picture = reverse(picture, args=args, query={"v": podium.mark})
    return {
        "club": podium.club,
        "title": title or f"{podium.title} · {podium.club}",
        "text": podium.text or podium.club,
        "url": f"{settings.PUBLIC_URL}{reverse(page, args=args)}",
        "picture": f"{settings.PUBLIC_URL}{picture}",
        "width": WIDTH,
        "height": HEIGHT,
    }


def picture_response(podium: Podium) -> HttpResponse:
    """Return the picture as a response."""
    content = picture_of(podium.club, podium.title, podium.places)
    return HttpResponse(content, content_type="image/png")


def not_found_by_search(response: HttpResponse) -> HttpResponse:
    """Let messengers read the page, but keep it out of search engines."""
    response["X-Robots-Tag"] = "noindex"
    return response
