"""A season's table: what it collects, how it is added up, frozen and corrected."""

import json
from collections import Counter
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest

from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.models import Club, Game, Player
from scorekeeper.models.authors import Author
from scorekeeper.models.tallying import load_tally
from scorekeeper.selectors.evenings import ranking_of as evening_ranking
from scorekeeper.services.evenings import close_evening
from scorekeeper.services.hands import WrittenHand, correct_hand
from scorekeeper.services.slips import Slip, correct_slip
from tests.contest import games_of, make_contest, play_round, start_round
from tests.pages import count_queries
from tests.table import NOW, SCORER, make_club, make_game, make_member, takes, write
from tests.tournaments.seasons import (
    DATES,
    change,
    make_evening,
    make_season,
    past_contest,
    play_contest,
    play_game,
    player,
    week,
    write_slip,
)
from tournaments.models import Entry, EntryPlayer, League, MatchSeat, Season, Tournament
from tournaments.selectors.season_corrections import corrections_of
from tournaments.selectors.season_credits import load_contests, players_of
from tournaments.selectors.season_items import Item, ItemKind, counted_items, listed_items
from tournaments.selectors.season_tables import Score, as_plain, table_from, table_of
from tournaments.selectors.standings import contest_of
from tournaments.services.rounds import close_round
from tournaments.services.seasons import (
    NameTakenError,
    SeasonFrozenError,
    SeasonSettings,
    add_penalty,
    change_season,
    count_item,
    create_league,
    create_season,
    delete_penalty,
    freeze_season,
    unfreeze_season,
)
from tournaments.services.tournaments import finish_tournament
from tournaments.services.withdrawals import start_catch_up, withdraw_entry
from tournaments.standings.aggregation import EveningResult
from tournaments.standings.season import credit_evening, season_table

pytestmark = pytest.mark.django_db

AB, CD = ("Anne", "Bruno"), ("Chloé", "David")
AC, BD = ("Anne", "Chloé"), ("Bruno", "David")
AD, BC = ("Anne", "David"), ("Bruno", "Chloé")


@pytest.fixture
def club() -> Club:
    return make_club()


def three_evenings(club: Club) -> list[Tournament]:
    """Play three evenings with other partners each time."""
    return [
        play_contest(club, {AB: [200], CD: [124]}, day=week(1)),
        play_contest(club, {AC: [190], BD: [134]}, day=week(2)),
        play_contest(club, {AD: [100], BC: [224]}, day=week(3)),
    ]


def title(entrant: int) -> str:
    names = Player.objects.filter(pk__in=players_of(entrant)).values_list("name", flat=True)
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


def every_kind_of_contest(club: Club) -> list[Tournament]:
    """Return contests with whatever the standings must look at."""
    odd = make_contest(club, teams=7, rounds=2, hands=2, name="Odd")
    play_round(odd)
    gone = odd.entries.order_by("number").last()
    assert gone is not None
    withdraw_entry(tournament_id=odd.pk, number=gone.number, from_round=2, author=SCORER, now=NOW)
    play_round(odd, seed=2)
    melee = make_contest(club, teams=8, rounds=2, hands=2, name="Mêlée", mode=Tournament.Mode.MELEE)
    play_round(melee)
    shared = make_contest(club, teams=4, rounds=1, hands=2, ties=Tournament.Ties.SHARED)
    tagged = shared.entries.get(number=2)
    tagged.tags = ["ladies"]
    tagged.save()
    open_round = start_round(shared)
    write_slip(games_of(open_round)[0], 200, 124)
    caught = make_contest(club, teams=3, rounds=1, hands=2, name="Catch-up")
    playing = start_round(caught)
    write_slip(games_of(playing)[0], 200, 124)
    helper = playing.seats.exclude(kind="exempt").first()
    exempt = playing.seats.get(kind="exempt")
    assert helper is not None
    start_catch_up(
        round_id=playing.pk,
        side_a=[exempt.entry.number],
        side_b=[helper.entry.number],
        author=SCORER,
        now=NOW,
    )
    return [odd, melee, shared, caught]


def test_many_contests_are_read_as_each_alone(club: Club) -> None:
    played = every_kind_of_contest(club)
    found = load_contests([tournament.pk for tournament in played])
    for tournament in played:
        tournament.refresh_from_db()
        alone = contest_of(tournament)
        assert found[tournament.pk].rules == alone.rules
        assert found[tournament.pk].entrants == alone.entrants
        assert found[tournament.pk].results == alone.results
        assert found[tournament.pk].standings() == alone.standings()


def test_the_table_is_that_of_the_pure_season(club: Club) -> None:
    played = every_kind_of_contest(club)
    season = make_season(club, combines=Season.Combines.BEST, best_count=2)
    results: list[EveningResult] = []
    for evening, item in enumerate(counted_items(season), start=1):
        tournament = next(one for one in played if one.pk == item.pk)
        members = {
            entry.number: [person.player_id for person in entry.players.all() if person.player_id]
            for entry in tournament.entries.all()
        }
        results += credit_evening(contest_of(tournament).standings(), members, evening=evening)
    pure = season_table(results, season.rules)
    table = table_of(season)
    assert [(p.rank, p.entrant, p.decision) for p in table.ranking] == [
        (line.rank, line.entrant, line.decided_by) for line in pure.standings.lines
    ]
    assert {who: score.score for who, score in table.scores.items()} == {
        who: line.score for who, line in pure.lines.items()
    }


def recounted(season: Season) -> Counter[int]:
    """Add up everybody's points from the hands and the slips themselves."""
    found: Counter[int] = Counter()
    for item in counted_items(season):
        if item.kind is ItemKind.CONTEST:
            for seat in MatchSeat.objects.filter(round__tournament=item.pk, counts=True):
                game = seat.match.game
                points = seat.points if game is None else points_of(game, Side(seat.side))
                for person in EntryPlayer.objects.filter(entry=seat.entry):
                    found[person.player_id or 0] += points
        elif item.kind is ItemKind.EVENING:
            for game in Game.objects.finished().filter(evening=item.pk):
                for chair in game.seats.all():
                    found[chair.player_id or 0] += points_of(game, Seat(chair.seat).side)
    return found


def points_of(game: Game, side: Side) -> int:
    """Return the points of a side, from the hands or the slips."""
    if game.is_slip:
        totals = game.slips.get()
        return totals.total_a if side is Side.A else totals.total_b
    return load_tally(game).totals.of(side)


def test_a_correction_of_an_old_hand_reaches_the_table(club: Club) -> None:
    season = make_season(club)
    three_evenings(club)
    contest = make_contest(club, teams=4, rounds=1, hands=2)
    played = play_round(contest)
    evening = make_evening(club, week(4))
    game = make_game(club, evening=evening, game_format=None)
    while not game.is_finished:
        write(game, takes(Seat.A1, 100))
        game.refresh_from_db()
    before = scores(season)
    organiser = Author.of_user(make_member(club))
    assert recounted(season) == {who: s.score for who, s in table_of(season).scores.items()}
    for corrected in (game, games_of(played)[0].game):
        assert corrected is not None
        correct_hand(
            game_id=corrected.pk,
            number=1,
            written=WrittenHand(entry=HandEntry(taker=Seat.A1, card_points=140)),
            author=organiser,
            now=NOW,
            even_finished=True,
        )
    after = scores(season)
    assert after["Anne"] == before["Anne"] + 40
    assert after["Bruno"] == before["Bruno"] - 40
    assert recounted(season) == {who: s.score for who, s in table_of(season).scores.items()}


def test_an_evening_is_ranked_as_its_own_page_ranks_it(club: Club) -> None:
    evening = make_evening(club)
    play_game(club, evening, ["Anne", "Bruno", "Chloé", "David"], (200, 124))
    play_game(club, evening, ["Anne", "Chloé", "Bruno", "Élise"], (162, 162))
    play_game(club, evening, ["Anne", "David", "Chloé", "Élise"], (90, 234))
    season = make_season(
        club, worth=Season.WorthKind.PLACE_POINTS, place_points=tuple(range(20, 0, -1))
    )
    shown = {line.name: (line.points, 21 - line.place) for line in evening_ranking(evening)}
    table = table_of(season)
    found = {title(who): (s.points, s.score) for who, s in table.scores.items()}
    assert found == shown
    assert score_of(season, "Anne").wins == 1


def test_games_that_go_on_count_nothing_yet(club: Club) -> None:
    season = make_season(club)
    evening = make_evening(club)
    game = make_game(club, evening=evening)
    write(game, takes(Seat.A1, 100))
    assert scores(season) == {}
    assert table_of(season).ranking == ()


def test_results_of_the_past_bring_places_and_totals(club: Club) -> None:
    season = make_season(
        club, worth=Season.WorthKind.PLACE_POINTS, place_points=(10, 8, 6), splits_places=True
    )
    past_contest(club, [(1, 3000, AB), (2, 2500, CD), (2, 2500, ("Élise",)), (4, 100, ())])
    assert scores(season) == {"Anne": 10, "Bruno": 10, "Chloé": 7, "David": 7, "Élise": 7}
    season = change(season)
    assert scores(season)["Anne"] == 3000
    season = change(season, worth=Season.WorthKind.MATCH_POINTS)
    assert set(scores(season).values()) == {0}


def test_teams_are_the_two_players_whatever_their_number(club: Club) -> None:
    season = make_season(club, kind=League.Kind.TEAMS)
    play_contest(club, {AB: [200], CD: [124]}, day=week(1))
    play_contest(club, {("David", "Chloé"): [190], ("Bruno", "Anne"): [134]}, day=week(2))
    play_contest(club, {AC: [190], BD: [134]}, day=week(3))
    make_contest(club, teams=4, rounds=1, hands=1, mode=Tournament.Mode.MELEE)
    evening = make_evening(club, week(4))
    play_game(club, evening, ["Anne", "Bruno", "Chloé", "David"], (100, 224))
    past_contest(club, [(1, 50, AB), (2, 40, ("Anne",))], day=week(5))
    assert scores(season) == {
        "Chloé & David": 124 + 190 + 224,
        "Anne & Bruno": 200 + 134 + 100 + 50,
        "Anne & Chloé": 190,
        "Bruno & David": 134,
    }


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


def make_contest_on(club: Club, day: object) -> Tournament:
    tournament = make_contest(club, teams=0)
    Tournament.objects.filter(pk=tournament.pk).update(date=day)
    tournament.refresh_from_db()
    return tournament


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
        change_season(season_id=season.pk, settings=SeasonSettings(**DATES))
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
    assert table_from(json.loads(json.dumps(as_plain(table)))) == table


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
    assert (first.change, first.author, first.item.name) == (
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
    correct_hand(
        game_id=match.game_id or 0,
        number=2,
        written=WrittenHand(entry=HandEntry(taker=Seat.A1, card_points=120)),
        author=Author.of_user(make_member(club)),
        now=NOW + timedelta(minutes=5),
        even_finished=True,
    )
    (correction,) = corrections_of(season)
    assert (correction.hand_number, correction.table, correction.item.pk) == (2, 1, tournament.pk)


def test_names_are_given_once(club: Club) -> None:
    season = make_season(club)
    with pytest.raises(NameTakenError):
        create_league(
            club=club,
            name=season.league.name.upper(),
            kind=League.Kind.TEAMS,
            settings=SeasonSettings(**DATES),
            now=NOW,
        )
    with pytest.raises(NameTakenError):
        create_season(league=season.league, **DATES, now=NOW)


def test_the_next_season_is_added_up_as_the_one_before(club: Club) -> None:
    season = make_season(
        club, worth=Season.WorthKind.PLACE_POINTS, place_points=(9, 5), tags=("ladies",)
    )
    following = create_season(league=season.league, **{**DATES, "name": "Next"}, now=NOW)
    assert following.rules.worth == season.rules.worth
    assert following.tags == ["ladies"]
    assert following.lot_seed != season.lot_seed


def test_the_queries_do_not_grow_with_the_evenings(club: Club) -> None:
    season = make_season(club)
    counts = set()
    for number in range(1, 4):
        play_contest(
            club,
            {AB: [200], CD: [124]},
            day=week(number),
        )
        evening = make_evening(club, week(number))
        play_game(club, evening, [f"P{number}{x}" for x in range(4)], (200, 124))
        past_contest(club, [(1, 10, AB)], day=week(number))
        counts.add(count_queries(lambda: table_of(season)))
        counts.add(count_queries(lambda: table_of(season)))
    assert len(counts) == 1


def test_closed_without_results_or_players_nothing_breaks(club: Club) -> None:
    season = make_season(club)
    tournament = make_contest(club, teams=2, rounds=1, hands=2)
    playing = start_round(tournament)
    close_round(round_id=playing.pk, author=SCORER, now=NOW)
    Entry.objects.filter(tournament=tournament).update(tags=["ladies"])
    assert table_of(season).ranking == ()
    other = make_contest(club, teams=2, rounds=1, hands=2)
    play_round(other)
    EntryPlayer.objects.filter(entry__tournament=other).update(player=None)
    assert table_of(season).ranking == ()
