"""A sheet as plain values: what phones and programs get of it."""

from typing import Any, Final

from scorekeeper.contests import ContestSheet
from scorekeeper.engine.choices import Rounding
from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.engine.outcome_table import outcome_tables
from scorekeeper.engine.scoring import NOTHING_HELD, Held
from scorekeeper.engine.tally import TalliedHand, Tally, Totals
from scorekeeper.hands.pages.sheets import GameSheet
from scorekeeper.labels.presets import (
    PRESET_LABELS,
)
from scorekeeper.models import Hand
from scorekeeper.models.hands import hand_tag

Plain = dict[str, Any]

SEATS: Final = tuple(Seat)


def phone_sheet(sheet: GameSheet, contest: ContestSheet | None, *, may_write: bool = True) -> Plain:
    """Return a sheet as JSON can hold it; `contest` is its contest's say, None outside contests.

    Nothing is entered or corrected without `may_write`.
    """
    game, rules = sheet.game, sheet.ruleset
    # A game that was stopped gave back what was held.
    tally = sheet.tally.closed_early() if game.is_finished else sheet.tally
    is_over = game.is_finished or sheet.tally.is_over
    may_write = may_write and not game.is_mirror
    return {
        "game": game.pk,
        "version": game.version,
        "state": "slip" if game.is_slip else game.status,
        "may_enter": may_write
        and not (is_over or game.is_slip)
        and (contest is None or contest.may_enter),
        "may_correct": may_write
        and not game.is_slip
        and (contest.may_correct if contest else not game.is_finished),
        "sides": {side.value: name for side, name in sheet.sides.items()},
        "seats": {seat.value: sheet.names[seat] for seat in SEATS},
        "dealers": [
            sheet.next_dealer.next(clockwise=rules.clockwise, steps=steps).value
            for steps in range(len(SEATS))
        ],
        "passed_deals": game.passed_deals,
        "next_number": sheet.next_number,
        "totals": _both(sheet.totals),
        "game_totals": _both(sheet.totals if game.is_slip else tally.game_totals),
        "held": _both(NOTHING_HELD if game.is_slip else tally.held),
        "format": {
            "target": game.target,
            "hands": game.hands_per_game,
            "games": game.game_count,
        },
        "game_number": tally.game,
        "hands_in_game": tally.hands_in_game,
        "held_at_end": rules.held_at_end.value,
        "rules": {
            "name": str(PRESET_LABELS.get(game.ruleset_key, game.ruleset_name)),
            "digest": outcome_tables(rules)["digest"],
            "shown_in_tens": rules.rounding is Rounding.TOTAL_ONLY,
        },
        "receipt": contest.receipt or None if contest else None,
        "mark": contest.mark if contest else None,
        "hands": [_hand(sheet, hand, tally) for hand in sheet.hands],
    }


def stored_hand(sheet: GameSheet, hand: Hand) -> Plain:
    return _hand(sheet, hand, sheet.tally)


def _hand(sheet: GameSheet, hand: Hand, tally: Tally) -> Plain:
    index = hand.number - 1
    # Hands under a slip are kept and count for nothing.
    tallied = tally.hands[index] if hand.counted and index < len(tally.hands) else None
    return {
        "id": str(hand.submission_key),
        "number": hand.number,
        "tag": hand_tag(hand),
        "entry": plain_entry(hand.entry, hand.penalty_reason),
        "by": sheet.shown.name(hand.recorded_name),
        "at": hand.recorded_at.isoformat(),
        "changed_at": hand.changed_at.isoformat() if hand.changed_at else None,
        **_scored(tallied),
    }


def _scored(tallied: TalliedHand | None) -> Plain:
    """Return what follows from a hand: nothing, for one that was written after the end."""
    if tallied is None:
        return {
            "outcome": None,
            "winner": None,
            "points": {side.value: 0 for side in Side},
            "lines": [],
            "held": 0,
            "totals": None,
            "counted": False,
        }
    score = tallied.score
    return {
        "outcome": score.outcome.value,
        "winner": score.winner.value if score.winner else None,
        "points": {side.value: score.points(side) for side in Side},
        "lines": [
            {"side": line.side.value, "points": line.points, "reason": line.reason.value}
            for line in score.lines
        ],
        "held": score.held.total,
        "totals": _both(tallied.game_totals),
        "counted": True,
    }


def plain_entry(entry: HandEntry, penalty_reason: str = "") -> Plain:
    contract = entry.contract
    return {
        "taker": entry.taker,
        "card_points": entry.card_points,
        "belote": entry.belote,
        "belote_seat": entry.belote_seat,
        "capot": entry.capot,
        "penalty": entry.penalty,
        "penalty_reason": penalty_reason,
        "defenders_count": entry.defenders_count,
        "tricks": entry.tricks,
        "last_trick": entry.last_trick,
        "trump": entry.trump,
        "contract": {"bid": contract.bid, "multiplier": int(contract.multiplier)}
        if contract
        else None,
        "taker_alone": entry.taker_alone,
        "declarations": [
            {"side": declared.side, "kind": declared.kind, "high": declared.high}
            for declared in entry.declarations
        ],
        "best_declaration": entry.best_declaration,
        "further_belotes": list(entry.further_belotes),
        "passed_deals": entry.passed_deals,
    }


def _both(points: Totals | Held) -> dict[str, int]:
    return {Side.A.value: points.a, Side.B.value: points.b}
