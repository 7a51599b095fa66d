"""Past results: the preview of an import, and stored contests."""

import csv
import io
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from django.db.models import Count, Prefetch, QuerySet
from django.utils.translation import gettext as _

from scorekeeper.models import Club, Player
from scorekeeper.models.sort_names import folded
from tournaments.entries.queries.imports import CheckedLine, ClubNames, NamesPreview
from tournaments.extensions.historical_results.labels import (
    added_text,
    one_or_two_text,
    past_fault_text,
    warning_texts,
)
from tournaments.extensions.historical_results.text_import import (
    MOST_NAMES,
    ListDefaults,
    PastLine,
    read_past,
)
from tournaments.extensions.historical_results.warnings import warnings_of
from tournaments.files.columns import Choice
from tournaments.files.list_start import RESULTS_SHOWN, Start, start_of
from tournaments.models import PastContest, PastResult

Key = tuple[date | None, str]


@dataclass(frozen=True, kw_only=True)
class ContestPreview:
    """A contest of the preview, its lines in order of places."""

    name: str
    day: date | None
    lines: tuple[PastLine, ...]

    hands: int | None = None

    @property
    def start(self) -> Start[PastLine]:
        return start_of(self.lines, RESULTS_SHOWN)

    @cached_property
    def warnings(self) -> list[str]:
        """Return the warnings about places and totals."""
        totals = [(line.place or 0, line.total or 0) for line in self.lines]
        names = max(len(line.names) for line in self.lines)
        return [
            *warning_texts(warnings_of(totals, self.hands, names_a_line=names), self.lines),
            *(added_text(line) for line in self.lines if line.added is not None),
            *(one_or_two_text(line) for line in self.lines if line.may_be_one),
        ]


@dataclass(frozen=True, kw_only=True)
class PastPreview(NamesPreview[PastLine]):
    """The preview of an import. Nothing is stored while any line has an error."""

    hands: int | None = None

    @property
    def contests_start(self) -> Start[ContestPreview]:
        return start_of(self.contests)

    @cached_property
    def contests(self) -> list[ContestPreview]:
        """Return the contests of the valid lines, oldest first."""
        found: defaultdict[Key, list[PastLine]] = defaultdict(list)
        for line in self.good:
            found[line.key].append(line)
        contests = [
            ContestPreview(
                name=lines[0].contest,
                day=lines[0].day,
                lines=tuple(sorted(lines, key=lambda line: line.place or 0)),
                hands=self.hands,
            )
            for lines in found.values()
        ]
        return sorted(contests, key=lambda one: (one.day or date.min, folded(one.name)))

    @cached_property
    def doubtful(self) -> list[ContestPreview]:
        """Return the contests with warnings."""
        return [contest for contest in self.contests if contest.warnings]

    @property
    def doubtful_start(self) -> Start[ContestPreview]:
        return start_of(self.doubtful, RESULTS_SHOWN)

    @property
    def without_bad(self) -> str:
        """Return the valid lines as a list, each with its own date and contest.

        A line that inherited these from a removed line must not inherit them from another one.
        """
        good = {line.number: _as_text(line) for line in self.good}
        return "\n".join(good.get(number, "") for number in range(1, max(good, default=0) + 1))


def _as_text(line: PastLine) -> str:
    out = io.StringIO()
    day = line.day.isoformat() if line.day else ""
    cells = (day, line.contest, line.place, " & ".join(line.names), line.total)
    csv.writer(out, delimiter="\t", lineterminator="").writerow(cells)
    return out.getvalue()


def past_preview(
    text: str,
    *,
    club: Club,
    today: date,
    choice: Choice | None = None,
    once: ListDefaults | None = None,
    hands: int | None = None,
) -> PastPreview:
    """Return the preview of a pasted list, in two queries; line ends are normalized.

    `hands` is the number of hands that everybody played, if the list is complete: then sums are
    checked too. Raises UnreadableListError, MissingColumnsError and AskOnceError.
    """
    found = read_past(text, today=today, choice=choice, once=once)
    lines = tuple(_checked(club, found.lines))
    good = [checked.line for checked in lines if not checked.reasons]
    return PastPreview(
        text=text,
        found=found,
        lines=lines,
        who=ClubNames(club, ((name, line.number) for line in good for name in line.names)),
        hands=hands,
    )


def _checked(club: Club, lines: Iterable[PastLine]) -> Iterable[CheckedLine[PastLine]]:
    kept = {
        (day, folded(name))
        for name, day in PastContest.objects.filter(club=club).values_list("name", "date")
    }
    first: dict[tuple[Key, str], int] = {}
    for line in lines:
        reasons = [past_fault_text(fault) for fault in line.faults]
        if line.key in kept:
            text = _("%(name)s of that day is already saved.")
            reasons.append(text % {"name": line.contest})
        for name in line.names[:MOST_NAMES]:
            known = first.setdefault((line.key, folded(name)), line.number)
            if known != line.number and line.contest and line.day:
                text = _("%(name)s is already on line %(number)d of that contest.")
                reasons.append(text % {"name": name, "number": known})
        yield CheckedLine(line=line, reasons=tuple(reasons))


def past_contests(club: Club) -> QuerySet[PastContest]:
    """Return the club's past contests, latest first, annotated with their number of lines."""
    kept = PastContest.objects.filter(club=club).annotate(count=Count("results"))
    return kept.order_by("-date", "name", "pk")


def with_winners(contests: Iterable[PastContest]) -> list[tuple[PastContest, str]]:
    """Return contests with the names of their winners; two queries."""
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
