"""Measure draws of fields of every size: python -m tests.benchmarks.draws.

Prints the slowest round in seconds of processor time, the most memory, repeats and what is proven;
each field is drawn in a process of its own. With a size, a number of rounds and a method it
measures that field alone.
"""

import json
import subprocess
import sys
import time
from collections import Counter
from typing import Any, Final

from tests.benchmarks.figures import say

ROUNDS: Final = 20
MELEES: Final = (
    *(4, 5, 6, 7, 8, 9, 11, 12, 13, 15, 16, 19, 20, 23, 24, 27, 28, 32, 35, 36, 40, 44, 47, 48, 52),
    *(
        56,
        60,
        63,
        64,
        72,
        80,
        88,
        100,
        120,
        160,
        200,
        250,
        300,
        323,
        324,
        400,
        500,
        700,
        1003,
        2000,
    ),
)
TEAMS: Final = (4, 5, 8, 11, 16, 20, 21, 22, 24, 30, 33, 38, 40, 41, 60, 100, 250, 501)


def measure(size: int, rounds: int, method: str) -> dict[str, Any]:
    """Draw a whole contest and return its figures."""
    from tests.tournaments.draw.hall import Hall
    from tournaments.draw.drawing import draw
    from tournaments.draw.request import Method

    hall = Hall(size, rounds, Method(method))
    kinds: Counter[str] = Counter()
    proofs: Counter[str] = Counter()
    slowest, first = 0.0, None
    for number in range(1, rounds + 1):
        request = hall.request(number)
        start = time.process_time()
        drawn = draw(request)
        slowest = max(slowest, time.process_time() - start)
        hall.play(drawn, number)
        kinds.update(repeat.kind for repeat in drawn.repeats)
        proofs.update([drawn.proof, f"rounds to come {drawn.look_ahead}"])
        if first is None and any(repeat.kind != "exempt" for repeat in drawn.repeats):
            first = number
    return {
        "seconds": slowest,
        "megabytes": most_megabytes(),
        "first": first,
        "repeats": kinds,
        "proofs": proofs,
    }


def most_megabytes() -> float:
    """Return the most memory that this process ever had."""
    import resource

    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return kilobytes / (1024 * 1024 if sys.platform == "darwin" else 1024)


def measure_alone(size: int, rounds: int, method: str) -> dict[str, Any]:
    """Measure a field in a process of its own, so that its memory is its own too."""
    command = [sys.executable, "-m", "tests.benchmarks.draws", str(size), str(rounds), method]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main() -> None:
    """Measure one field, or all of them."""
    if len(sys.argv) > 1:
        sys.stdout.write(json.dumps(measure(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])))
        return
    fields = [(size, "melee") for size in MELEES]
    fields += [(size, method) for method in ("ranking", "movement") for size in TEAMS]
    slowest = most = 0.0
    for size, method in fields:
        found = measure_alone(size, ROUNDS, method)
        slowest, most = max(slowest, found["seconds"]), max(most, found["megabytes"])
        counted = {**found["repeats"], **found["proofs"]}
        say(
            f"{found['seconds']:6.2f} s {found['megabytes']:4.0f} MB  {size} {method}, "
            f"{ROUNDS} rounds, first repeat in round {found['first']}; "
            + ", ".join(f"{name} {count}" for name, count in counted.items())
        )
    say(f"{slowest:6.2f} s {most:4.0f} MB  the most of all")


if __name__ == "__main__":
    main()
