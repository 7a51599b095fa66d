"""Substitutions, from a round or from a hand of it on."""

from dataclasses import dataclass
from datetime import datetime
from typing import Unpack

from django.db import transaction

from scorekeeper.clubs.services.players import tidy_name
from scorekeeper.models.authors import Actor
from scorekeeper.refusals import Refused
from tournaments.audit_log.locks import lock_unfinished
from tournaments.audit_log.log import append, touch_results
from tournaments.entries.queries.substitutes import rounds_to_sit_in
from tournaments.entries.services.entries import PersonTakenError
from tournaments.entries.services.players import club_players, follow_players, forget_players
from tournaments.entries.services.taken import refuse_taken
from tournaments.lineups import TO_COME
from tournaments.models import Entry, EntryPlayer, FormerPlayer, LogEntry, Tournament
from tournaments.refusals import ContestRefusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Substitute:
    """A substitute for a place of an entry, counted from 1, from a hand of a round on."""

    place: int
    name: str
    from_round: int
    from_hand: int = 1


@transaction.atomic
def substitute(
    *,
    tournament_id: int,
    number: int,
    wanted: Substitute,
    instead: bool = False,
    **by: Unpack[Actor],
) -> Entry:
    """Put a substitute in a place of an entry; earlier hands stay with the former player.

    With `instead` the last substitution at that place is replaced. Sheets get the names of those
    who sat there in their round; scores do not change. Raises Refused, PersonTakenError and
    FinishedError.
    """
    tournament = lock_unfinished(tournament_id)
    gone = _take_back(tournament, number, wanted.place, **by) if instead else None
    entry = tournament.entries.by_number().get(number=number)
    name = tidy_name(wanted.name)
    if not any(map(str.isalpha, name)):
        raise Refused(ContestRefusal.NAMELESS)
    _refuse_moment(tournament, entry, wanted)
    refuse_taken(tournament, name, (wanted.from_round, wanted.from_hand))
    seat = entry.players.get(position=wanted.place)
    (player,) = club_players(club=tournament.club, names=[name], now=by["now"]).values()
    data = {"number": number, "place": wanted.place, "left": seat.name, "came": player.name}
    data |= {"from": wanted.from_round, "hand": wanted.from_hand}
    FormerPlayer.objects.create(
        entry=entry,
        position=wanted.place,
        until_round=wanted.from_round,
        until_hand=wanted.from_hand,
        player_id=seat.player_id,
        name=seat.name,
    )
    _sit(seat, player.pk, player.name)
    follow_players(entry)
    append(tournament, LogEntry.Kind.SUBSTITUTED, data, **by)
    if gone:  # only now: the same person may have got another start
        _forget(*gone)
    touch_results(tournament)
    return entry


@transaction.atomic
def take_back_substitute(
    *, tournament_id: int, number: int, place: int, **by: Unpack[Actor]
) -> None:
    """Cancel the last substitution at a place: the former player has never left it.

    Raises Refused if there was none, PersonTakenError if the former player sits elsewhere now,
    FinishedError.
    """
    tournament = lock_unfinished(tournament_id)
    _forget(*_take_back(tournament, number, place, **by))
    touch_results(tournament)


def _take_back(
    tournament: Tournament, number: int, place: int, **by: Unpack[Actor]
) -> tuple[int | None, list[datetime]]:
    """Undo the last substitution; return the substitute, and when it was recorded."""
    entry = tournament.entries.by_number().get(number=number)
    former = entry.former.filter(position=place).order_by("until_round", "until_hand").last()
    if former is None:
        raise Refused(ContestRefusal.NOBODY_SITS_IN)
    if former.name == TO_COME and TO_COME in entry.names:
        raise PersonTakenError(TO_COME, None)
    refuse_taken(tournament, former.name, former.left.at)
    seat = entry.players.get(position=place)
    came, came_at = seat.player_id, _came_at(tournament, number, place, seat.name)
    data = {"act": "taken_back", "number": number, "place": place}
    data |= {"left": former.name, "came": seat.name}
    former.delete()
    _sit(seat, former.player_id, former.name)
    follow_players(entry)
    append(tournament, LogEntry.Kind.SUBSTITUTED, data, **by)
    return came, came_at


def _forget(came: int | None, came_at: list[datetime]) -> None:
    """Delete a player who was created by a substitution and appears nowhere now."""
    for one in came_at if came else ():
        forget_players([came or 0], came_at=one)


def _sit(seat: EntryPlayer, player: int | None, name: str) -> None:
    seat.player_id, seat.name = player, name
    seat.save(update_fields=["player", "name"])


def _came_at(tournament: Tournament, number: int, place: int, name: str) -> list[datetime]:
    """Return when a substitution was first recorded, even if it was corrected since."""
    acts = tournament.log.filter(
        kind=LogEntry.Kind.SUBSTITUTED,
        data__number=number,
        data__place=place,
        data__came=name,
        data__act__isnull=True,  # a cancelled substitution is logged with an `act`
    )
    return list(acts.values_list("at", flat=True).distinct())


def _refuse_moment(tournament: Tournament, entry: Entry, wanted: Substitute) -> None:
    last = max((one.left.at for one in entry.former.filter(position=wanted.place)), default=(0, 0))
    moment = (wanted.from_round, wanted.from_hand)
    if wanted.from_round not in rounds_to_sit_in(tournament, entry) or moment <= last:
        raise Refused(ContestRefusal.WRONG_MOMENT)
    if wanted.from_hand == 1:
        return
    played = entry.seats.filter(round__number=wanted.from_round, match__game__isnull=False)
    if not 1 <= wanted.from_hand <= max(played.values_list("round__hands", flat=True), default=0):
        raise Refused(ContestRefusal.WRONG_MOMENT)
