"""What a second computer costs the first one, and whether anything is lost where one dies."""

import os
import random
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from tests.benchmarks.ratios import Figure, Measure, Reached

if TYPE_CHECKING:
    from tests.journeys.hall import Hall
    from tests.journeys.program import Program

TABLES: Final = 10
HANDS: Final = 12
MANY_HANDS: Final = 110_000
"""They take 200 MB."""
SETTLED: Final = 5.0
"""Seconds after the start, whose work is not a hand's."""
PAUSE: Final = 0.15
"""Seconds between two hands: a hall of 80 tables."""
LOOKED_EVERY: Final = 0.02
MOST_SECONDS: Final = 2.0
MOST_TIMES: Final = 1.2
MOST_BYTES: Final = 3.0
"""A hand touches more pages of large indexes: fewer of them are its neighbours'."""
MOST_WAITED: Final = 60.0
DEATHS: Final = 200
DEATHS_OF_AN_EVENING: Final = 10
TICKS: Final = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


def follow_little_and_much() -> Reached:
    """Let a second computer follow a small database, and one of 200 MB; write the same hands."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        places = {name: Path(folder) / name for name in ("little", "200 MB")}
        _fill(places["200 MB"] / "one")
        found = [_followed(place) for place in places.values()]
    (small, *_), (large, *_) = found
    figures = [figure for one in found for figure in one]
    worst = max(max(one[0].values) for one in found)
    ratios = [large_.median / small_.median for small_, large_ in zip(*found, strict=True)]
    sent = [one[1].median for one in found]
    said = (
        f"a copy is {worst:.1f} s old at most (median {large.median:.1f} s, {small.median:.1f} s "
        f"where little is stored); with 200 MB {sent[1]:.0f} kB a hand ({sent[0]:.0f} kB), "
        f"processor time {ratios[2]:.2f} × on the first computer, {ratios[3]:.2f} × on the other"
    )
    meets = worst <= MOST_SECONDS and max(ratios[2:]) <= MOST_TIMES and ratios[1] <= MOST_BYTES
    return Reached(said, meets, tuple(figures))


def _followed(place: Path) -> tuple[Figure, Figure, Figure, Figure]:
    """Return the ages of the copy, and what a hand costs: bytes sent, processor time on both."""
    from tests.journeys.cable import Cable
    from tests.journeys.hall import make_hall
    from tests.journeys.program import Program
    from tests.journeys.taking_turns import Organiser, paired

    first, second = Program(place / "one"), Program(place / "other")
    hall = make_hall(first.data, teams=2 * TABLES, hands=HANDS)
    first.start()
    cable = Cable(first.port)
    try:
        organiser = Organiser(first, {"sessionid": hall.session})
        second.start("manage.py", "follow", cable.url, typed=paired(first, organiser))
        time.sleep(SETTLED)
        spent, sent = [_spent(one) for one in (first, second)], cable.answered
        ages = list(_ages(first, second, hall))
        costs = [
            1000 * (_spent(one) - was) / len(ages)
            for one, was in zip((first, second), spent, strict=True)
        ]
        bytes_ = (cable.answered - sent) / len(ages)
    finally:
        cable.close()
        first.stop()
        second.stop()
    name = place.name
    return (
        Figure(f"age of the copy, {name}", tuple(ages), "s"),
        Figure(f"sent for a hand, {name}", (bytes_ / 1000,), "kB"),
        Figure(f"a hand on the first computer, {name}", (costs[0],)),
        Figure(f"a hand on the second computer, {name}", (costs[1],)),
    )


def _fill(data: Path) -> None:
    """Fill a folder with contests that were played, a process of its own."""
    from tests.journeys.program import run

    data.mkdir(parents=True)
    run(data, "-m", "tests.benchmarks.fill_data", str(MANY_HANDS))


def _spent(program: "Program") -> float:
    """Return the seconds of processor time that a program has taken so far."""
    assert program.process
    fields = Path(f"/proc/{program.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def _ages(first: "Program", second: "Program", hall: "Hall") -> Iterator[float]:
    """Write every hand at a steady pace; yield when each is on the other computer, in seconds."""
    from tests.journeys.evening import typed_at
    from tests.journeys.keeping import KeepingPhone
    from tests.journeys.phones import Door, Sent, plain_entry

    written: dict[str, float] = {}

    def write() -> None:
        phones = [KeepingPhone([first.port], table, Door()) for table in hall.tables]
        for number in range(1, HANDS + 1):
            for phone in phones:
                entry = typed_at(phone.table.number)[number - 1]
                hand = Sent(number, plain_entry(entry))
                phone.play([hand], until=0)
                written[hand.key.replace("-", "")] = time.monotonic()
                time.sleep(PAUSE)

    writing = threading.Thread(target=write)
    before = max(_hands_after(second, 0), default=0)
    missing = TABLES * HANDS
    writing.start()
    while missing:
        now = time.monotonic()
        found = _hands_after(second, before)
        for number, key in found.items():
            # Seen before its phone was told: it is no older than that.
            yield max(now - written.get(key, now), 0)
            before, missing = max(before, number), missing - 1
        time.sleep(LOOKED_EVERY)
    writing.join()


def _hands_after(program: "Program", last: int) -> dict[int, str]:
    asked = "SELECT id, submission_key FROM scorekeeper_hand WHERE id > ? ORDER BY id"
    with closing(sqlite3.connect(f"file:{program.database}?mode=ro", uri=True)) as database:
        return {int(number): str(key) for number, key in database.execute(asked, [last])}


def die_again_and_again() -> Reached:
    """Kill whichever of two computers is the first one, at random moments of many evenings."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from tests.journeys.taking_turns import two_computers

    waits, again, hands = [], 0, 0
    for seed in range(DEATHS // DEATHS_OF_AN_EVENING):
        dice = random.Random(seed)
        with (
            TemporaryDirectory(ignore_cleanup_errors=True) as folder,
            two_computers(Path(folder), tables=20, hands=DEATHS_OF_AN_EVENING) as both,
        ):
            for _death in range(DEATHS_OF_AN_EVENING):
                both.first_dies(dice, each=1)
            both.hold_against_what_was_typed()
        waits.append(both.longest)
        again, hands = again + both.again, hands + both.door.acknowledged
    figure = Figure("a phone waits at most, evening by evening", tuple(waits), "s")
    said = (
        f"{DEATHS} deaths, {hands} of {hands} hands stand once ({again} were sent again); "
        f"no phone waited more than {max(waits):.0f} s"
    )
    return Reached(said, max(waits) <= MOST_WAITED, (figure,))


MEASURES = (
    Measure(
        row=190,
        name="second",
        what="a second computer: age of its copy while 7 hands a second are written; "
        "what a hand costs with 200 MB stored",
        how="two programs of `start` on this machine, ten tables by sockets, beside the same with "
        "nothing else stored",
        goal="2 s old at most; processor time 1.2 ×, bytes 3 × at most",
        take=follow_little_and_much,
    ),
    Measure(
        row=195,
        name="taking-over",
        what="20 tables, the first of two computers dies at random moments",
        how=f"two programs of `start` on this machine, phones by sockets, {DEATHS} deaths",
        goal="every acknowledged hand once, no wait over 60 s",
        take=die_again_and_again,
        long=True,
    ),
)
