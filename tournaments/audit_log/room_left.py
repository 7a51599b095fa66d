"""The limit of contests for each club on a shared server."""

from django.conf import settings

from scorekeeper.clubs.services.clubs import lock_club
from scorekeeper.models import Club
from tournaments.models import Tournament


class TooManyContestsError(ValueError):
    """The club already has as many contests as the server allows."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most


def most_contests() -> int:
    """Return how many contests a club may have, 0 for no limit."""
    most: int = settings.MOST_CONTESTS
    return most


def refuse_one_too_many(club: Club) -> None:
    """Raise TooManyContestsError if the club has reached `settings.MOST_CONTESTS`; 0 is no limit.

    Must run in the transaction that creates a contest, so that two at once cannot exceed it.
    """
    most = most_contests()
    if not most:
        return
    lock_club(club)
    if Tournament.objects.of_club(club).count() >= most:
        raise TooManyContestsError(most)
