"""The scripts of a table's page as one small file.

Over a hall's poor line every further file costs a way there and back, and comments cost bytes.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import rjsmin
from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

SOURCES: Final = Path(__file__).resolve().parent.parent / "static" / "scorekeeper" / "table"
SCRIPTS: Final = (
    "scoring",
    "words",
    "store",
    "entry",
    "pad",
    "counter",
    "outbox",
    "kept",
    "sheet",
    "sign",
    "reckoning",
    "moving",
    "follow",
    "table",
)
"""In the order in which they need each other."""

JOINED: Final = "scorekeeper/table.js"


class JoinedFilesFinder(BaseFinder):
    """Finds the joined script among the static files; it is written anew when a part changes."""

    def __init__(self, app_names: Any = None, *args: Any, **kwargs: Any) -> None:
        self.storage = FileSystemStorage(location=settings.DATA_DIR / "joined")
        super().__init__(*args, **kwargs)

    def check(self, **kwargs: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        if path != JOINED:
            return []
        found = str(self._join())
        return [found] if find_all else found

    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, FileSystemStorage]]:
        self._join()
        yield JOINED, self.storage

    def _join(self) -> Path:
        joined = Path(self.storage.path(JOINED))
        parts = [(SOURCES / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS]
        content = rjsmin.jsmin("\n".join(parts)).encode()
        if not joined.is_file() or joined.read_bytes() != content:
            joined.parent.mkdir(parents=True, exist_ok=True)
            # Several processes may come by at once, and several threads of one.
            fresh = joined.with_name(f"{joined.name}.{uuid4().hex}")
            fresh.write_bytes(content)
            fresh.replace(joined)
        return joined
