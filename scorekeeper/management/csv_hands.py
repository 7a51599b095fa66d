"""Reads a hand from one line of a sheet; reports each cell that cannot be read."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

from django.utils.translation import gettext as _

from scorekeeper.engine.checks import Problem, Severity, check
from scorekeeper.engine.hand import (
    CAPOT_BID,
    GENERALE_BID,
    Contract,
    Declaration,
    DeclarationKind,
    HandEntry,
    Multiplier,
    Seat,
    Side,
    Trump,
)
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.labels.problems import problem_text
from scorekeeper.management.csv_lines import CsvLine, cell_text, whole_number

SEATS: Final = {Side.A: Seat.A1, Side.B: Seat.B1}
SLAMS: Final = {"capot": CAPOT_BID, "generale": GENERALE_BID}
DOUBLES: Final = {"doubled": Multiplier.DOUBLED, "redoubled": Multiplier.REDOUBLED}
YES: Final = "yes"

Value = TypeVar("Value")

# Columns that not every rule set uses, and whether these rules do.
_USED: Final[Mapping[str, Callable[[RuleSet], bool]]] = {
    "bid": lambda rules: rules.bids,
    "double": lambda rules: rules.bids,
    "taker_alone": lambda rules: rules.bids and rules.generale,
    "declarations": lambda rules: rules.declarations,
    "best_declaration": lambda rules: rules.declarations,
}

# The column that a problem's field was read from.
_COLUMNS: Final = {"card_points": "points", "contract": "bid"}


@dataclass(frozen=True, slots=True)
class LineHand:
    """The hand of a line, the reasons why it cannot be scored, and warnings.

    `found` are the problems that `check` returned.
    """

    entry: HandEntry
    problems: Sequence[str]
    warnings: Sequence[str]
    found: Sequence[Problem]


def read_hand(line: CsvLine, ruleset: RuleSet) -> LineHand:
    """Return the hand of a line; a missing column is read as empty."""
    cells = _HandCells(line.cells, ruleset)
    entry = _entry(cells)
    found = check(entry, ruleset)
    # If the penalty is unreadable, it is unknown what else the line should contain.
    known = [] if "penalty" in cells.unread else found
    errors = [problem for problem in known if problem.severity is Severity.ERROR]
    return LineHand(
        entry,
        [
            *cells.unread.values(),
            *(
                problem_text(problem)
                for problem in errors
                if _COLUMNS.get(problem.field, problem.field) not in cells.unread
            ),
        ],
        [problem_text(problem) for problem in found if problem.severity is Severity.WARNING],
        found,
    )


@dataclass(slots=True)
class _HandCells:
    """The cells of a line as values; `unread` gives the problem of each invalid column."""

    texts: Mapping[str, str]
    ruleset: RuleSet
    unread: dict[str, str] = field(default_factory=dict)

    def text(self, column: str) -> str:
        """Return a cell, "" if it is empty or these rules do not use it."""
        text = self.texts.get(column, "")
        is_used = _USED.get(column)
        if text and is_used and not is_used(self.ruleset):
            self.note(column, _("%(column)s: “%(text)s” has no use under these rules."), text)
            return ""
        return text

    def side(self, column: str) -> Side | None:
        text = self.text(column)
        return self._side(column, text) if text else None

    def sides(self, column: str) -> tuple[Side, ...]:
        """Return several sides, separated by spaces."""
        found = [self._side(column, word) for word in self.text(column).split()]
        return tuple(side for side in found if side)

    def number(self, column: str) -> int | None:
        text = self.text(column)
        number = whole_number(text) if text else None
        if text and number is None:
            self.note(column, _("%(column)s: “%(text)s” is not a whole number."), text)
        return number

    def among(self, column: str, choices: Mapping[str, Value]) -> Value | None:
        """Return the value of the word in the cell."""
        word = self.text(column).lower()
        if word and word not in choices:
            self._refuse_word(column, word, choices)
        return choices.get(word)

    def bid(self) -> int | None:
        """Return the bid, which must be one of the rule set's."""
        known = self.ruleset.known_bids
        words = {word: code for word, code in SLAMS.items() if code in known}
        bids = {str(bid): bid for bid in known if bid not in SLAMS.values()} | words
        text = self.text("bid").lower()
        number = whole_number(text)
        found = bids.get(text if number is None else str(number))
        if text and found is None:
            self._refuse_word("bid", text, bids)
        return found

    def declarations(self) -> Iterator[Declaration]:
        """Yield the declarations, written as SIDE:KIND and separated by spaces."""
        kinds = {kind.value: kind for kind in DeclarationKind}
        for word in self.text("declarations").split():
            name, colon, kind = word.partition(":")
            side = self._side("declarations", name) if colon else None
            if not colon:
                self.note(
                    "declarations",
                    _("%(column)s: “%(text)s” is not a declaration: write one like A:tierce."),
                    word,
                )
            elif kind.lower() not in kinds:
                self._refuse_word("declarations", kind, kinds)
            elif side:
                yield Declaration(side=side, kind=kinds[kind.lower()])

    def _side(self, column: str, text: str) -> Side | None:
        try:
            return Side(text.upper())
        except ValueError:
            self.note(column, _("%(column)s: “%(text)s” is not a side: write A or B."), text)
            return None

    def _refuse_word(self, column: str, text: str, choices: Mapping[str, object]) -> None:
        sentence = _("%(column)s: “%(text)s” is not known here; there are: %(words)s.")
        self.note(column, sentence, text, words=", ".join(choices))

    def note(self, column: str, sentence: str, text: str = "", **more: str) -> None:
        """Record the problem of a cell; only the first one is reported."""
        self.unread.setdefault(
            column, sentence % {"column": column, "text": cell_text(text), **more}
        )


def _entry(cells: _HandCells) -> HandEntry:
    """Return the hand in the cells, recording contradictions between them."""
    taker = cells.side("taker")
    points = cells.number("points")
    belotes = cells.sides("belote")
    bid, double = cells.bid(), cells.among("double", DOUBLES)
    declarations, best = tuple(cells.declarations()), cells.side("best_declaration")
    if double and bid is None and "bid" not in cells.unread:
        cells.note("double", _("%(column)s: without a bid there is nothing to double."))
    if best and not declarations and "declarations" not in cells.unread:
        cells.note("best_declaration", _("%(column)s: there is no declaration on this line."))
    return HandEntry(
        taker=SEATS[taker] if taker else None,
        card_points=points,
        belote=belotes[0] if belotes else None,
        further_belotes=belotes[1:],
        capot=cells.side("capot"),
        penalty=cells.side("penalty"),
        contract=Contract(bid=bid, multiplier=double or Multiplier.PLAIN) if bid else None,
        trump=cells.among("trump", {trump.value: trump for trump in Trump}),
        declarations=declarations,
        best_declaration=best,
        taker_alone=cells.among("taker_alone", {YES: True}) or False,
    )
