"""An evening at which everything goes wrong: python -m tests.benchmarks.evenings [TABLES [PHONES]].

The phones that do not write follow their table. The server is killed and dies by itself, the disk
fills and empties, copies are taken; then every hand, every copy and every total is held against
what was typed. It lasts some minutes.
"""

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import django

from tests.benchmarks.figures import note, tell, tell_count
from tests.journeys.disks import NoDiskError, SmallDisk, small_disk
from tests.journeys.program import Program

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from tests.journeys.evening import (  # noqa: E402 - the hands are typed by the program's own rules
    Evening,
    begin,
    check_backup,
    examine,
    go_wrong,
    hold_against_what_was_typed,
)

TABLES: Final = 60
PHONES: Final = 120
MEGABYTES: Final = 200


def main() -> None:
    """Play the evening, and say what it was and how long each part took."""
    given = [int(number) for number in sys.argv[1:]]
    tables, phones = [*given, *(TABLES, PHONES)[len(given) :]]
    with tempfile.TemporaryDirectory() as place, ExitStack() as stack:
        disk = _disk(stack, Path(place))
        program = Program((disk.place if disk else Path(place)) / "club")
        stack.callback(program.stop)
        with _told("making the contest and drawing its round"):
            evening = begin(program, tables=tables, stick=Path(place) / "stick")
        looks = _play(evening, disk, followers=phones - tables)
        _tell(evening, phones, looks)
        _hold(evening, Path(place))
        program.stop()


def _disk(stack: ExitStack, place: Path) -> SmallDisk | None:
    mounted = place / "disk"
    mounted.mkdir()
    try:
        return stack.enter_context(small_disk(mounted, megabytes=MEGABYTES))
    except NoDiskError as error:
        note(f"no disk was filled: {error}")
        return None


def _play(evening: Evening, disk: SmallDisk | None, *, followers: int) -> int:
    def pause(hands: int) -> None:
        evening.door.wait_for_hands(evening.door.acknowledged + hands)

    with _told("playing"), evening.playing(followers=followers):
        go_wrong(evening, disk, pause)
    evening.program.stop()
    return sum(follower.looks for follower in evening.followers)


def _tell(evening: Evening, phones: int, looks: int) -> None:
    done = [answer for phone in evening.phones for answer in phone.done]
    tell_count("phones", phones)
    tell_count("hands acknowledged, each stored once", evening.door.acknowledged)
    tell_count("of them sent again, as the first answer was lost", done.count("same"))
    tell_count("hands for which there was no room, and which were kept", evening.door.refused)
    tell_count("looks of those who follow", looks)
    tell_count("copies taken while hands were written", len(evening.copies))


def _hold(evening: Evening, place: Path) -> None:
    with _told("holding every hand against what was typed"):
        hold_against_what_was_typed(evening)
    with _told("doctor"):
        examine(evening.program.data)
    for number, copy in enumerate(evening.copies):
        with _told(f"restoring copy {number}, counting again, doctor"):
            check_backup(evening, copy, place / f"copy {number}")


@contextmanager
def _told(what: str) -> Iterator[None]:
    start = time.perf_counter()
    yield
    tell(what, 1000 * (time.perf_counter() - start))


if __name__ == "__main__":
    main()
