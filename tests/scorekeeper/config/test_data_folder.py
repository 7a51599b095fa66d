"""Where the program writes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
CODE = "from scorekeeper.config.settings import DATA_DIR; print(DATA_DIR)"


@pytest.mark.parametrize("said", ["", "  "])
def test_an_empty_value_says_nothing(tmp_path: Path, said: str) -> None:
    told = [
        subprocess.run(
            [sys.executable, "-c", CODE],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT), **variables},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for variables in ({"BELOTE_DATA_DIR": said}, {"BELOTE_DATA_DIR": str(tmp_path / "own")})
    ]
    assert Path(told[0]) not in {tmp_path, tmp_path / said}
    assert Path(told[1]) == tmp_path / "own"
