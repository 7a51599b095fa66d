"""The log is done again act by act; what cannot have been done is named."""

from typing import Any

import pytest

from scorekeeper.engine.columns import entry_from_values, entry_values
from tournaments.audit_log.actions import replay
from tournaments.audit_log.chain import ChainEntry
from tournaments.audit_log.replay.document import HandFields
from tournaments.audit_log.replay.fields import to_document, usual
from tournaments.audit_log.replay.hands import SIGNED, Codec, as_columns
from tournaments.audit_log.replay.outcomes import outcomes_of, standings_lines
from tournaments.audit_log.replay.refusals import ReplayError
from tournaments.audit_log.replay.shape import (
    Fields,
    Flag,
    IsoDay,
    ListOf,
    Maybe,
    Moment,
    OneOf,
    Text,
    Whole,
)
from tournaments.audit_log.replay.state import State

CODEC = Codec(read=entry_from_values, write=entry_values)
SETTINGS: dict[str, Any] = {
    "name": "Concours",
    "date": "2026-11-21",
    "format": {"mode": "teams", "round_hands": [2]},
    "rules": {
        "key": "contest",
        "name": "Contest",
        "based_on": "contest",
        "values": {"compared": "cards_and_belote", "on_equality": "litige"},
        "practice": {},
    },
    "next_draw": "ranking",
    "ranking": {"criteria": ["points", "wins"], "ties": "shared", "lot_seed": 1, "drawn_lots": []},
    "given": {"exempt": "half_game", "exempt_points": 0, "forfeit_points": 1100},
    "round_minutes": None,
    "fee_cents": 0,
    "tags": [],
    "prizes": [],
    "prize_for_last": "",
}
EMPTY = as_columns(usual(HandFields))
del EMPTY["penalty_reason"]


def took(seat: str, points: int) -> dict[str, Any]:
    return {**EMPTY, "taker": seat, "card_points": points}


class Log:
    """A log written by hand."""

    def __init__(self, teams: int = 3) -> None:
        self.links: list[ChainEntry] = []
        self.add("created", settings=SETTINGS)
        for number in range(1, teams + 1):
            self.add("entry_added", number=number, players=["A", "B"], tags=[])

    def add(
        self, kind: str, place: tuple[int | None, int | None] = (None, None), **data: Any
    ) -> None:
        number = len(self.links) + 1
        link = ChainEntry(
            number=number,
            kind=kind,
            round_number=place[0],
            table_number=place[1],
            data=data,
            author="Élise",
            at="2026-11-21T20:00:00+00:00",
        )
        self.links.append(link)

    def publish(self, *, exempt: int = 3) -> None:
        """Draw and publish a round: 1 against 2."""
        self.add("drawn", (1, None), fingerprint="f", method="lot", seed=1, repeats=[])
        matches = [
            {"table": 1, "a": [1], "b": [2]},
            {"table": None, "a": [exempt], "b": []},
        ]
        self.add("published", (1, None), hands=2, matches=matches, swaps=[], fingerprint="f")

    def hand(self, number: int, seat: str, points: int, act: str = "hand_recorded") -> None:
        after = took(seat, points)
        self.add("game", (1, 1), act=act, hand=number, before=None, after=after)

    def end(self) -> None:
        self.add("game", (1, 1), act="finished", hand=None, before=None, after=None)

    def state(self) -> State:
        return replay(self.links, CODEC)

    def totals(self) -> dict[int, int]:
        lines = standings_lines(outcomes_of(self.state()).standings)
        return {line["entry"]: line["total"] for line in lines}


def played() -> Log:
    log = Log()
    log.publish()
    log.hand(1, "A1", 100)
    log.hand(2, "B1", 90)
    log.end()
    return log


def test_hands_become_totals() -> None:
    assert played().totals() == {1: 172, 2: 152, 3: 162}


def test_a_correction_after_the_end_counts() -> None:
    log = played()
    log.hand(1, "A1", 40, act="hand_corrected")
    assert log.totals() == {1: 72, 2: 252, 3: 162}


def test_a_hand_taken_back_leaves_the_game_open() -> None:
    log = played()
    log.add("game", (1, 1), act="reopened", hand=None, before=None, after=None)
    before = took("B1", 90)
    log.add("game", (1, 1), act="hand_withdrawn", hand=2, before=before, after=None)
    assert log.totals() == {1: 0, 2: 0, 3: 162}


def test_a_slip_stands_over_the_hands_until_it_is_taken_back() -> None:
    log = played()
    after = {"slips": [{"hands": 2, "total_a": 324, "total_b": 0}]}
    log.add("game", (1, 1), act="slip_recorded", hand=None, before=None, after=after)
    assert log.totals() == {1: 324, 2: 0, 3: 162}
    log.add("game", (1, 1), act="slip_withdrawn", hand=None, before=after, after=None)
    log.end()
    assert log.totals() == {1: 172, 2: 152, 3: 162}


def test_who_leaves_gives_the_opponents_a_game_and_may_come_back() -> None:
    log = Log()
    log.publish()
    log.hand(1, "A1", 100)
    log.add("withdrawn", (None, None), **{"number": 2, "from": 1})
    assert log.totals() == {1: 1100, 2: 0, 3: 162}
    log.add("returned", number=2)
    log.hand(2, "B1", 90)
    log.end()
    assert log.totals() == {1: 172, 2: 152, 3: 162}


@pytest.mark.parametrize(
    ("revived", "totals"),
    [
        pytest.param({}, {1: 1100, 2: 0, 3: 162}, id="older logs: not in a closed round"),
        pytest.param({"revived": [1]}, {1: 0, 2: 0, 3: 162}, id="played after all"),
        pytest.param({"revived": []}, {1: 1100, 2: 0, 3: 162}, id="no table to play"),
    ],
)
def test_who_comes_back_after_the_round(revived: dict[str, Any], totals: dict[int, int]) -> None:
    log = Log()
    log.publish()
    log.add("withdrawn", (None, None), **{"number": 2, "from": 1})
    log.add("closed", (1, None), missing=[])
    log.add("returned", number=2, **revived)
    assert log.totals() == totals


def test_two_at_the_wrong_tables_change_seats_and_hands_stay() -> None:
    log = played()
    log.add("reseated", (1, None), one=2, other=3)
    assert log.totals() == {1: 172, 3: 152, 2: 162}


def test_the_exempt_one_plays_an_early_finisher_who_keeps_the_own_result() -> None:
    log = played()
    log.add("reseated", (1, 2), act="catch_up", a=[3], b=[1], count=[3])
    for number in (1, 2):
        after = took("A1", 110)
        log.add("game", (1, 2), act="hand_recorded", hand=number, before=None, after=after)
    log.add("game", (1, 2), act="finished", hand=None, before=None, after=None)
    assert log.totals() == {3: 220, 1: 172, 2: 152}
    log.add("reseated", (1, 2), act="cancelled", exempt=[3])
    assert log.totals() == {1: 172, 2: 152, 3: 162}


@pytest.mark.parametrize(
    ("kind", "place", "data"),
    [
        pytest.param("danced", (None, None), {}, id="an unknown kind"),
        pytest.param("closed", (7, None), {"missing": []}, id="an unknown round"),
        pytest.param("game", (1, 9), {"act": "finished"}, id="an unknown table"),
        pytest.param("game", (1, 1), {"act": "sung"}, id="an unknown act"),
        pytest.param(
            "game",
            (1, 1),
            {"act": "hand_recorded", "hand": 5, "after": took("A1", 90)},
            id="a hand left out",
        ),
        pytest.param(
            "game", (1, 1), {"act": "hand_corrected", "hand": 3, "after": {}}, id="no hand"
        ),
        pytest.param("withdrawn", (None, None), {"number": 9, "from": 1}, id="an unknown entry"),
        pytest.param(
            "entry_added", (None, None), {"number": 1, "players": [], "tags": []}, id="twice"
        ),
        pytest.param("entry_changed", (None, None), {"number": 9}, id="nobody changed"),
        pytest.param("reseated", (1, None), {"one": 1, "other": 8}, id="nobody there"),
        pytest.param("slip", (1, 1), {}, id="a slip never recorded"),
        pytest.param("drawn", (4, None), {"fingerprint": "f"}, id="a round left out"),
        pytest.param(
            "accepted",
            (1, 1),
            {"side": "A", "agrees": True, "receipt": "0000-0000"},
            id="another sheet",
        ),
    ],
)
def test_what_cannot_have_been_done(
    kind: str, place: tuple[int | None, int | None], data: dict[str, Any]
) -> None:
    log = played()
    log.add(kind, place, **data)
    with pytest.raises(ReplayError) as refused:
        log.state()
    assert refused.value.link.number == len(log.links)


def test_a_hand_that_no_table_can_play_ends_the_ranking() -> None:
    log = Log()
    log.publish()
    log.hand(1, "A1", 161)
    with pytest.raises(ValueError, match="points_impossible"):
        log.totals()


def test_a_written_hand_is_read_as_it_was() -> None:
    columns = {**took("B2", 162), "capot": "B", "multiplier": 1, "bid": 250, "penalty_reason": ""}
    hand = to_document(HandFields, columns)
    seen = {name: hand[name] for name in hand if name not in SIGNED}
    assert seen == {
        "taker": "B2",
        "points": 162,
        "belote": None,
        "capot": "B",
        "penalty": None,
        "bid": 250,
        "multiplier": 1,
    }
    assert as_columns(hand) == columns


SHAPE = Fields(
    {
        "name": Text(5, 1),
        "places": ListOf(Whole(1, 3), 1, 2),
        "day": Maybe(IsoDay()),
        "at": Moment(),
        "side": OneOf(["A", "B"]),
        "is_here": Flag(),
    },
    {},
)
GOOD: dict[str, Any] = {
    "name": "Anne",
    "places": [1, 3],
    "day": None,
    "at": "2026-11-21T20:00:00+00:00",
    "side": "A",
    "is_here": True,
}


def test_a_good_shape_has_no_problems() -> None:
    assert list(SHAPE.problems(GOOD, "")) == []


@pytest.mark.parametrize(
    ("key", "value", "path", "code"),
    [
        ("name", "", "name", "not_text"),
        ("name", "Bernard", "name", "too_long"),
        ("name", "A\0", "name", "not_text"),
        ("places", [], "places", "wrong_count"),
        ("places", [1, True], "places[1]", "not_whole"),
        ("places", [1, 4], "places[1]", "out_of_range"),
        ("places", {}, "places", "not_a_list"),
        ("day", "2026-02-30", "day", "not_a_date"),
        ("at", "2026-11-21T20:00:00", "at", "not_a_moment"),
        ("at", "2026-11-21T20:00:00+01:00", "at", "not_a_moment"),
        ("at", 5, "at", "not_a_moment"),
        ("side", "C", "side", "not_one_of"),
        ("is_here", 1, "is_here", "not_a_flag"),
        ("extra", 1, "extra", "unexpected"),
    ],
)
def test_a_bad_shape_is_named_with_its_place(key: str, value: Any, path: str, code: str) -> None:
    (problem,) = SHAPE.problems({**GOOD, key: value}, "")
    assert (problem.path, problem.code) == (path, code)


def test_every_problem_is_reported_at_once() -> None:
    found = {(p.path, p.code.value) for p in SHAPE.problems({"name": 3}, "entries[0]")}
    assert ("entries[0].name", "not_text") in found
    assert ("entries[0].places", "missing") in found
    assert len(found) == 6
