"""Where the program lies, and where it writes: in a clone, installed as a package, or built."""

import sys
from pathlib import Path
from typing import Final

import platformdirs

PACKAGE: Final = Path(__file__).resolve().parent
_CLONE: Final = PACKAGE.parent
IS_CLONE: Final = (_CLONE / "manage.py").is_file() and not getattr(sys, "frozen", False)
"""A clone keeps what it writes beside its code; others use the place that the system gives."""

TEMPLATES: Final = (_CLONE if IS_CLONE else PACKAGE) / "templates"
LOCALE: Final = PACKAGE / "locale"
COMMAND: Final = ("python", "manage.py") if IS_CLONE else ("belote",)
"""How people begin each of the program's commands in a terminal."""


def usual_data_folder() -> Path:
    if IS_CLONE:
        return _CLONE / "data"
    return platformdirs.user_data_path("belote", appauthor=False)
