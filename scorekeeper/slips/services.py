"""Use cases of slips: games entered with their totals only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Unpack

from django.db import transaction

from scorekeeper.engine.hand import Seat
from scorekeeper.engine.rulesets import GameFormat, RuleSet
from scorekeeper.engine.totals import NOTHING_REPORTED, ReportedCounts, is_possible
from scorekeeper.games.services.actions import (
    close,
    follow_slips,
    lock_game,
    lock_sheet,
    log_event,
    save_game,
    store_game,
    store_hands,
)
from scorekeeper.games.services.games import Seating, described, put_right, start_game
from scorekeeper.models import Club, Game, GameEvent, SlipTotals
from scorekeeper.models.authors import Actor
from scorekeeper.rules.queries import RuleSetChoice


class ImpossibleSlipError(ValueError):
    """Raised when a slip's totals are impossible under the rules."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """The totals of one game: the number of hands, and the points of both sides.

    `ended` says that the game reached its target; it is used for the check and not stored. `seen`
    is what else the slip reports.
    """

    hands: int
    total_a: int
    total_b: int
    ended: bool = False
    seen: ReportedCounts = NOTHING_REPORTED

    def can_be(self, ruleset: RuleSet) -> bool:
        return is_possible(
            ruleset, self.hands, self.total_a, self.total_b, seen=self.seen, ended=self.ended
        )

    def as_values(self) -> dict[str, int]:
        """Return the slip as it is stored, without missing capots."""
        capots = {"capots_a": self.seen.capots_a, "capots_b": self.seen.capots_b}
        said = {name: count for name, count in capots.items() if count is not None}
        return {"hands": self.hands, "total_a": self.total_a, "total_b": self.total_b, **said}


def slip_of(stored: SlipTotals) -> Slip:
    return Slip(
        hands=stored.hands,
        total_a=stored.total_a,
        total_b=stored.total_b,
        seen=ReportedCounts(capots_a=stored.capots_a, capots_b=stored.capots_b),
    )


@transaction.atomic
def record_slip(
    *,
    club: Club,
    seating: Seating,
    rules: RuleSetChoice,
    slips: Sequence[Slip],
    stop_reason: str = "",
    **by: Unpack[Actor],
) -> Game:
    """Store a finished game from its slips, one for each game that is added up.

    `stop_reason` says why it was stopped early. Raises ImpossibleSlipError.
    """
    hands = max(slip.hands for slip in slips)
    game = start_game(
        club=club,
        seating=seating,
        rules=rules,
        game_format=GameFormat(hands=hands, games=len(slips)),
        kind=Game.Kind.SLIP,
        **by,
    )
    game.status = Game.Status.FINISHED
    game.finished_at = by["now"]
    game.stop_reason = stop_reason
    _write(game, slips)
    log_event(game, GameEvent.Kind.SLIP_RECORDED, **by, after=_plain(slips) | _ended(game))
    save_game(game, ())
    return game


@transaction.atomic
def correct_slip(
    *,
    game_id: int,
    slips: Sequence[Slip],
    names: Mapping[Seat, str] | None = None,
    stop_reason: str | None = None,
    **by: Unpack[Actor],
) -> Game:
    """Replace a game's slips; the log keeps the former ones.

    Without `names` or `stop_reason`, the stored ones stay. Raises ImpossibleSlipError and
    SitsElsewhereError.
    """
    game = lock_game(game_id)
    events = _put_names_right(game, names, **by) if names else []
    before, after = _state(game), _plain(slips)
    if before:
        before |= _ended(game)
    game.slips.all().delete()
    game.hands_per_game = max(slip.hands for slip in slips)
    game.game_count = len(slips)
    if stop_reason is not None:
        game.stop_reason = stop_reason
    _write(game, slips)
    after |= _ended(game)
    kind = GameEvent.Kind.SLIP_CORRECTED
    if before != after or not events:
        events.append(log_event(game, kind, **by, before=before, after=after))
    store_game(game, (), *events)
    return game


def _put_names_right(game: Game, names: Mapping[Seat, str], **by: Unpack[Actor]) -> list[GameEvent]:
    """Correct the players' names of the whole game; return what is logged."""
    before = described(game)
    put_right(game, names, now=by["now"])
    after = described(game)
    if before == after:
        return []
    return [log_event(game, GameEvent.Kind.EDITED, **by, before=before, after=after)]


def write_slip_over(game: Game, slip: Slip, *, reason: str, **by: Unpack[Actor]) -> GameEvent:
    """Let a slip's totals, possible or not, replace a game's hands or earlier slip.

    The hands stay stored but do not count until `withdraw_slip`. The contest that calls this has
    locked the game, and updates itself.
    """
    before = _state(game)
    kind = GameEvent.Kind.SLIP_CORRECTED if game.is_slip else GameEvent.Kind.SLIP_RECORDED
    if game.is_slip:
        game.slips.all().delete()
    elif game.hand_count:
        game.hands.update(counted=False)
    game.kind = Game.Kind.SLIP
    game.status = Game.Status.FINISHED
    game.finished_at = game.finished_at or by["now"]
    game.stop_reason = reason
    _write(game, [slip], even_impossible=True)
    save_game(game, ())
    return log_event(game, kind, **by, before=before, after=_plain([slip]))


@transaction.atomic
def withdraw_slip(*, game_id: int, **by: Unpack[Actor]) -> Game:
    """Withdraw a slip: the game continues with its earlier hands, if any."""
    sheet = lock_sheet(game_id)
    game = sheet.game
    if not game.is_slip:
        return game
    before = _state(game)
    game.slips.all().delete()
    game.kind = Game.Kind.HANDS
    game.status = Game.Status.PLAYING
    game.stop_reason = ""
    game.finished_at = None
    events = [log_event(game, GameEvent.Kind.SLIP_WITHDRAWN, **by, before=before)]
    if sheet.tally.is_over:
        events.append(close(game, **by))
    store_hands(game, sheet.hands, sheet.tally, *events)
    return game


def _state(game: Game) -> dict[str, Any] | None:
    """Return the state that a slip replaces, None if nothing was entered before."""
    if game.is_slip:
        return _plain([slip_of(stored) for stored in game.slips.order_by("number")])
    if not game.hand_count:
        return None
    written = Slip(hands=game.hand_count, total_a=game.total_a, total_b=game.total_b)
    return _plain([written])


def _plain(slips: Sequence[Slip]) -> dict[str, Any]:
    return {"slips": [slip.as_values() for slip in slips]}


def _ended(game: Game) -> dict[str, str]:
    """Return why a game ended early; the log of a contest has that in an entry of its own."""
    return {"reason": game.stop_reason}


def _write(game: Game, slips: Sequence[Slip], *, even_impossible: bool = False) -> None:
    """Save the slips, and their sums as the game's totals."""
    ruleset = game.ruleset
    if not even_impossible and not all(slip.can_be(ruleset) for slip in slips):
        raise ImpossibleSlipError
    follow_slips(
        game,
        SlipTotals.objects.bulk_create(
            SlipTotals(game=game, number=number, **slip.as_values())
            for number, slip in enumerate(slips, start=1)
        ),
    )
