"""A program that is asked to stop at a chosen moment: python -m tests.journeys.interrupted WHERE ….

WHERE is `file.py:function`, the first call of that function, or a number: so many calls after the
program began to listen. What follows is the command line of `manage.py`.
"""

import runpy
import signal
import sys
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any, Final

from tests.journeys.program import ROOT

LISTENING: Final = "listen"


class Moment:
    """Watches every call of a function for the one in which somebody presses Ctrl-C."""

    def __init__(self, where: str) -> None:
        """Wait for that call."""
        self.where = where
        self.calls = count()
        self.is_listening = False

    def watch(self, frame: FrameType, event: str, argument: Any) -> None:
        """Look at one call, and perhaps ask the program to stop."""
        if event != "call":
            # Only when `listen` has returned, everything is listened to.
            self.is_listening |= event == "return" and frame.f_code.co_name == LISTENING
            return
        if self.is_listening and self._is_there(frame):
            sys.setprofile(None)
            sys.stderr.write(f"asked in {frame.f_code.co_qualname}\n")
            signal.raise_signal(signal.SIGINT)

    def _is_there(self, frame: FrameType) -> bool:
        if self.where.isdecimal():
            return next(self.calls) == int(self.where)
        code = frame.f_code
        return f"{Path(code.co_filename).name}:{code.co_name}" == self.where


if __name__ == "__main__":
    _module, moment, *command = sys.argv
    sys.argv = ["manage.py", *command]
    sys.setprofile(Moment(moment).watch)
    runpy.run_path(str(ROOT / "manage.py"), run_name="__main__")
