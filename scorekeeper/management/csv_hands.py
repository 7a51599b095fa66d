"""A hand out of one line of a sheet: every cell is read, one that cannot be is told."""

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

# The columns of which rules may make no use, and whether these do.
_USED: Final[Mapping[str, Callable[[RuleSet], bool]]] = {
    "bid": lambda rules: rules.bids,
    "double": lambda rules: rules.bids,
    "taker_alone": lambda rules: rules.bids and rules.generale,
    "declarations": lambda rules: rules.declarations,
    "best_declaration": lambda rules: rules.declarations,
}

# Which cell the field of a problem was read from.
_COLUMNS: Final = {"card_points": "points", "contract": "bid"}


@dataclass(frozen=True, slots=True)
class LineHand:
    """The hand of a line; in words why it cannot be scored, and what is unusual about it.

    `found` is what `check` found of it.
    """

    entry: HandEntry
    problems: Sequence[str]
    warnings: Sequence[str]
    found: Sequence[Problem]


def read_hand(line: CsvLine, ruleset: RuleSet) -> LineHand:
    """Return the hand of a line; a column that is missing is read as empty."""
    cells = _HandCells(line.cells, ruleset)
    entry = _entry(cells)
    found = check(entry, ruleset)
    # Nobody knows what else a line should hold whose penalty cannot be read.
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
    """The cells of a line as values; `unread` says by column what is no value of it."""

    texts: Mapping[str, str]
    ruleset: RuleSet
    unread: dict[str, str] = field(default_factory=dict)

    def text(self, column: str) -> str:
        """Return a cell, "" where nothing stands there or these rules make no use of it."""
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
        """Return several sides, with spaces between them."""
        found = [self._side(column, word) for word in self.text(column).split()]
        return tuple(side for side in found if side)

    def number(self, column: str) -> int | None:
        text = self.text(column)
        number = whole_number(text) if text else None
        if text and number is None:
            self.note(column, _("%(column)s: “%(text)s” is not a whole number."), text)
        return number

    def among(self, column: str, choices: Mapping[str, Value]) -> Value | None:
        """Return the value of the word that stands there."""
        word = self.text(column).lower()
        if word and word not in choices:
            self._refuse_word(column, word, choices)
        return choices.get(word)

    def bid(self) -> int | None:
        """Return the bid, of those that the table knows."""
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
        """Yield what was declared, written as SIDE:KIND with spaces between."""
        kinds = {kind.value: kind for kind in DeclarationKind}
        for word in self.text("declarations").split():
            name, colon, kind = word.partition(":")
            side = self._side("declarations", name) if colon else None
            if not colon:
                self.note(
                    "declarations",
                    _("%(column)s: “%(text)s” is no declaration, write one like A:tierce."),
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
            self.note(column, _("%(column)s: “%(text)s” is no side, write A or B."), text)
            return None

    def _refuse_word(self, column: str, text: str, choices: Mapping[str, object]) -> None:
        sentence = _("%(column)s: “%(text)s” is not known here; there are: %(words)s.")
        self.note(column, sentence, text, words=", ".join(choices))

    def note(self, column: str, sentence: str, text: str = "", **more: str) -> None:
        """Note why a cell cannot stand there; the first reason is the one that is told."""
        self.unread.setdefault(
            column, sentence % {"column": column, "text": cell_text(text), **more}
        )


def _entry(cells: _HandCells) -> HandEntry:
    """Return the hand that the cells say, noting those that contradict each other."""
    taker = cells.side("taker")
    points = cells.number("points")
    belotes = cells.sides("belote")
    bid, double = cells.bid(), cells.among("double", DOUBLES)
    declarations, best = tuple(cells.declarations()), cells.side("best_declaration")
    if double and bid is None and "bid" not in cells.unread:
        cells.note("double", _("%(column)s: without a bid there is nothing to double."))
    if best and not declarations and "declarations" not in cells.unread:
        cells.note("best_declaration", _("%(column)s: no declaration stands on this line."))
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
