"""Opens the browser, signed in, if somebody sits at the computer."""

import logging
import os
import sys
import threading
import webbrowser
from collections.abc import Mapping
from typing import Final

logger = logging.getLogger(__name__)

AT_ONCE: Final = "#now"
"""The fragment of a sign-in link whose page signs in without a click.

It never reaches a server, so programs that merely preview the link do not use it up.
"""


def has_screen(platform: str = sys.platform, environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether a browser window can be opened on this computer's own screen.

    Over ssh a forwarded screen would show this computer's browser to somebody far away.
    """
    if "SSH_CONNECTION" in environment:
        return False
    return platform in {"win32", "darwin"} or bool(
        environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")
    )


def is_somebody_there(environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether a person started the program in a terminal, not another program."""
    streams = (sys.stdin, sys.stdout)
    return "CI" not in environment and all(stream and stream.isatty() for stream in streams)


def open_browser(address: str) -> threading.Thread:
    """Open a page in the computer's browser without waiting; a failure is only logged."""
    thread = threading.Thread(target=_open, args=[address], name="browser", daemon=True)
    thread.start()
    return thread


def _open(address: str) -> None:
    try:
        browser = webbrowser.get()
        # A text browser would take over the program's terminal.
        if type(browser) is not webbrowser.GenericBrowser:
            browser.open(address)
    except (webbrowser.Error, OSError):
        logger.info("no browser could be opened", exc_info=True)
