"""The computer of the hall does not fall asleep while people play.

By the means of each system: wakepy asks the desktop of Linux, macOS and Windows. The screen stays
on too, for the board stands on it, and some laptops cut the network when it goes dark.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from enum import StrEnum
from typing import Final, Protocol

from django.utils import timezone

from scorekeeper.evenings.queries import is_somebody_playing


class Hold(Protocol):
    """What a system says when it is asked to stay awake."""

    @property
    def active(self) -> bool:
        """Return whether it will."""


class Sleep(StrEnum):
    """Whether the computer may fall asleep."""

    ALLOWED = "allowed"
    """Nobody plays."""
    HELD_OFF = "held_off"
    NOT_HELD_OFF = "not_held_off"
    """Somebody plays, and the system does not let itself be kept awake."""


class Awake:
    """Keeps the computer awake while it is needed; asked regularly, by one thread."""

    def __init__(
        self,
        is_needed: Callable[[], bool],
        keep_awake: Callable[[], AbstractContextManager[Hold]],
    ) -> None:
        self._is_needed = is_needed
        self._keep_awake = keep_awake
        self._held: AbstractContextManager[Hold] | None = None
        self.sleep = Sleep.ALLOWED

    def look(self) -> None:
        if not self._is_needed():
            self.release()
        elif self._held is None:
            self._hold()

    def release(self) -> None:
        held, self._held = self._held, None
        self.sleep = Sleep.ALLOWED
        if held is not None:
            held.__exit__(None, None, None)

    def _hold(self) -> None:
        asked = self._keep_awake()
        if asked.__enter__().active:
            self._held, self.sleep = asked, Sleep.HELD_OFF
        else:
            asked.__exit__(None, None, None)
            self.sleep = Sleep.NOT_HELD_OFF


def _is_needed() -> bool:
    return is_somebody_playing(timezone.now())


def _keep_awake() -> AbstractContextManager[Hold]:
    from wakepy import keep

    return keep.presenting(on_fail="pass")


awake: Final = Awake(_is_needed, _keep_awake)
"""The sleep of this computer."""
