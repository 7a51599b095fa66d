"""The interface keeps to its description: schemathesis sends what it allows, and what it does not.

Whatever is sent, the sheets stay whole: every test looks at them in the end.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import pytest
import schemathesis
from django.conf import settings
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck
from hypothesis import settings as examples
from schemathesis import Case, GenerationMode
from schemathesis.config import (
    ChecksConfig,
    GenerationConfig,
    PositiveDataAcceptanceConfig,
    ProjectConfig,
    ProjectsConfig,
    SchemathesisConfig,
)

from scorekeeper.engine.hand import Seat
from scorekeeper.models import Game, Hand
from scorekeeper.models.hands import hand_tag, stored_hands, tally_hands
from tests.contest import games_of, make_contest, play, start_round, write_hand
from tests.pages import member_of
from tests.table import NOW, SCORER, make_club, make_game, takes, write
from tests.tournaments.seasons.leagues import make_season
from tests.tries import tries
from tournaments.extensions.public_site.services import open_season
from tournaments.models import ClubWindow

pytestmark = pytest.mark.django_db

EXAMPLES: Final = tries(20)

CONFIG: Final = SchemathesisConfig(
    seed=5,
    projects=ProjectsConfig(
        default=ProjectConfig(
            generation=GenerationConfig(
                max_examples=EXAMPLES,
                deterministic=True,
                # The ways in are real ones; the check `ignored_auth` tries without and with others.
                with_security_parameters=False,
            ),
            checks=ChecksConfig(
                # What follows the description may still be a hand that no cards make.
                positive_data_acceptance=PositiveDataAcceptanceConfig(
                    expected_statuses=["2xx", "401", "403", "404", "409", "412", "422", "5xx"]
                ),
            ),
        )
    ),
)

schema = schemathesis.openapi.from_wsgi(
    "/api/v1/openapi.json", get_wsgi_application(), config=CONFIG
)
on_one_place = examples(suppress_health_check=[HealthCheck.function_scoped_fixture])


@dataclass(frozen=True)
class Way:
    """A way in, and the game that it is used for."""

    game: Game
    headers: dict[str, str]
    cookies: dict[str, str] = field(default_factory=dict)


class Place:
    """A club with a game outside contests, and a contest of two tables, one of which is full."""

    def __init__(self) -> None:
        club = make_club()
        self.game = make_game(club)
        write(self.game, takes(Seat.A1, 92), takes(Seat.B1, 100))
        self.contest = make_contest(club, teams=4, rounds=2, hands=3)
        self.match, full = games_of(start_round(self.contest))
        write_hand(self.match.game, takes(Seat.A1, 92))
        play(full)
        full.refresh_from_db()
        self.full, self.receipt = full.game, full.receipt
        season = make_season(club)
        open_season(season=season, author=SCORER, now=NOW)
        self.season, self.window = season, ClubWindow.objects.get(club=club)
        self.browser = member_of(club)
        self.browser.get("/contests/new/")

    def by_game(self) -> Way:
        return Way(self.game, {"Authorization": f"Bearer {self.game.token}"})

    def by_table(self) -> Way:
        assert self.match.game
        code = self.contest.codes.get(number=self.match.table_number or 0)
        return Way(self.match.game, {"Authorization": f"Bearer {code.token}"})

    def by_session(self) -> Way:
        assert self.full
        kept = {name: found.value for name, found in self.browser.cookies.items()}
        # The header says that the cookies are meant, the cookies are what is sent.
        header = "; ".join(f"{name}={value}" for name, value in kept.items())
        proof = kept[settings.CSRF_COOKIE_NAME]
        return Way(self.full, {"X-CSRFToken": proof, "Cookie": header}, kept)


@pytest.fixture
def place() -> Iterator[Place]:
    place = Place()
    # As the test client does: the transaction of the test stays open from request to request.
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    try:
        yield place
    finally:
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)
    for game in Game.objects.all():
        tally = tally_hands(game, stored_hands(game))
        assert (game.total_a, game.total_b) == (tally.totals.a, tally.totals.b)
        assert game.hand_count == len(tally.hands)


WAYS: Final = (Place.by_game, Place.by_table, Place.by_session)


@pytest.mark.parametrize("way_in", WAYS, ids=lambda way: way.__name__)
@schema.parametrize()
@on_one_place
def test_keeps_to_its_description(
    case: Case[Any], place: Place, way_in: Callable[[Place], Way]
) -> None:
    way = way_in(place)
    aim(case, place, way.game)
    # Packed answers would not be unpacked in here.
    headers = {**way.headers, "Accept-Encoding": "identity"}
    case.call_and_validate(headers=headers, cookies=way.cookies)


def aim(case: Case[Any], place: Place, game: Game) -> None:
    """Let a request that could be one meet something that is there."""
    real = {"game_id": game.pk, "contest_id": place.contest.pk, "number": 1}
    real["season"] = place.season.pk
    if "address" in case.path_parameters:
        case.path_parameters["address"] = place.window.address
    for name, value in case.path_parameters.items():
        if name in real and str(value).isdecimal():
            case.path_parameters[name] = real[name]
    hands = list(game.hands.order_by("number"))
    if hands and str(case.path_parameters.get("hand", ""))[-1:] in set("01234567"):
        case.path_parameters["hand"] = str(hands[0].submission_key)
    if isinstance(case.body, dict):
        body = {name: aimed(name, value, place, hands) for name, value in case.body.items()}
        follows = case.meta is not None and case.meta.generation.mode is GenerationMode.POSITIVE
        if follows and "entry" in body and game.hand_count % 2 == 0:
            # Hardly ever is what follows the description a hand that was played.
            body.update(base=None, number=len(hands) + 1, entry=dict(A_HAND))
        case.body = body


A_HAND: Final = {"taker": "A1", "card_points": 92}


def aimed(name: str, value: Any, place: Place, hands: Sequence[Hand]) -> Any:
    """Return a value of a body as it was made, or one that finds what is there."""
    if name == "number" and type(value) is int and value in range(1, 10_000):
        return 1 + value % (len(hands) + 1)
    if name == "base" and isinstance(value, str) and value.isalnum() and hands:
        return hand_tag(hands[0])
    if name == "receipt" and isinstance(value, str) and len(value) <= 20:
        return place.receipt
    if name == "entry" and isinstance(value, dict):
        return {part: aimed(part, said, place, hands) for part, said in value.items()}
    if name == "card_points" and type(value) is int and abs(value) < 10_000:
        return value % 163
    return value
