"""The format of a contest: an object that answers what depends on its kind. Pure.

It loads nothing. Whoever asks hands over what an answer needs.
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
"""So many people sit on each side of a table."""


class EntryKind(StrEnum):
    """What is entered; the words for it are a table of the labels."""

    TEAM = "team"
    PLAYER = "player"


class BoardView(StrEnum):
    """One of the lists that the board of the hall turns through."""

    TABLES = "tables"
    NAMES = "names"
    RANKING = "ranking"
    BRACKET = "bracket"
    MEETINGS = "meetings"
    PODIUM = "podium"
    MOMENTS = "moments"


AT_END: Final = (BoardView.PODIUM, BoardView.MOMENTS)
"""What the board shows only once the contest is finished."""


@dataclass(frozen=True, slots=True)
class BoardMoment:
    """What a board's views depend on: the round that is shown, and whether all is over."""

    round_number: int
    is_playing: bool
    is_closed: bool
    is_finished: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestFormat:
    """What depends on the kind of a contest. Without a subclass: teams, all rounds alike."""

    entry_kind: ClassVar[EntryKind] = EntryKind.TEAM
    entry_size: ClassVar[int] = 2
    """The players of an entry that can be drawn."""
    takes_phases: ClassVar[bool] = True
    """Whether its rounds can be pools and brackets, and club teams can meet in it."""
    has_teams: ClassVar[bool] = True
    """Whether two people stay together: they can look for a partner, and have a name of a team."""
    has_catch_up: ClassVar[bool] = True
    """Whether an exempt entry can play others who finished early, at a table of its own."""
    opens_tables: ClassVar[bool] = True
    """Whether tables can be opened beside those that were drawn."""
    uses_wishes: ClassVar[bool] = True
    """Whether a draw follows wishes, and one of before is another once they change."""
    avoids_repeats: ClassVar[bool] = True
    """Whether a draw is made from who met whom, and who was exempt, in the rounds before."""
    lines_up: ClassVar[bool] = False
    """Whether `seated` asks who is there: who is drawn says less than who sits down."""
    reads_tables: ClassVar[bool] = False
    """Whether `course_contest` asks who sat at which table, and what was published."""

    phases: tuple[Phase, ...] = ()
    meetings: TeamMeetings | None = None

    # How many enter, and how many sit at a table.

    @property
    def side_size(self) -> int:
        """Return how many entries sit on one side of a table."""
        return SIDE // self.entry_size

    @property
    def table_size(self) -> int:
        """Return how many entries sit at a table."""
        return 2 * self.side_size

    @property
    def fewest(self) -> int:
        """Return how many entries, or club teams, a round takes at least."""
        return self.table_size

    def written_side(self, numbers: Sequence[int]) -> int | list[int] | None:
        """Return a side of a table as documents have it: a number, or a list where partners change.

        None where nobody sits.
        """
        if not numbers:
            return None
        return numbers[0] if self.side_size == 1 else list(numbers)

    @property
    def exempt_places(self) -> tuple[str, ...]:
        """Return where those who are exempt sit at a catch-up table, with one seat for another."""
        return ("a1",) if self.side_size == 1 else ("a1", "b1", "a2")

    # How results are ranked.

    @property
    def entries_go_on(self) -> bool:
        """Return whether the groups of published rounds are of entries, and rank them."""
        return bool(self.phases) and self.meetings is None

    def ranked(self, contest: RankedContest) -> RankedContest:
        """Return the contest of the entries as they are ranked.

        `contest` has the criteria that the organiser chose. It has the pools and brackets, or
        whatever groups a draw has made, where `entries_go_on`.
        """
        return contest

    def course_contest(
        self,
        contest: RankedContest,
        seats: Iterable[BoardSeat],
        phase_rounds: tuple[PhaseRound, ...],
    ) -> RankedContest:
        """Return the contest of those who are drawn and go on: the entries, or their club teams.

        `contest` is that of the entries; where `reads_tables` its results are not asked, but who
        sat where, and the groups of the rounds.
        """
        return contest

    # How the next round is drawn.

    def phase_at(self, number: int) -> PhaseAt | None:
        """Return the phase of a round; None without phases, and after the last one."""
        return phase_at(self.phases, number)

    def phase_method(self, number: int) -> Method | None:
        """Return how the phases draw a round; None where they leave that open."""
        return method_of(self.phases, number)

    def usual_method(self, number: int, next_draw: Method) -> Method:
        """Return how a round is drawn unless the organiser wishes otherwise.

        `next_draw` is how those after the first are drawn in this contest.
        """
        if method := self.phase_method(number):
            return method
        is_by_lot = number == 1 and next_draw is not Method.MOVEMENT
        return Method.LOT if is_by_lot else next_draw

    def methods_offered(self, number: int) -> tuple[Method, ...]:
        """Return the methods that the organiser may choose from; none where nothing is chosen."""
        if self.phase_method(number):
            return ()
        always = (Method.LOT, Method.MOVEMENT)
        return always if number == 1 else (Method.RANKING, *always)

    def may_leave_out(self, number: int) -> bool:
        """Return whether a round can be drawn without those who are not checked in.

        Whoever is in a pool or a bracket plays on there.
        """
        return number == 1 or self.phase_method(number) is None

    # Who takes part in it, and where.

    @property
    def has_frames(self) -> bool:
        """Return whether `frame` says something of a round; then it is asked with the contest."""
        return bool(self.phases)

    def able(self, present: Collection[int]) -> Collection[int]:
        """Return who can be drawn where these entries are there: entries, or club teams."""
        return present

    def frame(self, contest: RankedContest, number: int, present: Collection[int]) -> Frame | None:
        """Return what a round of pools or brackets is drawn from; None for any other round.

        `contest` has what was played before, of those who are drawn; `present` can be drawn.
        Raises CourseError where there is no such round.
        """
        return frame_of(self.phases, contest, number, present)

    def refuse_too_few_tables(self, drawn: int, spans: tuple[Span, ...]) -> None:
        """Raise TooFewTablesError where a draw of so many does not see how many tables it takes."""

    def sitting_down(
        self, drawn: Collection[int] | None, present: Collection[int]
    ) -> frozenset[int] | None:
        """Return the entries that play where some are `drawn`; None where everybody does."""
        return None if drawn is None else frozenset(drawn)

    def seated(self, draw: Draw, present: Collection[int], spans: tuple[Span, ...]) -> Draw:
        """Return a draw as one of entries. Raises TooFewTablesError."""
        return draw

    # Who goes on, and who would by now.

    @property
    def has_brackets_page(self) -> bool:
        """Return whether pools or brackets can be looked at."""
        return bool(self.phases)

    @property
    def reading(self) -> int:
        """Return how brackets are read while the contest goes on."""
        return VERSION if self.phases else BEFORE

    def logged_reading(self, version: int) -> dict[str, int]:
        """Return what a line of the log says of how brackets were read: nothing without any."""
        return {"brackets": version} if self.phases else {}

    @property
    def knockout(self) -> PhaseAt | None:
        """Return the first round of the brackets at the end; None where there are none."""
        if not self.phases or self.phases[-1].kind is not PhaseKind.KNOCKOUT:
            return None
        return self.phase_at(1 + sum(phase.rounds for phase in self.phases[:-1]))

    @property
    def first_to_move(self) -> int | None:
        """Return the first round in which others can play than were drawn; None for none.

        It is drawn from results, and those can be corrected.
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

        See `qualifying.moved_since` for what is needed.
        """
        return moved_since(self.phases, contest, number, drawn, present, has_begun=has_begun)

    def level_at(
        self, contest: RankedContest, number: int, table: int | None, seated: Collection[int]
    ) -> frozenset[int]:
        """Return of whom a table of a round does not say who goes on, as it ended level.

        `contest` is that of the course, `seated` are the entries at the table.
        """
        return frozenset(
            one.entrant
            for one in contest.results
            if one.round == number and one.entrant in seated and one.outcome is GameOutcome.TIED
        )

    # Where club teams meet.

    @property
    def has_club_teams(self) -> bool:
        """Return whether club teams meet: they have pages, sheets and a ranking."""
        return self.meetings is not None

    def meeting_of(self, entries: Iterable[int]) -> list[int]:
        """Return who meets where these entries sit: the entries, or their club teams."""
        return list(entries)

    def entries_of(self, numbers: Iterable[int]) -> list[int]:
        """Return the entries of some who meet: themselves, or all of a club team."""
        return list(numbers)

    @property
    def team_names(self) -> dict[int, str]:
        """Return the names of those who are drawn, where that is not the entries."""
        return {}

    def logged_names(self, numbers: Iterable[int]) -> dict[str, list[str]]:
        """Return what a line of the log says of club teams, whose numbers are not entries'."""
        return {}

    # What may be chosen, and what may change once rounds are drawn.

    def fits(self, phases: Sequence[Phase]) -> bool:
        """Return whether those who are drawn can go through these phases."""
        return self.takes_phases or not phases

    def may_become(self, phases: Sequence[Phase], drawn: int) -> bool:
        """Return whether a contest of which so many rounds are drawn may go through other phases.

        Those that have begun stay. Rounds that were all alike may be followed by brackets that
        nobody had planned.
        """
        if not self.phases and phases:
            return phases[0].kind is PhaseKind.ROUNDS and phases[0].rounds >= drawn
        at = self.phase_at(drawn)
        begun = len(self.phases) + 1 if at is None else at.place + 1
        return self.phases[:begun] == tuple(phases[:begun])

    def refuse_meetings(
        self, after: TeamMeetings | None, played: Collection[int], *, begun: bool
    ) -> None:
        """Raise MeetingsError where other club teams would rewrite what was drawn or played.

        `played` are the entries that sat at a table, `begun` says whether a round is drawn.
        """
        refuse_moved(self.meetings, after, played, begun=begun)

    # Who takes another's seat.

    def may_swap(self, frame: Frame | None) -> bool:
        """Return whether entries of a preview can be exchanged: the frame may say who meets."""
        return frame is None or frame.leg == 1

    def may_reseat(self, *, in_groups: bool) -> bool:
        """Return whether entries of a published round can be exchanged, and late ones be seated.

        Groups that it was published with say who meets.
        """
        return not in_groups

    def may_take_seat_of(self, late: int | None, left: int) -> bool:
        """Return whether a late entry may sit where another one has left."""
        return True

    @property
    def passes_numbers_on(self) -> bool:
        """Return whether who takes the seat of a team that never played becomes that team."""
        return self.has_teams

    @property
    def drops_draws(self) -> bool:
        """Return whether a draw that is not published goes when somebody drawn in it leaves."""
        return self.meetings is None

    # What the board shows.

    def board_views(self, moment: BoardMoment, wanted: str = "") -> tuple[BoardView, ...]:
        """Return the lists that the board turns through; the one that is wanted, if it can be."""
        if wanted in set(BoardView) and (moment.is_finished or wanted not in AT_END):
            return (BoardView(wanted),)
        brackets = (BoardView.BRACKET,) if self.has_brackets_page else ()
        if moment.is_finished:
            return (*AT_END, *brackets, BoardView.RANKING)
        if moment.is_closed:
            return (*brackets, BoardView.RANKING)
        seats = (BoardView.TABLES, BoardView.NAMES, *brackets)
        return (*seats, BoardView.RANKING) if moment.round_number > 1 else seats


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamsFormat(ContestFormat):
    """Teams of two that stay together; all rounds are alike."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeleeFormat(ContestFormat):
    """Players who get a new partner in each round, and are ranked alone."""

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
    """Club teams of several pairs that meet, through pools and brackets.

    Whoever is drawn, ranked and goes on is a club team; its pairs sit down as they are lined up.
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
        # What decided is written down at the first table of a meeting.
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
        seats = (BoardView.TABLES, BoardView.NAMES) if moment.is_playing else ()
        views = (*seats, BoardView.MEETINGS, *brackets)
        return (BoardView(wanted),) if wanted in views else views


FORMATS: Final[dict[str, type[ContestFormat]]] = {"teams": TeamsFormat, "melee": MeleeFormat}
"""The formats by the code of a contest's mode: a new one is a class and a line here."""


def format_of(
    mode: str, phases: Sequence[Phase] = (), meetings: TeamMeetings | None = None
) -> ContestFormat:
    """Return the format of a contest of that mode; raises KeyError for an unknown one."""
    kind = FORMATS[mode]
    if not kind.takes_phases:
        return kind()
    if meetings:
        return ClubTeamsFormat(phases=tuple(phases), meetings=meetings)
    return PhasesFormat(phases=tuple(phases)) if phases else kind()
