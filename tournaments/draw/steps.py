"""Limits of searches: counted steps instead of time, so that results are the same everywhere."""

from dataclasses import dataclass


class OutOfStepsError(Exception):
    """A limit of steps is used up; the best result so far is used."""


class TooManyStepsError(Exception):
    """Repeating a whole draw takes too many steps."""


@dataclass(slots=True)
class Steps:
    """A limit of steps, each a bounded amount of work; `used` counts those taken.

    Steps that are part of a `whole` are taken from it too.
    """

    left: int
    whole: "Steps | None" = None
    error: type[Exception] = OutOfStepsError
    used: int = 0

    def take(self, count: int = 1) -> None:
        """Take some steps before doing the work; raise the error if too few are left."""
        if self.left < count:
            raise self.error
        if self.whole is not None:
            self.whole.take(count)
        self.left -= count
        self.used += count

    def part(self, count: int) -> "Steps":
        return Steps(min(count, self.left), self, self.error)
