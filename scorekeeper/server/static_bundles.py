"""Style sheets and scripts, bundled into few files, hashed and compressed.

On a slow network every file costs a round trip. A style sheet names its parts with `@import
"table/entry.css";` and works without bundling too. Browsers accept only gzip over plain HTTP.
"""

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import rjsmin
from django.conf import settings
from django.contrib.staticfiles.finders import AppDirectoriesFinder, BaseFinder, get_finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.storage import FileSystemStorage
from django.core.management import call_command
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

from scorekeeper.server.instances import alone_in

SOURCES: Final = Path(__file__).resolve().parent.parent / "static" / "scorekeeper" / "table"
SCRIPTS: Final = {
    # Needed to type the first hand; the rest of the table's page loads after the first paint.
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
    # Needed only with a standby, or after a restore.
    "scorekeeper/second.js": ("again", "proof", "elsewhere"),
    "scorekeeper/bids.js": ("declared", "declaring", "bidding"),
    "scorekeeper/app.js": ("../app", "../theme", "../offline"),
}
"""Each bundle with its parts, in the order in which they depend on each other."""

IMPORT: Final = re.compile(r'^@import "(.+)";$', re.MULTILINE)
COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
STRING_OR_BLANK: Final = re.compile(
    r"""(?P<kept>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|url\([^)]*\))"""
    r"""|\s*(?P<mark>[{};])\s*|(?P<before>[,:])\s+"""
)
"""Parts of a style sheet that must stay as they are, or punctuation with removable blanks."""


class JoinedFilesFinder(BaseFinder):
    """Finds bundles, which are rebuilt when a part changes, before their sources are found."""

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
            # Several processes and threads may do this at the same time.
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
    """Return a style sheet without comments and unnecessary blanks."""
    shorter = STRING_OR_BLANK.sub(
        lambda part: part["kept"] or part["mark"] or part["before"], COMMENT.sub("", style)
    )
    return shorter.replace(";}", "}").strip()


def _script(path: str) -> str:
    parts = [(SOURCES / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS[path]]
    return str(rjsmin.jsmin("\n".join(parts)))


class PackedFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Stores files under their hashed name only: no page asks for the plain name."""

    keep_only_hashed_files = True

    def create_compressor(self, **options: Any) -> Compressor:
        # Browsers accept Brotli only over HTTPS, where connections are faster than in a hall.
        return Compressor(use_brotli=False, **options)


NEVER_SENT: Final = [
    # Versions other than the one that pages use.
    *("django_htmx/ext/*", "django_htmx/htmax-*", "django_htmx/htmx-4*", "django_htmx/htmx-2.js"),
    # Files that the admin uses only in debug mode or in unsupported languages.
    *("admin/js/vendor/jquery/jquery.js", "admin/js/vendor/xregexp/xregexp.js"),
    *("admin/js/vendor/select2/select2.full.js", "admin/js/vendor/select2/i18n/[!ef]*"),
]
"""Patterns of files to leave out: two thirds of all."""


def gather_if_nobody_did() -> None:
    """Collect static files for a server started without `start` or `serve`.

    Existing files are not checked again, because each server process calls this.
    """
    if not _stamp().is_file():
        with alone_in(Path(settings.DATA_DIR)):
            gather_static_files()


def gather_static_files() -> bool:
    """Collect static files under hashed names; return whether it was necessary.

    Does nothing in debug mode, where files are served from their source, or if nothing has changed.
    """
    if not hasattr(staticfiles_storage, "manifest_name"):
        return False
    stamp = _stamp()
    wanted = _fingerprint()
    if stamp.is_file() and stamp.read_text(encoding="ascii") == wanted:
        return False
    # Clear first: copying by date alone would keep newer files after a downgrade. The parts of
    # bundled styles are left out too.
    joined = [f"{style.removesuffix('.css')}/*.css" for style in settings.JOINED_STYLES]
    call_command(
        "collectstatic",
        interactive=False,
        clear=True,
        verbosity=0,
        ignore_patterns=[*NEVER_SENT, *joined],
    )
    stamp.write_text(wanted, encoding="ascii")
    return True


def _stamp() -> Path:
    return Path(settings.STATIC_ROOT) / "stamp.txt"


def _fingerprint() -> str:
    """Return a digest of every file's path, size and date; hashing the contents would be slow."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list([]):
            state = Path(storage.path(path)).stat()
            digest.update(f"{path}\0{state.st_size}\0{state.st_mtime_ns}\n".encode())
    return digest.hexdigest()
