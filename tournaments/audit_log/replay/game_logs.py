"""The actions at each table, read from the log of the contest."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from tournaments.audit_log.actions.types import ActionType
from tournaments.audit_log.chain import ChainEntry


@dataclass(frozen=True, slots=True)
class TableAction:
    """An action at a table."""

    kind: str
    author: str
    at: str
    hand: int | None = None
    before: Any = None
    after: Any = None

    def without_words(self) -> tuple[str, str, int | None]:
        """Return the action without texts, which can contain a name."""
        return self.kind, self.at, self.hand


TableLogs: TypeAlias = Mapping[tuple[int, int], Sequence[TableAction]]
"""Actions by round and table, since the table was last opened."""


def table_logs(links: Iterable[ChainEntry]) -> dict[tuple[int, int], list[TableAction]]:
    """Return the actions at each table since it was last opened; the links were replayed."""
    found: dict[tuple[int, int], list[TableAction]] = {}
    for link in links:
        number, table, data = link.round_number or 0, link.table_number or 0, link.data
        start = TableAction("started", link.author, link.at)
        if link.kind == ActionType.PUBLISHED:
            for seated in data["matches"]:
                found[number, seated["table"] or 0] = [start]
        elif link.kind == ActionType.RESEATED and data.get("act") in {"late", "catch_up"}:
            found[number, table] = [start]
        elif link.kind == ActionType.GAME:
            done = (data["act"], link.author, link.at, data["hand"], data["before"], data["after"])
            found.setdefault((number, table), []).append(TableAction(*done))
    return found
