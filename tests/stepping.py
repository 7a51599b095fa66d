"""Databases of before: made, or gone back to, by the steps that one step replaces in a new one."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from unittest import mock

from django.core.management import call_command
from django.db.migrations.loader import MigrationLoader
from django.utils import translation

from scorekeeper.models import Club
from tests.table import make_club

Story = Iterator[Callable[[], object] | None]
"""What a club has, and after its `yield` how that stands in the database brought up to date.

What it yields changes the database of before.
"""


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


@contextmanager
def brought_up_from(
    *steps: str, stories: Iterable[Callable[[Club], Story]]
) -> Iterator[Mapping[str, Story]]:
    """Take a database with all stories back to steps such as app.0002, and bring it up to date.

    Yield what is left of each story, by name. The way takes many seconds: all go it together.
    """
    try:
        with translation.override("en"):
            begun = {story.__name__: story(make_club()) for story in stories}
            changes = [next(story) for story in begun.values()]
        try:
            with step_by_step():
                for step in steps:
                    call_command("migrate", *step.split("."), verbosity=0)
            for change in filter(None, changes):
                change()
        finally:
            call_command("migrate", verbosity=0)
        yield begun
    finally:
        call_command("flush", interactive=False, verbosity=0)
