"""What evenings of every kind bring to a season, checked against each alone and a full recount."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest

from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.evenings.queries import evening_rankings
from scorekeeper.games.services.games import stop_game
from scorekeeper.games.services.hands import HandInput, correct_hand
from scorekeeper.games.services.substitutes import sit_in
from scorekeeper.models import Club, Game, Player
from scorekeeper.models.authors import Author
from scorekeeper.models.hands import stored_hands, tally_hands
from tests.contest import games_of, make_contest, play_round, start_round
from tests.pages import count_queries
from tests.table import NOW, SCORER, make_game, make_member, takes, write
from tests.tournaments.seasons.leagues import (
    change,
    make_evening,
    make_season,
    past_contest,
    play_contest,
    play_game,
    week,
    write_slip,
)
from tests.tournaments.standings.sheet import lines, table
from tournaments.audit_log.standings import contest_of, load_contests
from tournaments.entries.services.substitutes import Substitute, substitute
from tournaments.entries.services.withdrawals import start_catch_up, withdraw_entry
from tournaments.extensions.historical_results.services import delete_past
from tournaments.lineups import Left, who_counts
from tournaments.models import Entry, EntryPlayer, League, MatchSeat, Season, Tournament
from tournaments.people.services.merges import merge_players
from tournaments.seasons.queries import tables
from tournaments.seasons.queries.credits import credited_players
from tournaments.seasons.queries.items import ItemKind, counted_items
from tournaments.seasons.queries.tables import Score, table_of
from tournaments.seasons.services.seasons import add_penalty
from tournaments.standings.contest import RankedContest, RankedEntrant
from tournaments.standings.season_scores import EveningResult
from tournaments.standings.season_table import credit_by_rounds, credit_evening, season_table
from tournaments.tables.services import close_round

pytestmark = pytest.mark.django_db

PLAYED = ("Anne", "Zoé", "Chloé", "Bruno")
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
    return tally_hands(game, stored_hands(game)).totals.of(side)


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
            written=HandInput(entry=HandEntry(taker=Seat.A1, card_points=140)),
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
    shown = {
        line["name"]: (line["points"], 21 - line["place"])
        for line in evening_rankings(evening)[0].lines
    }
    table = table_of(season)
    found = {title(who): (s.points, s.score) for who, s in table.scores.items()}
    assert found == shown
    assert score_of(season, "Anne").wins == 1


def evening_with_a_substitute(club: Club) -> None:
    """Play three hands of 90 for A: Zoé sits in for Anne for the last one."""
    game = make_game(club, evening=make_evening(club))
    write(game, *[takes(Seat.A1, 90)] * 3)
    sit_in(game_id=game.pk, seat=Seat.A1, name="Zoé", from_hand=3, author=SCORER, now=NOW)
    stop_game(game_id=game.pk, reason="Late", author=SCORER, now=NOW)


def test_of_an_evening_everybody_has_the_hands_of_the_own_time(club: Club) -> None:
    evening_with_a_substitute(club)
    season = make_season(club)
    found = {name: score.points for name, score in ((n, score_of(season, n)) for n in PLAYED)}
    assert found == {"Anne": 180, "Zoé": 90, "Chloé": 270, "Bruno": 216}
    assert score_of(season, "Anne").wins == score_of(season, "Zoé").wins == 1


def test_a_team_of_an_evening_is_who_played_the_most_hands(club: Club) -> None:
    evening_with_a_substitute(club)
    season = make_season(club, kind=League.Kind.TEAMS)
    assert score_of(season, "Anne & Chloé").points == 270
    assert "Chloé & Zoé" not in scores(season)


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
        counts.add(
            (
                count_queries(lambda: table_of(season)),
                count_queries(lambda: table_of(season)),
            )
        )
    assert len(counts) == 1
    assert all(again == first - 2 for first, again in counts)


def test_a_kept_table_is_the_one_computed_anew(club: Club) -> None:
    """Whatever is done between two readings, the second says what a first one would."""
    season = make_season(club)
    contest = play_contest(club, {AB: [200], CD: [124]}, day=week(1))
    evening = make_evening(club, week(2))
    play_game(club, evening, [*AB, *CD], (200, 124))
    past = past_contest(club, [(1, 50, AB), (2, 40, CD)], day=week(3))
    kept = [table_of(season)]
    assert table_of(season) is kept[0]

    def assert_follows(act: Callable[[], object]) -> None:
        act()
        asked = Season.objects.select_related("league__club").get(pk=season.pk)
        now = table_of(asked)
        assert now != kept[-1]
        tables.cached_tables.clear()
        assert now == table_of(asked)
        kept.append(now)

    gone = Player.objects.create(club=club, name="Annette", created_at=NOW)
    anne, chloe = (Player.objects.get(club=club, name=name) for name in ("Anne", "Chloé"))
    assert_follows(lambda: play_game(club, evening, ["Annette", *BD, "Chloé"], (62, 262)))
    assert_follows(lambda: merge_players(kept_id=anne.pk, gone_id=gone.pk, author=SCORER, now=NOW))
    assert_follows(lambda: past.results.filter(place=1).update(total=60))
    assert_follows(lambda: past.results.get(place=2).players.remove(chloe))
    assert_follows(lambda: change_item_name(contest))
    assert_follows(lambda: delete_past(contest=past))
    assert_follows(
        lambda: add_penalty(
            season_id=season.pk, players=[anne], points=5, reason="Late", author=SCORER, now=NOW
        )
    )
    assert_follows(lambda: change(season, combines=Season.Combines.AVERAGE))
    game = evening.games.order_by("pk")[0]
    assert_follows(game.delete)


def change_item_name(contest: Tournament) -> None:
    Tournament.objects.filter(pk=contest.pk).update(name="Another name")


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


def test_where_somebody_sat_in_everybody_has_the_own_rounds(club: Club) -> None:
    season = make_season(club)
    contest = play_contest(club, {AB: [200, 100, 150], CD: [124, 224, 174]})
    wanted = Substitute(place=2, name="Nadia", from_round=3)
    substitute(tournament_id=contest.pk, number=1, wanted=wanted, author=SCORER, now=NOW)
    assert scores(season) == {"Anne": 450, "Bruno": 300, "Nadia": 150, "Chloé": 522, "David": 522}
    # The second place is Bruno's, who played two rounds of three, and not Nadia's.
    by_place = change(season, worth=Season.WorthKind.PLACE_POINTS, place_points=(10, 6))
    assert scores(by_place) == {"Anne": 6, "Bruno": 6, "Nadia": 0, "Chloé": 10, "David": 10}


def test_a_season_of_teams_credits_each_two_who_sat_together(club: Club) -> None:
    season = make_season(club, kind=League.Kind.TEAMS)
    contest = play_contest(club, {AB: [200, 100], CD: [124, 224]})
    wanted = Substitute(place=2, name="Nadia", from_round=2)
    substitute(tournament_id=contest.pk, number=1, wanted=wanted, author=SCORER, now=NOW)
    assert scores(season) == {"Anne & Bruno": 200, "Anne & Nadia": 100, "Chloé & David": 348}


def test_a_round_belongs_to_who_played_most_of_it(club: Club) -> None:
    season = make_season(club)
    contest = play_contest(club, {AB: [200], CD: [124]}, hands=3)
    wanted = Substitute(place=2, name="Nadia", from_round=1, from_hand=3)
    substitute(tournament_id=contest.pk, number=1, wanted=wanted, author=SCORER, now=NOW)
    assert scores(season) == {"Anne": 200, "Bruno": 200, "Chloé": 124, "David": 124}


def test_who_left_and_sits_in_elsewhere_has_both(club: Club) -> None:
    season = make_season(club)
    contest = play_contest(club, {AB: [200], CD: [124]})
    # A second round is still to come.
    Tournament.objects.filter(pk=contest.pk).update(round_hands=[2, 2])
    withdraw_entry(tournament_id=contest.pk, number=2, from_round=2, author=SCORER, now=NOW)
    wanted = Substitute(place=1, name="David", from_round=2)
    substitute(tournament_id=contest.pk, number=1, wanted=wanted, author=SCORER, now=NOW)
    assert scores(season) == {"Anne": 200, "Bruno": 200, "Chloé": 124, "David": 124}


def test_who_comes_back_has_the_hands_of_both_times() -> None:
    left = [Left(1, 2, 4, "Anne"), Left(1, 2, 9, "Max")]
    assert who_counts(["Anne"], left, 2, 12) == ["Anne"]
    assert who_counts(["Max"], [Left(1, 2, 3, "Anne")], 2, 4) == ["Max"]
    # A table that played three hands has no later ones.
    assert who_counts(["Max"], [Left(1, 2, 3, "Anne")], 2, 3) == ["Anne"]
    assert who_counts(["Max"], [Left(1, 2, 6, "Anne")], 2, 3) == ["Anne"]


def test_a_round_is_theirs_who_played_the_most_of_what_the_table_played(club: Club) -> None:
    season = make_season(club)
    contest = play_contest(club, {AB: [200], CD: [124]}, hands=4)
    wanted = Substitute(place=2, name="Nadia", from_round=1, from_hand=3)
    substitute(tournament_id=contest.pk, number=1, wanted=wanted, author=SCORER, now=NOW)
    assert "Nadia" in scores(season)
    Game.objects.filter(match__round__tournament=contest).update(hand_count=3)
    assert scores(season) == {"Anne": 200, "Bruno": 200, "Chloé": 124, "David": 124}


def test_one_substitute_changes_nothing_for_the_others_and_nobody_has_a_round_twice() -> None:
    played = RankedContest(
        entrants=(RankedEntrant(number=1), RankedEntrant(number=2, withdrawn_from=2)),
        results=tuple(lines([table(1, 1, 2, 200, 124)])),
    )
    people = {1: (11, 12), 2: (13, 14)}
    alone = credit_evening(played.standings(), people, evening=1)
    assert credit_by_rounds(played, lambda number, _round: people[number], evening=1) == alone
    people[2] = (13, 11)
    found = credit_by_rounds(played, lambda number, _round: people[number], evening=1)
    assert {one.entrant: one.record.games for one in found} == {
        11: (200,),
        12: (200,),
        13: (124,),
    }
