"""All tables of a round played at once: the rows that hand by hand gives, in far fewer queries.

Hands, sheets and the log are written together; what follows from them is computed by the engine's
tally and stored by the same services as for a single hand.
"""

import random
import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from django.db import transaction

from scorekeeper.engine.hand import Seat, Side
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.tally import Tally
from scorekeeper.games.services.acts import apply_tally, store_tally
from scorekeeper.hands.services.hands import WrittenHand
from scorekeeper.models import Game, GameEvent, Hand
from tournaments.chain import Link
from tournaments.demo.contest import HAND_TIME, believable_hand
from tournaments.ledger.locks import lock_round
from tournaments.ledger.log import entry_of
from tournaments.models import LogEntry, Match, Round, SheetVerdict, Tournament


@dataclass(slots=True)
class _PlayingTable:
    """A table that plays: what was written there so far, and what it comes to."""

    match: Match
    game: Game
    scorers: dict[Side, str]
    tally: Tally
    hands: list[Hand] = field(default_factory=list)

    @property
    def place(self) -> int:
        """Return the number of the table."""
        assert self.match.table_number is not None, "cards are played at a table"
        return self.match.table_number


class _Log:
    """Acts to be appended to the logs of a round's games and of its contest, all together."""

    def __init__(self, tournament: Tournament, playing: Round) -> None:
        """Begin after the last act of a locked contest."""
        last = tournament.log.order_by("-number").values_list("number", "hash").first()
        self._number, self._hash = last or (0, "")
        self._tournament, self._round = tournament, playing.number
        self._links: list[Link] = []
        self._events: list[GameEvent] = []

    def append(
        self, kind: LogEntry.Kind, table: int, data: dict[str, Any], author: str, now: datetime
    ) -> None:
        """Add an act at a table."""
        self._number += 1
        link = Link(
            number=self._number,
            kind=kind.value,
            round_number=self._round,
            table_number=table,
            data=data,
            author=author,
            at=now.astimezone(UTC).isoformat(),
        ).sealed(self._hash)
        self._hash = link.hash
        self._links.append(link)

    def append_game(
        self,
        table: _PlayingTable,
        kind: GameEvent.Kind,
        now: datetime,
        *,
        hand: int | None = None,
        after: dict[str, Any] | None = None,
    ) -> None:
        """Add what was done to a game, to its own log too."""
        author = table.scorers[Side.A]
        event = GameEvent(
            game=table.game, kind=kind, hand_number=hand, after=after, author_name=author, at=now
        )
        self._events.append(event)
        data = {"act": kind.value, "hand": hand, "before": None, "after": after}
        self.append(LogEntry.Kind.GAME, table.place, data, author, now)

    def save(self) -> None:
        """Store what was added and raise the contest's version."""
        GameEvent.objects.bulk_create(self._events)
        LogEntry.objects.bulk_create(entry_of(self._tournament, link) for link in self._links)
        self._tournament.version = self._number
        self._tournament.save(update_fields=["version"])


@transaction.atomic
def play_tables(
    *, round_id: int, dice: random.Random, begin: datetime, progress: Callable[[], object]
) -> datetime:
    """Play every table of a published round to its end, both sides accepting their sheet.

    Return when that was. The same dice play the same hands. Raises RoundOpenError.
    """
    tournament, playing = lock_round(round_id, Round.Status.PLAYING)
    log = _Log(tournament, playing)
    tables = _tables(playing, tournament.ruleset)
    now = begin
    # Hand by hand, as all tables play at once: the log is then in the order of time.
    for _hand in range(playing.hands):
        now += HAND_TIME
        for table in tables:
            _write_hand(table, log, dice, now)
            progress()
    _store(tables)
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
        found.append(
            _PlayingTable(
                match=match,
                game=match.game,
                scorers={Side.A: names[Seat.A1], Side.B: names[Seat.B1]},
                tally=Tally(ruleset, match.game.format, next_dealer=Seat(match.game.first_dealer)),
            )
        )
    return found


def _write_hand(table: _PlayingTable, log: _Log, dice: random.Random, now: datetime) -> None:
    """Write one hand at a table; the last one closes the game."""
    written: WrittenHand = believable_hand(dice, table.tally.ruleset)
    table.tally = table.tally.with_hand(written.entry)
    hand = Hand(
        game=table.game,
        number=len(table.hands) + 1,
        **written.as_values(),
        submission_key=uuid.UUID(int=dice.getrandbits(128), version=4),
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


def _store(tables: Iterable[_PlayingTable]) -> None:
    """Store hands and games; results and what is kept of the players follow."""
    for table in tables:
        apply_tally(table.hands, table.tally)
    Hand.objects.bulk_create(hand for table in tables for hand in table.hands)
    for table in tables:
        # Every hand raises the version; storing the game raises it for the last.
        table.game.version += len(table.hands) - 1
        store_tally(table.game, table.hands, table.tally)


def _accept(tables: Iterable[_PlayingTable], log: _Log, now: datetime) -> None:
    """Let both sides of every table accept their sheet."""
    receipts = dict(
        Match.objects.filter(pk__in=[table.match.pk for table in tables]).values_list(
            "pk", "receipt"
        )
    )
    verdicts = []
    for table in tables:
        said = {
            "agrees": True,
            "receipt": receipts[table.match.pk],
            "total_a": None,
            "total_b": None,
            "note": "",
        }
        for side, name in table.scorers.items():
            data = {"side": side.value, **said}
            log.append(LogEntry.Kind.ACCEPTED, table.place, data, name, now)
            verdicts.append(
                SheetVerdict(match=table.match, side=side, **said, author_name=name, at=now)
            )
    SheetVerdict.objects.bulk_create(verdicts)
