"""What a server installs is locked: each file by its hash, the same versions as everywhere else."""

import re
import tomllib
from pathlib import Path
from typing import Final

from packaging.requirements import Requirement
from packaging.utils import NormalizedName, canonicalize_name

ROOT: Final = Path(__file__).parents[3]
LOCK: Final = ROOT / ".deploy" / "requirements.txt"
PINNED: Final = re.compile(
    r"^([A-Za-z0-9._-]+)==([^\s;]+)([^\n]*)((?:\n    --hash=\S+(?: \\)?)+)", re.M
)


def locked() -> dict[NormalizedName, str]:
    """Return the version of each package that a server installs."""
    text = LOCK.read_text(encoding="utf-8")
    found = {canonicalize_name(name): version for name, version, *_ in PINNED.findall(text)}
    lines = [line for line in text.splitlines() if re.match(r"[A-Za-z]", line)]
    assert len(found) == len(lines), "each line names one version and its hashes"
    return found


def wanted() -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    server = extras.get("server", extras["postgres"])
    return [Requirement(line) for line in [*project["dependencies"], *server]]


def test_all_that_a_server_needs_is_locked() -> None:
    versions = locked()
    for needed in wanted():
        version = versions[canonicalize_name(needed.name)]
        assert needed.specifier.contains(version), needed


def test_a_server_has_the_versions_that_the_tests_had() -> None:
    lines = (ROOT / ".ci" / "constraints.txt").read_text(encoding="utf-8").split()
    tested = {canonicalize_name(name): version for name, version in (x.split("==") for x in lines)}
    differing = {
        name: (version, tested[name])
        for name, version in locked().items()
        if name in tested and tested[name] != version
    }
    assert not differing, "make .deploy/requirements.txt anew, as its first lines say"


def test_the_lock_names_no_registry() -> None:
    text = LOCK.read_text(encoding="utf-8")
    assert "://" not in text
    assert "index-url" not in text.replace("--no-emit-index-url", "")
