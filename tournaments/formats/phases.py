"""The phases of a contest, and the phase of a round. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate
from typing import Any, Final

from tournaments.draw.groups import LARGEST_POOL, legs_of

MOST_LEGS: Final = 11
"""The number of rounds in a bracket of 2000."""


class PhaseKind(StrEnum):
    """How the rounds of a phase are drawn."""

    ROUNDS = "rounds"
    """By lot, by ranking or by movement, as in a contest without phases."""
    POOLS = "pools"
    KNOCKOUT = "knockout"


class TakeKind(StrEnum):
    """How a rule selects entrants for the main bracket."""

    POOL = "pool"
    """The best of each pool."""
    NEXT = "next"
    """The best of those next in their pools, such as the best thirds."""
    BEST = "best"
    """The best of the ranking."""


class PhaseError(ValueError):
    """Phases that cannot be played; the message says which."""


@dataclass(frozen=True, slots=True)
class Take:
    """One rule of qualification."""

    kind: TakeKind
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """Several successive rounds.

    `size` is the largest size of a pool; `seeded` pools are made by ranking, not by lot. A
    knock-out includes everybody unless `takes` selects; with `lucky_losers` the best of the others
    fill its bracket; the rest play for the `consolation`, or are out.
    """

    kind: PhaseKind
    rounds: int
    size: int = 0
    seeded: bool = False
    takes: tuple[Take, ...] = ()
    consolation: bool = False
    third_place: bool = False
    lucky_losers: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return values that JSON can hold, without those that do not apply."""
        plain: dict[str, Any] = {"kind": self.kind.value, "rounds": self.rounds}
        if self.kind is PhaseKind.POOLS:
            plain |= {"size": self.size, "seeded": self.seeded}
        if self.kind is PhaseKind.KNOCKOUT:
            takes = [{"kind": take.kind.value, "count": take.count} for take in self.takes]
            plain |= {"takes": takes, "consolation": self.consolation}
            plain |= {"third_place": self.third_place}
            plain |= {"lucky_losers": True} if self.lucky_losers else {}
        return plain


@dataclass(frozen=True, slots=True)
class PhaseAt:
    """The phase of a round; `first` is its first round, `leg` counts its rounds from 1."""

    place: int
    phase: Phase
    first: int
    leg: int
    before: Phase | None

    @property
    def last(self) -> int:
        """Return the last possible round of the phase."""
        return self.first + self.phase.rounds - 1

    @property
    def before_from(self) -> int:
        """Return the first round of the phase before."""
        return self.first - self.before.rounds if self.before else 1


def phases_from_dict(plain: Sequence[dict[str, Any]]) -> tuple[Phase, ...]:
    """Return phases from their JSON form; raises KeyError, TypeError or ValueError."""
    return tuple(
        Phase(
            kind=PhaseKind(one["kind"]),
            rounds=int(one["rounds"]),
            size=int(one.get("size", 0)),
            seeded=bool(one.get("seeded", False)),
            takes=tuple(
                Take(TakeKind(take["kind"]), int(take["count"])) for take in one.get("takes", ())
            ),
            consolation=bool(one.get("consolation", False)),
            third_place=bool(one.get("third_place", False)),
            lucky_losers=bool(one.get("lucky_losers", False)),
        )
        for one in plain
    )


def check_phases(phases: Sequence[Phase], round_count: int) -> None:
    """Raise PhaseError for phases that cannot be played in so many rounds."""
    if phases and sum(phase.rounds for phase in phases) != round_count:
        raise PhaseError(f"{[phase.rounds for phase in phases]} of {round_count} rounds")
    for place, phase in enumerate(phases):
        _check_phase(phase, phases[place - 1] if place else None)
        if phase.kind is PhaseKind.KNOCKOUT and place < len(phases) - 1:
            raise PhaseError("a knock-out before the end")


def _check_phase(phase: Phase, before: Phase | None) -> None:
    if phase.rounds < 1:
        raise PhaseError(f"{phase.kind} of {phase.rounds} rounds")
    if phase.kind is PhaseKind.POOLS:
        if not 2 <= phase.size <= LARGEST_POOL or phase.rounds != legs_of(phase.size):
            raise PhaseError(f"pools of {phase.size} in {phase.rounds} rounds")
    elif phase.kind is PhaseKind.KNOCKOUT:
        if phase.rounds > MOST_LEGS:
            raise PhaseError(f"{phase.rounds} rounds of knock-out")
        _check_takes(phase.takes, before)
        if phase.lucky_losers and not phase.takes:
            raise PhaseError("lucky losers where nobody has lost")


def _check_takes(takes: Sequence[Take], before: Phase | None) -> None:
    kinds = [take.kind for take in takes]
    of_pools = [TakeKind.POOL], [TakeKind.POOL, TakeKind.NEXT]
    fits = not kinds or (before is not None and kinds == [TakeKind.BEST])
    if before is not None and before.kind is PhaseKind.POOLS:
        fits = fits or kinds in of_pools
    if not fits or any(take.count < 1 for take in takes):
        raise PhaseError(f"takes {kinds}")


def phase_at(phases: Sequence[Phase], number: int) -> PhaseAt | None:
    """Return the phase of a round; None without phases, and after the last one."""
    ends = accumulate(phase.rounds for phase in phases)
    for place, (phase, end) in enumerate(zip(phases, ends, strict=True)):
        if number <= end:
            first = end - phase.rounds + 1
            before = phases[place - 1] if place else None
            return PhaseAt(place, phase, first, number - first + 1, before)
    return None
