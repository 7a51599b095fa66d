"""Lists as text for tests: long ones, and such as nobody types."""

from random import Random
from string import ascii_lowercase

from tournaments.files.reading.faults import LARGEST_TEXT


def random_names(count: int, letters: int = 6) -> list[str]:
    rng = Random(10)
    return ["".join(rng.choices(ascii_lowercase, k=letters)).title() for _ in range(count)]


def teams(count: int) -> str:
    names = random_names(4 * count)
    four = zip(*(iter(names),) * 4, strict=True)
    return "\n".join(f"{one} {two} & {three} {four}" for one, two, three, four in four)


def monstrous_lists() -> dict[str, str]:
    """Return lists as long as any, of lines that nobody types."""
    lines = {
        "names": " & ".join(random_names(40)),
        "cells": ";".join(random_names(60)),
        "letters": "x" * 350,
        "accents": "a\u0301\u0323" * 120,
    }
    return {
        name: "\n".join([line] * (LARGEST_TEXT // (len(line) + 1))) for name, line in lines.items()
    }
