"""Keeps the hall's computer awake while people play.

wakepy asks the desktop of Linux, macOS or Windows. The screen stays on too: it may show the board,
and some laptops cut the network when it turns off.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from enum import StrEnum
from typing import Final, Protocol

from django.utils import timezone

from scorekeeper.evenings.queries import is_somebody_playing


class Hold(Protocol):
    """The system's answer to a request to stay awake."""

    @property
    def active(self) -> bool:
        """Return whether the request was granted."""


class Sleep(StrEnum):
    """Whether the computer may go to sleep."""

    ALLOWED = "allowed"
    """Nobody plays."""
    HELD_OFF = "held_off"
    NOT_HELD_OFF = "not_held_off"
    """Somebody plays, and the system refused to stay awake."""


class Awake:
    """Keeps the computer awake while needed; called regularly by one thread."""

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
"""The one instance for this computer."""
