"""Whether a right password gets in while a hundred wrong ones a second are tried."""

from typing import Final

from tests.benchmarks.attack import (
    KNOWN,
    NEW,
    WITHIN_MS,
    measure_attack,
)
from tests.benchmarks.ratios import Figure, Measure, Reached, percentile

SECONDS: Final = 15.0


def sign_in_under_attack() -> Reached:
    """Sign in on known and new devices while one account, a thousand or none is attacked."""
    found = measure_attack(SECONDS)
    figures = tuple(
        Figure(f"attacked {what}: {who}", tuple(one.taken))
        for what, attacked in found.items()
        for who, one in attacked.signed.items()
        if one.taken
    )
    said = "; ".join(f"at {what}: {attacked}" for what, attacked in found.items())
    owed = [attacked.signed[who] for attacked in found.values() for who in (KNOWN, NEW)]
    meets = all(
        one.taken and not one.refused and percentile(one.taken, 95) <= WITHIN_MS for one in owed
    )
    return Reached(said, meets, figures)


MEASURES = (
    Measure(
        row=200,
        name="attack",
        what="a right password during 100 wrong ones a second from 1 000 addresses",
        how=f"by sockets against `start`, {SECONDS:.0f} s of each attack after its first 15 s; the "
        "known device is of an attacked account, the new one of another",
        goal="in within 1 s; a new device of the very account may be refused",
        take=sign_in_under_attack,
    ),
)
