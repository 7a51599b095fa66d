"""A server that kills itself at the worst moment: python -m tests.journeys.dying WHERE N start ….

`before` the N-th hand is committed, or `after`, before anybody was told.
"""

import os
import signal
import sys
from collections.abc import Callable
from itertools import count
from typing import Any, Final

from django.core.management import execute_from_command_line
from django.db.backends.signals import connection_created
from django.db.backends.utils import CursorWrapper

WRITES_A_HAND: Final = 'INSERT INTO "scorekeeper_hand" '


class Fate:
    """Watches every connection for the statement that writes the N-th hand."""

    def __init__(self, where: str, number: int) -> None:
        """Die there at that hand."""
        self.where, self.number = where, number
        self.hands = count(1)

    def watch(self, connection: Any, **_signal: object) -> None:
        """Watch a connection that was just opened."""
        connection.execute_wrappers.append(self.execute)

    def execute(
        self,
        execute: Callable[..., CursorWrapper],
        sql: str,
        params: object,
        many: bool,
        context: dict[str, Any],
    ) -> CursorWrapper:
        """Run a statement, and perhaps nothing ever again."""
        result = execute(sql, params, many, context)
        if sql.startswith(WRITES_A_HAND) and next(self.hands) == self.number:
            if self.where == "before":
                die()
            context["connection"].on_commit(die)
        return result


def die() -> None:
    """End this process as a power cut would; on Windows, SIGTERM is that hard."""
    os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))


if __name__ == "__main__":
    _module, place, hand, *command = sys.argv
    connection_created.connect(Fate(place, int(hand)).watch, weak=False)
    execute_from_command_line(["manage.py", *command])
