"""Leaderboards: what is added up, for whom, over what; the page and its files."""

import csv
import io
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from python_calamine import CalamineWorkbook

from scorekeeper.engine.choices import Bidding
from scorekeeper.engine.hand import Contract, HandEntry, Seat, Side
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.evenings.services import open_evening
from scorekeeper.hands.services.hands import WrittenHand, correct_hand
from scorekeeper.models import Club, Evening, Game, Player
from tests.contest import games_of, make_contest, play, play_round, start_round
from tests.pages import count_queries, visitor, words_on
from tests.table import NOW, SCORER, make_club, make_game, takes, write
from tournaments.leaderboards.pages.comparable import kinds_played
from tournaments.leaderboards.pages.leaderboards import Asked, BoardLine, GameKind, board_lines
from tournaments.models import (
    League,
    PastContest,
    PastResult,
    Rating,
    Season,
    SeasonEvent,
    Tournament,
)
from tournaments.setup.services import finish_tournament

pytestmark = pytest.mark.django_db

ADDRESS = "/leaderboards/"


def hands_game(club: Club, *entries: HandEntry, **seating: Any) -> Game:
    """Return a finished game of those hands between Anne & Chloé (A) and Bruno & David (B)."""
    game = make_game(club, game_format=GameFormat(hands=len(entries)), **seating)
    write(game, *entries)
    return game


def names(**seats: str) -> dict[Seat, str]:
    return {Seat(seat): name for seat, name in seats.items()}


def board(club: Club, **asked: Any) -> dict[str, BoardLine]:
    return {line.name: line for line in board_lines(club, Asked(**asked))}


def played_contest(club: Club, **settings: Any) -> Tournament:
    """Return a finished contest of one round of four teams: table 1 and 2, side A wins."""
    tags = settings.pop("tagged", {})
    tournament = make_contest(club, teams=4, rounds=1, hands=2, **settings)
    for number, tag in tags.items():
        tournament.entries.filter(number=number).update(tags=[tag])
    play_round(tournament)
    finish_tournament(tournament_id=tournament.pk, author=SCORER, now=NOW)
    tournament.refresh_from_db()
    return tournament


def season_of(club: Club, *contests: Tournament) -> Season:
    league = League.objects.create(club=club, name="League", created_at=NOW)
    season = Season.objects.create(
        league=league,
        name="2026",
        starts_on=date(2026, 1, 1),
        ends_on=date(2026, 12, 31),
        collects=Season.Collects.CHOSEN,
        lot_seed=1,
        created_at=NOW,
    )
    for contest in contests:
        SeasonEvent.objects.create(season=season, tournament=contest)
    return season


def order_on(response: Any) -> list[str]:
    return [line.name for line in response.context["table"].lines]


class TestWhatIsAddedUp:
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
            written=WrittenHand(entry=takes(Seat.A2, 70)),
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
        # Results of the past say no rules: they are taken for plain belote.
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
        assert "Games that mark different things are not added up" in page
        assert "Plain belote Contrée, coinche: points and bid Contrée, coinche: bids only" in page
        assert "Anne 100.00" in page
        page = words_on(member.get(ADDRESS, {"least": "0", "played": "points_and_bid"}))
        assert "Anne 220.00" in page

    def test_a_club_that_plays_one_game_is_not_asked(self, club: Club, member: Client) -> None:
        hands_game(club, takes(Seat.A1, 100))
        page = words_on(member.get(ADDRESS, {"played": "bid_only", "least": "0"}))
        assert "What was played" not in page
        assert "Anne" in page


class TestThePage:
    @pytest.fixture
    def two_games(self, club: Club) -> None:
        """Anne and Chloé have two hands at 100 and 110 points, Eve and Gil one at 150."""
        hands_game(club, takes(Seat.A1, 100), takes(Seat.A1, 110))
        hands_game(club, takes(Seat.A1, 150), names=names(A1="Eve", B1="Hal", A2="Gil", B2="Ian"))

    def test_is_for_members(self, two_games: None) -> None:
        assert visitor().get(ADDRESS).status_code == 302

    def test_says_how_it_begins(self, member: Client) -> None:
        assert "begins with the first game" in words_on(member.get(ADDRESS))

    def test_few_hands_stand_after_the_others_in_brackets(
        self, member: Client, two_games: None
    ) -> None:
        response = member.get(ADDRESS, {"least": "2"})
        assert order_on(response) == [
            "Anne", "Chloé", "Bruno", "David", "Eve", "Gil", "Hal", "Ian",
        ]  # fmt: skip
        words = words_on(response)
        assert "(150.00)" in words
        assert "105.00" in words
        assert "fewer than 2 hands" in words
        up = order_on(member.get(ADDRESS, {"least": "2", "sort": "average"}))
        assert up == ["Bruno", "David", "Anne", "Chloé", "Hal", "Ian", "Eve", "Gil"]

    def test_whoever_took_nothing_is_last_both_ways(self, member: Client, two_games: None) -> None:
        for order in ("made_share", "-made_share"):
            found = order_on(member.get(ADDRESS, {"least": "0", "sort": order}))
            assert found[:2] == ["Anne", "Eve"]

    @pytest.mark.parametrize(
        ("sort", "first"),
        [("name", "Anne"), ("-name", "Ian"), ("-best_game", "Anne"), ("hands", "Eve")],
    )
    def test_is_sorted_as_its_address_says(
        self, member: Client, two_games: None, sort: str, first: str
    ) -> None:
        assert order_on(member.get(ADDRESS, {"sort": sort}))[0] == first

    @pytest.mark.parametrize(
        "query",
        [
            {"least": "many"},
            {"when": "yesterday"},
            {"games": "?"},
            {"sort": "nothing"},
            {"page": "99"},
            {"q": "\0"},
            {"tag": "x"},
        ],
        ids=str,
    )
    def test_bears_any_address(self, member: Client, two_games: None, query: Any) -> None:
        assert member.get(ADDRESS, query).status_code == 200

    def test_what_cannot_be_read_is_said(self, member: Client, two_games: None) -> None:
        assert "Type a number of hands" in words_on(member.get(ADDRESS, {"least": "many"}))

    def test_is_paged(self, club: Club, member: Client) -> None:
        make_contest_of_many(club)
        first = member.get(ADDRESS)
        assert "Page 1 of 2" in words_on(first)
        assert len(first.context["table"].paginated_rows) == 50
        assert len(member.get(ADDRESS, {"page": "2"}).context["table"].paginated_rows) == 10

    def test_links_to_the_players(self, club: Club, member: Client, two_games: None) -> None:
        anne = Player.objects.get(name="Anne")
        address = reverse("tournaments:player-detail", args=[anne.pk])
        assert f'href="{address}"' in member.get(ADDRESS).content.decode()

    def test_ratings_are_shown_where_the_club_wants_them(
        self, club: Club, member: Client, two_games: None
    ) -> None:
        assert "Rating" not in words_on(member.get(ADDRESS))
        Club.objects.update(shows_ratings=True)
        response = member.get(ADDRESS, {"sort": "-rating"})
        assert "Rating" in words_on(response)
        anne = Rating.objects.get(player__name="Anne")
        lines = {line.name: line.rating for line in response.context["table"].lines}
        assert lines["Anne"] == anne.mu - 3 * anne.sigma
        assert order_on(response)[-2:] == ["Hal", "Ian"]

    def test_takes_as_many_queries_however_many_played(self, club: Club, member: Client) -> None:
        first = played_contest(club, tagged={1: "ladies"})
        season = season_of(club, first)
        query = {"when": f"season-{season.pk}", "tag": "ladies", "q": "player"}
        member.get(ADDRESS, query)
        few = count_queries(lambda: member.get(ADDRESS, query))
        for number in range(3):
            other = make_contest(club, teams=12, rounds=2, hands=1, name=f"Contest {number}")
            play_round(other)
            finish_tournament(tournament_id=other.pk, author=SCORER, now=NOW)
            SeasonEvent.objects.create(season=season, tournament=other)
            hands_game(club, takes(Seat.A1, 100))
        member.get(ADDRESS, query)
        assert count_queries(lambda: member.get(ADDRESS, query)) == few


def make_contest_of_many(club: Club) -> None:
    """Play one hand at each of fifteen tables."""
    tournament = make_contest(club, teams=30, rounds=1, hands=1)
    for match in games_of(start_round(tournament)):
        play(match)


class TestFiles:
    @pytest.fixture(autouse=True)
    def _games(self, club: Club) -> None:
        hands_game(club, takes(Seat.A1, 100), takes(Seat.A1, 111), takes(Seat.B1, 90))
        hands_game(club, takes(Seat.A1, 150), names=names(A1="=Eve", B1="Hal", A2="Gil", B2="Ian"))

    def rows(self, client: Client, **query: str) -> list[dict[str, str]]:
        answer = client.get(f"{ADDRESS}export.csv", query)
        assert answer.status_code == 200
        text = answer.content.decode("utf-8-sig")
        return list(csv.DictReader(io.StringIO(text), delimiter=";"))

    def test_hold_what_is_filtered_in_its_order(self, member: Client) -> None:
        rows = self.rows(member, sort="-name", least="2", q="a")
        assert [row["Player"] for row in rows] == ["Ian", "Hal", "David", "Anne"]
        assert rows[-1]["Points per hand"] == "94.33"
        assert rows[-1]["Contracts made, percent"] == "100.0"
        assert (rows[0]["Remark"], rows[-1]["Remark"]) == ("fewer than 2 hands", "")

    def test_write_numbers_as_the_reader_does(self, club: Club, member: Client) -> None:
        answer = member.get(f"{ADDRESS}export.csv", headers={"accept-language": "fr"})
        assert "94,33" in answer.content.decode("utf-8-sig")

    def test_hold_every_page(self, club: Club, member: Client) -> None:
        make_contest_of_many(club)
        assert len(self.rows(member)) == 68

    def test_a_name_is_never_a_formula(self, member: Client) -> None:
        assert "'=Eve" in {row["Player"] for row in self.rows(member)}

    def test_as_a_workbook(self, member: Client) -> None:
        answer = member.get(f"{ADDRESS}export.xlsx", {"sort": "name"})
        sheet = CalamineWorkbook.from_filelike(io.BytesIO(answer.content)).get_sheet_by_index(0)
        rows = sheet.to_python()
        assert "=Eve" in {row[0] for row in rows}
        anne = next(row for row in rows if row[0] == "Anne")
        assert anne[1] == 94.33

    def test_other_kinds_are_unknown(self, member: Client) -> None:
        assert member.get(f"{ADDRESS}export.pdf").status_code == 404
        assert visitor().get(f"{ADDRESS}export.csv").status_code == 302
