"""Eight phones write at once through the program's own database backend: nothing is lost."""

import uuid
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from django.db import connection

from scorekeeper.clubs.services.accounts import create_sign_in_link, use_sign_in_link
from scorekeeper.clubs.services.players import find_or_add_player
from scorekeeper.engine.hand import Seat
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.games.services.actions import GameIsOverError, StaleGameError
from scorekeeper.games.services.hands import HandInput, record_hand
from scorekeeper.models import Game, Player
from tests.table import NOW, SCORER, make_club, make_game, make_member, takes, totals_of, write

pytestmark = pytest.mark.django_db(transaction=True)

PHONES = 8


def at_once(act: Callable[[int], object]) -> Counter[str]:
    """Let every phone act at once; return what they got: a value or the name of an error."""

    def one(phone: int) -> str:
        try:
            return str(act(phone))
        except (GameIsOverError, StaleGameError) as error:
            return type(error).__name__
        finally:
            connection.close()

    with ThreadPoolExecutor(PHONES) as phones:
        return Counter(phones.map(one, range(PHONES)))


def enter(
    game: Game, *, key: uuid.UUID | None = None, base_version: int | None = None, hands: int = 1
) -> str:
    """Write 92 – 70 that many times; return "written"."""
    for _ in range(hands):
        record_hand(
            game_id=game.pk,
            written=HandInput(entry=takes(Seat.A1, 92)),
            submission_key=key or uuid.uuid4(),
            base_version=base_version,
            author=SCORER,
            now=NOW,
        )
    return "written"


def test_one_game_from_all_phones() -> None:
    game = make_game(make_club(), game_format=GameFormat(hands=100))
    assert at_once(lambda _: enter(game, hands=5)) == {"written": 8}
    assert totals_of(game) == (40 * 92, 40 * 70)
    assert list(game.hands.order_by("number").values_list("number", flat=True)) == [*range(1, 41)]
    assert game.events.count() == 41


def test_a_table_for_each_phone() -> None:
    club = make_club()
    games = [make_game(club) for _ in range(PHONES)]
    assert at_once(lambda phone: enter(games[phone], hands=12)) == {"written": 8}
    assert {totals_of(game) for game in games} == {(12 * 92, 12 * 70)}
    assert all(game.is_finished for game in games)


def test_of_pages_made_at_the_same_moment_one_is_in_time() -> None:
    game = make_game(make_club())
    act = partial(enter, game, base_version=game.version)
    assert at_once(lambda _: act()) == {"written": 1, "StaleGameError": 7}
    assert totals_of(game) == (92, 70)


def test_one_submission_sent_by_all_is_one_hand() -> None:
    game = make_game(make_club())
    act = partial(enter, game, base_version=game.version, key=uuid.uuid4())
    assert at_once(lambda _: act()) == {"written": 8}
    assert totals_of(game) == (92, 70)


def test_the_last_hand_is_written_once() -> None:
    game = make_game(make_club())
    write(game, *[takes(Seat.A1, 92)] * 11)
    assert at_once(lambda _: enter(game)) == {"written": 1, "GameIsOverError": 7}
    assert totals_of(game) == (12 * 92, 12 * 70)


def test_a_new_player_typed_on_all_phones_is_one() -> None:
    club = make_club()
    at_once(
        lambda phone: find_or_add_player(club=club, name=("Élise", "élise")[phone % 2], now=NOW)
    )
    assert Player.objects.count() == 1


def test_a_one_time_link_lets_one_in() -> None:
    user = make_member(make_club())
    token = create_sign_in_link(user=user, now=NOW)
    assert at_once(lambda _: use_sign_in_link(token=token, now=NOW)) == {"elise": 1, "None": 7}
