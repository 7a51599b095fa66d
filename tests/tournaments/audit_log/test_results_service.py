"""What entries bring home follows from games, slips, withdrawals and settings, at once."""

from typing import Any

import pytest

from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.games.services.hands import HandInput, correct_hand
from scorekeeper.models import Club
from scorekeeper.models.authors import Author
from scorekeeper.refusals import Refused
from scorekeeper.slips.services import ImpossibleSlipError
from tests.contest import games_of, make_contest, play, play_round, start_round, write_hand
from tests.table import NOW, SCORER, make_club, make_member
from tests.tournaments.audit_log.mutations import reseal
from tournaments.audit_log.chain import first_break
from tournaments.audit_log.queries.documents import document_of
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.audit_log.services import import_tournament
from tournaments.audit_log.standings import contest_of
from tournaments.doctor.examine import examine
from tournaments.entries.services.withdrawals import (
    NoPlaceError,
    return_entry,
    seat_late_entry,
    start_catch_up,
    withdraw_entry,
)
from tournaments.models import Match, MatchSeat, Round, Tournament
from tournaments.tables.services import (
    TableSlip,
    close_round,
    mark_checked,
    record_table_slip,
    withdraw_table_slip,
)

pytestmark = pytest.mark.django_db


def points_of(tournament: Tournament) -> dict[int, int]:
    """Return the total of every entry as the ranking has it."""
    return {line.entrant: line.record.points for line in contest_of(tournament).standings().lines}


def seats_at(match: Match) -> dict[str, MatchSeat]:
    return {seat.side: seat for seat in match.seats.select_related("entry")}


def test_a_finished_table_counts_at_once_and_an_unfinished_one_does_not(club: Club) -> None:
    tournament = make_contest(club, teams=4, hands=2)
    first, second = games_of(start_round(tournament))
    play(first, [100, 100])
    write_hand(second.game, HandEntry(taker=Seat.A1, card_points=162))
    sides = seats_at(first)
    totals = points_of(tournament)
    assert totals[sides["A"].entry.number] == 200
    assert totals[sides["B"].entry.number] == 124
    assert sorted(totals.values()) == [0, 0, 124, 200]


def test_a_correction_after_closing_moves_the_ranking(club: Club) -> None:
    tournament = make_contest(club, teams=2, rounds=1, hands=2)
    closed = play_round(tournament)
    (match,) = games_of(closed)
    sides = seats_at(match)
    loser = sides["B"].entry.number
    before = match.receipt
    assert contest_of(tournament).standings().order[-1] == loser
    correct_hand(
        game_id=match.game_id or 0,
        number=1,
        written=HandInput(entry=HandEntry(taker=Seat.B1, card_points=162, capot=Side.B)),
        author=Author.of_user(make_member(club)),
        now=NOW,
        even_finished=True,
    )
    match.refresh_from_db()
    assert contest_of(tournament).standings().order[0] == loser
    assert match.receipt not in {"", before}


def test_capots_and_failed_contracts_are_counted_for_their_own_side(club: Club) -> None:
    tournament = make_contest(club, teams=2, rounds=1, hands=3)
    (match,) = games_of(start_round(tournament))
    game = match.game
    assert game
    write_hand(game, HandEntry(taker=Seat.A1, card_points=162, capot=Side.A))
    write_hand(game, HandEntry(taker=Seat.A1, card_points=60))
    write_hand(game, HandEntry(penalty=Side.B))
    sides = seats_at(match)
    assert (sides["A"].capots, sides["A"].failed, sides["A"].outcome) == (1, 1, "won")
    assert (sides["B"].capots, sides["B"].failed, sides["B"].outcome) == (0, 0, "lost")
    assert (sides["A"].points, sides["B"].points) == (252 + 0 + 162, 162)
    match.refresh_from_db()
    assert match.penalties == 1


def suffer_a_capot(club: Club) -> Match:
    """Return a table where side A suffers one capot that it took and fails once."""
    (match,) = games_of(start_round(make_contest(club, teams=2, rounds=1, hands=2)))
    assert match.game
    write_hand(match.game, HandEntry(taker=Seat.A1, card_points=0, capot=Side.B))
    write_hand(match.game, HandEntry(taker=Seat.A1, card_points=60))
    return match


def test_takers_who_suffer_a_capot_have_failed(club: Club) -> None:
    match = suffer_a_capot(club)
    sides = seats_at(match)
    assert [(sides[side].capots, sides[side].failed) for side in "AB"] == [(0, 2), (1, 0)]
    assert match.game
    assert match.game.seats.get(seat=Seat.A1).failed == 2
    assert verify_tournament(match.round.tournament).is_whole
    assert [found.text for found in examine([club]).findings] == []


def test_a_round_of_before_keeps_the_reading_its_prizes_were_given_under(club: Club) -> None:
    document = document_of(suffer_a_capot(club).round.tournament)
    # So a version before published it, and counted.
    (played,) = document["rounds"]
    del played["capot_fails"]
    played["matches"][0]["results"][0]["failed"] = 1
    (published,) = (line for line in document["log"] if line["kind"] == "published")
    del published["data"]["capot_fails"]
    reseal(document)
    brought = import_tournament(document=document, club=make_club("Elsewhere"), now=NOW)
    assert document_of(brought) == document
    assert verify_tournament(brought).is_whole
    match = Match.objects.get(round__tournament=brought)
    correct_hand(
        game_id=match.game_id or 0,
        number=2,
        written=HandInput(entry=HandEntry(taker=Seat.A1, card_points=61)),
        author=SCORER,
        now=NOW,
        even_finished=True,
    )
    assert seats_at(match)["A"].failed == 1
    assert match.game
    # What is known of the player is counted anew.
    assert match.game.seats.get(seat=Seat.A1).failed == 2


@pytest.mark.parametrize(
    ("settings", "points"),
    [
        ({}, 162),
        ({"exempt": "fixed", "exempt_points": 50}, 50),
        ({"exempt": "round_average"}, 162),
    ],
    ids=["half", "fixed", "average"],
)
def test_the_exempt_team_gets_what_the_settings_say(
    club: Club, settings: dict[str, object], points: int
) -> None:
    tournament = make_contest(club, teams=3, rounds=1, hands=2, **settings)
    playing = start_round(tournament)
    (match,) = games_of(playing)
    play(match, [110, 120])
    exempt = playing.seats.get(kind=MatchSeat.Kind.EXEMPT)
    assert points_of(tournament)[exempt.entry.number] == points
    assert exempt.outcome == ""


def test_an_impossible_slip_is_stopped_and_can_be_kept_to_be_checked(club: Club) -> None:
    tournament = make_contest(club, teams=2, rounds=1, hands=2)
    (match,) = games_of(start_round(tournament))
    slip = TableSlip(hands=2, total_a=200, total_b=123)
    with pytest.raises(ImpossibleSlipError):
        record_table_slip(match_id=match.pk, slip=slip, author=SCORER, now=NOW)
    assert set(points_of(tournament).values()) == {0}
    kept = record_table_slip(
        match_id=match.pk, slip=slip, author=SCORER, now=NOW, keep_to_check=True, note="ask them"
    )
    assert kept.needs_check
    assert sorted(points_of(tournament).values()) == [123, 200]
    checked = mark_checked(match_id=match.pk, note="a count error", author=SCORER, now=NOW)
    assert not checked.needs_check


def test_a_slip_for_the_wrong_table_is_taken_back_and_its_hands_count_again(club: Club) -> None:
    tournament = make_contest(club, teams=2, rounds=1, hands=2)
    (match,) = games_of(start_round(tournament))
    play(match, [100, 100])
    slip = TableSlip(hands=2, total_a=124, total_b=200, capots_b=1)
    organiser = Author.of_user(make_member(club))
    record_table_slip(match_id=match.pk, slip=slip, author=organiser, now=NOW)
    sides = seats_at(match)
    assert (sides["A"].points, sides["B"].points, sides["B"].capots) == (124, 200, 1)
    withdraw_table_slip(match_id=match.pk, author=organiser, now=NOW)
    sides = seats_at(match)
    assert (sides["A"].points, sides["B"].points, sides["B"].capots) == (200, 124, 0)
    assert match.game
    assert match.game.hands.filter(counted=True).count() == 2


def test_a_slip_that_was_to_be_checked_and_is_taken_back_leaves_nothing_to_check(
    club: Club,
) -> None:
    tournament = make_contest(club, teams=2, rounds=1, hands=2)
    (match,) = games_of(start_round(tournament))
    slip = TableSlip(hands=2, total_a=200, total_b=123)
    organiser = Author.of_user(make_member(club))
    doer: Any = {"match_id": match.pk, "author": organiser, "now": NOW}
    assert record_table_slip(slip=slip, keep_to_check=True, note="ask", **doer).needs_check
    taken_back = withdraw_table_slip(**doer)
    assert (taken_back.needs_check, taken_back.check_note) == (False, "")


def test_a_withdrawal_gives_the_opponents_the_fixed_score_and_can_be_taken_back(
    club: Club,
) -> None:
    tournament = make_contest(club, teams=4, hands=2, forfeit_points=77)
    match = games_of(start_round(tournament))[0]
    sides = seats_at(match)
    left, stayed = sides["A"].entry.number, sides["B"].entry.number
    withdraw_entry(tournament_id=tournament.pk, number=left, from_round=1, author=SCORER, now=NOW)
    assert points_of(tournament)[stayed] == 77
    assert points_of(tournament)[left] == 0
    return_entry(tournament_id=tournament.pk, number=left, author=SCORER, now=NOW)
    assert points_of(tournament)[stayed] == 0
    match.refresh_from_db()
    play(match, [100, 100])
    assert points_of(tournament)[left] == 200


def test_nobody_leaves_before_a_game_that_was_finished(club: Club) -> None:
    tournament = make_contest(club, teams=2, hands=2)
    play_round(tournament)
    with pytest.raises(Refused, match="finished its game of round 1"):
        withdraw_entry(tournament_id=tournament.pk, number=1, from_round=1, author=SCORER, now=NOW)
    withdraw_entry(tournament_id=tournament.pk, number=1, from_round=2, author=SCORER, now=NOW)


def test_a_late_team_plays_the_exempt_one(club: Club) -> None:
    tournament = make_contest(club, teams=4, hands=2)
    withdraw_entry(tournament_id=tournament.pk, number=4, from_round=1, author=SCORER, now=NOW)
    playing = start_round(tournament)
    return_entry(tournament_id=tournament.pk, number=4, author=SCORER, now=NOW)
    match = seat_late_entry(round_id=playing.pk, number=4, author=SCORER, now=NOW)
    assert not playing.seats.filter(kind=MatchSeat.Kind.EXEMPT).exists()
    play(match, [100, 100])
    assert points_of(tournament)[4] == 124
    with pytest.raises(NoPlaceError):
        seat_late_entry(round_id=playing.pk, number=4, author=SCORER, now=NOW)


def test_at_a_catch_up_table_only_the_exempt_teams_score_counts(club: Club) -> None:
    tournament = make_contest(club, teams=3, hands=2)
    playing = start_round(tournament)
    (match,) = games_of(playing)
    early = match.seats.get(side="A").entry.number
    exempt = playing.seats.get(kind=MatchSeat.Kind.EXEMPT).entry.number
    with pytest.raises(NoPlaceError):
        start_catch_up(round_id=playing.pk, side_a=[exempt], side_b=[early], author=SCORER, now=NOW)
    play(match, [100, 100])
    table = start_catch_up(
        round_id=playing.pk, side_a=[exempt], side_b=[early], author=SCORER, now=NOW
    )
    play(table, [90, 90])
    totals = points_of(tournament)
    assert (totals[exempt], totals[early]) == (180, 200)
    again = start_round_after(tournament, playing.pk)
    assert exempt not in {s.entry.number for s in again.seats.filter(kind=MatchSeat.Kind.EXEMPT)}


def start_round_after(tournament: Tournament, round_id: int) -> Round:
    close_round(round_id=round_id, author=SCORER, now=NOW)
    return start_round(tournament, seed=2)


def test_everything_is_in_a_log_that_is_whole(club: Club) -> None:
    tournament = make_contest(club, teams=4, rounds=2, hands=2)
    play_round(tournament)
    play_round(tournament, seed=2)
    log = list(tournament.log.order_by("number"))
    kinds = [entry.kind for entry in log]
    assert kinds.count("entry_added") == 4
    assert kinds.count("published") == kinds.count("closed") == 2
    assert kinds.count("game") == 2 * 2 * (2 + 1)  # each hand, and the end of each game
    assert first_break(entry.link for entry in log) is None
    tournament.refresh_from_db()
    assert tournament.version == len(log)


def test_partners_and_opponents_change_in_melee_and_each_is_ranked_alone(club: Club) -> None:
    tournament = make_contest(club, teams=8, rounds=2, hands=2, mode=Tournament.Mode.MELEE)
    play_round(tournament)
    play_round(tournament, seed=2)
    standings = contest_of(tournament).standings()
    assert sorted(standings.order) == list(range(1, 9))
    partners = set()
    for match in Match.objects.filter(round__tournament=tournament):
        for side in "AB":
            pair = match.seats.filter(side=side).values_list("entry__number", flat=True)
            partners.add(frozenset(pair))
    assert len(partners) == 8


def test_a_log_that_was_cut_off_does_not_go_on_as_if_nothing_were_missing(club: Club) -> None:
    match, other = games_of(start_round(make_contest(club, teams=4, hands=2)))
    play(match)
    contest = Tournament.objects.get()
    contest.log.latest("number").delete()
    play(other)
    assert verify_tournament(Tournament.objects.get()).broken_at is not None
