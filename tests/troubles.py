"""Troubles for tests: errors as the system and SQLite raise them, and a log to read."""

import errno
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.db import OperationalError


def failing(error: Exception) -> Callable[..., Any]:
    """Return what raises that, however it is called."""

    def fail(*_args: object, **_named: object) -> None:
        raise error

    return fail


def system_error(number: int) -> OSError:
    """Return what Python raises for that error of the system."""
    return OSError(number, os.strerror(number))


def disk_full() -> OSError:
    """Return what a file raises that finds no room."""
    return system_error(errno.ENOSPC)


def sqlite_error(code: int, text: str) -> OperationalError:
    """Return what Django raises for that code of SQLite."""
    cause = sqlite3.OperationalError(text)
    cause.sqlite_errorcode = code
    error = OperationalError(text)
    error.__cause__ = cause
    return error


def begins_with(log: Path, *lines: str) -> None:
    """Fill a log with those lines."""
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
