"""Rounds and matches, locked with their contest and in the state an act needs."""

from tournaments.models import Match, Round, Tournament
from tournaments.services.log import lock_tournament


class CannotDrawError(ValueError):
    """Raised when a round cannot be drawn, or a draw not be changed."""


class RoundOpenError(CannotDrawError):
    """Raised when a round is in another state than the act needs: open, or closed already."""


def lock_round(round_id: int, *statuses: str) -> tuple[Tournament, Round]:
    """Return a round's contest, locked, and the round.

    Raises RoundOpenError where the round is in none of the `statuses`.
    """
    rounds = Round.objects.filter(pk=round_id)
    tournament = lock_tournament(rounds.values_list("tournament", flat=True).get())
    found = rounds.get()
    found.tournament = tournament
    if found.status not in statuses:
        raise RoundOpenError
    return tournament, found


def lock_match(match_id: int, *statuses: str) -> tuple[Tournament, Match]:
    """Return a match's contest, locked, and the match with its round and game.

    Raises RoundOpenError where the round is in none of the `statuses`.
    """
    matches = Match.objects.select_related("round", "game").filter(pk=match_id)
    tournament = lock_tournament(matches.values_list("round__tournament", flat=True).get())
    found = matches.get()
    found.round.tournament = tournament
    if found.round.status not in statuses:
        raise RoundOpenError
    return tournament, found


PUBLISHED = (Round.Status.PLAYING, Round.Status.CLOSED)
