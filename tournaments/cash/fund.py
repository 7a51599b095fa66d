"""How much of the payments goes to the prizes, to the cent. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, NamedTuple

from tournaments.cash.purses import PaidItem

STEPS: Final = (1, 100, 500)
"""The units that the fund can be rounded to, in cents."""


class RoundingWay(StrEnum):
    """The direction in which the fund is rounded."""

    DOWN = "down"
    NEAREST = "nearest"


class PriceShare(NamedTuple):
    """The fund's share of a price: an amount in cents, or a percentage."""

    cents: int = 0
    percent: int = 0

    def of(self, price: int) -> int:
        """Return the cents for one item; never more than its price."""
        return min(price, self.cents + price * self.percent // 100)


class Price(NamedTuple):
    """Something to pay for."""

    name: str
    cents: int
    share: PriceShare


@dataclass(frozen=True, slots=True)
class Prices:
    """What can be paid for besides the fee, its share in the fund, and how the fund is rounded."""

    fee: PriceShare | None = None
    """The fund's share of the fee; None if not set."""
    others: tuple[Price, ...] = ()
    step: int = 1
    way: RoundingWay = RoundingWay.DOWN

    def share_of(self, items: Iterable[PaidItem], fee: int) -> int:
        """Return the fund's share in fully paid items; without items, in the fee."""
        known = {price.name: price.share for price in self.others}
        listed = list(items)
        if not listed:
            return (self.fee or PriceShare()).of(fee)
        # An entry that owes the fee and a meal has the fee as the item without a name.
        known[""] = self.fee or PriceShare()
        nothing = PriceShare()
        return sum(item.count * known.get(item.name, nothing).of(item.cents) for item in listed)

    def to_dict(self) -> dict[str, Any]:
        """Return the stored form; empty if nothing is set."""
        plain: dict[str, Any] = {}
        if self.fee is not None:
            plain["fee"] = list(self.fee)
        if self.others:
            plain["prices"] = [[one.name, one.cents, *one.share] for one in self.others]
        if (self.step, self.way) != (1, RoundingWay.DOWN):
            plain |= {"step": self.step, "way": self.way.value}
        return plain


def prices_from_dict(plain: Mapping[str, Any]) -> Prices:
    """Return stored prices; raises ValueError."""
    listed = plain.get("prices", ())
    others = [Price(name, cents, PriceShare(*share)) for name, cents, *share in listed]
    if len({price.name for price in others}) < len(others):
        raise ValueError("two prices of one name")
    return Prices(
        fee=PriceShare(*plain["fee"]) if "fee" in plain else None,
        others=tuple(others),
        step=plain.get("step", 1),
        way=RoundingWay(plain.get("way", RoundingWay.DOWN)),
    )


class FundPart(NamedTuple):
    """What somebody paid of what was due, and the fund's share in the whole."""

    kept: int
    due: int
    share: int


@dataclass(frozen=True, slots=True)
class BookFund:
    """Where the money went: `received` plus `gifts` equals `fund` plus `rest`, to the cent."""

    received: int
    gifts: int
    exact: int
    """The fund before rounding."""
    fund: int
    rest: int = field(init=False)
    """What stays in the till: the share of prices that is not for prizes, and the rounding."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "rest", self.received + self.gifts - self.fund)

    @property
    def rounded(self) -> int:
        """Return what rounding left in the till; negative if it took from the till."""
        return self.exact - self.fund


def fund_cents(
    parts: Iterable[FundPart], *, gifts: int = 0, step: int = 1, way: RoundingWay = RoundingWay.DOWN
) -> BookFund:
    """Return the prize fund from payments, and what stays in the till.

    A full payment contributes its whole share, a partial one the same proportion of it, rounded
    down to the cent. Rounding never takes out more than came in.
    """
    listed = list(parts)
    received = sum(part.kept for part in listed)
    exact = gifts + sum(
        min(part.kept, part.due) * part.share // part.due for part in listed if part.due > 0
    )
    rounded = (exact + (step // 2 if way is RoundingWay.NEAREST else 0)) // step * step
    if rounded > received + gifts:
        rounded -= step
    return BookFund(received=received, gifts=gifts, exact=exact, fund=rounded)
