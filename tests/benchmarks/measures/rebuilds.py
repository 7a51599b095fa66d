"""How fast a season is played for a try, and how fast everything stored is worked out again."""

import os
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.benchmarks.ratios import Figure, Measure, Reached, profiled

if TYPE_CHECKING:
    from scorekeeper.models import Club

SEASON_SECONDS: Final = 60
GAMES_A_MINUTE: Final = 50_000
LINEAR: Final = 0.8
"""So much of the speed of the smallest size the largest keeps, or it is not linear."""


def play_a_season() -> Reached:
    """Play the season of `demo --season` by the command itself, in a folder of its own."""
    from tests.journeys.program import end_of

    with tempfile.TemporaryDirectory(prefix="belote-", ignore_cleanup_errors=True) as folder:
        data = Path(folder)
        end_of(data, "manage.py", "demo", "--teams", "2", "--rounds", "1", "--hands", "1")
        start, before = time.perf_counter(), os.times().children_user
        done = end_of(data, "manage.py", "demo", "--season")
        seconds = time.perf_counter() - start
        computed = os.times().children_user - before
        assert done.returncode == 0, done.stderr
        profile = ""
        if seconds > SEASON_SECONDS:
            command = ("manage.py", "demo", "--season", "--evenings", "4")
            told = end_of(data, "-m", "cProfile", "-s", "tottime", *command).stdout
            profile = "\n".join(line for line in told.splitlines()[:22] if line.strip())
    # What else the machine does makes the command wait; what it computes stays nearly the same.
    figures = (
        Figure("played and stored", (seconds,), "s"),
        Figure("of it computed", (computed,), "s"),
    )
    said = f"{seconds:.0f} s, {computed:.0f} s of it computed"
    return Reached(said, seconds <= SEASON_SECONDS, figures, profile)


def rebuild_some() -> Reached:
    """Rebuild a club of ten thousand hands, then of a hundred thousand."""
    return _rebuild((10_000, 100_000))


def rebuild_a_million() -> Reached:
    """Rebuild a club of ten thousand hands, then of a million."""
    return _rebuild((10_000, 1_000_000))


def _rebuild(sizes: tuple[int, ...]) -> Reached:
    from tests.benchmarks.filling import HANDS_OF_A_CONTEST, multiply, played_club, program_folder

    ratings, totals = [], []
    with program_folder():
        club, there = played_club(), HANDS_OF_A_CONTEST
        for size in sizes:
            multiply(size, already=there)
            there = size
            ratings.append(_rate(club))
            totals.append(_recount(club))
        profile = profiled(lambda: _recount(club, most=200))
    figures = [
        Figure(f"{what}, {size:,} hands", (games,), "games a minute of processor time")
        for what, speeds in (("ratings", ratings), ("totals and statistics", totals))
        for size, games in zip(sizes, speeds, strict=True)
    ]
    is_linear = all(speeds[-1] >= LINEAR * speeds[0] for speeds in (ratings, totals))
    said = (
        f"{'linear' if is_linear else 'not linear'}: ratings {ratings[-1]:,.0f} games/min, totals "
        f"and statistics {totals[-1]:,.0f} games/min of processor time"
    )
    meets = is_linear and min(ratings + totals) >= GAMES_A_MINUTE
    return Reached(said, meets, tuple(figures), profile)


def _rate(club: "Club") -> float:
    from tournaments.ratings.services import rebuild_ratings

    start = time.process_time()
    return 60 * rebuild_ratings(club) / (time.process_time() - start)


def _recount(club: "Club", most: int | None = None) -> float:
    """Work out again scores, totals and what players brought home, as `doctor` does."""
    from tournaments.audit_log.queries.records import who_is_who
    from tournaments.doctor.games import StoredGame, check_game, games_to_examine, in_chunks

    start, games, who = time.process_time(), 0, who_is_who(club)
    for chunk in in_chunks(games_to_examine([club])):
        for stored in chunk:
            assert isinstance(stored, StoredGame), stored
            assert not list(check_game(stored, who, hides_names=False))
        games += len(chunk)
        if most and games >= most:
            break
    return 60 * games / (time.process_time() - start)


_REBUILD: Final = "rebuild of ratings, statistics, totals: 10 thousand to"
MEASURES = (
    Measure(
        row=130,
        name="rebuild",
        what=f"{_REBUILD} 100 thousand hands",
        how="in one process, processor time, the larger beside the smaller",
        goal="linear; over 50 000 games/min",
        take=rebuild_some,
        twice=True,
    ),
    Measure(
        row=131,
        name="rebuild-million",
        what=f"{_REBUILD} 1 million hands",
        how="in one process, processor time, the larger beside the smaller",
        goal="linear; over 50 000 games/min",
        take=rebuild_a_million,
        long=True,
    ),
    Measure(
        row=140,
        name="demo",
        what="`demo --season` (43 200 hands)",
        how="the command itself in a process of its own, by the clock",
        goal="60 s",
        take=play_a_season,
    ),
)
