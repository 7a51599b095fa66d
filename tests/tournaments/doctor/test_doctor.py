"""What is stored and follows from something else is worked out again, and named where it parts."""

import io
import json
import uuid
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import F

from scorekeeper.demo import fill_demo
from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.engine.totals import ReportedCounts
from scorekeeper.game_chain import hash_of_events
from scorekeeper.games.services.games import reopen_game, stop_game
from scorekeeper.games.services.hands import correct_hand, pass_deal, withdraw_hand
from scorekeeper.games.services.substitutes import sit_in
from scorekeeper.models import (
    Club,
    Game,
    GameEvent,
    GameSeat,
    Hand,
    Player,
    SentHand,
    SlipTotals,
)
from scorekeeper.models.hands import HandInput
from scorekeeper.slips.services import Slip, correct_slip
from tests.contest import make_contest, play_round
from tests.table import NOW, SCORER, make_club, make_game, make_slip, takes, write
from tests.tournaments.audit_log.replay.eventful import (
    eventful_melee,
    eventful_teams,
    forfeits_in_melee,
)
from tests.undone import undone
from tournaments.doctor.examine import examine
from tournaments.doctor.findings import Report
from tournaments.models import Entry, Match, MatchSeat, Rating, RatingStep, Tournament
from tournaments.people.services.names import anonymise_player
from tournaments.ratings.services import rebuild_ratings

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(minutes=5)
BY: dict[str, Any] = {"author": SCORER, "now": NOW}


@pytest.fixture(scope="module")
def filled(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Keep a club with an evening, a game that was mended and a contest for all these tests."""
    with django_db_blocker.unblock(), undone():
        club = make_club()
        fill_demo(now=NOW, seed=32)
        _mended_game(club)
        _game_with_a_substitute(club)
        play_round(make_contest(club, teams=5, rounds=1, hands=3))
        rebuild_ratings(club)
        yield


def _game_with_a_substitute(club: Club) -> None:
    """Leave a finished game in which somebody sat in for two hands."""
    game = make_game(club)
    write(game, takes(Seat.A1, 92), takes(Seat.B1, 81), takes(Seat.A2, 100))
    sit_in(game_id=game.pk, seat=Seat.A1, name="Zoé", from_hand=2, **BY)
    sit_in(game_id=game.pk, seat=Seat.A1, name="Anne", from_hand=4, **BY)
    write(game, takes(Seat.A1, 110))
    withdraw_hand(game_id=game.pk, number=1, **BY)
    stop_game(game_id=game.pk, reason="Late", **BY)


def _mended_game(club: Club) -> None:
    """Leave a game going on in which much was changed."""
    game = make_game(club)
    write(game, takes(Seat.A1, 92), takes(Seat.B1, 81), takes(Seat.A2, 100))
    mended = HandInput(entry=takes(Seat.A1, 162, capot=Side.A))
    correct_hand(game_id=game.pk, number=1, written=mended, **BY)
    withdraw_hand(game_id=game.pk, number=2, **BY)
    stop_game(game_id=game.pk, reason="Late", **BY)
    reopen_game(game_id=game.pk, **BY)
    pass_deal(game_id=game.pk, **BY)
    write(game, HandEntry(penalty=Side.B))


def examined() -> Report:
    return examine(list(Club.objects.all()))


def free_hands() -> Any:
    return Hand.objects.filter(game__is_contest=False)


def finished() -> Any:
    return Game.objects.filter(is_contest=False, status="finished", kind="hands")


def contest_hands() -> Any:
    return Hand.objects.filter(game__is_contest=True, number=2)


def some(rows: Any) -> Any:
    """Return the first of some rows, as rows that can be updated."""
    return rows.model.objects.filter(pk=rows.order_by("pk").first().pk)


def went_astray() -> None:
    hand = Hand.objects.order_by("pk")[0]
    other = Game.objects.exclude(pk=hand.game_id).order_by("pk")[0]
    SentHand.objects.create(game=other, key=uuid.uuid4(), hand=hand)


def counted_seats() -> Any:
    return GameSeat.objects.filter(is_counted=True, game__is_contest=False)


def _rated_too_often() -> None:
    some(Rating.objects.all()).update(sigma=F("sigma") / 2)


def one_more(name: str) -> "Change":
    """Return what raises something that is kept beside a seat."""
    return lambda: some(counted_seats()).update(**{name: F(name) + 1})


def left_seats() -> Any:
    return GameSeat.every.filter(last_hand__isnull=False, hands__gt=0, game__is_contest=False)


Change = Callable[[], object]
FALSE: dict[str, tuple[Change, str]] = {
    "total": (lambda: some(finished()).update(total_a=F("total_a") + 1), "total_a"),
    "other total": (lambda: some(finished()).update(total_b=F("total_b") - 1), "total_b"),
    "points of who left": (lambda: left_seats().update(points=F("points") + 1), "points"),
    "held": (lambda: some(finished()).update(held=81), "held"),
    "winner": (lambda: some(finished().filter(winner="A")).update(winner="B"), "winner"),
    "count of hands": (
        lambda: some(finished()).update(hand_count=F("hand_count") + 1),
        "hand_count",
    ),
    "end": (lambda: some(finished()).update(status="playing"), "finished_at"),
    "end of a game": (lambda: some(finished()).update(finished_at=LATER), "finished_at"),
    "first dealer": (lambda: some(finished()).update(first_dealer="B2"), "first_dealer"),
    "passed deals": (lambda: some(finished()).update(passed_deals=3), "passed_deals"),
    "rules": (lambda: some(finished()).update(ruleset_values={"capot_points": 1}), "hands"),
    "score": (lambda: some(free_hands()).update(score_a=F("score_a") + 1), "score_a"),
    "other score": (lambda: some(free_hands()).update(score_b=F("score_b") + 1), "score_b"),
    "outcome": (
        lambda: some(free_hands().filter(outcome="made")).update(outcome="failed"),
        "outcome",
    ),
    "winner of a hand": (
        lambda: some(free_hands().filter(winner="A")).update(winner="B"),
        "winner",
    ),
    "counted": (lambda: some(free_hands()).update(counted=False), "counted"),
    "points": (lambda: some(free_hands().filter(card_points=162)).update(card_points=161), "hands"),
    "taker": (lambda: some(free_hands().filter(taker="A1")).update(taker="A2"), "taker"),
    "writer": (lambda: some(free_hands()).update(recorded_name="Nobody"), "recorded_by"),
    "time": (lambda: some(free_hands()).update(recorded_at=LATER), "recorded_at"),
    "correction": (lambda: some(free_hands()).update(changed_at=LATER), "changed_at"),
    "slip": (lambda: SlipTotals.objects.update(total_a=F("total_a") + 10), "total_a"),
    "capots of a slip": (lambda: SlipTotals.objects.update(capots_a=1), "capots"),
    "capots that its log does not know": (lambda: SlipTotals.objects.update(capots_a=0), "slips"),
    "why a slip ended early": (
        lambda: some(Game.objects.filter(kind=Game.Kind.SLIP)).update(stop_reason="Late"),
        "stop_reason",
    ),
    "belotes that are no list": (
        lambda: some(free_hands()).update(further_belotes={}),
        "further_belotes",
    ),
    "hand gone": (lambda: some(free_hands()).delete(), "number"),
    "act gone": (
        lambda: some(
            GameEvent.objects.filter(kind="hand_recorded", game__is_contest=False)
        ).delete(),
        "game_log",
    ),
    **{
        name: (one_more(name), name)
        for name in ("points", "against", "hands", "taken", "made", "failed", "capots", "belotes")
    },
    "game won": (lambda: some(counted_seats().filter(is_won=True)).update(is_won=False), "is_won"),
    "game tied": (lambda: some(counted_seats()).update(is_tied=True), "is_tied"),
    "seat counted": (lambda: some(counted_seats()).update(is_counted=False), "is_counted"),
    "hand of a contest": (lambda: some(contest_hands()).update(card_points=100), "points"),
    "result": (lambda: some(MatchSeat.objects.filter(counts=True)).update(points=5), "points"),
    "receipt": (
        lambda: some(Match.objects.exclude(receipt="")).update(receipt="ABCD-EFGH"),
        "receipt",
    ),
    "entry": (lambda: some(Entry.objects.all()).update(has_paid=True), "has_paid"),
    "setting": (lambda: Tournament.objects.update(exempt_points=7), "given"),
    "line of the log": (
        lambda: Tournament.objects.get().log.filter(number=3).update(author_name="Nobody"),
        "chain",
    ),
    "end of the log": (lambda: Tournament.objects.get().log.latest("number").delete(), "chain"),
    "length of the log": (lambda: Tournament.objects.update(version=1), "log_length"),
    "game without its contest": (lambda: some(finished()).update(is_contest=True), "is_contest"),
    "key of a phone": (went_astray, "sent_hand"),
    "key to nothing": (
        lambda: some(SentHand.objects.all()).update(hand=None, withdrawal=None),
        "sent_hand",
    ),
    "what a name is sorted by": (
        lambda: some(Player.objects.all()).update(sort_name="dupont"),
        "sort_name",
    ),
    "rating": (lambda: some(Rating.objects.all()).update(mu=40.0), "rating"),
    "games of a rating": (_rated_too_often, "rating"),
    "step of a rating": (lambda: some(RatingStep.objects.all()).update(sigma=1.0), "rating"),
}


def test_an_evening_a_mended_game_and_a_contest_add_up(filled: None) -> None:
    report = examined()
    assert [finding.text for finding in report.findings] == []
    assert (report.games, report.contests) == (Game.objects.count(), 1)
    assert report.hands == Hand.objects.count()
    assert report.ratings == RatingStep.objects.count() > 0


@pytest.mark.parametrize(("falsify", "what"), FALSE.values(), ids=FALSE)
def test_what_was_changed_is_named_with_its_place(filled: None, falsify: Change, what: str) -> None:
    falsify()
    report = examined()
    assert what in {finding.what for finding in report.findings}, report.findings
    for finding in report.findings:
        place = finding.to_dict()["place"]
        assert {"game", "contest", "player"} & place.keys(), finding
        assert finding.text.startswith(("Game ", "Contest ")) or place["player"] in finding.text


def test_another_name_to_sort_by_is_told_with_whose_it_is(filled: None) -> None:
    player = some(Player.objects.filter(name="Zoé")).get()
    Player.objects.filter(pk=player.pk).update(sort_name="dupont\tzoe")
    (finding,) = examined().findings
    assert finding.text == (
        "Zoé: what the name is sorted by and searched in – stored: dupont zoe; right: zoe."
    )


def test_somebody_on_two_seats_of_a_hand_is_named(filled: None) -> None:
    came = GameSeat.every.get(name="Zoé")
    bruno = came.game.seats.get(seat="B1")
    GameSeat.every.filter(pk=came.pk).update(player=bruno.player, name=bruno.name)
    texts = [finding.text for finding in examined().findings if finding.what == "seats"]
    (text,) = texts
    place = f"Game {came.game_id}, hand {came.first_hand}, {bruno.name}"
    assert text == (f"{place}: the seats of one person in one hand – stored: A1, B1; right: 1.")


def test_capots_that_a_slip_says_add_up(club: Club) -> None:
    slip = Slip(hands=12, total_a=1254, total_b=780, seen=ReportedCounts(capots_a=1))
    game = make_slip(club, slip)
    mended = replace(slip, seen=ReportedCounts(capots_a=0, capots_b=1))
    correct_slip(game_id=game.pk, slips=[mended], **BY)
    assert [finding.text for finding in examined().findings] == []


def test_why_a_slip_of_an_earlier_version_ended_is_not_in_its_log(club: Club) -> None:
    game = make_slip(club, Slip(hands=12, total_a=1254, total_b=780))
    Game.objects.filter(pk=game.pk).update(stop_reason="Late")
    event = game.events.get(kind=GameEvent.Kind.SLIP_RECORDED)
    assert event.after
    del event.after["reason"]
    event.save()
    Game.objects.filter(pk=game.pk).update(log_hash=hash_of_events(game.events.order_by("pk")))
    assert examined().findings == []


def test_another_number_of_slips_and_why_they_end_add_up(club: Club) -> None:
    slip = Slip(hands=12, total_a=1254, total_b=780)
    game = make_slip(club, slip, slip)
    correct_slip(
        game_id=game.pk, slips=[replace(slip, hands=10, total_a=1000)], stop_reason="Late", **BY
    )
    assert [finding.text for finding in examined().findings] == []
    Game.objects.filter(pk=game.pk).update(game_count=2)
    assert [finding.what for finding in examined().findings] == ["games"]


@pytest.mark.parametrize("make", [eventful_teams, eventful_melee, forfeits_in_melee])
def test_eventful_contests_add_up(club: Club, make: Callable[[Club], Tournament]) -> None:
    make(club)
    assert [finding.text for finding in examined().findings] == []


def test_names_taken_out_are_no_difference(filled: None) -> None:
    player = GameSeat.objects.filter(game__is_contest=False).order_by("pk")[0].player
    assert player is not None
    anonymise_player(player_id=player.pk, **BY)
    assert [finding.text for finding in examined().findings] == []


def run(*options: str) -> tuple[int, str]:
    """Return how the command ends, and what it says in English."""
    out = io.StringIO()
    try:
        call_command("doctor", *options, stdout=out)
    except SystemExit as stopped:
        return int(stopped.code or 0), out.getvalue()
    return 0, out.getvalue()


class TestCommand:
    def test_everything_adds_up(self, filled: None) -> None:
        code, said = run()
        games, hands = Game.objects.count(), Hand.objects.count()
        assert code == 0
        assert said.startswith(f"Everything adds up: {games} games, {hands} hands, 1 contests,")

    def test_a_line_for_each_difference(self, filled: None) -> None:
        game = some(finished()).get()
        hand = game.hands.get(number=2)
        Hand.objects.filter(pk=hand.pk).update(score_a=hand.score_a + 5)
        Tournament.objects.update(exempt_points=7)
        code, said = run()
        assert code == 1
        assert f"Game {game.pk}, table {game.table_number}, hand 2: the score of side A" in said
        assert f"stored: {hand.score_a + 5}; right: {hand.score_a}." in said
        assert "(Concours de la Saint-Martin): The contest: the points without a game" in said
        assert said.splitlines()[-1] == "2 things do not add up."

    def test_games_of_before_chained_logs_are_counted_and_said(self, filled: None) -> None:
        some(finished()).update(log_hash="")
        code, said = run()
        assert code == 0
        assert said.startswith("1 game was not chained before ")

    def test_as_json(self, filled: None) -> None:
        game = some(finished()).get()
        Game.objects.filter(pk=game.pk).update(total_a=game.total_a + 1)
        code, said = run("--json")
        told = json.loads(said)
        assert code == 1
        assert list(told) == ["adds_up", "looked_at", "differences"]
        assert set(told["looked_at"]) == {"games", "hands", "contests", "ratings"}
        found = next(one for one in told["differences"] if one["what"] == "total_a")
        assert found["place"] == {
            "club": "Club des Tilleuls",
            "game": game.pk,
            "table": game.table_number,
        }
        assert (found["stored"], found["right"]) == (game.total_a + 1, game.total_a)
        assert found["text"]

    def test_one_club(self, filled: None) -> None:
        make_club("Elsewhere")
        some(finished()).update(total_a=F("total_a") + 1)
        assert run("--club", "Elsewhere") == (
            0,
            "Everything adds up: 0 games, 0 hands, 0 contests, 0 ratings.\n",
        )
        assert run("--club", "club des tilleuls")[0] == 1
        with pytest.raises(CommandError, match="Elsewhere"):
            run("--club", "Nowhere")


def test_a_row_that_names_one_that_is_gone(filled: None) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("other databases do not let that happen")
    seat = GameSeat.objects.order_by("pk").last()
    assert seat is not None
    with connection.constraint_checks_disabled(), connection.cursor() as cursor:
        cursor.execute("PRAGMA defer_foreign_keys = ON")
        cursor.execute("UPDATE scorekeeper_gameseat SET player_id = 99999 WHERE id = %s", [seat.pk])
        found = [one for one in examined().findings if one.what == "foreign_key"]
        assert [one.spot.path for one in found] == [f"scorekeeper_gameseat.{seat.pk}"]
        assert "names something in scorekeeper_player that is gone" in found[0].text
        cursor.execute("UPDATE scorekeeper_gameseat SET player_id = NULL WHERE id = %s", [seat.pk])
