"""The podium as a PNG picture, because messengers do not show SVG.

It is drawn as SVG and rendered with included fonts: a server has none.
"""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import font_lato
from django.template.loader import render_to_string

if TYPE_CHECKING:
    from tournaments.previews.podiums import PlaceLine

WIDTH: Final = 1200
HEIGHT: Final = 630
KEPT: Final = 64
"""The number of cached pictures, of about forty kilobytes each."""
LINES: Final = 3
DRAWN: Final = frozenset(
    [chr(code) for code in (*range(0x20, 0x7F), *range(0xA1, 0x100))]
    + list("ŒœŠšŽžŸĄąĆćĘęŁłŃńŚśŹźŻż–—‘’“”…•€")
)
"""The characters of the included fonts."""
NARROW: Final = frozenset(" .,:;'’!|iljtfrI()[]-·/")
WIDE: Final = frozenset("MWmw@%&Œœ—…")
FAMILY: Final = "Lato"
FONTS: Final = tuple(
    str(Path(font_lato.__file__).parent / "files" / f"Lato-{name}.ttf")
    for name in ("Regular", "Bold")
)


def picture_of(club: str, title: str, places: Sequence["PlaceLine"]) -> bytes:
    """Return the picture of a podium; each is drawn once."""
    lines = tuple((line.place, line.name, line.score) for line in places[:LINES])
    return _drawn(club, title, lines)


@lru_cache(maxsize=KEPT)
def _drawn(club: str, title: str, lines: tuple[tuple[int, str, str], ...]) -> bytes:
    # Imported when needed: a hall without public addresses never does.
    import resvg_py

    shown = [
        {
            "place": place,
            "name": fitting(name, 44, 900 - _width(score, 44)),
            "score": drawable(score),
            "y": 330 + 100 * number,
        }
        for number, (place, name, score) in enumerate(lines)
    ]
    context = {
        "club": fitting(club, 68, 1060),
        "title": fitting(title, 38, 1060),
        "lines": shown,
        "width": WIDTH,
        "height": HEIGHT,
        "family": FAMILY,
    }
    drawing = render_to_string("previews/picture.svg", context)
    return resvg_py.svg_to_bytes(
        svg_string=drawing, font_files=list(FONTS), font_family=FAMILY, skip_system_fonts=True
    )


def drawable(text: str) -> str:
    """Return a text in characters that can be drawn: č as c, a thin space as a space."""
    found = []
    for letter in text:
        plain = letter if letter in DRAWN else unicodedata.normalize("NFKD", letter)[0]
        found.append(plain if plain in DRAWN else "")
    return "".join(found)


def fitting(text: str, size: int, most: float) -> str:
    """Return a text, shortened if it would be wider than `most` pixels."""
    text = drawable(text)
    if _width(text, size) <= most:
        return text
    while text and _width(text, size) > most - size:
        text = text[:-1]
    return f"{text.rstrip()}…"


def _width(text: str, size: int) -> float:
    """Return the approximate width of a text, rather too much than too little."""
    ems = sum(
        0.32 if letter in NARROW else 0.92 if letter in WIDE else 0.72 if letter.isupper() else 0.58
        for letter in text
    )
    return ems * size
