"""How fast the program is: python -m tests.benchmarks [NAME …] [--long] [--json FILE] [--readme].

Every measure runs in a process of its own, with the garbage collector as the program sets it; where
that matters once more with the collector as Python has it. Without names all are taken but the long
ones. `--readme` writes each line with its date and the machine into the README beside this file.
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
import time
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from tqdm import tqdm

from tests.benchmarks import collector, measures
from tests.benchmarks.figures import say
from tests.benchmarks.ratios import CannotMeasureError, Figure, Measure, Reached

README: Final = Path(__file__).with_name("README.md")
BEGIN: Final = "<!-- the table begins -->"
END: Final = "<!-- the table ends -->"
MOST_SECONDS: Final = 1800
MOST_SECONDS_OF_LONG: Final = 4 * 3600
HEADINGS: Final = (
    "name",
    "what",
    "how it is measured",
    "to reach",
    "figure",
    "",
    "date",
    "machine",
)

NO_GOAL: Final = "–"

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
    """Take a measure in a process of its own, twice where the garbage collector matters."""
    when = {"date": f"{datetime.now(UTC):%Y-%m-%d}", "machine": machine()}
    begun = time.monotonic()
    row = _taken(measure, collector.PROGRAM)
    if measure.twice:
        pythons = _taken(measure, collector.PYTHON)
        row["said"] += f"; with Python’s own collector {pythons['said']}"
        row["figures"] += [
            figure | {"what": f"{figure['what']} (Python’s own collector)"}
            for figure in pythons["figures"]
        ]
    return row | when | {"seconds": round(time.monotonic() - begun)}


def _taken(measure: Measure, which: str) -> Row:
    """Return what is written down of a measure; what fails is told there."""
    most = MOST_SECONDS_OF_LONG if measure.long else MOST_SECONDS
    with tempfile.TemporaryDirectory() as place:
        written = Path(place) / "row.json"
        command = [sys.executable, "-m", "tests.benchmarks", measure.name, "--here", str(written)]
        around = os.environ | {collector.ASKED: which}
        try:
            done = subprocess.run(
                command, capture_output=True, check=False, text=True, timeout=most, env=around
            )
            failed = done.stderr.strip().rpartition("\n")[2] if done.returncode else ""
        except subprocess.TimeoutExpired:
            failed = f"took longer than {most // 60} minutes"
        if failed:
            return take(replace(measure, take=lambda: Reached(f"failed: {failed}", meets=False)))
        row: Row = json.loads(written.read_text())
        return row


def as_lines(row: Row) -> list[str]:
    """Return the lines that tell a measure on a terminal."""
    lines = [
        f"{row['name']}: {row['what']}",
        f"    {row['said']} (to reach: {row['goal']}; reached: {_mark(row)})",
        f"    {row['how']}; {row['date']}, {row['machine']}, {row['seconds']} s",
    ]
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
    """Return the measures as a table; what was not taken now stands there as `kept`."""
    lines = {line.split(" | ")[0]: line for line in kept.splitlines() if line.startswith("| ")}
    for row in rows:
        told = (row[name] for name in ("how", "goal", "said"))
        name = f"`{row['name']}`"
        cells = (name, row["what"], *told, _mark(row), row["date"], row["machine"])
        lines[f"| {name}"] = f"| {' | '.join(cells)} |"
    found = [lines[key] for m in all_measures() if (key := f"| `{m.name}`") in lines]
    heading = [f"| {' | '.join(HEADINGS)} |", f"| {' | '.join('---' for _ in HEADINGS)} |"]
    return "\n".join(heading + found)


def _mark(row: Row) -> str:
    if row["goal"] == NO_GOAL:
        return "" if row["meets"] else "failed"
    return "yes" if row["meets"] else "**no**"


def machine() -> str:
    """Return what figures are taken on, and how much else it does."""
    return (
        f"{os.cpu_count()} cores ({platform.machine()}), {platform.system()}, "
        f"Python {platform.python_version()}, load {os.getloadavg()[0]:.1f}"
    )


def write_readme(rows: list[Row]) -> None:
    """Put the table between its marks in the README, with the lines of what was not taken now."""
    before, _, rest = README.read_text().partition(BEGIN)
    kept, _, after = rest.partition(END)
    README.write_text(f"{before}{BEGIN}\n\n{as_table(rows, kept)}\n\n{END}{after}")


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
        collector.settle()
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
        asked.json.write_text(json.dumps(rows, indent=1))
    if asked.readme:
        write_readme(rows)
    say(f"\n{as_table(rows)}")


if __name__ == "__main__":
    main()
