"""Hunt for documents that break something: python -m tests.benchmarks.spoiled [SEEDS] [FROM]."""

import os
import sys
from collections import defaultdict

from tests.benchmarks.figures import empty_database, note, tell_count

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")


def hunt(count: int, first: int) -> None:
    """Spoil documents with so many seeds; a fault is told with its seed, the hunt goes on."""
    from django.test.utils import setup_test_environment

    from tests.tournaments.audit_log.spoiled import fate_of, whole_documents

    setup_test_environment()
    documents = whole_documents()
    fates: dict[str, list[int]] = defaultdict(list)
    for seed in range(first, first + count):
        try:
            fates[fate_of(documents[seed % len(documents)], seed)].append(seed)
        except Exception as error:  # whatever it is, it is what is hunted for
            fates["BROKEN"].append(seed)
            note(f"seed {seed}: {error!r}")
    for fate, seeds in fates.items():
        tell_count(f"{fate}, such as {seeds[:12]}", len(seeds))


def main() -> None:
    """Hunt in a database of its own."""
    import django

    django.setup()
    numbers = [int(text) for text in sys.argv[1:]]
    with empty_database():
        hunt(numbers[0] if numbers else 2000, numbers[1] if len(numbers) > 1 else 0)


if __name__ == "__main__":
    main()
