"""Score a sheet of hands without the web: CSV in, CSV out, no database."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from scorekeeper.engine.checks import check_series
from scorekeeper.engine.choices import HeldAtEnd
from scorekeeper.engine.hand import HandEntry, Side
from scorekeeper.engine.rulesets import FORMAT_LIMITS, RuleSet
from scorekeeper.engine.scoring import NOTHING_HELD
from scorekeeper.engine.tally import Totals, score_towards
from scorekeeper.labels.problems import problem_text
from scorekeeper.management.csv_command import CsvCommand
from scorekeeper.management.csv_hands import read_hand
from scorekeeper.management.csv_lines import CsvLine


class Command(CsvCommand):
    help = (
        "Score the hands of a sheet. Reads CSV with the columns taker,points and, under rules with "
        "bids, bid; if wanted belote,capot,penalty,double,trump,declarations,best_declaration,"
        "taker_alone: one that is missing is read as empty. Sides are A and B; points are the card "
        "points of the taker's side with the last trick; belote and capot are empty or a side (at "
        "all trump, where the rules allow several belotes: A A B); penalty holds the side at "
        "fault, its line has nothing else but a bid that the rules mark. bid is a number, "
        "capot or generale; double is empty, doubled or redoubled; trump is spades, hearts, "
        "diamonds, clubs, no_trump, all_trump, or empty for a suit; declarations are SIDE:KIND "
        "with spaces between, of the kinds tierce, cinquante, cent, four, four_aces, four_tens, "
        "four_kings, four_queens, four_nines, four_jacks; best_declaration is a side, needed where "
        "the best of both sides are equal; taker_alone is yes or empty. Every hand of the file is "
        "scored: the file is a sheet, and neither a target nor a number of hands stops it. Points "
        "still held after the last hand are settled as the rule set says. A bad line is reported "
        'as "line N: what is wrong", gets no row, and makes the command exit with 1; "line N: '
        'warning: …" asks for one more look at a hand that is scored.'
    )
    columns_read = ("taker", "points")
    optional_columns = (
        "belote",
        "capot",
        "penalty",
        "bid",
        "double",
        "trump",
        "declarations",
        "best_declaration",
        "taker_alone",
    )
    # Without its belote or capot column a line is incomplete.
    left_out_columns = optional_columns[2:]
    columns_written = ("hand", "outcome", "score_a", "score_b", "total_a", "total_b", "held")

    def columns_needed(self, ruleset: RuleSet) -> Sequence[str]:
        return (*self.columns_read, "bid") if ruleset.bids else self.columns_read

    def rows(self, lines: Iterable[CsvLine], ruleset: RuleSet) -> Iterator[Sequence[object]]:
        """Yield a row for each hand, and the end of the game with held points settled."""
        totals, held, number = Totals(), NOTHING_HELD, 0
        # Warnings about a series of hands concern one game at most.
        entries: deque[HandEntry] = deque(maxlen=FORMAT_LIMITS["hands"])
        for line in lines:
            hand = read_hand(line, ruleset)
            if hand.problems:
                self.report(line, hand.problems)
                continue
            entries.append(hand.entry)
            unusual = map(problem_text, check_series(entries))
            self.warn(line, [*hand.warnings, *unusual])
            missing = _missing(totals, ruleset)
            scored = score_towards(missing, hand.entry, ruleset, held, hand.found)
            a, b = scored.points(Side.A), scored.points(Side.B)
            totals, held, number = totals.plus(a, b), scored.held, number + 1
            yield number, scored.outcome, a, b, totals.a, totals.b, held.total
        if ruleset.held_at_end is HeldAtEnd.RETURNED:
            totals = totals.plus(held.a, held.b)
        yield "end", "", "", "", totals.a, totals.b, 0


def _missing(totals: Totals, ruleset: RuleSet) -> dict[Side, int]:
    """Return how many points each side lacks to the target: 0 for both once both have reached it.

    A side that reached it alone is left out, because the game was over.
    """
    target = ruleset.format.target or 0
    lacking = {side: target - totals.of(side) for side in Side if totals.of(side) < target}
    return lacking or (dict.fromkeys(Side, 0) if target else {})
