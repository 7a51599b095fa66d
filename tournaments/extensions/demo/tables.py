"""All tables of a round played at once: the same rows as hand by hand, with far fewer queries.

Hands, sheets and log entries are written in bulk; their results are computed by the engine's tally
and stored by the same services as for a single hand.
"""

import random
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from scorekeeper.demo import random_entry
from scorekeeper.engine.hand import Contract, HandEntry, Seat, Side
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.tally import Tally
from scorekeeper.games.services.actions import apply_tally, save_games
from scorekeeper.games.services.hands import HandInput, digest_of
from scorekeeper.models import Game, GameEvent, Hand
from tournaments.audit_log.chain import ChainEntry
from tournaments.audit_log.games import follow_games
from tournaments.audit_log.locks import lock_round
from tournaments.audit_log.log import append_links, unsealed
from tournaments.models import LogEntry, Match, Round, SheetVerdict, Tournament

HAND_TIME: Final = timedelta(minutes=4)
PENALTY_SHARE: Final = 0.004


@dataclass(slots=True)
class _PlayingTable:
    """A running table: its hands so far, and their tally."""

    match: Match
    game: Game
    scorers: dict[Side, str]
    tally: Tally
    hands: list[Hand] = field(default_factory=list)


class _Log:
    """Actions to append to the logs of the games and of the contest, in bulk."""

    def __init__(self, tournament: Tournament, playing: Round) -> None:
        self._tournament, self._round = tournament, playing.number
        self._links: list[ChainEntry] = []
        self._events: list[GameEvent] = []

    def append(
        self, kind: LogEntry.Kind, match: Match, data: dict[str, Any], author: str, now: datetime
    ) -> None:
        place = (self._round, match.table_number)
        self._links.append(unsealed(kind, data, author=author, at=now, place=place))

    def append_game(
        self, table: _PlayingTable, kind: GameEvent.Kind, now: datetime, **what: Any
    ) -> None:
        hand, after, author = what.get("hand"), what.get("after"), table.scorers[Side.A]
        of = {"game_id": table.game.pk, "author_id": None, "author_name": author, "at": now}
        what = {"kind": kind, "hand_number": hand, "before": None, "after": after}
        self._events.append(GameEvent(**of, **what))
        data = {"act": kind.value, "hand": hand, "before": None, "after": after}
        self.append(LogEntry.Kind.GAME, table.match, data, author, now)

    def save(self) -> None:
        """Store the collected actions."""
        GameEvent.objects.bulk_create(self._events)
        append_links(self._tournament, self._links, None)


@transaction.atomic
def play_tables(
    *,
    round_id: int,
    dice: random.Random,
    begin: datetime,
    progress: Callable[[], object],
    hands: int | None = None,
) -> datetime:
    """Play every table of a published round to its end; both sides accept their sheet.

    With `hands`, play only so many and leave the games running. Return the time of the last hand.
    The same seed gives the same hands. Raises RoundOpenError.
    """
    tournament, playing = lock_round(round_id, Round.Status.PLAYING)
    log = _Log(tournament, playing)
    tables = _tables(playing, tournament.ruleset)
    now = begin
    # All tables play the same hand in turn, so that the log is in chronological order.
    for _hand in range(playing.hands if hands is None else hands):
        now += HAND_TIME
        for table in tables:
            _write_hand(table, log, dice, now)
            progress()
    _store(playing, tables)
    if hands is None:
        now += HAND_TIME
        _accept(tables, log, now)
    log.save()
    return now


def _tables(playing: Round, ruleset: RuleSet) -> list[_PlayingTable]:
    matches = playing.matches.filter(game__isnull=False).select_related("game")
    found = []
    for match in matches.prefetch_related("game__seats").order_by("table_number"):
        assert match.game is not None
        names = {seat.seat: seat.name for seat in match.game.seats.all()}
        scorers = {Side.A: names[Seat.A1], Side.B: names[Seat.B1]}
        tally = Tally(ruleset, match.game.format, next_dealer=Seat(match.game.first_dealer))
        found.append(_PlayingTable(match, match.game, scorers, tally))
    return found


def _write_hand(table: _PlayingTable, log: _Log, dice: random.Random, now: datetime) -> None:
    written = believable_hand(dice, table.tally.ruleset)
    table.tally = table.tally.with_hand(written.entry)
    hand = Hand(
        game_id=table.game.pk,
        number=len(table.hands) + 1,
        **written.as_columns(),
        submission_key=uuid.UUID(int=dice.getrandbits(128), version=4),
        sent_digest=digest_of(written),
        recorded_name=table.scorers[Side.A],
        recorded_at=now,
    )
    table.hands.append(hand)
    kind = GameEvent.Kind.HAND_RECORDED
    log.append_game(table, kind, now, hand=hand.number, after=written.as_values())
    if table.tally.is_over:
        table.game.status = Game.Status.FINISHED
        table.game.finished_at = now
        log.append_game(table, GameEvent.Kind.FINISHED, now)


def believable_hand(dice: random.Random, ruleset: RuleSet) -> HandInput:
    """Return a hand as it could be played under these rules, occasionally with a penalty."""
    if dice.random() < PENALTY_SHARE:
        fault = HandEntry(penalty=dice.choice(list(Side)))
        return HandInput(entry=fault, penalty_reason=_("Did not follow suit"))
    entry = random_entry(dice)
    if ruleset.bids:
        entry = replace(entry, contract=Contract(bid=dice.choice(_sensible_bids(entry, ruleset))))
    return HandInput(entry=entry)


def _sensible_bids(entry: HandEntry, ruleset: RuleSet) -> Sequence[int]:
    """Return bids near what the hand scored: mostly made, sometimes one step too high."""
    points = entry.card_points or 0
    bids = ruleset.known_bids
    return [bid for bid in bids if bid <= points + 10][-3:] or bids[:1]


def _store(playing: Round, tables: Sequence[_PlayingTable]) -> None:
    """Store hands and games, then their results and the players' statistics."""
    for table in tables:
        apply_tally(table.hands, table.tally)
    Hand.objects.bulk_create(hand for table in tables for hand in table.hands)
    save_games([(table.game, table.hands, table.tally) for table in tables])
    counted = [[hand for hand in table.hands if hand.counted] for table in tables]
    follow_games(
        playing, [(t.match, t.game, hands) for t, hands in zip(tables, counted, strict=True)]
    )


def _accept(tables: Sequence[_PlayingTable], log: _Log, now: datetime) -> None:
    verdicts = []
    for table in tables:
        verdict = {
            "agrees": True,
            "receipt": table.match.receipt,
            "total_a": None,
            "total_b": None,
            "note": "",
        }
        for side, name in table.scorers.items():
            data = {"side": side.value, **verdict}
            log.append(LogEntry.Kind.ACCEPTED, table.match, data, name, now)
            by = {"match_id": table.match.pk, "side": side, "author_name": name, "at": now}
            verdicts.append(SheetVerdict(**by, **verdict))
    SheetVerdict.objects.bulk_create(verdicts)
