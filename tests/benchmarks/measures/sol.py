"""An evening of a thousand teams, beside SoL 5, without any page.

Both clocks begin before anything is read and end when all is stored: a round published here opens
500 games, each with its code, and is proven, hashed and logged; SoL stores its 500 matches.
"""

import json
import random
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.benchmarks.ratios import (
    CannotMeasureError,
    Figure,
    Measure,
    Reached,
    milliseconds,
    profiled,
    ratio_of,
)

if TYPE_CHECKING:
    from tournaments.models import Round, Tournament

TEAMS: Final = 1_000
ROUNDS: Final = 2
TURNS: Final = 3
SOL: Final = "SoL==5.*"
SCRIPT: Final = Path(__file__).parent.parent / "sol_evening.py"
PLACE: Final = Path(tempfile.gettempdir()) / "belote-benchmark-sol5"
STEPS: Final = ("entering", "drawing", "ranking")

Times = dict[str, list[float]]


def play_beside_sol() -> Reached:
    """Let both play the evening in turns, each in a process and a database of its own."""
    python = sol_python()
    kept: list[Times] = []
    anew: list[Times] = []
    ours: list[Times] = []
    for _ in range(TURNS):
        kept.append(_sol_evening(python))
        anew.append(_sol_evening(python, "anew"))
        ours.append(our_evening())
    figures, said, meets = [], [], True
    for step in STEPS:
        mine = _all_of(step, "ours", ours)
        other, reading = _all_of(step, "SoL", kept), _all_of(step, "SoL, read anew", anew)
        ratio, to_reading = ratio_of(mine, other), ratio_of(mine, reading)
        figures += [mine, other, reading, Figure(f"{step}: ratio", ratio.values, "×")]
        said.append(
            f"{step} {ratio.median:.2f} × ({mine.median:.0f} v {other.median:.0f} ms; where SoL "
            f"reads anew {to_reading.median:.2f} ×)"
        )
        meets = meets and ratio.median < 1
    return Reached("; ".join(said), meets, tuple(figures), _profile())


def _sol_evening(python: str, *how: str) -> Times:
    command = [python, str(SCRIPT), str(TEAMS), str(ROUNDS), *how]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotMeasureError(f"SoL does not run: {done.stderr.strip()[-300:]}")
    times: Times = json.loads(done.stdout)
    return times


def _all_of(step: str, who: str, evenings: list[Times]) -> Figure:
    return Figure(f"{step}: {who}", tuple(one for times in evenings for one in times[step]))


def sol_python() -> str:
    """Return the Python that has SoL 5, in an environment made beside other temporary files."""
    python = str(PLACE / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python"))
    works = [python, "-c", "import sol.models"]
    if (
        Path(python).exists()
        and subprocess.run(works, capture_output=True, check=False).returncode == 0
    ):
        return python
    venv.create(PLACE, clear=True, with_pip=True)
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", SOL]
    done = subprocess.run(install, capture_output=True, text=True, check=False)
    if done.returncode:
        why = done.stderr.strip().rpartition("\n")[2]
        raise CannotMeasureError(f"{SOL} cannot be installed into {PLACE}: {why}")
    return python


def our_evening() -> Times:
    """Enter the teams, draw and publish the rounds and rank them, by the services alone."""
    from tests.benchmarks.figures import empty_database

    times: Times = {}

    def timed(step: str, act: Callable[[], object]) -> None:
        times.setdefault(step, []).append(milliseconds(act))

    with empty_database(in_memory=True):
        from tests.contest import start_round
        from tournaments.audit_log.standings import contest_of
        from tournaments.models import Round

        contest, enter = _entering()
        timed("entering", enter)
        for number in range(1, ROUNDS + 1):
            timed("drawing", partial(start_round, contest, seed=14))
            _play(Round.objects.get(tournament=contest, number=number))
            timed("ranking", lambda: contest_of(contest).standings())
    return times


def _entering() -> "tuple[Tournament, Callable[[], object]]":
    """Return a contest without teams, and the act that enters them all."""
    from tests.contest import make_contest
    from tests.table import NOW, SCORER, make_club
    from tournaments.entries.services.entries import NewEntry, add_entries

    contest = make_contest(make_club(), teams=0, hands=12, rounds=ROUNDS)
    new = [NewEntry(names=(f"Player {2 * n}", f"Player {2 * n + 1}")) for n in range(TEAMS)]
    return contest, partial(
        add_entries, tournament_id=contest.pk, entries=new, author=SCORER, now=NOW
    )


def _profile() -> str:
    """Return where the time of entering goes: the one step that stores what SoL does not."""
    from tests.benchmarks.figures import empty_database

    with empty_database(in_memory=True):
        _contest, enter = _entering()
        return profiled(enter)


def _play(played: "Round") -> None:
    """Give every table a result, as its hands would have."""
    from tournaments.models import MatchSeat, Round

    dice = random.Random(played.number)
    by_match: dict[int, list[MatchSeat]] = {}
    for seat in played.seats.all():
        by_match.setdefault(seat.match_id, []).append(seat)
    for a, b in by_match.values():
        a.points = dice.randint(500, 1444)
        b.points = 1944 - a.points
        for seat in (a, b):
            seat.has_result, seat.hands = True, 12
            seat.outcome = MatchSeat.Result.WON if seat.points > 972 else MatchSeat.Result.LOST
    seats = [seat for both in by_match.values() for seat in both]
    MatchSeat.objects.bulk_update(seats, ["points", "has_result", "hands", "outcome"])
    played.status = Round.Status.CLOSED
    played.save(update_fields=["status"])


MEASURES = (
    Measure(
        row=80,
        name="sol",
        what="an evening of 1 000 teams: entering, drawing and publishing 500 tables, ranking",
        how="without pages, in memory, both from reading to storing, beside SoL 5 of PyPI, which "
        "keeps what it has loaded or reads it anew",
        goal="faster in each step",
        take=play_beside_sol,
        twice=True,
    ),
)
