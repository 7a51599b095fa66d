"""Results of the past: what a list would bring, and what the club keeps."""

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from django.db.models import Count, Prefetch, QuerySet
from django.utils.translation import gettext as _

from scorekeeper.clubs.pages.names import folded
from scorekeeper.models import Club, Player
from tournaments.alike import Names
from tournaments.entries.pages.entries import Namesake
from tournaments.files.previews import NAMES_SHOWN, RESULTS_SHOWN, Start, start_of
from tournaments.files.reading.faults import MOST_QUESTIONS, ListFault, UnreadableListError
from tournaments.files.rows import ReadList
from tournaments.models import PastContest, PastResult
from tournaments.past.labels import past_fault_text
from tournaments.past.pasted import MOST_NAMES, PastLine, read_past

Key = tuple[date | None, str]


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


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedPastLine:
    """A line with every reason why it cannot be kept."""

    line: PastLine
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestPreview:
    """A contest that a list would bring, its lines in order of places."""

    name: str
    day: date | None
    lines: tuple[PastLine, ...]

    @property
    def start(self) -> Start[PastLine]:
        return start_of(self.lines, RESULTS_SHOWN)


@dataclass(frozen=True, kw_only=True)
class PastPreview:
    """What a list would bring. Nothing is kept while any line is bad.

    `meant` says whom a name means beyond doubt, by the name folded; what is asked about is in
    `questions`, and all other names are new.
    """

    text: str
    found: ReadList[PastLine]
    lines: tuple[CheckedPastLine, ...]
    meant: Mapping[str, str]
    questions: tuple[NameQuestion, ...]
    new_names: tuple[str, ...]

    @cached_property
    def bad(self) -> list[CheckedPastLine]:
        return [checked for checked in self.lines if checked.reasons]

    @property
    def bad_start(self) -> Start[CheckedPastLine]:
        """Return the first bad lines: a wrong column makes thousands."""
        return start_of(self.bad)

    @property
    def contests_start(self) -> Start[ContestPreview]:
        return start_of(self.contests)

    @cached_property
    def good(self) -> list[PastLine]:
        return [checked.line for checked in self.lines if not checked.reasons]

    @cached_property
    def contests(self) -> list[ContestPreview]:
        """Return the contests of the good lines, the oldest first."""
        found: defaultdict[Key, list[PastLine]] = defaultdict(list)
        for line in self.good:
            found[line.key].append(line)
        contests = [
            ContestPreview(
                name=lines[0].contest,
                day=lines[0].day,
                lines=tuple(sorted(lines, key=lambda line: line.place or 0)),
            )
            for lines in found.values()
        ]
        return sorted(contests, key=lambda one: (one.day or date.min, folded(one.name)))

    @property
    def certainly_new(self) -> list[str]:
        """Return the names that nobody in the club and nothing in the list is like."""
        asked = {folded(question.name) for question in self.questions}
        return [name for name in self.new_names if folded(name) not in asked]

    @property
    def new_start(self) -> Start[str]:
        """Return the first of those."""
        return start_of(self.certainly_new, NAMES_SHOWN)

    @property
    def without_bad(self) -> str:
        """Return the good lines as a list, each on its line and with its own date and contest.

        A line that took them from a bad one must not take another's.
        """
        good = {line.number: _as_text(line) for line in self.good}
        return "\n".join(good.get(number, "") for number in range(1, max(good, default=0) + 1))


def _as_text(line: PastLine) -> str:
    out = io.StringIO()
    day = line.day.isoformat() if line.day else ""
    cells = (day, line.contest, line.place, " & ".join(line.names), line.total)
    csv.writer(out, delimiter="\t", lineterminator="").writerow(cells)
    return out.getvalue()


def past_preview(text: str, *, club: Club, today: date) -> PastPreview:
    """Return what a pasted list would bring, in two queries; its lines have one kind of end.

    Raises UnreadableListError and MissingColumnsError.
    """
    found = read_past(text, today=today)
    lines = tuple(_checked(club, found.lines))
    good = [checked.line for checked in lines if not checked.reasons]
    matched = _Matching(club, good)
    return PastPreview(
        text=text,
        found=found,
        lines=lines,
        meant=matched.meant,
        questions=tuple(matched.questions),
        new_names=tuple(matched.new.values()),
    )


def _checked(club: Club, lines: Iterable[PastLine]) -> Iterable[CheckedPastLine]:
    kept = {
        (day, folded(name))
        for name, day in PastContest.objects.filter(club=club).values_list("name", "date")
    }
    first: dict[tuple[Key, str], int] = {}
    for line in lines:
        reasons = [past_fault_text(fault) for fault in line.faults]
        if line.key in kept:
            text = _("%(name)s of that day is kept already.")
            reasons.append(text % {"name": line.contest})
        for name in line.names[:MOST_NAMES]:
            known = first.setdefault((line.key, folded(name)), line.number)
            if known != line.number and line.contest and line.day:
                text = _("%(name)s stands on line %(number)d of that contest already.")
                reasons.append(text % {"name": name, "number": known})
        yield CheckedPastLine(line=line, reasons=tuple(reasons))


class _Matching:
    """Finds whom the names of a list mean; asks where it is not sure, each name once."""

    def __init__(self, club: Club, lines: Iterable[PastLine]) -> None:
        """Match every name: one query."""
        self.meant: dict[str, str] = {}
        self.new: dict[str, str] = {}
        self.questions: list[NameQuestion] = []
        self._by_name, self._kept, self._alike = _known_players(club)
        self._by_folded: defaultdict[str, set[str]] = defaultdict(set)
        for name, kept in self._kept.items():
            self._by_folded[folded(name)].add(kept)
        self._first: dict[str, tuple[str, int]] = {}
        for line in lines:
            for name in line.names:
                self._first.setdefault(folded(name), (name, line.number))
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


def _known_players(club: Club) -> tuple[dict[str, str], dict[str, str], Names]:
    """Return whom names mean: by the name casefolded, by the name itself; and the names.

    Who was merged into another is known by both names, who is anonymous by none.
    """
    players = Player.objects.of_club(club).exclude(shown=Player.Shown.ANONYMOUS)
    rows = players.order_by("pk").values_list("name", "merged_into__name")
    kept = {name: other or name for name, other in rows}
    return {name.casefold(): meant for name, meant in kept.items()}, kept, Names(kept)


def past_contests(club: Club) -> QuerySet[PastContest]:
    """Return the club's past contests, the latest first, with how many lines each has."""
    kept = PastContest.objects.filter(club=club).annotate(count=Count("results"))
    return kept.order_by("-date", "name", "pk")


def with_winners(contests: Iterable[PastContest]) -> list[tuple[PastContest, str]]:
    """Return a page of contests, each with who was first there; two queries."""
    page = list(contests)
    winners: defaultdict[int, list[str]] = defaultdict(list)
    first = PastResult.objects.filter(contest__in=[one.pk for one in page], place=1)
    for pk, names in first.order_by("pk").values_list("contest_id", "names"):
        winners[pk].append(names)
    return [(one, ", ".join(winners[one.pk])) for one in page]


def past_results(contest: PastContest) -> list[PastResult]:
    """Return the lines of a past contest by place, with their players; two queries."""
    players = Prefetch("players", Player.objects.order_by("name"))
    return list(contest.results.order_by("place", "-total", "pk").prefetch_related(players))


def imported_with(contest: PastContest) -> int:
    return PastContest.objects.filter(club=contest.club, created_at=contest.created_at).count()
