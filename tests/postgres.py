"""A PostgreSQL of the tests' own; without one they are skipped, unless it is required.

python -m tests.postgres pytest … runs tests on an empty database of such a server.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.benchmarks.ratios import CannotMeasureError
from tests.benchmarks.serving import new_database, postgres


def own_postgres() -> Iterator[str]:
    """Yield the address of a server, to which the name of a database is added."""
    with ExitStack() as held:
        try:
            address = held.enter_context(postgres())
        except CannotMeasureError as missing:
            if os.environ.get("POSTGRES_TESTS") == "required":
                pytest.fail(f"PostgreSQL is required: {missing}")
            pytest.skip(f"no PostgreSQL here (packages postgresql, psycopg): {missing}")
        yield address


def main() -> None:
    """Run the command that is given, with an empty database of its own."""
    with postgres("fsync=off", "full_page_writes=off", "synchronous_commit=off") as address:
        named = {"DATABASE_URL": new_database(address, "belote"), "POSTGRES_TESTS": "required"}
        done = subprocess.run(sys.argv[1:], env=os.environ | named, check=False)
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
