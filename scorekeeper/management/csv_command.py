"""The base class of commands that read and write CSV under a rule set."""

import io
import sys
from abc import abstractmethod
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from scorekeeper.engine.presets import PRESETS
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.labels.rules import preset_label
from scorekeeper.management.club_command import TerminalCommand
from scorekeeper.management.csv_lines import CsvLine, UnreadableCsvError, line_report, read_csv
from scorekeeper.management.rules_file import chosen_ruleset
from scorekeeper.terminal import fall_silent


class CsvCommand(TerminalCommand):
    """A command that writes one row for each good line and reports the others with exit status 1.

    A subclass names its columns and turns lines into rows; it needs no database.
    """

    mendable = (UnreadableCsvError,)
    columns_read: ClassVar[Sequence[str]]
    optional_columns: ClassVar[Sequence[str]] = ()
    left_out_columns: ClassVar[Sequence[str]] = ()
    columns_written: ClassVar[Sequence[str]]

    @abstractmethod
    def rows(self, lines: Iterable[CsvLine], ruleset: RuleSet) -> Iterator[Sequence[object]]:
        """Yield the cells of every row; call `report` with the problems of a bad line."""

    def columns_needed(self, ruleset: RuleSet) -> Sequence[str]:
        """Return the columns that the header must contain under these rules."""
        return self.columns_read

    def report(self, line: CsvLine, problems: Sequence[str]) -> None:
        """Write the problems of a line to standard error, in one line."""
        self.has_bad_lines = True
        self.stderr.write(line_report(line.number, problems))

    def warn(self, line: CsvLine, warnings: Sequence[str]) -> None:
        """Write unusual facts about a valid line to standard error."""
        for warning in warnings:
            self.stderr.write(line_report(line.number, ["warning:", warning]))

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rules", metavar="KEY", help="key of the rule set, see --list")
        parser.add_argument(
            "--rules-file", metavar="FILE", help="JSON file with the values of a rule set"
        )
        parser.add_argument("--list", action="store_true", help="name the rule sets and stop")
        parser.add_argument("file", metavar="FILE", nargs="?", help="standard input without one")

    def run(self, **options: Any) -> None:
        """Write the rows; stop quietly if nobody reads the output any more."""
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(newline="\n")
        self.has_bad_lines = False
        try:
            if options["list"]:
                self._write_list()
            else:
                ruleset = chosen_ruleset(options["rules"], options["rules_file"])
                self._write_rows(ruleset, options["file"])
            self.stdout.flush()
        except BrokenPipeError:
            fall_silent(sys.stdout)
            raise SystemExit(1) from None
        if self.has_bad_lines:
            raise SystemExit(1)

    def _write_list(self) -> None:
        for key in PRESETS:
            self.stdout.write(f"{key}\t{preset_label(key)}")

    def _write_rows(self, ruleset: RuleSet, path: str | None) -> None:
        needed = self.columns_needed(ruleset)
        optional = [name for name in self.optional_columns if name not in needed]
        lines = read_csv(path, columns=needed, optional=optional, left_out=self.left_out_columns)
        self.stdout.write(",".join(self.columns_written))
        for row in self.rows(self._well_formed(lines), ruleset):
            self.stdout.write(",".join(map(str, row)))

    def _well_formed(self, lines: Iterable[CsvLine]) -> Iterator[CsvLine]:
        """Yield the lines that have cells; report the others."""
        for line in lines:
            if line.problems:
                self.report(line, line.problems)
            else:
                yield line
