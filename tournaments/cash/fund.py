"""How much of what was paid goes to the prizes, to the cent. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, NamedTuple

from tournaments.cash.purses import PaidItem

STEPS: Final = (1, 100, 500)
"""To what the fund may be rounded, in cents."""


class RoundingWay(StrEnum):
    """How the fund is rounded."""

    DOWN = "down"
    NEAREST = "nearest"


class PriceShare(NamedTuple):
    """What of a price goes to the fund: an amount, or a hundredth part as often as `percent`."""

    cents: int = 0
    percent: int = 0

    def of(self, price: int) -> int:
        """Return the cents of one; never more than it costs."""
        return min(price, self.cents + price * self.percent // 100)


class Price(NamedTuple):
    """Something that can be paid for."""

    name: str
    cents: int
    share: PriceShare


@dataclass(frozen=True, slots=True)
class Prices:
    """What can be paid for besides the fee, what of it makes the fund, how that is rounded."""

    fee: PriceShare | None = None
    """What of the fee goes to the fund; None where nobody said."""
    others: tuple[Price, ...] = ()
    step: int = 1
    way: RoundingWay = RoundingWay.DOWN

    def share_of(self, items: Iterable[PaidItem], fee: int) -> int:
        """Return what of some items goes to the fund when all is paid; without any, of the fee."""
        known = {price.name: price.share for price in self.others}
        listed = list(items)
        if not listed:
            return (self.fee or PriceShare()).of(fee)
        # Whoever owes the fee and a meal has the fee under no name.
        known[""] = self.fee or PriceShare()
        nothing = PriceShare()
        return sum(item.count * known.get(item.name, nothing).of(item.cents) for item in listed)

    def to_dict(self) -> dict[str, Any]:
        """Return what is stored; nothing where nothing was said."""
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
    """What somebody paid of what was due, and what of that would go to the fund."""

    kept: int
    due: int
    share: int


@dataclass(frozen=True, slots=True)
class BookFund:
    """Where the money went: `received` and `gifts` are `fund` and `rest`, to the cent."""

    received: int
    gifts: int
    exact: int
    """What the fund would be if it were not rounded."""
    fund: int
    rest: int = field(init=False)
    """What stays in the till: what of the prices is not for prizes, and what rounding leaves."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "rest", self.received + self.gifts - self.fund)

    @property
    def rounded(self) -> int:
        """Return what rounding left in the till; below nothing where the till had to add it."""
        return self.exact - self.fund


def fund_cents(
    parts: Iterable[FundPart], *, gifts: int = 0, step: int = 1, way: RoundingWay = RoundingWay.DOWN
) -> BookFund:
    """Return the prize fund out of what was paid, and what stays in the till.

    Whoever paid all gives the whole share, whoever paid a part that part of it, rounded down to the
    cent. Rounding never takes out more than came in.
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
