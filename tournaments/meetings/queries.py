"""Meetings for pages: the table of the club teams, and each meeting with its tables."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from scorekeeper.clubs.queries import WHOLE_NAMES, ShownNames
from tournaments.audit_log.meetings import complete_numbers, squads_contest_of
from tournaments.draw.groups import NOBODY
from tournaments.draw.phased import circle
from tournaments.files.spreadsheets import Column, ExportedList
from tournaments.formats.meetings import TeamMeetings
from tournaments.formats.phases import PhaseKind, phase_at
from tournaments.formats.squads import SquadContest, SquadMeeting
from tournaments.meetings.labels import PARTED_LABELS, rule_lines
from tournaments.models import Round, Tournament
from tournaments.rankings.labels import why_text
from tournaments.seating import SeatedTable, named_entries, tables_of
from tournaments.standings.criteria import CriterionCode
from tournaments.visible_ranking import Reader, visible_ranking

NAMES_WIDTH: Final = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class MeetingSide:
    """One club team of a meeting, with its score so far."""

    number: int
    name: str
    score: int
    points: int
    is_ahead: bool
    goes_on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MeetingView:
    """A meeting: both sides, its tables if requested, and what decided it."""

    round_number: int
    sides: tuple[MeetingSide, ...]
    tables: tuple[dict[str, Any], ...]
    first_table: int
    last_table: int
    over: int
    count: int
    is_over: bool
    is_drawn: bool
    """Whether it ended level and may stay so."""
    is_level: bool
    """Whether somebody must decide who goes on."""
    note: str

    @property
    def is_bye(self) -> bool:
        return len(self.sides) == 1

    @property
    def title(self) -> str:
        return " – ".join(side.name for side in self.sides)


@dataclass(frozen=True, slots=True, kw_only=True)
class MeetingsPage:
    """All meetings of a contest, latest round first."""

    rows: list[dict[str, Any]]
    rounds: list[dict[str, Any]]
    to_come: list[dict[str, Any]]
    rule: list[str]
    has_results: bool

    @property
    def latest(self) -> dict[str, Any] | None:
        return self.rounds[0] if self.rounds else None


def meetings_page(
    tournament: Tournament, meetings: TeamMeetings, *, after_round: int | None = None
) -> MeetingsPage:
    """Return the meetings of every round, and the table after one; always six queries."""
    contest = squads_contest_of(tournament)
    look = _SeenMeetings(tournament, meetings, contest)
    return MeetingsPage(
        rows=look.rows(after_round),
        rounds=[look.round(number) for number in sorted(look.published, reverse=True)],
        to_come=list(look.to_come()),
        rule=rule_lines(meetings),
        has_results=bool(contest.results),
    )


def squads_sheet(tournament: Tournament, meetings: TeamMeetings) -> ExportedList:
    """Return the ranking of the club teams as a list to export."""
    columns = (
        Column(_("Place")),
        Column(_("Club team"), NAMES_WIDTH),
        Column(_("Meetings played")),
        Column(_("Won")),
        Column(pgettext("meetings", "Level")),
        Column(_("Lost")),
        Column(_("Tables")),
        Column(pgettext("points", "Difference")),
        Column(_("Points")),
        Column(_("Why this place"), 2 * NAMES_WIDTH),
    )
    kept = ("name", "played", "won", "level", "lost", "tables", "difference", "score", "why")
    rows = (
        [row["rank"] if row["played"] else None, *(row[key] for key in kept)]
        for row in meetings_page(tournament, meetings).rows
    )
    return ExportedList(title=_("Ranking of the club teams"), columns=columns, rows=rows)


def shared_page(tournament: Tournament) -> MeetingsPage:
    """Return the public page, cached until something changes; it names no players."""
    after = visible_ranking(tournament, Reader.EVERYBODY).after_round
    return _cached(tournament.token, tournament.state, get_language() or "", tournament.pk, after)


@lru_cache(maxsize=16)
def _cached(
    token: str, state: str, language: str, pk: int, after_round: int | None
) -> MeetingsPage:
    tournament = Tournament.objects.get(pk=pk)
    meetings = tournament.team_meetings
    assert meetings is not None, "nobody asks where no club teams meet"
    return meetings_page(tournament, meetings, after_round=after_round)


def own_meeting_of(
    tournament: Tournament, played: Round | None, number: int
) -> tuple[str, MeetingView | None]:
    """Return an entry's club team, and its meeting in a published round."""
    meetings = tournament.team_meetings
    squad = meetings.by_entry.get(number) if meetings else None
    if meetings is None or squad is None:
        return "", None
    name = meetings.squads[squad - 1].name
    rounds = shared_page(tournament).rounds if played else []
    found = [one for one in rounds if played and one["number"] == played.number]
    meeting = view_of(found[0]["meetings"], squad) if found else None
    return name, None if meeting is None or meeting.is_bye else meeting


def round_views(
    played: Round, meetings: TeamMeetings, *, hidden: frozenset[int] = frozenset()
) -> list[MeetingView]:
    """Return the meetings of a published round with their tables; two more queries."""
    tournament = played.tournament
    look = _SeenMeetings(tournament, meetings, squads_contest_of(tournament))
    names = named_entries(tournament.pk, shown=ShownNames(hidden) if hidden else WHOLE_NAMES)
    at_entry = {one.number: table for table in tables_of([played], names) for one in table.entries}
    return look.views(played.number, at_entry)


def view_of(views: Sequence[MeetingView], squad: int) -> MeetingView | None:
    """Return a club team's meeting among those of a round."""
    return next((one for one in views if squad in [side.number for side in one.sides]), None)


class _SeenMeetings:
    """The loaded data of a contest of club teams."""

    def __init__(
        self, tournament: Tournament, meetings: TeamMeetings, contest: SquadContest
    ) -> None:
        self.meetings, self.contest, self.course = meetings, contest, tournament.course
        self.names = {squad.number: squad.name for squad in meetings.squads}
        rounds = tournament.rounds.exclude(status=Round.Status.DRAWN)
        self.published = dict(rounds.values_list("number", "status"))
        self._trees = contest.trees()
        self._decided = {
            (game.round, game.a): game
            for played in self._trees.rounds
            for game in self._trees.games(played)
        }

    def rows(self, after_round: int | None) -> list[dict[str, Any]]:
        criteria = self.contest.rules.criteria
        if self._trees.rounds:
            criteria = (CriterionCode.BRACKET, *criteria)
        found = []
        for line in self.contest.standings(after_round=after_round).lines:
            record, decision = line.record, line.decided_by
            is_explained = decision and record.has_results and decision.code is not criteria[0]
            found.append(
                {
                    "number": line.entrant,
                    "rank": line.rank,
                    "name": self.names[line.entrant],
                    "score": int(record.score),
                    "played": len(record.games),
                    "won": record.wins,
                    "level": record.ties,
                    "lost": record.losses,
                    "tables": record.tables,
                    "difference": record.points - record.conceded,
                    "why": why_text(decision, criteria) if decision and is_explained else "",
                }
            )
        return found

    def round(self, number: int) -> dict[str, Any]:
        return {
            "number": number,
            "day": self.meetings.day(number),
            "meetings": tuple(self.views(number)),
            "is_playing": self.published[number] == Round.Status.PLAYING,
        }

    def to_come(self) -> Iterator[dict[str, Any]]:
        """Yield future rounds of started pools, whose meetings are known."""
        for played in self.contest.phase_rounds:
            at = phase_at(self.course, played.round)
            if at is None or at.phase.kind is not PhaseKind.POOLS or at.leg > 1:
                continue
            for number in range(played.round + 1, at.last + 1):
                if number not in self.published:
                    pairs = [
                        pair
                        for _name, slots in played.groups
                        for pair in circle(slots, at.phase.size, number - at.first + 1)
                    ]
                    titles = [
                        f"{self.names[a]} – {self.names[b]}"
                        for a, b in pairs
                        if NOBODY not in (a, b)
                    ]
                    day = self.meetings.day(number)
                    yield {"number": number, "day": day, "meetings": (), "to_come": tuple(titles)}

    def views(
        self, number: int, at_entry: Mapping[int, SeatedTable] | None = None
    ) -> list[MeetingView]:
        meetings = [one for one in self.contest.meetings if one.round == number]
        return [
            self._view(one, at_entry or {}) for one in sorted(meetings, key=lambda one: one.is_bye)
        ]

    def _view(self, meeting: SquadMeeting, at_entry: Mapping[int, SeatedTable]) -> MeetingView:
        game = self._decided.get((meeting.round, meeting.a)) if meeting.is_tree else None
        winner = game.winner if game and meeting.is_over else None
        sides = tuple(
            MeetingSide(
                number=squad,
                name=self.names[squad],
                score=meeting.score[place],
                points=meeting.points[place],
                is_ahead=(meeting.lead if place == 0 else -meeting.lead) > 0,
                goes_on=not meeting.is_bye and winner == squad,
            )
            for place, squad in enumerate((meeting.a, meeting.b))
            if squad
        )
        tables = [board.table for board in meeting.boards if board.table]
        is_level = meeting.is_tree and meeting.is_over and not meeting.lead and not meeting.is_bye
        return MeetingView(
            round_number=meeting.round,
            sides=sides,
            tables=tuple(_tables(meeting, at_entry)),
            first_table=meeting.first_table,
            last_table=max(tables, default=0),
            over=sum(board.is_over for board in meeting.boards),
            count=len(meeting.boards),
            is_over=meeting.is_over and not meeting.is_bye,
            is_drawn=meeting.is_over and not meeting.is_tree and not meeting.lead,
            is_level=is_level and not winner,
            note=str(PARTED_LABELS[meeting.parted_by])
            if meeting.is_over and meeting.parted_by
            else "",
        )


def _tables(meeting: SquadMeeting, at_entry: Mapping[int, SeatedTable]) -> Iterator[dict[str, Any]]:
    for board in meeting.boards:
        table = at_entry.get(board.a or board.b or 0)
        if table is not None:
            yield {"table": table, "gives": board.gives, "is_turned": board.a is None}


def line_ups(tournament: Tournament, meetings: TeamMeetings) -> list[dict[str, Any]]:
    """Return every club team with its line-up for the next round; four queries."""
    names = named_entries(tournament.pk)
    drawn = tournament.rounds.exclude(status=Round.Status.DRAWN).count()
    present = complete_numbers(tournament, drawn + 1)
    found = []
    for squad in meetings.squads:
        playing = meetings.playing(squad.number, present)
        others = [who for who in squad.entries if who not in playing and who in names]
        found.append(
            {
                "number": squad.number,
                "name": squad.name,
                "seated": [names[who] for who in playing],
                "reserve": [names[who] for who in others],
                "missing": meetings.pairs - len(playing),
            }
        )
    return found


def squads_typed(meetings: TeamMeetings) -> str:
    """Return club teams as typed: a line each."""
    return "\n".join(
        f"{squad.name}: {', '.join(map(str, squad.entries))}" for squad in meetings.squads
    )


def squads_proposed(tournament: Tournament, pairs: int) -> str:
    """Return club teams made of entries with the same team name, as typed; one query."""
    by_name: dict[str, list[int]] = {}
    entries = tournament.entries.order_by("number").exclude(team_name="")
    for name, number in entries.values_list("team_name", "number"):
        by_name.setdefault(name, []).append(number)
    together = {name: numbers for name, numbers in by_name.items() if len(numbers) > 1}
    return "\n".join(f"{name}: {', '.join(map(str, who))}" for name, who in together.items())
