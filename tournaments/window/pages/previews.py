"""What messengers and search engines are told of a window: only where it has a public address."""

import hashlib
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.formats import date_format

from tournaments.models import ClubWindow
from tournaments.window.pages.pictures import HEIGHT, WIDTH
from tournaments.window.pages.shown import PlaceLine, SeasonInShort, ShownResult, WindowPage

LONGEST_TEXT: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Podium:
    """What a picture shows: whose it is, of what, and who came first, second, third."""

    club: str
    title: str
    places: tuple[PlaceLine, ...] = ()

    @property
    def mark(self) -> str:
        """Return a word that changes with the picture."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:16]

    @property
    def text(self) -> str:
        said = [f"{line.place}. {line.name} ({line.score})" for line in self.places]
        return " · ".join([self.title, *said])[:LONGEST_TEXT]


@dataclass(frozen=True, slots=True, kw_only=True)
class PagePreview:
    """What stands in the head of a page for messengers."""

    title: str
    text: str
    url: str
    picture: str
    width: int = WIDTH
    height: int = HEIGHT


def podium_of_club(page: WindowPage) -> Podium:
    """Return the podium of what was played last, or of nothing yet."""
    club = page.window.club.name
    return of_result(club, page.podium) if page.podium else Podium(club=club, title="")


def of_result(club: str, result: ShownResult) -> Podium:
    title = f"{result.name}, {date_format(result.day, 'j F Y')}"
    return Podium(club=club, title=title, places=result.places)


def podium_of_season(window: ClubWindow, table: SeasonInShort) -> Podium:
    return Podium(club=window.club.name, title=table.title, places=table.places)


def preview_of(podium: Podium, page: str, picture: str, *args: object) -> PagePreview | None:
    """Return what is told of a page, None where no address leads to it from everywhere."""
    if not settings.PUBLIC_URL:
        return None
    picture = reverse(picture, args=args, query={"v": podium.mark})
    return PagePreview(
        title=podium.club if page == "tournaments:window" else f"{podium.title} · {podium.club}",
        text=podium.text or podium.club,
        url=f"{settings.PUBLIC_URL}{reverse(page, args=args)}",
        picture=f"{settings.PUBLIC_URL}{picture}",
    )
