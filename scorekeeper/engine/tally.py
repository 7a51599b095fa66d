"""A game: running totals, held points, the dealer, and the end of the game."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NamedTuple

from scorekeeper.engine.checks import Problem
from scorekeeper.engine.choices import AfterPass, BothReach, HeldAtEnd
from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.engine.rulesets import GameFormat, RuleSet
from scorekeeper.engine.scoring import NOTHING_HELD, HandScore, Held, Outcome, score


def has_failed(outcome: str, winner: str | None, takers: Side, *, capot_fails: bool = True) -> bool:
    """Return whether the takers lost their contract: it failed, or they suffered a capot.

    Contest rounds published by earlier versions do not count capots (`capot_fails`).
    """
    is_capot = outcome == Outcome.CAPOT
    return outcome == Outcome.FAILED or (capot_fails and is_capot and winner != takers)


class GameEnd(StrEnum):
    """Why a game is over."""

    TARGET = "target"
    BOTH_REACHED = "both_reached"
    HANDS = "hands"


class Totals(NamedTuple):
    """The points of both sides."""

    a: int = 0
    b: int = 0

    def of(self, side: Side) -> int:
        """Return the total of one side."""
        return self.a if side is Side.A else self.b

    def plus(self, a: int, b: int) -> "Totals":
        """Return the totals with these points added."""
        return Totals(self.a + a, self.b + b)

    @property
    def leader(self) -> Side | None:
        """Return the side that is ahead, None if totals are equal."""
        if self.a == self.b:
            return None
        return Side.A if self.a > self.b else Side.B

    @property
    def lead(self) -> int:
        """Return how many points the leader is ahead."""
        return abs(self.a - self.b)


_NOTHING: Final = Totals()


class TalliedHand(NamedTuple):
    """One hand in its game. `game` is 1 for the first of several; totals run over all games.

    `game_totals` are those of its own game after this hand, without points still held.
    """

    number: int
    game: int
    entry: HandEntry
    dealer: Seat
    score: HandScore
    game_totals: Totals
    totals: Totals


@dataclass(frozen=True, slots=True)
class GameResult:
    """One finished game: its totals with returned points, and the winner (None: a draw)."""

    number: int
    last_hand: int
    totals: Totals
    winner: Side | None
    end: GameEnd
    returned: Held


@dataclass(frozen=True, slots=True)
class Tally:
    """Everything that follows from the hands of a game, in order.

    `totals` include held points that a finished game gave back; `unplayed` are hands written after
    the game had ended, which count for nothing.
    """

    ruleset: RuleSet
    format: GameFormat
    next_dealer: Seat = Seat.A1
    hands: tuple[TalliedHand, ...] = ()
    results: tuple[GameResult, ...] = ()
    totals: Totals = _NOTHING
    game_totals: Totals = _NOTHING
    held: Held = NOTHING_HELD
    unplayed: tuple[HandEntry, ...] = ()

    @property
    def is_over(self) -> bool:
        """Return whether every game of the format has ended."""
        return len(self.results) == self.format.games

    @property
    def game(self) -> int:
        """Return the number of the current game, or of the last one."""
        return min(len(self.results) + 1, self.format.games)

    @property
    def hands_in_game(self) -> int:
        """Return the number of hands written in the current game."""
        return len(self.hands) - (self.results[-1].last_hand if self.results else 0)

    @property
    def hands_left(self) -> int | None:
        """Return how many hands remain of a fixed number, None if a target ends the game."""
        if self.format.hands is None:
            return None
        return self.format.hands * self.format.games - len(self.hands)

    @property
    def winner(self) -> Side | None:
        """Return the winner of the game, or the higher sum of several; None if there is none."""
        if not self.is_over:
            return None
        return self.results[0].winner if self.format.games == 1 else self.totals.leader

    def missing(self, side: Side) -> int | None:
        """Return how many points the side lacks to reach the target, None without a target."""
        if self.format.target is None or self.is_over:
            return None
        return max(0, self.format.target - self.game_totals.of(side))

    def with_hand(self, entry: HandEntry, problems: Sequence[Problem] | None = None) -> "Tally":
        """Return the tally with one more hand; `problems` and errors as for `score`."""
        if self.is_over:
            return replace(self, unplayed=(*self.unplayed, entry))
        scored = self.score_of(entry, problems)
        dealer = dealer_after_passes(self.next_dealer, entry.passed_deals, self.ruleset)
        hand = TalliedHand(
            number=len(self.hands) + 1,
            game=self.game,
            entry=entry,
            dealer=dealer,
            score=scored,
            game_totals=self.game_totals.plus(scored.a, scored.b),
            totals=self.totals.plus(scored.a, scored.b),
        )
        after = replace(
            self,
            next_dealer=dealer.next(clockwise=self.ruleset.clockwise),
            hands=(*self.hands, hand),
            totals=hand.totals,
            game_totals=hand.game_totals,
            held=scored.held,
        )
        end = after._find_end()
        return after._close_game(end) if end else after

    def score_of(self, entry: HandEntry, problems: Sequence[Problem] | None = None) -> HandScore:
        """Return the score of the next hand; `problems` and errors as for `score`."""
        is_exact = self.format.target is not None and self.ruleset.may_mark_exactly
        missing = {side: self.missing(side) or 0 for side in Side} if is_exact else {}
        return score_towards(missing, entry, self.ruleset, self.held, problems)

    def closed_early(self) -> "Tally":
        """Return the tally if the table stops now: held points are settled."""
        if self.is_over or not self.hands_in_game:
            return self
        settled = self._settled()
        return replace(
            self,
            totals=self.totals.plus(settled.a, settled.b),
            game_totals=self.game_totals.plus(settled.a, settled.b),
            held=NOTHING_HELD,
        )

    def _settled(self) -> Held:
        """Return each side's part of the held points at the end of the game."""
        return self.held if self.ruleset.held_at_end is HeldAtEnd.RETURNED else NOTHING_HELD

    def _find_end(self) -> GameEnd | None:
        """Return why the game ends after its last hand, None if it goes on."""
        if self.format.hands is not None:
            return GameEnd.HANDS if self.hands_in_game >= self.format.hands else None
        reached = [side for side in Side if self.missing(side) == 0]
        if len(reached) < len(Side):
            return GameEnd.TARGET if reached else None
        if self.ruleset.both_reach is BothReach.ANOTHER_HAND and not self._both_had_reached():
            return None
        return GameEnd.BOTH_REACHED if self._winner(GameEnd.BOTH_REACHED) else None

    def _both_had_reached(self) -> bool:
        """Return whether both sides had reached the target before the last hand."""
        assert self.format.target is not None
        last = self.hands[-1].score
        return all(
            self.game_totals.of(side) - last.points(side) >= self.format.target for side in Side
        )

    def _winner(self, end: GameEnd) -> Side | None:
        # Returned points alone never bring a side to the target: who has reached it is decided
        # before they are given back.
        if end is GameEnd.TARGET:
            return next(side for side in Side if self.missing(side) == 0)
        takers, both_reach = self.hands[-1].entry.takers, self.ruleset.both_reach
        if end is GameEnd.BOTH_REACHED and both_reach is BothReach.TAKERS and takers:
            return takers
        settled = self._settled()
        leader = self.game_totals.plus(settled.a, settled.b).leader
        if end is GameEnd.BOTH_REACHED and both_reach is BothReach.HIGHER_THEN_TAKERS:
            return leader or takers
        return leader

    def _close_game(self, end: GameEnd) -> "Tally":
        """Return the tally with the current game finished and the next one at zero."""
        settled = self._settled()
        result = GameResult(
            number=len(self.results) + 1,
            last_hand=len(self.hands),
            totals=self.game_totals.plus(settled.a, settled.b),
            winner=self._winner(end),
            end=end,
            returned=settled,
        )
        last = len(self.results) + 1 == self.format.games
        return replace(
            self,
            results=(*self.results, result),
            totals=self.totals.plus(settled.a, settled.b),
            game_totals=result.totals if last else _NOTHING,
            held=NOTHING_HELD,
        )


def score_towards(
    missing: Mapping[Side, int],
    entry: HandEntry,
    ruleset: RuleSet,
    held: Held = NOTHING_HELD,
    problems: Sequence[Problem] | None = None,
) -> HandScore:
    """Return the hand's score, exact if that brings a side to the target and the rules say so.

    `missing` is what each side lacks to the target, empty without one; `problems` and errors as for
    `score`. Source: rules.md, section 8 (Cannes 2016).
    """
    if ruleset.may_mark_exactly and missing and entry.penalty is None:
        exact = score(entry, ruleset.exact, held, problems)
        if any(exact.points(side) >= lacks for side, lacks in missing.items()):
            return exact
    return score(entry, ruleset, held, problems)


def dealer_after_passes(dealer: Seat, passed_deals: int, ruleset: RuleSet) -> Seat:
    """Return the dealer after that many deals without a taker."""
    if ruleset.after_pass is AfterPass.SAME_DEALER:
        return dealer
    return dealer.next(clockwise=ruleset.clockwise, steps=passed_deals)


def tally(
    entries: Iterable[HandEntry],
    ruleset: RuleSet,
    game_format: GameFormat | None = None,
    first_dealer: Seat = Seat.A1,
) -> Tally:
    """Return the tally of a game; the format defaults to the rule set's own.

    Raises ImpossibleHandError. Source: rules.md, sections 3 and 4.
    """
    result = Tally(ruleset, game_format or ruleset.format, next_dealer=first_dealer)
    for entry in entries:
        result = result.with_hand(entry)
    return result
