"""Databases of version 0.13 are brought up to date with what is in them."""

import uuid
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from scorekeeper.clubs.queries import player_lines
from scorekeeper.documents.queries import document_of_evening
from scorekeeper.engine.hand import (
    Seat,
)
from scorekeeper.evenings.services import open_evening
from scorekeeper.extensions import extensions, is_seen
from scorekeeper.game_chain import hash_of_events
from scorekeeper.games.services.substitutes import sit_in
from scorekeeper.models import Club, Evening, Game, GameSeat, Player, RateLimit
from tests.contest import games_of, make_contest, play, start_round
from tests.pages import member_of, words_on
from tests.phased import make_phased, play_phased
from tests.stepping import Story, brought_up_from
from tests.table import NOW, SCORER, make_game, takes, write
from tests.tournaments.seasons.meetings import make_season, slip, table, with_calendar
from tournaments.audit_log.queries.documents import document_of
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.contests.services import finish_tournament, resume_tournament
from tournaments.doctor.examine import examine
from tournaments.entries.services.withdrawals import start_catch_up
from tournaments.extensions.sync.services.pairing import add_computer
from tournaments.formats.phases import Phase, PhaseKind
from tournaments.models import (
    ArrivedContest,
    ArrivedEvening,
    Fixture,
    HallComputer,
    MatchSeat,
    Season,
    Tournament,
)
from tournaments.seasons.queries.results import worth_of
from tournaments.seasons.services import fixtures
from tournaments.seasons.services.seasons import create_season
from tournaments.standings.brackets import BEFORE, VERSION


def sums(season: Season) -> tuple[int, int]:
    """Return the match points and the points of all fixed teams of a season together."""
    rows = table(season)["rows"]
    return sum(int(row["score"]) for row in rows), sum(row["points"] for row in rows)


def a_season_of_fixed_teams_that_is_over_keeps_its_table(club: Club) -> Story:
    years = {"starts_on": date(2020, 9, 1), "ends_on": date(2021, 8, 31)}
    over = make_season(club, teams=3, league="Before", bye_points=2, **years)
    running = make_season(club, teams=3, league="Now", bye_points=2, ends_on=date(9999, 8, 31))
    for season in (over, running):
        first, second, _third = with_calendar(season)
        slip(first, 300, 186, hands=3)
        fixtures.forfeit(fixture_id=second.pk, absent=Fixture.Forfeit.AWAY)
    yield None
    assert sums(running) == (3 + 3 + 2 + 2, 300 + 186 + 275)
    assert sums(over) == (3 + 3, 300 + 186 + 1100)
    fixtures.freeze_fixtures(season_id=over.pk, now=NOW)
    assert sums(over) == (3 + 3, 300 + 186 + 1100)
    following = create_season(
        league=over.league,
        name="2021–2022",
        starts_on=date(2021, 9, 1),
        ends_on=date(2022, 8, 31),
        now=NOW,
    )
    assert worth_of(following).bye == 2


def an_unused_catch_up_table_of_before_is_told_by_the_log(club: Club) -> Story:
    contest = make_contest(club, teams=3, hands=2)
    published = start_round(contest)
    play(games_of(published)[0], [90, 90])
    alone = published.seats.get(kind=MatchSeat.Kind.EXEMPT).entry.number
    done = games_of(published)[0].seats.order_by("side")[0].entry.number
    start_catch_up(round_id=published.pk, side_a=[alone], side_b=[done], author=SCORER, now=NOW)
    # As the versions before wrote it: who plays there for nothing had a seat as at any table.
    seat = MatchSeat.objects.filter(round=published, counts=False)
    assert seat.update(kind=MatchSeat.Kind.PLAYED) == 1
    assert not verify_tournament(Tournament.objects.get(pk=contest.pk)).is_whole
    yield None
    found = Tournament.objects.get(pk=contest.pk)
    assert verify_tournament(found).is_whole
    assert [found.text for found in examine([club]).findings] == []
    assert found.bracket_version == 1


def a_contest_that_ended_keeps_the_reading_of_its_brackets_in_the_log(club: Club) -> Story:
    course = Phase(kind=PhaseKind.KNOCKOUT, rounds=1)
    ended, opened = (make_phased(club, course, teams=2) for _ in range(2))
    for contest in (ended, opened):
        play_phased(contest, rounds=1)
        finish_tournament(tournament_id=contest.pk, author=SCORER, now=NOW)
    resume_tournament(tournament_id=opened.pk, author=SCORER, now=NOW)
    before = document_of(Tournament.objects.get(pk=ended.pk))
    yield None
    found = dict(club.tournaments.values_list("pk", "bracket_version"))
    assert found == {ended.pk: VERSION, opened.pk: BEFORE}
    assert document_of(Tournament.objects.get(pk=ended.pk)) == before
    assert [found.text for found in examine([club]).findings] == []


def players_of_before_are_sorted_and_found(club: Club) -> Story:
    Player.objects.bulk_create(
        Player(club=club, name=name, created_at=NOW) for name in ("Zoé Aubry", "Éric LE GOFF")
    )
    yield None
    assert [line.name for line in player_lines(club)] == ["Zoé Aubry", "Éric LE GOFF"]
    assert [line.name for line in player_lines(club, search="eric")] == ["Éric LE GOFF"]


def a_game_of_before_is_brought_up_and_who_left_can_come_back(club: Club) -> Story:
    evening = open_evening(
        club=club, name="Vendredi", date=NOW.date(), ruleset_key="classic", now=NOW
    )
    game = make_game(club, rules="classic", evening=evening, table_number=1)
    chair: dict[str, Any] = {"game_id": game.pk, "seat": Seat.A1, "author": SCORER, "now": NOW}
    write(game, takes(Seat.A1, 100), takes(Seat.B1, 62))
    sit_in(name="Zoé", from_hand=2, **chair)
    write(game, takes(Seat.A1, 90))
    before = document_of_evening(evening)
    seats = list(GameSeat.every.filter(game=game).order_by("pk").values())
    yield None
    assert list(GameSeat.every.filter(game=game).order_by("pk").values()) == seats
    # Its log is chained by the next act.
    found = document_of_evening(Evening.objects.get(pk=evening.pk))
    assert (found.evening.log_hash, found.games[0].log_hash) == ("", "")
    assert found.chained() == before
    sit_in(name="Anne", from_hand=3, **chair)
    assert Game.objects.get(pk=game.pk).log_hash == hash_of_events(game.events.order_by("pk"))
    rows = GameSeat.every.filter(game=game, seat=Seat.A1).order_by("first_hand")
    kept = [(row.name, row.first_hand, row.last_hand) for row in rows]
    assert kept == [("Anne", 1, 1), ("Zoé", 2, 2), ("Anne", 3, None)]
    anne = Player.objects.get(club=club, name="Anne")
    with pytest.raises(IntegrityError), transaction.atomic():
        game.seats.filter(seat=Seat.B1).update(player=anne)


def what_was_noted_of_refused_sign_ins_is_lost(_club: Club) -> Story:
    def as_before() -> None:
        with connection.cursor() as cursor:
            cursor.execute("CREATE TABLE axes_accessattempt (id integer, username text)")
            cursor.execute("INSERT INTO axes_accessattempt VALUES (1, 'elise')")

    yield as_before
    assert "axes_accessattempt" not in connection.introspection.table_names()
    assert RateLimit.objects.count() == 0


def of_documents_refused_before_the_last_of_each_computer_is_still_told(club: Club) -> Story:
    # To be dealt with's answer stays, and so does what stands on the server.
    for name in ("Laptop", "Old laptop"):
        add_computer(club=club, name=name, now=NOW)
    computers = HallComputer.objects.filter(club=club).order_by("pk")
    computer, old = computers
    at = [NOW + timedelta(minutes=minute) for minute in range(4)]
    there = {"computer": computer, "tournament": make_contest(club, teams=0)}
    ArrivedContest.objects.create(**there, first_hash="0", refused="wrong", refused_at=at[3])
    for number, code in enumerate(("full", "no_document", "computer")):
        why = {"refused": code, "refused_at": at[number], "name": f"Contest {number}"}
        ArrivedContest.objects.create(computer=computer, first_hash=f"{number + 1}", **why)
    why = {"refused": "too_large", "refused_at": at[3], "name": "Evening"}
    ArrivedEvening.objects.create(computer=computer, key=uuid.UUID(int=1), **why)
    why["refused_at"] = at[0]
    ArrivedEvening.objects.create(computer=old, key=uuid.UUID(int=1), **why)
    yield None
    told = computers.values_list("refused_name", "refused", "refused_at")
    assert list(told) == [("Evening", "too_large", at[3]), ("Evening", "too_large", at[0])]
    assert computers.filter(refused_key=f"{uuid.UUID(int=1)}").count() == 2
    left = ArrivedContest.objects.order_by("pk").values_list("first_hash", "refused")
    assert list(left) == [("0", "wrong"), ("3", "computer")]
    assert not ArrivedEvening.objects.exists()
    said = words_on(member_of(club).get(reverse("tournaments:hall-computers")))
    assert said.count("It is larger than a server accepts") == 2
    assert "Contest 0" not in said


def a_club_of_before_goes_on_seeing_everything(club: Club) -> Story:
    make_contest(club, teams=0)
    yield None
    club.refresh_from_db()
    assert all(is_seen(one, club) for one in extensions())


STORIES = (
    a_club_of_before_goes_on_seeing_everything,
    a_season_of_fixed_teams_that_is_over_keeps_its_table,
    an_unused_catch_up_table_of_before_is_told_by_the_log,
    a_contest_that_ended_keeps_the_reading_of_its_brackets_in_the_log,
    players_of_before_are_sorted_and_found,
    a_game_of_before_is_brought_up_and_who_left_can_come_back,
    what_was_noted_of_refused_sign_ins_is_lost,
    of_documents_refused_before_the_last_of_each_computer_is_still_told,
)


@pytest.fixture(scope="module")
def brought_up(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Mapping[str, Story]]:
    """Yield the rest of each story, of a database that came from version 0.13."""
    with (
        django_db_blocker.unblock(),
        brought_up_from("scorekeeper.0022", "tournaments.0027", stories=STORIES) as begun,
    ):
        yield begun


@pytest.mark.django_db
@pytest.mark.parametrize("story", [story.__name__ for story in STORIES])
def test_a_later_database(brought_up: Mapping[str, Story], story: str) -> None:
    assert next(brought_up[story], None) is None
