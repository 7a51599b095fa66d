"""The score sheet of a game and its chart, in a fixed number of queries.

`phone_sheet` returns the same sheet as plain values, for phones and programs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from scorekeeper.clubs.names import narrow_names, short_names
from scorekeeper.clubs.queries import WHOLE_NAMES, ShownNames
from scorekeeper.engine.cards import WHOLE
from scorekeeper.engine.checks import is_played, whole_of
from scorekeeper.engine.choices import Rounding
from scorekeeper.engine.hand import HandEntry, Seat, Side, Trump
from scorekeeper.engine.marks import Reason
from scorekeeper.engine.outcome_table import outcome_tables
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.scoring import NOTHING_HELD, HandScore, Held, score
from scorekeeper.engine.stints import sitting_in_hand
from scorekeeper.engine.tally import TalliedHand, Tally, Totals, dealer_after_passes
from scorekeeper.extensions import ContestSheet
from scorekeeper.labels.hands import outcome_label, reason_label
from scorekeeper.labels.rules import PRESET_LABELS
from scorekeeper.labels.sheets import (
    chart_summary,
    explain,
    game_result_text,
    mark_texts,
    need_text,
    penalty_note,
    points_text,
    progress_text,
    result_text,
    scoring_note,
)
from scorekeeper.models import Game, GameSeat, Hand, SlipTotals
from scorekeeper.models.games import every_seat_of
from scorekeeper.models.hands import hand_tag, stored_hands, tally_hands

CHART_LEFT, CHART_RIGHT, CHART_TOP, CHART_BOTTOM = 4, 300, 8, 130
TWO_LINES: Final = 30
"""Letters of two short names that fit half the width of a phone."""


def draw_chart(tally: Tally, sides: Mapping[Side, str]) -> dict[str, str]:
    """Return the chart of a game with two or more hands, as points of a 320 × 150 drawing."""
    hands = tally.hands
    target = tally.format.target if tally.format.games == 1 else None
    # The last point shows the final totals, which include held points that were given back.
    totals = [Totals(), *(hand.totals for hand in hands[:-1]), tally.totals]
    highest = max([1, target or 0, *(max(t.a, t.b) for t in totals)])

    def y(points: int) -> str:
        return f"{CHART_BOTTOM - points * (CHART_BOTTOM - CHART_TOP) / highest:.1f}"

    def line(side: Side) -> str:
        step = (CHART_RIGHT - CHART_LEFT) / len(hands)
        return " ".join(
            f"{CHART_LEFT + step * i:.1f},{y(total.of(side))}" for i, total in enumerate(totals)
        )

    return {
        "line_a": line(Side.A),
        "line_b": line(Side.B),
        "target_y": y(target) if target else "",
        "target_label": points_text(target) if target else "",
        "first_label": "0",
        "last_label": str(len(hands)),
        "summary": chart_summary(tally, sides),
    }


@dataclass(frozen=True, slots=True)
class ReasonLine:
    """One line of a hand's score."""

    side: Side
    points: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredHand:
    """The score of a hand in words."""

    outcome: str
    outcome_text: str
    text: str
    points_a: int
    points_b: int
    reasons: Sequence[ReasonLine]


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRow:
    """A row of the sheet. `starts_game` is the number of the game that begins with it, or 0.

    `shown` are the totals as displayed. `is_exact` marks a hand that is scored without rounding
    because it ends the game.
    """

    number: int
    stored: Hand
    starts_game: int
    taker: str
    taker_side: Side | None
    belote: str
    belote_side: Side | None
    dealer: str
    score: ScoredHand | None
    totals: Totals | None
    shown: Totals | None
    held: int
    is_exact: bool
    game_result: "ResultRow | None" = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """The row that closes one of several games, or a game in which held points were given back."""

    text: str
    totals: Totals
    returned: int


Plain = dict[str, Any]

SEATS: Final = tuple(Seat)


@dataclass(frozen=True)
class GameSheet:
    """A game with its hands, its tally and the players' names."""

    game: Game
    names: Mapping[Seat, str]
    hands: Sequence[Hand]
    tally: Tally
    slips: Sequence[SlipTotals]
    shown: ShownNames = WHOLE_NAMES
    seats: Sequence[GameSeat] = ()

    def names_in(self, number: int) -> Mapping[Seat, str]:
        """Return the names of the players of the hand with that number."""
        if not self.game.has_substitutes:
            return self.names
        return {**self.names, **_names_of(sitting_in_hand(self.seats, number), self.shown)}

    @property
    def ruleset(self) -> RuleSet:
        return self.tally.ruleset

    @cached_property
    def sides(self) -> dict[Side, str]:
        return {
            side: " & ".join(self.names[seat] for seat in Seat if seat.side is side)
            for side in Side
        }

    @cached_property
    def short_names(self) -> dict[str, str]:
        """Return the short names of all who sit or sat at the table."""
        return short_names({*self.names.values(), *(seat.name for seat in self.seats)})

    @cached_property
    def initials(self) -> dict[str, str]:
        """Return initials that tell the four at the table apart."""
        return short_names(self.names.values(), initials=True)

    @property
    def side_a(self) -> str:
        return self.sides[Side.A]

    @property
    def side_b(self) -> str:
        return self.sides[Side.B]

    @property
    def leader(self) -> Side | None:
        """Return the leading side, or the winner of a finished game."""
        if self.game.is_finished:
            return Side(self.game.winner) if self.game.winner else None
        return self.tally.winner if self.tally.is_over else self.tally.totals.leader

    @cached_property
    def _marks(self) -> dict[Side, str]:
        winner = self.leader
        return mark_texts(self.totals, winner, is_over=self.game.is_finished or self.tally.is_over)

    @property
    def mark_a(self) -> str:
        return self._marks[Side.A]

    @property
    def mark_b(self) -> str:
        return self._marks[Side.B]

    @property
    def totals(self) -> Totals:
        """Return the totals stored with the game."""
        return Totals(self.game.total_a, self.game.total_b)

    @property
    def shown_totals(self) -> Totals:
        """Return the totals as displayed: some rules round only the display."""
        return self._as_shown(self.totals)

    @property
    def points_hint(self) -> str:
        """Return the hint for entering points under these rules."""
        return scoring_note(self.ruleset)

    @property
    def other_wholes(self) -> dict[str, int]:
        """Return the sum of card points for the trumps under which it is not 162."""
        wholes = {
            trump.value: whole_of(HandEntry(trump=trump), self.ruleset)
            for trump in Trump
            if is_played(trump, self.ruleset)
        }
        return {trump: whole for trump, whole in wholes.items() if whole != WHOLE}

    @property
    def penalty_hint(self) -> str:
        return penalty_note(self.ruleset)

    @property
    def place_shown(self) -> str:
        return "" if self.game.is_slip or self.game.stop_reason else self.place

    @property
    def place(self) -> str:
        return progress_text(self.tally)

    @property
    def need(self) -> str:
        return need_text(self.tally)

    @property
    def result(self) -> str:
        return result_text(self.totals, self.leader, self.sides, self.tally.results)

    @property
    def is_long(self) -> bool:
        """Return whether the names of a side take more than two lines on a phone."""
        sides = (self.side_a, self.side_b)
        return any(len(narrow_names(side, self.short_names)) > TWO_LINES for side in sides)

    @property
    def dealer(self) -> str:
        return narrow_names(self.names[self.next_dealer], self.short_names)

    @property
    def next_dealer(self) -> Seat:
        """Return the seat of the next dealer, taking passed deals into account."""
        return dealer_after_passes(self.tally.next_dealer, self.game.passed_deals, self.ruleset)

    @property
    def next_number(self) -> int:
        return len(self.hands) + 1

    @cached_property
    def rows(self) -> list[SheetRow]:
        return [self._row(index, hand) for index, hand in enumerate(self.hands)]

    def score_of(self, entry: HandEntry, score: HandScore) -> ScoredHand:
        return ScoredHand(
            outcome=score.outcome,
            outcome_text=outcome_label(score.outcome),
            text=explain(entry, score, self.sides),
            points_a=score.points(Side.A),
            points_b=score.points(Side.B),
            reasons=[
                ReasonLine(line.side, line.points, reason_label(line.reason))
                for line in score.lines
            ],
        )

    def _row(self, index: int, hand: Hand) -> SheetRow:
        entry, names = hand.entry, self.names_in(index + 1)
        tallied = self.tally.hands[index] if index < len(self.tally.hands) else None
        holder = entry.belote_seat
        belote = names[holder] if holder else ""
        return SheetRow(
            number=index + 1,
            stored=hand,
            starts_game=self._starts_game(index, tallied),
            taker=names[entry.taker] if entry.taker else "",
            taker_side=entry.takers,
            belote=belote,
            belote_side=entry.belote,
            dealer=names[tallied.dealer] if tallied else "",
            score=self.score_of(entry, tallied.score) if tallied else None,
            totals=tallied.game_totals if tallied else None,
            shown=self._as_shown(tallied.game_totals) if tallied else None,
            is_exact=tallied is not None and self._is_exact(tallied),
            held=tallied.score.held.total if tallied else 0,
            game_result=self._result_row(index + 1),
        )

    def _as_shown(self, totals: Totals) -> Totals:
        return Totals(self.ruleset.shown(totals.a), self.ruleset.shown(totals.b))

    def _is_exact(self, hand: TalliedHand) -> bool:
        """Return whether a hand is scored in the special way of a last hand."""
        if not self.ruleset.may_mark_exactly:
            return False
        usual = score(hand.entry, self.ruleset).lines
        return usual != tuple(line for line in hand.score.lines if line.reason != Reason.HELD_WON)

    def _result_row(self, number: int) -> ResultRow | None:
        """Return the closing row of the game that ended with that hand, if it adds something."""
        result = next((r for r in self.tally.results if r.last_hand == number), None)
        if result is None or (self.tally.format.games == 1 and not result.returned.total):
            return None
        return ResultRow(
            text=game_result_text(result, self.sides),
            totals=result.totals,
            returned=result.returned.total,
        )

    def _starts_game(self, index: int, tallied: TalliedHand | None) -> int:
        if tallied is None or self.tally.format.games == 1:
            return 0
        before = self.tally.hands[index - 1].game if index else 0
        return tallied.game if tallied.game != before else 0

    @cached_property
    def chart(self) -> dict[str, str] | None:
        """Return the chart of both totals, None before the second hand."""
        if len(self.tally.hands) < 2:
            return None
        return draw_chart(self.tally, self.sides)


def load_sheet(game: Game, shown: ShownNames = WHOLE_NAMES) -> GameSheet:
    """Return the sheet of a game, with names as shown to the visitor; three queries."""
    hands = stored_hands(game)
    return sheet_of(game, hands, tally_hands(game, hands), shown)


def sheet_of(
    game: Game, hands: Sequence[Hand], tally: Tally, shown: ShownNames = WHOLE_NAMES
) -> GameSheet:
    """Return the sheet of a game whose hands are loaded."""
    chairs = every_seat_of(game)
    present = {Seat(chair.seat): chair for chair in chairs if chair.last_hand is None}
    shown = shown.knowing((chair.name, chair.player_id) for chair in chairs)
    slips = list(game.slips.order_by("number")) if game.is_slip else []
    return GameSheet(game, _names_of(present, shown), hands, tally, slips, shown, chairs)


def _names_of(chairs: Mapping[Seat, GameSeat], shown: ShownNames) -> dict[Seat, str]:
    return {seat: shown.name(chair.name, chair.player_id) for seat, chair in chairs.items()}


def phone_sheet(sheet: GameSheet, contest: ContestSheet | None, *, may_write: bool = True) -> Plain:
    """Return a sheet as JSON values; `contest` is what its contest adds, None outside contests.

    Without `may_write`, hands can be neither entered nor corrected.
    """
    game, rules = sheet.game, sheet.ruleset
    # Stopping a game gave the held points back.
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
        "left": [
            {
                "seat": chair.seat,
                "name": sheet.shown.name(chair.name, chair.player_id),
                "first_hand": chair.first_hand,
                "last_hand": chair.last_hand,
            }
            for chair in sheet.seats
            if chair.last_hand is not None
        ],
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
    # Hands under a slip stay stored but do not count.
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
    """Return the result of a hand; nothing for one entered after the end."""
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
