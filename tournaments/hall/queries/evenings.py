"""The board of a club evening: the ranking, and the latest hands at the tables."""

import hashlib
from collections.abc import Sequence
from typing import Any, Final

from django.db.models import Prefetch
from django.utils import timezone

from scorekeeper.addresses import watch
from scorekeeper.clubs.queries import ShownNames, names_for_everybody
from scorekeeper.engine.hand import Side
from scorekeeper.engine.scoring import Outcome
from scorekeeper.engine.stints import sitting_in_hand
from scorekeeper.evenings.queries import evening_version, tonight_of
from scorekeeper.games.queries.games import GameCard
from scorekeeper.hall_codes import days_of_night
from scorekeeper.labels.hands import outcome_label
from scorekeeper.models import Evening, GameSeat, Hand
from tournaments.hall.queries.podiums import Ranked, podium_views

LAST_HANDS: Final = 3
LAST_CAPOTS: Final = 2


def evening_board_version(evening: Evening, shown: ShownNames) -> str:
    """Return a value that changes whenever the board does; one query."""
    # The code to type is valid for one night.
    code = (evening.token, evening.date in days_of_night(timezone.now()))
    state = (evening_version(evening), evening.name, evening.date, *code, watch.mark)
    parts = repr((state, sorted(shown.hidden), sorted(shown.spelled)))
    return hashlib.sha256(parts.encode()).hexdigest()[:16]


def evening_board(evening: Evening) -> dict[str, Any]:
    """Return the board; the number of queries does not depend on tables and hands.

    `closest` is the table with the smallest difference among those playing, or among all once none
    is, `best` the best game; `left` are the tables still playing, which a board that `is_ending`
    counts down. `podium` is presented once the evening is closed.
    """
    shown = names_for_everybody(evening.club_id)
    version = evening_board_version(evening, shown)
    tonight = tonight_of(evening, version=version, shown=shown)
    playing, finished = tonight["playing"], tonight["finished"]
    rankings = tonight["rankings"]
    is_over = evening.closed_at is not None and not playing
    # With different kinds of scoring there are several rankings, and no overall winner.
    lines = [
        Ranked(line["place"], line["name"], line["points"])
        for line in (rankings[0].lines if len(rankings) == 1 else ())
    ]
    hands, closest = _hands(evening, shown, LAST_HANDS), _closest(playing) or _closest(finished)
    return {
        "evening": evening,
        "version": version,
        "rankings": rankings,
        "left": len(playing),
        "done": len(finished),
        "is_ending": bool(finished) and 0 < len(playing) <= 2,
        "hands": hands,
        "capots": _hands(evening, shown, LAST_CAPOTS, outcome=Outcome.CAPOT),
        "closest": closest,
        "best": _best(finished),
        "has_news": bool(hands or closest),
        "podium": podium_views(lines) if is_over else (),
    }


def _closest(cards: Sequence[GameCard]) -> GameCard | None:
    """Return the table with the smallest difference; of equal ones the most advanced one."""
    begun = [card for card in cards if card.game.hand_count or card.game.is_slip]

    def order(card: GameCard) -> tuple[int, int]:
        return abs(card.game.total_a - card.game.total_b), -card.game.hand_count

    return min(begun, key=order, default=None)


def _best(finished: Sequence[GameCard]) -> dict[str, Any] | None:
    """Return the side with the most points of a finished game, None before there is one."""
    sides: list[dict[str, Any]] = [
        {"name": name, "points": points}
        for card in finished
        for name, points in (
            (card.name_a, card.game.total_a),
            (card.name_b, card.game.total_b),
        )
    ]
    return max(sides, key=lambda side: side["points"], default=None)


def _hands(
    evening: Evening, shown: ShownNames, most: int, **wanted: Outcome
) -> list[dict[str, Any]]:
    """Return the latest hands, newest first; three queries at most."""
    hands = Hand.objects.filter(game__evening=evening, counted=True, **wanted)
    latest = hands.select_related("game").prefetch_related(
        Prefetch("game__seats", GameSeat.every.all())
    )
    return [_line(hand, shown) for hand in latest.order_by("-recorded_at", "-pk")[:most]]


def _line(hand: Hand, shown: ShownNames) -> dict[str, Any]:
    seats = sitting_in_hand(hand.game.seats.all(), hand.number)
    names = {seat.value: shown.name(one.name, one.player_id) for seat, one in seats.items()}
    is_capot = hand.outcome == Outcome.CAPOT
    # The side that made a capot, took, or pays a penalty.
    side = hand.winner if is_capot else hand.taker[:1] or hand.penalty
    whole = " & ".join(names[seat] for seat in sorted(names) if seat.startswith(side))
    scores = (hand.score_a, hand.score_b)
    own, other = scores if side == Side.A else scores[::-1]
    return {
        "table": hand.game.table_number,
        "name": whole if is_capot else names.get(hand.taker, whole),
        "outcome": outcome_label(Outcome(hand.outcome)),
        "own": own,
        "other": other,
    }
