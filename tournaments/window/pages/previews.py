"""What messengers are told of a window and its seasons."""

from django.utils.formats import date_format

from tournaments.models import ClubWindow
from tournaments.previews.podiums import Podium
from tournaments.window.pages.shown import SeasonInShort, ShownResult, WindowPage


def podium_of_club(page: WindowPage) -> Podium:
    """Return the podium of what was played last, or of nothing yet."""
    club = page.window.club.name
    return of_result(club, page.podium) if page.podium else Podium(club=club, title="")


def of_result(club: str, result: ShownResult) -> Podium:
    title = f"{result.name}, {date_format(result.day, 'j F Y')}"
    return Podium(club=club, title=title, places=result.places)


def podium_of_season(window: ClubWindow, table: SeasonInShort) -> Podium:
    return Podium(club=window.club.name, title=table.title, places=table.places)
