"""What organisers do at the same moment, each in a process of its own.

python -m tests.storms.acts merge COUNT | close: says "ready", and waits for a line before it acts.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, Final

from tests.journeys.program import PATIENCE, ROOT
from tests.journeys.server import Server

READY: Final = "ready\n"


class Act:
    """An organiser who is ready to act."""

    def __init__(self, server: Server, *what: str) -> None:
        """Begin the process; `go` lets it act."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.storms.acts", *what],
            cwd=ROOT,
            env=server.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def wait_until_ready(self) -> None:
        assert self._process.stdout
        assert self._process.stdout.readline() == READY, self._errors()

    def go(self) -> None:
        assert self._process.stdin
        self._process.stdin.write("go\n")
        self._process.stdin.flush()

    def done(self) -> Any:
        """Return what came of it."""
        output, errors = self._process.communicate(timeout=PATIENCE)
        assert self._process.returncode == 0, errors
        return json.loads(output)

    def _errors(self) -> str:
        return self._process.communicate(timeout=PATIENCE)[1]


def at_once(acts: list[Act], storm: Callable[[], None] = lambda: None) -> list[Any]:
    """Let all act at the same moment, while a storm goes on; return what came of each."""
    with ExitStack() as ended:
        for act in acts:
            ended.callback(act._process.kill)
        for act in acts:
            act.wait_until_ready()
        for act in acts:
            act.go()
        storm()
        return [act.done() for act in acts]


def prepare_merges(count: int) -> Callable[[], Any]:
    """Make a second entry of so many players of the contest, as if their names were mistyped."""
    from django.utils import timezone

    from scorekeeper.models import Player
    from scorekeeper.models.authors import Author
    from tournaments.people.services.merges import merge_players

    players = list(Player.objects.filter(name__startswith="Player ").order_by("pk")[:count])
    kept = [
        Player.objects.create(club=one.club, name=f"{one.name} bis", created_at=timezone.now())
        for one in players
    ]

    def act() -> int:
        for keeps, goes in zip(kept, players, strict=True):
            author = Author("Organisation")
            merge_players(kept_id=keeps.pk, gone_id=goes.pk, author=author, now=timezone.now())
        return len(kept)

    return act


def prepare_close() -> Callable[[], Any]:
    from django.utils import timezone

    from scorekeeper.models.authors import Author
    from tournaments.audit_log.locks import RoundOpenError
    from tournaments.models import Round
    from tournaments.tables.services import close_round

    (number,) = Round.objects.values_list("pk", flat=True)

    def act() -> str:
        try:
            close_round(round_id=number, author=Author("Organisation"), now=timezone.now())
        except RoundOpenError:
            return "already closed"
        return "closed"

    return act


def main() -> None:
    """Prepare, say so, wait, act, and print what came of it."""
    import django

    django.setup()
    what, *numbers = sys.argv[1:]
    act = prepare_merges(int(numbers[0])) if what == "merge" else prepare_close()
    sys.stdout.write(READY)
    sys.stdout.flush()
    sys.stdin.readline()
    sys.stdout.write(json.dumps(act()))


if __name__ == "__main__":
    main()
