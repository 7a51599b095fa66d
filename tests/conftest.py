"""What every test may lean on; browser tests drive Debian's Chromium, nothing is downloaded."""

import gc
import os
import shutil
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from playwright.sync_api import expect
from pytest_django import Settings

from tests.tries import tries

# Tests never assert a time, and a busy machine is no fault of the code.
hypothesis.settings.register_profile(
    "belote",
    max_examples=tries(100),
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("belote")

# Patience for a busy machine; a page that works answers long before.
expect.set_options(timeout=20_000)

# Playwright's event loop runs in the thread of the test, which uses the database too.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
# Programs that tests start are compiled once, and not anew at each of hundreds of starts.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# The shell has Chromium's pages without its windows, extensions and profiles: opening a page takes
# a third of the processor time. Playwright's own browser for tests is this shell too.
CHROMIUM_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
BROWSER_TESTS = Path(__file__).parent / "browser"
WHOLE_PROGRAM = (
    BROWSER_TESTS,
    Path(__file__).parent / "journeys",
    Path(__file__).parent / "storms",
)
MADE_UP = Path(__file__).parent / "api" / "test_schema.py"
"""Requests that are made up from the description, as it is imported."""
DATABASES = frozenset({"db", "transactional_db"})
PHONE = {"width": 390, "height": 844}


def find_chromium() -> str | None:
    """Return the path of an installed Chromium, or None."""
    return next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)


@pytest.hookimpl(wrapper=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> Generator[None, int, int]:
    """Return one more than there are cores: browsers and programs are waited for.

    What needs neither only computes.
    """
    cores = yield
    return cores if config.option.markexpr == "not slow" else cores + 1


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import what `-m "not slow"` leaves out as a whole."""
    if config.option.markexpr == "not slow" and collection_path in (*WHOLE_PROGRAM, MADE_UP):
        return True
    return None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Spare the garbage collector the thousands of tests: they stay until the end.

    What a test leaves behind is nearly all freed without it, so it need not look so often.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()
        gc.set_threshold(100_000, 50, 100)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is slow, and the browser tests, which are skipped without a Chromium.

    Unless they are required: then each of them fails.
    """
    is_required = os.environ.get("BROWSER_TESTS") == "required"
    is_missing = find_chromium() is None
    for item in items:
        if _needs_much(item):
            item.add_marker(pytest.mark.slow)
        if not item.path.is_relative_to(BROWSER_TESTS):
            continue
        item.add_marker(pytest.mark.browser)
        if is_missing and not is_required:
            item.add_marker(
                pytest.mark.skip(reason="no Chromium here (package chromium-headless-shell)")
            )


def _needs_much(item: pytest.Item) -> bool:
    """Return whether a test needs a database, a browser or the whole program."""
    if _is_of_the_whole_program(item.path):
        return True
    needed = getattr(item, "fixturenames", ())
    return item.get_closest_marker("django_db") is not None or not DATABASES.isdisjoint(needed)


def _is_of_the_whole_program(path: Path) -> bool:
    return any(path.is_relative_to(folder) for folder in WHOLE_PROGRAM)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the system's Chromium, quiet on the network."""
    chromium = find_chromium()
    if chromium is None:
        pytest.fail(
            "browser tests are required and no Chromium is installed (chromium-headless-shell)"
        )
    arguments = [
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-gpu",
        "--disable-quic",
        "--disable-sync",
        "--no-first-run",
    ]
    # Chromium refuses its sandbox to root, as which build machines often run.
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--no-sandbox")
    return {**browser_type_launch_args, "executable_path": chromium, "args": arguments}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Open pages as a French phone does that reached the hall by a plain address.

    Browsers give such a page no service worker; here they would, as this is "localhost".
    """
    return {
        **browser_context_args,
        "locale": "fr-FR",
        "viewport": PHONE,
        "has_touch": True,
        "service_workers": "block",
    }


@pytest.fixture
def log(settings: Settings, tmp_path: Path) -> Path:
    """Return where the log of this test lies; it is not there before something is noted."""
    path = tmp_path / "log" / "belote.log"
    settings.LOG_FILE = path
    # A busy machine is slow; that is no news here.
    settings.SLOW_REQUEST_SECONDS = float("inf")
    return path


@pytest.fixture(autouse=True)
def _no_attempts() -> None:
    """Let each test begin with all the attempts at passwords and codes that an address has."""
    from scorekeeper.clubs.login_throttling import attempts, tried_addresses, tried_names
    from scorekeeper.clubs.views.members import founded_by_address
    from scorekeeper.home.services import by_address

    for counted in (
        attempts,
        tried_addresses,
        tried_names,
        by_address,
        founded_by_address,
    ):
        counted.clear()


@pytest.fixture(autouse=True)
def _quiet_language() -> Iterator[None]:
    """Leave no language activated by one test to the next."""
    from django.utils import translation

    with translation.override(None):
        translation.deactivate()
        yield


@pytest.fixture(scope="session")
def looked_up_in_vain() -> Iterator[set[str]]:
    from tests.empty_places import noted

    with noted() as found:
        yield found


@pytest.fixture(autouse=True)
def _no_empty_places(request: pytest.FixtureRequest, looked_up_in_vain: set[str]) -> Iterator[None]:
    """Let no template look up what its page does not give."""
    looked_up_in_vain.clear()
    yield
    if _is_of_the_whole_program(request.path):
        return  # its browsers may still ask for pages when it is over
    missing = "\n".join(sorted(looked_up_in_vain))
    assert not missing, f"Give these, or say in the template that they may be missing:\n{missing}"
