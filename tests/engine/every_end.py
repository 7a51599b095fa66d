"""Every end of a game and every count of capots and belotes, played hand by hand by `tally`."""

from collections.abc import Iterator
from functools import cache

from scorekeeper.engine.hand import HandEntry, Side
from scorekeeper.engine.rulesets import GameFormat, RuleSet
from scorekeeper.engine.scoring import NOTHING_HELD, Held, score
from scorekeeper.engine.tally import Tally, Totals
from tests.engine.brute_force import every_entry

Counts = tuple[int, int, int, int]
"""Capots of A and of B, belotes of A and of B."""
NOT_COUNTED: Counts = (0, 0, 0, 0)
NOTHING = Totals()
Position = tuple[Totals, Held, Counts]
End = tuple[int, int, Counts]


@cache
def _different(ruleset: RuleSet) -> list[HandEntry]:
    """Return one hand of all that score alike, whoever won and took."""
    found: dict[object, HandEntry] = {}
    for entry in every_entry():
        scored = score(entry, ruleset)
        points = scored.points(Side.A), scored.points(Side.B)
        key = (points, scored.held, scored.winner, entry.takers, _counts(entry))
        found.setdefault(key, entry)
    return list(found.values())


def _counts(entry: HandEntry) -> Counts:
    return (
        int(entry.capot is Side.A),
        int(entry.capot is Side.B),
        int(entry.belote is Side.A),
        int(entry.belote is Side.B),
    )


def _played(
    ruleset: RuleSet, game_format: GameFormat, at: Position
) -> Iterator[tuple[Tally, Counts]]:
    """Yield the game after every hand that can follow."""
    totals, held, counts = at
    before = Tally(ruleset, game_format, totals=totals, game_totals=totals, held=held)
    for entry in _different(ruleset):
        more = _counts(entry)
        done = (counts[0] + more[0], counts[1] + more[1], counts[2] + more[2], counts[3] + more[3])
        yield before.with_hand(entry), done


def every_end(
    ruleset: RuleSet, target: int, hands: int, start: Totals = NOTHING, *, counted: bool = True
) -> set[End]:
    """Return the totals of every game to that target that ends with that hand, with its counts."""
    game_format = GameFormat(target=target)
    positions: set[Position] = {(start, NOTHING_HELD, NOT_COUNTED)}
    ends: set[End] = set()
    for _ in range(hands):
        after: set[Position] = set()
        ends = set()
        for at in positions:
            for game, done in _played(ruleset, game_format, at):
                counts = done if counted else NOT_COUNTED
                if game.is_over:
                    ends.add((game.totals.a, game.totals.b, counts))
                else:
                    after.add((game.game_totals, game.held, counts))
        positions = after
    return ends


def every_stop(ruleset: RuleSet, hands: int) -> set[End]:
    """Return the totals of every game that is stopped after that many hands, with its counts."""
    positions: set[Position] = {(NOTHING, NOTHING_HELD, NOT_COUNTED)}
    endless = GameFormat(hands=100)
    stops: set[End] = set()
    for _ in range(hands):
        games = [found for at in positions for found in _played(ruleset, endless, at)]
        positions = {(game.game_totals, game.held, counts) for game, counts in games}
        closed = [(game.closed_early().totals, counts) for game, counts in games]
        stops = {(totals.a, totals.b, counts) for totals, counts in closed}
    return stops
