"""The board of the hall: where to sit, then the ranking; silent while nothing changes."""

from datetime import datetime, time, timedelta
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.services.clubs import set_uses
from scorekeeper.engine.hand import HandEntry, Seat
from scorekeeper.models import Club, Player
from scorekeeper.roles import RIGHTS, Right, Role
from tests.contest import (
    entry_of,
    games_of,
    make_contest,
    play,
    play_round,
    start_round,
    write_hand,
)
from tests.pages import Page, count_queries, member_of, members_of, visitor, words_on
from tests.table import NOW, SCORER, make_club
from tests.tournaments.extensions.prizes.lists import set_list
from tournaments.contests.services import finish_tournament, resume_tournament
from tournaments.draw_secrets import secret_fingerprint
from tournaments.entries.services.withdrawals import withdraw_entry
from tournaments.extensions.prizes.queries import plan_of
from tournaments.extensions.prizes.services import draw_prize
from tournaments.formats.contest_format import BoardView
from tournaments.hall.queries import boards
from tournaments.hall.queries.boards import board_version
from tournaments.hall.queries.podiums import Ranked, podium_views
from tournaments.models import Tournament
from tournaments.rankings.queries.rankings import ranking_of
from tournaments.rounds.services import draw_round
from tournaments.tables.services import (
    TableSlip,
    close_round,
    record_table_slip,
    set_timer,
    start_timer,
)

pytestmark = pytest.mark.django_db


def read(response: Page) -> str:
    """Return what a person reads, "&" as it is."""
    return unescape(words_on(response))


@pytest.fixture
def projector() -> Client:
    return visitor()


def board_of(tournament: Tournament, **query: str) -> str:
    address = reverse("tournaments:board", args=[tournament.token])
    return f"{address}?{'&'.join(f'{name}={value}' for name, value in query.items())}"


@pytest.mark.parametrize("wanted", [*BoardView, "nonsense"])
@pytest.mark.parametrize("is_over", [False, True], ids=["played", "over"])
def test_whatever_is_wanted_the_board_shows_something(
    club: Club, projector: Client, wanted: str, is_over: bool
) -> None:
    set_uses(club=club, codes=[])
    tournament = make_contest(club, teams=4, rounds=1, hands=1)
    play_round(tournament)
    if is_over:
        finish_tournament(tournament_id=tournament.pk, author=SCORER, now=NOW)
    answer = projector.get(board_of(tournament, show=wanted))
    assert answer.status_code == 200
    assert "data-view=" in answer.content.decode()


def test_before_the_first_round_the_board_welcomes(club: Club, projector: Client) -> None:
    shown = read(projector.get(board_of(make_contest(club, teams=8))))
    assert "8 teams have entered." in shown
    assert "as soon as the first round is drawn" in shown


def test_a_draw_is_not_shown_before_it_is_published(club: Club, projector: Client) -> None:
    tournament = make_contest(club)
    draw_round(tournament_id=tournament.pk, author=SCORER, now=NOW)
    assert "Player 1" not in read(projector.get(board_of(tournament)))


def test_while_a_round_is_played_everybody_finds_a_table(club: Club, projector: Client) -> None:
    tournament = make_contest(club, teams=5)
    start_round(tournament)
    shown = read(projector.get(board_of(tournament)))
    assert "Round 1 of 3" in shown
    assert "by team number" in shown
    assert "by name" in shown
    assert all(f"Player {number} " in shown for number in range(1, 11))
    assert "exempt" in shown
    assert "Ranking after" not in shown


def test_from_the_second_round_on_the_ranking_takes_turns(club: Club, projector: Client) -> None:
    tournament = make_contest(club, hands=2)
    play_round(tournament)
    start_round(tournament)
    shown = read(projector.get(board_of(tournament)))
    assert "Round 2 of 3" in shown
    assert "Ranking after round 1" in shown


def test_a_closed_round_shows_the_ranking_alone(club: Club, projector: Client) -> None:
    tournament = make_contest(club, hands=2)
    play_round(tournament)
    shown = read(projector.get(board_of(tournament)))
    assert "Ranking after round 1" in shown
    assert "Where to sit" not in shown


def test_in_the_end_the_ranking_is_final(club: Club, projector: Client) -> None:
    tournament = make_contest(club, rounds=1, hands=2)
    play_round(tournament)
    finish_tournament(tournament_id=tournament.pk, author=SCORER, now=NOW)
    assert "Final ranking" in read(projector.get(board_of(tournament)))


def board_views(projector: Client, tournament: Tournament) -> tuple[str, ...]:
    views: tuple[str, ...] = projector.get(board_of(tournament)).context["board"]["views"]
    return views


def over(club: Club, prizes: str = "") -> Tournament:
    """Return a contest of one round that is finished."""
    tournament = set_list(make_contest(club, rounds=1, hands=2), prizes)
    play_round(tournament)
    finish_tournament(tournament_id=tournament.pk, author=SCORER, now=NOW)
    return tournament


def test_in_the_end_the_podium_is_told_from_third_to_first(club: Club, projector: Client) -> None:
    page = projector.get(board_of(over(club, "Ham\nWine")))
    board = page.context["board"]
    assert [step["prize"] for step in board["podium"][-1].steps] == ["Wine", "Ham", ""]
    assert "Ham" in page.content.decode()
    assert [view.name for view in board["podium"]] == ["podium-3", "podium-2", "podium-1"]
    third, second, whole = board["podium"]
    assert (third.shown, second.shown) == (frozenset({3}), frozenset({3, 2}))
    assert whole.is_whole
    assert [step["place"] for step in whole.steps] == [2, 1, 3]
    best = {line.rank: line.title for line in reversed(board["ranking"].lines)}
    assert [step["names"][0] for step in whole.steps] == [best[2], best[1], best[3]]


def test_in_the_end_the_board_shows_every_prize_and_who_has_it(
    club: Club, projector: Client
) -> None:
    tournament = over(club, "Ham, given by Petit\nLast: saucisson\nDraw: basket\nDraw: wine")
    keys = {prize.goods: prize.key for prize in plan_of(tournament).prizes}
    draw_prize(
        tournament_id=tournament.pk, prize=keys["basket"], present=[3], author=SCORER, now=NOW
    )
    ranked = {line.rank: line for line in ranking_of(tournament).lines}
    third = entry_of(tournament, 3).title
    shown = read(projector.get(board_of(tournament, show="prizes")))
    assert f"1 {ranked[1].title} Ham given by Petit" in shown
    assert f"The last {ranked[max(ranked)].title} saucisson" in shown
    assert f"A draw among those present {third} basket" in shown
    assert "Not drawn yet wine" in shown
    assert f"Proof of the next draw: {secret_fingerprint(tournament)}" in shown
    draw_prize(tournament_id=tournament.pk, prize=keys["wine"], present=[4], author=SCORER, now=NOW)
    shown = read(projector.get(board_of(tournament, show="prizes")))
    assert "Not drawn yet" not in shown
    assert "Proof of the next draw" not in shown
    assert board_views(projector, tournament) == ("podium", "prizes", "moments", "ranking")
    Player.objects.filter(name__in=ranked[1].names).update(shown=Player.Shown.INITIALS)
    assert not any(
        name in read(projector.get(board_of(tournament, show="prizes"))) for name in ranked[1].names
    )


def test_without_prizes_the_board_has_no_page_of_them(club: Club, projector: Client) -> None:
    tournament = over(club)
    assert board_views(projector, tournament) == ("podium", "moments", "ranking")
    assert "There are no prizes" in read(projector.get(board_of(tournament, show="prizes")))


def test_who_shares_a_step_stands_on_it_together() -> None:
    lines = [Ranked(1, "Anne", 900), *(Ranked(2, name, 800) for name in ("B", "C", "D"))]
    told = podium_views([*lines, Ranked(5, "Last", 700)])
    assert [view.name for view in told] == ["podium-2", "podium-1"]
    second = told[0].steps[0]
    assert (second["names"], second["more"]) == (("B", "C"), 1)
    assert podium_views([]) == ()


def test_in_the_end_the_moments_of_the_story_take_turns(club: Club, projector: Client) -> None:
    tournament = over(club)
    Player.objects.filter(name="Player 1").update(shown=Player.Shown.INITIALS)
    shown = read(projector.get(board_of(tournament)))
    assert "What people will talk about" in shown
    assert "The biggest hand" in shown
    assert "Player 1 " not in shown
    assert "podium" not in read(projector.get(board_of(make_contest(club), show="podium")))


def test_one_view_of_the_end_can_be_wished_for(club: Club, projector: Client) -> None:
    tournament = over(club)
    shown = read(projector.get(board_of(tournament, show="podium")))
    assert "The podium" in shown
    assert "Final ranking" not in shown
    assert "Final ranking" in read(projector.get(board_of(tournament, show="ranking")))


def test_a_contest_that_is_opened_again_has_no_podium(club: Club, projector: Client) -> None:
    tournament = over(club)
    resume_tournament(tournament_id=tournament.pk, author=SCORER, now=NOW)
    assert "podium" not in read(projector.get(board_of(tournament, show="podium")))


@pytest.mark.parametrize(
    ("show", "seen", "unseen"),
    [
        ("tables", "by team number", "by name"),
        ("names", "by name", "by team number"),
        ("ranking", "Ranking after round 1", "Where to sit"),
        ("nonsense", "by team number", "Final"),
    ],
)
def test_one_view_can_be_wished_for(
    club: Club, projector: Client, show: str, seen: str, unseen: str
) -> None:
    tournament = make_contest(club, hands=2)
    play_round(tournament)
    start_round(tournament)
    shown = read(projector.get(board_of(tournament, show=show)))
    assert seen in shown
    assert unseen not in shown


def test_whoever_has_left_is_sent_nowhere(club: Club, projector: Client) -> None:
    tournament = make_contest(club)
    start_round(tournament)
    withdraw_entry(tournament_id=tournament.pk, number=3, from_round=1, author=SCORER, now=NOW)
    shown = read(projector.get(board_of(tournament, show="tables")))
    assert "Player 5 & Player 6" not in shown
    assert "the opponents have withdrawn" in shown


def test_in_melee_the_board_names_the_partner(club: Club, projector: Client) -> None:
    tournament = make_contest(club, teams=8, mode=Tournament.Mode.MELEE)
    start_round(tournament)
    shown = read(projector.get(board_of(tournament, show="tables")))
    assert "by player number" in shown
    assert "with " in shown


def test_many_teams_get_numbers_of_opponents_only(club: Club, projector: Client) -> None:
    tournament = make_contest(club, teams=62)
    start_round(tournament)
    shown = read(projector.get(board_of(tournament, show="tables")))
    assert shown.count("Player 1 & Player 2") == 1


def test_the_clock_of_the_round_is_shown(club: Club, projector: Client) -> None:
    tournament = make_contest(club)
    playing = start_round(tournament)
    assert "round-timer" not in projector.get(board_of(tournament)).content.decode()
    set_timer(round_id=playing.pk, minutes=45, author=SCORER, now=NOW)
    assert "45:00" in read(projector.get(board_of(tournament)))


def test_nothing_is_sent_while_nothing_changes(club: Club, projector: Client) -> None:
    tournament = make_contest(club, teams=4, hands=2)
    playing = start_round(tournament)
    tournament.refresh_from_db()
    address = board_of(tournament, board=board_version(tournament))
    answer = projector.get(address)
    assert answer.status_code == 204
    assert answer.content == b""
    assert count_queries(lambda: projector.get(address)) == 1

    play(games_of(playing)[0])
    answer = projector.get(address)
    assert answer.status_code == 200
    assert b"<html" not in answer.content
    assert "1 of 2 tables have finished" in read(answer)


def test_a_hand_at_a_table_that_goes_on_is_no_news(club: Club, projector: Client) -> None:
    tournament = make_contest(club, teams=4, hands=2)
    playing = start_round(tournament)
    tournament.refresh_from_db()
    address = board_of(tournament, board=board_version(tournament))
    game = games_of(playing)[0].game
    assert game is not None
    write_hand(game, HandEntry(taker=Seat.A1, card_points=100))
    assert projector.get(address).status_code == 204
    set_timer(round_id=playing.pk, minutes=45, author=SCORER, now=NOW)
    assert projector.get(address).status_code == 200


@pytest.mark.parametrize("known", ["", "0", "zz", "-", "99999999999999999999", "1-1-1"])
def test_an_odd_version_gets_the_whole_board(club: Club, projector: Client, known: str) -> None:
    tournament = make_contest(club)
    start_round(tournament)
    assert projector.get(board_of(tournament, board=known)).status_code == 200


def test_a_board_with_an_old_address_finds_nothing(projector: Client) -> None:
    assert projector.get(reverse("tournaments:board", args=["nobody-knows"])).status_code == 404


def finished(tournament: Tournament, *totals: tuple[int, int]) -> None:
    """Play a round whose tables end with these totals, and close it."""
    playing = start_round(tournament, seed=len(totals))
    for match, (a, b) in zip(games_of(playing), totals, strict=True):
        slip = TableSlip(hands=12, total_a=a, total_b=b)
        record_table_slip(match_id=match.pk, slip=slip, author=SCORER, now=NOW)
    close_round(round_id=playing.pk, author=SCORER, now=NOW)


def test_the_ranking_tells_places_won_and_lost(club: Club, projector: Client) -> None:
    tournament = make_contest(club, teams=4)
    finished(tournament, (1100, 844), (1000, 944))
    first = projector.get(board_of(tournament, show="ranking"))
    assert [one.won for one in first.context["board"]["lines"]] == [None] * 4
    before = [one.ranked.number for one in first.context["board"]["lines"]]
    finished(tournament, (300, 1644), (972, 972))
    answer = projector.get(board_of(tournament, show="ranking"))
    lines = answer.context["board"]["lines"]
    assert {
        one.ranked.number: before.index(one.ranked.number) + 1 - one.ranked.rank for one in lines
    } == {one.ranked.number: one.won for one in lines}
    shown = read(answer)
    winner, loser = (max(lines, key=lambda one: one.won), min(lines, key=lambda one: one.won))
    assert f"▲{winner.won} {winner.won} place" in shown
    assert f"▼{loser.lost} {loser.lost} place" in shown


def test_the_best_game_is_told_once_its_round_is_closed(club: Club, projector: Client) -> None:
    tournament = make_contest(club, teams=4)
    address = board_of(tournament, show="highlights")
    start_round(tournament)
    assert "appears here with the first table" in read(projector.get(address))
    tournament = make_contest(club, teams=4, name="Second")
    finished(tournament, (1100, 844), (1000, 944))
    playing = start_round(tournament, seed=2)
    slip = TableSlip(hands=12, total_a=1900, total_b=44)
    record_table_slip(match_id=games_of(playing)[0].pk, slip=slip, author=SCORER, now=NOW)
    shown = read(projector.get(board_of(tournament, show="highlights")))
    assert "The best game 1,100" in shown
    # What is not in the ranking of the hall yet is not told beside it either.
    assert "1,900" not in shown
    slip = TableSlip(hands=12, total_a=1000, total_b=944)
    record_table_slip(match_id=games_of(playing)[1].pk, slip=slip, author=SCORER, now=NOW)
    close_round(round_id=playing.pk, author=SCORER, now=NOW)
    assert "The best game 1,900" in read(projector.get(board_of(tournament, show="highlights")))


def test_in_melee_both_partners_made_the_best_game(club: Club, projector: Client) -> None:
    tournament = make_contest(club, teams=8, mode=Tournament.Mode.MELEE)
    finished(tournament, (1100, 844), (1000, 944))
    board = projector.get(board_of(tournament, show="highlights")).context["board"]
    assert board["highlights"]["best"].points == 1100
    assert len(board["highlights"]["best"].titles) == 2


def test_who_still_plays_takes_turns_once_somebody_has_finished(
    club: Club, projector: Client
) -> None:
    tournament = make_contest(club, teams=4, hands=2)
    playing = start_round(tournament)
    assert "Still playing" not in read(projector.get(board_of(tournament)))
    asked = projector.get(board_of(tournament, show="playing"))
    assert len(asked.context["board"]["playing"]) == 2
    first, second = games_of(playing)
    play(first)
    board = projector.get(board_of(tournament)).context["board"]
    assert "playing" in board["views"]
    assert [table.number for table in board["playing"]] == [second.table_number]
    play(second)
    assert "Still playing" not in read(projector.get(board_of(tournament)))
    assert "All tables have finished" in read(projector.get(board_of(tournament, show="playing")))


@pytest.mark.parametrize(
    ("hour", "left"),
    [("14:30", 1800), ("14:00", None), ("", None), ("soon", None), ("25:00", None)],
)
def test_before_the_first_round_the_announced_hour_is_counted_down_to(
    club: Club, hour: str, left: int | None
) -> None:
    tournament = make_contest(club, teams=4)
    tournament.announcement = {"hour": hour}
    now = datetime.combine(tournament.date, time(14), timezone.get_default_timezone())
    start = boards.board_of(tournament, show="", now=now)["start"]
    assert (start and start["left"]) == left
    assert boards.board_of(tournament, show="", now=now - timedelta(days=1))["start"] is None


def test_the_board_asks_the_same_of_the_database_for_many_teams(
    club: Club, projector: Client
) -> None:
    counts = []
    for teams in (4, 24):
        tournament = make_contest(club, teams=teams, hands=2, name=f"{teams}")
        play_round(tournament)
        playing = start_round(tournament)
        set_timer(round_id=playing.pk, minutes=45, author=SCORER, now=NOW)
        start_timer(round_id=playing.pk, author=SCORER, now=NOW)
        counts.append(count_queries(projector.get, board_of(tournament)))
    assert counts[0] == counts[1]


def test_only_whoever_may_decide_says_on_the_board_when_the_next_round_begins(club: Club) -> None:
    tournament = make_contest(club, teams=4, rounds=2, hands=2)
    address = reverse("tournaments:board", args=[tournament.token])
    asks = "In how many minutes does the next round begin?"
    people = members_of(club)
    start_round(tournament)
    assert asks not in read(people[Role.OWNER].get(address))
    for match in games_of(tournament.rounds.get()):
        play(match)
    closed = tournament.rounds.get()
    close_round(round_id=closed.pk, author=SCORER, now=NOW)
    seen = {role for role, browser in people.items() if asks in read(browser.get(address))}
    assert seen == {role for role in Role if Right.DECIDE in RIGHTS[role]}
    neighbour = member_of(make_club("Les Voisins"), "voisine")
    assert asks not in read(neighbour.get(address))
    shown = visitor().get(address)
    assert asks not in read(shown)
    assert "csrfmiddlewaretoken" not in shown.content.decode()

    timer = reverse("tournaments:round-timer", args=[tournament.pk, 1])
    said = {"act": "next", "minutes": "10", "from": "board"}
    answer = people[Role.OWNER].post(timer, said)
    assert answer.headers["Location"] == address
    assert "Next round in" in read(visitor().get(address))
    assert "Say nothing" in read(people[Role.OWNER].get(address))
