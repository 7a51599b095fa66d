"""Money in a document and in a log. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

from tournaments.audit_log.replay.fields import PRIVATE, WHERE_SET
from tournaments.audit_log.replay.fields import Words as _
from tournaments.audit_log.replay.shape import (
    BIG,
    DocumentProblem,
    Fields,
    ListOf,
    OneOf,
    Parsed,
    ShapeCode,
    Spec,
    Text,
    Whole,
    joined,
)
from tournaments.audit_log.replay.values import NOTE, NUMBER
from tournaments.cash.book import Means, What
from tournaments.cash.fund import STEPS, RoundingWay, prices_from_dict

CENTS: Final = Whole(0, BIG)
LINE: Final = Whole(1, BIG)


@dataclass(frozen=True, slots=True)
class _Row:
    """A list of values with a specification for each position."""

    specs: tuple[Spec, ...]

    def problems(self, value: Any, path: str) -> Iterator[DocumentProblem]:
        if not isinstance(value, list) or len(value) != len(self.specs):
            yield DocumentProblem(path, ShapeCode.WRONG_COUNT, str(value))
            return
        for place, (one, spec) in enumerate(zip(value, self.specs, strict=True)):
            yield from spec.problems(one, f"{path}[{place}]")


class _Coins:
    """The number of each coin and note, by its value in cents."""

    def problems(self, value: Any, path: str) -> Iterator[DocumentProblem]:
        if not isinstance(value, Mapping):
            yield DocumentProblem(path, ShapeCode.NOT_AN_OBJECT, str(value))
            return
        for name, count in value.items():
            yield from OneOf([str(cents) for cents in COINS]).problems(name, joined(path, name))
            yield from NUMBER.problems(count, joined(path, name))


COINS: Final = (
    *(20_000, 10_000, 5_000, 2_000, 1_000, 500),
    *(200, 100, 50, 20, 10, 5, 2, 1),
)
"""The notes and coins of the euro, the largest first."""
_PERCENT: Final = Whole(0, 100)
_PRICES: Final = Fields(
    {},
    {
        "fee": _Row((CENTS, _PERCENT)),
        "prices": ListOf(_Row((Text(80, 1), CENTS, CENTS, _PERCENT))),
        "step": Whole(min(STEPS), max(STEPS)),
        "way": OneOf([way.value for way in RoundingWay]),
    },
)


ITEMS: Final = ListOf(_Row((Text(80), NUMBER, CENTS)))
PRICES: Final = Parsed(_PRICES, prices_from_dict)
"""The prices, and their share in the prize fund; empty if nothing was set."""
PURSE: Final = Fields({}, {"items": ITEMS, "paid": CENTS, "free": CENTS, "refunded": CENTS})
"""What an entry owes and has paid, if that is not just the fee."""
PricesField = Annotated[dict[str, Any], PRICES, WHERE_SET, PRIVATE, _("the prices")]
PurseField = Annotated[dict[str, Any], PURSE, WHERE_SET, PRIVATE, _("what was paid")]
WRITTEN: Final = Fields(
    {
        "what": OneOf([what.value for what in What if what not in {What.COUNTER, What.PRIZE}]),
        "cents": LINE,
    },
    {
        "means": OneOf(["", *(means.value for means in Means)]),
        "entry": NUMBER,
        "person": Whole(1, 2),
        "note": NOTE,
        "items": ITEMS,
    },
    is_open=True,
)
COUNTERED: Final = Fields(
    {"what": OneOf([What.COUNTER.value]), "of": LINE}, {"note": NOTE}, is_open=True
)


class _MoneyLine:
    """A line of the cash book, the cancellation of another one, or a hidden line."""

    def problems(self, value: Any, path: str) -> Iterator[DocumentProblem]:
        is_counter = isinstance(value, Mapping) and value.get("what") == What.COUNTER
        yield from (COUNTERED if is_counter else WRITTEN).problems(value, path)


@dataclass(frozen=True, slots=True)
class Hideable:
    """The data of a log entry, or only that it is hidden."""

    spec: Spec

    def problems(self, value: Any, path: str) -> Iterator[DocumentProblem]:
        if value != {"hidden": True}:
            yield from self.spec.problems(value, path)


MONEY: Final = Hideable(_MoneyLine())
CHARGED: Final = Hideable(Fields({"number": NUMBER, "items": ITEMS}, {}, is_open=True))
PRICED: Final = Hideable(Fields({"prices": PRICES}, {}, is_open=True))
COUNTED: Final = Hideable(
    Fields(
        {"cents": CENTS, "expected": Whole(-BIG, BIG)},
        {"coins": _Coins(), "note": NOTE},
        is_open=True,
    )
)
