"""Leaderboards: the page, and its files."""

import csv
import io
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from python_calamine import CalamineWorkbook

from scorekeeper.engine.hand import Seat
from scorekeeper.models import Club, Player
from tests.contest import games_of, make_contest, play, play_round, start_round
from tests.pages import count_queries, visitor, words_on
from tests.table import NOW, SCORER, takes
from tests.tournaments.leaderboards.boards import (
    ADDRESS,
    hands_game,
    names,
    order_on,
    played_contest,
    season_of,
)
from tournaments.contests.services import finish_tournament
from tournaments.models import (
    Rating,
    SeasonEvent,
)

pytestmark = pytest.mark.django_db


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

    def test_numbers_the_places_of_its_order(self, member: Client, two_games: None) -> None:
        def places(**query: str) -> dict[str, int | None]:
            lines = member.get(ADDRESS, {"least": "0", **query}).context["table"].lines
            return {line.name: line.place for line in lines}

        best = places(sort="-best_game")
        assert best["Anne"] == best["Chloé"] == 1, "partners share a place"
        assert min(place or 0 for name, place in best.items() if name not in {"Anne", "Chloé"}) == 3
        assert set(places(sort="name").values()) == {None}, "an alphabet ranks nobody"
        short = places(sort="-average", least="9999")
        assert set(short.values()) == {None}, "who stands in brackets is not compared"

    def test_places_go_on_over_the_pages(self, club: Club, member: Client) -> None:
        make_contest_of_many(club)
        second = member.get(ADDRESS, {"sort": "-hands", "least": "0", "page": "2"})
        assert {row.record.place for row in second.context["table"].paginated_rows} == {1}
        names = member.get(ADDRESS, {"sort": "-best_game", "least": "0", "page": "2"})
        assert min(row.record.place for row in names.context["table"].paginated_rows) > 30

    def test_says_what_is_filtered_while_the_filters_are_folded(
        self, member: Client, two_games: None
    ) -> None:
        assert "Everything, all time" not in words_on(member.get(ADDRESS))
        page = words_on(member.get(ADDRESS, {"games": "others", "q": "ann"}))
        assert "Club evenings only · ann Everything, all time" in page

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
        assert (rows[0]["Note"], rows[-1]["Note"]) == ("fewer than 2 hands", "")

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
        assert "=Eve" in {row[1] for row in rows}
        anne = next(row for row in rows if row[1] == "Anne")
        assert anne[2] == 94.33

    def test_other_kinds_are_unknown(self, member: Client) -> None:
        assert member.get(f"{ADDRESS}export.pdf").status_code == 404
        assert visitor().get(f"{ADDRESS}export.csv").status_code == 302
