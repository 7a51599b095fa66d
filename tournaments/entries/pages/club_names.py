"""Whom the names of a list mean among a club's players, and what must be asked about them."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Generic

from scorekeeper.models import Club, Player
from scorekeeper.models.sort_names import folded
from tournaments.alike import Names
from tournaments.entries.pages.entries import Namesake
from tournaments.files.headed import LineT, ReadList
from tournaments.files.previews import NAMES_SHOWN, Start, start_of
from tournaments.files.reading.faults import MOST_QUESTIONS, ListFault, UnreadableListError


@dataclass(frozen=True, slots=True, kw_only=True)
class NameQuestion:
    """A name that may mean somebody known: the club's players, or a name on an earlier line.

    `place` is its place among the names of the list, whoever is known: it names the answer.
    """

    place: int
    line: int
    name: str
    others: tuple[Namesake, ...]

    @property
    def key(self) -> str:
        return f"who-{self.place}"


class ClubNames:
    """Finds whom the names of a list mean; asks where it is not sure, each name once.

    `meant` says whom a name means beyond doubt, by the name folded; what is asked about is in
    `questions`, and all other names are new.
    """

    def __init__(self, club: Club, names: Iterable[tuple[str, int]]) -> None:
        """Match every name with the number of its line: one query."""
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
            if len(self.questions) > MOST_QUESTIONS:
                raise UnreadableListError(ListFault.TOO_MANY_ALIKE)
        self.new[key] = name

    @property
    def certainly_new(self) -> list[str]:
        """Return the names that nobody in the club and nothing in the list is like."""
        asked = {folded(question.name) for question in self.questions}
        return [name for key, name in self.new.items() if key not in asked]

    @property
    def new_start(self) -> Start[str]:
        """Return the first of those."""
        return start_of(self.certainly_new, NAMES_SHOWN)


def _known_players(club: Club) -> tuple[dict[str, str], dict[str, str], Names]:
    """Return whom names mean: by the name casefolded, by the name itself; and the names.

    Who was merged into another is known by both names, who is anonymous by none.
    """
    players = Player.objects.of_club(club).exclude(shown=Player.Shown.ANONYMOUS)
    rows = players.order_by("pk").values_list("name", "merged_into__name")
    kept = {name: other or name for name, other in rows}
    return {name.casefold(): meant for name, meant in kept.items()}, kept, Names(kept)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedLine(Generic[LineT]):
    """A line with every reason why it cannot be kept."""

    line: LineT
    reasons: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class CheckedList(Generic[LineT]):
    """What a list would bring. Nothing is kept while any line is bad."""

    text: str
    found: ReadList[LineT]
    lines: tuple[CheckedLine[LineT], ...]

    @cached_property
    def bad(self) -> list[CheckedLine[LineT]]:
        return [checked for checked in self.lines if checked.reasons]

    @property
    def bad_start(self) -> Start[CheckedLine[LineT]]:
        """Return the first bad lines: a wrong column makes thousands."""
        return start_of(self.bad)

    @property
    def without_bad(self) -> str:
        """Return the text with its bad lines emptied: the others keep their numbers."""
        bad = {checked.line.number for checked in self.bad}
        lines = enumerate(self.text.split("\n"), start=1)
        return "\n".join("" if number in bad else line for number, line in lines)


@dataclass(frozen=True, kw_only=True)
class NamesPreview(CheckedList[LineT]):
    """What a list of the club's people would bring."""

    who: ClubNames

    @cached_property
    def good(self) -> list[LineT]:
        return [checked.line for checked in self.lines if not checked.reasons]

    @property
    def questions(self) -> list[NameQuestion]:
        return self.who.questions
