"""Databases of before: made, or gone back to, by the steps that one step replaces in a new one."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from unittest import mock

from django.core.management import call_command
from django.db.migrations.loader import MigrationLoader


class ChainLoader(MigrationLoader):
    """Knows the steps themselves only, as versions did that had no others."""

    def load_disk(self) -> None:
        super().load_disk()
        for key in [key for key, step in self.disk_migrations.items() if step.replaces]:
            del self.disk_migrations[key]


@contextmanager
def step_by_step() -> Iterator[None]:
    """Let Django migrate by the steps themselves."""
    with mock.patch("django.db.migrations.executor.MigrationLoader", ChainLoader):
        yield


def bring_up_from(*steps: str, change: Callable[[], object] | None = None) -> None:
    """Take the database back to steps such as app.0002, change it, and bring it up to date."""
    try:
        with step_by_step():
            for step in steps:
                call_command("migrate", *step.split("."), verbosity=0)
        if change:
            change()
    finally:
        call_command("migrate", verbosity=0)
