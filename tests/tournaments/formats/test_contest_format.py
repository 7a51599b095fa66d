"""What each kind of a contest answers: worked out by hand, no database."""

from dataclasses import replace

import pytest

from tournaments.draw.drawing import draw
from tournaments.draw.frames import MAIN, Frame, Group
from tournaments.draw.request import DrawRequest, Entrant, Method
from tournaments.draw.result import Draw
from tournaments.formats.contest_format import (
    BoardMoment,
    BoardView,
    ClubTeamsFormat,
    ContestFormat,
    EntryKind,
    MeleeFormat,
    PhasesFormat,
    TeamsFormat,
    format_of,
)
from tournaments.formats.frames import CourseOverError
from tournaments.formats.meetings import MeetingsError, Squad, TeamMeetings
from tournaments.formats.phases import Phase, PhaseKind, Take, TakeKind
from tournaments.formats.qualifying import Elsewhere
from tournaments.standings.brackets import BEFORE, VERSION
from tournaments.standings.contest import RankedContest, RankedEntrant
from tournaments.standings.criteria import CriterionCode
from tournaments.standings.ranking import LastResort, RankingRules
from tournaments.standings.results import RoundResult

POOLS = Phase(kind=PhaseKind.POOLS, rounds=3, size=4)
FREE = Phase(kind=PhaseKind.ROUNDS, rounds=2)
BRACKET = Phase(kind=PhaseKind.KNOCKOUT, rounds=2, takes=(Take(TakeKind.BEST, 2),))
CLUBS = TeamMeetings(
    pairs=2,
    squads=(
        Squad(number=1, name="Nantes", entries=(1, 2, 3)),
        Squad(number=2, name="Brest", entries=(4, 5)),
    ),
)
TEAMS = format_of("teams")
MELEE = format_of("melee")
PHASES = format_of("teams", (POOLS, BRACKET))
CLUB_TEAMS = format_of("teams", (POOLS,), CLUBS)
ALL = (TEAMS, MELEE, PHASES, CLUB_TEAMS)


def contest(entrants: int = 4) -> RankedContest:
    return RankedContest(
        entrants=tuple(RankedEntrant(number=number) for number in range(1, entrants + 1)),
        results=tuple(RoundResult(number, 1, 10 - number) for number in range(1, entrants + 1)),
        rules=RankingRules(criteria=(CriterionCode.POINTS,), last_resort=LastResort.LOT, seed=1),
    )


def drawn_of(entrants: int) -> Draw:
    everybody = tuple(Entrant(number) for number in range(1, entrants + 1))
    return draw(
        DrawRequest(method=Method.LOT, seed=1, round_number=1, rounds_left=0, entrants=everybody)
    )


def test_the_kind_follows_from_mode_phases_and_meetings() -> None:
    kinds = [type(one) for one in ALL]
    assert kinds == [TeamsFormat, MeleeFormat, PhasesFormat, ClubTeamsFormat]
    assert [one.entry_kind for one in ALL] == [
        EntryKind.TEAM,
        EntryKind.PLAYER,
        EntryKind.TEAM,
        EntryKind.TEAM,
    ]


def test_a_melee_has_neither_phases_nor_club_teams() -> None:
    assert format_of("melee", (POOLS,), CLUBS) == MELEE
    assert [one.takes_phases for one in ALL] == [True, False, True, True]
    with pytest.raises(KeyError):
        format_of("chess")


@pytest.mark.parametrize("one", [TEAMS, PHASES, CLUB_TEAMS])
def test_two_teams_of_two_make_a_table(one: ContestFormat) -> None:
    assert (one.entry_size, one.side_size, one.table_size, one.fewest) == (2, 1, 2, 2)
    assert one.exempt_places == ("a1",)
    assert (one.written_side([7]), one.written_side([])) == (7, None)


def test_four_players_make_a_table_of_a_melee() -> None:
    sizes = MELEE.entry_size, MELEE.side_size, MELEE.table_size, MELEE.fewest
    assert sizes == (1, 2, 4, 4)
    assert MELEE.exempt_places == ("a1", "b1", "a2")
    assert (MELEE.written_side([7, 9]), MELEE.written_side([])) == ([7, 9], None)


@pytest.mark.parametrize(
    ("one", "number", "next_draw", "usual", "offered"),
    [
        (TEAMS, 1, Method.RANKING, Method.LOT, (Method.LOT, Method.MOVEMENT)),
        (TEAMS, 1, Method.MOVEMENT, Method.MOVEMENT, (Method.LOT, Method.MOVEMENT)),
        (TEAMS, 2, Method.RANKING, Method.RANKING, (Method.RANKING, Method.LOT, Method.MOVEMENT)),
        (MELEE, 1, Method.RANKING, Method.MELEE, ()),
        (MELEE, 3, Method.MOVEMENT, Method.MELEE, ()),
        (PHASES, 1, Method.RANKING, Method.POOLS, ()),
        (PHASES, 4, Method.RANKING, Method.BRACKET, ()),
        (CLUB_TEAMS, 2, Method.RANKING, Method.POOLS, ()),
    ],
)
def test_how_a_round_is_drawn_and_what_can_be_chosen(
    one: ContestFormat,
    number: int,
    next_draw: Method,
    usual: Method,
    offered: tuple[Method, ...],
) -> None:
    assert one.usual_method(number, next_draw) is usual
    assert one.methods_offered(number) == offered


def test_rounds_before_a_bracket_are_drawn_as_the_organiser_chooses() -> None:
    one = format_of("teams", (FREE, BRACKET))
    assert [one.phase_method(number) for number in (1, 2, 3, 5)] == [
        None,
        None,
        Method.BRACKET,
        None,
    ]
    assert one.methods_offered(2) == (Method.RANKING, Method.LOT, Method.MOVEMENT)


def test_who_is_in_a_pool_plays_on_and_who_is_lined_up_always() -> None:
    left_out = [[one.may_leave_out(number) for number in (1, 2)] for one in ALL]
    assert left_out == [[True, True], [True, True], [True, False], [False, False]]


def test_a_round_without_phases_has_no_frame_and_those_of_pools_have_one() -> None:
    assert TEAMS.frame(contest(), 1, {1, 2}) is None
    assert PHASES.frame(contest(), 1, {1, 2}) == Frame(leg=1, size=4)
    with pytest.raises(CourseOverError):
        PHASES.frame(contest(), 6, {1, 2})


def test_club_teams_are_drawn_and_their_pairs_sit_down() -> None:
    present = {2, 3, 4}
    assert CLUB_TEAMS.able(present) == (1, 2)
    assert CLUB_TEAMS.able({1, 2}) == (1,)
    assert CLUB_TEAMS.sitting_down(None, present) == frozenset({2, 3, 4})
    assert CLUB_TEAMS.sitting_down({1}, present) == frozenset({2, 3})
    tables = CLUB_TEAMS.seated(drawn_of(2), present, ())
    assert [sorted((*one.a, *one.b)) for one in tables.pairings] == [[2, 4]]
    assert tables.exempt == (3,)


def test_entries_sit_where_they_were_drawn() -> None:
    drawn = drawn_of(3)
    assert TEAMS.able({1, 2}) == {1, 2}
    assert TEAMS.sitting_down(None, {1, 2}) is None
    assert TEAMS.sitting_down({1}, {1, 2}) == frozenset({1})
    assert TEAMS.seated(drawn, {1, 2, 3}, ()) is drawn


def test_who_meets_are_entries_or_their_club_teams() -> None:
    assert TEAMS.meeting_of([4, 2]) == [4, 2]
    assert TEAMS.entries_of([4, 2]) == [4, 2]
    assert TEAMS.logged_names([4]) == {}
    assert CLUB_TEAMS.meeting_of([4, 2]) == [2, 1]
    assert CLUB_TEAMS.meeting_of([9]) == []
    assert CLUB_TEAMS.entries_of([2, 1]) == [4, 5, 1, 2, 3]
    assert CLUB_TEAMS.logged_names([2]) == {"squads": ["Brest"]}


def test_pools_and_brackets_are_of_entries_unless_club_teams_meet() -> None:
    assert [one.entries_go_on for one in ALL] == [False, False, True, False]
    assert [one.has_club_teams for one in ALL] == [False, False, False, True]
    assert [one.has_brackets_page for one in ALL] == [False, False, True, True]


def test_the_log_says_how_brackets_are_read_where_there_are_any() -> None:
    assert [one.reading for one in ALL] == [BEFORE, BEFORE, VERSION, VERSION]
    assert TEAMS.logged_reading(VERSION) == {}
    assert PHASES.logged_reading(BEFORE) == {"brackets": BEFORE}


def test_the_knock_out_begins_after_the_phases_before_it() -> None:
    at = PHASES.knockout
    assert at is not None
    assert (at.first, at.leg, at.before) == (4, 1, POOLS)
    assert [one.knockout for one in (TEAMS, MELEE, CLUB_TEAMS)] == [None, None, None]


def test_who_would_play_elsewhere_is_asked_of_brackets_only() -> None:
    one = format_of("teams", (FREE, BRACKET))
    drawn, present = (Group(MAIN, (1, 3)),), {1, 2, 3, 4}
    now = contest()
    assert TEAMS.moved_since(now, 3, drawn, present, has_begun=False) == ()
    assert one.moved_since(now, 2, drawn, present, has_begun=False) == ()
    assert one.moved_since(now, 3, drawn, present, has_begun=False) == (
        Elsewhere(2, "", MAIN),
        Elsewhere(3, MAIN, ""),
    )


def test_phases_that_have_begun_stay_and_later_ones_may_change() -> None:
    longer = Phase(kind=PhaseKind.KNOCKOUT, rounds=3, takes=(Take(TakeKind.BEST, 4),))
    assert PHASES.may_become((POOLS, longer), drawn=3)
    assert not PHASES.may_become((POOLS, longer), drawn=4)
    assert not PHASES.may_become((FREE, BRACKET), drawn=1)
    assert not PHASES.may_become((), drawn=1)


def test_brackets_may_follow_rounds_that_were_all_alike() -> None:
    assert TEAMS.may_become((FREE, BRACKET), drawn=2)
    assert not TEAMS.may_become((FREE, BRACKET), drawn=3)
    assert not TEAMS.may_become((POOLS,), drawn=1)
    assert TEAMS.may_become((), drawn=3)


def test_who_has_played_stays_with_its_club_team() -> None:
    moved = replace(
        CLUBS,
        squads=(replace(CLUBS.squads[0], entries=(2, 3)), replace(CLUBS.squads[1], entries=(4, 1))),
    )
    CLUB_TEAMS.refuse_meetings(moved, (), begun=False)
    CLUB_TEAMS.refuse_meetings(moved, (2, 4), begun=True)
    with pytest.raises(MeetingsError):
        CLUB_TEAMS.refuse_meetings(moved, (1, 4), begun=True)
    with pytest.raises(MeetingsError):
        TEAMS.refuse_meetings(CLUBS, (), begun=True)


def test_where_club_teams_meet_tables_are_neither_opened_nor_caught_up() -> None:
    assert [one.has_catch_up for one in ALL] == [True, True, True, False]
    assert [one.opens_tables for one in ALL] == [True, True, True, False]
    assert [one.uses_wishes for one in ALL] == [True, True, True, False]
    assert [one.drops_draws for one in ALL] == [True, True, True, False]


def test_a_late_pair_takes_no_seat_of_another_club_team() -> None:
    assert TEAMS.may_take_seat_of(9, 1)
    assert CLUB_TEAMS.may_take_seat_of(3, 1)
    assert not CLUB_TEAMS.may_take_seat_of(5, 1)
    assert CLUB_TEAMS.may_take_seat_of(9, 1)
    assert CLUB_TEAMS.may_take_seat_of(None, 1)


def test_only_teams_pass_their_number_on() -> None:
    assert [one.has_teams for one in ALL] == [True, False, True, True]
    assert [one.passes_numbers_on for one in ALL] == [True, False, True, True]


def moment(
    number: int = 2,
    *,
    is_playing: bool = True,
    is_closed: bool = False,
    is_finished: bool = False,
) -> BoardMoment:
    return BoardMoment(
        round_number=number, is_playing=is_playing, is_closed=is_closed, is_finished=is_finished
    )


def shown(one: ContestFormat, at: BoardMoment, wanted: str = "") -> str:
    return " ".join(one.board_views(at, wanted))


def test_the_board_follows_the_evening() -> None:
    closed = moment(is_playing=False, is_closed=True)
    over = moment(is_playing=False, is_closed=True, is_finished=True)
    assert shown(TEAMS, moment(1)) == "tables names"
    assert shown(TEAMS, moment()) == "tables names ranking"
    assert shown(TEAMS, closed) == "ranking"
    assert shown(TEAMS, over) == "podium moments ranking"
    assert shown(PHASES, moment()) == "tables names bracket ranking"
    assert shown(PHASES, closed) == "bracket ranking"
    assert shown(PHASES, over) == "podium moments bracket ranking"


def test_the_board_of_club_teams_shows_their_meetings() -> None:
    cup = format_of("teams", (BRACKET,), CLUBS)
    over = moment(is_playing=False, is_closed=True, is_finished=True)
    assert shown(CLUB_TEAMS, moment()) == "tables names meetings"
    assert shown(cup, moment()) == "tables names meetings bracket"
    assert shown(cup, over) == "meetings bracket"
    assert shown(CLUB_TEAMS, moment(), BoardView.RANKING) == "tables names meetings"
    assert shown(CLUB_TEAMS, moment(), BoardView.NAMES) == "names"


def test_the_board_stays_on_a_view_that_is_wanted() -> None:
    over = moment(is_playing=False, is_closed=True, is_finished=True)
    assert shown(TEAMS, moment(), "names") == "names"
    assert shown(TEAMS, moment(), "podium") == "tables names ranking"
    assert shown(TEAMS, over, "podium") == "podium"
    assert shown(TEAMS, moment(), "nonsense") == "tables names ranking"
