"""Ratings follow the games: new ones at once, corrected ones from there on."""

import math
from collections.abc import Sequence
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from scorekeeper.engine.hand import Seat
from scorekeeper.games.services.games import finish_game, reopen_game
from scorekeeper.games.services.hands import HandInput, correct_hand
from scorekeeper.models import Club, Game, GameSeat, Player
from tests.contest import make_contest, play_round
from tests.pages import count_queries
from tests.table import NOW, SCORER, make_club, takes
from tests.tournaments.ratings.games import EVENINGS, played, season
from tournaments.models import Rating, RatingStep
from tournaments.ratings.model import LUCK, NEWCOMER, Strength, rate, win_chance
from tournaments.ratings.services import rate_what_changed, rebuild_ratings


def strengths(club: Club) -> dict[str, tuple[float, float, int]]:
    ratings = Rating.objects.filter(player__club=club)
    return {one.player.name: (one.mu, one.sigma, one.games) for one in ratings}


def steps(club: Club) -> list[tuple[object, ...]]:
    found = RatingStep.objects.filter(player__club=club).order_by("at", "game", "player")
    return list(found.values_list("game", "player", "mu", "sigma", "version", "at"))


def assert_like_a_full_rebuild(club: Club) -> None:
    """Every number, to the last bit."""
    before = strengths(club), steps(club)
    rebuild_ratings(club)
    assert (strengths(club), steps(club)) == before


@pytest.mark.django_db
def test_a_game_is_theirs_who_sat_there_in_its_last_hand() -> None:
    club = make_club()
    game = played(club, "Anne Bruno Chloé David")
    rate_what_changed(club)
    # Émile was to sit in from the second hand on, which was never played.
    emile = Player.objects.create(club=club, name="Émile", created_at=NOW)
    GameSeat.every.filter(game=game, seat=Seat.A1).update(last_hand=1)
    GameSeat.every.create(game=game, seat=Seat.A1, player=emile, name="Émile", first_hand=2)
    assert rate_what_changed(club) == 0
    assert_like_a_full_rebuild(club)
    assert sorted(strengths(club)) == ["Anne", "Bruno", "Chloé", "David"]


def test_the_winners_rise_and_the_losers_fall_by_as_much() -> None:
    side_a, side_b = rate([NEWCOMER] * 2, [NEWCOMER] * 2, "A")
    assert side_a[0] == side_a[1]
    assert side_a[0].mu - 25 == pytest.approx(25 - side_b[0].mu)
    # Weng & Lin's own formulas for two newcomers against two, and openskill's step before a game.
    variance = NEWCOMER.sigma**2 + (25 / 300) ** 2
    spread = math.sqrt(2 * (2 * variance + LUCK**2))
    assert side_a[0].mu == pytest.approx(25 + variance / spread / 2)
    shrinks = 1 - variance / spread**2 / 4
    assert side_a[0].sigma == pytest.approx(math.sqrt(variance * shrinks))


@pytest.mark.parametrize(
    ("winner", "expected"), [("A", "up"), ("B", "down"), ("", "same")], ids=["won", "lost", "draw"]
)
def test_a_result_moves_equals(winner: str, expected: str) -> None:
    moved = rate([NEWCOMER] * 2, [NEWCOMER] * 2, winner)[0][0].mu - NEWCOMER.mu
    assert {"up": moved > 0.1, "down": moved < -0.1, "same": abs(moved) < 1e-9}[expected]


def test_beating_the_strong_brings_more_than_beating_the_weak() -> None:
    own, weak, strong = Strength(25, 3), Strength(19, 3), Strength(31, 3)
    over_strong = rate([own, own], [strong, strong], "A")[0][0].mu
    over_weak = rate([own, own], [weak, weak], "A")[0][0].mu
    with_strong = rate([own, strong], [own, own], "A")[0][0].mu
    with_weak = rate([own, weak], [own, own], "A")[0][0].mu
    assert over_strong > over_weak > 25
    assert with_weak > with_strong


def test_a_chance_is_as_sure_as_the_strengths_are() -> None:
    strong, weak = [Strength(35, 5)] * 2, [Strength(20, 5)] * 2
    assert win_chance([NEWCOMER] * 2, [NEWCOMER] * 2) == pytest.approx(0.5)
    assert win_chance(strong, weak) == pytest.approx(1 - win_chance(weak, strong))
    unsure = [Strength(35, 8)] * 2
    assert 0.5 < win_chance(unsure, weak) < win_chance(strong, weak) < 0.8


@pytest.mark.django_db
class TestKeeping:
    def test_a_finished_game_counts_once(self) -> None:
        club = make_club()
        played(club, EVENINGS[0])
        assert rate_what_changed(club) == 1
        assert rate_what_changed(club) == 0
        found = strengths(club)
        assert found["Anne"] == found["Chloé"]
        assert found["Anne"][0] > 25 > found["Bruno"][0]
        assert [games for _, _, games in found.values()] == [1, 1, 1, 1]

    def test_only_what_is_newer_is_rated(self) -> None:
        club = make_club()
        season(club)
        assert rate_what_changed(club) == 6
        played(club, EVENINGS[1], days=9)
        assert rate_what_changed(club) == 1
        assert_like_a_full_rebuild(club)

    def test_nothing_changed_takes_as_many_queries_however_many_games(self) -> None:
        club = make_club()
        season(club, 1)
        rate_what_changed(club)
        few = count_queries(lambda: rate_what_changed(club))
        season(club, 4)
        rate_what_changed(club)
        assert count_queries(lambda: rate_what_changed(club)) == few == 2

    def test_a_correction_of_an_old_game_counts_from_there_on(self) -> None:
        club = make_club()
        games = season(club)
        rate_what_changed(club)
        before = steps(club)
        corrected(games[3], 10)
        assert rate_what_changed(club) == 3
        assert steps(club)[:12] == before[:12]
        assert steps(club)[12:] != before[12:]
        assert_like_a_full_rebuild(club)

    def test_a_reopened_game_counts_no_more_until_it_is_closed_again(self) -> None:
        club = make_club()
        games = season(club)
        rate_what_changed(club)
        reopen_game(game_id=games[1].pk, author=SCORER, now=NOW)
        assert rate_what_changed(club) == 4
        assert not RatingStep.objects.filter(game=games[1]).exists()
        assert_like_a_full_rebuild(club)
        finish_game(game_id=games[1].pk, author=SCORER, now=NOW + timedelta(days=20))
        assert rate_what_changed(club) == 1
        assert steps(club)[-1][0] == games[1].pk
        assert_like_a_full_rebuild(club)

    @pytest.mark.parametrize("moves_steps", [True, False], ids=["steps too", "seats only"])
    def test_two_players_who_become_one_have_one_history(self, moves_steps: bool) -> None:
        club = make_club()
        season(club)
        rate_what_changed(club)
        player = {one.name: one for one in Player.objects.all()}
        gone, kept = player["Émile"], player["Chloé"]
        merge(gone, kept, [GameSeat, RatingStep] if moves_steps else [GameSeat])
        rate_what_changed(club)
        assert strengths(club)["Chloé"][2] == 6
        assert "Émile" not in strengths(club)
        assert_like_a_full_rebuild(club)
        assert rate_what_changed(club) == 0

    def test_a_rating_goes_with_the_last_game(self) -> None:
        club = make_club()
        games = season(club, 1)
        rate_what_changed(club)
        Game.objects.filter(pk=games[1].pk).delete()
        rate_what_changed(club)
        assert "Émile" not in strengths(club)
        assert_like_a_full_rebuild(club)
        Game.objects.all().delete()
        rate_what_changed(club)
        assert strengths(club) == {}

    def test_a_game_with_somebody_unknown_does_not_count(self) -> None:
        club = make_club()
        game = played(club, EVENINGS[0])
        GameSeat.objects.filter(game=game, seat=Seat.B2).update(player=None)
        assert rate_what_changed(club) == 0

    def test_games_of_contests_count(self) -> None:
        club = make_club()
        play_round(make_contest(club, teams=4, hands=2, rounds=1))
        assert rate_what_changed(club) == 2
        assert len(strengths(club)) == 8

    def test_clubs_do_not_mix(self) -> None:
        club, other = make_club(), make_club("Other")
        played(club, EVENINGS[0])
        played(other, EVENINGS[0], points=60)
        rate_what_changed(club)
        assert strengths(other) == {}
        rate_what_changed(other)
        assert strengths(club)["Anne"][0] > 25 > strengths(other)["Anne"][0]


def corrected(game: Game, points: int) -> None:
    """Correct the only hand of a finished game, which stays finished."""
    correct_hand(
        game_id=game.pk,
        number=1,
        written=HandInput(entry=takes(Seat.A1, points)),
        author=SCORER,
        now=NOW,
        even_finished=True,
    )


def merge(gone: Player, kept: Player, tables: Sequence[type[GameSeat] | type[RatingStep]]) -> None:
    for table in tables:
        there = table.objects.filter(player=kept).values("game")
        table.objects.filter(player=gone).exclude(game__in=there).update(player=kept)


@pytest.mark.django_db
class TestCommand:
    @pytest.fixture(autouse=True)
    def _in_english(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")

    def test_it_rates_every_club_and_shows_its_progress(
        self, capfd: pytest.CaptureFixture[str]
    ) -> None:
        club, other = make_club(), make_club("Other")
        season(club)
        played(other, EVENINGS[0])
        out = StringIO()
        call_command("rebuild_ratings", stdout=out)
        assert "Club des Tilleuls: 6 games rated." in out.getvalue()
        assert "Other: 1 game rated." in out.getvalue()
        assert "6/6" in capfd.readouterr().err
        assert rate_what_changed(club) == rate_what_changed(other) == 0

    def test_one_club_is_named(self) -> None:
        club, other = make_club(), make_club("Other")
        played(club, EVENINGS[0])
        played(other, EVENINGS[0])
        call_command("rebuild_ratings", "--club", "other", stdout=StringIO(), stderr=StringIO())
        assert (strengths(club), len(strengths(other))) == ({}, 4)

    def test_a_club_that_is_not_there_is_told(self) -> None:
        make_club()
        with pytest.raises(CommandError, match="There are: Club des Tilleuls"):
            call_command("rebuild_ratings", "--club", "Nobody")
