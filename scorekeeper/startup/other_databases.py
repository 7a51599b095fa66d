"""Databases that are no file: they have means of their own for copies."""

import shlex
from pathlib import Path
from typing import Any, Final

from django.db import connection
from django.utils.translation import gettext as _

from scorekeeper.startup.problems import StartProblemError

BACKUP: Final = "backup"


def refuse_other_database(act: str, file: Path) -> None:
    """Raise StartProblemError with the command of the database's own that does it."""
    if connection.vendor == "sqlite":
        return
    settings = connection.settings_dict
    name = str(settings["NAME"])
    if connection.vendor != "postgresql":
        raise StartProblemError(
            _("The database %(name)s is no file: use its own means for copies.") % {"name": name}
        )
    if act == BACKUP:
        command = ["pg_dump", "--format=custom", *_address(settings), f"--file={file}", name]
        text = _(
            "The data are in a PostgreSQL database, which makes its copies itself: %(command)s"
        )
    else:
        command = ["pg_restore", "--clean", "--if-exists", *_address(settings), f"--dbname={name}"]
        command.append(str(file))
        text = _(
            "The data are in a PostgreSQL database, which puts its copies back itself. Stop the "
            "program first, on every computer that serves it, then type: %(command)s"
        )
    raise StartProblemError(text % {"command": shlex.join(command)})


def _address(settings: dict[str, Any]) -> list[str]:
    """Return where the database is; who may open it is asked for by its own programs."""
    options = {"--host": "HOST", "--port": "PORT", "--username": "USER"}
    return [f"{option}={settings[key]}" for option, key in options.items() if settings.get(key)]
