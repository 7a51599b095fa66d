"""Score a sheet of hands without the web: CSV in, CSV out, no database."""

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext as _

from scorekeeper.engine.checks import Severity, check
from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.engine.rulesets import HeldAtEnd, RuleSet
from scorekeeper.engine.scoring import NOTHING_HELD, score
from scorekeeper.engine.tally import Totals
from scorekeeper.labels.problems import problem_text
from scorekeeper.management.csv_command import CsvCommand
from scorekeeper.management.csv_lines import CsvLine, cell_text, whole_number

SEATS = {Side.A: Seat.A1, Side.B: Seat.B1}


class Command(CsvCommand):
    help = (
        "Score the hands of a sheet. Reads CSV with the columns taker,points,belote,capot and, if "
        "wanted, penalty. Sides are A and B; points are the card points of the taker's side with "
        "the last trick, 0 to 162; belote and capot are empty or a side; penalty holds the side "
        "at fault, the other cells of its line are then empty. Every hand of the file is scored: "
        "the file is a sheet, and neither a target nor a number of hands stops it. Points still "
        "held after the last hand are settled as the rule set says. A bad line is reported as "
        '"line N: what is wrong", gets no row, and makes the command exit with 1.'
    )
    columns_read = ("taker", "points", "belote", "capot")
    optional_columns = ("penalty",)
    columns_written = ("hand", "outcome", "score_a", "score_b", "total_a", "total_b", "held")

    def rows(self, lines: Iterable[CsvLine], ruleset: RuleSet) -> Iterator[Sequence[object]]:
        """Yield a row for each hand, and the end with held points settled."""
        totals, held, number = Totals(), NOTHING_HELD, 0
        for line in lines:
            entry, problems = read_entry(line, ruleset)
            if problems:
                self.report(line, problems)
                continue
            scored = score(entry, ruleset, held)
            a, b = scored.points(Side.A), scored.points(Side.B)
            totals, held, number = totals.plus(a, b), scored.held, number + 1
            yield number, scored.outcome, a, b, totals.a, totals.b, held.total
        if ruleset.held_at_end is HeldAtEnd.RETURNED:
            totals = totals.plus(held.a, held.b)
        yield "end", "", "", "", totals.a, totals.b, 0


def read_entry(line: CsvLine, ruleset: RuleSet) -> tuple[HandEntry, list[str]]:
    """Return the hand of a line, and in words every reason why it cannot be scored."""
    unread: dict[str, str] = {}
    sides = {name: _read_side(line, name, unread) for name in ("taker", "belote", "capot")}
    penalty = _read_side(line, "penalty", unread)
    points = line.cells["points"]
    card_points = whole_number(points) if points else None
    if points and card_points is None:
        unread["card_points"] = _("points: “%(text)s” is not a whole number.") % {
            "text": cell_text(points)
        }
    taker = sides["taker"]
    entry = HandEntry(
        taker=SEATS[taker] if taker else None,
        card_points=card_points,
        belote=sides["belote"],
        capot=sides["capot"],
        penalty=penalty,
    )
    problems = list(unread.values())
    # Nobody knows what else such a line should hold.
    if "penalty" not in unread:
        problems += [
            problem_text(problem)
            for problem in check(entry, ruleset)
            if problem.severity is Severity.ERROR and problem.field not in unread
        ]
    return entry, problems


def _read_side(line: CsvLine, column: str, unread: dict[str, str]) -> Side | None:
    """Return the side that a cell names, None where it is empty; note what cannot be read."""
    text = line.cells.get(column, "")
    try:
        return Side(text.upper()) if text else None
    except ValueError:
        unread[column] = _("%(column)s: “%(text)s” is no side, write A or B.") % {
            "column": column,
            "text": cell_text(text),
        }
        return None
