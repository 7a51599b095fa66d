"""Running the commands that read and write CSV, for the tests of several of them."""

import io
from pathlib import Path

from django.core.management import call_command

Result = tuple[int, str, str]


def run(command: str, *arguments: str) -> Result:
    """Return exit code, standard output and standard error of a command."""
    out, err = io.StringIO(), io.StringIO()
    stopped: int | str | None = 0
    try:
        call_command(command, *arguments, stdout=out, stderr=err, no_color=True)
    except SystemExit as stop:
        stopped = stop.code
    assert isinstance(stopped, int)
    return stopped, out.getvalue(), err.getvalue()


def run_on(sheet: str, folder: Path, *arguments: str, command: str = "score") -> Result:
    """Return what the command says of a sheet."""
    path = folder / "sheet.csv"
    path.write_text(sheet, encoding="utf-8")
    return run(command, *arguments, str(path))


def hands(out: str) -> list[str]:
    """Return the rows of the hands without their number and totals: "made,200,80"."""
    rows = [row.split(",") for row in out.splitlines()[1:-1]]
    return [",".join(row[1:4]) for row in rows]
