"""Searches end by counted steps, never by a clock: the same request is drawn the same anywhere."""

from dataclasses import dataclass


class OutOfStepsError(Exception):
    """Raised when a number of steps is used up: what was found so far stands."""


class TooManyStepsError(Exception):
    """Raised when a whole draw takes more steps than anybody waits for."""


@dataclass(slots=True)
class Steps:
    """How many steps may still be taken, each a bounded amount of work; `used` are counted.

    Steps that are part of a `whole` are taken from it too.
    """

    left: int
    whole: "Steps | None" = None
    error: type[Exception] = OutOfStepsError
    used: int = 0

    def take(self, count: int = 1) -> None:
        """Count some steps before they are taken; raise the error where so many are not left."""
        if self.left < count:
            raise self.error
        if self.whole is not None:
            self.whole.take(count)
        self.left -= count
        self.used += count

    def part(self, count: int) -> "Steps":
        return Steps(min(count, self.left), self, self.error)
