"""The competitions as a Django app."""

from datetime import datetime
from typing import TYPE_CHECKING

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from scorekeeper.later import loading

if TYPE_CHECKING:
    from scorekeeper.contest_pages import ContestPages
    from scorekeeper.copies.erasures import Erasures


class TournamentsConfig(AppConfig):
    """Name the app for Django."""

    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Say what the score keeper asks of the competitions, and what leads to them."""
        from scorekeeper import additions, contest_pages, contests
        from scorekeeper.copies import erasures
        from tournaments.additions import ADDITIONS
        from tournaments.ledger.games import ContestGames

        contests.register(ContestGames())
        contest_pages.register(_game_pages)
        erasures.register(_erase_again)
        additions.register(ADDITIONS)


def _game_pages() -> "ContestPages":
    # Asked for at the first table of a contest.
    with loading:
        from tournaments.keeper import GamePages
    return GamePages()


def _erase_again(erasures: "Erasures", *, now: datetime) -> int:
    # Asked for where a copy is put back.
    with loading:
        from tournaments.people.services.erasures import erase_again
    return erase_again(erasures, now=now)
