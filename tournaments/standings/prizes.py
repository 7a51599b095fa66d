"""The prize plan of a contest; `awards` says who gets the prizes."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Any, Final

from tournaments.standings.fund import Fund, Pot, Share

MOST_PRIZES: Final = 100
MOST_PLACES: Final = 500


class PrizeKind(StrEnum):
    """Who a prize is for, in the order in which prizes are given."""

    PLACE = "place"
    LAST = "last"
    TAG = "tag"
    BEST_GAME = "best_game"
    CAPOTS = "capots"
    FIRST_ROUND = "first_round"
    LAST_ROUND = "last_round"
    PRESENT = "present"


class PlanError(ValueError):
    """The prize plan is invalid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    """One line of the prize plan: what each place from `first` to `last` gets.

    Places count among those the prize is for: the second lady, the last but one. Money is an amount
    in cents, a share of the fund in hundredths of a percent, or parts of what is left of it. With
    `each`, both players of a team get one. The key does not change when the line is edited.
    """

    key: int
    aim: PrizeKind = PrizeKind.PLACE
    first: int = 1
    last: int = 1
    tag: str = ""
    cents: int = 0
    percent: int = 0
    parts: int = 0
    goods: str = ""
    sponsor: str = ""
    each: bool = False

    def __post_init__(self) -> None:
        money = sum(map(bool, (self.cents, self.percent, self.parts)))
        is_right = 1 <= self.first <= self.last <= MOST_PLACES and self.key >= 1
        if not is_right or money > 1 or not (money or self.goods):
            raise PlanError(f"prize {self.key}")
        if (self.aim is PrizeKind.TAG) != bool(self.tag):
            raise PlanError(f"prize {self.key}: tag")

    @property
    def is_money(self) -> bool:
        return bool(self.cents or self.percent or self.parts)

    @property
    def share(self) -> Share:
        """Return what each of its prizes takes of the fund."""
        return Share(cents=self.cents, percent=self.percent, parts=self.parts)

    @property
    def places(self) -> range:
        return range(self.first, self.last + 1)

    @property
    def sort_key(self) -> tuple[int, str, int, int, int]:
        """Return the sort key of the list of prizes."""
        return [*PrizeKind].index(self.aim), self.tag, self.first, self.last, self.key

    def to_dict(self) -> dict[str, Any]:
        plain = {one.name: getattr(self, one.name) for one in fields(self)}
        return {
            name: value.value if name == "aim" else value
            for name, value in plain.items()
            if name in {"key", "aim", "first", "last"} or value
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizePlan:
    """All prizes of a contest. `several`: a team can win more than one, otherwise only its best."""

    prizes: tuple[Prize, ...] = ()
    several: bool = False
    fund: Fund = field(default_factory=Fund)
    pot: Pot = field(default_factory=Pot)

    def __post_init__(self) -> None:
        keys = Counter(prize.key for prize in self.prizes)
        if len(self.prizes) > MOST_PRIZES or any(count > 1 for count in keys.values()):
            raise PlanError("keys")

    @property
    def in_order(self) -> tuple[Prize, ...]:
        """Return the prizes in the order of the list: by place, then the others."""
        return tuple(sorted(self.prizes, key=lambda prize: prize.sort_key))

    @property
    def next_key(self) -> int:
        return max((prize.key for prize in self.prizes), default=0) + 1

    @property
    def next_place(self) -> int:
        """Return the first place after those with a prize."""
        places = (prize.last for prize in self.prizes if prize.aim is PrizeKind.PLACE)
        return min(max(places, default=0) + 1, MOST_PLACES)

    def prize(self, key: int) -> Prize:
        """Return a prize by its key; raises LookupError."""
        return {prize.key: prize for prize in self.prizes}[key]

    def with_prize(self, prize: Prize) -> "PrizePlan":
        """Return the plan with a line changed."""
        others = [one for one in self.prizes if one.key != prize.key]
        return replace(self, prizes=(*others, prize))

    def with_added(self, *added: Prize) -> "PrizePlan":
        """Return the plan with more lines, each under a key of its own."""
        keyed = (replace(prize, key=self.next_key + at) for at, prize in enumerate(added))
        return replace(self, prizes=(*self.prizes, *keyed))

    def without(self, key: int) -> "PrizePlan":
        """Return the plan without a line."""
        return replace(self, prizes=tuple(one for one in self.prizes if one.key != key))

    def with_risen(self, key: int) -> "PrizePlan":
        """Return the plan with a prize by place moved up by one."""
        by_place = [prize for prize in self.in_order if prize.aim is PrizeKind.PLACE]
        at = next((at for at, prize in enumerate(by_place) if prize.key == key), 0)
        if at == 0:
            return self
        above, below = by_place[at - 1], by_place[at]
        # Each still goes to as many places as before.
        risen = replace(below, first=above.first, last=above.first + len(below.places) - 1)
        sunk = replace(above, first=below.last - len(above.places) + 1, last=below.last)
        return self.with_prize(risen).with_prize(sunk)

    def to_dict(self) -> dict[str, Any]:
        return {
            "prizes": [prize.to_dict() for prize in self.prizes],
            "several": self.several,
            "fund": self.fund.to_dict(),
            "pot": self.pot.to_dict(),
        }


def plan_from_dict(plain: Mapping[str, Any]) -> PrizePlan:
    """Return a plan from plain values; an empty one from empty values. Raises ValueError."""
    if not plain:
        return PrizePlan()
    return PrizePlan(
        prizes=tuple(Prize(**{**one, "aim": PrizeKind(one["aim"])}) for one in plain["prizes"]),
        several=plain["several"],
        fund=Fund.from_dict(plain["fund"]),
        pot=Pot(**plain["pot"]),
    )


def plan_of_list(names: Sequence[str], for_last: str) -> PrizePlan:
    """Return the plan of a contest from before prize plans: prizes by place, one for the last."""
    places = [
        Prize(key=place, first=place, last=place, goods=name)
        for place, name in enumerate(names, start=1)
        if name
    ]
    last = [Prize(key=len(names) + 1, aim=PrizeKind.LAST, goods=for_last)] if for_last else []
    # `several`, because in those days the last one could also win the prize of its place.
    return PrizePlan(prizes=(*places, *last), several=bool(places or last))
