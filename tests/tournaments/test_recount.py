"""One old hand is corrected: every table says what a full recount of the hands says."""

from collections import Counter
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.games.services.hands import HandInput, correct_hand
from scorekeeper.models import Club, Game, GameSeat, Hand, Player
from scorekeeper.models.authors import Author
from scorekeeper.rules.queries import preset_choice
from tests.pages import visitor, words_on
from tests.table import NOW, make_member
from tests.tournaments import recount
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.audit_log.standings import contest_of
from tournaments.contests.services import finish_tournament, resume_tournament
from tournaments.extensions.demo.contest import DemoPlan
from tournaments.extensions.demo.season import SeasonPlan, play_season
from tournaments.leaderboards.queries import Asked, BoardLine, Figures, board_lines, scope_of
from tournaments.models import Season, Tournament
from tournaments.people.queries.people import person_of
from tournaments.seasons.queries.tables import table_of

pytestmark = pytest.mark.django_db

PLAN = SeasonPlan(evening=DemoPlan(teams=4, rounds=2, hands=4, is_odd=True, seed=5), evenings=3)
CORRECTIONS = {
    "the other side took and made all tricks": HandInput(
        entry=HandEntry(taker=Seat.B2, card_points=162, capot=Side.B)
    ),
    "it failed": HandInput(
        entry=HandEntry(taker=Seat.A1, card_points=11, belote=Side.B, belote_seat=Seat.B1)
    ),
    "a fault cost it": HandInput(
        entry=HandEntry(penalty=Side.A), penalty_reason="Did not follow suit"
    ),
}


@pytest.fixture
def organiser(club: Club) -> Author:
    return Author.of_user(make_member(club))


@pytest.fixture
def member(club: Club, organiser: Author) -> Client:
    client = visitor()
    assert organiser.user
    client.force_login(organiser.user)
    return client


@pytest.fixture(params=["contest", "salon"])
def season(club: Club, request: pytest.FixtureRequest) -> Season:
    rules = preset_choice(request.param)
    season = play_season(club=club, plan=PLAN, rules=rules, now=NOW)
    return Season.objects.select_related("league__club").get(pk=season.pk)


def first_game(season: Season) -> Game:
    """Return the game of the first table of the first evening."""
    oldest = Tournament.objects.filter(season_events__season=season).earliest("date")
    return Game.objects.get(match__round__tournament=oldest, match__round__number=1, table_number=1)


def open_again(game: Game, author: Author) -> None:
    """Open the finished contest of a game, as everybody must before anything in it changes."""
    contest = Tournament.objects.get(rounds__matches__game=game)
    resume_tournament(tournament_id=contest.pk, author=author, now=NOW)


def close_again(game: Game, author: Author) -> None:
    """Finish the contest of a game once more."""
    contest = Tournament.objects.get(rounds__matches__game=game)
    finish_tournament(tournament_id=contest.pk, author=author, now=NOW)


def correct(game: Game, written: HandInput, author: Author) -> None:
    open_again(game, author)
    correct_hand(
        game_id=game.pk, number=2, written=written, author=author, now=NOW, even_finished=True
    )
    close_again(game, author)


@pytest.mark.parametrize("written", CORRECTIONS.values(), ids=CORRECTIONS)
def test_every_table_says_what_the_hands_say(
    club: Club, season: Season, organiser: Author, written: HandInput
) -> None:
    assert_recounted(club, season)  # and what may be kept of it is kept by now
    before = (everybody(club), table_of(season))
    game = first_game(season)
    correct(game, written, organiser)
    assert_recounted(club, season)
    assert (everybody(club), table_of(season)) != before
    for tournament in Tournament.objects.all():
        assert verify_tournament(tournament).is_whole


def everybody(club: Club) -> dict[str, BoardLine]:
    return {line.name: line for line in board_lines(club, Asked())}


def assert_recounted(club: Club, season: Season) -> None:
    """Compare season, rankings, leaderboard and players' pages with a recount of the hands."""
    counted = recount.by_player(club)
    contests = recount.contests_of(season)
    won = Counter[str]()
    for contest in contests:
        shown = contest_of(contest.tournament)
        assert set(shown.results) == set(contest.results)
        assert shown.standings() == contest.standings
        won.update(winners(contest))
    assert_season(season)
    lines = everybody(club)
    assert lines.keys() == counted.keys()
    for name, sums in counted.items():
        assert_figures(lines[name], sums, won[name])
        assert_figures(person(club, name)["figures"], sums, won[name])
        assert_events(person(club, name), name, contests)


def winners(contest: recount.RecountedContest) -> list[str]:
    firsts = {line.entrant for line in contest.standings.lines if line.rank == 1}
    entries = contest.tournament.entries.by_number().filter(number__in=firsts)
    return [name for entry in entries for name in entry.names]


def assert_season(season: Season) -> None:
    shown, counted = table_of(season), recount.season_of(season)
    assert [(place.rank, place.entrant) for place in shown.ranking] == [
        (line.rank, line.entrant) for line in counted.standings.lines
    ]
    assert {who: score.score for who, score in shown.scores.items()} == {
        who: line.score for who, line in counted.lines.items()
    }
    assert {
        who: [(w.evening, w.worth, w.is_counted) for w in score.worths]
        for who, score in shown.scores.items()
    } == {
        who: [(e.evening, e.worth, e.is_counted) for e in line.evenings]
        for who, line in counted.lines.items()
    }


def assert_figures(shown: BoardLine | Figures, sums: Counter[str], contests_won: int) -> None:
    names = ("games", "hands", "points", "won", "taken", "made", "failed", "capots", "belotes")
    assert {name: getattr(shown, name) for name in names} == {name: sums[name] for name in names}
    assert shown.contests_won == contests_won


def person(club: Club, name: str) -> dict[str, Any]:
    scope = scope_of(club, "")
    assert scope
    return person_of(Player.objects.get(club=club, name=name), scope)


def assert_events(
    shown: dict[str, Any], name: str, contests: list[recount.RecountedContest]
) -> None:
    expected = []
    for contest in contests:
        own = contest.tournament.entries.filter(players__player__name=name).first()
        lines = {line.entrant: line for line in contest.standings.lines}
        if own and lines[own.number].record.has_results:
            line = lines[own.number]
            expected.append((contest.tournament.name, line.record.points, line.rank))
    assert [(event.title, event.total, event.place) for event in shown["events"]] == expected


def test_the_pages_follow_at_once(
    club: Club, season: Season, organiser: Author, member: Client
) -> None:
    """The pages were all looked at before; the next look shows the correction."""
    game = first_game(season)
    open_again(game, organiser)
    chair = game.seats.get(seat=Seat.B1)
    seen = look(member, season, game, chair)
    assert look(member, season, game, chair) == seen
    answer = member.post(
        reverse("scorekeeper:hand-edit", args=[game.pk, 2]),
        {"taker": "B2", "points_b": "162", "capot": "B", "base_version": game.version},
    )
    assert answer.status_code == 302
    assert Hand.objects.get(game=game, number=2).capot == Side.B
    close_again(game, organiser)
    after = look(member, season, game, chair)
    assert [name for name in seen if seen[name] == after[name]] == []
    shown = recount.season_of(season).lines[chair.player_id or 0]
    sums = recount.by_player(club)[chair.name]
    evening = recount.contests_of(season)[0]
    entry = evening.tournament.entries.get(players__player=chair.player)
    totals = {line.entrant: line.record.points for line in evening.standings.lines}
    assert f"{shown.score:,}" in after["season"]
    assert f"{shown.score:,}" in after["for everybody"]
    assert f"{sums['points'] / sums['hands']:.2f}" in after["board"]
    assert f"{totals[entry.number]:,}" in after["player"]
    assert f"{totals[entry.number]:,}" in after["ranking"]


def look(client: Client, season: Season, game: Game, chair: GameSeat) -> dict[str, str]:
    """Return what people read on the pages that a hand of that player has a part in."""
    addresses = {
        "season": reverse("tournaments:season-detail", args=[season.pk]),
        "for everybody": reverse("tournaments:season-public", args=[season.token]),
        "board": reverse("tournaments:leaderboard", query={"least": 0, "q": chair.name}),
        "player": reverse("tournaments:player-detail", args=[chair.player_id]),
        "ranking": reverse("tournaments:ranking", args=[game.match.round.tournament_id]),
    }
    return {name: words_on(client.get(address)) for name, address in addresses.items()}
