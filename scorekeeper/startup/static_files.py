"""Styles and scripts, gathered once for each version of them."""

import hashlib
from pathlib import Path
from typing import Final

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command

from scorekeeper.startup.one_at_a_time import alone_in

NEVER_SENT: Final = [
    # Other versions than the one that pages name.
    *("django_htmx/ext/*", "django_htmx/htmax-*", "django_htmx/htmx-4*", "django_htmx/htmx-2.js"),
    # What the administration shows in debug only, and in languages that the program does not speak.
    *("admin/js/vendor/jquery/jquery.js", "admin/js/vendor/xregexp/xregexp.js"),
    *("admin/js/vendor/select2/select2.full.js", "admin/js/vendor/select2/i18n/[!ef]*"),
]
"""Two thirds of all files: gathering them is what a first start would wait for."""


def gather_if_nobody_did() -> None:
    """Gather them for a server that was begun without `start` and `serve`: no page opens without.

    What it has is not looked through again: each of its processes passes here.
    """
    if not _stamp().is_file():
        with alone_in(Path(settings.DATA_DIR)):
            gather_static_files()


def gather_static_files() -> bool:
    """Copy static files under names that carry their content's hash; return whether there was need.

    Nothing is done where files are served as they lie (in debug), nor when none has changed since.
    """
    if not hasattr(staticfiles_storage, "manifest_name"):
        return False
    stamp = _stamp()
    wanted = _fingerprint()
    if stamp.is_file() and stamp.read_text(encoding="ascii") == wanted:
        return False
    # Emptied first: copying by date alone would keep a newer file of a version that was taken back.
    # Not what styles are joined out of either, see `joined_files`.
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
    """Return a digest of every file's path, size and date; reading them all would take a second."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list([]):
            state = Path(storage.path(path)).stat()
            digest.update(f"{path}\0{state.st_size}\0{state.st_mtime_ns}\n".encode())
    return digest.hexdigest()
