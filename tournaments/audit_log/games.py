"""Hooks by which a contest follows its games."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import Any, Final, cast

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet, prefetch_related_objects
from django.urls import reverse

from scorekeeper.engine.columns import entry_values
from scorekeeper.engine.hand import Seat, Side
from scorekeeper.engine.scoring import Outcome
from scorekeeper.engine.tally import has_failed
from scorekeeper.extensions import (
    IN_TAG,
    ContestSheet,
    LogEnd,
    MovedOn,
    TableMovedOnError,
    opened_by,
)
from scorekeeper.games.services.actions import GameIsOverError
from scorekeeper.models import Game, GameEvent, Hand, Membership
from scorekeeper.models.authors import Author
from scorekeeper.models.rows import update_rows
from scorekeeper.roles import Right, roles_with
from tournaments.audit_log.log import (
    append_actions,
    lock_tournament_with,
    touch_results,
    unfinished,
)
from tournaments.models import (
    LogEntry,
    Match,
    MatchSeat,
    Round,
    SheetVerdict,
    TableCode,
    Tournament,
)
from tournaments.models.results import round_result
from tournaments.models.rounds import Signature, playing_mark, signature_of
from tournaments.receipts import receipt_of
from tournaments.standings.bye_points import given_results


class ContestGames:
    """What contests add to the score keeper's games: locking, log, results, and who may write."""

    def lock(self, game_id: int, token: str | None) -> Game | None:
        known = {} if token is None else {"codes__token": token}
        lock_tournament_with(rounds__matches__game=game_id, **known)
        # Lock only the game: joined rows may be missing.
        return self.games(token).select_for_update(of=("self",)).filter(pk=game_id).first()

    def refuse_finished(self, game: Game) -> None:
        if match := match_of(game):
            unfinished(match.round.tournament)

    def follow(self, game: Game, hands: Sequence[Hand], events: Sequence[GameEvent]) -> None:
        """Update results, receipt and log after a change to a game of a locked contest.

        Without events nothing is logged. Raises GameIsOverError like `refuse_over`.
        """
        match = match_of(game)
        if match is None:
            return
        tournament = match.round.tournament
        if events:
            author = events[0].doer or Author(events[0].author_name, events[0].author)
            refuse_over(match, author)
        changed = follow_game(tournament, match, game, hands)
        if events:
            acts, now = map(action_from, events), events[0].at
            append_actions(match, acts, author=author, now=now, touches_results=changed)
        elif changed:
            touch_results(tournament)

    def games(self, token: str | None) -> QuerySet[Game]:
        return _games() if token is None else _games(_opened_by(token))

    def get_light(self, game_id: int, token: str | None) -> Game | None:
        # Load only the columns of the contest that a table shows.
        return self.games(token).only(*_SHOWN).filter(pk=game_id).first()

    def sheet(self, game: Game, token: str | None, *, decides: bool) -> ContestSheet | None:
        """Return what the holder of the table's code may do; without a code, what a member may do.

        One query, none before the sheet is finished. Raises TableMovedOnError once the table can no
        longer change the game.
        """
        match = match_of(game)
        if match is None:
            return None
        if token is not None:
            refuse_moved_on(match, token)
        verdicts = verdicts_of(match)
        may = may_write(match, verdicts, decides=decides)
        return ContestSheet(
            may_enter=may,
            may_correct=may,
            receipt=match.receipt,
            mark=playing_mark(match.round.tournament, match.round, match, verdicts),
        )

    def log_end(self, game: Game) -> LogEnd | None:
        match = match_of(game)
        if match is None:
            return None
        # `append_links` has set both on the contest that was locked with the game.
        contest = match.round.tournament
        return LogEnd(contest=contest.token, head=f"{contest.version}:{contest.log_hash}")

    def knows(self, token: str) -> bool:
        return TableCode.objects.filter(token=token).exists()

    def show_the_way_from(self, token: str) -> None:
        if code := TableCode.objects.select_related("tournament").filter(token=token).first():
            raise TableMovedOnError(way_to(token), MovedOn.GONE, code.tournament.ruleset)

    def is_contest_on(self, first: date, last: date) -> bool:
        return Tournament.objects.filter(finished_at=None, date__range=(first, last)).exists()


def _games(*by: Q) -> QuerySet[Game]:
    # A round stores its whole draw, which a table does not need.
    drawn = [f"match__round__{name}" for name in ("request", "certificate", "swaps")]
    return Game.objects.select_related("match__round__tournament").defer(*drawn).filter(*by)


def _opened_by(token: str) -> Q:
    contest = OuterRef("match__round__tournament")
    codes = TableCode.objects.filter(tournament=contest, number=OuterRef("match__table_number"))
    return opened_by(token) | Q(Exists(codes.filter(token=token)))


_SHOWN: Final = (
    *("club", "is_contest", *IN_TAG),
    *(f"match__{name}" for name in ("round", "kind", "table_number", "is_signed", "receipt")),
    *(f"match__round__{name}" for name in ("tournament", "number", "status")),
    *(f"match__round__tournament__{name}" for name in ("finished_at", "is_mirror", "table_news")),
)


def refuse_over(match: Match, author: Author) -> None:
    """Raise GameIsOverError if the game can no longer be changed.

    That is the case without cards to play, and for a phone whose round is closed or whose sheet is
    settled; a referee may still change it.
    """
    if not match.is_game:
        raise GameIsOverError
    said = match.verdicts.all() if match.receipt else ()
    if not (_may_change(match, said) or decides_at(author, match)):
        raise GameIsOverError


def may_write(match: Match, verdicts: Iterable[SheetVerdict], *, decides: bool) -> bool:
    """Return whether hands can be entered and corrected, by a referee or by the table itself.

    Never in a finished contest.
    """
    contest = match.round.tournament
    is_open = match.is_game and contest.finished_at is None and not contest.is_mirror
    return is_open and (decides or _may_change(match, verdicts))


def _may_change(match: Match, verdicts: Iterable[SheetVerdict]) -> bool:
    """Return whether the round is open and the sheet not settled yet."""
    return match.round.is_playing and signature_of(match, verdicts) is not Signature.SETTLED


def decides_at(author: Author, match: Match) -> bool:
    """Return whether an author has the rights of a referee in the contest.

    Accounts of other clubs, and members whose role does not decide, have the rights of a phone.
    """
    club = match.round.tournament.club_id
    if author.user is None:
        return False
    if author.decides_in is not None:
        return club in author.decides_in
    deciding = Membership.objects.filter(role__in=roles_with(Right.DECIDE))
    return deciding.filter(user=author.user, club=club).exists()


def match_of(game: Game) -> Match | None:
    """Return the match that was loaded with a game; None if it no longer exists."""
    return cast("Match | None", getattr(game, "match", None))


def action_from(event: GameEvent) -> tuple[LogEntry.Kind, dict[str, Any]]:
    """Return an event of a game as an action of the contest's log."""
    return LogEntry.Kind.GAME, {
        "act": event.kind,
        "hand": event.hand_number,
        "before": event.before,
        "after": event.after,
    }


def verdicts_of(match: Match) -> Sequence[SheetVerdict]:
    """Return the verdicts on a sheet; there are none before it is finished."""
    if not match.receipt:
        return []
    prefetch_related_objects([match], "verdicts")
    return list(match.verdicts.all())


def refuse_moved_on(match: Match, token: str) -> None:
    """Raise TableMovedOnError if a phone at the table can no longer enter anything."""
    if not (match.round.is_playing and match.is_game):
        reason = MovedOn.LEFT if match.round.is_playing else MovedOn.CLOSED
        raise TableMovedOnError(way_to(token), reason)


def way_to(token: str) -> str:
    """Return the address that shows what is played at the table with this code now."""
    return reverse("tournaments:table-open", args=[token])


def follow_game(
    tournament: Tournament,
    match: Match,
    game: Game,
    hands: Sequence[Hand],
    *,
    capots: Mapping[Side, int] | None = None,
    **said: object,
) -> bool:
    """Update a match from its game, and the seats whose points depend on it.

    `hands` are those that count, in order; `capots` are those of a slip; `said` holds fields of the
    match that the author of the slip set. Return whether any points changed.
    """
    said, seats = _followed(match, game, hands, capots, said)
    if said:
        match.save(update_fields=list(said))
    update_rows(seats, RESULT_FIELDS)
    if seats and tournament.exempt == Tournament.Exempt.ROUND_AVERAGE:
        refresh_given(tournament, match.round)
    return bool(seats)


def follow_games(playing: Round, played: Sequence[tuple[Match, Game, Sequence[Hand]]]) -> None:
    """Update many matches of a round from finished games.

    Does the same as `follow_game` for each, with a constant number of queries; the contest is
    locked.
    """
    tournament = playing.tournament
    matches, changed, touched = [match for match, _game, _hands in played], [], 0
    prefetch_related_objects(matches, _with_seats())
    for match, game, hands in played:
        _said, seats = _followed(match, game, hands)
        changed += seats
        touched += bool(seats)
    update_rows(matches, _FOLLOWING)
    update_rows(changed, RESULT_FIELDS)
    if changed and tournament.exempt == Tournament.Exempt.ROUND_AVERAGE:
        refresh_given(tournament, playing)
    touch_results(tournament, times=touched)


def _followed(
    match: Match,
    game: Game,
    hands: Sequence[Hand],
    capots: Mapping[Side, int] | None = None,
    said: Mapping[str, object] = MappingProxyType({}),
) -> tuple[dict[str, object], list[MatchSeat]]:
    """Set a match's derived fields; return the values to save, and the seats that changed."""
    before = (match.receipt, match.penalties)
    match.penalties = sum(bool(hand.penalty) for hand in hands)
    if match.kind == Match.Kind.FORFEIT:
        return {}, []
    # There are no results while the first game is running.
    is_felt = game.is_finished or before[0] or match.kind == Match.Kind.CATCH_UP
    seats = _seats_of(match) if is_felt else ()
    match.receipt = _receipt(match, game, hands, seats) if game.is_finished else ""
    following: dict[str, object] = {}
    if before != (match.receipt, match.penalties):
        # Signatures and checks were made for another sheet. `replay` does the same.
        is_signed = match.is_signed and before[0] == match.receipt
        values = (is_signed, "", match.receipt, match.penalties)
        following = dict(zip(_FOLLOWING, values, strict=True))
    following |= said
    for name, value in following.items():
        setattr(match, name, value)
    return following, _changed_seats(match, game, hands, seats, capots)


def _with_seats() -> "Prefetch[str]":
    """Return the queries that prefetch seats in order, with their entries."""
    return Prefetch("seats", MatchSeat.objects.select_related("entry").order_by("side", "position"))


def _seats_of(match: Match) -> Sequence[MatchSeat]:
    """Return the seats of a match in order, cached on the match.

    After a change of seats the match must be read again: its receipt names who sits there.
    """
    prefetch_related_objects([match], _with_seats())
    return list(match.seats.all())


def _receipt(match: Match, game: Game, hands: Sequence[Hand], seats: Sequence[MatchSeat]) -> str:
    sides = {side: [s.entry.number for s in seats if s.side == side] for side in Side}
    return receipt_of(
        round_number=match.round.number,
        table=match.table_number or 0,
        side_a=sides[Side.A],
        side_b=sides[Side.B],
        hands=[entry_values(hand.entry) for hand in hands],
        totals=(game.total_a, game.total_b),
    )


_FOLLOWING = ("is_signed", "check_note", "receipt", "penalties")
RESULT_FIELDS = ("has_result", "points", "outcome", "capots", "failed", "hands", "kind")


def _changed_seats(
    match: Match,
    game: Game,
    hands: Sequence[Hand],
    seats: Iterable[MatchSeat],
    capots: Mapping[Side, int] | None,
) -> list[MatchSeat]:
    """Set the results of seats; return those that changed."""
    changed = []
    for seat in seats:
        before = [getattr(seat, name) for name in RESULT_FIELDS]
        _read_result(seat, match, game, hands)
        if capots is not None:
            seat.capots = capots[Side(seat.side)]
        if before != [getattr(seat, name) for name in RESULT_FIELDS]:
            changed.append(seat)
    return changed


def _read_result(seat: MatchSeat, match: Match, game: Game, hands: Sequence[Hand]) -> None:
    side = Side(seat.side)
    is_catch_up = match.kind == Match.Kind.CATCH_UP
    seat.kind = MatchSeat.Kind.CATCH_UP if is_catch_up else MatchSeat.Kind.PLAYED
    seat.has_result = game.is_finished
    if not game.is_finished:
        # Capots reported by a slip are only valid together with the slip.
        seat.points = seat.hands = seat.failed = seat.capots = 0
        seat.outcome = MatchSeat.Result.UNKNOWN
        return
    seat.points = game.total_a if side is Side.A else game.total_b
    seat.hands = game.hand_count
    decided = MatchSeat.Result.WON if game.winner == side else MatchSeat.Result.LOST
    seat.outcome = decided if game.winner else MatchSeat.Result.TIED
    seat.failed = 0
    if not game.is_slip:
        took = [hand for hand in hands if hand.taker and Seat(hand.taker).side is side]
        fails = match.round.capot_fails
        seat.capots = sum(hand.outcome == Outcome.CAPOT and hand.winner == side for hand in hands)
        seat.failed = sum(has_failed(h.outcome, h.winner, side, capot_fails=fails) for h in took)


def refresh_given(tournament: Tournament, played: Round) -> bool:
    """Set the points of exempt entries and of forfeit wins according to the settings.

    Return whether any points changed.
    """
    if not played.seats.filter(kind__in=_GIVEN).exists():
        return False
    seats = list(played.seats.filter(counts=True).select_related("entry"))
    given = given_results(
        [round_result(seat, seat.entry.number, played.number) for seat in seats if seat.has_result],
        tournament.given_scores,
        round_number=played.number,
        whole=tournament.ruleset.whole,
        hands=played.hands,
        exempt=[s.entry.number for s in seats if s.kind == MatchSeat.Kind.EXEMPT],
        unopposed=[s.entry.number for s in seats if s.kind == MatchSeat.Kind.FORFEIT],
    )
    by_entry = {result.entrant: result for result in given}
    changed = []
    for seat in seats:
        result = by_entry.get(seat.entry.number)
        if result is None or seat.kind not in _GIVEN:
            continue
        said = (True, result.points, result.outcome or MatchSeat.Result.UNKNOWN)
        if said != (seat.has_result, seat.points, seat.outcome):
            seat.has_result, seat.points, seat.outcome = said
            changed.append(seat)
    update_rows(changed, ("has_result", "points", "outcome"))
    return bool(changed)


_GIVEN = (MatchSeat.Kind.EXEMPT, MatchSeat.Kind.FORFEIT)
