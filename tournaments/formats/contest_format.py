"""The format of a contest: an object that answers what depends on its kind. Pure.

It loads nothing: callers pass everything that an answer needs.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Final

from tournaments.draw.groups import Frame, Group
from tournaments.draw.request import Method
from tournaments.draw.result import Draw
from tournaments.draw.seats import TooFewTablesError
from tournaments.draw.wishes import Span, count_of
from tournaments.formats.meetings import TeamMeetings, fit_for_meetings, refuse_moved, seated
from tournaments.formats.next_round import CourseOverError, frame_of, method_of
from tournaments.formats.phases import Phase, PhaseAt, PhaseKind, phase_at
from tournaments.formats.qualifying import Elsewhere, moved_since
from tournaments.formats.squads import BoardSeat, SquadContest, contest_of_squads
from tournaments.standings.brackets import BEFORE, VERSION, PhaseRound
from tournaments.standings.contest import RankedContest
from tournaments.standings.results import GameOutcome

SIDE: Final = 2
"""The number of people on each side of a table."""


class EntryKind(StrEnum):
    """What is entered; `entry_words` has the words for each."""

    TEAM = "team"
    PLAYER = "player"


class BoardView(StrEnum):
    """One of the views between which the board of the hall alternates."""

    TABLES = "tables"
    NAMES = "names"
    PLAYING = "playing"
    RANKING = "ranking"
    HIGHLIGHTS = "highlights"
    BRACKET = "bracket"
    MEETINGS = "meetings"
    PODIUM = "podium"
    PRIZES = "prizes"
    MOMENTS = "moments"


WHILE_PLAYING: Final = (BoardView.PLAYING, BoardView.TABLES, BoardView.NAMES)
RANKED: Final = (BoardView.RANKING, BoardView.HIGHLIGHTS)
AT_END: Final = (BoardView.PODIUM, BoardView.PRIZES, BoardView.MOMENTS)
"""Views that the board shows only once the contest is finished."""


@dataclass(frozen=True, slots=True)
class BoardMoment:
    """What a board's views depend on: the round shown, and whether the contest is finished."""

    round_number: int
    is_playing: bool
    is_closed: bool
    is_finished: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestFormat:
    """What depends on the kind of a contest. The base class is for teams with all rounds alike."""

    entry_kind: ClassVar[EntryKind] = EntryKind.TEAM
    entry_size: ClassVar[int] = 2
    """The number of players that an entry needs to be drawn."""
    takes_phases: ClassVar[bool] = True
    """Whether its rounds can be pools and brackets, and club teams can meet in it."""
    has_teams: ClassVar[bool] = True
    """Whether two people stay together: they can look for a partner, and have a team name."""
    has_catch_up: ClassVar[bool] = True
    """Whether an exempt entry can play early finishers at a catch-up table."""
    opens_tables: ClassVar[bool] = True
    """Whether tables can be opened in addition to those of the draw."""
    uses_wishes: ClassVar[bool] = True
    """Whether draws follow wishes, so that changed wishes make a draw outdated."""
    avoids_repeats: ClassVar[bool] = True
    """Whether draws depend on earlier meetings and byes."""
    lines_up: ClassVar[bool] = False
    """Whether `seated` needs the entries present: a draw does not determine who sits down."""
    reads_tables: ClassVar[bool] = False
    """Whether `course_contest` needs the seats at each table, and the published groups."""

    phases: tuple[Phase, ...] = ()
    meetings: TeamMeetings | None = None

    # Entries, and their number at a table.

    @property
    def side_size(self) -> int:
        """Return the number of entries on one side of a table."""
        return SIDE // self.entry_size

    @property
    def table_size(self) -> int:
        """Return the number of entries at a table."""
        return 2 * self.side_size

    @property
    def fewest(self) -> int:
        """Return the smallest number of entries, or club teams, for a round."""
        return self.table_size

    def document_side(self, numbers: Sequence[int]) -> int | list[int] | None:
        """Return a side of a table as documents have it: a number, or a list if partners change.

        None for an empty side.
        """
        if not numbers:
            return None
        return numbers[0] if self.side_size == 1 else list(numbers)

    @property
    def exempt_places(self) -> tuple[str, ...]:
        """Return the places of exempt entries at a catch-up table with one other entry."""
        return ("a1",) if self.side_size == 1 else ("a1", "b1", "a2")

    # Rankings.

    @property
    def entries_go_on(self) -> bool:
        """Return whether the groups of published rounds contain entries, and rank them."""
        return bool(self.phases) and self.meetings is None

    def ranked(self, contest: RankedContest) -> RankedContest:
        """Return the contest by which entries are ranked.

        `contest` has the criteria chosen by the organiser. It has pools and brackets, or other
        groups of a draw, if `entries_go_on`.
        """
        return contest

    def course_contest(
        self,
        contest: RankedContest,
        seats: Iterable[BoardSeat],
        phase_rounds: tuple[PhaseRound, ...],
    ) -> RankedContest:
        """Return the contest of those who are drawn and go on: entries, or their club teams.

        `contest` is that of the entries; if `reads_tables`, it is computed from the seats and the
        groups of the rounds instead of its results.
        """
        return contest

    # The draw of the next round.

    def phase_at(self, number: int) -> PhaseAt | None:
        """Return the phase of a round; None without phases, and after the last one."""
        return phase_at(self.phases, number)

    def phase_method(self, number: int) -> Method | None:
        """Return the method of a phase's round; None if the phase does not determine it."""
        return method_of(self.phases, number)

    def usual_method(self, number: int, next_draw: Method) -> Method:
        """Return the default method for a round.

        `next_draw` is the contest's setting for rounds after the first.
        """
        if method := self.phase_method(number):
            return method
        is_by_lot = number == 1 and next_draw is not Method.MOVEMENT
        return Method.LOT if is_by_lot else next_draw

    def methods_offered(self, number: int) -> tuple[Method, ...]:
        """Return the methods that the organiser may choose from; empty if there is no choice."""
        if self.phase_method(number):
            return ()
        always = (Method.LOT, Method.MOVEMENT)
        return always if number == 1 else (Method.RANKING, *always)

    def may_leave_out(self, number: int) -> bool:
        """Return whether a round can be drawn without entries that are not checked in.

        Entries in a pool or a bracket have to continue there.
        """
        return number == 1 or self.phase_method(number) is None

    # Participants and seats.

    @property
    def has_frames(self) -> bool:
        """Return whether `frame` is used; then it needs the contest."""
        return bool(self.phases)

    def able(self, present: Collection[int]) -> Collection[int]:
        """Return those who can be drawn if these entries are present: entries, or club teams."""
        return present

    def frame(self, contest: RankedContest, number: int, present: Collection[int]) -> Frame | None:
        """Return the frame of a round of pools or brackets; None for any other round.

        `contest` has the earlier rounds of those who are drawn; `present` can be drawn. Raises
        CourseError if there is no such round.
        """
        return frame_of(self.phases, contest, number, present)

    def refuse_too_few_tables(self, drawn: int, spans: tuple[Span, ...]) -> None:
        """Raise TooFewTablesError for draws that do not themselves check the number of tables."""

    def sitting_down(
        self, drawn: Collection[int] | None, present: Collection[int]
    ) -> frozenset[int] | None:
        """Return the entries that play if these are `drawn`; None if all do."""
        return None if drawn is None else frozenset(drawn)

    def seated(self, draw: Draw, present: Collection[int], spans: tuple[Span, ...]) -> Draw:
        """Return a draw of entries. Raises TooFewTablesError."""
        return draw

    # Qualifiers.

    @property
    def has_brackets_page(self) -> bool:
        """Return whether there is a page of pools or brackets."""
        return bool(self.phases)

    @property
    def reading(self) -> int:
        """Return the version of the bracket rules for an unfinished contest."""
        return VERSION if self.phases else BEFORE

    def logged_reading(self, version: int) -> dict[str, int]:
        """Return that version as data of a log entry; empty without brackets."""
        return {"brackets": version} if self.phases else {}

    @property
    def knockout(self) -> PhaseAt | None:
        """Return the first round of the final brackets; None without brackets."""
        if not self.phases or self.phases[-1].kind is not PhaseKind.KNOCKOUT:
            return None
        return self.phase_at(1 + sum(phase.rounds for phase in self.phases[:-1]))

    @property
    def first_to_move(self) -> int | None:
        """Return the first round whose participants depend on results; None without one.

        Those results may be corrected later.
        """
        at = self.knockout
        return None if at is None else max(at.first, 2)

    def moved_since(
        self,
        contest: RankedContest,
        number: int,
        drawn: Iterable[Group],
        present: Collection[int],
        *,
        has_begun: bool,
    ) -> tuple[Elsewhere, ...]:
        """Return who would play elsewhere if a round of brackets were drawn now.

        See `qualifying.moved_since` for the arguments.
        """
        return moved_since(self.phases, contest, number, drawn, present, has_begun=has_begun)

    def level_at(
        self, contest: RankedContest, number: int, table: int | None, seated: Collection[int]
    ) -> frozenset[int]:
        """Return those at a level table of whom it is undecided who goes on.

        `contest` is that of the course, `seated` are the entries at the table.
        """
        return frozenset(
            one.entrant
            for one in contest.results
            if one.round == number and one.entrant in seated and one.outcome is GameOutcome.TIED
        )

    # Club teams.

    @property
    def has_club_teams(self) -> bool:
        """Return whether club teams meet, with pages, sheets and a ranking of their own."""
        return self.meetings is not None

    def meeting_of(self, entries: Iterable[int]) -> list[int]:
        """Return who meets at a table of these entries: the entries, or their club teams."""
        return list(entries)

    def entries_of(self, numbers: Iterable[int]) -> list[int]:
        """Return the entries of some who meet: themselves, or all of a club team."""
        return list(numbers)

    @property
    def team_names(self) -> dict[int, str]:
        """Return the names of those who are drawn, if these are not entries."""
        return {}

    def logged_names(self, numbers: Iterable[int]) -> dict[str, list[str]]:
        """Return the names of club teams for a log entry, which has numbers of entries only."""
        return {}

    # Changes, before and after a round was drawn.

    def fits(self, phases: Sequence[Phase]) -> bool:
        """Return whether those who are drawn can go through these phases."""
        return self.takes_phases or not phases

    def may_become(self, phases: Sequence[Phase], drawn: int) -> bool:
        """Return whether the phases can be changed after so many rounds were drawn.

        Phases that have begun stay. Rounds without phases may be followed by brackets.
        """
        if not self.phases and phases:
            return phases[0].kind is PhaseKind.ROUNDS and phases[0].rounds >= drawn
        at = self.phase_at(drawn)
        begun = len(self.phases) + 1 if at is None else at.place + 1
        return self.phases[:begun] == tuple(phases[:begun])

    def refuse_meetings(
        self, after: TeamMeetings | None, played: Collection[int], *, begun: bool
    ) -> None:
        """Raise MeetingsError if other club teams would contradict what was drawn or played.

        `played` are the entries that sat at a table; `begun` if a round is drawn.
        """
        refuse_moved(self.meetings, after, played, begun=begun)

    # Swaps and free seats.

    def may_swap(self, frame: Frame | None) -> bool:
        """Return whether entries of a preview can be swapped, which its frame may exclude."""
        return frame is None or frame.leg == 1

    def draws_lots(self, number: int) -> bool:
        """Return whether chance takes part in the draw of a round: pools fix what follows them."""
        at = self.phase_at(number)
        if at is None or at.phase.kind is PhaseKind.ROUNDS:
            return True
        return at.leg == 1 and (at.phase.kind is PhaseKind.POOLS or at.before is None)

    def may_reseat(self, *, in_groups: bool) -> bool:
        """Return whether entries of a published round can be swapped, and late ones seated.

        Groups of the published round exclude that.
        """
        return not in_groups

    def may_take_seat_of(self, late: int | None, left: int) -> bool:
        """Return whether a late entry may take the seat of one that left."""
        return True

    @property
    def passes_numbers_on(self) -> bool:
        """Return whether an entry on the seat of a team that never played becomes that team."""
        return self.has_teams

    @property
    def drops_draws(self) -> bool:
        """Return whether an unpublished draw is discarded when somebody in it leaves."""
        return self.meetings is None

    # The board.

    def board_views(self, moment: BoardMoment, wanted: str = "") -> tuple[BoardView, ...]:
        """Return the views of the board; only the `wanted` one, if it is possible."""
        brackets = (BoardView.BRACKET,) if self.has_brackets_page else ()
        always = (*WHILE_PLAYING, *brackets, *RANKED)
        if wanted in (*always, *(AT_END if moment.is_finished else ())):
            return (BoardView(wanted),)
        if moment.is_finished:
            return (*AT_END, *brackets, BoardView.RANKING)
        if moment.is_closed:
            return (*brackets, *RANKED)
        seats = (*WHILE_PLAYING, *brackets)
        return (*seats, *RANKED) if moment.round_number > 1 else seats


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamsFormat(ContestFormat):
    """Teams of two that stay together; all rounds are alike."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeleeFormat(ContestFormat):
    """Players who get a new partner in each round, and are ranked individually."""

    entry_kind: ClassVar[EntryKind] = EntryKind.PLAYER
    entry_size: ClassVar[int] = 1
    takes_phases: ClassVar[bool] = False
    has_teams: ClassVar[bool] = False

    def usual_method(self, number: int, next_draw: Method) -> Method:
        return Method.MELEE

    def methods_offered(self, number: int) -> tuple[Method, ...]:
        return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PhasesFormat(ContestFormat):
    """Teams that go through pools and brackets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubTeamsFormat(PhasesFormat):
    """Club teams of several pairs that meet, in pools and brackets.

    Club teams are drawn, ranked and go on; their pairs sit down by their line-ups.
    """

    has_catch_up: ClassVar[bool] = False
    opens_tables: ClassVar[bool] = False
    uses_wishes: ClassVar[bool] = False
    avoids_repeats: ClassVar[bool] = False
    lines_up: ClassVar[bool] = True
    reads_tables: ClassVar[bool] = True

    meetings: TeamMeetings

    def course_contest(
        self,
        contest: RankedContest,
        seats: Iterable[BoardSeat],
        phase_rounds: tuple[PhaseRound, ...],
    ) -> SquadContest:
        return contest_of_squads(
            self.meetings,
            course=self.phases,
            entrants=contest.entrants,
            seats=seats,
            rules=contest.rules,
            phase_rounds=phase_rounds,
            version=contest.version,
        )

    def may_leave_out(self, number: int) -> bool:
        return False

    def able(self, present: Collection[int]) -> Collection[int]:
        return self.meetings.able(present)

    def frame(self, contest: RankedContest, number: int, present: Collection[int]) -> Frame:
        frame = frame_of(self.phases, contest, number, present)
        if frame is None:
            raise CourseOverError(number)
        return frame

    def refuse_too_few_tables(self, drawn: int, spans: tuple[Span, ...]) -> None:
        needed, there = drawn // 2 * self.meetings.pairs, count_of(spans)
        if needed > there:
            raise TooFewTablesError(needed, there)

    def sitting_down(
        self, drawn: Collection[int] | None, present: Collection[int]
    ) -> frozenset[int] | None:
        squads = self.able(present) if drawn is None else drawn
        return frozenset(who for one in squads for who in self.meetings.playing(one, present))

    def seated(self, draw: Draw, present: Collection[int], spans: tuple[Span, ...]) -> Draw:
        return seated(draw, self.meetings, present, spans)

    def level_at(
        self, contest: RankedContest, number: int, table: int | None, seated: Collection[int]
    ) -> frozenset[int]:
        # Decisions are recorded at the first table of a meeting.
        return frozenset(
            squad
            for one in (contest.meetings if isinstance(contest, SquadContest) else ())
            if (one.round, one.first_table) == (number, table)
            if one.is_tree and one.is_over and not one.lead
            for squad in (one.a, one.b)
        )

    def meeting_of(self, entries: Iterable[int]) -> list[int]:
        squad_of = self.meetings.by_entry
        return [squad_of[number] for number in entries if number in squad_of]

    def entries_of(self, numbers: Iterable[int]) -> list[int]:
        squads = self.meetings.squads
        return [who for number in numbers for who in squads[number - 1].entries]

    @property
    def team_names(self) -> dict[int, str]:
        return {squad.number: squad.name for squad in self.meetings.squads}

    def logged_names(self, numbers: Iterable[int]) -> dict[str, list[str]]:
        return {"squads": [self.meetings.squads[number - 1].name for number in numbers]}

    def fits(self, phases: Sequence[Phase]) -> bool:
        return fit_for_meetings(phases)

    def may_take_seat_of(self, late: int | None, left: int) -> bool:
        squad_of = self.meetings.by_entry
        own = squad_of.get(late) if late else None
        return own in (None, squad_of.get(left))

    def board_views(self, moment: BoardMoment, wanted: str = "") -> tuple[BoardView, ...]:
        brackets = (BoardView.BRACKET,) if self.knockout else ()
        seats = WHILE_PLAYING if moment.is_playing else ()
        views = (*seats, BoardView.MEETINGS, *brackets)
        return (BoardView(wanted),) if wanted in views else views


FORMATS: Final[dict[str, type[ContestFormat]]] = {"teams": TeamsFormat, "melee": MeleeFormat}
"""Formats by the mode of a contest; a new format is a class and a line here."""


def format_of(
    mode: str, phases: Sequence[Phase] = (), meetings: TeamMeetings | None = None
) -> ContestFormat:
    """Return the format of a contest; raises KeyError for an unknown mode."""
    kind = FORMATS[mode]
    if not kind.takes_phases:
        return kind()
    if meetings:
        return ClubTeamsFormat(phases=tuple(phases), meetings=meetings)
    return PhasesFormat(phases=tuple(phases)) if phases else kind()
