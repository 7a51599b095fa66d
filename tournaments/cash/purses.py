"""What an entry owes and has paid, in whole cents. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class PaidItem:
    """An item to pay for: how many of it, and the price of one."""

    name: str
    count: int
    cents: int

    @property
    def sum(self) -> int:
        return self.count * self.cents


@dataclass(slots=True)
class Purse:
    """What an entry owes and has paid: `items` replace the contest's fee.

    `paid` is None if no amount is known: then it is the fee, whatever its amount. `refunded` was
    paid back; `free` was waived.
    """

    items: tuple[PaidItem, ...] = ()
    paid: int | None = 0
    free: int = 0
    refunded: int = 0
    has_paid: bool = False

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any], *, has_paid: bool) -> "Purse":
        """Return the purse of an entry from its stored form, which is empty for a plain fee."""
        if not plain:
            return cls(paid=None if has_paid else 0, has_paid=has_paid)
        amounts = {name: plain.get(name, 0) for name in ("paid", "free", "refunded")}
        return cls(items=items_from_dict(plain.get("items", ())), has_paid=has_paid, **amounts)

    def to_dict(self, fee: int) -> dict[str, Any]:
        """Return the stored form; empty if `has_paid` says everything."""
        usual = fee if self.has_paid else 0
        if self.paid in (None, usual) and not (self.items or self.free or self.refunded):
            return {}
        plain: dict[str, Any] = {"items": plain_items(self.items)} if self.items else {}
        amounts = (("paid", self.given(fee)), ("free", self.free), ("refunded", self.refunded))
        return plain | {name: cents for name, cents in amounts if cents or name == "paid"}

    def due(self, fee: int) -> int:
        """Return the amount due."""
        return sum(item.sum for item in self.items) if self.items else fee

    def given(self, fee: int) -> int:
        """Return what was paid, before refunds."""
        return fee if self.paid is None else self.paid

    def kept(self, fee: int) -> int:
        """Return what was paid, after refunds."""
        return self.given(fee) - self.refunded

    @property
    def is_refunded(self) -> bool:
        """Return whether everything paid was refunded."""
        return bool(self.paid) and self.refunded >= (self.paid or 0)

    def owes(self, fee: int) -> int:
        """Return what is still to pay; a partial refund is not owed again, a full one is."""
        if self.has_paid:
            return 0
        again = self.refunded if self.is_refunded else 0
        return max(0, self.due(fee) - self.free - self.given(fee) + again)

    def gets_back(self, fee: int) -> int:
        """Return what was paid in excess."""
        return max(0, self.kept(fee) - max(0, self.due(fee) - self.free)) if self.items else 0

    def settle(self, fee: int) -> None:
        """Set whether everything due is paid."""
        given = self.free + self.given(fee)
        is_back = self.is_refunded and not self.free
        # Free items count as paid; a contest without a fee alone does not.
        is_recorded = given > 0 or bool(self.items)
        self.has_paid = is_recorded and given >= self.due(fee) and not is_back

    def owe_again(self, fee: int) -> None:
        """Let an entry that was marked as paid with nothing owe a fee set later."""
        if not (self.items or self.free or self.paid):
            self.has_paid = self.has_paid and not fee

    def take(self, other: "Purse", fee: int) -> None:
        """Add what another entry owed and paid, whose player now joins this team."""
        is_marked = self.has_paid and other.has_paid
        self.items += other.items
        self.paid = self.given(fee) + other.given(fee)
        self.free += other.free
        self.refunded += other.refunded
        self.settle(fee)
        if not self.due(fee) and not self.paid:
            # No fee: `has_paid` is only a tick.
            self.has_paid = is_marked

    def pay_rest(self, cents: int | None, fee: int) -> None:
        """Pay what is owed: `cents`, or the fee if no amount is given."""
        is_new = not (self.items or self.free or self.refunded or self.paid)
        self.paid = None if cents is None and is_new else self.given(fee) + (cents or 0)
        self.has_paid = True

    def clear(self) -> None:
        """Forget all payments, waivers and refunds."""
        self.paid = self.free = self.refunded = 0
        self.has_paid = False


def items_from_dict(plain: Iterable[Any]) -> tuple[PaidItem, ...]:
    return tuple(PaidItem(*one) for one in plain)


def plain_items(items: Iterable[PaidItem]) -> list[list[Any]]:
    return [[item.name, item.count, item.cents] for item in items]
