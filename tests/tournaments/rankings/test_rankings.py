"""The ranking, and why it is as it is."""

from collections.abc import Sequence

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scorekeeper.games.services.games import stop_game
from scorekeeper.models import Club
from tests.contest import entry_of, games_of, make_contest, play, play_round, start_round
from tests.pages import count_queries, text_of, words_on
from tests.table import NOW, SCORER
from tests.tournaments.rankings.ranking_pages import at_table, see, slip, two_tied_winners
from tournaments.contests.services import finish_tournament
from tournaments.criteria import SEASON_WORDS, WORDS
from tournaments.entries.services.withdrawals import withdraw_entry
from tournaments.models import EntryPlayer, Round, Tournament
from tournaments.rankings.labels import why_text
from tournaments.rankings.queries.rankings import ranking_of
from tournaments.standings.criteria import CRITERIA, CriterionCode
from tournaments.standings.ranking import BY_POINTS, BY_WINS, USUAL_TIEBREAKS, Decision
from tournaments.tables.services import TableSlip, close_round, record_table_slip

pytestmark = pytest.mark.django_db

USUAL = (*BY_POINTS, *USUAL_TIEBREAKS)


@pytest.mark.parametrize(
    ("decision", "criteria", "words"),
    [
        pytest.param(
            Decision(CriterionCode.POINTS, 4, 7, (912,), (895,)),
            USUAL,
            "higher total, 912 to 895",
            id="points",
        ),
        pytest.param(
            Decision(CriterionCode.WINS, 4, 7, (2,), (1,)),
            USUAL,
            "same total; more wins, 2 to 1",
            id="wins",
        ),
        pytest.param(
            Decision(CriterionCode.NEXT_BEST_GAMES, 4, 7, (900, 850), (900, 801)),
            USUAL,
            "same total, as many wins, same best game; better third best game, 850 to 801",
            id="third best game",
        ),
        pytest.param(
            Decision(CriterionCode.BEST_GAME, 4, 7, (900,), ()),
            USUAL,
            "same total, as many wins; better best game, 900 to none",
            id="no game at all",
        ),
        pytest.param(
            Decision(CriterionCode.POINTS, 4, 7, (900,), (800,)),
            (*BY_WINS, *USUAL_TIEBREAKS),
            "as many wins and rounds exempt; higher total, 900 to 800",
            id="wins first",
        ),
        pytest.param(
            Decision(CriterionCode.FEWEST_FAILED, 4, 7, (1,), (3,)),
            (CriterionCode.POINTS, CriterionCode.FEWEST_FAILED),
            "same total; fewer contracts failed, 1 to 3",
            id="failed",
        ),
        pytest.param(
            Decision(CriterionCode.DIRECT, 4, 7, (2,), (0,)),
            (CriterionCode.POINTS, CriterionCode.DIRECT),
            "same total; better in the games they played against each other",
            id="direct",
        ),
        pytest.param(
            Decision(CriterionCode.LOT, 4, 7, (1,), (2,)),
            USUAL,
            "equal in everything; lots were drawn",
            id="lot",
        ),
        pytest.param(
            Decision(CriterionCode.SHARED, 4, 7),
            USUAL,
            "equal in everything, so the place is shared",
            id="shared",
        ),
    ],
)
def test_a_place_is_explained_in_plain_words(
    decision: Decision, criteria: Sequence[CriterionCode], words: str
) -> None:
    assert why_text(decision, criteria) == words


def test_a_semicolon_has_a_no_break_space_before_it_in_french() -> None:
    with translation.override("fr"):
        words = why_text(Decision(CriterionCode.WINS, 4, 7, (2,), (1,)), USUAL)
    assert "même total\u00a0; " in words


def test_every_criterion_of_a_ranking_has_words_of_its_own() -> None:
    codes = [
        *dict.fromkeys((*USUAL, *BY_WINS)),
        CriterionCode.FEWEST_FAILED,
        CriterionCode.DIRECT,
        CriterionCode.LAST_GAME,
    ]
    told = {why_text(Decision(code, 1, 2, (2,), (1,)), [code]) for code in codes}
    assert len(told) == len(codes)
    assert not any("rules of the ranking" in words for words in told)


def test_every_criterion_has_words() -> None:
    assert set(WORDS) == set(SEASON_WORDS) == set(CRITERIA)


def test_the_ranking_follows_every_table_that_finishes(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=4, hands=2)
    assert "No round yet" in see(member, tournament)
    first, second = games_of(start_round(tournament))
    page = see(member, tournament)
    assert "No result yet" in page
    assert "2 tables of round 1 are still playing: the ranking may change." in page
    play(first, [100, 90])
    page = see(member, tournament)
    assert "1 table of round 1 is still playing" in page
    assert ranking_of(tournament).lines[0].number == at_table(first, "A")
    play(second, [162, 162])
    assert "still play" not in see(member, tournament)
    board = reverse("tournaments:board", args=[tournament.token])
    page = member.get(reverse("tournaments:ranking", args=[tournament.pk])).content.decode()
    assert f'href="{board}"' in page
    ranking = ranking_of(tournament)
    assert [line.total for line in ranking.lines] == [324, 190, 134, 0]
    assert ranking.lines[0].number == at_table(second, "A")


def test_a_line_sums_up_its_rounds(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=2, rounds=2, hands=2)
    first = start_round(tournament)
    (match,) = games_of(first)
    winner = at_table(match, "A")
    play(match, [162, 50])
    close_round(round_id=first.pk, author=SCORER, now=NOW)
    (match,) = games_of(start_round(tournament, seed=2))
    slip(match, *((250, 74) if at_table(match, "A") == winner else (74, 250)))
    line = ranking_of(tournament).line_of(winner)
    assert line is not None
    assert (line.rank, line.points_by_round, line.total) == (1, (162, 250), 412)
    assert (line.wins, line.best_game, line.failed) == (1, 250, 1)
    assert line.title in see(member, tournament)


def test_rankings_after_a_round_and_of_a_round_alone(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=4, rounds=2, hands=2)
    play_round(tournament)
    first, second = games_of(start_round(tournament, seed=2))
    play(first, [162, 162])
    play(second, [100, 100])
    after = ranking_of(tournament, after_round=1)
    assert {line.total for line in after.lines} == {182, 184, 142, 140}
    assert after.lines[0].cells[-1].round == 1
    alone = ranking_of(tournament, only_round=2)
    assert [line.total for line in alone.lines] == [324, 200, 124, 0]
    assert "Ranking after round 1" in see(member, tournament, round=1)
    assert "Ranking of round 2 only" in see(member, tournament, only=2)


@pytest.mark.parametrize("query", [{"round": 9}, {"only": 9}, {"only": 0}])
def test_a_round_that_is_not_there(club: Club, member: Client, query: dict[str, int]) -> None:
    tournament = make_contest(club, teams=2, rounds=1, hands=2)
    play_round(tournament)
    address = reverse("tournaments:ranking", args=[tournament.pk])
    assert member.get(address, query).status_code == 404
    assert member.get(address, {"round": "x", "tag": "nobody"}).status_code == 200


def test_a_tag_has_places_of_its_own(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=4, rounds=1, hands=2)
    play_round(tournament)
    order = [line.number for line in ranking_of(tournament).lines]
    for number in order[1:3]:
        tagged = entry_of(tournament, number)
        tagged.tags = ["ladies"]
        tagged.save()
    lines = ranking_of(tournament, tag="ladies").lines
    assert [(line.rank, line.number) for line in lines] == [(1, order[1]), (2, order[2])]
    assert "Ladies" in see(member, tournament)
    page = see(member, tournament, tag="ladies")
    assert lines[0].title in page
    assert ranking_of(tournament).lines[0].title not in page


def test_a_new_name_stands_in_the_ranking_at_once(club: Club) -> None:
    tournament = make_contest(club, teams=2, rounds=1, hands=2)
    play_round(tournament)
    ranking_of(tournament)
    EntryPlayer.objects.filter(entry__number=1, position=1).update(name="Zoé")
    line = ranking_of(tournament).line_of(1)
    assert line is not None
    assert line.title == "Zoé & Player 2"


def test_ties_say_what_decided(club: Club, member: Client) -> None:
    tournament, winners = two_tied_winners(club)
    page = see(member, tournament)
    first, second, *_rest = ranking_of(tournament).lines
    assert sorted([first.number, second.number]) == winners
    assert (first.rank, second.rank) == (1, 2)
    assert f"Ahead of no. {second.number}: equal in everything; lots were drawn." in page
    # The winners stand before the losers by points: nothing to explain.
    assert second.note == ""


def test_shared_places_say_so(club: Club, member: Client) -> None:
    tournament, winners = two_tied_winners(club, ties=Tournament.Ties.SHARED)
    lines = ranking_of(tournament).lines
    assert [line.rank for line in lines] == [1, 1, 3, 3]
    page = see(member, tournament)
    assert f"With no. {winners[1]}: equal in everything, so the place is shared." in page
    assert "No lots are drawn in this contest" in see(member, tournament, "lot-new")


def test_any_two_can_be_compared(club: Club, member: Client) -> None:
    tournament, winners = two_tied_winners(club)
    loser = next(n for n in range(1, 5) if n not in winners)
    page = see(member, tournament, why=loser, than=winners[0])
    assert f"No. {winners[0]} (" in page
    assert f"is ahead of no. {loser} (" in page
    assert "Higher total, 200 to 124." in page


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"why": "1", "than": "99"}, "Number 99 is not in this ranking."),
        ({"why": "1", "than": "1"}, "Type two different numbers."),
        ({"why": "", "than": "2"}, "Type the number of an entry."),
        ({"why": "x"}, "Type the number of an entry."),
    ],
)
def test_what_cannot_be_compared(
    club: Club, member: Client, query: dict[str, str], words: str
) -> None:
    tournament, _winners = two_tied_winners(club)
    assert words in see(member, tournament, **query)


def test_exempt_and_left_are_marked(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=5, rounds=3, hands=2)
    played = play_round(tournament)
    exempt = played.seats.get(kind="exempt").entry.number
    gone = at_table(games_of(played)[0], "B")
    withdraw_entry(tournament_id=tournament.pk, number=gone, from_round=2, author=SCORER, now=NOW)
    ranking = ranking_of(tournament)
    marked = ranking.line_of(exempt)
    left = ranking.line_of(gone)
    assert marked is not None
    assert left is not None
    assert marked.exempt_rounds == (1,)
    assert marked.best_game is None
    assert left.left
    page = see(member, tournament)
    assert "162exempt" in page
    assert "withdrawn before round 2" in page


def test_who_never_played_and_has_left_is_not_listed(club: Club) -> None:
    tournament = make_contest(club, teams=4, rounds=1, hands=2)
    withdraw_entry(tournament_id=tournament.pk, number=4, from_round=1, author=SCORER, now=NOW)
    EntryPlayer.objects.filter(entry__number=3, position=2).delete()
    play_round(tournament)
    assert {line.number for line in ranking_of(tournament).lines} == {1, 2}


def test_a_round_closed_without_a_result_and_a_slip_to_check_are_told(
    club: Club, member: Client
) -> None:
    tournament = make_contest(club, teams=6, rounds=1, hands=2)
    playing = start_round(tournament)
    first, second, _third = games_of(playing)
    play(first)
    slip(second, 300, 1)
    close_round(round_id=playing.pk, author=SCORER, now=NOW)
    page = see(member, tournament)
    assert "Round 1 was closed without the result of 1 table." in page
    assert "1 slip of round 1 is still to be checked." in page
    assert "still play" not in page


def test_players_of_a_melee_are_ranked_alone(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=8, rounds=2, hands=2, mode=Tournament.Mode.MELEE)
    play_round(tournament)
    lines = ranking_of(tournament).lines
    assert len(lines) == 8
    assert lines[0].total == lines[1].total
    assert "Player" in see(member, tournament)


@pytest.mark.extensions
def test_the_page_asks_no_more_for_more_teams(club: Club, member: Client) -> None:
    counts = set()
    for teams in (4, 20):
        tournament = make_contest(club, teams=teams, rounds=1, hands=1)
        play_round(tournament)
        for name in ("ranking", "prizes", "lot-new"):
            address = reverse(f"tournaments:{name}", args=[tournament.pk])
            member.get(address)
            counts.add((name, count_queries(member.get, address)))
    assert len(counts) == 3


def test_a_game_stopped_early_counts_with_what_was_played(club: Club) -> None:
    tournament = make_contest(club, teams=2, rounds=1, hands=12)
    (match,) = games_of(start_round(tournament))
    play(match, [100, 100, 100])
    assert not ranking_of(tournament).has_results
    stop_game(game_id=match.game_id or 0, reason="late", author=SCORER, now=NOW)
    assert [line.total for line in ranking_of(tournament).lines] == [300, 3 * 62]


def test_a_preview_of_a_round_is_not_told(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=4, rounds=2, hands=2)
    played = play_round(tournament)
    assert Round.objects.get(pk=played.pk).is_closed
    assert ranking_of(tournament).published == (1,)
    page = text_of(member.get(reverse("tournaments:ranking", args=[tournament.pk])))
    assert "After round" not in page


def test_a_forfeit_does_not_lead_while_tables_play(club: Club) -> None:
    contest = make_contest(club, teams=4, rounds=1, hands=2)
    playing = start_round(contest)
    first, second = games_of(playing)
    gone, stays = (seat.entry.number for seat in first.seats.order_by("side"))
    withdraw_entry(tournament_id=contest.pk, number=gone, from_round=1, author=SCORER, now=NOW)
    line = ranking_of(contest).line_of(stays)
    assert line
    assert (line.total, line.has_results) == (0, False)
    play(second)
    contest.refresh_from_db()
    line = ranking_of(contest).line_of(stays)
    assert line
    assert line.total == 183


def test_an_exempt_team_does_not_lead_while_tables_play(club: Club) -> None:
    contest = make_contest(club, teams=5, rounds=1, hands=2)
    playing = start_round(contest)
    first, second = games_of(playing)
    exempt = playing.seats.get(kind="exempt").entry.number
    line = ranking_of(contest).line_of(exempt)
    assert line
    assert (line.total, line.has_results) == (0, False)
    play(first)
    play(second)
    contest.refresh_from_db()
    line = ranking_of(contest).line_of(exempt)
    assert line
    assert line.total == 162


def test_what_was_given_counts_once_a_round_is_closed_without_a_table(club: Club) -> None:
    contest = make_contest(club, teams=5, rounds=1, hands=2)
    playing = start_round(contest)
    play(games_of(playing)[0])
    close_round(round_id=playing.pk, author=SCORER, now=NOW)
    contest.refresh_from_db()
    line = ranking_of(contest).line_of(playing.seats.get(kind="exempt").entry.number)
    assert line
    assert line.total == 162


class TestWhatSlipsDoNotSay:
    def ranking(self, contest: Tournament, page: Client) -> str:
        return words_on(page.get(reverse("tournaments:ranking", args=[contest.pk])))

    def test_slips_alone_say_nothing_of_contracts(self, club: Club, member: Client) -> None:
        contest = make_contest(club, teams=4, rounds=1, hands=2)
        for match in games_of(start_round(contest)):
            slip = TableSlip(hands=2, total_a=200, total_b=124)
            record_table_slip(match_id=match.pk, slip=slip, author=SCORER, now=NOW)
        page = self.ranking(contest, member)
        assert "Capots" not in page
        assert "Failed" not in page

    def test_a_capot_on_a_slip_is_shown(self, club: Club, member: Client) -> None:
        contest = make_contest(club, teams=4, rounds=1, hands=2)
        first, _second = games_of(start_round(contest))
        slip = TableSlip(hands=2, total_a=414, total_b=0, capots_a=1)
        record_table_slip(match_id=first.pk, slip=slip, author=SCORER, now=NOW)
        page = self.ranking(contest, member)
        assert "Capots" in page
        assert "Failed" not in page

    def test_of_hands_and_slips_it_is_said_what_is_not_counted(
        self, club: Club, member: Client
    ) -> None:
        contest = make_contest(club, teams=4, rounds=1, hands=2)
        first, second = games_of(start_round(contest))
        play(first)
        page = self.ranking(contest, member)
        assert "only the totals" not in page
        assert "– –" not in page
        slip = TableSlip(hands=2, total_a=200, total_b=124)
        record_table_slip(match_id=second.pk, slip=slip, author=SCORER, now=NOW)
        page = self.ranking(contest, member)
        assert "Failed" in page
        assert "1 slip has only the totals" in page
        # What is known is a number; of those who had only a slip nothing is known.
        rows = member.get(reverse("tournaments:ranking", args=[contest.pk])).context["lines"]
        with_hands = {row.number for row in rows if row.knows_hands}
        assert with_hands == {seat.entry.number for seat in first.seats.all()}
        assert page.count("– –") == 2


def test_a_long_ranking_has_pages_and_one_to_print(
    club: Club, member: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.rankings.views.LINES_A_PAGE", 3)
    contest = make_contest(club, teams=8, rounds=1, hands=2)
    play_round(contest)
    address = reverse("tournaments:ranking", args=[contest.pk])
    ranks = [line.rank for line in ranking_of(contest).lines]
    pages = [member.get(address, {"page": str(number)}) for number in (1, 2, 3)]
    shown = [[line.rank for line in page.context["lines"]] for page in pages]
    assert shown == [ranks[:3], ranks[3:6], ranks[6:]], "places go on over the pages"
    assert "Print the whole ranking" in words_on(pages[0])
    assert len(member.get(address, {"whole": "1"}).context["lines"]) == 8


def test_on_paper_it_says_whose_it_is_and_whether_it_is_final(
    organiser: Client, club: Club
) -> None:
    tournament = make_contest(club, teams=4, rounds=1, hands=2)
    play_round(tournament)
    address = reverse("tournaments:ranking", args=[tournament.pk])
    assert "Final ranking" not in words_on(organiser.get(address))
    finish_tournament(tournament_id=tournament.pk, author=SCORER, now=NOW)
    page = organiser.get(address)
    assert f'<span class="print-only">{club.name}</span>' in text_of(page)
    assert "Final ranking" in words_on(page)
    after_first = words_on(organiser.get(address, {"round": "1"}))
    assert "Ranking after round 1" in after_first
    assert "Final ranking" not in after_first


@pytest.mark.parametrize(
    ("teams", "size"),
    [(12, " standings--large"), (16, " standings--medium"), (30, "")],
)
def test_a_ranking_of_few_lines_is_printed_large(
    club: Club, member: Client, teams: int, size: str
) -> None:
    contest = make_contest(club, teams=teams, rounds=1, hands=1)
    for place, match in enumerate(games_of(start_round(contest))):
        play(match, [82 + 4 * place])
    page = member.get(reverse("tournaments:ranking", args=[contest.pk])).content.decode()
    assert f'class="table standings{size}"' in page


@pytest.mark.extensions
def test_on_paper_it_says_what_its_code_opens(organiser: Client, club: Club) -> None:
    tournament = make_contest(club, teams=4, rounds=1, hands=2)
    play_round(tournament)
    page = organiser.get(reverse("tournaments:ranking", args=[tournament.pk]))
    assert "The QR code opens the page that checks it" in words_on(page)
