"""The prize fund parted to the cent: amounts, shares, a rounding and where the rest goes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

WHOLE: Final = 100_00
"""The whole fund in hundredths of a percent."""


class ShareRounding(StrEnum):
    """Down to what a share is rounded."""

    CENT = "cent"
    EURO = "euro"
    FIVE_EUROS = "five_euros"

    @property
    def unit(self) -> int:
        return {ShareRounding.CENT: 1, ShareRounding.EURO: 100, ShareRounding.FIVE_EUROS: 500}[self]


class Rest(StrEnum):
    """Where what the rounding leaves goes."""

    FIRST = "first"
    """To the first share."""
    TILL = "till"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fund:
    """How money is parted. `cents` is a typed sum, None where the book says it.

    `may_exceed`: amounts are paid whole, even where they come to more than the fund.
    """

    cents: int | None = None
    rounding: ShareRounding = ShareRounding.EURO
    rest: Rest = Rest.TILL
    may_exceed: bool = False

    def __post_init__(self) -> None:
        if self.cents is not None and self.cents < 0:
            raise ValueError("fund")

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> "Fund":
        """Return it from plain values; raises ValueError."""
        codes = {"rounding": ShareRounding(plain["rounding"]), "rest": Rest(plain["rest"])}
        return cls(**{**plain, **codes})

    def to_dict(self) -> dict[str, Any]:
        return {
            "cents": self.cents,
            "rounding": self.rounding.value,
            "rest": self.rest.value,
            "may_exceed": self.may_exceed,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """What a prize takes: cents, hundredths of a percent of the fund, or parts of what is left."""

    cents: int = 0
    percent: int = 0
    parts: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FundSplit:
    """Cents for each share in order. With the rest they come to the fund, to the cent.

    The rest is less than nothing where amounts exceed the fund and may: the club adds that.
    `is_short`: some got less than was said.
    """

    cents: tuple[int, ...]
    rest: int
    is_short: bool = False


def split_fund(
    fund: int, shares: Sequence[tuple[Share, int]], terms: Fund | None = None
) -> FundSplit:
    """Part a fund: of each share so many, as each of two players gets one.

    Amounts come first, then shares of the whole fund, then parts of what those leave; none gets
    more than is left, but amounts that may exceed. In the list whoever stands first is paid first.
    """
    terms = terms or Fund()
    left, is_short = fund, False
    found = [0] * len(shares)
    owed = Fraction(0)
    for kind in ("cents", "percent", "parts"):
        base = max(left, 0) if kind == "parts" else fund
        weights = sum(share.parts * count for share, count in shares)
        for at, (share, count) in enumerate(shares):
            if not (weight := getattr(share, kind)):
                continue
            exact = _exact(kind, weight, base, weights)
            cents = _down(exact, 1 if kind == "cents" else terms.rounding.unit)
            if cents * count > left and not (kind == "cents" and terms.may_exceed):
                cents, is_short = max(left, 0) // count, True
                exact = Fraction(cents)
            found[at] = cents
            left -= cents * count
            owed += (exact - cents) * count
    if terms.rest is Rest.FIRST and left > 0:
        left -= _rest_to_first(found, shares, min(left, int(owed)))
    return FundSplit(cents=tuple(found), rest=left, is_short=is_short)


def _exact(kind: str, weight: int, base: int, weights: int) -> Fraction:
    if kind == "cents":
        return Fraction(weight)
    return Fraction(weight * base, WHOLE if kind == "percent" else weights)


def _down(exact: Fraction, unit: int) -> int:
    return int(exact) // unit * unit


def _rest_to_first(found: list[int], shares: Sequence[tuple[Share, int]], rest: int) -> int:
    """Add to the first share what the rounding left of all; return how much that was."""
    for at, (share, count) in enumerate(shares):
        if share.percent or share.parts:
            found[at] += rest // count
            return rest // count * count
    return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Pot:
    """A pot for capots: so much each, of a sum or as many as are made; or a sum for all of them."""

    cents: int = 0
    each: int = 0

    def __post_init__(self) -> None:
        if min(self.cents, self.each) < 0:
            raise ValueError("pot")

    def to_dict(self) -> dict[str, Any]:
        return {"cents": self.cents, "each": self.each}


@dataclass(frozen=True, slots=True, kw_only=True)
class PotSplit:
    """What a capot pays, and who gets how much; the rest stays in the till."""

    each: int
    paid: Mapping[int, int]
    rest: int


def split_pot(pot: Pot, capots: Mapping[int, int]) -> PotSplit:
    """Pay every capot the same: as said, or less where the pot does not reach."""
    made = sum(capots.values())
    each = pot.each
    if pot.cents and made:
        reached = pot.cents // made
        each = min(each, reached) if each else reached
    paid = {who: count * each for who, count in capots.items() if count and each}
    spent = sum(paid.values())
    return PotSplit(each=each, paid=paid, rest=pot.cents - spent if pot.cents else 0)
