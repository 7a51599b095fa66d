"""Locking of rounds and matches, together with their contest, in a given state."""

from collections.abc import Collection

from scorekeeper.models import Club
from tournaments.audit_log.log import FinishedError as FinishedError
from tournaments.audit_log.log import lock_tournament, lock_tournament_with, unfinished
from tournaments.models import Match, Round, Tournament


class RoundOpenError(ValueError):
    """A round is not in the state that the action requires, for example already closed."""


def lock_unfinished(tournament_id: int) -> Tournament:
    """Return the contest, locked. Raises FinishedError if it is finished."""
    return unfinished(lock_tournament(tournament_id))


def lock_round(round_id: int, *statuses: str) -> tuple[Tournament, Round]:
    """Return a round's contest, locked, and the round.

    Raises FinishedError, and RoundOpenError if the round is in none of the `statuses` or no longer
    exists.
    """
    lock_tournament_with(rounds=round_id)
    found = Round.objects.select_related("tournament__club").filter(pk=round_id).first()
    if found is None:
        raise RoundOpenError
    return _in_state(found, statuses), found


def lock_match(match_id: int, *statuses: str) -> tuple[Tournament, Match]:
    """Return a match's contest, locked, and the match with its round and game.

    Raises FinishedError, and RoundOpenError if the round is in none of the `statuses` or its draw
    was withdrawn.
    """
    lock_tournament_with(rounds__matches=match_id)
    # The stored draw of a round is large and not needed for one table.
    matches = Match.objects.select_related("round__tournament__club", "game").defer(
        "round__request", "round__certificate", "round__swaps"
    )
    found = matches.filter(pk=match_id).first()
    if found is None:
        raise RoundOpenError
    return _in_state(found.round, statuses), found


def _in_state(found: Round, statuses: Collection[str]) -> Tournament:
    """Return the locked contest of a round; raises RoundOpenError for another status."""
    tournament = unfinished(found.tournament)
    if found.status not in statuses:
        raise RoundOpenError
    return tournament


def lock_contests(club: Club) -> list[Tournament]:
    """Return every contest of a club, locked.

    Lock order wherever names are written: contests, then games, then the club.
    """
    contests = Tournament.objects.select_for_update(of=("self",)).select_related("club")
    return list(contests.filter(club=club).order_by("pk"))


PUBLISHED = (Round.Status.PLAYING, Round.Status.CLOSED)
