"""Say which totals on slips can be right: CSV in, the same with a verdict and likely causes out."""

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.totals import MAX_HANDS, explanations
from scorekeeper.labels.totals import totals_warnings
from scorekeeper.management.csv_command import CsvCommand
from scorekeeper.management.csv_lines import CsvLine, cell_text, whole_number

COLUMNS: Final = ("hands", "total_a", "total_b")


class Command(CsvCommand):
    help = (
        "Say of slips whether their totals can be right. Reads CSV with the columns "
        "hands,total_a,total_b and writes them with verdict (possible or impossible) and causes "
        "(codes, the likeliest first, with ; between them). The totals are those of one game with "
        "that many hands; the target at which a game ends is looked at with --ended only. What is "
        "possible and hardly ever seen is reported as `line N: warning: …`. A bad line is "
        "reported as `line N: what is wrong`, has no row, and makes the exit status 1."
    )
    columns_read = COLUMNS
    columns_written = (*COLUMNS, "verdict", "causes")

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--ended",
            action="store_true",
            help="judge games that ended by their rules, not games that may have been stopped: "
            "the last hand reached the target, or the number of hands is theirs",
        )

    def run(self, **options: Any) -> None:
        self.ended: bool = options["ended"]
        super().run(**options)

    def rows(self, lines: Iterable[CsvLine], ruleset: RuleSet) -> Iterator[Sequence[object]]:
        for line in lines:
            numbers = {name: whole_number(line.cells[name]) for name in COLUMNS}
            problems = list(_problems(numbers, line.cells))
            hands, a, b = (numbers[name] or 0 for name in COLUMNS)
            if problems:
                self.report(line, problems)
                continue
            found = explanations(ruleset, hands, a, b, ended=self.ended)
            for warning in totals_warnings(ruleset, hands, a, b, ended=self.ended):
                self.warn(line, [warning])
            causes = ";".join(one.cause for one in found)
            yield hands, a, b, "impossible" if found else "possible", causes


def _problems(numbers: Mapping[str, int | None], cells: Mapping[str, str]) -> Iterator[str]:
    """Yield the problems of a line; a negative total is none, it is just impossible."""
    for name, number in numbers.items():
        text = cells[name]
        if not text:
            yield _("%(column)s: it is empty, write a number.") % {"column": name}
        elif number is None:
            yield _("%(column)s: “%(text)s” is not a whole number.") % {
                "column": name,
                "text": cell_text(text),
            }
    hands = numbers["hands"]
    if hands is not None and not 0 <= hands <= MAX_HANDS:
        yield _("hands: from 0 to %(most)d can be looked at, not %(hands)d.") % {
            "most": MAX_HANDS,
            "hands": hands,
        }
