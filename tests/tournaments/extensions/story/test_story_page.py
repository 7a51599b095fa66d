"""The page that tells the story of a contest."""

import pytest

from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.games.services.games import reopen_game
from scorekeeper.games.services.hands import HandInput, correct_hand
from scorekeeper.models import Game, Player
from tests.contest import games_of, make_contest, play, play_round, start_round, write_hand
from tests.pages import count_queries, member_of, visitor, words_on
from tests.table import NOW, SCORER, make_club
from tests.tournaments.audit_log.replay.eventful import organiser
from tournaments.contests.services import finish_tournament
from tournaments.extensions.story.queries import story_page
from tournaments.models import Match, Tournament
from tournaments.tables.services import TableSlip, close_round, record_table_slip

pytestmark = pytest.mark.django_db


def told_contest(**settings: object) -> Tournament:
    """Play two rounds of three hands; table 1 of the first has a capot with belote."""
    contest = make_contest(make_club(), teams=4, rounds=2, hands=3, **settings)
    first = start_round(contest)
    for match in games_of(first):
        if match.table_number == 1:
            capot = HandEntry(
                taker=Seat.A1, card_points=162, capot=Side.A, belote=Side.A, belote_seat=Seat.A1
            )
            write_hand(game_of(match), capot)
            play(match, [100, 60])
        else:
            play(match)
    close_round(round_id=first.pk, author=SCORER, now=NOW)
    play_round(contest, seed=2)
    contest.refresh_from_db()
    return contest


def game_of(match: Match) -> Game:
    assert match.game
    return match.game


def page_of(contest: Tournament) -> str:
    return words_on(visitor().get(f"/p/{contest.token}/story/"))


def test_the_story_is_told_to_members_and_to_everybody() -> None:
    contest = told_contest()
    page = words_on(member_of(contest.club).get(f"/contests/{contest.pk}/story/"))
    for text in (page, page_of(contest)):
        assert "The biggest hand 272 points" in text
        assert "Capot + belote" in text
        assert "Round 1, table 1, hand 1" in text
        assert "The race of the first five" in text
        assert "In front so far" in text
        assert "of 6 hands" in text


def test_the_numbers_behind_the_drawing_are_there_too() -> None:
    contest = told_contest()
    found = story_page(contest, is_public=False)
    assert found["race"]
    assert len(found["race"]["rows"]) == 6
    assert [row["ends_round"] for row in found["race"]["rows"]] == [0, 0, 1, 0, 0, 2]
    best = found["story"].top[0]
    assert found["story"].race.totals[best][-1] == max(
        sum(seat.points for seat in entry.seats.all()) for entry in contest.entries.all()
    )
    assert found["race"]["lines"][0]["line"].count(",") == 7


def test_a_finished_contest_has_a_winner() -> None:
    contest = told_contest()
    finish_tournament(tournament_id=contest.pk, author=SCORER, now=NOW)
    assert "The winner" in page_of(contest)


def test_a_round_that_goes_on_is_not_told_yet() -> None:
    contest = make_contest(make_club(), teams=4, rounds=2, hands=2)
    assert "Nothing to tell yet" in page_of(contest)
    playing = start_round(contest)
    one, other = games_of(playing)
    play(one)
    text = page_of(contest)
    assert "The story of round 1 appears as soon as its last table has finished." in text
    assert "Nothing to tell yet" in text
    play(other)
    assert "The biggest hand" in page_of(contest)


def test_a_correction_is_told_at_once() -> None:
    contest = told_contest()
    assert "272 points" in page_of(contest)
    game = game_of(games_of(contest.rounds.get(number=1))[0])
    plain = HandEntry(taker=Seat.A1, card_points=100)
    by = organiser(contest.club)
    correct_hand(
        game_id=game.pk, number=1, written=HandInput(entry=plain), even_finished=True, **by
    )
    assert "272 points" not in page_of(contest)
    reopen_game(game_id=game.pk, **by)
    assert "The story of round 1 appears as soon as" in page_of(contest)


def test_slips_count_at_the_end_of_their_round_and_the_page_says_so() -> None:
    contest = make_contest(make_club(), teams=4, rounds=1, hands=2)
    one, other = games_of(start_round(contest))
    play(one)
    slip = TableSlip(hands=2, total_a=200, total_b=124)
    record_table_slip(match_id=other.pk, slip=slip, author=SCORER, now=NOW)
    assert "1 game came as a slip with its totals" in page_of(contest)


def test_a_contest_of_slips_only_is_told_round_by_round() -> None:
    contest = make_contest(make_club(), teams=4, rounds=1, hands=2)
    for match in games_of(start_round(contest)):
        slip = TableSlip(hands=2, total_a=200, total_b=124)
        record_table_slip(match_id=match.pk, slip=slip, author=SCORER, now=NOW)
    text = page_of(contest)
    assert "the story goes round by round" in text
    assert "The biggest hand" not in text
    assert "The tightest table" in text


@pytest.mark.parametrize("mode", list(Tournament.Mode), ids=str)
def test_exempt_entries_and_new_partners_are_told_too(mode: Tournament.Mode) -> None:
    size = 9 if mode == Tournament.Mode.MELEE else 5
    contest = make_contest(make_club(), teams=size, rounds=2, hands=2, mode=mode)
    play_round(contest)
    play_round(contest, seed=2)
    contest.refresh_from_db()
    found = story_page(contest, is_public=True)
    totals = {number: own[-1] for number, own in found["story"].race.totals.items()}
    assert totals == {
        entry.number: sum(seat.points for seat in entry.seats.filter(counts=True))
        for entry in contest.entries.all()
    }


def test_the_public_page_shows_initials_of_those_who_want_it() -> None:
    contest = told_contest()
    Player.objects.update(shown=Player.Shown.INITIALS)
    public = page_of(contest)
    assert "P. 1" in public
    assert "Player 1" not in public
    member = words_on(member_of(contest.club).get(f"/contests/{contest.pk}/story/"))
    assert "Player 1" in member


def test_other_clubs_and_wrong_codes_find_nothing() -> None:
    contest = told_contest()
    stranger = member_of(make_club("Other"), "stranger")
    assert stranger.get(f"/contests/{contest.pk}/story/").status_code == 404
    assert visitor().get("/p/wrong/story/").status_code == 404


def test_as_many_queries_for_many_teams_and_few_when_nothing_changed() -> None:
    counts = []
    club = make_club()
    browser = member_of(club)
    for teams in (4, 12):
        contest = make_contest(club, teams=teams, rounds=1, hands=2)
        play_round(contest)
        address = f"/contests/{contest.pk}/story/"
        counts.append(count_queries(browser.get, address))
        again = count_queries(browser.get, address)
        assert again < counts[-1]
    assert counts[0] == counts[1]
