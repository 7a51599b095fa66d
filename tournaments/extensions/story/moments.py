"""Memorable moments of a contest: biggest hand, comeback, climb, litiges. Pure."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from tournaments.extensions.story.race import Race, StoryHand, StoryInput, StoryTable, run

SIDES: Final = ("A", "B")
LITIGE: Final = "litige"
SHARED: Final = "shared"


@dataclass(frozen=True, slots=True, kw_only=True)
class SideFact:
    """A fact about one side of a table: its `points`, and how many `times` it happened."""

    table: StoryTable
    side: str
    points: int
    hand: StoryHand | None = None
    times: int = 1

    @property
    def entrants(self) -> tuple[int, ...]:
        return self.table.side(self.side)

    @property
    def others(self) -> tuple[int, ...]:
        return self.table.side("B" if self.side == "A" else "A")

    @property
    def is_after_litige(self) -> bool:
        """Return whether the hand also won points held by earlier litiges."""
        if self.hand is None or self.hand.winner != self.side:
            return False
        earlier = [hand for hand in self.table.hands if hand.number < self.hand.number]
        # A shared hand does not change the held points.
        before = next((hand for hand in reversed(earlier) if hand.outcome != SHARED), None)
        return before is not None and before.outcome == LITIGE


@dataclass(frozen=True, slots=True, kw_only=True)
class Climb:
    """An entry that gained many places in a round."""

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
    """Consecutive litiges at one table; `won` is the hand that ended them, if any did."""

    table: StoryTable
    first: int
    length: int
    won: StoryHand | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """All moments of a contest; None where there was none of the kind."""

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


def find_story(given: StoryInput, *, top: int = 5) -> Story:
    race = run(given)
    places = given.places[given.rounds[-1][0]] if given.rounds else {}
    order = sorted(places, key=lambda entrant: (places[entrant], entrant))
    hands = [hand for table in given.tables for hand in table.hands]
    return Story(
        race=race,
        top=tuple(order[:top]),
        places=places,
        biggest_hand=_most(_hand_facts(given.tables)),
        comeback=_most(_comebacks(given.tables)),
        climb=_climb(given),
        winner_behind=_winner_behind(race, places),
        highest_game=_most(_game_facts(given.tables)),
        lowest_game=_most(_game_facts(given.tables), least=True),
        tightest=_most(_margins(given.tables), least=True),
        most_litiges=_most(_litiges(given.tables)),
        chain=_chain(given.tables),
        outcomes=Counter(hand.outcome for hand in hands),
        belotes=sum(bool(hand.belote) for hand in hands),
        hands=len(hands),
        tables=len(given.tables),
        slips=sum(not table.hands for table in given.tables),
    )


def _most(facts: Iterable[SideFact], *, least: bool = False) -> SideFact | None:
    """Return the first fact with the most (or least) points, and how many facts equal it."""
    found = list(facts)
    if not found:
        return None
    points = [fact.points for fact in found]
    wanted = min(points) if least else max(points)
    first = found[points.index(wanted)]
    return replace(first, times=points.count(wanted))


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
    """Yield by how much each game's winner had been behind, and after which hand."""
    for table in tables:
        lead, worst, when = 0, 0, None
        for hand in table.hands:
            lead += hand.a - hand.b if table.winner == "A" else hand.b - hand.a
            if lead < worst:
                worst, when = lead, hand
        if table.winner and when:
            yield SideFact(table=table, side=table.winner, points=-worst, hand=when)


def _climb(given: StoryInput) -> Climb | None:
    """Return who gained the most places from the end of a round to the end of the last."""
    if not given.rounds:
        return None
    last = given.places[given.rounds[-1][0]]
    climbs = [
        Climb(entrant=entrant, after_round=number, before=place, after=last[entrant])
        for number, _ in given.rounds[:-1]
        for entrant, place in sorted(given.places[number].items())
        if entrant in last and place > last[entrant]
    ]
    return max(climbs, key=lambda climb: climb.before - climb.after, default=None)


def _winner_behind(race: Race, places: Mapping[int, int]) -> Behind | None:
    """Return how far the winner had been behind; None for several winners, or one who always led.

    Hands that are not known, because a slip was entered, are ignored.
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
