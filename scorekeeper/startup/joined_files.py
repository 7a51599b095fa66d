"""What pages are made of, each style and script as one small file out of the parts people work on.

Over a hall's poor line every further file costs a way there and back, and comments cost bytes. A
style sheet names its parts itself, `@import "table/entry.css";`, and is as good without joining.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import rjsmin
from django.conf import settings
from django.contrib.staticfiles.finders import AppDirectoriesFinder, BaseFinder
from django.core.files.storage import FileSystemStorage

SOURCES: Final = Path(__file__).resolve().parent.parent / "static" / "scorekeeper" / "table"
SCRIPTS: Final = {
    # What the first hand is typed with; the rest of the page of a table comes while it is painted.
    "scorekeeper/first.js": ("buzz", "linked-points", "keys", "pad", "arriving"),
    "scorekeeper/table.js": (
        "scoring",
        "words",
        "store",
        "entry",
        "felt",
        "counter",
        "counts",
        "outbox",
        "kept",
        "sheet",
        "sign",
        "reckoning",
        "moving",
        "follow",
        "table",
    ),
    # Only where a second computer follows, or the data are others than before.
    "scorekeeper/second.js": ("again", "proof", "elsewhere"),
    "scorekeeper/bids.js": ("declared", "declaring", "bidding"),
    "scorekeeper/app.js": ("../app", "../offline"),
}
"""Each with its parts, in the order in which they need each other."""

IMPORT: Final = re.compile(r'^@import "(.+)";$', re.MULTILINE)
COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
STRING_OR_BLANK: Final = re.compile(
    r"""(?P<kept>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|url\([^)]*\))"""
    r"""|\s*(?P<mark>[{};])\s*|(?P<before>[,:])\s+"""
)
"""What must stay as it is in a style sheet, or a mark with blanks round it that mean nothing."""


class JoinedFilesFinder(BaseFinder):
    """Finds what is joined before its source is found; it is written anew when a part changes."""

    def __init__(self, app_names: Any = None, *args: Any, **kwargs: Any) -> None:
        self.storage = FileSystemStorage(location=settings.DATA_DIR / "joined")
        self.sources = AppDirectoriesFinder()
        super().__init__(*args, **kwargs)

    def check(self, **kwargs: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        if path not in SCRIPTS and path not in settings.JOINED_STYLES:
            return []
        found = str(self._join(path))
        return [found] if find_all else found

    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, FileSystemStorage]]:
        for path in (*SCRIPTS, *settings.JOINED_STYLES):
            self._join(path)
            yield path, self.storage

    def _join(self, path: str) -> Path:
        joined = Path(self.storage.path(path))
        content = (_script(path) if path in SCRIPTS else self._style(path)).encode()
        if not joined.is_file() or joined.read_bytes() != content:
            joined.parent.mkdir(parents=True, exist_ok=True)
            # Several processes may come by at once, and several threads of one.
            fresh = joined.with_name(f"{joined.name}.{uuid4().hex}")
            fresh.write_bytes(content)
            fresh.replace(joined)
        return joined

    def _style(self, path: str) -> str:
        source = Path(str(self.sources.find(path)))
        joined = IMPORT.sub(
            lambda part: (source.parent / part[1]).read_text(encoding="utf-8"),
            source.read_text(encoding="utf-8"),
        )
        return shortened(joined)


def shortened(style: str) -> str:
    """Return a style sheet without comments, and without blanks that mean nothing."""
    shorter = STRING_OR_BLANK.sub(
        lambda part: part["kept"] or part["mark"] or part["before"], COMMENT.sub("", style)
    )
    return shorter.replace(";}", "}").strip()


def _script(path: str) -> str:
    parts = [(SOURCES / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS[path]]
    return str(rjsmin.jsmin("\n".join(parts)))
