"""A list of entries, compared with the contest's entries and the club's players."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Generic

from django.utils.translation import gettext as _

from scorekeeper.labels.people import licence_too_long_text
from scorekeeper.models import Club, Player
from scorekeeper.models.clubs import LICENCE_LENGTH, tidy_licence
from scorekeeper.models.sort_names import folded
from tournaments.entries.labels import WARNINGS
from tournaments.entries.queries.entries import KnownPeople, Namesake
from tournaments.entries.text_import import ListLine, read_entries
from tournaments.files.columns import Choice
from tournaments.files.headings import LineT, ReadList
from tournaments.files.labels import name_fault_text
from tournaments.files.list_start import NAMES_SHOWN, Start, start_of
from tournaments.files.reading.faults import MOST_QUESTIONS
from tournaments.models import Tournament
from tournaments.name_matching import Names, same_words
from tournaments.tags import USUAL_TAGS, tag_label


@dataclass(frozen=True, slots=True, kw_only=True)
class NameQuestion:
    """A name that may mean a player of the club, or a person on an earlier line.

    `place` is its index among the names of the list and names the form field.
    """

    place: int
    line: int
    name: str
    others: tuple[Namesake, ...]

    @property
    def key(self) -> str:
        return f"who-{self.place}"


class ClubNames:
    """Finds the players meant by the names of a list; asks about unclear ones, each once.

    `meant` has the players who are certain, by folded name; unclear names are in `questions`; all
    other names are new.
    """

    def __init__(self, club: Club, names: Iterable[tuple[str, int]]) -> None:
        """Match all names with their line numbers; one query."""
        self.meant: dict[str, str] = {}
        self.new: dict[str, str] = {}
        self.questions: list[NameQuestion] = []
        self._by_name, self._kept, self._alike = _known_players(club)
        self._by_folded: defaultdict[str, set[str]] = defaultdict(set)
        for name, kept in self._kept.items():
            self._by_folded[folded(name)].add(kept)
        self._first: dict[str, tuple[str, int]] = {}
        for name, number in names:
            self._first.setdefault(folded(name), (name, number))
        self._on_list = Names(name for name, _number in self._first.values())
        for place, (key, (name, number)) in enumerate(self._first.items()):
            self._match(place, key, name, number)
            if self.asks_too_much:
                break

    def _match(self, place: int, key: str, name: str, number: int) -> None:
        same = self._by_folded.get(key, set())
        exact = self._by_name.get(name.casefold())
        if exact or len(same) == 1:
            self.meant[key] = exact or next(iter(same))
            return
        near = [self._kept[one] for one in self._alike.alike(name)]
        club = [Namesake(name=one) for one in dict.fromkeys([*sorted(same), *near])]
        before = [
            Namesake(name=first, line=line)
            for first, line in (self._first[folded(one)] for one in self._on_list.alike(name))
            if line < number and folded(first) in self.new
        ]
        if club or before:
            others = (*club, *before)
            question = NameQuestion(place=place, line=number, name=name, others=others)
            self.questions.append(question)
        self.new[key] = name

    @property
    def asks_too_much(self) -> bool:
        """Return whether there are too many questions; the remaining names are not matched then."""
        return len(self.questions) > MOST_QUESTIONS

    @property
    def certainly_new(self) -> list[str]:
        """Return the names without a similar one in the club or the list."""
        asked = {folded(question.name) for question in self.questions}
        return [name for key, name in self.new.items() if key not in asked]

    @property
    def new_start(self) -> Start[str]:
        """Return the first of those names."""
        return start_of(self.certainly_new, NAMES_SHOWN)


def _known_players(club: Club) -> tuple[dict[str, str], dict[str, str], Names]:
    """Return the club's players by casefolded name and by name, and their names.

    Merged players are found by either name, anonymous ones not at all.
    """
    players = Player.objects.of_club(club).exclude(shown=Player.Shown.ANONYMOUS)
    rows = players.order_by("pk").values_list("name", "merged_into__name")
    kept = {name: other or name for name, other in rows}
    return {name.casefold(): meant for name, meant in kept.items()}, kept, Names(kept)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedLine(Generic[LineT]):
    """A line with all its errors."""

    line: LineT
    reasons: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class CheckedList(Generic[LineT]):
    """The result of reading a list. Nothing is stored while any line has an error."""

    text: str
    found: ReadList[LineT]
    lines: tuple[CheckedLine[LineT], ...]

    @cached_property
    def bad(self) -> list[CheckedLine[LineT]]:
        return [checked for checked in self.lines if checked.reasons]

    @property
    def bad_start(self) -> Start[CheckedLine[LineT]]:
        """Return the first lines with errors: a wrong column causes thousands."""
        return start_of(self.bad)

    @property
    def without_bad(self) -> str:
        """Return the text with faulty lines emptied, so that line numbers stay the same."""
        bad = {checked.line.number for checked in self.bad}
        lines = enumerate(self.text.split("\n"), start=1)
        return "\n".join("" if number in bad else line for number, line in lines)


@dataclass(frozen=True, kw_only=True)
class NamesPreview(CheckedList[LineT]):
    """The result of reading a list of the club's players."""

    who: ClubNames

    @cached_property
    def good(self) -> list[LineT]:
        return [checked.line for checked in self.lines if not checked.reasons]

    @property
    def questions(self) -> list[NameQuestion]:
        return self.who.questions

    @property
    def asks_too_much(self) -> bool:
        return self.who.asks_too_much


# For lines that cannot be read.
MOST_COMPARED: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A name on a line that may mean somebody known; `place` is its index among the names."""

    line: int
    place: int
    name: str
    others: tuple[Namesake, ...]

    @property
    def key(self) -> str:
        return f"answer-{self.line}-{self.place}"

    @property
    def usual(self) -> int | None:
        """Return the person who is almost certainly meant, because only accents differ."""
        if any(other.is_entered for other in self.others):
            return None
        same = (place for place, one in enumerate(self.others) if same_words(self.name, one.name))
        return next(same, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedEntryLine(CheckedLine[ListLine]):
    """A line with all its errors, and the questions to answer first."""

    questions: tuple[Question, ...]
    is_solo: bool
    notes: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        return " & ".join(self.line.names) or self.line.text

    @property
    def warnings(self) -> list[str]:
        """Return the warnings about the line, in words."""
        return [*(str(WARNINGS[warning]) for warning in self.line.warnings), *self.notes]

    @property
    def marks(self) -> list[str]:
        """Return everything read from the line except the names."""
        ticked = [(self.line.is_here, _("Here")), (self.line.has_paid, _("Paid"))]
        marks = [*(text for is_so, text in ticked if is_so), *map(tag_label, self.line.tags)]
        if numbers := ", ".join(filter(None, self.line.licences)):
            marks.append(_("Licence %(number)s") % {"number": numbers})
        return marks


@dataclass(frozen=True, kw_only=True)
class ListPreview(CheckedList[ListLine]):
    """The result of reading a list of entries. Nothing is entered while any line has an error."""

    lines: tuple[CheckedEntryLine, ...]

    @property
    def good(self) -> list[CheckedEntryLine]:
        return [checked for checked in self.lines if not checked.reasons]

    @property
    def questions(self) -> list[Question]:
        return [question for checked in self.good for question in checked.questions]

    @property
    def asks_too_much(self) -> bool:
        """Return whether there are too many questions; the remaining lines are not checked then."""
        return sum(len(checked.questions) for checked in self.lines) > MOST_QUESTIONS

    @property
    def doubtful(self) -> list[CheckedEntryLine]:
        """Return the lines with warnings."""
        return [one for one in self.good if one.warnings]

    @property
    def asked_of(self) -> list[tuple[str, Start[CheckedEntryLine]]]:
        """Return each warning, with the first lines that have it."""
        lines: dict[str, list[CheckedEntryLine]] = {}
        for one in self.doubtful:
            for warning in one.warnings:
                lines.setdefault(warning, []).append(one)
        return [(warning, start_of(about)) for warning, about in lines.items()]

    @property
    def left_out(self) -> list[tuple[str, int]]:
        """Return the words without a meaning in their place, each with its line."""
        return [(word, one.line.number) for one in self.good for word in one.line.left_out]

    @property
    def good_start(self) -> Start[CheckedEntryLine]:
        return start_of(self.good)

    @property
    def left_out_start(self) -> Start[tuple[str, int]]:
        return start_of(self.left_out)


class KnownLicences:
    """The licence numbers of the club's players and of earlier lines; one query."""

    def __init__(self, tournament: Tournament) -> None:
        players = Player.objects.of_club(tournament.club)
        rows = players.values_list("name", "licence", "merged_into__name", "merged_into__licence")
        self._of = {name.casefold(): merged if kept else own for name, own, kept, merged in rows}
        self.owners = {own: kept or name for name, own, kept, _merged in rows if own}

    def note(self, name: str, licence: str) -> str:
        """Return why a licence number is not stored for a name, empty if it is."""
        own = self._of.get(name.casefold(), "")
        owner = self.owners.setdefault(licence, name)
        if own and own != licence:
            text = _(
                "%(name)s has the licence number %(own)s in the club: %(licence)s is not saved."
            )
            return text % {"name": name, "own": own, "licence": licence}
        if folded(owner) != folded(name):
            text = _("%(licence)s is the licence number of %(owner)s: %(name)s does not get it.")
            return text % {"name": name, "owner": owner, "licence": licence}
        return ""


def list_preview(text: str, *, tournament: Tournament, choice: Choice | None = None) -> ListPreview:
    """Return the result of reading a pasted list; all lines must end in the same way.

    Two queries, three if it has licence numbers.

    Raises UnreadableListError.
    """
    found = read_entries(
        text,
        names_per_entry=tournament.format.entry_size,
        tags=_tag_words(tournament),
        choice=choice,
    )
    known = KnownPeople(tournament)
    first_line: dict[str, ListLine] = {}
    for line in found.lines:
        for name in _compared(line):
            first_line.setdefault(folded(name), line)
    names = Names(name for line in found.lines if not line.faults for name in line.names)
    has_licences = any(any(line.licences) for line in found.lines)
    licences = KnownLicences(tournament) if has_licences else None
    checked, asked = [], 0
    for line in found.lines:
        checked.append(_checked(tournament, line, known, names, first_line, licences))
        asked += len(checked[-1].questions)
        if asked > MOST_QUESTIONS:
            break
    return ListPreview(text=text, found=found, lines=tuple(checked))


def _compared(line: ListLine) -> Sequence[str]:
    """Return the names of a line for comparison; only the first few of a faulty line."""
    return line.names[:MOST_COMPARED] if line.faults else line.names


def _tag_words(tournament: Tournament) -> dict[str, str]:
    """Return the contest's tags by the words that mean them: codes and labels."""
    words = {tag: tag for tag in tournament.tags}
    return words | {str(USUAL_TAGS.get(tag, tag)): tag for tag in tournament.tags}


def _checked(
    tournament: Tournament,
    line: ListLine,
    known: KnownPeople,
    names: Names,
    first_line: dict[str, ListLine],
    licences: KnownLicences | None,
) -> CheckedEntryLine:
    size = tournament.format.entry_size
    reasons = [name_fault_text(fault, names_at_most=size) for fault in line.faults]
    numbered = list(zip(line.names, map(tidy_licence, line.licences), strict=False))
    if any(len(number) > LICENCE_LENGTH for _name, number in numbered):
        reasons.append(licence_too_long_text())
    notes = [licences.note(name, number) for name, number in numbered if licences and number]
    questions = []
    for place, name in enumerate(_compared(line)):
        number, first = known.number_of(name), first_line[folded(name)]
        if number is not None:
            reasons.append(
                _("%(name)s is already entered: number %(number)d.")
                % {"name": name, "number": number}
            )
        elif first.number != line.number:
            reasons.append(
                _("%(name)s is already on line %(number)d.")
                % {"name": name, "number": first.number}
            )
        elif not line.faults and (others := _others(line, name, known, names, first_line)):
            questions.append(
                Question(line=line.number, place=place, name=name, others=tuple(others))
            )
    return CheckedEntryLine(
        line=line,
        reasons=tuple(reasons),
        questions=tuple(questions),
        is_solo=len(line.names) < size,
        notes=tuple(filter(None, notes)),
    )


def _others(
    line: ListLine,
    name: str,
    known: KnownPeople,
    names: Names,
    first_line: dict[str, ListLine],
) -> Sequence[Namesake]:
    """Return whom a name may mean: people in entries, on earlier lines, or players of the club."""
    before = [
        Namesake(name=one, line=first_line[folded(one)].number)
        for one in names.alike(name)
        if first_line[folded(one)].number < line.number
    ]
    on_lines = {folded(other.name) for other in before}
    rest = [one for one in known.others(name) if folded(one.name) not in on_lines]
    return [*before, *rest]
