"""Stored data of a contest that its document does not contain: chairs, and the games' own logs."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TypeAlias

from scorekeeper.engine.hand import Side
from tournaments.audit_log.replay.compare import (
    Difference,
    Differences,
    DocumentPlace,
    folded_names,
)
from tournaments.audit_log.replay.game_logs import TableAction, TableLogs
from tournaments.audit_log.replay.state import State
from tournaments.lineups import who_sat

Chairs: TypeAlias = Mapping[tuple[int, int], Mapping[Side, Sequence[str]]]
"""The names on the chairs, by round and table, and by side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecords:
    """Stored data that the document does not contain: chairs, and the games' own logs."""

    chairs: Chairs
    events: TableLogs


def chair_differences(chairs: Chairs, state: State) -> Differences:
    """Yield the tables with other names on their chairs than those of the entries at the table.

    Partners may sit on either chair of their side.
    """
    for played in state.in_order():
        for match in played.matches:
            if match.table is None or match.sheet is None:
                continue
            named = chairs.get((played.number, match.table), {})
            stored = {side: list(named.get(side, ())) for side in Side}
            expected = {side: _names_on(match.side(side), state, played.number) for side in Side}
            if any(_sorted_names(stored[side]) != _sorted_names(expected[side]) for side in Side):
                place = DocumentPlace(round_number=played.number, table=match.table)
                both = [*stored[Side.A], *stored[Side.B]], [*expected[Side.A], *expected[Side.B]]
                yield Difference(place, "players", *both)


def event_differences(
    stored: TableLogs, expected: TableLogs, state: State, *, words: bool
) -> Differences:
    """Yield the games whose own log differs from the contest's log of their table.

    Without `words` texts are not compared, because a name was removed from both.
    """
    for played in state.in_order():
        for match in played.matches:
            if match.table is None or match.sheet is None:
                continue
            both = [list(logs.get((played.number, match.table), ())) for logs in (stored, expected)]
            plain = [[act if words else act.without_words() for act in acts] for acts in both]
            if plain[0] != plain[1]:
                place = DocumentPlace(round_number=played.number, table=match.table)
                yield _first_parting(place, *both)


def _first_parting(
    place: DocumentPlace, stored: Sequence[TableAction], expected: Sequence[TableAction]
) -> Difference:
    """Return the first difference between a game's log and the contest's log."""
    for one, other in zip_longest(stored, expected):
        if one != other:
            return Difference(place, "game_log", _act_text(one), _act_text(other))
    return Difference(place, "game_log", len(stored), len(expected))


def _act_text(act: TableAction | None) -> str | None:
    if act is None:
        return None
    hand = f" {act.hand}" if act.hand else ""
    return f"{act.kind}{hand} ({act.author}, {act.at}) {act.after or ''}".strip()


def _names_on(numbers: Iterable[int], state: State, round_number: int) -> list[str]:
    """Return the names of the players at the end of a round."""
    entries = [state.entries[number] for number in numbers if number in state.entries]
    return [
        name for entry in entries for name in who_sat(entry.players, entry.left_seats, round_number)
    ]


def _sorted_names(names: Iterable[str]) -> list[str]:
    return sorted(folded_names(names))
