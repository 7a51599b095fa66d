"""What several tests share in the database, and of which nothing stays."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction


@contextmanager
def undone() -> Iterator[None]:
    """Undo everything at the end.

    As in Django's own tests, what must not be inside a transaction, such as a draw, may be in it.
    """
    block = transaction.atomic()
    # Django marks the transactions of its TestCase so; it offers no public way.
    vars(block)["_from_testcase"] = True
    with block:
        yield
        transaction.set_rollback(True)
