"""The sheet of one game, from a fixed number of queries: for its page, and as plain data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from scorekeeper.clubs.pages.names import narrow_names
from scorekeeper.clubs.pages.shown_names import WHOLE_NAMES, ShownNames
from scorekeeper.engine.cards import WHOLE
from scorekeeper.engine.checks import is_played, whole_of
from scorekeeper.engine.hand import HandEntry, Seat, Side, Trump
from scorekeeper.engine.marks import Reason
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.scoring import HandScore, score
from scorekeeper.engine.tally import TalliedHand, Tally, Totals, dealer_after_passes
from scorekeeper.hands.pages.charts import Chart, draw_chart
from scorekeeper.labels.hands import outcome_label, reason_label
from scorekeeper.labels.sheets import (
    explain,
    game_result_text,
    mark_texts,
    need_text,
    penalty_note,
    result_text,
    scoring_note,
    stands_at,
)
from scorekeeper.models import Game, Hand, SlipTotals
from scorekeeper.models.games import seats_of
from scorekeeper.models.hands import stored_hands, tally_hands


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
    """One line of the sheet. `starts_game` is the number of a game that begins with it, or 0.

    `shown` are its totals as the table shows them; `is_exact` is set where the hand was marked
    without the rounding of all others, as it ends the game.
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
    """The line that closes a game of several, or one that gave held points back."""

    text: str
    totals: Totals
    returned: int


@dataclass(frozen=True)
class GameSheet:
    """A game with its hands, its tally and the names round the table."""

    game: Game
    names: Mapping[Seat, str]
    hands: Sequence[Hand]
    tally: Tally
    slips: Sequence[SlipTotals]
    shown: ShownNames = WHOLE_NAMES

    @property
    def ruleset(self) -> RuleSet:
        return self.tally.ruleset

    @cached_property
    def sides(self) -> dict[Side, str]:
        return {
            side: " & ".join(self.names[seat] for seat in Seat if seat.side is side)
            for side in Side
        }

    @property
    def short_a(self) -> str:
        """Return side A where there is little room: first names as initials if they are long."""
        return narrow_names(self.side_a)

    @property
    def short_b(self) -> str:
        return narrow_names(self.side_b)

    @property
    def side_a(self) -> str:
        return self.sides[Side.A]

    @property
    def side_b(self) -> str:
        return self.sides[Side.B]

    @property
    def leader(self) -> Side | None:
        """Return who leads, or who won a finished game."""
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
        """Return the totals that the page shows: those stored with the game."""
        return Totals(self.game.total_a, self.game.total_b)

    @property
    def shown_totals(self) -> Totals:
        """Return the totals as the table shows them: some only round what is shown."""
        return self._as_shown(self.totals)

    @property
    def points_hint(self) -> str:
        """Return what one must know to enter the points under these rules."""
        return scoring_note(self.ruleset)

    @property
    def other_wholes(self) -> dict[str, int]:
        """Return what hands add up to as they are written under trumps where it is not 162."""
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
        return stands_at(self.tally)

    @property
    def need(self) -> str:
        return need_text(self.tally)

    @property
    def result(self) -> str:
        return result_text(self.totals, self.leader, self.sides, self.tally.results)

    @property
    def dealer(self) -> str:
        return narrow_names(self.names[self.next_dealer])

    @property
    def next_dealer(self) -> Seat:
        """Return the seat that deals next, deals that nobody took counted in."""
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
        entry = hand.entry
        tallied = self.tally.hands[index] if index < len(self.tally.hands) else None
        holder = entry.belote_seat
        belote = self.names[holder] if holder else ""
        return SheetRow(
            number=index + 1,
            stored=hand,
            starts_game=self._starts_game(index, tallied),
            taker=self.names[entry.taker] if entry.taker else "",
            taker_side=entry.takers,
            belote=belote,
            belote_side=entry.belote,
            dealer=self.names[tallied.dealer] if tallied else "",
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
        """Return whether a hand was marked in another way than any but the last is."""
        if not self.ruleset.may_mark_exactly:
            return False
        usual = score(hand.entry, self.ruleset).lines
        return usual != tuple(line for line in hand.score.lines if line.reason != Reason.HELD_WON)

    def _result_row(self, number: int) -> ResultRow | None:
        """Return the closing line of the game that ended with that hand, where it says more."""
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
    def chart(self) -> Chart | None:
        """Return both totals over the hands, None before two hands are written."""
        if len(self.tally.hands) < 2:
            return None
        return draw_chart(self.tally, self.sides)


def load_sheet(game: Game, shown: ShownNames = WHOLE_NAMES) -> GameSheet:
    """Return the sheet of a game with names as they are shown: three queries at any length."""
    hands = stored_hands(game)
    return sheet_of(game, hands, tally_hands(game, hands), shown)


def sheet_of(
    game: Game, hands: Sequence[Hand], tally: Tally, shown: ShownNames = WHOLE_NAMES
) -> GameSheet:
    """Return the sheet of a game whose hands are loaded."""
    chairs = seats_of(game)
    seats = {Seat(chair.seat): shown.name(chair.name, chair.player_id) for chair in chairs}
    shown = shown.knowing((chair.name, chair.player_id) for chair in chairs)
    slips = list(game.slips.order_by("number")) if game.is_slip else []
    return GameSheet(game, seats, hands, tally, slips, shown)
