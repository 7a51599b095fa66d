"""How many contests a club may have where many clubs share a server."""

from django.conf import settings

from scorekeeper.clubs.services.clubs import lock_club
from scorekeeper.models import Club
from tournaments.models import Tournament


class TooManyContestsError(ValueError):
    """Raised where a club has as many contests as the server keeps for one."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most


def most_contests() -> int:
    """Return how many contests a club may have, 0 where there is no limit."""
    most: int = settings.MOST_CONTESTS
    return most


def refuse_one_too_many(club: Club) -> None:
    """Raise TooManyContestsError where `settings.MOST_CONTESTS` are there; 0 is no limit.

    In a transaction: of two contests that are made at once, one is the last that may.
    """
    most = most_contests()
    if not most:
        return
    lock_club(club)
    if Tournament.objects.of_club(club).count() >= most:
        raise TooManyContestsError(most)
