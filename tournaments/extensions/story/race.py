"""The race of a contest hand by hand: points over time, and who led. Pure.

Points are added up hand by hand over all tables, as if every table played its first hand at the
same time. What is known only at the end of a round (slips, byes, points that a litige returned)
counts at its end.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryHand:
    """One hand as it was scored; `winner` and `belote` are sides, empty for none."""

    number: int
    a: int
    b: int
    outcome: str
    winner: str = ""
    belote: str = ""

    def points(self, side: str) -> int:
        return self.a if side == "A" else self.b


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryTable:
    """A finished game: entry numbers of both sides, and its hands; a slip has none."""

    game: int
    round: int
    table: int
    a: tuple[int, ...]
    b: tuple[int, ...]
    total_a: int
    total_b: int
    hands: tuple[StoryHand, ...] = ()

    def side(self, side: str) -> tuple[int, ...]:
        return self.a if side == "A" else self.b

    def total(self, side: str) -> int:
        return self.total_a if side == "A" else self.total_b

    @property
    def winner(self) -> str:
        """Return the side that won, empty for a tie."""
        if self.total_a == self.total_b:
            return ""
        return "A" if self.total_a > self.total_b else "B"


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryCredit:
    """An entry's points from one round; `game` is their source, None without a game."""

    entrant: int
    round: int
    points: int
    game: int | None = None
    side: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryInput:
    """The input of a story: complete rounds, in order, with the hands of each.

    `places` are the places after each round.
    """

    rounds: tuple[tuple[int, int], ...]
    tables: tuple[StoryTable, ...]
    credits: tuple[StoryCredit, ...]
    places: Mapping[int, Mapping[int, int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lead:
    """A span of hands during which one entry led alone; `by` is its largest lead."""

    entrant: int
    first: int
    last: int
    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Race:
    """Points of every entry after each hand, starting at 0; `ends` are the steps that end a round.

    `is_by_round` is set if no hand was entered: then a step is a round. `blind` are the rounds in
    which an entry's hands are unknown.
    """

    totals: Mapping[int, tuple[int, ...]]
    best: tuple[int, ...]
    ends: tuple[int, ...]
    leads: tuple[Lead, ...]
    is_by_round: bool
    blind: Mapping[int, frozenset[int]]

    @property
    def steps(self) -> int:
        return len(self.best) - 1

    @property
    def lead_changes(self) -> int:
        pairs = zip(self.leads, self.leads[1:], strict=False)
        return sum(lead.entrant != following.entrant for lead, following in pairs)

    def behind(self, entrant: int) -> tuple[int, ...]:
        """Return an entry's points behind the leader after each hand."""
        pairs = zip(self.best, self.totals[entrant], strict=True)
        return tuple(best - own for best, own in pairs)

    def led(self, entrant: int) -> int:
        return sum(lead.last - lead.first + 1 for lead in self.leads if lead.entrant == entrant)

    def sees(self, entrant: int, step: int) -> bool:
        """Return whether the entry's points after that hand are known, not interpolated."""
        return step in self.ends or self.round_index(step) not in self.blind.get(entrant, ())

    def round_index(self, step: int) -> int:
        """Return the round of a hand, counted from 0."""
        return next(index for index, end in enumerate(self.ends) if step <= end)


def run(given: StoryInput) -> Race:
    """Return the race over the given rounds."""
    is_by_round = not any(table.hands for table in given.tables)
    lengths = [1 if is_by_round else hands for _, hands in given.rounds]
    ends = tuple(sum(lengths[: index + 1]) for index in range(len(lengths)))
    games = {table.game: table for table in given.tables}
    credits = {(credit.entrant, credit.round): credit for credit in given.credits}
    totals: dict[int, tuple[int, ...]] = {}
    blind: dict[int, frozenset[int]] = {}
    for entrant in sorted({credit.entrant for credit in given.credits}):
        own = [0]
        unseen = set()
        for index, (number, _) in enumerate(given.rounds):
            credit = credits.get((entrant, number))
            table = games.get(credit.game) if credit and credit.game is not None else None
            own += _after_hands(own[-1], credit, table, lengths[index])
            if table is None or not table.hands:
                unseen.add(index)
        totals[entrant] = tuple(own)
        blind[entrant] = frozenset(unseen)
    steps = range(sum(lengths) + 1)
    best = tuple(max((own[step] for own in totals.values()), default=0) for step in steps)
    leads = tuple(_leads(totals, best))
    return Race(
        totals=totals, best=best, ends=ends, leads=leads, is_by_round=is_by_round, blind=blind
    )


def _after_hands(
    before: int, credit: StoryCredit | None, table: StoryTable | None, length: int
) -> list[int]:
    """Return an entry's points after each hand of a round."""
    gained = [0] * length
    if credit and table:
        for hand in table.hands:
            gained[min(hand.number, length) - 1] += hand.points(credit.side)
    running = [before]
    for points in gained:
        running.append(running[-1] + points)
    # The stored result of the round counts, whatever the hands add up to.
    running[-1] = before + (credit.points if credit else 0)
    return running[1:]


def _leads(totals: Mapping[int, tuple[int, ...]], best: Sequence[int]) -> Iterator[Lead]:
    """Yield who led and when; an entry that is caught up with still leads."""
    leader: int | None = None
    first = 1
    for step in range(1, len(best)):
        new = _leader(totals, best[step], step, leader)
        if new != leader:
            if leader is not None:
                yield _lead(totals, leader, first, step - 1)
            leader, first = new, step
    if leader is not None:
        yield _lead(totals, leader, first, len(best) - 1)


def _leader(
    totals: Mapping[int, tuple[int, ...]], best: int, step: int, before: int | None
) -> int | None:
    """Return the leader after a hand, None if several passed the previous leader with a tie."""
    ahead = [entrant for entrant, own in totals.items() if own[step] == best] if best else []
    if before in ahead:
        return before
    return ahead[0] if len(ahead) == 1 else None


def _lead(totals: Mapping[int, tuple[int, ...]], leader: int, first: int, last: int) -> Lead:
    others = [own for entrant, own in totals.items() if entrant != leader]
    leads = [
        totals[leader][step] - max((own[step] for own in others), default=0)
        for step in range(first, last + 1)
    ]
    return Lead(entrant=leader, first=first, last=last, by=max(leads))
