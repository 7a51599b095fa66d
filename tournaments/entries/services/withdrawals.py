"""Entries that leave, come back or come late, and their tables."""

from collections.abc import Iterable
from itertools import chain
from typing import Any, Unpack

from django.db import transaction

from scorekeeper.engine.hand import Side
from scorekeeper.models.authors import Actor
from scorekeeper.models.hands import counted_hands
from scorekeeper.refusals import Refused
from tournaments.audit_log.games import follow_game, refresh_given
from tournaments.audit_log.locks import PUBLISHED, lock_match, lock_round, lock_unfinished
from tournaments.audit_log.log import append, append_at, append_in, touch_results
from tournaments.draw.result import Pairing
from tournaments.draw.wishes import LAST_TABLE, numbers_of
from tournaments.entries.queries.entries import exempt_seats, free_seats, gives_its_number
from tournaments.entries.services.entries import NewEntry, change_entry, remove_entry
from tournaments.entries.services.taken import refuse_elsewhere, sits_elsewhere
from tournaments.models import Entry, LogEntry, Match, MatchSeat, Round, TableCode, Tournament
from tournaments.models.rounds import count_entered
from tournaments.refusals import ContestRefusal
from tournaments.rounds.queries.draws import drawn_for, is_opened_later
from tournaments.rounds.services import discard_draw, reseat_game, seat_exempt, start_tables
from tournaments.standings.leaving import kind_on_return, leave
from tournaments.standings.results import ResultKind


class NoPlaceError(ValueError):
    """There is no exempt opponent for a late entry, or a catch-up table is impossible."""


@transaction.atomic
def withdraw_entry(
    *, tournament_id: int, number: int, from_round: int, **by: Unpack[Actor]
) -> Entry:
    """Withdraw an entry: it plays no round from that one on, and is no longer drawn.

    Its unfinished game in such a round is a forfeit: the opponents get the points in the settings,
    a partner in a mêlée those of an exempt player. A preview with the entry is discarded. Raises
    Refused, PersonTakenError as in `return_entry`, and FinishedError.
    """
    tournament = lock_unfinished(tournament_id)
    entry = tournament.entries.get(number=number)
    if entry.withdrawn_from is not None:
        refuse_elsewhere(entry, until=from_round)
        _return(tournament, entry, even_closed=True, **by)
    seats = _seats_from(entry, from_round)
    for seat in seats:
        if seat.has_result and seat.match.is_game:
            raise Refused(ContestRefusal.PLAYED_ALREADY, number=seat.round.number)
    entry.withdrawn_from = from_round
    entry.save(update_fields=["withdrawn_from"])
    for seat in seats:
        _leave(tournament, seat)
    for preview in previews_with(tournament, number, from_round):
        discard_draw(round_id=preview.pk, **by)
    data = {"number": number, "from": from_round}
    append(tournament, LogEntry.Kind.WITHDRAWN, data, **by)
    touch_results(tournament)
    return entry


def _seats_from(entry: Entry, from_round: int) -> list[MatchSeat]:
    seats = entry.seats.filter(round__number__gte=from_round, counts=True)
    return list(seats.select_related("round", "match__game").order_by("round__number"))


def previews_with(tournament: Tournament, number: int, from_round: int) -> list[Round]:
    """Return the unpublished draws that a withdrawal would discard, because the entry is in them.

    There are none for club teams: their next pair moves up.
    """
    if not tournament.format.drops_draws:
        return []
    previews = tournament.rounds.filter(status=Round.Status.DRAWN, number__gte=from_round)
    return [
        preview
        for preview in previews
        if any(entrant.number == number for entrant in preview.draw_request.entrants)
    ]


def _leave(tournament: Tournament, own: MatchSeat) -> None:
    match = own.match
    for seat, kind in leave(own, match.seats.exclude(pk=own.pk)):
        _give(seat, kind)
    if match.kind == Match.Kind.EXEMPT:
        return
    match.kind = Match.Kind.FORFEIT
    match.receipt = ""
    match.save(update_fields=["kind", "receipt"])
    refresh_given(tournament, own.round)


def _give(seat: MatchSeat, kind: ResultKind) -> None:
    """Empty a seat; its kind determines its points."""
    seat.kind = kind.value
    seat.has_result = False
    seat.points = seat.capots = seat.failed = seat.hands = 0
    seat.outcome = MatchSeat.Result.UNKNOWN
    seat.save()


@transaction.atomic
def return_entry(
    *, tournament_id: int, number: int, even_closed: bool = False, **by: Unpack[Actor]
) -> Entry:
    """Cancel a withdrawal: the table that the entry left in the current round is played after all.

    With `even_closed` also those of closed rounds, as if it had never left: such a table has no
    result until a slip is entered. Raises FinishedError, and PersonTakenError if one of its players
    sits in another entry now.
    """
    tournament = lock_unfinished(tournament_id)
    entry = tournament.entries.get(number=number)
    refuse_elsewhere(entry)
    if entry.withdrawn_from is not None:
        _return(tournament, entry, even_closed=even_closed, **by)
    return entry


def _return(
    tournament: Tournament, entry: Entry, *, even_closed: bool, **by: Unpack[Actor]
) -> None:
    seats = _seats_from(entry, entry.withdrawn_from or 1)
    seats = [seat for seat in seats if even_closed or seat.round.is_playing]
    entry.withdrawn_from = None
    entry.save(update_fields=["withdrawn_from"])
    data = {"number": entry.number, "revived": [seat.round.number for seat in seats]}
    append(tournament, LogEntry.Kind.RETURNED, data, **by)
    for seat in seats:
        _come_back(tournament, seat)
    touch_results(tournament)


def _come_back(tournament: Tournament, own: MatchSeat) -> None:
    match = own.match
    if match.kind == Match.Kind.EXEMPT:
        _give(own, ResultKind.EXEMPT)
    elif match.game:
        seats = list(match.seats.select_related("entry"))
        is_whole = all(one.entry.plays_round(own.round.number) for one in seats)
        kind = kind_on_return(seats, is_whole=is_whole)
        if kind.is_game:
            is_catch_up = kind is ResultKind.CATCH_UP
            match.kind = Match.Kind.CATCH_UP if is_catch_up else Match.Kind.GAME
            match.save(update_fields=["kind"])
            for one in seats:
                _give(one, kind)
            follow_game(tournament, match, match.game, counted_hands(match.game))
        else:
            _give(own, kind)
    refresh_given(tournament, own.round)


@transaction.atomic
def seat_late_entry(*, round_id: int, number: int, **by: Unpack[Actor]) -> Match:
    """Let a late team play against the exempt one, at a new table in the current round.

    Raises NoPlaceError if nobody is exempt, if the entry is incomplete or has a seat already, and
    in pools and brackets.
    """
    tournament, playing = lock_round(round_id, Round.Status.PLAYING)
    alone = exempt_seats(playing).first()
    _latecomer(tournament, playing, number)
    if alone is None or not tournament.format.has_teams or not playing.may_reseat:
        raise NoPlaceError
    match = _open_table(tournament, playing, ([alone.entry.number], [number]), **by)
    _log_table(tournament, match, "late", **by)
    return match


def _latecomer(tournament: Tournament, playing: Round, number: int) -> Entry:
    """Return a complete entry without a place in a round; raises NoPlaceError otherwise."""
    late = tournament.entries.by_number().filter(number=number).first()
    if (
        late is None
        or len(late.players.all()) < tournament.format.entry_size
        or not late.plays_round(playing.number)
        or playing.seats.filter(entry=late, counts=True).exists()
        or sits_elsewhere(late, playing.number)
    ):
        raise NoPlaceError
    return late


@transaction.atomic
def take_free_seat(*, round_id: int, number: int, **by: Unpack[Actor]) -> MatchSeat:
    """Put a late entry on a free seat; if the team there never played, also under its number.

    Raises NoPlaceError if there is no such seat, or if the entry is incomplete or was seated
    before.
    """
    tournament, playing = lock_round(round_id, Round.Status.PLAYING)
    late = _latecomer(tournament, playing, number)
    seat = next(iter(free_seats(playing, late)), None)
    if seat is None or late.seats.exists():
        raise NoPlaceError
    if not gives_its_number(seat, tournament):
        return _sit_down(tournament, seat, late, **by)
    team = NewEntry(
        names=tuple(late.names),
        team_name=late.team_name,
        tags=tuple(late.tags),
        is_here=late.checked_in_at is not None,
        has_paid=late.has_paid,
    )
    doer: Any = {"tournament_id": tournament.pk, **by}
    remove_entry(number=number, heir=seat.entry, **doer)
    _return(tournament, seat.entry, even_closed=False, **by)
    change_entry(number=seat.entry.number, changed=team, **doer)
    return seat


def _sit_down(
    tournament: Tournament, seat: MatchSeat, late: Entry, **by: Unpack[Actor]
) -> MatchSeat:
    """Put a late entry on the seat of one that left; both keep their numbers."""
    data = {"act": "seated", "one": seat.entry.number, "other": late.number}
    seat.entry = late
    seat.save(update_fields=["entry"])
    _come_back(tournament, seat)
    reseat_game(tournament, seat.match)
    append_in(seat.round, LogEntry.Kind.RESEATED, data, **by)
    touch_results(tournament)
    return seat


@transaction.atomic
def start_catch_up(
    *, round_id: int, side_a: Iterable[int], side_b: Iterable[int], **by: Unpack[Actor]
) -> Match:
    """Let exempt entries play against early finishers; only the score of the exempt ones counts.

    One number on each side, in a mêlée two. Raises NoPlaceError if none of them is exempt, if
    somebody has left or has no seat in the round, if a number occurs twice, and for club teams,
    because they win a table without opponents.
    """
    tournament, playing = lock_round(round_id, Round.Status.PLAYING)
    sides = (list(side_a), list(side_b))
    numbers = [*sides[0], *sides[1]]
    exempt = set(exempt_seats(playing).values_list("entry__number", flat=True)).intersection(
        numbers
    )
    done = playing.seats.filter(counts=True, has_result=True, entry__number__in=numbers)
    how = tournament.format
    is_size = all(len(side) == how.side_size for side in sides)
    if (
        not how.has_catch_up
        or not exempt
        or not is_size
        or len(set(numbers)) < len(numbers)
        or done.count()
        + playing.seats.filter(counts=True, has_result=False, entry__number__in=exempt).count()
        < len(numbers)
    ):
        raise NoPlaceError
    match = _open_table(tournament, playing, sides, **by)
    match.kind = Match.Kind.CATCH_UP
    match.save()
    match.seats.update(kind=MatchSeat.Kind.CATCH_UP)
    _log_table(tournament, match, "catch_up", **by)
    return match


def _open_table(
    tournament: Tournament, playing: Round, sides: tuple[list[int], list[int]], **by: Unpack[Actor]
) -> Match:
    """Open another table in a round; exempt entries are no longer exempt and count there."""
    used = playing.matches.exclude(table_number=None).values_list("table_number", flat=True)
    table = next_table(tournament, used)
    entries = {
        entry.number: entry
        for entry in tournament.entries.by_number().filter(number__in=[*sides[0], *sides[1]])
    }
    pairing = Pairing(table, tuple(sides[0]), tuple(sides[1]))
    (game,) = start_tables(playing, [pairing], entries, **by)
    match = Match.objects.create(round=playing, table_number=table, game=game)
    seated = set(
        playing.seats.filter(counts=True)
        .exclude(match__kind=Match.Kind.EXEMPT)
        .values_list("entry__number", flat=True)
    )
    alone = playing.matches.filter(
        kind=Match.Kind.EXEMPT, seats__entry__number__in=[*sides[0], *sides[1]]
    )
    MatchSeat.objects.filter(match__in=list(alone)).delete()
    Match.objects.filter(pk__in=[one.pk for one in alone]).delete()
    MatchSeat.objects.bulk_create(
        MatchSeat(
            match=match,
            round=playing,
            entry=entries[number],
            side=side,
            position=place,
            counts=number not in seated,
        )
        for side, numbers in zip(Side, sides, strict=True)
        for place, number in enumerate(numbers, start=1)
    )
    TableCode.objects.get_or_create(tournament=tournament, number=table)
    touch_results(tournament)
    return match


def next_table(tournament: Tournament, used: Iterable[int | None]) -> int:
    """Return the number of another table: the next one in the hall, otherwise after the last.

    Raises NoPlaceError if there is none.
    """
    halls = tournament.tables_there
    taken = {number for number in used if number}
    after_last = max(taken, default=0) + 1
    there = numbers_of(halls.spans) if halls.spans else ()
    for number in chain(there, range(after_last, LAST_TABLE + 1), range(1, after_last)):
        if number not in taken and number not in halls.skipped:
            return number
    raise NoPlaceError


def _log_table(tournament: Tournament, match: Match, act: str, **by: Unpack[Actor]) -> None:
    seats = list(match.seats.select_related("entry").order_by("side", "position"))
    data = {
        "act": act,
        "a": [seat.entry.number for seat in seats if seat.side == Side.A],
        "b": [seat.entry.number for seat in seats if seat.side == Side.B],
        "count": [seat.entry.number for seat in seats if seat.counts],
    }
    append_at(match, LogEntry.Kind.RESEATED, data, **by)
    refresh_given(tournament, match.round)


@transaction.atomic
def cancel_table(*, match_id: int, **by: Unpack[Actor]) -> None:
    """Close an unused table that was opened after the draw, and restore the byes.

    That is a catch-up table, or one of a late entry, which then has no place in the round. Raises
    NoPlaceError for any other table, and once a hand was entered.
    """
    tournament, match = lock_match(match_id, *PUBLISHED)
    if not is_opened_later(match) or count_entered([match]):
        raise NoPlaceError
    playing, game = match.round, match.game
    alone = _exempt_again(match)
    data = {"act": "cancelled", "exempt": [entry.number for entry in alone]}
    append_at(match, LogEntry.Kind.RESEATED, data, **by)
    match.delete()
    if game:
        game.delete()
    seat_exempt(playing, alone)
    refresh_given(tournament, playing)
    touch_results(tournament)


def close_unused(playing: Round, **by: Unpack[Actor]) -> None:
    """Close the unused catch-up tables of a round."""
    for match in playing.matches.filter(kind=Match.Kind.CATCH_UP).order_by("table_number"):
        if not count_entered([match]):
            cancel_table(match_id=match.pk, **by)


def _exempt_again(match: Match) -> list[Entry]:
    """Return who is exempt once a table opened after the draw is closed: those who were drawn.

    Raises NoPlaceError if that would cost them a game, because they changed tables.
    """
    entries = [seat.entry for seat in match.seats.filter(counts=True).select_related("entry")]
    if match.kind == Match.Kind.CATCH_UP:
        return entries
    drawn = drawn_for(match.round)
    alone = [entry for entry in entries if entry.number in drawn]
    if len(alone) == len(entries):
        raise NoPlaceError
    return alone
