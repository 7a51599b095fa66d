"""The browser opens by itself, signed in, where somebody sits before the screen of the computer."""

import logging
import os
import sys
import threading
import webbrowser
from collections.abc import Mapping
from typing import Final

logger = logging.getLogger(__name__)

AT_ONCE: Final = "#now"
"""What a link ends with whose page signs in by itself.

It never reaches a server, and a program that only looks what is behind a link has no use for it.
"""


def has_screen(platform: str = sys.platform, environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether a window can be opened before whoever sits at the computer itself.

    Over ssh there may be a screen too, which shows a browser of here to somebody far away.
    """
    if "SSH_CONNECTION" in environment:
        return False
    return platform in {"win32", "darwin"} or bool(
        environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")
    )


def is_somebody_there(environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether a person started the program in a terminal, and not another program."""
    streams = (sys.stdin, sys.stdout)
    return "CI" not in environment and all(stream and stream.isatty() for stream in streams)


def open_browser(address: str) -> threading.Thread:
    """Open a page in the computer's browser, without waiting for it; what fails is only noted."""
    thread = threading.Thread(target=_open, args=[address], name="browser", daemon=True)
    thread.start()
    return thread


def _open(address: str) -> None:
    try:
        browser = webbrowser.get()
        # One that shows pages in the terminal would take it away from the program.
        if type(browser) is not webbrowser.GenericBrowser:
            browser.open(address)
    except (webbrowser.Error, OSError):
        logger.info("no browser could be opened", exc_info=True)
