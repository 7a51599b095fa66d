"""The key that signs sessions: created once, kept beside the data."""

import os
import time
from pathlib import Path
from typing import Final

from django.core.management.utils import get_random_secret_key

NAP_SECONDS: Final = 0.01
PATIENCE_SECONDS: Final = 2.0


def stored_secret_key(path: Path) -> str:
    """Return the key in the file `path`; create a private file if it is missing.

    If the folder is not writable, the key is for this process only: `start` reports the folder
    itself, and accessing the settings must not fail before it can.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return _read(path) or _make(path)
    except OSError:
        return get_random_secret_key()


def _read(path: Path) -> str:
    """Return the key, empty if the file is missing or contains none."""
    try:
        return path.read_text(encoding="ascii").strip()
    except (FileNotFoundError, UnicodeDecodeError):
        return ""


def _make(path: Path) -> str:
    """Create the key unless another process is doing it: both must get the same key."""
    fresh = path.with_name(f"{path.name}.new")
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            # Mode 600 from the start: after a later chmod somebody may have read it already.
            descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            break
        except FileExistsError:
            if time.monotonic() > deadline:
                # The process that was creating it was killed.
                fresh.unlink(missing_ok=True)
                deadline = time.monotonic() + PATIENCE_SECONDS
            time.sleep(NAP_SECONDS)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        key = _read(path)
        made = key or get_random_secret_key()
        file.write(made)
    if key:
        fresh.unlink()
    else:
        fresh.replace(path)
    return made
