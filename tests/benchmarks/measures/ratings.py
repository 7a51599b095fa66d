"""How well ratings foretell who wins: log-loss, each round foretold before it is rated.

Beside our rating stand two others: one half for every game, and Elo of the mean of the two
partners. Games played for it: hands as the demonstration deals them, in which nobody is the
stronger, and games decided by a strength that each player has, in partnerships drawn anew each
round. Published: evenings of a klaverjas season (`PUBLISHED`), whose players recur; whoever stands
before another on the same evening has won against them.
"""

import csv
import math
import os
import random
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any, Final, TypeAlias

from tests.benchmarks.ratios import CannotMeasureError, Figure, Measure, Reached

PUBLISHED: Final = Path(
    os.environ.get(
        "BELOTE_PUBLISHED", "/work/shared/realdata/klaverjas_season_2023_2024_evenings.csv"
    )
)
SEEDS: Final = range(10)
CONTESTS: Final = 20
PLAYERS: Final = 40
ROUNDS: Final = 3
HANDS: Final = 12
ELO_STEP: Final = 16
ELO_SCALE: Final = 400
STRENGTHS: Final = (0.3, 0.6)
"""Standard deviations of strengths, in logits for the mean of two partners."""
LAST: Final = 1_000

Side: TypeAlias = tuple[Hashable, ...]
Game: TypeAlias = tuple[Side, Side, bool]
"""Both sides, and whether the first won."""


@dataclass
class Half:
    """Knows nothing."""

    def chance(self, a: Side, b: Side) -> float:
        return 0.5

    def learn(self, game: Game) -> None:
        pass


@dataclass
class Elo:
    """Elo of the mean of the partners."""

    points: defaultdict[Hashable, float] = field(default_factory=lambda: defaultdict(float))

    def chance(self, a: Side, b: Side) -> float:
        ahead = sum(self.points[who] for who in a) / len(a)
        behind = sum(self.points[who] for who in b) / len(b)
        return 1 / (1 + math.pow(10, (behind - ahead) / ELO_SCALE))

    def learn(self, game: Game) -> None:
        a, b, won = game
        step = ELO_STEP * (won - self.chance(a, b))
        for side, sign in ((a, 1), (b, -1)):
            for who in side:
                self.points[who] += sign * step


class Ours:
    """The program's rating; what is foretold takes how sure it is into account."""

    def __init__(self) -> None:
        from tournaments.ratings import model

        self._model = model
        self._known: defaultdict[Hashable, model.Strength] = defaultdict(lambda: model.NEWCOMER)

    def chance(self, a: Side, b: Side) -> float:
        known = self._known
        return self._model.win_chance([known[who] for who in a], [known[who] for who in b])

    def learn(self, game: Game) -> None:
        a, b, won = game
        known = [[self._known[who] for who in side] for side in (a, b)]
        after = self._model.rate(known[0], known[1], "A" if won else "B")
        for side, strengths in zip((a, b), after, strict=True):
            self._known |= dict(zip(side, strengths, strict=True))


class Default:
    """The same method as openskill sets it by itself."""

    def __init__(self) -> None:
        from openskill.models import PlackettLuce

        self._model = PlackettLuce()
        self._known: defaultdict[Hashable, Any] = defaultdict(self._model.rating)

    def _sides(self, *sides: Side) -> list[list[Any]]:
        return [[self._known[who] for who in side] for side in sides]

    def chance(self, a: Side, b: Side) -> float:
        return float(self._model.predict_win(self._sides(a, b))[0])

    def learn(self, game: Game) -> None:
        a, b, won = game
        after = self._model.rate(self._sides(a, b), ranks=[1.0, 2.0] if won else [2.0, 1.0])
        for side, strengths in zip((a, b), after, strict=True):
            self._known |= dict(zip(side, strengths, strict=True))


METHODS: Final[Mapping[str, type[Ours | Half | Elo | Default]]] = {
    "our rating": Ours,
    "one half": Half,
    "Elo of the mean": Elo,
    "openskill as it comes": Default,
}


def loss_of(method: Any, rounds: Iterable[Sequence[Game]]) -> float:
    """Return the mean log-loss of games; those of one round are all foretold before any is learnt.

    The places of an evening follow from each other: one pair tells of the next.
    """
    losses = []
    for games in rounds:
        for a, b, won in games:
            chance = method.chance(a, b)
            losses.append(-math.log(chance if won else 1 - chance))
        for game in games:
            method.learn(game)
    return sum(losses) / len(losses)


def tables(lot: random.Random) -> Iterator[list[list[int]]]:
    """Yield who sits at the tables of each round: two of three come, partners drawn anew."""
    pool = range(PLAYERS * 3 // 2)
    for _contest in range(CONTESTS):
        here = lot.sample(pool, PLAYERS)
        for _round in range(ROUNDS):
            lot.shuffle(here)
            yield [here[place : place + 4] for place in range(0, PLAYERS, 4)]


def demonstrated(seed: int) -> Iterator[list[Game]]:
    """Yield games of hands as the demonstration deals them; a draw counts for nobody."""
    from scorekeeper.demo import random_entry
    from scorekeeper.engine.presets import PRESETS
    from scorekeeper.engine.rulesets import GameFormat
    from scorekeeper.engine.tally import tally

    lot = random.Random(seed)
    rules = PRESETS["contest"]
    for seated in tables(lot):
        games: list[Game] = []
        for a, b, c, d in seated:
            entries = [random_entry(lot) for _hand in range(HANDS)]
            totals = tally(entries, rules, GameFormat(hands=HANDS)).totals
            if totals.a != totals.b:
                games.append(((a, b), (c, d), totals.a > totals.b))
        yield games


def decided_by_strength(seed: int, spread: float) -> Iterator[list[Game]]:
    """Yield games won by chance and by what the partners can do on average."""
    lot = random.Random(seed)
    strength = [lot.gauss(0, spread) for _player in range(PLAYERS * 3 // 2)]
    for seated in tables(lot):
        games: list[Game] = []
        for a, b, c, d in seated:
            ahead = (strength[a] + strength[b] - strength[c] - strength[d]) / 2
            games.append(((a, b), (c, d), lot.random() < 1 / (1 + math.exp(-ahead))))
        yield games


def published() -> Iterator[list[Game]]:
    """Yield who stood before whom on each evening of the published season."""
    if not PUBLISHED.exists():
        raise CannotMeasureError("the published season is not there: BELOTE_PUBLISHED names it")
    evenings: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    with PUBLISHED.open(encoding="utf-8") as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            place = LAST if row["rank"] == "last" else int(row["rank"])
            evenings[row["date"]].append((place, row["player_code"]))
    lot = random.Random(1)
    for day in sorted(evenings):
        games: list[Game] = []
        for (_place, one), (_other_place, other) in combinations(sorted(evenings[day]), 2):
            is_turned = lot.random() < 0.5
            sides = ((other,), (one,)) if is_turned else ((one,), (other,))
            games.append((*sides, not is_turned))
        yield games


def foretell() -> Reached:
    """Return how well each method foretells each kind of game."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    kinds = {
        "demonstration": [list(demonstrated(seed)) for seed in SEEDS],
        **{
            f"strengths of {spread}": [list(decided_by_strength(seed, spread)) for seed in SEEDS]
            for spread in STRENGTHS
        },
        "published evenings": [list(published())],
    }
    figures = [
        Figure(
            f"{kind}: {name}",
            tuple(loss_of(make(), rounds) for rounds in played),
            unit="nats",
        )
        for kind, played in kinds.items()
        for name, make in METHODS.items()
    ]
    medians = {figure.what: figure.median for figure in figures}
    others = ("one half", "Elo of the mean")
    said, is_best = [], []
    for kind in kinds:
        ours, *beside = (medians[f"{kind}: {name}"] for name in ("our rating", *others))
        said.append(f"{kind} {ours:.3f} v {', '.join(f'{loss:.3f}' for loss in beside)}")
        is_best.append(ours <= min(beside))
    return Reached("; ".join(said), all(is_best), tuple(figures))


MEASURES = (
    Measure(
        row=95,
        name="ratings",
        what="log-loss of ratings, each round foretold before it is rated (lower is better)",
        how="in one process, ten seeds of 20 contests of 600 games: our rating v a coin (0.693), "
        "Elo of the mean of the partners",
        goal="lower than both",
        take=foretell,
    ),
)
