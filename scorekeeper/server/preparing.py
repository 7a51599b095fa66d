"""Prepares the data before `start` or a command that needs a club uses them."""

from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path

from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import translation

from scorekeeper.server.database import (
    check_folders,
    data_folders,
    database_file,
    no_club,
    prepare_database,
)
from scorekeeper.server.instances import one_at_a_time
from scorekeeper.server.language import console_language


def alone() -> AbstractContextManager[None]:
    """Lock the preparation of the data folders, which must exist."""
    return one_at_a_time(*data_folders())


def prepare_for_command(*, now: datetime, may_begin_club: bool) -> Path | None:
    """Prepare the data for a command as `start` does; return the backup of an older database.

    If there is no club and the command may not create one, it raises StartProblemError and creates
    nothing.
    """
    file = database_file()
    if not may_begin_club and file and not file.exists():
        raise no_club()
    check_folders()
    with alone():
        return prepare_database(now=now, may_be_new=may_begin_club)


def word_for_no_club() -> str | None:
    """Return a message for a Django command run without a club, None if there is a club."""
    try:
        if MigrationRecorder(connection).applied_migrations():
            return None
    except DatabaseError:
        return None
    with translation.override(console_language()):
        return str(no_club())
