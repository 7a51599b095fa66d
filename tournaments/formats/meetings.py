"""Club teams of several pairs that meet at several tables at once. Pure."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from itertools import islice, zip_longest
from typing import Any, Final

from tournaments.draw.result import Draw, Pairing
from tournaments.draw.seats import TooFewTablesError
from tournaments.draw.wishes import Span, count_of, numbers_of
from tournaments.formats.phases import Phase, PhaseKind

MOST_DAYS: Final = 100
MOST_PAIRS: Final = 12
"""The largest number of tables of a meeting."""
USUAL_WORTH: Final = (2, 1, 0)


class MeetingCount(StrEnum):
    """How a meeting is scored."""

    TABLES = "tables"
    """Two points for each table won, one for each tie."""
    POINTS = "points"
    """The points of all its tables."""


class MeetingTie(StrEnum):
    """Tie-breaks for equal scores."""

    POINTS = "points"
    """The points of all tables together."""
    FIRST_TABLE = "first_table"
    """The winner of the first table; if that is tied, of the second, and so on."""


class MeetingsError(ValueError):
    """The club teams cannot play; `numbers` are the entries that prevent it."""

    def __init__(self, reason: str, numbers: Iterable[int] = ()) -> None:
        super().__init__(reason)
        self.numbers = tuple(sorted(numbers))


@dataclass(frozen=True, slots=True, kw_only=True)
class Squad:
    """A club team: its entries by number, in the order in which they sit down.

    The first ones present play; those after them are its reserve.
    """

    number: int
    name: str
    entries: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamMeetings:
    """The club teams of a contest, and how their meetings are won. Raises MeetingsError.

    `pairs` is the number of tables of a meeting. If the score is equal, `ties` are applied in
    order; outside of brackets a meeting can end level if `draws`. `worth` are the ranking points
    for winning, a level score and losing; `dates` are the known days of the rounds.
    """

    pairs: int
    squads: tuple[Squad, ...]
    count: MeetingCount = MeetingCount.TABLES
    ties: tuple[MeetingTie, ...] = (MeetingTie.POINTS, MeetingTie.FIRST_TABLE)
    draws: bool = True
    worth: tuple[int, int, int] = USUAL_WORTH
    dates: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Raise MeetingsError for impossible values."""
        if not 1 <= self.pairs <= MOST_PAIRS or len(self.squads) < 2:
            raise MeetingsError(f"{len(self.squads)} of {self.pairs}")
        if [squad.number for squad in self.squads] != [*range(1, len(self.squads) + 1)]:
            raise MeetingsError("numbers")
        times = Counter(number for squad in self.squads for number in squad.entries)
        if twice := [number for number, count in times.items() if count > 1]:
            raise MeetingsError("twice", twice)
        won, level, lost = self.worth
        if len(set(self.ties)) < len(self.ties) or not won >= level >= lost >= 0:
            raise MeetingsError("rule")

    @property
    def by_entry(self) -> dict[int, int]:
        """Return the club team of each entry that has one."""
        return {number: squad.number for squad in self.squads for number in squad.entries}

    def playing(self, squad: int, present: Collection[int]) -> tuple[int, ...]:
        """Return the entries of a club team that play, the first table first."""
        there = (number for number in self.squads[squad - 1].entries if number in present)
        return tuple(there)[: self.pairs]

    def able(self, present: Collection[int]) -> tuple[int, ...]:
        """Return the club teams with at least one entry present."""
        return tuple(one.number for one in self.squads if self.playing(one.number, present))

    def day(self, number: int) -> date | None:
        """Return the day of a round, None if it is unknown."""
        days = self.dates[number - 1 : number]
        return date.fromisoformat(days[0]) if days else None

    def to_dict(self) -> dict[str, Any]:
        """Return values that JSON can hold."""
        return {
            "pairs": self.pairs,
            "count": self.count.value,
            "ties": [tie.value for tie in self.ties],
            "draws": self.draws,
            "worth": list(self.worth),
            "dates": list(self.dates),
            "squads": [
                {"name": squad.name, "entries": list(squad.entries)} for squad in self.squads
            ],
        }


def meetings_from_dict(plain: Mapping[str, Any] | None) -> TeamMeetings | None:
    """Return what `to_dict` wrote, None for nothing; raises KeyError, TypeError or ValueError."""
    if not plain:
        return None
    won, level, lost = plain["worth"]
    return TeamMeetings(
        pairs=int(plain["pairs"]),
        squads=tuple(
            Squad(number=number, name=str(one["name"]), entries=tuple(map(int, one["entries"])))
            for number, one in enumerate(plain["squads"], start=1)
        ),
        count=MeetingCount(plain["count"]),
        ties=tuple(map(MeetingTie, plain["ties"])),
        draws=bool(plain["draws"]),
        worth=(int(won), int(level), int(lost)),
        dates=tuple(map(str, plain["dates"])),
    )


def fit_for_meetings(course: Sequence[Phase]) -> bool:
    """Return whether club teams can go through these phases, which must be pools and brackets."""
    return bool(course) and all(phase.kind is not PhaseKind.ROUNDS for phase in course)


def refuse_moved(
    before: TeamMeetings | None, after: TeamMeetings | None, played: Collection[int], *, begun: bool
) -> None:
    """Raise MeetingsError if a change would contradict what was drawn or played.

    Once a round is drawn, the numbers of club teams and of their tables stay, and entries that have
    `played` stay in their club team; names, order, reserves and scoring may change.
    """
    if not begun:
        return
    if before is None or after is None:
        raise MeetingsError("begun")
    if (before.pairs, len(before.squads)) != (after.pairs, len(after.squads)):
        raise MeetingsError("begun")
    old, new = before.by_entry, after.by_entry
    if moved := [who for who in played if old.get(who) != new.get(who)]:
        raise MeetingsError("moved", moved)


def seated(
    draw: Draw, meetings: TeamMeetings, present: Collection[int], spans: tuple[Span, ...]
) -> Draw:
    """Convert a draw of club teams to one of entries: first against first, and so on.

    The tables of a meeting are side by side. An entry without an opponent is exempt. Raises
    TooFewTablesError.
    """
    tables: list[Pairing] = []
    exempt: list[int] = []
    for place, meeting in enumerate(draw.pairings):
        line_ups = (meetings.playing(side[0], present) for side in (meeting.a, meeting.b))
        for board, (a, b) in enumerate(zip_longest(*line_ups), start=1):
            if a is None or b is None:
                exempt.append(a or b or 0)
            else:
                tables.append(Pairing(place * meetings.pairs + board, (a,), (b,)))
    exempt += [who for squad in draw.exempt for who in meetings.playing(squad, present)]
    last = max((pairing.table for pairing in tables), default=0)
    if last > (there := count_of(spans)):
        raise TooFewTablesError(last, there)
    numbers = list(islice(numbers_of(spans), last))
    tables = [replace(pairing, table=numbers[pairing.table - 1]) for pairing in tables]
    return replace(draw, pairings=tuple(tables), exempt=tuple(exempt))
