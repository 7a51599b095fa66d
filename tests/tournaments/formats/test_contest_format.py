"""What each kind of a contest answers: tables typed by hand, no database."""

from dataclasses import replace
from typing import Any

import pytest

from tournaments.draw.drawing import draw
from tournaments.draw.groups import MAIN, Frame, Group
from tournaments.draw.request import DrawRequest, Entrant, Method
from tournaments.draw.result import Draw
from tournaments.draw.seats import TooFewTablesError
from tournaments.formats.contest_format import (
    BoardMoment,
    ClubTeamsFormat,
    ContestFormat,
    EntryKind,
    MeleeFormat,
    PhasesFormat,
    TeamsFormat,
    format_of,
)
from tournaments.formats.meetings import MeetingsError, Squad, TeamMeetings
from tournaments.formats.next_round import CourseOverError
from tournaments.formats.phases import Phase, PhaseAt, PhaseKind, Take, TakeKind
from tournaments.formats.qualifying import Elsewhere
from tournaments.formats.squads import BoardSeat
from tournaments.standings.brackets import BEFORE, VERSION, PhaseRound
from tournaments.standings.contest import RankedContest, RankedEntrant
from tournaments.standings.criteria import CriterionCode
from tournaments.standings.ranking import LastResort, RankingRules
from tournaments.standings.results import GameOutcome, ResultKind, RoundResult

POOLS = Phase(kind=PhaseKind.POOLS, rounds=3, size=4)
FREE = Phase(kind=PhaseKind.ROUNDS, rounds=2)
BRACKET = Phase(kind=PhaseKind.KNOCKOUT, rounds=2, takes=(Take(TakeKind.BEST, 2),))
CUP = Phase(kind=PhaseKind.KNOCKOUT, rounds=1)
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
KINDS = ("teams", "melee", "phases", "club_teams")
"""The columns of every table below."""


def contest(*results: RoundResult, groups: tuple[PhaseRound, ...] = ()) -> RankedContest:
    """Return four who entered; without results the lower number has more points in round 1."""
    return RankedContest(
        entrants=tuple(RankedEntrant(number=number) for number in range(1, 5)),
        results=results or tuple(RoundResult(number, 1, 10 - number) for number in range(1, 5)),
        rules=RankingRules(criteria=(CriterionCode.POINTS,), last_resort=LastResort.LOT, seed=1),
        phase_rounds=groups,
    )


def drawn_of(entrants: int) -> Draw:
    everybody = tuple(Entrant(number) for number in range(1, entrants + 1))
    return draw(
        DrawRequest(method=Method.LOT, seed=1, round_number=1, rounds_left=0, entrants=everybody)
    )


def test_the_kind_follows_from_mode_phases_and_meetings() -> None:
    assert [type(one) for one in ALL] == [TeamsFormat, MeleeFormat, PhasesFormat, ClubTeamsFormat]
    assert format_of("melee", (POOLS,), CLUBS) == MELEE
    with pytest.raises(KeyError):
        format_of("chess")


IN_BRACKET = PhaseAt(place=1, phase=BRACKET, first=4, leg=1, before=POOLS)

ANSWERS: tuple[tuple[Any, ...], ...] = (
    ("entry_kind", EntryKind.TEAM, EntryKind.PLAYER, EntryKind.TEAM, EntryKind.TEAM),
    ("entry_size", 2, 1, 2, 2),
    ("side_size", 1, 2, 1, 1),
    ("table_size", 2, 4, 2, 2),
    ("fewest", 2, 4, 2, 2),
    ("exempt_places", ("a1",), ("a1", "b1", "a2"), ("a1",), ("a1",)),
    ("phases", (), (), (POOLS, BRACKET), (POOLS,)),
    ("meetings", None, None, None, CLUBS),
    ("takes_phases", True, False, True, True),
    ("has_teams", True, False, True, True),
    ("passes_numbers_on", True, False, True, True),
    ("has_catch_up", True, True, True, False),
    ("opens_tables", True, True, True, False),
    ("uses_wishes", True, True, True, False),
    ("avoids_repeats", True, True, True, False),
    ("drops_draws", True, True, True, False),
    ("lines_up", False, False, False, True),
    ("reads_tables", False, False, False, True),
    ("has_club_teams", False, False, False, True),
    ("team_names", {}, {}, {}, {1: "Nantes", 2: "Brest"}),
    ("has_frames", False, False, True, True),
    ("has_brackets_page", False, False, True, True),
    ("entries_go_on", False, False, True, False),
    ("reading", BEFORE, BEFORE, VERSION, VERSION),
    ("knockout", None, None, IN_BRACKET, None),
    ("first_to_move", None, None, 4, None),
)


@pytest.mark.parametrize(("answer", *KINDS), ANSWERS, ids=[row[0] for row in ANSWERS])
def test_what_a_format_says(
    answer: str, teams: object, melee: object, phases: object, club_teams: object
) -> None:
    assert [getattr(one, answer) for one in ALL] == [teams, melee, phases, club_teams]


LOT, RANKING, MOVEMENT = Method.LOT, Method.RANKING, Method.MOVEMENT
STANDS = contest()
LEVEL = contest(
    RoundResult(1, 1, 100, outcome=GameOutcome.TIED, opponents=(2,)),
    RoundResult(2, 1, 100, outcome=GameOutcome.TIED, opponents=(1,)),
    RoundResult(3, 1, 120, outcome=GameOutcome.WON, opponents=(4,)),
    RoundResult(4, 1, 80, outcome=GameOutcome.LOST, opponents=(3,)),
)

ASKED: tuple[tuple[Any, ...], ...] = (
    ("document_side", ([7],), 7, [7], 7, 7),
    ("document_side", ([],), None, None, None, None),
    ("phase_at", (4,), None, None, IN_BRACKET, None),
    ("phase_at", (6,), None, None, None, None),
    ("phase_method", (1,), None, None, Method.POOLS, Method.POOLS),
    ("phase_method", (4,), None, None, Method.BRACKET, None),
    ("usual_method", (1, RANKING), LOT, Method.MELEE, Method.POOLS, Method.POOLS),
    ("usual_method", (1, MOVEMENT), MOVEMENT, Method.MELEE, Method.POOLS, Method.POOLS),
    ("usual_method", (3, RANKING), RANKING, Method.MELEE, Method.POOLS, Method.POOLS),
    ("usual_method", (5, LOT), LOT, Method.MELEE, Method.BRACKET, LOT),
    ("methods_offered", (1,), (LOT, MOVEMENT), (), (), ()),
    ("methods_offered", (2,), (RANKING, LOT, MOVEMENT), (), (), ()),
    ("may_leave_out", (1,), True, True, True, False),
    ("may_leave_out", (2,), True, True, False, False),
    ("able", ({2, 3, 4},), {2, 3, 4}, {2, 3, 4}, {2, 3, 4}, (1, 2)),
    ("able", ({1, 2},), {1, 2}, {1, 2}, {1, 2}, (1,)),
    ("frame", (STANDS, 1, {1, 2}), None, None, Frame(leg=1, size=4), Frame(leg=1, size=4)),
    ("sitting_down", (None, {2, 3, 4}), None, None, None, {2, 3, 4}),
    ("sitting_down", ({1}, {2, 3, 4}), {1}, {1}, {1}, {2, 3}),
    ("refuse_too_few_tables", (2, ((1, 2),)), None, None, None, None),
    ("ranked", (STANDS,), STANDS, STANDS, STANDS, STANDS),
    ("level_at", (LEVEL, 1, 1, {1, 2}), {1, 2}, {1, 2}, {1, 2}, set()),
    ("level_at", (LEVEL, 1, 2, {3, 4}), set(), set(), set(), set()),
    ("level_at", (LEVEL, 2, 1, {1, 2}), set(), set(), set(), set()),
    ("meeting_of", ([4, 2],), [4, 2], [4, 2], [4, 2], [2, 1]),
    ("meeting_of", ([9],), [9], [9], [9], []),
    ("entries_of", ([2, 1],), [2, 1], [2, 1], [2, 1], [4, 5, 1, 2, 3]),
    ("logged_names", ([2],), {}, {}, {}, {"squads": ["Brest"]}),
    ("logged_reading", (1,), {}, {}, {"brackets": 1}, {"brackets": 1}),
    ("fits", ((POOLS,),), True, False, True, True),
    ("fits", ((FREE, BRACKET),), True, False, True, False),
    ("fits", ((),), True, True, True, False),
    ("may_become", ((POOLS,), 1), False, False, True, True),
    ("may_become", ((), 3), True, True, False, False),
    ("draws_lots", (1,), True, True, True, True),
    ("draws_lots", (2,), True, True, False, False),
    ("draws_lots", (4,), True, True, False, True),
    ("may_swap", (None,), True, True, True, True),
    ("may_swap", (Frame(leg=1, size=4),), True, True, True, True),
    ("may_swap", (Frame(leg=2, groups=(Group("1", (1, 2)),)),), False, False, False, False),
    ("may_take_seat_of", (3, 1), True, True, True, True),
    ("may_take_seat_of", (5, 1), True, True, True, False),
    ("may_take_seat_of", (9, 1), True, True, True, True),
    ("may_take_seat_of", (None, 1), True, True, True, True),
)


@pytest.mark.parametrize(
    ("answer", "asked", *KINDS),
    ASKED,
    ids=[f"{answer} {place}" for place, (answer, *_others) in enumerate(ASKED, start=1)],
)
def test_what_a_format_answers(
    answer: str,
    asked: tuple[Any, ...],
    teams: object,
    melee: object,
    phases: object,
    club_teams: object,
) -> None:
    assert [getattr(one, answer)(*asked) for one in ALL] == [teams, melee, phases, club_teams]


def moment(number: int = 2, *, state: str = "playing") -> BoardMoment:
    return BoardMoment(
        round_number=number,
        is_playing=state == "playing",
        is_closed=state in ("closed", "over"),
        is_finished=state == "over",
    )


FIRST, PLAYING, CLOSED, OVER = moment(1), moment(), moment(state="closed"), moment(state="over")
SEATS, RANKED = "playing tables names", "ranking highlights"
BOARD = (
    (FIRST, "", SEATS, f"{SEATS} bracket", f"{SEATS} meetings"),
    (PLAYING, "", f"{SEATS} {RANKED}", f"{SEATS} bracket {RANKED}", f"{SEATS} meetings"),
    (CLOSED, "", RANKED, f"bracket {RANKED}", "meetings"),
    (
        OVER,
        "",
        "podium prizes moments ranking",
        "podium prizes moments bracket ranking",
        "meetings",
    ),
    (PLAYING, "names", "names", "names", "names"),
    (PLAYING, "playing", "playing", "playing", "playing"),
    (PLAYING, "ranking", "ranking", "ranking", f"{SEATS} meetings"),
    (CLOSED, "highlights", "highlights", "highlights", "meetings"),
    (CLOSED, "podium", RANKED, f"bracket {RANKED}", "meetings"),
    (OVER, "podium", "podium", "podium", "meetings"),
    (OVER, "prizes", "prizes", "prizes", "meetings"),
    (CLOSED, "nonsense", RANKED, f"bracket {RANKED}", "meetings"),
    (CLOSED, "bracket", RANKED, "bracket", "meetings"),
    (CLOSED, "meetings", RANKED, f"bracket {RANKED}", "meetings"),
)


@pytest.mark.parametrize(
    ("at", "wanted", "alike", "phases", "club_teams"),
    BOARD,
    ids=[
        *("first round", "playing", "closed", "over"),
        *("names wanted", "who plays wanted", "ranking wanted", "highlights wanted"),
        *("podium too early", "podium wanted", "prizes wanted", "nonsense"),
        *("brackets wanted", "meetings wanted"),
    ],
)
def test_what_the_board_shows(
    at: BoardMoment, wanted: str, alike: str, phases: str, club_teams: str
) -> None:
    shown = [" ".join(one.board_views(at, wanted)) for one in ALL]
    assert shown == [alike, alike, phases, club_teams]


def test_the_board_shows_the_brackets_of_club_teams() -> None:
    cup = format_of("teams", (BRACKET,), CLUBS)
    assert cup.board_views(PLAYING) == ("playing", "tables", "names", "meetings", "bracket")
    assert cup.board_views(OVER) == ("meetings", "bracket")


def test_every_answer_stands_in_a_table_or_has_a_test() -> None:
    own_tests = {
        *(
            "board_views",
            "course_contest",
            "may_reseat",
            "moved_since",
            "refuse_meetings",
            "seated",
        ),
    }
    asked = {row[0] for row in (*ANSWERS, *ASKED)} | own_tests
    assert asked == {name for name in dir(ContestFormat) if not name.startswith("_")}


def test_rounds_before_a_bracket_are_drawn_as_the_organiser_chooses() -> None:
    one = format_of("teams", (FREE, BRACKET))
    methods = [one.phase_method(number) for number in (1, 2, 3, 5)]
    assert methods == [None, None, Method.BRACKET, None]
    assert one.methods_offered(2) == (RANKING, LOT, MOVEMENT)


@pytest.mark.parametrize("one", [PHASES, CLUB_TEAMS], ids=["phases", "club_teams"])
def test_after_the_last_phase_there_is_no_round(one: ContestFormat) -> None:
    with pytest.raises(CourseOverError):
        one.frame(contest(), 6, {1, 2})


def test_club_teams_without_a_phase_have_no_round() -> None:
    with pytest.raises(CourseOverError):
        format_of("teams", (), CLUBS).frame(contest(), 1, {1, 2})


def test_the_pairs_of_club_teams_sit_down_as_they_are_lined_up() -> None:
    tables = CLUB_TEAMS.seated(drawn_of(2), {2, 3, 4}, ())
    assert [sorted((*one.a, *one.b)) for one in tables.pairings] == [[2, 4]]
    assert tables.exempt == (3,)


@pytest.mark.parametrize("one", [TEAMS, MELEE, PHASES], ids=["teams", "melee", "phases"])
def test_entries_sit_where_they_were_drawn(one: ContestFormat) -> None:
    drawn = drawn_of(3)
    assert one.seated(drawn, {1, 2, 3}, ()) is drawn


@pytest.mark.parametrize("one", ALL, ids=KINDS)
def test_nobody_is_exchanged_where_groups_say_who_meets(one: ContestFormat) -> None:
    assert one.may_reseat(in_groups=False)
    assert not one.may_reseat(in_groups=True)


def test_a_meeting_takes_all_its_tables() -> None:
    with pytest.raises(TooFewTablesError) as refused:
        CLUB_TEAMS.refuse_too_few_tables(2, ((1, 1),))
    assert (refused.value.needed, refused.value.there) == (2, 1)


@pytest.mark.parametrize("one", [TEAMS, MELEE, PHASES], ids=["teams", "melee", "phases"])
def test_entries_are_ranked_by_their_own_results(one: ContestFormat) -> None:
    now = contest()
    assert one.course_contest(now, (), ()) is now


def seat(table: int, entry: int, points: int, outcome: GameOutcome) -> BoardSeat:
    result = RoundResult(entry, 1, points, outcome=outcome)
    return BoardSeat(1, table, table, entry, ResultKind.PLAYED, result)


def meeting_in(phase: Phase, group: str, *seats: BoardSeat) -> tuple[ContestFormat, RankedContest]:
    """Return a format of club teams and their contest, from who sat where in its first round."""
    one = format_of("teams", (phase,), CLUBS)
    groups = (PhaseRound(round=1, groups=((group, (1, 2)),)),)
    return one, one.course_contest(contest(), seats, groups)


WON, TIED, LOST = GameOutcome.WON, GameOutcome.TIED, GameOutcome.LOST


def test_club_teams_are_ranked_by_their_meetings() -> None:
    _one, now = meeting_in(
        Phase(kind=PhaseKind.POOLS, rounds=1, size=2),
        "1",
        *(seat(1, 1, 90, LOST), seat(1, 4, 110, WON)),
        *(seat(2, 2, 90, LOST), seat(2, 5, 110, WON)),
    )
    lines = now.standings().lines
    assert [(line.entrant, line.rank) for line in lines] == [(2, 1), (1, 2)]
    assert [now.shown_total(line.record) for line in lines] == [2, 0]


def test_who_goes_on_from_a_level_meeting_is_said_at_its_first_table() -> None:
    one, now = meeting_in(
        CUP,
        MAIN,
        *(seat(3, 1, 100, TIED), seat(3, 4, 100, TIED)),
        *(seat(4, 2, 100, TIED), seat(4, 5, 100, TIED)),
    )
    assert [set(one.level_at(now, 1, table, ())) for table in (3, 4)] == [{1, 2}, set()]


def test_a_meeting_that_is_won_asks_nobody() -> None:
    one, now = meeting_in(
        CUP,
        MAIN,
        *(seat(3, 1, 100, TIED), seat(3, 4, 100, TIED)),
        *(seat(4, 2, 110, WON), seat(4, 5, 90, LOST)),
    )
    assert one.level_at(now, 1, 3, ()) == frozenset()


def test_others_can_play_from_the_second_round_of_a_cup_on() -> None:
    assert format_of("teams", (CUP,)).first_to_move == 2


@pytest.mark.parametrize(
    ("one", "number", "moved"),
    [
        (TEAMS, 3, ()),
        (MELEE, 3, ()),
        (PHASES, 3, ()),
        (CLUB_TEAMS, 3, ()),
        (format_of("teams", (FREE, BRACKET)), 2, ()),
        (
            format_of("teams", (FREE, BRACKET)),
            3,
            (Elsewhere(2, "", MAIN), Elsewhere(3, MAIN, "")),
        ),
    ],
    ids=["teams", "melee", "pools", "club_teams", "before the bracket", "bracket"],
)
def test_who_would_play_elsewhere_is_asked_of_brackets_only(
    one: ContestFormat, number: int, moved: tuple[Elsewhere, ...]
) -> None:
    drawn, present = (Group(MAIN, (1, 3)),), {1, 2, 3, 4}
    assert one.moved_since(contest(), number, drawn, present, has_begun=False) == moved


def test_phases_that_have_begun_stay_and_later_ones_may_change() -> None:
    longer = Phase(kind=PhaseKind.KNOCKOUT, rounds=3, takes=(Take(TakeKind.BEST, 4),))
    assert PHASES.may_become((POOLS, longer), drawn=3)
    assert not PHASES.may_become((POOLS, longer), drawn=4)
    assert not PHASES.may_become((FREE, BRACKET), drawn=1)


def test_brackets_may_follow_rounds_that_were_all_alike() -> None:
    assert TEAMS.may_become((FREE, BRACKET), drawn=2)
    assert not TEAMS.may_become((FREE, BRACKET), drawn=3)


def test_who_has_played_stays_with_its_club_team() -> None:
    moved = replace(
        CLUBS,
        squads=(replace(CLUBS.squads[0], entries=(2, 3)), replace(CLUBS.squads[1], entries=(4, 1))),
    )
    CLUB_TEAMS.refuse_meetings(moved, (), begun=False)
    CLUB_TEAMS.refuse_meetings(moved, (2, 4), begun=True)
    with pytest.raises(MeetingsError):
        CLUB_TEAMS.refuse_meetings(moved, (1, 4), begun=True)


@pytest.mark.parametrize("one", [TEAMS, MELEE, PHASES], ids=["teams", "melee", "phases"])
def test_club_teams_do_not_meet_in_rounds_that_were_drawn_for_entries(one: ContestFormat) -> None:
    one.refuse_meetings(CLUBS, (), begun=False)
    with pytest.raises(MeetingsError):
        one.refuse_meetings(CLUBS, (), begun=True)
