"""How many wrong slips are found, and what is guessed first: python -m tests.benchmarks.slips.

1 500 games of a fixed seed, each with one error planted. "Before" judges as the program did until
it looked at capots and at the target, and ranked causes: any totals of so many hands, causes in a
fixed order.
"""

import os
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from tests.benchmarks.figures import say

if TYPE_CHECKING:
    from scorekeeper.engine.causes import Cause
    from scorekeeper.engine.rulesets import RuleSet
    from scorekeeper.engine.tally import Tally

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

GAMES: Final = 1500
SEED: Final = 6
RULES: Final = ("contest", "twelve_hands", "classic", "salon")


@dataclass(frozen=True, kw_only=True)
class Written:
    """What a slip says after the error."""

    hands: int
    a: int
    b: int
    capots: tuple[int, int]

    def plus(self, side: str, points: int) -> "Written":
        """Return the slip with points added to one total."""
        if side == "A":
            return replace(self, a=self.a + points)
        return replace(self, b=self.b + points)

    def moved(self, side: str, points: int) -> "Written":
        """Return the slip with points of that side given to the other."""
        return self.plus(side, -points).plus("B" if side == "A" else "A", points)


Plant = Callable[[random.Random, "Tally", Written], Written | None]


def play(dice: random.Random, rules: "RuleSet") -> "Tally":
    """Return a game that was played to its end."""
    from scorekeeper.demo import random_entry
    from scorekeeper.engine.rulesets import GameFormat
    from scorekeeper.engine.tally import tally

    one = rules if rules.format.games == 1 else replace(rules, format=GameFormat(hands=12))
    game = tally([], one)
    while not game.is_over:
        game = game.with_hand(random_entry(dice))
    return game


def slip_of(game: "Tally") -> Written:
    """Return the slip of a game without any error."""
    capots = Counter(str(hand.entry.capot) for hand in game.hands)
    return Written(
        hands=len(game.hands),
        a=game.totals.a,
        b=game.totals.b,
        capots=(capots["A"], capots["B"]),
    )


def _any(dice: random.Random) -> str:
    return dice.choice("AB")


def _by_holder(points: Callable[["RuleSet"], int], *, moved: bool = False) -> Plant:
    """Return an error with the belote of a hand that has one."""

    def plant(dice: random.Random, game: "Tally", slip: Written) -> Written | None:
        holders = [hand.entry.belote for hand in game.hands if hand.entry.belote]
        more = points(game.ruleset)
        if not holders or not more:
            return None
        side = dice.choice(holders).value
        return slip.moved(side, more) if moved else slip.plus(side, more)

    return plant


def _capot_bonus(dice: random.Random, game: "Tally", slip: Written) -> Written | None:
    sides = [hand.entry.capot for hand in game.hands if hand.entry.capot]
    if not sides:
        return None
    return slip.plus(dice.choice(sides).value, game.ruleset.whole - game.ruleset.capot_points)


def _capot_of_other_rules(dice: random.Random, game: "Tally", slip: Written) -> Written | None:
    sides = [hand.entry.capot for hand in game.hands if hand.entry.capot]
    if not sides:
        return None
    return slip.plus(dice.choice(sides).value, 251 * 2 - game.ruleset.capot_points * 2)


def _wrong_tick(dice: random.Random, game: "Tally", slip: Written) -> Written | None:
    a, b = slip.capots
    return replace(slip, capots=(b, a) if a != b else (a + 1, b))


def _line_left_out(dice: random.Random, game: "Tally", slip: Written) -> Written | None:
    side, hand = _any(dice), dice.choice(game.hands)
    points = {line.side.value: 0 for line in hand.score.lines}
    for line in hand.score.lines:
        points[line.side.value] += line.points
    return slip.plus(side, -points[side]) if points.get(side) else None


def _litige(dice: random.Random, game: "Tally", slip: Written) -> Written | None:
    held = [hand for hand in game.hands if hand.score.newly_held]
    if not held:
        return None
    hand = dice.choice(held)
    side = dice.choice([side for side in "AB" if getattr(slip, side.lower()) >= 100])
    return slip.plus(side, -hand.score.newly_held)


def _on_any(*points: int) -> Plant:
    return lambda dice, game, slip: slip.plus(_any(dice), dice.choice(points))


def _moved(points: int) -> Plant:
    return lambda dice, game, slip: slip.moved(_any(dice), points)


def _card(points: int) -> Plant:
    def plant(dice: random.Random, game: "Tally", slip: Written) -> Written | None:
        if game.ruleset.whole == 160:
            return None
        return slip.plus(_any(dice), dice.choice((points, -points)))

    return plant


def _adding(dice: random.Random, game: "Tally", slip: Written) -> Written | None:
    digit = dice.choice([d for d in range(1, 10) for _often in range(9 // d)])
    column = 10 if game.ruleset.whole == 160 else 1
    if digit * column == 10:
        return None
    return slip.plus(_any(dice), dice.choice((1, -1)) * digit * column)


def _hands(more: int) -> Plant:
    return lambda dice, game, slip: replace(slip, hands=slip.hands + more)


def _digits(dice: random.Random, game: "Tally", slip: Written) -> Written | None:
    side = _any(dice)
    total = slip.a if side == "A" else slip.b
    text = str(total)
    place = dice.randrange(len(text) - 1) if len(text) > 1 else 0
    other = text[:place] + text[place : place + 2][::-1] + text[place + 2 :]
    if other == text or other[0] == "0":
        return None
    return slip.plus(side, int(other) - total)


def _by_rules(change: "Callable[[RuleSet], RuleSet]") -> Plant:
    """Return a game that was marked by other rules from its first hand to its last."""

    def plant(dice: random.Random, game: "Tally", slip: Written) -> Written | None:
        from scorekeeper.engine.tally import tally

        entries = [hand.entry for hand in game.hands]
        format_ = replace(game.format, hands=len(entries), target=None)
        other = tally(entries, change(game.ruleset), format_).totals
        return replace(slip, a=other.a, b=other.b)

    return plant


def _other_marks(rules: "RuleSet") -> "RuleSet":
    from scorekeeper.engine.choices import Rounding

    in_tens = rules.rounding is Rounding.TO_160
    return replace(rules, rounding=Rounding.NONE if in_tens else Rounding.TO_160)


def _other_belote(rules: "RuleSet") -> "RuleSet":
    return replace(rules, belote_points=20 - rules.belote_points)


def _plants() -> "dict[Cause, Plant]":
    from scorekeeper.engine.causes import Cause

    return {
        Cause.BELOTE_FORGOTTEN: _by_holder(lambda rules: -rules.belote_points),
        Cause.BELOTE_GIVEN_TWICE: _by_holder(lambda rules: rules.belote_points),
        Cause.BELOTE_WRONG_SIDE: _by_holder(lambda rules: rules.belote_points, moved=True),
        Cause.CAPOT_BONUS_MISSING: _capot_bonus,
        Cause.CAPOT_OF_OTHER_SHEET: _wrong_tick,
        Cause.CAPOT_BY_OTHER_RULES: _capot_of_other_rules,
        Cause.HAND_MISSING: _line_left_out,
        Cause.ONE_HAND_FEWER: _hands(1),
        Cause.ONE_HAND_MORE: _hands(-1),
        Cause.LAST_TRICK_FORGOTTEN: _on_any(-10),
        Cause.LAST_TRICK_GIVEN_TWICE: _on_any(10),
        Cause.LAST_TRICK_WRONG_SIDE: _moved(10),
        Cause.NINE_OF_TRUMPS: _card(14),
        Cause.JACK_OF_TRUMPS: _card(18),
        Cause.DIGITS_EXCHANGED: _digits,
        Cause.ADDING_ERROR: _adding,
        Cause.CARRIED_TEN: _on_any(-10, -10, -100),
        Cause.LITIGE_LOST: _litige,
        Cause.MARKED_BY_OTHER_RULES: _by_rules(_other_marks),
        Cause.BELOTE_BY_OTHER_RULES: _by_rules(_other_belote),
    }


def first_before(rules: "RuleSet", slip: Written) -> "Cause | None":
    """Return the first cause in the fixed order of before, None where the slip passed."""
    from scorekeeper.engine.causes import Cause
    from scorekeeper.engine.totals import MAX_HANDS, is_possible

    if is_possible(rules, slip.hands, slip.a, slip.b):
        return None
    for cause, others in _fixed_order(rules, slip):
        if any(
            0 <= one.hands <= MAX_HANDS and is_possible(rules, one.hands, one.a, one.b)
            for one in others
        ):
            return cause
    return Cause.RECOUNT


def _fixed_order(rules: "RuleSet", slip: Written) -> "Iterator[tuple[Cause, Sequence[Written]]]":
    from scorekeeper.engine.causes import Cause, _with_digits_exchanged

    def one(points: int) -> list[Written]:
        return [slip.plus(side, points) for side in "AB"] if points else []

    def moved(points: int) -> list[Written]:
        return [slip.moved(side, points) for side in "AB"] if points else []

    belote, bonus = rules.belote_points, rules.capot_points - rules.whole
    yield Cause.TOTALS_SWAPPED, [replace(slip, a=slip.b, b=slip.a)]
    yield Cause.BELOTE_FORGOTTEN, one(belote)
    yield Cause.BELOTE_GIVEN_TWICE, one(-belote)
    yield Cause.BELOTE_WRONG_SIDE, moved(belote)
    yield Cause.CAPOT_BONUS_MISSING, one(bonus)
    yield Cause.CAPOT_BONUS_EXTRA, one(-bonus)
    yield Cause.HAND_MISSING, one(rules.whole)
    yield Cause.HAND_TOO_MANY, one(-rules.whole)
    yield Cause.ONE_HAND_FEWER, [replace(slip, hands=slip.hands - 1)]
    yield Cause.ONE_HAND_MORE, [replace(slip, hands=slip.hands + 1)]
    yield Cause.LAST_TRICK_FORGOTTEN, one(10)
    yield Cause.LAST_TRICK_GIVEN_TWICE, one(-10)
    yield Cause.LAST_TRICK_WRONG_SIDE, moved(10)
    if rules.whole != 160:
        yield Cause.NINE_OF_TRUMPS, one(14) + one(-14) + moved(14)
        yield Cause.JACK_OF_TRUMPS, one(18) + one(-18) + moved(18)
    exchanged = [replace(slip, a=other) for other in _with_digits_exchanged(slip.a)]
    exchanged += [replace(slip, b=other) for other in _with_digits_exchanged(slip.b)]
    yield Cause.DIGITS_EXCHANGED, exchanged


def first_now(rules: "RuleSet", slip: Written) -> "tuple[Cause, ...]":
    """Return the causes of now, with the capots known and, to a target, the game ended."""
    from scorekeeper.engine.totals import ReportedCounts
    from tests.engine.sheet import likely_causes

    seen = ReportedCounts(capots_a=slip.capots[0], capots_b=slip.capots[1])
    ended = rules.format.target is not None
    return likely_causes(rules, slip.hands, slip.a, slip.b, seen=seen, ended=ended)


def planted(count: int) -> "Iterator[tuple[Cause, RuleSet, Written]]":
    """Yield so many slips with one error each: the error, the rules, the slip."""
    from scorekeeper.engine.presets import find_ruleset

    dice = random.Random(SEED)
    kinds = _plants()
    for number in range(count):
        cause = list(kinds)[number % len(kinds)]
        slip = None
        while slip is None:
            rules = find_ruleset(dice.choice(RULES))
            game = play(dice, rules)
            slip = kinds[cause](dice, game, slip_of(game))
        yield cause, rules, slip


def measure_slips(count: int = GAMES) -> None:
    """Print, for each kind of error, how many are found and named first, before and now."""
    told: dict[str, Counter[str]] = defaultdict(Counter)
    slowest = 0.0
    for cause, rules, slip in planted(count):
        row = told[cause.value]
        row["games"] += 1
        before = first_before(rules, slip)
        start = time.perf_counter()
        now = first_now(rules, slip)
        slowest = max(slowest, time.perf_counter() - start)
        row["found before"] += before is not None
        row["found"] += bool(now)
        row["first before"] += before is cause
        row["first"] += now[:1] == (cause,)
        row["among four"] += cause in now[:4]
        row["digits before"] += before == "digits_exchanged"
        row["digits"] += now[:1] == ("digits_exchanged",)
    for row in list(told.values()):
        told["all"].update(row)
    columns = [
        "found before",
        "found",
        "first before",
        "first",
        "among four",
        "digits before",
        "digits",
    ]
    say("percent of".ljust(26) + "games" + "".join(name.rjust(14) for name in columns))
    for name, row in told.items():
        shares = "".join(f"{100 * row[column] / row['games']:14.1f}" for column in columns)
        say(name.ljust(26) + str(row["games"]).rjust(5) + shares)
    say(f"slowest slip {1000 * slowest:.0f} ms, the sets of its rules not yet kept")


def main() -> None:
    """Measure as many games as are asked for."""
    import django

    django.setup()
    measure_slips(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)


if __name__ == "__main__":
    main()
