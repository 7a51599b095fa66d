"""Rounds being played: closed, opened again, and their clock."""

from datetime import timedelta
from typing import Unpack

from django.db import transaction
from django.db.models import Q

from scorekeeper.models import Game
from scorekeeper.models.authors import DoneBy
from tournaments.entries.services.withdrawals import close_unused
from tournaments.ledger.locks import PUBLISHED, lock_round
from tournaments.ledger.log import append_in, touch_results
from tournaments.models import LogEntry, Match, Round

LONGEST_TIMER = 6 * 60 * 60


class LaterRoundError(ValueError):
    """Raised when a round is opened again although a later one is published."""


def tables_missing(played: Round) -> list[int]:
    """Return the tables of a round whose game is not finished."""
    waiting = played.matches.filter(
        Q(kind__in=[Match.Kind.GAME, Match.Kind.CATCH_UP]), ~Q(game__status=Game.Status.FINISHED)
    )
    return [int(number) for number in waiting.values_list("table_number", flat=True) if number]


@transaction.atomic
def close_round(*, round_id: int, **by: Unpack[DoneBy]) -> Round:
    """Close a round: phones at the tables enter nothing any more. What is missing is logged.

    At a catch-up table that nobody used the exempt are exempt again. Raises RoundOpenError where
    it is not being played.
    """
    tournament, played = lock_round(round_id, Round.Status.PLAYING)
    close_unused(played, **by)
    played.status = Round.Status.CLOSED
    played.closed_at = by["now"]
    played.timer_left = played.timer_ends_at = None
    played.save()
    touch_results(tournament)
    append_in(played, LogEntry.Kind.CLOSED, {"missing": tables_missing(played)}, **by)
    return played


@transaction.atomic
def reopen_round(*, round_id: int, **by: Unpack[DoneBy]) -> Round:
    """Open a closed round again; a preview of the next one is discarded.

    Raises LaterRoundError once a later round is published: single results are corrected instead;
    FinishedError.
    """
    tournament, played = lock_round(round_id, Round.Status.CLOSED)
    later = tournament.rounds.filter(number__gt=played.number)
    if later.filter(status__in=PUBLISHED).exists():
        raise LaterRoundError
    for preview in later:
        append_in(preview, LogEntry.Kind.DISCARDED, {}, **by)
        preview.delete()
    played.status = Round.Status.PLAYING
    played.closed_at = None
    played.save()
    touch_results(tournament)
    append_in(played, LogEntry.Kind.REOPENED, {}, **by)
    return played


@transaction.atomic
def start_timer(*, round_id: int, **by: Unpack[DoneBy]) -> Round:
    _tournament, played = lock_round(round_id, Round.Status.PLAYING)
    if played.timer_left and played.timer_ends_at is None:
        played.timer_ends_at = by["now"] + timedelta(seconds=played.timer_left)
        _save_timer(played, "started", **by)
    return played


@transaction.atomic
def pause_timer(*, round_id: int, **by: Unpack[DoneBy]) -> Round:
    _tournament, played = lock_round(round_id, Round.Status.PLAYING)
    if played.timer_ends_at is not None:
        played.timer_left = played.seconds_left(by["now"])
        played.timer_ends_at = None
        _save_timer(played, "paused", **by)
    return played


@transaction.atomic
def set_timer(*, round_id: int, minutes: int, **by: Unpack[DoneBy]) -> Round:
    """Set the clock to so many minutes; a clock that runs goes on running."""
    _tournament, played = lock_round(round_id, Round.Status.PLAYING)
    seconds = min(max(0, minutes * 60), LONGEST_TIMER)
    played.timer_left = seconds or None
    runs = played.timer_ends_at is not None and seconds
    played.timer_ends_at = by["now"] + timedelta(seconds=seconds) if runs else None
    _save_timer(played, "set", **by)
    return played


def _save_timer(played: Round, act: str, **by: Unpack[DoneBy]) -> None:
    played.save(update_fields=["timer_left", "timer_ends_at"])
    data = {"act": act, "seconds_left": played.seconds_left(by["now"])}
    append_in(played, LogEntry.Kind.TIMER, data, **by)
