"""A PostgreSQL of the tests' own; without one they are skipped, unless it is required."""

import os
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.benchmarks.ratios import CannotMeasureError
from tests.benchmarks.serving import postgres


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
