"""Warnings and penalties: given, countered, and the list that a contest gives from."""

from collections.abc import Sequence
from typing import Unpack

from django.db import transaction

from scorekeeper.models.authors import DoneBy
from tournaments.ledger.locks import PUBLISHED, lock_unfinished
from tournaments.ledger.log import append, touch_results
from tournaments.ledger.settings import plain_settings
from tournaments.models import LogEntry, MatchSeat, Tournament
from tournaments.standings.sanctions import ListedSanction, Sanction, countered_plain


class NoSuchRoundError(ValueError):
    """Raised for a round that is not published."""


class NoSuchEntryError(ValueError):
    """Raised for a number that nobody has."""


class CounteredError(ValueError):
    """Raised for a sanction that is not there, or was countered already."""


@transaction.atomic
def give_sanction(
    *,
    tournament_id: int,
    number: int,
    round_number: int,
    given: ListedSanction,
    reason: str,
    **by: Unpack[DoneBy],
) -> Sanction:
    """Warn an entry, or take points off, in a round; its table there is noted too.

    Raises NoSuchRoundError, NoSuchEntryError and FinishedError.
    """
    tournament = lock_unfinished(tournament_id)
    if not tournament.rounds.filter(number=round_number, status__in=PUBLISHED).exists():
        raise NoSuchRoundError
    if not tournament.entries.filter(number=number).exists():
        raise NoSuchEntryError
    sanction = Sanction(
        number=len(tournament.sanctions) + 1,
        entrant=number,
        round=round_number,
        table=_table_of(tournament, number, round_number),
        name=given.name,
        points=given.points,
        taken_from=given.taken_from,
        reason=reason,
    )
    plain = sanction.as_plain()
    tournament.sanctions = [*tournament.sanctions, plain]
    data = {name: value for name, value in plain.items() if name not in {"round", "table"}}
    _write(tournament, sanction, data, **by)
    return sanction


@transaction.atomic
def counter_sanction(*, tournament_id: int, number: int, reason: str, **by: Unpack[DoneBy]) -> None:
    """Let a sanction count no more; it stays where it was given.

    Raises CounteredError and FinishedError.
    """
    tournament = lock_unfinished(tournament_id)
    try:
        tournament.sanctions = countered_plain(tournament.sanctions, number, reason)
    except LookupError:
        raise CounteredError from None
    sanction = next(one for one in tournament.sanctions_given if one.number == number)
    data = {"act": "countered", "number": number, "entry": sanction.entrant, "reason": reason}
    _write(tournament, sanction, data, **by)


@transaction.atomic
def set_sanction_list(
    *, tournament_id: int, listed: Sequence[ListedSanction], **by: Unpack[DoneBy]
) -> None:
    """Say which warnings and penalties a contest gives; what was given stays. FinishedError."""
    tournament = lock_unfinished(tournament_id)
    before = plain_settings(tournament)
    tournament.sanction_list = [one.as_plain() for one in listed]
    after = plain_settings(tournament)
    if after != before:
        tournament.save(update_fields=["sanction_list"])
        data = {"settings": after, "before": before}
        append(tournament, LogEntry.Kind.CHANGED, data, **by)


def _table_of(tournament: Tournament, number: int, round_number: int) -> int | None:
    seats = MatchSeat.objects.filter(
        round__tournament=tournament, round__number=round_number, entry__number=number, counts=True
    )
    return seats.values_list("match__table_number", flat=True).first()


def _write(
    tournament: Tournament, sanction: Sanction, data: dict[str, object], **by: Unpack[DoneBy]
) -> None:
    tournament.save(update_fields=["sanctions"])
    append(
        tournament,
        LogEntry.Kind.SANCTION,
        data,
        round_number=sanction.round,
        table_number=sanction.table,
        **by,
    )
    touch_results(tournament)
