"""A player's page and head to head: what they count, and that they bear any number of games."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.engine.hand import HandEntry, Seat, Side, Trump
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.evenings.services import open_evening
from scorekeeper.games.services.games import finish_game, reopen_game
from scorekeeper.games.services.hands import HandInput, correct_hand
from scorekeeper.games.services.substitutes import sit_in
from scorekeeper.models import Club, Game, GameSeat, Player
from tests.contest import make_contest, play_round
from tests.pages import count_queries, member_of, visitor, words_on
from tests.table import NOW, SCORER, make_club, make_game, takes, write
from tournaments.contests.services import finish_tournament
from tournaments.leaderboards.queries import scope_of
from tournaments.models import League, PastContest, PastResult, Season, Tournament
from tournaments.people.forms import HeadToHeadForm
from tournaments.people.queries.meetings import ComparedTeam, head_to_head_of
from tournaments.people.queries.people import Event, EventKind, form_chart, person_of

pytestmark = pytest.mark.django_db

COMPARE = "/people/compare/"


def names(a1: str, b1: str, a2: str, b2: str) -> dict[Seat, str]:
    return dict(zip(Seat, (a1, b1, a2, b2), strict=True))


def hands_game(club: Club, *entries: HandEntry, **seating: Any) -> Game:
    """Return a finished game of those hands between Anne & Chloé (A) and Bruno & David (B)."""
    game = make_game(club, game_format=GameFormat(hands=len(entries)), **seating)
    write(game, *entries)
    game.refresh_from_db()
    return game


def with_trump(seat: Seat, points: int, trump: Trump) -> HandEntry:
    return replace(takes(seat, points), trump=trump)


def person(club: Club, name: str = "Anne", when: str = "") -> dict[str, Any]:
    scope = scope_of(club, when)
    assert scope
    return person_of(Player.objects.get(club=club, name=name), scope)


def page_of(name: str) -> str:
    return reverse("tournaments:player-detail", args=[Player.objects.get(name=name).pk])


def played_contest(club: Club, **settings: Any) -> Tournament:
    tournament = make_contest(club, teams=4, rounds=1, hands=2, **settings)
    play_round(tournament)
    finish_tournament(tournament_id=tournament.pk, author=SCORER, now=NOW)
    tournament.refresh_from_db()
    return tournament


class TestFigures:
    def test_are_those_of_the_player(self, club: Club) -> None:
        hands_game(club, takes(Seat.A1, 100), takes(Seat.A1, 70), takes(Seat.B1, 162, capot=Side.B))
        game = hands_game(club, takes(Seat.B1, 90), names=names("Eve", "Anne", "Fred", "Gil"))
        found = person(club)["figures"]
        first = GameSeat.objects.get(player__name="Anne", seat=Seat.A1)
        assert (found.games, found.hands, found.won, found.lost) == (2, 4, 1, 1)
        assert found.points == first.points + game.total_b
        assert (found.taken, found.made, found.failed, found.capots) == (3, 2, 1, 0)

    def test_follow_a_correction(self, club: Club) -> None:
        game = hands_game(club, takes(Seat.A1, 100))
        correct_hand(
            game_id=game.pk,
            number=1,
            written=HandInput(entry=takes(Seat.A1, 70)),
            author=SCORER,
            now=NOW,
            even_finished=True,
        )
        found = person(club)
        assert (found["figures"].won, found["figures"].failed, found["figures"].points) == (0, 1, 0)
        assert found["events"][0].total == 0


class TestPartnersAndOpponents:
    def test_with_results_against_each(self, club: Club) -> None:
        hands_game(club, takes(Seat.A1, 100))
        hands_game(club, takes(Seat.A1, 70))
        hands_game(club, takes(Seat.A1, 110), names=names("Anne", "Chloé", "Bruno", "David"))
        found = person(club)
        partners = [(o.name, o.games, o.won, o.lost, o.difference) for o in found["partners"]]
        assert partners == [("Chloé", 2, 1, 1, 38 - 162), ("Bruno", 1, 1, 0, 58)]
        opponents = {o.name: (o.games, o.won) for o in found["opponents"]}
        assert opponents == {"David": (3, 2), "Bruno": (2, 1), "Chloé": (1, 1)}

    def test_whoever_is_known_by_name_only_is_there_too(self, club: Club) -> None:
        hands_game(club, takes(Seat.A1, 100))
        GameSeat.objects.filter(seat=Seat.B1).update(player=None)
        found = person(club)
        assert {(o.name, o.pk is None) for o in found["opponents"]} == {
            ("Bruno", True),
            ("David", False),
        }


@pytest.fixture
def with_substitutes(club: Club) -> Game:
    """Return a finished game: Zoé sat in for Anne after hand 2, Yves for Bruno after hand 3."""
    game = hands_game(club, *(takes(seat, 100) for seat in (Seat.A1, Seat.B1, Seat.A1, Seat.B1)))
    by: dict[str, Any] = {"author": SCORER, "now": NOW}
    reopen_game(game_id=game.pk, **by)
    sit_in(game_id=game.pk, seat=Seat.A1, name="Zoé", from_hand=3, **by)
    sit_in(game_id=game.pk, seat=Seat.B1, name="Yves", from_hand=4, **by)
    finish_game(game_id=game.pk, **by)
    game.refresh_from_db()
    return game


class TestWhoSatIn:
    def test_has_the_own_hands_on_the_own_page(self, club: Club, with_substitutes: Game) -> None:
        anne, zoe = person(club, "Anne"), person(club, "Zoé")
        figures = [
            (found["figures"].games, found["figures"].hands, found["figures"].taken)
            for found in (anne, zoe)
        ]
        assert figures == [(1, 2, 1), (1, 2, 1)]
        points = anne["figures"].points + zoe["figures"].points
        assert points == with_substitutes.total_a
        assert [event.total for event in zoe["events"]] == [zoe["figures"].points]

    def test_meets_those_who_sat_there_then(self, club: Club, with_substitutes: Game) -> None:
        def met(name: str) -> tuple[set[str], set[str]]:
            found = person(club, name)
            return (
                {other.name for other in found["partners"]},
                {other.name for other in found["opponents"]},
            )

        assert met("Anne") == ({"Chloé"}, {"Bruno", "David"})
        assert met("Zoé") == ({"Chloé"}, {"Bruno", "David", "Yves"})
        assert met("Chloé") == ({"Anne", "Zoé"}, {"Bruno", "David", "Yves"})
        best = person(club, "Anne")["best_game"]
        assert (best["partner"], best["opponents"]) == ("Chloé", "Bruno & David")

    def test_two_who_were_not_there_at_once_have_not_met(
        self, club: Club, with_substitutes: Game
    ) -> None:
        def games(one: str, other: str) -> tuple[int, int]:
            first, second = (
                ComparedTeam((Player.objects.get(name=name),)) for name in (one, other)
            )
            scope = scope_of(club, "")
            assert scope
            found = head_to_head_of(first, second, scope)
            return found["together"].games, found["against"].games

        assert games("Anne", "Zoé") == games("Bruno", "Yves") == (0, 0)
        assert games("Anne", "Yves") == (0, 0)
        assert games("Zoé", "Yves") == games("Zoé", "Bruno") == (0, 1)
        assert games("Anne", "Chloé") == games("Zoé", "Chloé") == (1, 0)

    def test_takes_by_trump_are_of_who_took(self, club: Club) -> None:
        game = hands_game(club, *[with_trump(Seat.A1, 100, Trump.HEARTS)] * 3)
        by: dict[str, Any] = {"author": SCORER, "now": NOW}
        reopen_game(game_id=game.pk, **by)
        sit_in(game_id=game.pk, seat=Seat.A1, name="Zoé", from_hand=2, **by)
        finish_game(game_id=game.pk, **by)
        taken = [person(club, name)["takes"][0]["taken"] for name in ("Anne", "Zoé")]
        assert taken == [1, 2]


class TestTakes:
    def test_by_trump_where_it_was_written(self, club: Club) -> None:
        hands_game(
            club,
            with_trump(Seat.A1, 100, Trump.HEARTS),
            with_trump(Seat.A1, 70, Trump.HEARTS),
            with_trump(Seat.A2, 100, Trump.SPADES),
            takes(Seat.A1, 100),
            with_trump(Seat.B1, 100, Trump.CLUBS),
        )
        hands_game(
            club,
            with_trump(Seat.B2, 90, Trump.CLUBS),
            with_trump(Seat.A1, 90, Trump.HEARTS),
            names=names("Bruno", "Chloé", "David", "Anne"),
        )
        found = [(take["trump"], take["taken"], take["made"]) for take in person(club)["takes"]]
        assert found == [(Trump.HEARTS, 2, 1), (Trump.CLUBS, 1, 1)]


class TestResults:
    def test_contests_with_place_and_partner(self, club: Club) -> None:
        contest = played_contest(club)
        entry = contest.entries.by_number()[0]
        found = person(club, entry.names[0])
        [event] = found["events"]
        assert event.kind is EventKind.CONTEST
        assert (event.title, event.partner) == (contest.name, entry.names[1])
        assert event.entries == 4
        assert event.place in {1, 2, 3, 4}
        places = [person(club, f"Player {number}")["events"][0].place for number in range(1, 9, 2)]
        assert sorted(filter(None, places)) == [1, 2, 3, 4]
        winner = person(club, f"Player {2 * places.index(1) + 1}")
        assert (winner["figures"].contests_won, winner["best_place"]) == (1, 1)

    def test_a_contest_that_goes_on_has_no_place_yet(self, club: Club) -> None:
        tournament = make_contest(club, teams=4, rounds=2, hands=2)
        play_round(tournament)
        [event] = person(club, "Player 1")["events"]
        assert (event.place, event.is_going_on) == (None, True)

    def test_in_melee_there_is_no_one_partner(self, club: Club) -> None:
        played_contest(club, mode=Tournament.Mode.MELEE)
        [event] = person(club, "Player 1")["events"]
        assert event.partner == ""

    def test_evenings_days_and_the_past_in_their_order(self, club: Club) -> None:
        evening = open_evening(
            club=club, name="Thursday", date=date(2026, 9, 30), ruleset_key="classic", now=NOW
        )
        hands_game(club, takes(Seat.A1, 100), evening=evening)
        hands_game(club, takes(Seat.A1, 120), evening=evening)
        hands_game(club, takes(Seat.A1, 90))
        past = PastContest.objects.create(
            club=club, name="2019", date=date(2019, 5, 1), created_at=NOW
        )
        line = PastResult.objects.create(contest=past, place=2, total=3000, names="Anne & Zoé")
        line.players.add(Player.objects.get(name="Anne"))
        found = person(club)
        assert [(e.title, e.total, e.games, e.place) for e in found["events"]] == [
            ("2019", 3000, 0, 2),
            ("Thursday", 220, 2, None),
            ("Single games", 90, 1, None),
        ]
        assert found["best_evening"]
        assert found["best_evening"].title == "2019"
        best = found["best_game"]
        assert (best["played"].points, best["partner"]) == (120, "Chloé")
        assert best["opponents"] == "Bruno & David"

    def test_of_a_season(self, club: Club, member: Client) -> None:
        hands_game(club, takes(Seat.A1, 100))
        evening = open_evening(
            club=club, name="Thursday", date=date(2026, 9, 30), ruleset_key="classic", now=NOW
        )
        hands_game(club, takes(Seat.A1, 90), evening=evening)
        league = League.objects.create(club=club, name="League", created_at=NOW)
        season = Season.objects.create(
            league=league,
            name="2026",
            starts_on=date(2026, 9, 1),
            ends_on=date(2026, 12, 31),
            lot_seed=1,
            created_at=NOW,
        )
        found = person(club, when=f"season-{season.pk}")
        assert [event.title for event in found["events"]] == ["Thursday"]
        assert found["figures"].games == 1
        page = member.get(page_of("Anne"), {"season": str(season.pk)})
        assert "Thursday" in words_on(page)
        assert "Single games" not in words_on(page)


class TestForm:
    def event(self, day: int, points: int, hands: int = 10) -> Event:
        return Event(
            kind=EventKind.EVENING,
            date=date(2026, 1, day),
            title="Evening",
            url="/",
            total=points,
            points=points,
            hands=hands,
            games=1,
            won=0,
        )

    def test_needs_two_evenings_with_hands(self) -> None:
        assert form_chart([self.event(1, 800), self.event(2, 900, hands=0)]) is None

    def test_shows_each_evening_between_the_lowest_and_the_highest(self) -> None:
        chart = form_chart([self.event(1, 800), self.event(2, 900), self.event(3, 850)])
        assert chart
        assert [int(chart["bottom"]), int(chart["top"])] == [80, 90]
        assert "85.00 points per hand on average" in chart["summary"]
        assert chart["line"] == "40.0,126.0 176.0,10.0 312.0,68.0"
        assert chart["average_y"] == "68.0"

    def test_equal_evenings_are_a_line_in_the_middle(self) -> None:
        chart = form_chart([self.event(1, 800), self.event(2, 800)])
        assert chart
        assert {dot["y"] for dot in chart["dots"]} == {"68.0"}

    def test_the_drawing_has_its_numbers_beside_it(self, club: Club, member: Client) -> None:
        for day in (1, 2):
            evening = open_evening(
                club=club, name=f"Day {day}", date=date(2026, 9, day), ruleset_key="x", now=NOW
            )
            hands_game(club, takes(Seat.A1, 90 + day), evening=evening)
        page = member.get(page_of("Anne"))
        words = words_on(page)
        assert "2 events: 91.50 points per hand on average, 92.00 at best" in words
        assert "The figures of the chart" in words
        assert 'aria-labelledby="form-chart-title form-chart-desc"' in page.content.decode()


class TestThePage:
    def test_is_for_members_of_the_club(self, club: Club, member: Client) -> None:
        hands_game(club, takes(Seat.A1, 100))
        address = page_of("Anne")
        assert member.get(address).status_code == 200
        assert visitor().get(address).status_code == 302
        other = member_of(make_club("Other"), "olga")
        assert other.get(address).status_code == 404
        assert member.get(address, {"season": "999"}).status_code == 404
        assert member.get(address, {"season": "²"}).status_code == 404

    def test_says_how_it_begins(self, club: Club, member: Client) -> None:
        Player.objects.create(club=club, name="Anne", created_at=NOW)
        assert "No finished game yet" in words_on(member.get(page_of("Anne")))

    def test_leads_from_a_merged_player_to_the_one_that_stayed(
        self, club: Club, member: Client
    ) -> None:
        kept = Player.objects.create(club=club, name="Anne", created_at=NOW)
        Player.objects.create(club=club, name="Anna", created_at=NOW, merged_into=kept)
        assert member.get(page_of("Anna")).headers["Location"] == page_of("Anne")

    def test_takes_as_many_queries_however_much_was_played(
        self, club: Club, member: Client
    ) -> None:
        def play(number: int) -> None:
            played_contest(club, name=f"Contest {number}")
            evening = open_evening(
                club=club, name="E", date=date(2026, 1, number), ruleset_key="x", now=NOW
            )
            seats = names("Player 1", "Player 2", f"Guest {number}", "Player 3")
            hands_game(club, with_trump(Seat.A1, 90, Trump.HEARTS), evening=evening, names=seats)
            past = PastContest.objects.create(
                club=club, name=f"{number}", date=date(2019, 5, number), created_at=NOW
            )
            line = PastResult.objects.create(contest=past, place=2, total=9, names="Player 1")
            line.players.add(Player.objects.get(name="Player 1"))

        Club.objects.update(shows_ratings=True)
        play(1)
        address = page_of("Player 1")
        member.get(address)
        few = count_queries(lambda: member.get(address))
        for number in range(2, 6):
            play(number)
        member.get(address)
        assert count_queries(lambda: member.get(address)) == few


def compared(club: Club, **typed: str) -> dict[str, Any]:
    form = HeadToHeadForm(typed, club=club)
    assert form.is_valid(), form.errors
    scope = scope_of(club, "")
    assert scope
    return head_to_head_of(*form.teams, scope)


class TestHeadToHead:
    @pytest.fixture(autouse=True)
    def _games(self, club: Club) -> None:
        """Play three against each other, one side by side, and one that only Anne played."""
        hands_game(club, takes(Seat.A1, 100))
        hands_game(club, takes(Seat.A1, 70))
        hands_game(club, takes(Seat.A1, 110), names=names("David", "Anne", "Bruno", "Eve"))
        hands_game(club, takes(Seat.A1, 120), names=names("Anne", "Chloé", "Bruno", "David"))
        hands_game(club, takes(Seat.A1, 130), names=names("Anne", "Eve", "Fred", "Gil"))

    def test_of_two_players(self, club: Club) -> None:
        found = compared(club, one="anne", other="BRUNO")
        assert (found["against"].games, found["against"].won, found["against"].lost) == (3, 1, 2)
        assert (found["against"].points, found["against"].against) == (152, 334)
        assert found["against"].biggest_win
        assert found["against"].biggest_win.difference == 38
        assert found["against"].biggest_defeat
        assert found["against"].biggest_defeat.difference == -162
        assert (found["together"].games, found["together"].won) == (1, 1)

    def test_of_two_teams(self, club: Club) -> None:
        found = compared(
            club, one="Anne", one_partner="Chloé", other="David", other_partner="Bruno"
        )
        assert (found["against"].games, found["against"].won, found["together"].games) == (2, 1, 0)
        assert found["one"].name == "Anne & Chloé"

    def test_of_a_team_against_one_player(self, club: Club) -> None:
        found = compared(club, one="Anne", other="Bruno", other_partner="David")
        assert found["against"].games == 3

    def test_the_other_way_round_is_its_mirror(self, club: Club) -> None:
        one, other = (
            compared(club, one="Anne", other="Bruno"),
            compared(club, one="Bruno", other="Anne"),
        )
        assert one["against"].won == other["against"].lost
        assert one["against"].difference == -other["against"].difference

    def test_the_page(self, member: Client) -> None:
        words = words_on(member.get(COMPARE, {"one": "Anne", "other": "Bruno"}))
        assert "3 games: Bruno ahead, 2 to 1." in words
        assert "1 game as partners: 1 won, 0 lost." in words

    def test_the_page_without_a_meeting(self, member: Client) -> None:
        words = words_on(member.get(COMPARE, {"one": "Chloé", "other": "Gil"}))
        assert "No finished game against each other so far." in words
        assert "No finished game as partners so far." in words

    @pytest.mark.parametrize(
        ("typed", "answer"),
        [
            ({}, "Two players: their games"),
            ({"one": "Anne"}, "Write a name."),
            ({"one": "Anne", "other": "Zoé"}, "Nobody in the club is called Zoé."),
            ({"one": "Anne", "other": "anne"}, "Anne is in it twice."),
            ({"one": "Anne", "other": "%s%d"}, "Nobody in the club is called %s%d."),
            ({"one": "Anne\0", "other": "Bruno"}, "Null characters are not allowed"),
        ],
        ids=str,
    )
    def test_asks_for_two_names(self, member: Client, typed: Any, answer: str) -> None:
        assert answer in words_on(member.get(COMPARE, typed))

    def test_is_for_members(self) -> None:
        assert visitor().get(COMPARE).status_code == 302

    def test_finds_a_name_however_it_is_typed(self, club: Club) -> None:
        Player.objects.create(club=club, name="CHARPENTIER, Élodie", created_at=NOW)
        Player.objects.create(club=club, name="Zoé Morin", created_at=NOW)
        form = HeadToHeadForm({"one": "charpentier,  elodie", "other": "ZOE morin"}, club=club)
        assert form.is_valid(), form.errors
        assert [team.name for team in form.teams] == ["CHARPENTIER, Élodie", "Zoé Morin"]

    def test_follows_merged_players(self, club: Club) -> None:
        anne = Player.objects.get(name="Anne")
        Player.objects.create(club=club, name="Anna", created_at=NOW, merged_into=anne)
        assert compared(club, one="Anna", other="Bruno")["against"].games == 3

    def test_takes_as_many_queries_however_often_they_met(self, club: Club, member: Client) -> None:
        query = {"one": "Anne", "other": "Bruno"}
        few = count_queries(lambda: member.get(COMPARE, query))
        for _number in range(4):
            hands_game(club, takes(Seat.A1, 100))
        assert count_queries(lambda: member.get(COMPARE, query)) == few
