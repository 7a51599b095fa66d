"""The table of addresses: what each visitor is answered there, one line an address and method.

Read from the files beside this one. `in` is whatever is done or shown, and what is refused only
for how it was filled in; `login` leads to the page of that name; other refusals have their number.
In an address a word in capitals is a thing of the club; behind `|` stands what a form sends.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.urls import URLPattern, URLResolver, get_resolver

from tournaments.api import api

FOLDER: Final = Path(__file__).parent
FILES: Final = ("scorekeeper.txt", "tournaments.txt", "programs.txt")
ADMINISTRATION: Final = "admin/"
API: Final = "api/v1/"
IN: Final = "in"
LOGIN: Final = "login"
REFUSED: Final = frozenset({LOGIN, "401", "403", "404", "405"})
WORD: Final = re.compile(r"[A-Z]{3,}")


@dataclass(frozen=True, slots=True)
class Row:
    """What everybody is answered at an address, by a method."""

    file: str
    method: str
    address: str
    answers: Mapping[str, str]

    def path(self, words: Mapping[str, str]) -> str:
        """Return the address with the things of a club in the place of their names."""
        return "/" + _filled(self.address.partition("|")[0], words)

    def sent(self, words: Mapping[str, str]) -> str:
        """Return what the form holds."""
        return _filled(self.address.partition("|")[2], words)

    @property
    def names_a_thing(self) -> bool:
        """Return whether it is the address of something that is the club's."""
        return WORD.search(self.address) is not None


def _filled(text: str, words: Mapping[str, str]) -> str:
    return WORD.sub(lambda word: words[word[0]], text)


def read_rows() -> list[Row]:
    return [row for name in FILES for row in _rows_of(name)]


def _rows_of(name: str) -> Iterator[Row]:
    """Read a file: its first line that is no remark names the visitors."""
    visitors: list[str] = []
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        method, address, *cells = line.split()
        if not visitors:
            visitors = cells
            continue
        assert len(cells) == len(visitors), f"{name}: {line}: one cell for each visitor"
        answers = dict(zip(visitors, cells, strict=True))
        yield Row(name, method, "" if address == "/" else address, answers)


def routes() -> dict[str, URLPattern]:
    """Return every address of the program as its `urls.py` writes it, administration aside."""
    found = dict(_walk(get_resolver().url_patterns, ""))
    return {route: found[route] for route in found if not route.startswith(ADMINISTRATION)}


def _walk(patterns: Any, before: str) -> Iterator[tuple[str, URLPattern]]:
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern.url_patterns, route)
        else:
            yield route, pattern


def operations() -> set[tuple[str, str]]:
    """Return every operation of the interface for programs: its method and its address."""
    described = api.get_openapi_schema()["paths"]
    return {
        (method.upper(), plain(path)) for path, methods in described.items() for method in methods
    }


def plain(route: str) -> str:
    """Return an address with nothing but `{}` where something is filled in."""
    return re.sub(r"<[^>]*>|\{[^}]*\}", "{}", route).strip("/")
