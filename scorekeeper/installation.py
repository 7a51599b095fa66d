"""Where the program is installed and where it writes: a clone, a package, or a built program."""

import sys
from pathlib import Path
from typing import Final

import platformdirs

PACKAGE: Final = Path(__file__).resolve().parent
_CLONE: Final = PACKAGE.parent
IS_BUILT: Final = bool(getattr(sys, "frozen", False))
"""A built program is started by a double-click and has no terminal (`.packaging/launcher.py`)."""

IS_CLONE: Final = (_CLONE / "manage.py").is_file() and not IS_BUILT
"""A clone keeps its data beside the code; other installations use the system's data folder."""

TEMPLATES: Final = (_CLONE if IS_CLONE else PACKAGE) / "templates"
LOCALE: Final = PACKAGE / "locale"
COMMAND: Final = ("python", "manage.py") if IS_CLONE else ("belote",)
"""How commands are typed in a terminal."""


def usual_data_folder() -> Path:
    if IS_CLONE:
        return _CLONE / "data"
    return platformdirs.user_data_path("belote", appauthor=False)
