"""The story of a contest: who led when, the biggest hand, the comeback. Pure: numbers in, facts out.

Points are added up hand by hand over all tables at once, as if every table wrote its first hand at
the same moment. What is known only at the end of a round (slips, exempt entries, points that a
litige gave back) counts at its end.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

SIDES: Final = ("A", "B")
LITIGE: Final = "litige"


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryHand:
    """One hand as it was marked; `winner` and `belote` are sides, empty for none."""

    number: int
    a: int
    b: int
    outcome: str
    winner: str = ""
    taker: str = ""
    belote: str = ""

    def points(self, side: str) -> int:
        """Return what a side marked."""
        return self.a if side == "A" else self.b


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryTable:
    """A finished game: who sat on which side (numbers of entries), its hands, none from a slip."""

    game: int
    round: int
    table: int
    a: tuple[int, ...]
    b: tuple[int, ...]
    total_a: int
    total_b: int
    hands: tuple[StoryHand, ...] = ()

    def side(self, side: str) -> tuple[int, ...]:
        """Return who sat on that side."""
        return self.a if side == "A" else self.b

    def total(self, side: str) -> int:
        """Return the total of that side."""
        return self.total_a if side == "A" else self.total_b

    @property
    def winner(self) -> str:
        """Return the side that won, empty for a draw."""
        if self.total_a == self.total_b:
            return ""
        return "A" if self.total_a > self.total_b else "B"


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryCredit:
    """What an entry brought home from a round; `game` is where from, None without a game."""

    entrant: int
    round: int
    points: int
    game: int | None = None
    side: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What the story is told of: whole rounds only, in order, with the hands each of them has.

    `places` are the places after each round.
    """

    rounds: tuple[tuple[int, int], ...]
    tables: tuple[StoryTable, ...]
    credits: tuple[StoryCredit, ...]
    places: Mapping[int, Mapping[int, int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lead:
    """A stretch in which one entry led alone, from one hand to another; `by` its largest lead."""

    entrant: int
    first: int
    last: int
    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Race:
    """Points of every entry after each hand, the first at 0; `ends` where each round ends.

    `is_by_round` where no hand was written: then a step is a round. `blind` names the rounds in
    which an entry's hands are not known.
    """

    totals: Mapping[int, tuple[int, ...]]
    best: tuple[int, ...]
    ends: tuple[int, ...]
    leads: tuple[Lead, ...]
    is_by_round: bool
    blind: Mapping[int, frozenset[int]]

    @property
    def steps(self) -> int:
        """Return how many hands there are, or rounds."""
        return len(self.best) - 1

    @property
    def lead_changes(self) -> int:
        """Return how often the lead went to another entry."""
        pairs = zip(self.leads, self.leads[1:], strict=False)
        return sum(lead.entrant != following.entrant for lead, following in pairs)

    def behind(self, entrant: int) -> tuple[int, ...]:
        """Return how far an entry was behind the leader after each hand."""
        pairs = zip(self.best, self.totals[entrant], strict=True)
        return tuple(best - own for best, own in pairs)

    def led(self, entrant: int) -> int:
        """Return after how many hands an entry led alone."""
        return sum(lead.last - lead.first + 1 for lead in self.leads if lead.entrant == entrant)

    def sees(self, entrant: int, step: int) -> bool:
        """Return whether the entry's points after that hand are known, not only guessed."""
        return step in self.ends or self.round_index(step) not in self.blind.get(entrant, ())

    def round_index(self, step: int) -> int:
        """Return in which round, counted from 0, that hand lies."""
        return next(index for index, end in enumerate(self.ends) if step <= end)


@dataclass(frozen=True, slots=True, kw_only=True)
class SideFact:
    """Something about one side of a table: `points` of it; `times` how often it happened."""

    table: StoryTable
    side: str
    points: int
    hand: StoryHand | None = None
    times: int = 1

    @property
    def entrants(self) -> tuple[int, ...]:
        """Return who it was."""
        return self.table.side(self.side)

    @property
    def others(self) -> tuple[int, ...]:
        """Return against whom."""
        return self.table.side("B" if self.side == "A" else "A")


@dataclass(frozen=True, slots=True, kw_only=True)
class Climb:
    """An entry that gained many places after a round."""

    entrant: int
    after_round: int
    before: int
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Behind:
    """How far the winner of the contest was behind the leader, and after which hand."""

    entrant: int
    points: int
    step: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """Litiges one after the other at one table; `won` is the hand that ended them, if any did."""

    table: StoryTable
    first: int
    length: int
    won: StoryHand | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """Everything worth telling; None where there was nothing of the kind."""

    race: Race
    top: tuple[int, ...]
    places: Mapping[int, int]
    biggest_hand: SideFact | None
    comeback: SideFact | None
    climb: Climb | None
    winner_behind: Behind | None
    highest_game: SideFact | None
    lowest_game: SideFact | None
    tightest: SideFact | None
    most_litiges: SideFact | None
    chain: Chain | None
    outcomes: Mapping[str, int]
    belotes: int
    hands: int
    tables: int
    slips: int


def tell(told: Told, *, top: int = 5) -> Story:
    """Return the story of the rounds that are told."""
    race = _race(told)
    places = told.places[told.rounds[-1][0]] if told.rounds else {}
    order = sorted(places, key=lambda entrant: (places[entrant], entrant))
    hands = [hand for table in told.tables for hand in table.hands]
    return Story(
        race=race,
        top=tuple(order[:top]),
        places=places,
        biggest_hand=_most(_hand_facts(told.tables)),
        comeback=_most(_comebacks(told.tables)),
        climb=_climb(told),
        winner_behind=_winner_behind(race, places),
        highest_game=_most(_game_facts(told.tables)),
        lowest_game=_most(_game_facts(told.tables), least=True),
        tightest=_most(_margins(told.tables), least=True),
        most_litiges=_most(_litiges(told.tables)),
        chain=_chain(told.tables),
        outcomes=Counter(hand.outcome for hand in hands),
        belotes=sum(bool(hand.belote) for hand in hands),
        hands=len(hands),
        tables=len(told.tables),
        slips=sum(not table.hands for table in told.tables),
    )


def _race(told: Told) -> Race:
    is_by_round = not any(table.hands for table in told.tables)
    lengths = [1 if is_by_round else hands for _, hands in told.rounds]
    ends = tuple(sum(lengths[: index + 1]) for index in range(len(lengths)))
    games = {table.game: table for table in told.tables}
    credits = {(credit.entrant, credit.round): credit for credit in told.credits}
    totals: dict[int, tuple[int, ...]] = {}
    blind: dict[int, frozenset[int]] = {}
    for entrant in sorted({credit.entrant for credit in told.credits}):
        own = [0]
        unseen = set()
        for index, (number, _) in enumerate(told.rounds):
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
    # The result of the round is what counts, whatever its hands add up to.
    running[-1] = before + (credit.points if credit else 0)
    return running[1:]


def _leads(totals: Mapping[int, tuple[int, ...]], best: Sequence[int]) -> Iterator[Lead]:
    """Return the stretches in which somebody led; who is caught up with still leads."""
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
    """Return who leads after a hand, None where several have come past the leader as equals."""
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


def _most(facts: Iterable[SideFact], *, least: bool = False) -> SideFact | None:
    """Return the first fact with the most points (or the least), and how many there are of it."""
    found = list(facts)
    if not found:
        return None
    points = [fact.points for fact in found]
    wanted = min(points) if least else max(points)
    first = found[points.index(wanted)]
    return SideFact(
        table=first.table,
        side=first.side,
        points=wanted,
        hand=first.hand,
        times=points.count(wanted),
    )


def _hand_facts(tables: Iterable[StoryTable]) -> Iterator[SideFact]:
    for table in tables:
        for hand in table.hands:
            for side in SIDES:
                if points := hand.points(side):
                    yield SideFact(table=table, side=side, points=points, hand=hand)


def _game_facts(tables: Iterable[StoryTable]) -> Iterator[SideFact]:
    for table in tables:
        for side in SIDES:
            yield SideFact(table=table, side=side, points=table.total(side))


def _margins(tables: Iterable[StoryTable]) -> Iterator[SideFact]:
    for table in tables:
        margin = abs(table.total_a - table.total_b)
        yield SideFact(table=table, side=table.winner or "A", points=margin)


def _litiges(tables: Iterable[StoryTable]) -> Iterator[SideFact]:
    for table in tables:
        if count := sum(hand.outcome == LITIGE for hand in table.hands):
            yield SideFact(table=table, side="A", points=count)


def _comebacks(tables: Iterable[StoryTable]) -> Iterator[SideFact]:
    """Return by how much each game's winner had been behind, and after which hand."""
    for table in tables:
        lead, worst, when = 0, 0, None
        for hand in table.hands:
            lead += hand.a - hand.b if table.winner == "A" else hand.b - hand.a
            if lead < worst:
                worst, when = lead, hand
        if table.winner and when:
            yield SideFact(table=table, side=table.winner, points=-worst, hand=when)


def _climb(told: Told) -> Climb | None:
    """Return who gained the most places from the end of a round to the end of the last."""
    if not told.rounds:
        return None
    last = told.places[told.rounds[-1][0]]
    climbs = [
        Climb(entrant=entrant, after_round=number, before=place, after=last[entrant])
        for number, _ in told.rounds[:-1]
        for entrant, place in sorted(told.places[number].items())
        if entrant in last and place > last[entrant]
    ]
    return max(climbs, key=lambda climb: climb.before - climb.after, default=None)


def _winner_behind(race: Race, places: Mapping[int, int]) -> Behind | None:
    """Return how far the winner had been behind; None for several winners, or one who always led.

    Hands that are not known, on slips, say nothing of how far behind one was.
    """
    winners = [entrant for entrant, place in places.items() if place == 1]
    if len(winners) != 1 or winners[0] not in race.totals:
        return None
    behind = race.behind(winners[0])
    seen = [step for step in range(1, race.steps) if race.sees(winners[0], step)]
    step = max(seen, key=lambda step: behind[step], default=0)
    if not behind[step]:
        return None
    return Behind(entrant=winners[0], points=behind[step], step=step)


def _chain(tables: Iterable[StoryTable]) -> Chain | None:
    """Return the longest run of litiges, of two at least."""
    chains = [chain for table in tables for chain in _chains(table) if chain.length > 1]
    return max(chains, key=lambda chain: chain.length, default=None)


def _chains(table: StoryTable) -> Iterator[Chain]:
    first, length = 0, 0
    for hand in table.hands:
        if hand.outcome == LITIGE:
            first, length = (first or hand.number), length + 1
        elif length and hand.winner:
            yield Chain(table=table, first=first, length=length, won=hand)
            first, length = 0, 0
    if length:
        yield Chain(table=table, first=first, length=length, won=None)
