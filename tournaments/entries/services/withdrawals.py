"""Entries that leave, come back, or come late, and the tables they leave or find."""

from collections.abc import Iterable
from itertools import chain
from typing import Any, Unpack

from django.db import transaction
from django.db.models import QuerySet

from scorekeeper.engine.hand import Side
from scorekeeper.models.authors import Actor
from scorekeeper.models.hands import counted_hands
from scorekeeper.refusals import Refused
from tournaments.audit_log.games import follow_game, refresh_given
from tournaments.audit_log.locks import PUBLISHED, lock_match, lock_round, lock_unfinished
from tournaments.audit_log.log import append, append_at, append_in, touch_results
from tournaments.draw.result import Pairing
from tournaments.draw.wishes import LAST_TABLE, numbers_of
from tournaments.entries.queries.entries import free_seats, gives_its_number
from tournaments.entries.services.entries import NewEntry, change_entry, remove_entry
from tournaments.entries.services.taken import refuse_elsewhere, sits_elsewhere
from tournaments.models import Entry, LogEntry, Match, MatchSeat, Round, TableCode, Tournament
from tournaments.models.rounds import hands_written
from tournaments.refusals import ContestRefusal
from tournaments.rounds.queries.draws import drawn_for, is_opened_later
from tournaments.rounds.services import discard_draw, reseat_game, seat_exempt, start_tables
from tournaments.standings.leaving import kind_on_return, leave
from tournaments.standings.results import ResultKind


class NoPlaceError(ValueError):
    """Raised when a late entry finds nobody exempt to play, or a catch-up table cannot be."""


@transaction.atomic
def withdraw_entry(
    *, tournament_id: int, number: int, from_round: int, **by: Unpack[Actor]
) -> Entry:
    """Let an entry leave: it plays no round from that one on, and is drawn no more.

    A game it has not finished in such a round is a forfeit: the opponents get what the settings
    say, a partner in mêlée what an exempt player gets. A preview it was drawn in is discarded.
    Raises Refused, PersonTakenError as `return_entry` does, and FinishedError.
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
    """Return the draws not yet published that go when this entry leaves: it was drawn in them.

    Of club teams none goes: the next pair moves up.
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
    """Empty a seat: what it gets follows from its kind."""
    seat.kind = kind.value
    seat.has_result = False
    seat.points = seat.capots = seat.failed = seat.hands = 0
    seat.outcome = MatchSeat.Result.UNKNOWN
    seat.save()


@transaction.atomic
def return_entry(
    *, tournament_id: int, number: int, even_closed: bool = False, **by: Unpack[Actor]
) -> Entry:
    """Take a withdrawal back: the table it left in the round now played is played after all.

    With `even_closed` those of closed rounds too, where it had never left: such a table has no
    result again until a slip says so. Raises FinishedError, and PersonTakenError where somebody of
    it sits in another entry since.
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
    """Let a late team play the exempt one: both get a table in the round now played.

    Raises NoPlaceError where nobody is exempt, the entry is incomplete or seated already, or pools
    or trees say who plays.
    """
    tournament, playing = lock_round(round_id, Round.Status.PLAYING)
    alone = _exempt_seats(playing).first()
    _latecomer(tournament, playing, number)
    if alone is None or not tournament.format.has_teams or not playing.may_reseat:
        raise NoPlaceError
    match = _open_table(tournament, playing, ([alone.entry.number], [number]), **by)
    _log_table(tournament, match, "late", **by)
    return match


def _latecomer(tournament: Tournament, playing: Round, number: int) -> Entry:
    """Return a whole entry without a place in a round; raises NoPlaceError for any other."""
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
    """Let a late entry take a seat that was left; of a team that never played, its number too.

    Raises NoPlaceError where no such seat is free, or the entry is incomplete or was seated before.
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
    """Let a late entry play where somebody else has left, each under the own number."""
    data = {"act": "seated", "one": seat.entry.number, "other": late.number}
    seat.entry = late
    seat.save(update_fields=["entry"])
    _come_back(tournament, seat)
    reseat_game(tournament, seat.match)
    append_in(seat.round, LogEntry.Kind.RESEATED, data, **by)
    touch_results(tournament)
    return seat


def _exempt_seats(playing: Round) -> QuerySet[MatchSeat]:
    return playing.seats.filter(
        counts=True, kind=MatchSeat.Kind.EXEMPT, match__kind=Match.Kind.EXEMPT
    ).order_by("entry__number")


@transaction.atomic
def start_catch_up(
    *, round_id: int, side_a: Iterable[int], side_b: Iterable[int], **by: Unpack[Actor]
) -> Match:
    """Let exempt entries play early finishers; only the score of the exempt ones counts.

    One number a side, in mêlée two. Raises NoPlaceError where nobody of them is exempt, somebody
    has left or has no seat in the round, or a number stands there twice; and where club teams meet:
    there a table without opponents is won.
    """
    tournament, playing = lock_round(round_id, Round.Status.PLAYING)
    sides = (list(side_a), list(side_b))
    numbers = [*sides[0], *sides[1]]
    exempt = set(_exempt_seats(playing).values_list("entry__number", flat=True)).intersection(
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
    """Open one more table in a round; those exempt so far are exempt no more and count there."""
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
    """Return the number of one more table: the next one there is, otherwise after the last.

    Raises NoPlaceError where no number is left.
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
    """Close a table opened after the draw, where nothing was written: the exempt are exempt again.

    That is a catch-up table, or one of a late entry, which then has no place in the round.
    Raises NoPlaceError for any other table, and once a hand is written there.
    """
    tournament, match = lock_match(match_id, *PUBLISHED)
    if not is_opened_later(match) or hands_written([match]):
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
    """Close the catch-up tables of a round at which nothing was written: nobody needs them."""
    for match in playing.matches.filter(kind=Match.Kind.CATCH_UP).order_by("table_number"):
        if not hands_written([match]):
            cancel_table(match_id=match.pk, **by)


def _exempt_again(match: Match) -> list[Entry]:
    """Return who is exempt once a table opened after the draw is closed: whoever was drawn.

    Raises NoPlaceError where those who were drawn would lose a game: they have changed tables.
    """
    entries = [seat.entry for seat in match.seats.filter(counts=True).select_related("entry")]
    if match.kind == Match.Kind.CATCH_UP:
        return entries
    drawn = drawn_for(match.round)
    alone = [entry for entry in entries if entry.number in drawn]
    if len(alone) == len(entries):
        raise NoPlaceError
    return alone
