"""Output to a terminal, whatever its encoding."""

import io
import os
import shlex
import subprocess
import sys
from typing import Any, TextIO

from django.core.management.base import OutputWrapper

from scorekeeper.installation import COMMAND

QUIET_ZONE = 2
HALF_BLOCKS = "▀▄█"


def survive_narrow_alphabets(*streams: TextIO) -> None:
    """Replace characters that `streams` cannot encode by "?", as old Windows consoles need."""
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def fall_silent(stream: TextIO) -> None:
    """Discard all further output: nobody reads `stream` any more."""
    # Python's buffer is discarded too, instead of failing at exit.
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


class PatientOutput(OutputWrapper):
    """Standard output of a program that continues after its reader has gone."""

    def write(  # type: ignore[override]  # Django's own is no true stream either
        self, msg: str = "", *style: Any, **ending: Any
    ) -> None:
        try:
            super().write(msg, *style, **ending)
        except BrokenPipeError:
            fall_silent(sys.stdout)

    def flush(self) -> None:
        try:
            super().flush()
        except BrokenPipeError:
            fall_silent(sys.stdout)


def qr_text(address: str, encoding: str | None) -> str:
    """Return a QR code of `address` as lines of text, in half blocks if `encoding` has them.

    Light modules are drawn and dark ones left empty, because most terminals are dark; phones can
    read either.
    """
    import segno

    code = segno.make(address, micro=False)
    if _can_encode(HALF_BLOCKS, encoding):
        out = io.StringIO()
        code.terminal(out, border=QUIET_ZONE, compact=True)
        return out.getvalue()
    rows: Any = code.matrix_iter(border=QUIET_ZONE)
    return "".join("".join("  " if dark else "##" for dark in row) + "\n" for row in rows)


def _can_encode(text: str, encoding: str | None) -> bool:
    try:
        text.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def typed(*words: object) -> str:
    """Return one of the program's commands as it is typed in this system's terminal."""
    command = [*COMMAND, *map(str, words)]
    return subprocess.list2cmdline(command) if sys.platform == "win32" else shlex.join(command)
