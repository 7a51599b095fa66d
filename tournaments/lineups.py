"""The players of an entry, round by round and hand by hand. Pure.

An entry has its current players, and former ones with the hand at which they left.
"""

from collections.abc import Iterable, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

Who = TypeVar("Who")

TO_COME: Final = "…"
"""The name of a partner who is not known yet; it has no letters, so nobody can be called so."""
END: Final = 1_000_000
"""After the last hand of a round."""


class Left(NamedTuple, Generic[Who]):
    """A former player of a place, counted from 1, and the first hand of the substitute."""

    place: int
    round: int
    hand: int
    who: Who

    @property
    def at(self) -> tuple[int, int]:
        return self.round, self.hand


class Stint(NamedTuple, Generic[Who]):
    """A player in a place during a game: first and last hand, None if until its end."""

    place: int
    who: Who
    first_hand: int = 1
    last_hand: int | None = None


def order_of(left: Left[Who]) -> tuple[int, int, int]:
    """Return the sort key of former players."""
    return left.place, left.round, left.hand


def who_sat(
    present: Sequence[Who], left: Iterable[Left[Who]], round_number: int, hand: int = END
) -> list[Who]:
    """Return the player of each place in a hand of a round, or at the end of the round."""
    people = list(present)
    # Go back from the last one who left to the first one who was still there.
    for one in sorted(left, key=order_of, reverse=True):
        if one.at > (round_number, hand) and one.place <= len(people):
            people[one.place - 1] = one.who
    return people


def stints_in(
    present: Sequence[Who], left: Iterable[Left[Who]], round_number: int
) -> list[Stint[Who]]:
    """Return the stints of all players in a round, by place, in order."""
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
    """Return the player who is credited with a round in each place: most of its `hands`.

    For a player who came back, both times count. Of two with the same number, the later one is
    credited.
    """
    played: dict[int, dict[Who, int]] = {}
    for stint in stints_in(present, left, round_number):
        last = hands if stint.last_hand is None else min(stint.last_hand, hands)
        people = played.setdefault(stint.place, {})
        # Reinsert the name, so that the last player comes last.
        before = people.pop(stint.who, 0)
        people[stint.who] = before + max(0, last - stint.first_hand + 1)
    return [max(reversed(people), key=people.__getitem__) for people in played.values()]


def titled(names: Iterable[str], team_name: str) -> str:
    """Return the names of a team as one, after the team name: "Les As · Anne & Paul"."""
    people = " & ".join(names)
    return f"{team_name} · {people}" if team_name else people
