"""Django's SQLite backend, with a turn taken for every write: named in `DATABASES["ENGINE"]`."""

import re
import sqlite3
from collections.abc import Iterable
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any, Final, cast

from django.db.backends.sqlite3 import base
from django.db.backends.sqlite3.features import DatabaseFeatures
from django.db.utils import OperationalError

from scorekeeper.config.sqlite_backend.turns import Gate, Turn, TurnTimeoutError, find_gate

DEFAULT_TIMEOUT: Final = 20.0
WRITING = re.compile(r"\s*(INSERT|UPDATE|DELETE|REPLACE)\b", re.IGNORECASE)


class TurnCursor(base.SQLiteCursorWrapper):
    """A cursor whose writes outside a transaction take a turn of their own."""

    wrapper: "DatabaseWrapper"

    def execute(self, query: str, params: Any = None) -> Any:
        with self.wrapper.turn_for(query):
            return super().execute(query, params)

    def executemany(self, query: str, param_list: Iterable[Any]) -> Any:
        with self.wrapper.turn_for(query):
            return super().executemany(query, param_list)


class Features(DatabaseFeatures):
    """What SQLite can do: since 3.32 a statement takes 32 766 values; Django counts on 999."""

    max_query_params = 32_766 if sqlite3.sqlite_version_info >= (3, 32) else 999


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that takes its turn when a transaction begins and gives it back when it ends.

    The methods that the types do not know are Django's own; it offers no public hook here.
    """

    features_class = Features

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._turn: Turn | None = None
        self._opened = object()

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Open the file; a new club's folder is made for it, whichever command comes first."""
        name = str(self.settings_dict["NAME"])
        if not self.is_in_memory_db() and not name.startswith("file:"):
            # Where that cannot be, SQLite says that the file cannot be opened.
            with suppress(OSError):
                Path(name).parent.mkdir(parents=True, exist_ok=True)
        self._opened = object()
        return super().get_new_connection(conn_params)

    def turn_for(self, query: str) -> "Turn | nullcontext[None]":
        """Return a turn for a `query` that writes outside a transaction, else nothing."""
        in_transaction = self._turn is not None or self.in_atomic_block
        if in_transaction or not WRITING.match(query):
            return nullcontext()
        return self._enter() or nullcontext()

    def state_of_rows(self) -> object:
        """Return what is equal as long as no row of the database changes; None where that is open.

        SQLite counts the changes of all others for each connection, which counts its own. What a
        transaction has changed may be taken back uncounted.
        """
        if self.in_atomic_block:
            return None
        self.ensure_connection()
        stored = cast(sqlite3.Connection, self.connection)
        (others,) = stored.execute("PRAGMA data_version").fetchone()
        return self._opened, others, stored.total_changes

    def create_cursor(self, name: str | None = None) -> TurnCursor:
        cursor = cast(TurnCursor, self.connection.cursor(factory=TurnCursor))
        cursor.wrapper = self
        return cursor

    def _start_transaction_under_autocommit(self) -> None:
        turn = self._enter()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            if turn is not None:
                turn.leave()
            raise
        self._turn = turn

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        # Only here: after a failed commit the transaction is still open, and a rollback follows.
        self._leave()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._leave()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._leave()

    def _gate(self) -> Gate | None:
        # A database in memory belongs to this process, and its threads share one connection.
        return None if self.is_in_memory_db() else find_gate(self.settings_dict["NAME"])

    def _enter(self) -> Turn | None:
        gate = self._gate()
        if gate is None:
            return None
        timeout = self.settings_dict["OPTIONS"].get("timeout", DEFAULT_TIMEOUT)
        try:
            return gate.enter(timeout)
        except TurnTimeoutError:
            # The words of SQLite itself, for whoever looks for them.
            raise OperationalError("database is locked") from None

    def _leave(self) -> None:
        turn, self._turn = self._turn, None
        if turn is not None:
            turn.leave()
