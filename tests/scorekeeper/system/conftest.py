"""A program that serves, as far as its pages know, on a computer whose addresses tests choose."""

from collections.abc import Iterator
from typing import Final

import pytest

from scorekeeper import running
from scorekeeper.addresses import watch
from scorekeeper.system.devices import connected_devices
from tests.table import NOW

HOME: Final = "192.168.1.5"
OTHER: Final = "192.168.1.9"


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Let this process serve; what is put into the list are its addresses next."""
    addresses = [HOME]
    monkeypatch.setattr(watch, "_find", lambda host: list(addresses))
    running.begin(running.Running("0.0.0.0", 8000, NOW))
    watch.begin("0.0.0.0", 8000)
    yield addresses
    running.end()
    watch.end()
    # Whoever came to this test's computer came to no other.
    assert connected_devices.count == 0
