"""Who sat in which place of an entry, round by round and hand by hand. Pure.

An entry knows who sits there now, and who left a place to somebody else when. The rest follows.
"""

from collections.abc import Iterable, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

Who = TypeVar("Who")

TO_COME: Final = "…"
"""Stands in the place of somebody who is still to come: nobody's name, as it has no letter."""
END: Final = 1_000_000
"""After the last hand of a round."""


class Left(NamedTuple, Generic[Who]):
    """Somebody who left a place, from 1; from that hand of that round on another sits there."""

    place: int
    round: int
    hand: int
    who: Who

    @property
    def at(self) -> tuple[int, int]:
        return self.round, self.hand


class Stint(NamedTuple, Generic[Who]):
    """Somebody in a place during a game: from a hand to a hand, None to its end."""

    place: int
    who: Who
    first_hand: int = 1
    last_hand: int | None = None


def order_of(left: Left[Who]) -> tuple[int, int, int]:
    """Return by what those who left are in order."""
    return left.place, left.round, left.hand


def who_sat(
    present: Sequence[Who], left: Iterable[Left[Who]], round_number: int, hand: int = END
) -> list[Who]:
    """Return who sat in each place in a hand of a round, or at the end of the round."""
    people = list(present)
    # From the last who left back to the first who was still there.
    for one in sorted(left, key=order_of, reverse=True):
        if one.at > (round_number, hand) and one.place <= len(people):
            people[one.place - 1] = one.who
    return people


def stints_in(
    present: Sequence[Who], left: Iterable[Left[Who]], round_number: int
) -> list[Stint[Who]]:
    """Return everybody who sat there in a round, place by place, the first one first."""
    every = sorted(left, key=order_of)
    stints = []
    for place, last in enumerate(who_sat(present, every, round_number), start=1):
        first = 1
        for one in every:
            if one.place == place and one.round == round_number and one.hand > 1:
                stints.append(Stint(place, one.who, first, one.hand - 1))
                first = one.hand
        stints.append(Stint(place, last, first))
    return stints


def who_counts(
    present: Sequence[Who], left: Iterable[Left[Who]], round_number: int, hands: int
) -> list[Who]:
    """Return to whom a round belongs in each place: who played the most of its hands.

    Of two who played as many it is the one who finished it.
    """
    longest: dict[int, tuple[int, Who]] = {}
    for stint in stints_in(present, left, round_number):
        last = hands if stint.last_hand is None else stint.last_hand
        played = last - stint.first_hand + 1
        if stint.place not in longest or played >= longest[stint.place][0]:
            longest[stint.place] = (played, stint.who)
    return [who for _played, who in longest.values()]


def titled(names: Iterable[str], team_name: str) -> str:
    """Return the names of a team as one, behind its own: "Les As · Anne & Paul"."""
    people = " & ".join(names)
    return f"{team_name} · {people}" if team_name else people
