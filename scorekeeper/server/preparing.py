"""The data before anything uses it, by `start` and by the commands that need a club."""

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
    """Hold off other programs that would prepare the same folders, which must be there."""
    return one_at_a_time(*data_folders())


def prepare_for_command(*, now: datetime, may_begin_club: bool) -> Path | None:
    """Do for a command what `start` does; return the copy made of an older database, or None.

    Where there is no club and it may begin none, it raises StartProblemError and leaves no trace.
    """
    file = database_file()
    if not may_begin_club and file and not file.exists():
        raise no_club()
    check_folders()
    with alone():
        return prepare_database(now=now, may_be_new=may_begin_club)


def word_for_no_club() -> str | None:
    """Return what to tell whoever ran a command of Django's where there is no club; else None."""
    try:
        if MigrationRecorder(connection).applied_migrations():
            return None
    except DatabaseError:
        return None
    with translation.override(console_language()):
        return str(no_club())
