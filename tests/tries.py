"""How often random tests try: a third of what LONG_TESTS=1 asks for, which takes its time."""

import os

IS_LONG = os.environ.get("LONG_TESTS") == "1"


def tries(count: int) -> int:
    """Return how often to try what is tried so often at length."""
    return count if IS_LONG else -(-count // 3)
