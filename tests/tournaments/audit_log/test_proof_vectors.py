"""What PROOF.md shows byte for byte is what the program hashes."""

import hashlib
import json
import re
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import tournaments
from scorekeeper.engine.columns import entry_values
from scorekeeper.engine.hand import Contract, HandEntry, Multiplier, Seat, Side
from scorekeeper.engine.outcome_table import hash_of, outcome_tables, plain_outcomes
from scorekeeper.engine.presets import PRESETS
from scorekeeper.engine.scoring import score
from tournaments.audit_log.chain import ChainEntry, mark_of
from tournaments.audit_log.replay import document
from tournaments.audit_log.replay.prizes import lot_order
from tournaments.draw.commitment import chance_of, order_of, seed_of
from tournaments.draw.commitment import hashed as hashed_text
from tournaments.receipts import receipt_of
from tournaments.standings.criteria import DrawnLot
from tournaments.standings.record import Record

PROOF = (Path(tournaments.__file__).parent / "PROOF.md").read_text(encoding="utf-8")
SHOWN = dict(
    re.findall(r"^\$ printf '%s' '(.+)' \| sha256sum\n([0-9a-f]{64})$", PROOF, re.MULTILINE)
)


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def hashed(entry: ChainEntry) -> str:
    return canonical({name: value for name, value in entry.to_dict().items() if name != "hash"})


FIRST = ChainEntry(
    number=1,
    kind="checked_in",
    round_number=None,
    table_number=None,
    data={"numbers": [3], "here": True, "note": "Zoé"},
    author="Anne",
    at="2026-11-21T20:00:00+00:00",
).sealed("")
SECOND = ChainEntry(
    number=2,
    kind="closed",
    round_number=1,
    table_number=None,
    data={"missing": []},
    author="Paul",
    at="2026-11-21T20:10:00+00:00",
).sealed(FIRST.hash)


def test_every_example_can_be_done_again() -> None:
    assert len(SHOWN) >= 8
    for text, shown in SHOWN.items():
        assert hashlib.sha256(text.encode()).hexdigest() == shown


def test_log_entries_are_hashed_as_shown() -> None:
    left = replace(FIRST, author="A.", data={"numbers": [3], "here": True, "note": ""})
    assert SHOWN[hashed(FIRST)] == FIRST.hash
    assert SHOWN[hashed(SECOND)] == SECOND.hash
    assert SHOWN[hashed(left)] == left.true_hash()
    assert f"2 · {mark_of(SECOND.hash)}" in PROOF


def test_called_numbers_decide_as_shown() -> None:
    secret, called = "5e" * 32, "0471"
    assert SHOWN[secret] == hashed_text(secret)
    assert SHOWN[f"{secret}:{called}"] == chance_of(secret, called)
    assert f"So the seed is {seed_of(secret, called)}, and" in PROOF
    first, second = order_of({3, 5}, secret, called)
    assert f"and {first} is before {second}." in PROOF


def test_receipts_are_made_as_shown() -> None:
    hand = entry_values(HandEntry(taker=Seat.A1, card_points=92, belote=Side.A))
    sheet = {"round_number": 2, "table": 5, "side_a": [4], "side_b": [7], "totals": (112, 70)}
    slip = {"round_number": 1, "table": 3, "side_a": [1, 2], "side_b": [5, 8]}
    assert len(hand) == 16
    assert "A hand is the sixteen values shown" in PROOF
    assert canonical([2, 5, [4], [7], [hand], [112, 70]]) in SHOWN
    # Fields are spread out of a dict, whose types are not each field's.
    assert f"`{receipt_of(**sheet, hands=[hand])}`" in PROOF  # type: ignore[arg-type]
    assert canonical([1, 3, [1, 2], [5, 8], [], [1000, 944]]) in SHOWN
    assert f"`{receipt_of(**slip, totals=(1000, 944), hands=[])}`" in PROOF  # type: ignore[arg-type]


def test_lots_are_drawn_as_shown() -> None:
    order = lot_order([1, 2, 3], seed=7, mark=FIRST.hash, prize=4, random="5f")
    texts = {who: f"7:{FIRST.hash}:4:{who}:5f" for who in order}
    assert order == sorted(texts, key=lambda who: SHOWN[texts[who]]) == [2, 3, 1]
    tied = [Record(entrant=who, has_results=True) for who in (1, 2, 3)]
    assert DrawnLot(7).values(tied) == {1: (1,), 3: (2,), 2: (3,)}


def test_hands_are_scored_as_shown() -> None:
    contest = HandEntry(taker=Seat.A1, card_points=92, belote=Side.A)
    slam = Contract(bid=250, multiplier=Multiplier.DOUBLED)
    cannes = replace(contest, card_points=120, contract=slam)
    for key, entry, shown in (
        ("contest", contest, "112 : 70"),
        ("contree_cannes", cannes, "0 : 722"),
    ):
        scored = score(entry, PRESETS[key])
        assert f"{scored.a} : {scored.b}" == shown
        assert f"`{key}`" in PROOF
        assert shown in PROOF
    assert plain_outcomes(PRESETS["contree_cannes"])["bids_worth"] == {"250": 270}


def test_the_outcome_table_is_hashed_as_canonical_json() -> None:
    for ruleset in PRESETS.values():
        table = plain_outcomes(ruleset)
        assert hash_of(table) == hashlib.sha256(canonical(table).encode()).hexdigest()
        assert outcome_tables(ruleset)["digest"] == hash_of(table)[:16]


def test_every_field_of_a_document_is_named() -> None:
    own = [part for part in vars(document).values() if isinstance(part, type)]
    parts = [part for part in own if is_dataclass(part) and part.__module__ == document.__name__]
    names = {field.name for part in parts for field in fields(part)}
    assert len(names) > 50
    assert sorted(names - set(re.findall(r"`(\w+)`", PROOF))) == []
