"""How fast the program is, as ratios: python -m tests.benchmarks [NAME …] [--long] [--json FILE].

Every measure runs in a process of its own. Without names all are taken but the long ones.
`--readme` writes the table with the date and the machine into the README beside this file.
"""

import argparse
import importlib
import json
import os
import pkgutil
import platform
import subprocess
import sys
import tempfile
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from tqdm import tqdm

from tests.benchmarks import measures
from tests.benchmarks.figures import say
from tests.benchmarks.ratios import CannotMeasureError, Figure, Measure, Reached

README: Final = Path(__file__).with_name("README.md")
BEGIN: Final = "<!-- the table begins -->"
END: Final = "<!-- the table ends -->"
MOST_SECONDS: Final = 1800
MOST_SECONDS_OF_LONG: Final = 4 * 3600
HEADINGS: Final = ("measure", "against", "before", "to reach", "reached", "")

Row = dict[str, Any]


def all_measures() -> list[Measure]:
    """Return every measure in the order of the table."""
    names = [module.name for module in pkgutil.iter_modules(measures.__path__)]
    modules = [importlib.import_module(f"{measures.__name__}.{name}") for name in names]
    return sorted((m for module in modules for m in module.MEASURES), key=lambda m: m.row)


def take(measure: Measure) -> Row:
    """Take a measure here, and return it as it is written down."""
    try:
        reached = measure.take()
    except CannotMeasureError as reason:
        reached = Reached(f"not measured: {reason}", meets=False)
    row = asdict(measure) | asdict(reached)
    del row["take"]
    row["figures"] = [told(figure) for figure in reached.figures]
    return row


def told(figure: Figure) -> Row:
    """Return a figure as it is written down."""
    low, high = figure.spread
    return {
        "what": figure.what,
        "unit": figure.unit,
        "median": round(figure.median, 4),
        "spread": [round(low, 4), round(high, 4)],
        "values": len(figure.values),
    }


def take_alone(measure: Measure) -> Row:
    """Take a measure in a process of its own; what fails there is told in its row."""
    most = MOST_SECONDS_OF_LONG if measure.long else MOST_SECONDS
    with tempfile.TemporaryDirectory() as place:
        written = Path(place) / "row.json"
        command = [sys.executable, "-m", "tests.benchmarks", measure.name, "--here", str(written)]
        try:
            done = subprocess.run(
                command, capture_output=True, check=False, text=True, timeout=most
            )
            failed = done.stderr.strip().rpartition("\n")[2] if done.returncode else ""
        except subprocess.TimeoutExpired:
            failed = f"took longer than {most // 60} minutes"
        if failed:
            return take(Measure(**_with(measure, failed)))
        row: Row = json.loads(written.read_text())
        return row


def _with(measure: Measure, failed: str) -> dict[str, Any]:
    def fail() -> Reached:
        return Reached(f"failed: {failed}", meets=False)

    return {name: getattr(measure, name) for name in measure.__slots__} | {"take": fail}


def as_lines(row: Row) -> list[str]:
    """Return the lines that tell a measure on a terminal."""
    mark = "reached" if row["meets"] else "missed"
    lines = [f"{row['name']}: {row['said']} (to reach: {row['goal']}; {mark})"]
    for figure in row["figures"]:
        low, high = figure["spread"]
        unit = figure["unit"]
        lines.append(
            f"    {figure['median']:12.3f} {unit:8} {figure['what']} "
            f"({low:.3f} to {high:.3f}, {figure['values']} times)"
        )
    if not row["meets"]:
        lines += [f"        {line}" for line in row["profile"].splitlines()]
    return lines


def as_table(rows: list[Row], kept: str = "") -> str:
    """Return the measures as a table of the README; what was not taken stands there as `kept`."""
    lines = {line.split(" | ")[0]: line for line in kept.splitlines() if line.startswith("| ")}
    for row in rows:
        cells = (row["what"], row["against"], row["before"], row["goal"], row["said"], _mark(row))
        lines[f"| {row['what']}"] = f"| {' | '.join(cells)} |"
    found = [lines[key] for m in all_measures() if (key := f"| {m.what}") in lines]
    heading = [f"| {' | '.join(HEADINGS)} |", f"| {' | '.join('---' for _ in HEADINGS)} |"]
    return "\n".join(heading + found)


def _mark(row: Row) -> str:
    return "yes" if row["meets"] else "**no**"


def machine() -> str:
    """Return what the figures were taken on."""
    return (
        f"{datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} cores ({platform.machine()}), "
        f"{platform.system()}, Python {platform.python_version()}"
    )


def write_readme(rows: list[Row]) -> None:
    """Put the table between its marks in the README, with the lines of what was not taken now."""
    before, _, rest = README.read_text().partition(BEGIN)
    kept, _, after = rest.partition(END)
    now = f"Taken last on {machine()}: {', '.join(row['name'] for row in rows)}"
    table = f"{BEGIN}\n\n{now}.\n\n{as_table(rows, kept)}\n\n{END}"
    README.write_text(f"{before}{table}{after}")


def main() -> None:
    """Take the measures that are asked for, and say what they found."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--long", action="store_true", help="also what takes minutes")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    parser.add_argument("--readme", action="store_true", help="write the table into the README")
    parser.add_argument("--here", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    known = all_measures()
    if unknown := sorted(set(asked.names) - {measure.name for measure in known}):
        names = "\n".join(f"    {measure.name:24} {measure.what}" for measure in known)
        parser.error(f"no measure is named {', '.join(unknown)}; there are:\n{names}")
    chosen = [m for m in known if m.name in asked.names] or [
        m for m in known if asked.long or not m.long
    ]
    if asked.here:
        asked.here.write_text(json.dumps(take(chosen[0])))
        return
    rows = []
    with tqdm(chosen, unit="measure", leave=False) as bar:
        for measure in bar:
            bar.set_postfix_str(measure.name)
            rows.append(take_alone(measure))
            bar.clear()
            say("\n".join(as_lines(rows[-1])))
    if asked.json:
        asked.json.write_text(json.dumps({"machine": machine(), "measures": rows}, indent=1))
    if asked.readme:
        write_readme(rows)


if __name__ == "__main__":
    main()
