"""The key that signs sessions: made once, kept beside the data."""

import os
import time
from pathlib import Path
from typing import Final

from django.core.management.utils import get_random_secret_key

NAP_SECONDS: Final = 0.01
PATIENCE_SECONDS: Final = 2.0


def kept_secret_key(path: Path) -> str:
    """Return the key kept in the file `path`; when missing, make it for its owner's eyes only.

    A folder that cannot be written gives a key for this process alone: `start` reports the folder
    in its own words, and using the settings must not fail before it can.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return _read(path) or _make(path)
    except OSError:
        return get_random_secret_key()


def _read(path: Path) -> str:
    """Return the key, nothing where there is none or what lies there is none."""
    try:
        return path.read_text(encoding="ascii").strip()
    except (FileNotFoundError, UnicodeDecodeError):
        return ""


def _make(path: Path) -> str:
    """Make the key unless another program is just doing it: both must end up with one key."""
    fresh = path.with_name(f"{path.name}.new")
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            # Mode 600 from the first byte on: a chmod afterwards would leave a moment to read it.
            descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            break
        except FileExistsError:
            if time.monotonic() > deadline:
                # Whoever made it was killed before it was done.
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
