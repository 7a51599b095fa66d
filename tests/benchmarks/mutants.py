"""How much of the code the tests hold: python -m tests.benchmarks.mutants [PATH …] [--count 30].

Small changes, by a seed, are made to a copy of the program, one at a time: a `<` becomes a `<=`, a
1 a 2, an `or` an `and`. Each time the tests of that room run; what they do not notice is shown, and
somebody looks whether a test is missing or nothing can be noticed. Needs cosmic-ray 8
(`pip install cosmic-ray`), which makes the changes.
"""

import argparse
import ast
import difflib
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from tests.benchmarks.figures import note, say

HOUSE: Final = Path(__file__).resolve().parents[2]
PURE: Final = ("scorekeeper/engine", "tournaments/draw", "tournaments/standings")
COPIED: Final = ("scorekeeper", "tournaments", "templates", "tests", "manage.py", "pyproject.toml")
TESTS_OF: Final = {"scorekeeper/engine": "tests/engine"}
"""Of other rooms: the folder of the same name below `tests`."""
UNUSED: Final = {"core/VariableInserter", "core/VariableReplacer"}
"""They want to be told which names to take."""
PATIENCE: Final = 4.0
"""A test that takes so many times as long as the tests of the room did has lost its way."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A file in which one place was changed."""

    path: Path
    before: str
    after: str

    @property
    def change(self) -> str:
        """Return the lines that were changed."""
        name = self.path.as_posix()
        lines = difflib.unified_diff(
            self.before.splitlines(), self.after.splitlines(), name, name, n=0, lineterm=""
        )
        return "\n".join(f"{'':10}{line}" for line in list(lines)[1:])


def places_in(path: Path) -> Iterator[tuple[Path, str, int]]:
    """Yield every place of a file that can be changed: which operator, at which occurrence."""
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.plugins import get_operator, operator_names

    nodes = list(ast_nodes(get_ast((HOUSE / path).read_text(encoding="utf-8"))))
    for name in sorted(set(operator_names()) - UNUSED):
        positions = get_operator(name)().mutation_positions
        count = sum(1 for node in nodes for _position in positions(node))
        yield from ((path, name, occurrence) for occurrence in range(count))


def mutants_of(places: Iterable[tuple[Path, str, int]]) -> Iterator[Mutant]:
    """Yield the changes at these places that can do anything."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    for path, name, occurrence in places:
        before = (HOUSE / path).read_text(encoding="utf-8")
        after = mutate_code(before, get_operator(name)(), occurrence)
        if what_runs(after) not in {what_runs(before), None}:
            yield Mutant(path, before, after)


def what_runs(code: str) -> str | None:
    """Return the code without what no test could notice: the types that are written beside names.

    None where it is no Python at all.
    """
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        elif isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(None)
    return ast.dump(tree)


def tests_of(path: Path) -> str:
    """Return the folder of the tests that stand beside a file's room."""
    room = "/".join(path.parts[:2]).removesuffix(".py")
    folder = TESTS_OF.get(room, f"tests/{room}")
    return folder if (HOUSE / folder).is_dir() else f"tests/{path.parts[0]}"


def run_tests(copy: Path, folder: str, patience: float | None) -> str:
    """Return whether the tests of a copy "pass", "fail", or "never end"."""
    command = (sys.executable, "-m", "pytest", "-x", "-q", "--no-cov", "-p", "no:cacheprovider")
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            [*command, folder],
            cwd=copy,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
            timeout=patience,
        )
    except subprocess.TimeoutExpired:
        return "never end"
    return "fail" if done.returncode else "pass"


def measure(paths: Sequence[str], *, count: int, seed: int) -> None:
    """Ask the tests about a number of mutants of these files or folders, and say who lived."""
    files = sorted(
        file.relative_to(HOUSE)
        for path in paths
        for file in ([HOUSE / path] if path.endswith(".py") else (HOUSE / path).rglob("*.py"))
    )
    places = [place for file in files for place in places_in(file)]
    random.Random(seed).shuffle(places)
    chosen = list(islice(mutants_of(places), count))
    say(f"{len(chosen)} mutants of {len(places)} places in {len(files)} files, seed {seed}")
    lived = []
    with tempfile.TemporaryDirectory(prefix="belote-mutants-") as folder:
        copy = Path(folder)
        for name in COPIED:
            (shutil.copytree if (HOUSE / name).is_dir() else shutil.copy)(HOUSE / name, copy / name)
        patience = {tests: clean_run(copy, tests) for tests in {tests_of(m.path) for m in chosen}}
        for number, mutant in enumerate(chosen, 1):
            tests = tests_of(mutant.path)
            (copy / mutant.path).write_text(mutant.after, encoding="utf-8")
            ended = run_tests(copy, tests, patience[tests])
            (copy / mutant.path).write_text(mutant.before, encoding="utf-8")
            say(f"{number:6}  the tests {ended}: {mutant.path.as_posix()}")
            if ended == "pass":
                lived.append(mutant)
                say(mutant.change)
    say(f"{len(chosen) - len(lived)} of {len(chosen)} were noticed")


def clean_run(copy: Path, folder: str) -> float:
    """Return how long the tests of a folder may take; raises SystemExit where they fail already."""
    begun = time.perf_counter()
    if run_tests(copy, folder, None) != "pass":
        raise SystemExit(f"{folder}: the tests fail before anything is changed")
    return PATIENCE * (time.perf_counter() - begun) + 30


def main() -> None:
    """Read the command, and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="*", default=PURE, help="files or folders of the program")
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    try:
        import cosmic_ray  # noqa: F401 - said here in words, not as a traceback in the middle
    except ImportError:
        note("not measured: pip install cosmic-ray")
        return
    measure(arguments.paths, count=arguments.count, seed=arguments.seed)


if __name__ == "__main__":
    main()
