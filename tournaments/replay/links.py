"""What each kind of act in a log holds; the README tells what it means."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.engine.hand import BIDS, Seat, Side, Trump
from tournaments.chain import VOUCHED, Link
from tournaments.draw.request import Method
from tournaments.replay.document import (
    BIG_SEED,
    BROUGHT_IN,
    COUNT,
    DECLARATION,
    ENTERED,
    NOTE,
    NUMBER,
    POINTS,
    RECEIPT,
    SAID,
    SEAT,
    SETTINGS,
)
from tournaments.replay.shape import (
    Anything,
    DocumentProblem,
    Fields,
    Flag,
    ListOf,
    Maybe,
    Nothing,
    OneOf,
    Spec,
    Text,
    Whole,
    open_fields,
)

NUMBERS: Final = ListOf(NUMBER)
PAIR: Final = ListOf(NUMBER, 2, 2)
ONE_ENTRY: Final = open_fields(number=NUMBER)
NO_DATA: Final = open_fields()
SETTLED: Final = open_fields(receipt=RECEIPT, note=NOTE)

_NO_SIDE: Final = OneOf(["", *(side.value for side in Side)])
_NO_SEAT: Final = OneOf(["", *(seat.value for seat in Seat)])

COLUMNS: Final = open_fields(
    {"penalty_reason": NOTE},
    taker=_NO_SEAT,
    card_points=Maybe(Whole(0, 258)),
    belote=_NO_SIDE,
    belote_seat=_NO_SEAT,
    capot=_NO_SIDE,
    penalty=_NO_SIDE,
    defenders_count=Maybe(COUNT),
    tricks=Maybe(COUNT),
    last_trick=_NO_SIDE,
    trump=OneOf(["", *(trump.value for trump in Trump)]),
    bid=Maybe(Whole(min(BIDS), max(BIDS))),
    multiplier=Whole(0, 2),
    taker_alone=Flag(),
    declarations=ListOf(DECLARATION),
    best_declaration=_NO_SIDE,
    passed_deals=Whole(0, 100),
)
"""A hand as the columns of the score keeper hold it."""

SLIPS: Final = open_fields(
    slips=ListOf(open_fields(hands=COUNT, total_a=Whole(), total_b=Whole()), 1, 20)
)
_REASON: Final = open_fields(reason=NOTE)


@dataclass(frozen=True, slots=True)
class _Edited:
    """Who deals first, or all that can be edited of a game."""

    def problems(self, value: Any, path: str) -> Iterator[DocumentProblem]:
        whole = isinstance(value, dict) and "names" in value
        yield from (_DESCRIBED if whole else open_fields(first_dealer=SEAT)).problems(value, path)


_DESCRIBED: Final = open_fields(
    names=Fields({}, {seat.value: Text(80) for seat in Seat}),
    rules=Text(80),
    target=Maybe(Whole(1, 100_000)),
    hands=Maybe(Whole(1, 100)),
    games=Whole(1, 20),
    first_dealer=SEAT,
    table=Maybe(COUNT),
)


_NOTHING: Final = Nothing()


def _game(before: Spec, after: Spec, hand: Spec = _NOTHING) -> Spec:
    """Return the specification of something done at a table."""
    return open_fields(act=Text(16, 1), hand=hand, before=before, after=after)


_SILENT: Final = _game(Nothing(), Nothing())
GAME_DATA: Final[Mapping[str, Spec]] = {
    "started": _game(Nothing(), Maybe(_DESCRIBED)),
    "hand_recorded": _game(Nothing(), COLUMNS, NUMBER),
    "hand_corrected": _game(Maybe(COLUMNS), COLUMNS, NUMBER),
    "hand_withdrawn": _game(Maybe(COLUMNS), Nothing(), NUMBER),
    "deal_passed": _SILENT,
    "deal_restored": _SILENT,
    "edited": _game(Maybe(_Edited()), _Edited()),
    "stopped": _game(Nothing(), _REASON),
    "finished": _SILENT,
    "reopened": _game(Maybe(_REASON), Nothing()),
    "slip_recorded": _game(Maybe(SLIPS), SLIPS),
    "slip_corrected": _game(Maybe(SLIPS), SLIPS),
    "slip_withdrawn": _game(Maybe(SLIPS), Nothing()),
}
"""By the act: what was done to a table's game."""


@dataclass(frozen=True, slots=True)
class _Game:
    """Something done at a table."""

    def problems(self, value: Any, path: str) -> Iterator[DocumentProblem]:
        yield from open_fields(act=OneOf([*GAME_DATA])).problems(value, path)
        act = value.get("act") if isinstance(value, dict) else None
        if isinstance(act, str) and act in GAME_DATA:
            yield from GAME_DATA[act].problems(value, path)


_OPENED: Final = open_fields(a=ListOf(NUMBER, 1, 2), b=ListOf(NUMBER, 1, 2), count=NUMBERS)
_RESEATED: Final[Mapping[str | None, Spec]] = {
    None: open_fields(one=NUMBER, other=NUMBER),
    "late": _OPENED,
    "catch_up": _OPENED,
    "cancelled": open_fields(exempt=NUMBERS),
}


@dataclass(frozen=True, slots=True)
class _Reseated:
    """Two who changed seats, or a table opened or closed."""

    def problems(self, value: Any, path: str) -> Iterator[DocumentProblem]:
        act = value.get("act") if isinstance(value, dict) else None
        if isinstance(act, str | None) and act in _RESEATED:
            yield from _RESEATED[act].problems(value, path)
        else:
            acts = OneOf([name for name in _RESEATED if name])
            yield from open_fields(act=acts).problems(value, path)


@dataclass(frozen=True, slots=True)
class _Voucher:
    """The number of a line, and the hash of what is left of it."""

    def problems(self, value: Any, path: str) -> Iterator[DocumentProblem]:
        if isinstance(value, list) and len(value) == 2:
            yield from Whole(1).problems(value[0], f"{path}[0]")
            yield from Text(64, 64).problems(value[1], f"{path}[1]")
        else:
            yield from ListOf(Anything(), 2, 2).problems(value, path)


LINK_DATA: Final[Mapping[str, Spec]] = {
    "created": open_fields({"document": BROUGHT_IN}, settings=SETTINGS),
    "changed": open_fields(settings=SETTINGS, before=SETTINGS),
    "entry_added": ENTERED,
    "entry_changed": ENTERED,
    "entry_removed": ONE_ENTRY,
    "checked_in": open_fields(numbers=NUMBERS, here=Flag()),
    "paid": open_fields(numbers=NUMBERS, paid=Flag()),
    "withdrawn": open_fields(**{"number": NUMBER, "from": COUNT}),
    "returned": open_fields({"revived": NUMBERS}, number=NUMBER),
    "drawn": open_fields(
        {
            "repeats": ListOf(open_fields(kind=Text(16), entrants=NUMBERS, times=COUNT)),
            "typed": Flag(),
        },
        method=OneOf([*Method]),
        seed=BIG_SEED,
        fingerprint=Text(64, 1),
    ),
    "swapped": open_fields({"repeats": COUNT}, one=NUMBER, other=NUMBER),
    "discarded": NO_DATA,
    "published": open_fields(
        {"swaps": ListOf(PAIR), "fingerprint": Text(64)},
        hands=Whole(1, 100),
        matches=ListOf(
            open_fields(table=Maybe(NUMBER), a=ListOf(NUMBER, 1, 2), b=ListOf(NUMBER, 0, 2))
        ),
    ),
    "unpublished": NO_DATA,
    "reseated": _Reseated(),
    "timer": open_fields(act=OneOf(["started", "paused", "set"]), seconds_left=Maybe(COUNT)),
    "game": _Game(),
    "slip": open_fields(
        hands=COUNT,
        total_a=Whole(),
        total_b=Whole(),
        capots_a=COUNT,
        capots_b=COUNT,
        reason=NOTE,
        signed=Flag(),
        to_check=Flag(),
        note=NOTE,
    ),
    "checked": open_fields(note=NOTE),
    "accepted": open_fields(**SAID),
    "disputed": open_fields(**SAID),
    "ruled": SETTLED,
    "signed": SETTLED,
    "closed": open_fields(missing=NUMBERS),
    "reopened": NO_DATA,
    "lot": open_fields(order=NUMBERS),
    "code": NO_DATA,
    "finished": open_fields({"ranking": ListOf(ListOf(POINTS, 3, 3))}),
    "resumed": NO_DATA,
    "redacted": open_fields(**{VOUCHED: ListOf(_Voucher())}),
}
"""By the kind of a line: what its `data` holds. Later versions may write more, never less."""


def link_problems(link: Link) -> list[DocumentProblem]:
    """Return everything about a line of a log that no act can have written."""
    if link.kind not in LINK_DATA:
        return list(OneOf([*LINK_DATA]).problems(link.kind, "kind"))
    return list(LINK_DATA[link.kind].problems(link.data, "data"))
