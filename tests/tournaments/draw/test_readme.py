"""What the README of draws and PROOF.md show byte for byte is what the program hashes."""

import hashlib
import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tournaments.draw import certificate
from tournaments.draw.certificate import VERSION, fingerprint, fingerprinted
from tournaments.draw.chance import Chance
from tournaments.draw.drawing import draw
from tournaments.draw.request import PHASED, SEARCH_LIMIT, DrawRequest, Entrant, Method, lot
from tournaments.draw.version1.drawing import MOST_STEPS
from tournaments.draw.wishes import Apart, FixedSeat, Wishes

DRAWS = Path(certificate.__file__).parent
README = (DRAWS / "README.md").read_text(encoding="utf-8")
PROOF = (DRAWS.parent / "PROOF.md").read_text(encoding="utf-8")


def shown_in(text: str) -> list[tuple[str, str, str]]:
    return re.findall(r"^\$ printf '%s' '(.+)' \| sha256sum(.*)\n([0-9a-f]+)$", text, re.MULTILINE)


SHOWN = shown_in(README)
FINGERPRINTS = shown_in(PROOF[PROOF.index("## 6. Draws") : PROOF.index("## 7. Hands")])

PLACES = ((1, 2, 0), (2, 4, 0), (3, 1, 0), (4, 5, 1), (5, 3, 0))
REQUEST = DrawRequest(
    Method.MELEE,
    seed=1234,
    round_number=2,
    rounds_left=1,
    entrants=tuple(Entrant(*place) for place in PLACES),
    opponents=((3, 1), (2, 3), (5, 1), (2, 5)),
    partners=((3, 5), (1, 2)),
)


def test_every_example_can_be_done_again() -> None:
    assert (len(SHOWN), len(FINGERPRINTS)) == (3, 3)
    for text, cut, shown in SHOWN + FINGERPRINTS:
        whole = hashlib.sha256(text.encode()).hexdigest()
        assert shown == (whole[:10] if cut else whole)


def test_the_lots_are_those_of_the_draw() -> None:
    order, pair, chance = SHOWN
    assert order[0].endswith(":order:5")
    assert int(order[2], 16) == lot(REQUEST, "order", 5)
    assert pair[0].endswith(":pair:3-4")
    assert int(pair[2], 16) == lot(REQUEST, "pair", 3, 4)
    numbers = Chance(REQUEST, "mend")
    assert [numbers.below(1 << 16) for _ in range(3)] == [0xF575, 0x8FC6, 0x903E]
    assert "f575, 8fc6 and 903e" in README
    assert chance[2].startswith("f5758fc6903e")


def test_the_fingerprints_are_those_of_the_certificates() -> None:
    for (text, _cut, shown), limit in zip(FINGERPRINTS[:2], (None, SEARCH_LIMIT), strict=True):
        request = replace(REQUEST, search_limit=limit)
        assert fingerprinted(request) == text
        assert fingerprint(request) == shown


def test_the_mark_of_wishes_is_that_of_the_program() -> None:
    apart = (Apart((1, 2)), Apart((3, 4, 5), 1))
    wishes = Wishes(apart, (FixedSeat(6, ((1, 2),)),), "00")
    assert wishes.mark == FINGERPRINTS[2][2]
    assert f'"wishes":"{wishes.mark}"' in fingerprinted(replace(REQUEST, wishes=wishes))


def test_the_versions_and_limits_are_told() -> None:
    assert f"- **{VERSION}**:" in README
    assert f"{MOST_STEPS:,}".replace(",", " ") in README.replace("\N{NO-BREAK SPACE}", " ")
    assert f"{SEARCH_LIMIT} by default" in PROOF


def test_no_lot_is_drawn_for_anything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    hashed: list[str] = []
    sha256 = hashlib.sha256

    def noted(text: bytes) -> Any:
        hashed.append(text.decode())
        return sha256(text)

    monkeypatch.setattr(hashlib, "sha256", noted)
    for method in set(Method) - PHASED:
        draw(replace(REQUEST, method=method))
    # Where everybody has met, and no step is left to search, the matchings are tried.
    everybody = tuple(combinations(range(1, 14), 2))
    entrants = tuple(Entrant(number, 0, 0) for number in range(1, 14))
    met = replace(REQUEST, entrants=entrants, partners=everybody, opponents=everybody)
    draw(replace(met, search_limit=0))
    told = [text.split(":")[2:] for text in hashed]
    purposes = {re.sub(r"\d+", "N", purpose) for purpose, _numbers in told}
    assert {"order", "place", "pair", "near", "lot N", "mend"} <= purposes
    assert all(f"`{purpose}`" in README for purpose in purposes)
    near = {int(n) for purpose, text in told if purpose == "near" for n in text.split("-")}
    assert near == set(range(12))
    assert "its players, then its pairs of partners, are matched, from 0" in README
