"""Leaderboards: what is added up, for whom, over what."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.test import Client

from scorekeeper.engine.choices import Bidding
from scorekeeper.engine.hand import Contract, HandEntry, Seat, Side
from scorekeeper.evenings.services import open_evening
from scorekeeper.games.services.games import finish_game, reopen_game
from scorekeeper.games.services.hands import HandInput, correct_hand
from scorekeeper.games.services.substitutes import sit_in
from scorekeeper.models import Club, Evening, Game, Player
from tests.contest import make_contest, play_round
from tests.pages import words_on
from tests.table import NOW, SCORER, make_club, make_game, takes, write
from tests.tournaments.leaderboards.boards import (
    ADDRESS,
    board,
    hands_game,
    names,
    played_contest,
    season_of,
)
from tournaments.leaderboards.queries import GameKind, kinds_played
from tournaments.models import (
    PastContest,
    PastResult,
    SeasonEvent,
    Tournament,
)

pytestmark = pytest.mark.django_db


class TestWhatIsAddedUp:
    def test_of_who_sat_in_and_who_left(self, club: Club) -> None:
        hands_game(club, takes(Seat.A1, 100), takes(Seat.A1, 90), takes(Seat.A1, 70))
        game = Game.objects.get()
        by: dict[str, Any] = {"author": SCORER, "now": NOW}
        reopen_game(game_id=game.pk, **by)
        sit_in(game_id=game.pk, seat=Seat.A1, name="Zoé", from_hand=3, **by)
        assert board(club) == {}
        finish_game(game_id=game.pk, **by)
        lines = board(club)
        found = [
            (line.games, line.hands, line.points, line.taken, line.failed)
            for line in (lines["Anne"], lines["Zoé"], lines["Chloé"])
        ]
        assert found == [(1, 2, 190, 2, 0), (1, 1, 0, 1, 1), (1, 3, 190, 0, 0)]

    def test_of_hands(self, club: Club) -> None:
        """Anne makes one of two contracts, holds a belote; Bruno's side fails, then makes capot."""
        belote = HandEntry(
            taker=Seat.A1, card_points=90, belote=Side.A, belote_seat=Seat.A1, capot=None
        )
        hands_game(
            club,
            belote,
            takes(Seat.A1, 70),
            takes(Seat.B1, 162, capot=Side.B),
            takes(Seat.B2, 100),
        )
        game = Game.objects.get()
        lines = board(club)
        anne, bruno = lines["Anne"], lines["Bruno"]
        assert (anne.games, anne.hands, anne.points) == (1, 4, game.total_a)
        assert (anne.taken, anne.made, anne.failed, anne.belotes) == (2, 1, 1, 1)
        assert (bruno.taken, bruno.made, bruno.capots, lines["David"].capots) == (1, 1, 1, 1)
        assert (anne.won, bruno.won) == (0, 1)
        assert anne.average is not None
        assert anne.average * 4 == game.total_a
        assert anne.best_game == game.total_a

    def test_games_that_go_on_count_for_nothing(self, club: Club) -> None:
        write(make_game(club), takes(Seat.A1, 100))
        assert board(club) == {}

    def test_of_several_games(self, club: Club) -> None:
        hands_game(club, takes(Seat.A1, 100))
        hands_game(club, takes(Seat.A1, 110), names=names(A1="Anne", B1="Eve", A2="Fred", B2="Gil"))
        anne = board(club)["Anne"]
        assert (anne.games, anne.hands, anne.points, anne.best_game) == (2, 2, 210, 110)

    def test_another_club_has_its_own(self, club: Club) -> None:
        hands_game(make_club("Other"), takes(Seat.A1, 100))
        assert board(club) == {}

    def test_a_correction_is_there_at_once(self, club: Club) -> None:
        game = hands_game(club, takes(Seat.A1, 100), takes(Seat.A1, 100))
        correct_hand(
            game_id=game.pk,
            number=1,
            written=HandInput(entry=takes(Seat.A2, 70)),
            author=SCORER,
            now=NOW,
            even_finished=True,
        )
        lines = board(club)
        assert (lines["Anne"].taken, lines["Chloé"].taken, lines["Chloé"].failed) == (1, 1, 1)
        assert lines["Anne"].points == 100


class TestContestsWon:
    def test_by_both_of_the_team_that_stands_first(self, club: Club) -> None:
        contest = played_contest(club)
        won = {name for name, line in board(club).items() if line.contests_won}
        assert len(won) == 2
        assert " & ".join(sorted(won)) in {entry.title for entry in contest.entries.by_number()}

    def test_only_once_the_contest_is_over(self, club: Club) -> None:
        tournament = make_contest(club, teams=4, rounds=1, hands=2)
        play_round(tournament)
        lines = board(club)
        assert len(lines) == 8
        assert not any(line.contests_won for line in lines.values())

    def test_they_follow_what_is_corrected_later(self, club: Club) -> None:
        contest = played_contest(club)
        before = {name for name, line in board(club).items() if line.contests_won}
        # Whoever won has left the contest after all.
        first = next(e for e in contest.entries.by_number() if set(e.names) == before)
        first.withdrawn_from = 1
        first.save()
        Tournament.objects.filter(pk=contest.pk).update(
            version=contest.version + 1, criteria=["stayed", *contest.criteria]
        )
        after = {name for name, line in board(club).items() if line.contests_won}
        assert after
        assert after != before

    def test_results_of_the_past_count(self, club: Club) -> None:
        past = PastContest.objects.create(
            club=club, name="2019", date=date(2019, 5, 1), created_at=NOW
        )
        anne = Player.objects.create(club=club, name="Anne", created_at=NOW)
        line = PastResult.objects.create(contest=past, place=1, total=3000, names="Anne")
        line.players.add(anne)
        found = board(club)["Anne"]
        assert (found.contests_won, found.games, found.average) == (1, 0, None)
        assert board(club, games=GameKind.OTHERS) == {}


class TestFilters:
    @pytest.fixture
    def contest(self, club: Club) -> Tournament:
        hands_game(club, takes(Seat.A1, 100))
        return played_contest(club, tagged={1: "ladies"})

    @pytest.mark.parametrize(
        ("asked", "count"),
        [
            ({}, 12),
            ({"games": GameKind.CONTESTS}, 8),
            ({"games": GameKind.OTHERS}, 4),
            ({"tag": "ladies"}, 2),
            ({"tag": "juniors"}, 0),
            ({"when": "2026-11"}, 12),
            ({"when": "2026-10"}, 0),
            ({"when": "2026-11", "games": GameKind.OTHERS}, 4),
            ({"when": "2026-11", "tag": "ladies"}, 2),
            ({"when": "2026-13"}, 0),
            ({"when": "season-999"}, 0),
            ({"search": "anne"}, 1),
            ({"search": "CHLOE"}, 1),
            ({"search": "player 1"}, 1),
        ],
        ids=str,
    )
    def test_narrow(self, club: Club, contest: Tournament, asked: Any, count: int) -> None:
        assert len(board(club, **asked)) == count

    def test_a_season_counts_what_was_chosen(self, club: Club, contest: Tournament) -> None:
        season = season_of(club, contest)
        code = f"season-{season.pk}"
        assert len(board(club, when=code)) == 8
        SeasonEvent.objects.all().delete()
        assert board(club, when=code) == {}

    def test_a_game_belongs_to_the_month_of_its_evening(self, club: Club) -> None:
        evening: Evening = open_evening(
            club=club, name="Thursday", date=date(2026, 9, 30), ruleset_key="classic", now=NOW
        )
        hands_game(club, takes(Seat.A1, 100), evening=evening)
        assert len(board(club, when="2026-09")) == 4
        assert board(club, when="2026-11") == {}

    def test_a_month_begins_at_midnight_in_the_hall(self, club: Club) -> None:
        game = hands_game(club, takes(Seat.A1, 100))
        # Half past midnight of the first of December in Paris.
        Game.objects.filter(pk=game.pk).update(
            created_at=datetime(2026, 11, 30, 23, 30, tzinfo=UTC)
        )
        assert board(club, when="2026-11") == {}
        assert len(board(club, when="2026-12")) == 4


class TestWhatCannotBeCompared:
    """Plain belote and the games with bids are each added up by themselves."""

    @pytest.fixture
    def both(self, club: Club) -> None:
        hands_game(club, takes(Seat.A1, 100), takes(Seat.A1, 100), takes(Seat.A1, 110))
        bid = HandEntry(taker=Seat.A1, card_points=120, contract=Contract(bid=100))
        hands_game(club, bid, rules="coinche_bid_only")
        hands_game(club, bid, bid, rules="contree_ffb")

    def test_a_game_of_bids_is_not_added_to_a_plain_one(self, club: Club, both: None) -> None:
        assert board(club, played=Bidding.NONE)["Anne"].points == 310
        assert board(club, played=Bidding.BID_ONLY)["Anne"].points == 100
        line = board(club, played=Bidding.POINTS_AND_BID)["Anne"]
        assert (line.games, line.hands, line.points) == (1, 2, 440)
        assert board(club, played=Bidding.POINTS) == {}

    def test_games_stored_by_older_versions_keep_their_kind(self, club: Club, both: None) -> None:
        for game in Game.objects.all():
            kind = game.ruleset_values["bidding"]
            older = {"none": {}, "points_and_bid": {"bidding": "cannes_2016"}}
            game.ruleset_values = older.get(kind, {"bidding": kind})
            game.save(update_fields=["ruleset_values"])
        assert set(kinds_played(club)) == {Bidding.NONE, Bidding.POINTS_AND_BID, Bidding.BID_ONLY}
        assert board(club, played=Bidding.NONE)["Anne"].points == 310
        assert board(club, played=Bidding.POINTS_AND_BID)["Anne"].points == 440

    def test_contests_won_are_counted_with_their_kind(self, club: Club) -> None:
        played_contest(club)
        won = [line.contests_won for line in board(club, played=Bidding.NONE).values()]
        assert sum(won) == 2
        # Past results say no rules: they are taken for plain belote.
        anne = Player.objects.create(club=club, name="Anne", created_at=NOW)
        past = PastContest.objects.create(
            club=club, name="2019", date=date(2019, 11, 23), created_at=NOW
        )
        line = PastResult.objects.create(contest=past, place=1, total=3000, names="Anne")
        line.players.add(anne)
        assert board(club, played=Bidding.NONE)["Anne"].contests_won == 1
        assert not board(club, played=Bidding.BID_ONLY)

    def test_the_page_shows_what_is_played_most_and_offers_the_others(
        self, club: Club, member: Client, both: None
    ) -> None:
        hands_game(club, takes(Seat.A1, 90))
        page = words_on(member.get(ADDRESS, {"least": "0"}))
        assert "Games that score different things are not added up" in page
        assert "Plain belote Contrée, coinche: points and bid Contrée, coinche: bids only" in page
        assert "Anne 100.00" in page
        page = words_on(member.get(ADDRESS, {"least": "0", "played": "points_and_bid"}))
        assert "Anne 220.00" in page

    def test_a_club_that_plays_one_game_is_not_asked(self, club: Club, member: Client) -> None:
        hands_game(club, takes(Seat.A1, 100))
        page = words_on(member.get(ADDRESS, {"played": "bid_only", "least": "0"}))
        assert "What was played" not in page
        assert "Anne" in page
