"""Recording, correcting and withdrawing hands in the database."""

import uuid
from dataclasses import replace
from functools import partial

import pytest
from django.db import IntegrityError, transaction

from scorekeeper.engine.checks import MOST_PASSED_DEALS
from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.engine.scoring import ImpossibleHandError
from scorekeeper.evenings.services import open_evening
from scorekeeper.games.services.actions import GameIsOverError, StaleGameError
from scorekeeper.games.services.games import (
    Seating,
    edit_game,
    finish_game,
    reopen_game,
    stop_game,
)
from scorekeeper.games.services.hands import (
    HandInput,
    correct_hand,
    pass_deal,
    record_hand,
    restore_deal,
    withdraw_hand,
)
from scorekeeper.models import Game, GameEvent, Hand
from scorekeeper.refusals import ClubRefusal, Refused
from tests.table import NAMES, NOW, SCORER, make_club, make_game, takes, totals_of, write

pytestmark = pytest.mark.django_db

LITIGE = takes(Seat.A1, 81)


@pytest.fixture
def game() -> Game:
    return make_game(make_club())


def test_hands_add_up(game: Game) -> None:
    write(game, takes(Seat.A1, 92), takes(Seat.B1, 70, belote=Side.A))
    assert totals_of(game) == (92 + 162 + 20, 70)


def test_the_same_submission_is_written_once(game: Game) -> None:
    key = uuid.uuid4()
    sent = [
        record_hand(
            game_id=game.pk,
            written=HandInput(entry=takes(Seat.A1, 100)),
            submission_key=key,
            author=SCORER,
            now=NOW,
        )
        for _ in range(2)
    ]
    assert sent[0].pk == sent[1].pk
    assert totals_of(game) == (100, 62)


def test_another_hand_under_a_used_key_is_refused(game: Game) -> None:
    """The page came out of the browser's memory: what is typed on it anew is no repetition."""
    record = partial(
        record_hand,
        game_id=game.pk,
        submission_key=uuid.uuid4(),
        base_version=game.version,
        author=SCORER,
        now=NOW,
    )
    record(written=HandInput(entry=takes(Seat.A1, 100)))
    with pytest.raises(StaleGameError):
        record(written=HandInput(entry=takes(Seat.A1, 90)))
    assert totals_of(game) == (100, 62)


def test_a_hand_on_top_of_an_old_page_is_refused(game: Game) -> None:
    seen = game.version
    write(game, takes(Seat.A1, 100))
    with pytest.raises(StaleGameError):
        record_hand(
            game_id=game.pk,
            written=HandInput(entry=takes(Seat.B1, 90)),
            submission_key=uuid.uuid4(),
            base_version=seen,
            author=SCORER,
            now=NOW,
        )
    assert totals_of(game) == (100, 62)


def test_an_impossible_hand_is_not_written(game: Game) -> None:
    with pytest.raises(ImpossibleHandError):
        write(game, takes(Seat.A1, 161))
    assert not Hand.objects.exists()


def test_correcting_a_litige_moves_the_held_points(game: Game) -> None:
    write(game, LITIGE, takes(Seat.B1, 100))
    assert totals_of(game) == (62, 81 + 100 + 81)
    correct_hand(
        game_id=game.pk,
        number=1,
        written=HandInput(entry=takes(Seat.A1, 82)),
        author=SCORER,
        now=NOW,
    )
    assert totals_of(game) == (82 + 62, 80 + 100)


def test_what_was_there_before_stays_with_time_and_author(game: Game) -> None:
    write(game, takes(Seat.A1, 90))
    correct_hand(
        game_id=game.pk,
        number=1,
        written=HandInput(entry=takes(Seat.B1, 90)),
        author=SCORER,
        now=NOW,
    )
    event = GameEvent.objects.get(kind=GameEvent.Kind.HAND_CORRECTED)
    assert event.before
    assert event.after
    assert (event.before["taker"], event.after["taker"]) == ("A1", "B1")
    assert (event.author_name, event.at) == ("Élise", NOW)


def test_withdrawing_a_hand_moves_the_later_ones_up(game: Game) -> None:
    write(game, takes(Seat.A1, 90), LITIGE, takes(Seat.B1, 100), takes(Seat.A2, 162))
    withdraw_hand(game_id=game.pk, number=2, author=SCORER, now=NOW)
    hands = list(game.hands.order_by("number").values_list("number", "score_a", "score_b"))
    assert hands == [(1, 90, 72), (2, 62, 100), (3, 162, 0)]
    assert totals_of(game) == (314, 172)


def test_a_hand_that_does_not_exist_is_not_corrected(game: Game) -> None:
    with pytest.raises(Hand.DoesNotExist):
        withdraw_hand(game_id=game.pk, number=1, author=SCORER, now=NOW)


def test_the_twelfth_hand_closes_the_game(game: Game) -> None:
    write(game, *[takes(Seat.A1, 100)] * 12)
    assert totals_of(game) == (1200, 744)
    assert (game.status, game.winner, game.finished_at) == ("finished", "A", NOW)
    with pytest.raises(GameIsOverError):
        write(game, takes(Seat.A1, 100))


def test_a_finished_game_is_reopened_to_correct_it(game: Game) -> None:
    write(game, *[takes(Seat.A1, 100)] * 12)
    correct = partial(
        correct_hand,
        game_id=game.pk,
        number=12,
        written=HandInput(entry=takes(Seat.A1, 60)),
        author=SCORER,
        now=NOW,
    )
    with pytest.raises(GameIsOverError):
        correct()
    reopen_game(game_id=game.pk, author=SCORER, now=NOW)
    correct()
    finish_game(game_id=game.pk, author=SCORER, now=NOW)
    assert totals_of(game) == (1100, 682 + 162)
    assert game.is_finished


def test_undoing_the_last_hand_opens_the_game_again(game: Game) -> None:
    write(game, *[takes(Seat.A1, 100)] * 12)
    withdraw_hand(game_id=game.pk, number=12, author=SCORER, now=NOW, undo=True)
    assert totals_of(game) == (1100, 682)
    assert not game.is_finished


def test_a_game_with_hands_missing_is_not_closed(game: Game) -> None:
    with pytest.raises(Refused) as refused:
        finish_game(game_id=game.pk, author=SCORER, now=NOW)
    assert refused.value.code is ClubRefusal.GAME_GOES_ON


def test_stopping_early_gives_held_points_back(game: Game) -> None:
    write(game, takes(Seat.B1, 100), LITIGE)
    stop_game(game_id=game.pk, reason="the hall closes", author=SCORER, now=NOW)
    assert totals_of(game) == (62 + 81, 100 + 81)
    assert (game.winner, game.stop_reason) == ("B", "the hall closes")
    reopen_game(game_id=game.pk, author=SCORER, now=NOW)
    assert totals_of(game) == (62, 181)
    assert game.held == 81


def test_a_correction_that_ends_the_game_earlier_keeps_the_later_hands() -> None:
    game = make_game(make_club(), rules="classic", game_format=GameFormat(target=500))
    write(game, *[takes(Seat.A1, 100)] * 4)
    correct_hand(
        game_id=game.pk,
        number=1,
        written=HandInput(entry=takes(Seat.A1, 162, capot=Side.A)),
        author=SCORER,
        now=NOW,
    )
    write_count = game.hands.count()
    correct_hand(
        game_id=game.pk,
        number=2,
        written=HandInput(entry=takes(Seat.A1, 162, capot=Side.A)),
        author=SCORER,
        now=NOW,
    )
    assert totals_of(game) == (500, 0)
    assert game.winner == "A"
    assert game.hands.count() == write_count
    assert list(game.hands.order_by("number").values_list("counted", flat=True)) == [
        True,
        True,
        False,
        False,
    ]


def test_deals_that_nobody_took_move_the_dealer_and_are_kept(game: Game) -> None:
    pass_deal(game_id=game.pk, author=SCORER, now=NOW)
    pass_deal(game_id=game.pk, author=SCORER, now=NOW)
    restore_deal(game_id=game.pk, author=SCORER, now=NOW)
    game.refresh_from_db()
    assert game.passed_deals == 1
    [hand] = write(game, HandEntry(taker=Seat.A1, card_points=90, passed_deals=1))
    game.refresh_from_db()
    assert (hand.passed_deals, game.passed_deals) == (1, 0)


def test_the_length_of_a_game_can_be_changed_while_it_goes_on(game: Game) -> None:
    write(game, *[takes(Seat.A1, 100)] * 3)
    names = {**NAMES, Seat.B2: "Denise"}
    edit_game(
        game_id=game.pk,
        seating=Seating(names=names, first_dealer=Seat.B1),
        game_format=GameFormat(hands=8),
        author=SCORER,
        now=NOW,
    )
    write(game, *[takes(Seat.A1, 100)] * 5)
    assert totals_of(game) == (800, 496)
    assert game.is_finished
    assert game.seats.get(seat="B2").name == "Denise"


@pytest.mark.parametrize(
    "nonsense",
    [
        pytest.param({"taker": ""}, id="neither taken nor a penalty"),
        pytest.param({"penalty": "A"}, id="taken and a penalty"),
        pytest.param({"card_points": 259}, id="more points than there are"),
        pytest.param({"belote": "C"}, id="belote of no side"),
    ],
)
def test_the_database_refuses_nonsense(game: Game, nonsense: dict[str, object]) -> None:
    write(game, takes(Seat.A1, 90))
    with pytest.raises(IntegrityError), transaction.atomic():
        Hand.objects.update(**nonsense)


def test_a_game_made_longer_counts_its_later_hands(game: Game) -> None:
    write(game, *[takes(Seat.A1, 100)] * 3)
    for hands, counted in ((2, [True, True, False]), (12, [True, True, True])):
        edit_game(
            game_id=game.pk,
            seating=Seating(names=NAMES),
            game_format=GameFormat(hands=hands),
            author=SCORER,
            now=NOW,
        )
        shown = list(game.hands.order_by("number").values_list("counted", flat=True))
        assert shown == counted
    assert totals_of(game) == (300, 186)


def test_a_name_is_found_whatever_its_capitals_and_accents() -> None:
    club = make_club()
    make_game(club, names={**NAMES, Seat.A1: "Émile"})
    make_game(club, names={**NAMES, Seat.A1: "émile "})
    assert club.players.count() == 4


def test_a_double_tap_after_a_deal_that_nobody_took(game: Game) -> None:
    """The second tap counts no passed deal any more, and is the same hand all the same."""
    pass_deal(game_id=game.pk, author=SCORER, now=NOW)
    record = partial(
        record_hand, game_id=game.pk, submission_key=uuid.uuid4(), author=SCORER, now=NOW
    )
    first = takes(Seat.A1, 100)
    record(written=HandInput(entry=replace(first, passed_deals=1)))
    record(written=HandInput(entry=first))
    assert totals_of(game) == (100, 62)


def test_however_often_nobody_takes_a_hand_can_be_written(game: Game) -> None:
    for _ in range(MOST_PASSED_DEALS + 5):
        pass_deal(game_id=game.pk, author=SCORER, now=NOW)
    game.refresh_from_db()
    write(game, replace(takes(Seat.A1, 100), passed_deals=game.passed_deals))
    assert totals_of(game) == (100, 62)


def test_who_replaces_a_player_is_here_tonight(game: Game) -> None:
    evening = open_evening(
        club=game.club, name="Vendredi", date=NOW.date(), ruleset_key="salon", now=NOW
    )
    edit_game(
        game_id=game.pk,
        seating=Seating(names={**NAMES, Seat.B2: "Eve"}, evening=evening),
        game_format=game.format,
        author=SCORER,
        now=NOW,
    )
    here = evening.attendances.values_list("player__name", flat=True)
    assert sorted(here) == ["Anne", "Bruno", "Chloé", "Eve"]
