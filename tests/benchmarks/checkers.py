"""Hunt for changes that a checker misses: python -m tests.benchmarks.checkers [SEEDS] [FROM].

Both checkers look at each altered document; what one of them misses is told with its seed. The
suite tries 200 (`tests/tournaments/extensions/proof`, `tests/browser/test_contest_check.py`).
"""

import os
import sys

from tests.benchmarks.figures import empty_database, note, tell_count

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
AT_ONCE = 50


def hunt(count: int, first: int) -> None:
    from django.test.utils import setup_test_environment
    from playwright.sync_api import sync_playwright

    from tests.browser.test_contest_check import CHECKED_BY_SCRIPT, by_python
    from tests.conftest import find_chromium
    from tests.tournaments.extensions.proof.contests import (
        CHECK_JS,
        altered,
        load_checker,
        texts_of_documents,
    )

    setup_test_environment()
    texts = texts_of_documents()
    names, checker = sorted(texts), load_checker()
    fates = {"found by both": 0, "no document": 0, "the same": 0, "MISSED": 0}
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=find_chromium())
        tab = launched.new_page()
        tab.add_script_tag(content=CHECK_JS.read_text("utf-8"))
        for start in range(first, first + count, AT_ONCE):
            seeds = range(start, min(start + AT_ONCE, first + count))
            spoiled = {seed: altered(texts[names[seed % len(names)]], seed) for seed in seeds}
            left = {seed: text for seed, text in spoiled.items() if text is not None}
            fates["the same"] += len(spoiled) - len(left)
            by_script = tab.evaluate(CHECKED_BY_SCRIPT, list(left.values()))
            for (seed, text), one in zip(left.items(), by_script, strict=True):
                both = (by_python(checker, text), one)
                if both == (None, None):
                    fates["no document"] += 1
                elif all(
                    found and (found["faults"] or "unknown" in found["skipped"]) for found in both
                ):
                    fates["found by both"] += 1
                else:
                    fates["MISSED"] += 1
                    note(f"{names[seed % len(names)]}, seed {seed}: {[bool(one) for one in both]}")
        launched.close()
    for fate, many in fates.items():
        tell_count(fate, many)


def main() -> None:
    """Hunt in a database of its own."""
    import django

    django.setup()
    numbers = [int(text) for text in sys.argv[1:]]
    with empty_database():
        hunt(numbers[0] if numbers else 20_000, numbers[1] if len(numbers) > 1 else 0)


if __name__ == "__main__":
    main()
