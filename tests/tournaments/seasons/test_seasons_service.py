"""A season's table: what it collects, how it is added up, frozen and corrected."""

import json
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest

from scorekeeper.engine.hand import HandEntry, Seat
from scorekeeper.evenings.services import close_evening
from scorekeeper.games.services.hands import HandInput, correct_hand
from scorekeeper.models import Club, Player
from scorekeeper.models.authors import Author
from scorekeeper.refusals import Refused
from scorekeeper.slips.services import Slip, correct_slip
from tests.contest import games_of, make_contest, play_round
from tests.table import NOW, SCORER, make_club, make_member
from tests.tournaments.seasons.leagues import (
    DATES,
    change,
    make_evening,
    make_season,
    past_contest,
    play_contest,
    play_game,
    player,
    week,
)
from tournaments.audit_log.seasons import SeasonFrozenError, unfreeze_season
from tournaments.contests.services import finish_tournament, resume_tournament
from tournaments.models import League, Season, Tournament
from tournaments.seasons.queries.corrections import corrections_of
from tournaments.seasons.queries.credits import credited_players
from tournaments.seasons.queries.items import Item, ItemKind, counted_items, listed_items
from tournaments.seasons.queries.tables import Score, plain_table, table_from, table_of
from tournaments.seasons.services.seasons import (
    add_penalty,
    change_season,
    count_item,
    create_league,
    create_season,
    delete_penalty,
    freeze_season,
)

pytestmark = pytest.mark.django_db

AB, CD = ("Anne", "Bruno"), ("Chloé", "David")
AC, BD = ("Anne", "Chloé"), ("Bruno", "David")
AD, BC = ("Anne", "David"), ("Bruno", "Chloé")


def three_evenings(club: Club) -> list[Tournament]:
    """Play three evenings with other partners each time."""
    return [
        play_contest(club, {AB: [200], CD: [124]}, day=week(1)),
        play_contest(club, {AC: [190], BD: [134]}, day=week(2)),
        play_contest(club, {AD: [100], BC: [224]}, day=week(3)),
    ]


def title(entrant: int) -> str:
    names = Player.objects.filter(pk__in=credited_players(entrant)).values_list("name", flat=True)
    return " & ".join(sorted(names))


def scores(season: Season) -> dict[str, int | Fraction]:
    """Return everybody's score, the first of the ranking first."""
    table = table_of(season)
    return {title(place.entrant): table.scores[place.entrant].score for place in table.ranking}


def score_of(season: Season, name: str) -> Score:
    table = table_of(season)
    return next(score for who, score in table.scores.items() if title(who) == name)


def as_item(tournament: Tournament) -> Item:
    return Item(date=tournament.date, kind=ItemKind.CONTEST, pk=tournament.pk, name=tournament.name)


def make_contest_on(club: Club, day: object) -> Tournament:
    tournament = make_contest(club, teams=0)
    Tournament.objects.filter(pk=tournament.pk).update(date=day)
    tournament.refresh_from_db()
    return tournament


def test_partners_change_and_the_best_two_of_three_count(club: Club) -> None:
    season = make_season(club, combines=Season.Combines.BEST, best_count=2)
    three_evenings(club)
    assert scores(season) == {"Chloé": 414, "Anne": 390, "Bruno": 424, "David": 258}
    assert list(scores(season)) == ["Bruno", "Chloé", "Anne", "David"]
    dropped = [w.evening for w in score_of(season, "Chloé").worths if not w.is_counted]
    assert dropped == [1]


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        pytest.param({}, {"Bruno": 558, "Chloé": 538, "Anne": 490, "David": 358}, id="sum"),
        pytest.param(
            {"combines": Season.Combines.AVERAGE},
            {"Bruno": 186, "Chloé": Fraction(538, 3), "Anne": Fraction(490, 3)},
            id="average",
        ),
        pytest.param(
            {"worth": Season.WorthKind.MATCH_POINTS, "win_points": 2, "loss_points": 1},
            {"Bruno": 5, "Chloé": 5, "Anne": 5, "David": 3},
            id="match points",
        ),
        pytest.param(
            {"worth": Season.WorthKind.PLACE_POINTS, "place_points": (10, 4)},
            {"Bruno": 24, "Anne": 24, "David": 12},
            id="place points",
        ),
        pytest.param(
            {"bonus_points": 50, "bonus_least": 2},
            {"Bruno": 708, "David": 508},
            id="bonus",
        ),
    ],
)
def test_each_way_of_adding_up(
    club: Club, settings: dict[str, Any], expected: dict[str, int]
) -> None:
    season = make_season(club, **settings)
    three_evenings(club)
    assert expected.items() <= scores(season).items()


@pytest.mark.parametrize(
    ("collects", "kinds"),
    [
        (Season.Collects.CHOSEN, []),
        (Season.Collects.CONTESTS, ["contest", "past"]),
        (Season.Collects.EVENINGS, ["evening"]),
        (Season.Collects.ALL, ["contest", "evening", "past"]),
    ],
)
def test_what_a_season_takes_by_itself(club: Club, collects: str, kinds: list[str]) -> None:
    season = make_season(club, collects=collects)
    for day in (week(-3), week(1), week(99)):
        make_contest_on(club, day)
        make_evening(club, day)
        past_contest(club, [], day=day)
    make_evening(make_club("Another club"))
    assert [item.kind.value for item in counted_items(season)] == kinds
    assert {item.date for item in counted_items(season)} <= {week(1)}


def test_left_out_and_added_by_hand(club: Club) -> None:
    season = make_season(club, collects=Season.Collects.CONTESTS)
    inside, outside = make_contest_on(club, week(1)), make_contest_on(club, week(99))
    for tournament, counts in ((inside, False), (outside, True)):
        count_item(season_id=season.pk, item=as_item(tournament), counts=counts)
    listed = listed_items([season])[season.pk]
    assert [(x.item.pk, x.is_automatic, x.counts) for x in listed] == [
        (inside.pk, True, False),
        (outside.pk, False, True),
    ]
    # What is as the season has it anyway leaves nothing behind.
    for tournament, counts in ((inside, True), (outside, False)):
        count_item(season_id=season.pk, item=as_item(tournament), counts=counts)
    assert not season.events.exists()
    assert [item.pk for item in counted_items(season)] == [inside.pk]


def test_those_who_came_too_seldom(club: Club) -> None:
    settings: dict[str, Any] = {"least_evenings": 2, "planned_evenings": 3}
    season = make_season(club, **settings)
    play_contest(club, {("Zoé", "Yann"): [300], CD: [24]}, day=week(1))
    # Two evenings are to come: everybody can still reach two.
    assert set(list(scores(season))[:2]) == {"Yann", "Zoé"}
    play_contest(club, {AB: [200], CD: [124]}, day=week(2))
    play_contest(club, {AB: [190], CD: [134]}, day=week(3))
    assert set(list(scores(season))[-2:]) == {"Yann", "Zoé"}
    assert score_of(season, "Zoé").is_short
    season = change(season, **settings, short=Season.ShortKind.NOT_RANKED)
    assert "Zoé" not in scores(season)
    assert {title(who) for who in table_of(season).not_ranked} == {"Yann", "Zoé"}


def test_a_category_has_places_of_its_own(club: Club) -> None:
    season = make_season(club, tags=("ladies", "juniors", "Seniors"))
    tags: dict[tuple[str, ...], tuple[str, ...]] = {CD: ("ladies", "other"), AB: ("seniors",)}
    play_contest(club, {AB: [200], CD: [124]}, day=week(1), tags=tags)
    play_contest(club, {AC: [200], BD: [124]}, day=week(2))
    table = table_of(season)
    ladies = [(place.rank, title(place.entrant)) for place in table.by_tag["ladies"]]
    assert ladies == [(1, "Chloé"), (2, "David")]
    assert table.by_tag["juniors"] == ()
    assert score_of(season, "Chloé").tags == ("ladies",)
    assert len(table.by_tag["Seniors"]) == 2


def test_penalties_are_taken_off_with_their_reason(club: Club) -> None:
    season = make_season(club)
    three_evenings(club)
    for who, points in (("Bruno", 30), ("Bruno", 5), ("Nobody yet", 7)):
        add_penalty(
            season_id=season.pk,
            players=[player(club, who)],
            points=points,
            reason="Late",
            author=SCORER,
            now=NOW,
        )
    assert scores(season)["Bruno"] == 558 - 35
    assert score_of(season, "Bruno").penalties == ((5, "Late"), (30, "Late"))
    delete_penalty(season_id=season.pk, penalty_id=season.penalties.get(points=30).pk)
    assert scores(season)["Bruno"] == 553


def test_a_team_pays_as_a_team(club: Club) -> None:
    season = make_season(club, kind=League.Kind.TEAMS)
    play_contest(club, {AB: [200], CD: [124]})
    for points in (10, 20):
        add_penalty(
            season_id=season.pk,
            players=[player(club, name) for name in AB],
            points=points,
            reason="Late",
            author=SCORER,
            now=NOW,
        )
    assert scores(season) == {"Anne & Bruno": 170, "Chloé & David": 124}
    assert season.teams.count() == 1


def test_a_frozen_table_stays_until_it_follows_again(club: Club) -> None:
    season = make_season(club, combines=Season.Combines.AVERAGE, finalists=2, tags=("ladies",))
    three_evenings(club)
    live = table_of(season)
    freeze_season(season_id=season.pk, now=NOW)
    season = Season.objects.select_related("league__club").get(pk=season.pk)
    assert table_of(season) == live
    before = scores(season)
    play_contest(club, {AB: [300], CD: [24]}, day=week(4))
    assert scores(season) == before
    with pytest.raises(SeasonFrozenError):
        freeze_season(season_id=season.pk, now=NOW)
    with pytest.raises(SeasonFrozenError):
        change_season(season_id=season.pk, settings=DATES)
    with pytest.raises(SeasonFrozenError):
        count_item(season_id=season.pk, item=counted_items(season)[0], counts=False)
    with pytest.raises(SeasonFrozenError):
        delete_penalty(season_id=season.pk, penalty_id=1)
    unfreeze_season(season_id=season.pk)
    season = Season.objects.select_related("league__club").get(pk=season.pk)
    assert scores(season)["Anne"] == Fraction(790, 4)


def test_plain_values_hold_the_whole_table(club: Club) -> None:
    season = make_season(
        club,
        kind=League.Kind.TEAMS,
        worth=Season.WorthKind.PLACE_POINTS,
        place_points=(5, 2),
        splits_places=True,
        tags=("ladies",),
    )
    play_contest(club, {AB: [162], CD: [162]}, tags={AB: ("ladies",)}, ties="shared")
    table = table_of(season)
    assert {score.score for score in table.scores.values()} == {Fraction(7, 2)}
    assert table_from(json.loads(json.dumps(plain_table(table)))) == table


def test_corrections_after_the_end_are_listed(club: Club) -> None:
    season = make_season(club)
    evening = make_evening(club, NOW.date())
    game = play_game(club, evening, ["Anne", "Bruno", "Chloé", "David"], (200, 124))
    slips = [Slip(hands=2, total_a=162, total_b=162)]
    correct_slip(game_id=game.pk, slips=slips, author=SCORER, now=NOW)
    # The evening goes on: nothing but a slip of the pen.
    assert corrections_of(season) == []
    close_evening(evening=evening, now=NOW + timedelta(hours=3))
    slips = [Slip(hands=2, total_a=190, total_b=134)]
    correct_slip(game_id=game.pk, slips=slips, author=SCORER, now=NOW + timedelta(hours=4))
    freeze_season(season_id=season.pk, now=NOW + timedelta(days=1))
    season = Season.objects.select_related("league__club").get(pk=season.pk)
    correct_slip(game_id=game.pk, slips=slips, author=SCORER, now=NOW + timedelta(days=2))
    last, first = corrections_of(season)
    assert (first.change, first.event.author_name, first.item.name) == (
        "162 – 162 → 190 – 134",
        SCORER.name,
        evening.name,
    )
    assert (first.is_too_late, last.is_too_late) == (False, True)


def test_corrections_of_a_contest_count_from_its_end(club: Club) -> None:
    season = make_season(club)
    tournament = make_contest(club, teams=2, rounds=1, hands=2)
    played = play_round(tournament)
    finish_tournament(tournament_id=tournament.pk, author=SCORER, now=NOW)
    (match,) = games_of(played)
    assert corrections_of(season) == []
    resume_tournament(tournament_id=tournament.pk, author=SCORER, now=NOW)
    correct_hand(
        game_id=match.game_id or 0,
        number=2,
        written=HandInput(entry=HandEntry(taker=Seat.A1, card_points=120)),
        author=Author.of_user(make_member(club)),
        now=NOW + timedelta(minutes=5),
        even_finished=True,
    )
    (correction,) = corrections_of(season)
    event = correction.event
    found = (event.hand_number, event.game.table_number, correction.item.pk)
    assert found == (2, 1, tournament.pk)


def test_names_are_given_once(club: Club) -> None:
    season = make_season(club)
    with pytest.raises(Refused, match="a league of that name"):
        create_league(
            club=club,
            name=season.league.name.upper(),
            kind=League.Kind.TEAMS,
            settings=DATES,
            now=NOW,
        )
    with pytest.raises(Refused, match="a season of that name"):
        create_season(league=season.league, **DATES, now=NOW)


def test_the_next_season_is_added_up_as_the_one_before(club: Club) -> None:
    season = make_season(
        club, worth=Season.WorthKind.PLACE_POINTS, place_points=(9, 5), tags=("ladies",)
    )
    following = create_season(league=season.league, **{**DATES, "name": "Next"}, now=NOW)
    assert following.rules.worth == season.rules.worth
    assert following.tags == ["ladies"]
    assert following.lot_seed != season.lot_seed
