"""Delete all extensions in a copy of the tree, and run what is left: the core does without them.

`python -m tests.without_extensions [PATH …]` runs the tests of the core, or those named. Tests
that import an extension are deleted with it. `tests/test_extensions.py` holds that no extension
needs another one that it does not require.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
NAMED: Final = re.compile(r"^(?:from|import) (?:tests\.)?tournaments\.extensions\.", re.MULTILINE)
CORE: Final = (
    *("tests/scorekeeper/home", "tests/scorekeeper/evenings", "tests/scorekeeper/onboarding"),
    *("tests/scorekeeper/clubs",),
    *("tests/tournaments/contests", "tests/tournaments/entries", "tests/tournaments/hall"),
    *("tests/tournaments/leaderboards", "tests/tournaments/members", "tests/tournaments/people"),
    *("tests/tournaments/rankings", "tests/tournaments/rounds", "tests/tournaments/seasons"),
    *("tests/tournaments/tables", "tests/tournaments/meetings", "tests/tournaments/phases"),
)
"""The rooms whose pages name places for extensions."""


def main(paths: list[str]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        listed = ["git", "ls-files", "-co", "--exclude-standard"]
        for name in subprocess.check_output(listed, cwd=ROOT, text=True).splitlines():
            if (ROOT / name).is_file():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, copy / name)
        _delete_extensions(copy)
        for command in (["manage.py", "check"], ["manage.py", "makemigrations", "--check"]):
            subprocess.run([sys.executable, *command], cwd=copy, check=True)
        left_out = [f"--ignore={file}" for file in _tests_with_extensions(copy)]
        alone = ["-m", "not extensions"]
        pytest = [sys.executable, "-m", "pytest", *alone, *left_out, *(paths or CORE)]
        return subprocess.run(pytest, cwd=copy, check=False).returncode


def _delete_extensions(copy: Path) -> None:
    settings = copy / "scorekeeper/config/settings.py"
    text = settings.read_text("utf-8")
    for folder in (copy / "tournaments/extensions").iterdir():
        if folder.is_dir():
            shutil.rmtree(folder)
            text = text.replace(f'    "tournaments.extensions.{folder.name}",\n', "")
    shutil.rmtree(copy / "tests/tournaments/extensions")
    settings.write_text(text, "utf-8")


def _tests_with_extensions(copy: Path) -> set[Path]:
    """Return the files that import an extension, or a file of tests that does."""
    texts = {file: file.read_text("utf-8") for file in (copy / "tests").rglob("*.py")}
    found = {file for file, text in texts.items() if NAMED.search(text)}
    more = found
    while more:
        names = "|".join(re.escape(_module(file, copy)) for file in more)
        imports = re.compile(rf"^(?:from|import) (?:{names})\b", re.MULTILINE)
        more = {file for file, text in texts.items() if imports.search(text)} - found
        found |= more
    return found


def _module(file: Path, copy: Path) -> str:
    return ".".join(file.relative_to(copy).with_suffix("").parts)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
