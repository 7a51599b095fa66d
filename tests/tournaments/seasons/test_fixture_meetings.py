"""A season of fixed teams is played: meeting by meeting, and into the table."""

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.engine.hand import HandEntry, Seat
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.games.services.games import reopen_game
from scorekeeper.models import Club, Game, Player
from scorekeeper.refusals import Refused
from scorekeeper.slips.services import Slip, correct_slip
from tests.contest import write_hand
from tests.pages import count_queries, member_of, visitor, words_on
from tests.table import NOW, SCORER, make_club, make_game
from tests.tournaments.seasons.meetings import (
    NAMES,
    at,
    facts,
    make_season,
    page_of,
    players_of,
    row_of,
    sent,
    slip,
    table,
    teams_at,
    with_calendar,
)
from tournaments.audit_log.seasons import SeasonFrozenError, unfreeze_season
from tournaments.models import Fixture, League, Season, SeasonPenalty
from tournaments.seasons.queries.fixtures import fixtures_of
from tournaments.seasons.queries.results import FROZEN_KEY, forfeit_points_of, worth_of
from tournaments.seasons.services import fixtures as services
from tournaments.seasons.services.seasons import add_penalty, create_season

pytestmark = pytest.mark.django_db


class TestMeeting:
    def test_it_is_played_hand_by_hand(self, organiser: Client, club: Club) -> None:
        season = make_season(club)
        fixture = with_calendar(season)[0]
        page = organiser.post(at(fixture), sent("start", **players_of(fixture), hands="2"))
        fixture.refresh_from_db()
        game = fixture.game
        assert game
        assert page.headers["location"] == reverse("scorekeeper:game-detail", args=[game.pk])
        home = {player.name for player in fixture.home.players.all()}
        assert {seat.name for seat in game.seats.all() if seat.seat in {"A1", "A2"}} == home
        assert row_of(season, fixture.home)["played"] == 0
        assert "being played, 0 hands" in words_on(organiser.get(page_of(season)))
        for _ in range(2):
            write_hand(game, HandEntry(taker=Seat.A1, card_points=100))
        assert facts(row_of(season, fixture.home)) == (1, 0, 0, 200, "3")
        assert facts(row_of(season, fixture.away)) == (0, 0, 1, 124, "0")
        reopen_game(game_id=game.pk, author=SCORER, now=NOW)
        assert row_of(season, fixture.home)["played"] == 0

    def test_its_slip_is_written_and_corrected(self, organiser: Client, club: Club) -> None:
        season = make_season(club)
        fixture = with_calendar(season)[0]
        values = players_of(fixture) | {"hands": "12", "total_home": "900", "total_away": "1044"}
        page = organiser.post(at(fixture), sent("slip", **values), follow=True)
        assert "The slip is written" in words_on(page)
        assert facts(row_of(season, fixture.away)) == (1, 0, 0, 1044, "3")
        fixture.refresh_from_db()
        right = [Slip(hands=12, total_a=972, total_b=972)]
        correct_slip(game_id=fixture.game_id or 0, slips=right, author=SCORER, now=NOW)
        assert facts(row_of(season, fixture.home)) == (0, 1, 0, 972, "1")

    @pytest.mark.parametrize(
        ("values", "text"),
        [
            ({"total_away": "1045"}, "900 – 1,045 is impossible after 12 hands under these rules."),
            ({"total_home": ""}, "Write a number."),
            ({"home": []}, "Choose two players."),
            ({"hands": ""}, "Write a number."),
        ],
        ids=["impossible", "empty", "nobody", "hands"],
    )
    def test_a_slip_that_cannot_be(
        self, organiser: Client, club: Club, values: dict[str, Any], text: str
    ) -> None:
        fixture = with_calendar(make_season(club))[0]
        usual = {"hands": "12", "total_home": "900", "total_away": "1044"}
        page = organiser.post(at(fixture), sent("slip", **(players_of(fixture) | usual | values)))
        assert text in words_on(page)
        fixture.refresh_from_db()
        assert fixture.game is None

    def test_a_game_to_a_target_ended_or_was_stopped(self, organiser: Client, club: Club) -> None:
        fixture = with_calendar(make_season(club))[0]
        slip = {"ruleset_key": "classic", "hands": "4", "total_home": "420", "total_away": "228"}
        early = sent("slip", **(players_of(fixture) | slip))
        page = words_on(organiser.post(at(fixture), early))
        assert "Nobody has reached 1,000: was the game stopped early, for time?" in page
        organiser.post(at(fixture), early | {"slip-stopped_early": "on"})
        fixture.refresh_from_db()
        assert fixture.game
        assert (fixture.game.total_a, fixture.game.stop_reason) == (420, "for time")

    def test_what_hardly_any_contest_sees_is_asked(self, organiser: Client, club: Club) -> None:
        fixture = with_calendar(make_season(club))[0]
        slip = {"ruleset_key": "contest", "hands": "12", "total_home": "3024", "total_away": "0"}
        odd = sent("slip", **(players_of(fixture) | slip))
        page = words_on(organiser.post(at(fixture), odd))
        assert "3,024 – 0 after 12 hands: possible, but hardly one game in a thousand" in page
        organiser.post(at(fixture), odd | {"slip-sure": "12-3024-0"})
        fixture.refresh_from_db()
        assert fixture.game
        assert fixture.game.total_a == 3024

    @pytest.mark.parametrize(
        ("hands", "totals", "is_asked"),
        [("12", (1000, 944), False), ("10", (800, 820), False), ("8", (650, 646), True)],
        ids=["as the rules", "as the last game", "another number"],
    )
    def test_a_number_of_hands_is_asked_about_that_neither_the_rules_nor_the_last_game_have(
        self,
        organiser: Client,
        club: Club,
        hands: str,
        totals: tuple[int, int],
        is_asked: bool,
    ) -> None:
        first, second, *_ = with_calendar(make_season(club))
        slip(first, 800, 820, hands=10)
        values = {"ruleset_key": "contest", "hands": hands}
        values |= {"total_home": str(totals[0]), "total_away": str(totals[1])}
        page = organiser.post(
            at(second), sent("slip", **(players_of(second) | values)), follow=True
        )
        assert ("a game under these rules 12" in words_on(page)) is is_asked
        second.refresh_from_db()
        assert (second.game is None) is is_asked

    def test_substitutes_are_chosen_among_the_team(self, organiser: Client, club: Club) -> None:
        season = make_season(club)
        fixture = with_calendar(season)[0]
        zoe = Player.objects.create(club=club, name="Zoé", created_at=NOW)
        fixture.home.players.add(zoe)
        three = sent("start", **players_of(fixture))
        assert "Choose two players." in words_on(organiser.post(at(fixture), three))
        two = [three["start-home"][0], zoe.pk]
        organiser.post(at(fixture), three | {"start-home": two})
        fixture.refresh_from_db()
        assert fixture.game
        assert fixture.game.seats.filter(player=zoe).exists()

    @pytest.mark.parametrize("is_turned", [False, True], ids=["straight", "turned"])
    def test_a_game_that_was_played_already_counts(
        self, organiser: Client, club: Club, is_turned: bool
    ) -> None:
        season = make_season(club)
        fixture = with_calendar(season)[0]
        teams = (fixture.away, fixture.home) if is_turned else (fixture.home, fixture.away)
        (a1, a2), (b1, b2) = ([p.name for p in team.players.all()] for team in teams)
        game = make_game(
            club,
            names={Seat.A1: a1, Seat.B1: b1, Seat.A2: a2, Seat.B2: b2},
            game_format=GameFormat(hands=1),
        )
        write_hand(game, HandEntry(taker=Seat.A1, card_points=100))
        make_game(club)
        assert words_on(organiser.get(at(fixture))).count("20 November 2026:") == 1
        organiser.post(at(fixture), sent("link", game=game.pk))
        assert facts(row_of(season, teams[0])) == (1, 0, 0, 100, "3")
        assert facts(row_of(season, teams[1])) == (0, 0, 1, 62, "0")
        organiser.post(at(fixture), {"act": "unlink"})
        assert row_of(season, fixture.home)["played"] == 0
        assert Game.objects.filter(pk=game.pk).exists()

    def test_a_game_counts_for_one_meeting_only(self, club: Club) -> None:
        season = make_season(club)
        first, second, *_ = with_calendar(season)
        game = slip(first, 1100, 844)
        with pytest.raises(Refused, match="settled in the meantime"):
            services.link_game(fixture_id=second.pk, game_id=game.pk)
        with pytest.raises(Refused, match="settled in the meantime"):
            slip(first, 1100, 844)

    @pytest.mark.parametrize(
        ("absent", "home", "away", "text"),
        [
            ("home", (0, 0, 1, 0, "0"), (1, 0, 0, 1100, "3"), "Tilleuls did not come."),
            ("away", (1, 0, 0, 1100, "3"), (0, 0, 1, 0, "0"), "Acacias did not come."),
            ("both", (0, 0, 1, 0, "0"), (0, 0, 1, 0, "0"), "Neither team came."),
        ],
    )
    def test_a_forfeit(
        self,
        organiser: Client,
        club: Club,
        absent: str,
        home: tuple[Any, ...],
        away: tuple[Any, ...],
        text: str,
    ) -> None:
        season = make_season(club)
        fixture = with_calendar(season)[0]
        page = organiser.post(at(fixture), sent("forfeit", absent=absent), follow=True)
        assert text in words_on(page)
        assert facts(row_of(season, fixture.home)) == home
        assert facts(row_of(season, fixture.away)) == away
        organiser.post(at(fixture), {"act": "unforfeit"})
        assert row_of(season, fixture.home)["played"] == 0

    def test_another_date(self, organiser: Client, club: Club) -> None:
        season = make_season(club)
        fixture = with_calendar(season)[0]
        page = organiser.post(at(fixture), sent("postpone", planned_on="2026-12-01"), follow=True)
        assert "Tuesday 1 December" in words_on(page)
        days = table(season)["days"]
        assert days[0]["date"] == date(2026, 11, 6)
        assert days[0]["meetings"][0]["own_date"] == date(2026, 12, 1)

    def test_strangers_learn_nothing(self, club: Club) -> None:
        season = make_season(club)
        fixture = with_calendar(season)[0]
        other = member_of(make_club("Autre club"), "marc")
        for url in (page_of(season), page_of(season, "fixture-teams"), at(fixture)):
            assert other.get(url).status_code == 404
            assert other.post(url, {"act": "discard"}).status_code == 404
            assert visitor().get(url).status_code == 302

    def test_other_leagues_have_no_calendar(self, organiser: Client, club: Club) -> None:
        season = make_season(club, teams=0, kind=League.Kind.PLAYERS)
        assert organiser.get(page_of(season)).status_code == 404


class TestTable:
    def test_all_stand_there_from_the_start(self, club: Club) -> None:
        season = make_season(club)
        with_calendar(season)
        page = table(season)
        assert teams_at(page) == list(NAMES[:4])
        assert {row["rank"] for row in page["rows"]} == {1}
        assert not any(row["note"] for row in page["rows"])

    def test_match_points_then_all_points(self, club: Club) -> None:
        season = make_season(club, finalists=1)
        first, second, *_ = with_calendar(season)
        slip(first, 1000, 944)
        slip(second, 1100, 844)
        page = table(season)
        assert teams_at(page)[:2] == [second.home.name, first.home.name]
        assert page["rows"][0]["note"] == (
            f"Ahead of {first.home.name}: same score; higher total, 1,100 to 1,000."
        )
        assert [row["is_finalist"] for row in page["rows"]] == [True, False, False, False]

    @pytest.mark.parametrize(
        ("worth", "scores"),
        [
            ({}, ("3", "0")),
            ({"win_points": 2, "loss_points": 1}, ("2", "1")),
            ({"win_points": 4, "worth": Season.WorthKind.PLACE_POINTS}, ("4", "0")),
        ],
        ids=["usual", "two-one", "whatever-an-evening-is-worth"],
    )
    def test_games_bring_what_the_season_says(
        self, club: Club, worth: dict[str, Any], scores: tuple[str, str]
    ) -> None:
        season = make_season(club, **worth)
        fixture = with_calendar(season)[0]
        slip(fixture, 1000, 944)
        found = row_of(season, fixture.home)["score"], row_of(season, fixture.away)["score"]
        assert found == scores

    def test_a_day_off_brings_what_the_season_says_once_the_day_is_over(
        self, organiser: Client, club: Club
    ) -> None:
        season = make_season(club, teams=5, bye_points=2)
        first, second, *_ = with_calendar(season)
        off = season.teams.exclude(pk__in=[t.pk for f in (first, second) for t in (f.home, f.away)])
        slip(first, 1000, 944)
        assert row_of(season, off.get())["score"] == "0"
        services.forfeit(fixture_id=second.pk, absent=Fixture.Forfeit.BOTH)
        assert facts(row_of(season, off.get())) == (0, 0, 0, 0, "2")
        assert row_of(season, first.home)["score"] == "3"
        assert "A day off brings 2." in words_on(organiser.get(page_of(season)))
        organiser.post(page_of(season), {"act": "freeze"})
        assert row_of(season, off.get())["score"] == "2"

    def test_a_forfeit_follows_the_hands_of_the_meetings(
        self, organiser: Client, club: Club
    ) -> None:
        season = make_season(club)
        first, second, *_ = with_calendar(season)
        services.forfeit(fixture_id=first.pk, absent=Fixture.Forfeit.HOME)
        assert row_of(season, first.away)["points"] == 1100
        slip(second, 300, 186, hands=3)
        assert row_of(season, first.away)["points"] == 275
        page = words_on(organiser.get(page_of(season)))
        assert "A team whose opponents do not come has won with 275 points" in page
        assert "275" in words_on(organiser.get(at(first)))
        services.freeze_fixtures(season_id=season.pk, now=NOW)
        assert row_of(season, first.away)["points"] == 275

    def test_what_most_meetings_were_begun_with_counts(self, club: Club) -> None:
        season = make_season(club)
        first, second, third, fourth, *_ = with_calendar(season)
        services.forfeit(fixture_id=first.pk, absent=Fixture.Forfeit.HOME)
        slip(second, 400, 248, hands=4)
        slip(third, 300, 186, hands=3)
        slip(fourth, 300, 186, hands=3)
        season.refresh_from_db()
        assert forfeit_points_of(season, fixtures_of(season)) == 275

    def test_the_next_season_of_one_that_keeps_its_table_gives_days_off(
        self, organiser: Client, club: Club
    ) -> None:
        season = make_season(club, teams=3, bye_points=2)
        Season.objects.update(table_version=Season.TABLE_BEFORE)
        fixture = with_calendar(season)[0]
        slip(fixture, 300, 186, hands=3)
        assert sorted(row["score"] for row in table(season)["rows"]) == ["0", "0", "3"]
        settings = reverse("tournaments:season-edit", args=[season.pk])
        assert "A day off" not in words_on(organiser.get(settings))
        following = create_season(
            league=season.league,
            name="2027–2028",
            starts_on=date(2027, 9, 1),
            ends_on=date(2028, 8, 31),
            now=NOW,
        )
        assert worth_of(following).bye == 2
        settings = reverse("tournaments:season-edit", args=[following.pk])
        assert "A day off" in words_on(organiser.get(settings))

    def test_a_season_frozen_before_keeps_its_table(self, club: Club) -> None:
        season = make_season(club, teams=3)
        fixture = with_calendar(season)[0]
        slip(fixture, 1000, 944)
        services.freeze_fixtures(season_id=season.pk, now=NOW)
        season.refresh_from_db()
        assert season.frozen_table
        # So a version before froze it.
        season.frozen_table = {FROZEN_KEY: season.frozen_table[FROZEN_KEY]}
        season.save()
        assert sorted(row["score"] for row in table(season)["rows"]) == ["0", "0", "3"]
        assert "A day off" not in " ".join(table(season)["rules"])

    def test_penalties_go_off_the_score(self, organiser: Client, club: Club) -> None:
        season = make_season(club)
        fixture = with_calendar(season)[0]
        slip(fixture, 1000, 944)
        add_penalty(
            season_id=season.pk,
            team=fixture.home,
            points=4,
            reason="late twice",
            author=SCORER,
            now=NOW,
        )
        assert row_of(season, fixture.home)["score"] == "-1"
        assert table(season)["rows"][-1]["name"] == fixture.home.name
        assert "−4: late twice" in words_on(organiser.get(page_of(season)))
        assert SeasonPenalty.objects.count() == 1

    def test_a_whole_season_against_a_recount(self, club: Club) -> None:
        season = make_season(club, teams=5)
        fixtures = with_calendar(season, twice=True)
        wins: dict[str, int] = dict.fromkeys(NAMES[:5], 0)
        points: dict[str, int] = dict.fromkeys(NAMES[:5], 0)
        for fixture in fixtures:
            home = 700 + 37 * fixture.home.number + 11 * fixture.day
            slip(fixture, home, 1944 - home)
            points[fixture.home.name] += home
            points[fixture.away.name] += 1944 - home
            wins[fixture.home.name if home > 972 else fixture.away.name] += home != 972
        page = table(season)
        assert page["open_count"] == 0
        assert {row["name"]: row["points"] for row in page["rows"]} == points
        assert {row["name"]: row["wins"] for row in page["rows"]} == wins
        expected = sorted(points, key=lambda name: (-wins[name], -points[name]))
        assert teams_at(page) == expected
        assert sum(points.values()) == 1944 * len(fixtures)

    def test_a_frozen_season_stays(self, organiser: Client, club: Club) -> None:
        season = make_season(club)
        first, second, *_ = with_calendar(season)
        game = slip(first, 1000, 944)
        organiser.post(page_of(season), {"act": "freeze"})
        right = [Slip(hands=12, total_a=900, total_b=1044)]
        correct_slip(game_id=game.pk, slips=right, author=SCORER, now=NOW)
        assert facts(row_of(season, first.home)) == (1, 0, 0, 1000, "3")
        with pytest.raises(SeasonFrozenError):
            slip(second, 1000, 944)
        page = organiser.post(at(second), sent("forfeit", absent="home"), follow=True)
        assert "The season is frozen" in words_on(page)
        unfreeze_season(season_id=season.pk)
        assert facts(row_of(season, first.home)) == (0, 0, 1, 900, "0")


def test_queries_of_a_meeting(organiser: Client, club: Club) -> None:
    season = make_season(club)
    fixtures = with_calendar(season)
    few = count_queries(lambda: organiser.get(at(fixtures[0])))
    names = [
        player.name
        for team in (fixtures[0].home, fixtures[0].away)
        for player in team.players.all()
    ]
    for _ in range(5):
        make_game(club, names=dict(zip((Seat.A1, Seat.A2, Seat.B1, Seat.B2), names, strict=True)))
    many = count_queries(lambda: organiser.get(at(fixtures[0])))
    assert many - few <= 1
    assert many < 25
