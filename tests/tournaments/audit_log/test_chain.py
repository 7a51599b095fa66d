"""A log that was touched anywhere shows where."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tournaments.audit_log.chain import ChainEntry, LogHead, first_break, mark_of, read_head


def chain_of(count: int) -> list[ChainEntry]:
    links: list[ChainEntry] = []
    for number in range(1, count + 1):
        link = ChainEntry(
            number=number,
            kind="game",
            round_number=1,
            table_number=number,
            data={"hand": number, "after": {"card_points": 90 + number}},
            author="Élise",
            at=f"2026-11-21T20:0{number}:00+00:00",
        )
        links.append(link.sealed(links[-1].hash if links else ""))
    return links


def changed(links: list[ChainEntry]) -> list[ChainEntry]:
    data = {"hand": 2, "after": {"card_points": 162}}
    return [links[0], replace(links[1], data=data), *links[2:]]


def resealed(links: list[ChainEntry]) -> list[ChainEntry]:
    touched = changed(links)
    return [touched[0], touched[1].sealed(touched[0].hash), *touched[2:]]


def left_out(links: list[ChainEntry]) -> list[ChainEntry]:
    return [links[0], *links[2:]]


def exchanged(links: list[ChainEntry]) -> list[ChainEntry]:
    return [links[0], links[2], links[1], links[3]]


def test_an_untouched_log_is_whole() -> None:
    assert first_break(chain_of(4)) is None
    assert first_break([]) is None


@pytest.mark.parametrize(
    ("touch", "where"), [(changed, 2), (resealed, 3), (left_out, 2), (exchanged, 2)]
)
def test_a_touched_log_says_where(
    touch: Callable[[list[ChainEntry]], list[ChainEntry]], where: int
) -> None:
    assert first_break(touch(chain_of(4))) == where


def test_a_link_survives_json_and_keeps_its_hash() -> None:
    link = chain_of(1)[0]
    assert ChainEntry.from_dict(link.to_dict()) == link
    assert link.hash == link.true_hash()


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("214 · 3fa9 01bc 77de 0012", LogHead(214, "3fa9 01bc 77de 0012")),
        ("214:3FA901BC77DE0012", LogHead(214, "3fa9 01bc 77de 0012")),
        ("7 : 3fa901bc", LogHead(7, "3fa9 01bc")),
        ("https://club.example/p/x/check/?head=7:3fa901bc", LogHead(7, "3fa9 01bc")),
        ("https://club.example/p/x/check/?head=7%3A3fa901bc", LogHead(7, "3fa9 01bc")),
        ("https://club.example/p/x/check/", None),
        ("3fa9 01bc 77de 0012", None),
        ("7:3fa9", None),
        ("", None),
        ("7:zzzzzzzzzzzz", None),
    ],
)
def test_a_head_is_read_as_it_was_printed(text: str, head: LogHead | None) -> None:
    assert read_head(text) == head


def test_a_head_names_its_line_alone() -> None:
    seal = "3fa901bc77de0012" + "0" * 48
    assert LogHead(1, mark_of(seal)).names(seal)
    assert not LogHead(1, mark_of(seal)).names("4" + seal[1:])
