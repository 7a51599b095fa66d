"""A contest as one document: everything that another installation needs, and nothing secret."""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from django.db.models import Prefetch

from scorekeeper.engine.hand import Side
from scorekeeper.models import Game, Hand
from tournaments.ledger.standings import contest_of, eligible_now
from tournaments.models import Entry, FormerPlayer, Match, MatchSeat, Round, Tournament
from tournaments.replay.compare import given_total
from tournaments.replay.document import (
    DrawFields,
    EntryFields,
    FormerFields,
    HandFields,
    LinkFields,
    MatchFields,
    ResultFields,
    RoundFields,
    SheetFields,
    SlipFields,
    TournamentFields,
    VerdictFields,
)
from tournaments.replay.fields import written
from tournaments.replay.hands import CODEC as CODEC
from tournaments.replay.outcomes import standing_lines
from tournaments.replay.prized import awards_told


def document_of(tournament: Tournament, *, reading: int | None = None) -> dict[str, Any]:
    """Return the contest as plain values, in about ten queries whatever its size.

    Codes of tables and addresses are left out: they would open the contest to whoever reads it.
    `reading` says how its brackets are read where that is not as now.
    """
    reading = reading or tournament.reading
    contest = replace(contest_of(tournament), version=reading)
    return {
        "tournament": written(TournamentFields, tournament, bracket_version=reading),
        "entries": [_entry(entry) for entry in _loaded_entries(tournament)],
        "rounds": [_round(played, tournament) for played in _loaded_rounds(tournament)],
        "standings": standing_lines(contest.standings()),
        **awards_told(tournament.prize_plan, eligible_now(tournament, contest)),
        "log": [written(LinkFields, line) for line in tournament.log.order_by("number")],
    }


def document_text(document: dict[str, Any], *, ascii_only: bool = False) -> str:
    """Return a document as JSON, one value a line."""
    return json.dumps(document, ensure_ascii=ascii_only, indent=1)


def moment(at: datetime | None) -> str | None:
    """Return a moment in UTC as the log writes it."""
    return at.astimezone(UTC).isoformat() if at else None


def _loaded_entries(tournament: Tournament) -> Iterable[Entry]:
    former = FormerPlayer.objects.order_by("position", "until_round", "until_hand")
    return tournament.entries.by_number().prefetch_related(Prefetch("former", former))


def _entry(entry: Entry) -> dict[str, Any]:
    former = [written(FormerFields, one) for one in entry.former.all()]
    return written(EntryFields, entry, former=former)


def _loaded_rounds(tournament: Tournament) -> Iterable[Round]:
    hands = Hand.objects.order_by("number")
    seats = MatchSeat.objects.select_related("entry").order_by("side", "position")
    matches = Match.objects.select_related("game").prefetch_related(
        Prefetch("game__hands", hands), "game__slips", Prefetch("seats", seats), "verdicts"
    )
    return tournament.rounds.order_by("number").prefetch_related(Prefetch("matches", matches))


def _round(played: Round, tournament: Tournament) -> dict[str, Any]:
    matches = [_match(match, tournament) for match in played.matches.all()]
    return written(
        RoundFields,
        played,
        draw=written(DrawFields, played) if played.has_draw else None,
        matches=sorted(matches, key=_by_table),
    )


def _by_table(match: dict[str, Any]) -> tuple[bool, int]:
    """Return where a match stands in its round: by table, those without one by entry."""
    has_none = match["table"] is None
    return has_none, match["results"][0]["entry"] if has_none else match["table"]


def _match(match: Match, tournament: Tournament) -> dict[str, Any]:
    sides: dict[str, list[MatchSeat]] = defaultdict(list)
    for seat in match.seats.all():
        sides[seat.side].append(seat)
    game = match.game
    stored = list(game.hands.all()) if game else []
    hands = [written(HandFields, hand) for hand in stored]
    # What counts makes the totals: hands under a slip, or of a table that was left, do not.
    counted = sum(hand.counted for hand in stored) if match.is_game else 0
    total_a, total_b = _totals(match, sides)
    slips = sorted(game.slips.all(), key=lambda slip: slip.number) if game else []
    verdicts = sorted(match.verdicts.all(), key=lambda verdict: verdict.side)
    return written(
        MatchFields,
        match,
        a=_side(sides[Side.A], tournament),
        b=_side(sides[Side.B], tournament),
        bye=match.kind == Match.Kind.EXEMPT,
        hands=hands[:counted],
        total_a=total_a,
        total_b=total_b,
        hands_not_counted=hands[counted:],
        slips=[written(SlipFields, slip) for slip in slips],
        sheet=_sheet(game) if game else None,
        results=[
            written(ResultFields, seat, entry=seat.entry.number) for seat in match.seats.all()
        ],
        verdicts=[written(VerdictFields, verdict) for verdict in verdicts],
    )


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


def _sheet(game: Game) -> dict[str, Any]:
    """Return what is known of a table's game besides its hands.

    `returned_a` and `returned_b` were held by litiges and came back at the end: with the scores of
    the hands they make the totals.
    """
    counted = [] if game.is_slip else [hand for hand in game.hands.all() if hand.counted]
    marked = (sum(h.score_a for h in counted), sum(h.score_b for h in counted))
    return written(
        SheetFields,
        game,
        returned_a=0 if game.is_slip else game.total_a - marked[0],
        returned_b=0 if game.is_slip else game.total_b - marked[1],
    )
