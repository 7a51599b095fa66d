"""Club teams set up, lined up and looked at: what is typed, refused, told and proven."""

import copy
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club
from scorekeeper.models.authors import Author
from scorekeeper.refusals import Refused
from tests.contest import games_of, make_contest, start_round
from tests.meetings import CUP, LEAGUE, make_meetings
from tests.pages import visitor, words_on
from tests.phased import HANDS, WHOLE, play_phased, play_tables, write_total
from tests.table import NOW, SCORER, make_club, make_member
from tournaments.audit_log.meetings import squads_contest_of
from tournaments.audit_log.queries.documents import CODEC, document_of, document_text
from tournaments.audit_log.replay.verification import verify_document
from tournaments.audit_log.services import import_tournament, read_document
from tournaments.draw.halls import Halls
from tournaments.entries.services.entries import remove_entry
from tournaments.entries.services.withdrawals import withdraw_entry
from tournaments.formats.squads import SquadMeeting
from tournaments.meetings.services import line_up
from tournaments.models import Tournament
from tournaments.phases.services import decide_level
from tournaments.rounds.services import draw_mark, draw_round, publish_round
from tournaments.tables.services import close_round
from tournaments.wishes.services import set_halls

pytestmark = pytest.mark.django_db

BY: dict[str, Any] = {"author": SCORER, "now": NOW}
TYPED = {
    "pairs": "2",
    "squads": "Brive: 1-3\nTulle: 4, 5, 6\nUssel 7; 8",
    "course": "league",
    "count": "tables",
    "ties": "points,first_table",
    "draws": "on",
    "won": "3",
    "level": "2",
    "lost": "1",
    "dates": "",
}


def send(client: Client, tournament: Tournament, **changed: str) -> str:
    address = reverse("tournaments:squads", args=[tournament.pk])
    return words_on(client.post(address, {**TYPED, **changed}, follow=True))


def meetings_in(tournament: Tournament) -> tuple[SquadMeeting, ...]:
    return squads_contest_of(tournament).meetings


def refuse_untrue(tournament: Tournament) -> None:
    tournament.refresh_from_db()
    found = verify_document(document_of(tournament), CODEC)
    assert (found.problems, found.reasons, found.differences) == ([], [], [])


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"squads": "Brive: 1, 2"}, "Write at least two club teams."),
        ({"squads": "Brive\nTulle: 3"}, "“Brive”: write the name and the numbers"),
        ({"squads": "Brive: 1, 2\nTulle: 2, 3"}, "2: a team plays for one club team only."),
        ({"squads": "Brive: 1, 2\nTulle: 3, 99"}, "There is no team 99."),
        ({"squads": "Brive: 1, 2\nbrive: 3, 4"}, "Two club teams have the same name."),
        ({"won": "1"}, "A meeting won gives the most, a lost one the least."),
        ({"dates": "soon"}, "“soon” is not a day"),
        ({"dates": "2027-03-14\n" * 101}, "Write at most 100 days."),
        ({"course": "as_chosen"}, "Club teams meet in pools or brackets"),
    ],
    ids=[
        "one",
        "no numbers",
        "twice",
        "stranger",
        "same name",
        "worth",
        "day",
        "days",
        "rounds alone",
    ],
)
def test_what_cannot_be_meant_is_refused_with_what_was_typed(
    club: Club, organiser: Client, changed: dict[str, str], said: str
) -> None:
    tournament = make_contest(club, teams=8)
    page = send(organiser, tournament, **changed)
    assert said in page.replace("&quot;", '"')
    assert Tournament.objects.get(pk=tournament.pk).meetings == {}
    if "squads" in changed:
        assert changed["squads"].splitlines()[0] in page


def test_three_club_teams_are_typed_lined_up_and_play_a_league(
    club: Club, organiser: Client
) -> None:
    tournament = make_contest(club, teams=8, hands=HANDS)
    assert "The club teams are saved" in send(organiser, tournament)
    tournament.refresh_from_db()
    assert tournament.round_count == 3
    order = reverse("tournaments:line-up", args=[tournament.pk, 1])
    twice = organiser.post(order, {"place_1": "2", "place_2": "2", "place_3": "1"})
    assert "2 is in it twice" in words_on(twice)
    organiser.post(order, {"place_1": "3", "place_2": "2", "place_3": "1"})
    play_phased(tournament, rounds=3)
    seated = set(tournament.rounds.get(number=1).seats.values_list("entry__number", flat=True))
    seated |= set(tournament.rounds.get(number=2).seats.values_list("entry__number", flat=True))
    # The third is the reserve now, and so is the last of the others.
    assert seated == {2, 3, 4, 5, 7, 8}
    table = words_on(organiser.get(reverse("tournaments:meeting-list", args=[tournament.pk])))
    assert table.index("Brive") < table.index("Tulle") < table.index("Ussel")
    everybody = visitor().get(reverse("tournaments:public-meetings", args=[tournament.token]))
    assert "Ussel" in words_on(everybody)
    assert "3 for a meeting won" in words_on(everybody)
    # What was drawn stays: nobody who played goes elsewhere, no club team is left out.
    moved = send(organiser, tournament, squads="Brive: 1, 2\nTulle: 4, 5, 6, 3\nUssel: 7, 8")
    assert "3 has already played for another club team" in moved
    fewer = send(organiser, tournament, squads="Brive: 1-3\nTulle: 4, 5, 6")
    assert "can no longer change" in fewer
    refuse_untrue(tournament)


def test_a_missing_pair_loses_its_table_and_who_leaves_gives_it_away(club: Club) -> None:
    tournament = make_meetings(club, LEAGUE, pairs=2)
    withdraw_entry(tournament_id=tournament.pk, number=1, from_round=1, **BY)
    playing = start_round(tournament)
    meeting = next(one for one in meetings_in(tournament) if 1 in (one.a, one.b))
    other = meeting.a + meeting.b - 1
    # Entry 2 moved up to the first table: the second pair of the others sits alone.
    alone = playing.seats.get(match__table_number=None).entry.number
    assert alone == other * 2
    gone = 2
    withdraw_entry(tournament_id=tournament.pk, number=gone, from_round=1, **BY)
    meeting = next(one for one in meetings_in(tournament) if 1 in (one.a, one.b))
    own = (0, 4) if meeting.a == 1 else (4, 0)
    assert (meeting.is_over, meeting.tables) == (True, own)
    refuse_untrue(tournament)


def test_a_draw_of_a_club_team_that_left_is_not_published(club: Club) -> None:
    tournament = make_meetings(club, LEAGUE, pairs=1)
    drawn = draw_round(tournament_id=tournament.pk, seed=1, **BY)
    withdraw_entry(tournament_id=tournament.pk, number=3, from_round=1, **BY)
    with pytest.raises(Refused, match="can no longer play: 3"):
        publish_round(round_id=drawn.pk, **BY)


def test_a_level_meeting_of_a_cup_waits_for_somebody_to_decide(
    club: Club, organiser: Client
) -> None:
    tournament = make_meetings(club, CUP, pairs=2)
    playing = start_round(tournament)
    play_tables(playing, lambda *_numbers: (WHOLE // 2, WHOLE // 2))
    close_round(round_id=playing.pk, **BY)
    draw = reverse("tournaments:draw-new", args=[tournament.pk])
    assert "2 tables do not say yet who goes on" in words_on(organiser.get(draw))
    first = meetings_in(tournament)[0]
    address = reverse("tournaments:level-decide", args=[tournament.pk, 1, 1])
    page = words_on(organiser.get(address))
    assert "Brive" in page or "Tulle" in page
    second = games_of(playing)[1]
    with pytest.raises(Refused, match="are not equal"):
        decide_level(match_id=second.pk, winner=first.a, by="lot", **BY)
    organiser.post(address, {"winner": first.b, "by": "hand"})
    third = games_of(playing)[2]
    with pytest.raises(Refused, match="are not equal"):
        decide_level(match_id=third.pk, winner=first.b, by="lot", **BY)
    # One table of the other meeting is corrected: nothing is left to decide there.
    write_total(third, WHOLE, 0, Author.of_user(make_member(club, "arbitre")))
    meeting = reverse("tournaments:meeting-detail", args=[tournament.pk, 1, first.b])
    assert "wins it" in words_on(organiser.get(meeting))
    final = start_round(tournament)
    winners = next(group for group in final.groups if group["name"] == "main")["slots"]
    assert first.b in winners
    refuse_untrue(tournament)


def test_the_document_arrives_the_same_elsewhere_and_a_change_behind_its_back_is_found(
    club: Club,
) -> None:
    tournament = make_meetings(club, LEAGUE, pairs=2, reserve=1)
    play_phased(tournament, rounds=1)
    line_up(tournament_id=tournament.pk, squad=2, entries=[6, 5, 4], **BY)
    playing = start_round(tournament)
    play_tables(playing)
    tournament.refresh_from_db()
    document = document_of(tournament)
    brought = import_tournament(
        document=read_document(document_text(document)), club=make_club("Elsewhere"), now=NOW
    )
    assert document_of(brought) == document
    assert start_and_close(brought).groups
    other = copy.deepcopy(document)
    other["tournament"]["meetings"]["squads"][0]["entries"].reverse()
    assert [one.field for one in verify_document(other, CODEC).differences] == ["meetings"]
    other = copy.deepcopy(document)
    other["rounds"][0]["draw"]["swaps"] = [[1, 2]]
    assert not verify_document(other, CODEC).is_whole


def start_and_close(tournament: Tournament) -> Any:
    close_round(round_id=tournament.rounds.get(number=2).pk, **BY)
    return start_round(tournament)


def test_a_contest_without_club_teams_is_written_as_before(club: Club) -> None:
    tournament = make_contest(club, teams=4)
    start_round(tournament)
    assert "meetings" not in document_of(tournament)["tournament"]


def test_a_phone_is_told_for_whom_it_plays_and_how_the_meeting_stands(club: Club) -> None:
    tournament = make_meetings(club, LEAGUE, pairs=2)
    playing = start_round(tournament)
    match = games_of(playing)[0]
    write_total(match, WHOLE, 0)
    mine = match.seats.get(side="A").entry.number
    page = visitor().get(reverse("tournaments:public-entry", args=[tournament.token, mine]))
    squad = tournament.meetings["squads"][(mine - 1) // 2]["name"]
    assert f"You play for {squad}" in words_on(page)
    assert "2 – 0" in words_on(page)
    code = tournament.codes.get(number=match.table_number or 0)
    assert "2 – 0" in words_on(visitor().get(reverse("tournaments:table-open", args=[code.token])))
    board = visitor().get(reverse("tournaments:board", args=[tournament.token]))
    assert "Meetings of round 1" in words_on(board)


def test_tables_that_went_since_the_draw_are_asked_for_before_it_is_published(
    club: Club, organiser: Client
) -> None:
    tournament = make_meetings(club, LEAGUE, pairs=2, reserve=1)
    drawn = draw_round(tournament_id=tournament.pk, seed=1, **BY)
    set_halls(tournament_id=tournament.pk, halls=Halls(count=3), **BY)
    page = reverse("tournaments:draw-detail", args=[tournament.pk, drawn.number])
    assert "Brive" in words_on(organiser.get(page))
    publish = reverse("tournaments:draw-publish", args=[tournament.pk, drawn.number])
    told = words_on(organiser.post(publish, {"seen": draw_mark(drawn)}, follow=True))
    assert "4 tables are needed and there are 3" in told
    # A reserve that is taken out leaves a number that says nothing.
    remove_entry(tournament_id=tournament.pk, number=3, **BY)
    line_up(tournament_id=tournament.pk, squad=1, entries=[2, 1, 3], **BY)
    refuse_untrue(tournament)


def test_the_ranking_of_the_club_teams_is_a_file_and_that_of_the_pairs_names_them(
    organiser: Client, club: Club
) -> None:
    tournament = make_meetings(club, LEAGUE, pairs=2)
    play_phased(tournament, rounds=3)
    files = organiser.get(reverse("tournaments:export-list", args=[tournament.pk]))
    address = reverse("tournaments:squads-export", args=[tournament.pk, "csv"])
    assert f'href="{address}"' in files.content.decode()
    first, *lines = organiser.get(address).content.decode("utf-8-sig").splitlines()
    assert first.split(";")[:6] == ["Place", "Club team", "Meetings played", "Won", "Level", "Lost"]
    assert lines[0].split(";")[:4] == ["1", "Brive", "3", "3"]
    assert [line.split(";")[1] for line in lines] == ["Brive", "Tulle", "Ussel", "Égletons"]
    pairs = reverse("tournaments:export-file", args=[tournament.pk, "ranking", "csv"])
    heading, first_pair, *_rest = organiser.get(pairs).content.decode("utf-8-sig").splitlines()
    club_team = heading.split(";").index("Club team")
    assert first_pair.split(";")[club_team] == "Brive"


def test_where_no_club_teams_meet_there_is_no_file_of_them(organiser: Client, club: Club) -> None:
    tournament = make_contest(club)
    address = reverse("tournaments:squads-export", args=[tournament.pk, "csv"])
    assert organiser.get(address).status_code == 404
    files = organiser.get(reverse("tournaments:export-list", args=[tournament.pk]))
    assert address not in files.content.decode()
