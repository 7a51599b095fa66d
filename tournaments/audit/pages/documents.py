"""A contest as one document: everything that another installation needs, and nothing secret."""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from django.db.models import Prefetch

from scorekeeper.engine.hand import Side
from scorekeeper.models import Game, Hand
from scorekeeper.models.hands import entry_from_values, entry_values
from tournaments.ledger.settings import plain_settings
from tournaments.ledger.standings import contest_of
from tournaments.models import Match, MatchSeat, Round, Tournament
from tournaments.replay.compare import given_total
from tournaments.replay.hands import ALWAYS, WHERE_SET, Codec, as_written
from tournaments.replay.outcomes import standing_lines

CODEC: Final = Codec(read=entry_from_values, write=entry_values)
"""How hands are stored."""


def document_of(tournament: Tournament) -> dict[str, Any]:
    """Return the contest as plain values, in about ten queries whatever its size.

    Codes of tables and addresses are left out: they would open the contest to whoever reads it.
    """
    return {
        "tournament": {
            **plain_settings(tournament),
            "created_at": moment(tournament.created_at),
            "finished_at": moment(tournament.finished_at),
        },
        "entries": _entries(tournament),
        "rounds": [_round(played, tournament) for played in _loaded_rounds(tournament)],
        "standings": standing_lines(contest_of(tournament).standings()),
        "log": [entry.link.as_plain() for entry in tournament.log.order_by("number")],
    }


def document_text(document: dict[str, Any], *, ascii_only: bool = False) -> str:
    """Return a document as JSON, one value a line."""
    return json.dumps(document, ensure_ascii=ascii_only, indent=1)


def moment(at: datetime | None) -> str | None:
    """Return a moment in UTC as the log writes it."""
    return at.astimezone(UTC).isoformat() if at else None


def _entries(tournament: Tournament) -> list[dict[str, Any]]:
    return [
        {
            "number": entry.number,
            "players": entry.names,
            "tags": entry.tags,
            "withdrawn_from": entry.withdrawn_from,
            "checked_in_at": moment(entry.checked_in_at),
            "has_paid": entry.has_paid,
            "created_at": moment(entry.created_at),
        }
        for entry in tournament.entries.by_number()
    ]


def _loaded_rounds(tournament: Tournament) -> Iterable[Round]:
    hands = Hand.objects.order_by("number")
    seats = MatchSeat.objects.select_related("entry").order_by("side", "position")
    matches = Match.objects.select_related("game").prefetch_related(
        Prefetch("game__hands", hands), "game__slips", Prefetch("seats", seats), "verdicts"
    )
    return tournament.rounds.order_by("number").prefetch_related(Prefetch("matches", matches))


def _round(played: Round, tournament: Tournament) -> dict[str, Any]:
    matches = [_match(match, tournament) for match in played.matches.all()]
    return {
        "number": played.number,
        "hands": played.hands,
        "status": played.status,
        "draw": {
            "request": played.request,
            "certificate": played.certificate,
            "swaps": played.swaps,
        }
        if played.has_draw
        else None,
        "drawn_at": moment(played.drawn_at),
        "published_at": moment(played.published_at),
        "closed_at": moment(played.closed_at),
        "timer_left": played.timer_left,
        "timer_ends_at": moment(played.timer_ends_at),
        "matches": sorted(matches, key=_by_table),
    }


def _by_table(match: dict[str, Any]) -> tuple[bool, int]:
    """Return where a match stands in its round: by table, those without one by entry."""
    has_none = match["table"] is None
    return has_none, match["results"][0]["entry"] if has_none else match["table"]


def _match(match: Match, tournament: Tournament) -> dict[str, Any]:
    seats = list(match.seats.all())
    sides: dict[str, list[MatchSeat]] = defaultdict(list)
    for seat in seats:
        sides[seat.side].append(seat)
    game = match.game
    hands = [_hand(hand) for hand in game.hands.all()] if game else []
    # What counts makes the totals: hands under a slip, or of a table that was left, do not.
    counted = sum(hand.counted for hand in game.hands.all()) if game and match.is_game else 0
    total_a, total_b = _totals(match, sides)
    return {
        "table": match.table_number,
        "kind": match.kind,
        "a": _side(sides[Side.A], tournament),
        "b": _side(sides[Side.B], tournament),
        "bye": match.kind == Match.Kind.EXEMPT,
        "hands": hands[:counted],
        "total_a": total_a,
        "total_b": total_b,
        "hands_not_counted": hands[counted:],
        "slips": _slips(game),
        "sheet": _sheet(game) if game else None,
        "results": [_result(seat) for seat in seats],
        "needs_check": match.needs_check,
        "check_note": match.check_note,
        "is_signed": match.is_signed,
        "receipt": match.receipt,
        "penalties": match.penalties,
        "verdicts": _verdicts(match),
    }


def _side(seats: Sequence[MatchSeat], tournament: Tournament) -> int | list[int] | None:
    """Return a team's number, in mêlée both players', None where nobody sits."""
    numbers = [seat.entry.number for seat in seats]
    if not numbers:
        return None
    return numbers if tournament.is_melee else numbers[0]


def _totals(match: Match, sides: dict[str, list[MatchSeat]]) -> tuple[int | None, int | None]:
    """Return the totals of a game, or what each side got without one."""
    if match.is_game and match.game:
        return match.game.total_a, match.game.total_b
    a, b = (given_total(seat.points for seat in sides[side] if seat.counts) for side in Side)
    return a, b


def _hand(hand: Hand) -> dict[str, Any]:
    columns = {name: getattr(hand, name) for name in (*ALWAYS, *WHERE_SET)}
    written = {
        "number": hand.number,
        **as_written(columns),
        "score_a": hand.score_a,
        "score_b": hand.score_b,
        "recorded_by": hand.recorded_name,
        "recorded_at": moment(hand.recorded_at),
    }
    if hand.changed_at:
        written["changed_at"] = moment(hand.changed_at)
    return written


def _slips(game: Game | None) -> list[dict[str, int]]:
    if game is None:
        return []
    return [
        {"hands": slip.hands, "total_a": slip.total_a, "total_b": slip.total_b}
        for slip in sorted(game.slips.all(), key=lambda slip: slip.number)
    ]


def _sheet(game: Game) -> dict[str, Any]:
    """Return what is known of a table's game besides its hands.

    `returned_a` and `returned_b` were held by litiges and came back at the end: with the scores of
    the hands they make the totals.
    """
    counted = [] if game.is_slip else [hand for hand in game.hands.all() if hand.counted]
    marked = (sum(h.score_a for h in counted), sum(h.score_b for h in counted))
    return {
        "is_finished": game.is_finished,
        "is_slip": game.is_slip,
        "planned": {
            "target": game.target,
            "hands": game.hands_per_game,
            "games": game.game_count,
        },
        "hand_count": game.hand_count,
        "held": game.held,
        "returned_a": 0 if game.is_slip else game.total_a - marked[0],
        "returned_b": 0 if game.is_slip else game.total_b - marked[1],
        "winner": game.winner,
        "first_dealer": game.first_dealer,
        "passed_deals": game.passed_deals,
        "stop_reason": game.stop_reason,
        "started_at": moment(game.created_at),
        "finished_at": moment(game.finished_at),
    }


def _result(seat: MatchSeat) -> dict[str, Any]:
    return {
        "entry": seat.entry.number,
        "counts": seat.counts,
        "kind": seat.kind,
        "has_result": seat.has_result,
        "points": seat.points,
        "outcome": seat.outcome,
        "capots": seat.capots,
        "failed": seat.failed,
        "hands": seat.hands,
    }


def _verdicts(match: Match) -> list[dict[str, Any]]:
    return [
        {
            "side": verdict.side,
            "agrees": verdict.agrees,
            "receipt": verdict.receipt,
            "total_a": verdict.total_a,
            "total_b": verdict.total_b,
            "note": verdict.note,
            "author": verdict.author_name,
            "at": moment(verdict.at),
        }
        for verdict in sorted(match.verdicts.all(), key=lambda verdict: verdict.side)
    ]
