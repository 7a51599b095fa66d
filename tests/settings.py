"""The program's settings with what tests need otherwise: own folder, speed, plain static files."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

# Inherited by the workers of a parallel run, so that one run has one folder; never the folder of
# a club, whatever the environment says.
if "BELOTE_TESTS_DIR" not in os.environ:
    os.environ["BELOTE_TESTS_DIR"] = tempfile.mkdtemp(prefix="belote-tests-")
    atexit.register(shutil.rmtree, os.environ["BELOTE_TESTS_DIR"], ignore_errors=True)
_folder = Path(os.environ["BELOTE_TESTS_DIR"])
os.environ["BELOTE_DATA_DIR"] = str(_folder)
os.environ.setdefault("SECRET_KEY", "a key for tests, which signs nothing that lasts")

from scorekeeper.config.settings import *  # noqa: E402, F403 - the folder must be set first
from scorekeeper.config.settings import DATABASES, SQLITE_ENGINE, STORAGES  # noqa: E402

STATIC_ROOT = _folder / "static"
STATIC_ROOT.mkdir(exist_ok=True)
STORAGES = {
    **STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = True
# Each test client has a middleware of its own, which would look through all files first.
WHITENOISE_AUTOREFRESH = True

if DATABASES["default"]["ENGINE"] == SQLITE_ENGINE:
    # A file rather than memory: the server thread of a browser test then has a connection of its
    # own, as in real life, and sees what the test wrote.
    DATABASES["default"]["TEST"] = {"NAME": str(_folder / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"] = {
        **DATABASES["default"]["OPTIONS"],
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF",
    }

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
