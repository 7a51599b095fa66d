"""What the commands that read and write CSV under a preset have in common."""

import io
import sys
from abc import abstractmethod
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from django.core.management.base import BaseCommand
from django.utils import translation
from django.utils.translation import gettext as _

from scorekeeper.engine.rulesets import PRESETS, RuleSet, UnknownRuleSetError, find_ruleset
from scorekeeper.labels.rulesets import preset_label
from scorekeeper.management.csv_lines import (
    CsvLine,
    UnreadableCsvError,
    cell_text,
    line_report,
    read_csv,
)
from scorekeeper.startup.language import console_language
from scorekeeper.terminal import fall_silent, survive_narrow_alphabets


class CsvCommand(BaseCommand):
    """Read a sheet, write one row for each good line, report the others and exit 1.

    A subclass names its columns and turns lines into rows; it needs no database.
    """

    requires_system_checks: list[str] = []

    columns_read: ClassVar[Sequence[str]]
    optional_columns: ClassVar[Sequence[str]] = ()
    columns_written: ClassVar[Sequence[str]]

    @abstractmethod
    def rows(self, lines: Iterable[CsvLine], ruleset: RuleSet) -> Iterator[Sequence[object]]:
        """Yield the cells of every row; `report` takes the problems of a bad line."""

    def report(self, line: CsvLine, problems: Sequence[str]) -> None:
        """Write on standard error what is wrong with a line, in one line."""
        self.has_bad_lines = True
        self.stderr.write(line_report(line.number, problems))

    def warn(self, line: CsvLine, text: str) -> None:
        """Write on standard error what is odd in a good line; the exit status stays.

        Like the number of the line, the word for scripts is not translated.
        """
        self.stderr.write(line_report(line.number, [f"warning: {text}"]))

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rules", metavar="KEY", help="key of the rule set, see --list")
        parser.add_argument("--list", action="store_true", help="name the rule sets and stop")
        parser.add_argument("file", metavar="FILE", nargs="?", help="standard input without one")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run in the terminal's language; whoever stops reading the output ends it quietly."""
        survive_narrow_alphabets(sys.stdout, sys.stderr)
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(newline="\n")
        self.has_bad_lines = False
        with translation.override(console_language()):
            try:
                if options["list"]:
                    self._write_list()
                else:
                    self._write_rows(options["rules"], options["file"])
                self.stdout.flush()
            except UnreadableCsvError as error:
                self.stderr.write(str(error))
                raise SystemExit(1) from None
            except BrokenPipeError:
                fall_silent(sys.stdout)
                raise SystemExit(1) from None
        if self.has_bad_lines:
            raise SystemExit(1)

    def _write_list(self) -> None:
        for key in PRESETS:
            self.stdout.write(f"{key}\t{preset_label(key)}")

    def _write_rows(self, key: str | None, path: str | None) -> None:
        ruleset = _find(key)
        lines = read_csv(path, columns=self.columns_read, optional=self.optional_columns)
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


def _find(key: str | None) -> RuleSet:
    keys = ", ".join(PRESETS)
    if key is None:
        raise UnreadableCsvError(_("Name the rule set with --rules: %(keys)s.") % {"keys": keys})
    try:
        return find_ruleset(key)
    except UnknownRuleSetError:
        raise UnreadableCsvError(
            _("There is no rule set “%(key)s”; there are: %(keys)s.")
            % {"key": cell_text(key), "keys": keys}
        ) from None
