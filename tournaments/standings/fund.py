"""Splitting the prize fund to the cent: amounts, shares, rounding and remainder."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

WHOLE: Final = 100_00
"""The whole fund in hundredths of a percent."""


class ShareRounding(StrEnum):
    """The unit that a share is rounded down to."""

    CENT = "cent"
    EURO = "euro"
    FIVE_EUROS = "five_euros"

    @property
    def unit(self) -> int:
        return {ShareRounding.CENT: 1, ShareRounding.EURO: 100, ShareRounding.FIVE_EUROS: 500}[self]


class Rest(StrEnum):
    """Who gets the remainder that rounding leaves."""

    FIRST = "first"
    """The first share."""
    TILL = "till"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fund:
    """The settings of the prize fund. `cents` is a typed sum, None to use that of the cash book.

    `may_exceed`: fixed amounts are paid in full, even if they exceed the fund.
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
        """Return a fund from plain values; raises ValueError."""
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
    """What a prize takes: cents, hundredths of a percent of the fund, or parts of the remainder."""

    cents: int = 0
    percent: int = 0
    parts: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FundSplit:
    """The cents for each share, in order; with `rest` they add up to the fund.

    `rest` is negative if amounts exceed the fund and may: the club pays the difference.
    `is_short`: some shares got less than their amount.
    """

    cents: tuple[int, ...]
    rest: int
    is_short: bool = False


def split_fund(
    fund: int, shares: Sequence[tuple[Share, int]], terms: Fund | None = None
) -> FundSplit:
    """Split a fund among shares, each given with how many times it is paid.

    Fixed amounts come first, then shares of the whole fund, then parts of what is left. None gets
    more than is left, except amounts that may exceed the fund. Earlier shares are paid first.
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
    """Add the remainder of rounding to the first share; return how much it was."""
    for at, (share, count) in enumerate(shares):
        if share.percent or share.parts:
            found[at] += rest // count
            return rest // count * count
    return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Pot:
    """A pot for capots: an amount for each, with or without a limit, or a sum shared by all."""

    cents: int = 0
    each: int = 0

    def __post_init__(self) -> None:
        if min(self.cents, self.each) < 0:
            raise ValueError("pot")

    def to_dict(self) -> dict[str, Any]:
        return {"cents": self.cents, "each": self.each}


@dataclass(frozen=True, slots=True, kw_only=True)
class PotSplit:
    """What one capot pays, and each entrant's amount; the rest stays in the till."""

    each: int
    paid: Mapping[int, int]
    rest: int


def split_pot(pot: Pot, capots: Mapping[int, int]) -> PotSplit:
    """Pay the same for every capot: the set amount, or less if the pot does not suffice."""
    made = sum(capots.values())
    each = pot.each
    if pot.cents and made:
        reached = pot.cents // made
        each = min(each, reached) if each else reached
    paid = {who: count * each for who, count in capots.items() if count and each}
    spent = sum(paid.values())
    return PotSplit(each=each, paid=paid, rest=pot.cents - spent if pot.cents else 0)
