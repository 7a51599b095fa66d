"""What is declared of a field is what stands in a document, and what is stored."""

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Annotated, Any

import pytest
from django.db.models import Model

from tournaments.audit_log.replay.document import (
    DrawFields,
    EntryFields,
    MatchFields,
    ResultFields,
    RoundFields,
    TournamentFields,
    VerdictFields,
)
from tournaments.audit_log.replay.fields import (
    APART,
    BLANK,
    WHERE_SET,
    Length,
    StoredAs,
    columns,
    declared,
    rebuilt,
    shape_of,
    to_document,
    usual,
)
from tournaments.audit_log.replay.values import Name, Number
from tournaments.models import Entry, Match, MatchSeat, Round, SheetVerdict, Tournament


@dataclass(frozen=True, kw_only=True)
class Cup:
    """Something won."""

    number: Number
    winners: Annotated[list[Name], Length(1, 2), APART] = field(default_factory=list)
    giver: Annotated[Name | None, BLANK, StoredAs("given_by")] = None
    is_silver: Annotated[bool, WHERE_SET] = False


ROW = SimpleNamespace(number=1, winners=("Zoé",), given_by="", is_silver=False)
PLAIN = {"number": 1, "winners": ["Zoé"], "giver": None}


def faults(plain: dict[str, Any], *, sparse: bool = False) -> list[tuple[str, str]]:
    found = shape_of(Cup, sparse=sparse).problems(plain, "cup")
    return [(problem.path, problem.code.value) for problem in found]


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, []),
        ({"is_silver": True}, []),
        ({"is_silver": 1}, [("cup.is_silver", "not_a_flag")]),
        ({"number": None}, [("cup.number", "not_whole")]),
        ({"winners": []}, [("cup.winners", "wrong_count")]),
        ({"giver": ""}, [("cup.giver", "not_text")]),
        ({"other": 1}, [("cup.other", "unexpected")]),
    ],
)
def test_a_part_has_the_shape_of_its_types(changed: Any, expected: object) -> None:
    assert faults(PLAIN | changed) == expected


def test_a_sparse_part_leaves_out_what_has_a_usual_value() -> None:
    assert faults({"number": 1}) == [("cup.winners", "missing"), ("cup.giver", "missing")]
    assert faults({"number": 1}, sparse=True) == []
    assert faults({}, sparse=True) == [("cup.number", "missing")]
    assert usual(Cup) == {"number": None, "winners": [], "giver": None}


def test_what_is_written_is_stored_as_it_was() -> None:
    assert to_document(Cup, ROW) == PLAIN
    assert columns(Cup, PLAIN) == {"number": 1, "given_by": "", "is_silver": False}


def test_what_is_as_usual_is_not_written() -> None:
    silver = SimpleNamespace(**{**vars(ROW), "is_silver": True})
    assert to_document(Cup, silver) == PLAIN | {"is_silver": True}
    assert rebuilt(Cup, silver, number=2) == {"number": 2, "winners": ("Zoé",), "is_silver": True}


@pytest.mark.parametrize(
    ("model", "parts", "elsewhere"),
    [
        (
            Tournament,
            [TournamentFields],
            {
                *("club", "token", "version", "log_hash", "results_version", "is_mirror"),
                *("table_news", "placed_hash", "placed_version"),
            },
        ),
        (Entry, [EntryFields], {"tournament", "final_place", "final_points"}),
        (Round, [RoundFields, DrawFields], {"tournament"}),
        (Match, [MatchFields], {"round", "game"}),
        (MatchSeat, [ResultFields], {"match", "round", "entry", "side", "position"}),
        (SheetVerdict, [VerdictFields], {"match"}),
    ],
)
def test_every_column_is_declared(
    model: type[Model], parts: list[type], elsewhere: set[str]
) -> None:
    names = {column.name for column in model._meta.get_fields() if column.concrete}
    assert {name for part in parts for name in stored(part)} == names - elsewhere - {"id"}


def stored(part: type) -> list[str]:
    """Return the columns that a part is stored in."""
    found = []
    for one in declared(part).values():
        if APART not in one.marks:
            found += stored(one.part) if one.part else [one.column]
    return found
