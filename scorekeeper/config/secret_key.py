"""The key that signs sessions: made once, kept beside the data."""

import os
from pathlib import Path

from django.core.management.utils import get_random_secret_key


def kept_secret_key(path: Path) -> str:
    """Return the key kept in the file `path`; when missing, make it for its owner's eyes only.

    A folder that cannot be written gives a key for this process alone: `start` reports the folder
    in its own words, and importing the settings must not fail before it can.
    """
    try:
        kept = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        kept = ""
    if kept:
        return kept
    made = get_random_secret_key()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Mode 600 from the first byte on: a chmod afterwards would leave a moment to read it.
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(made)
    except OSError:
        return made
    return made
