"""How many queries the short questions take that screens and phones ask all evening."""

import uuid
from collections.abc import Callable

from tests.benchmarks.figures import empty_database, tell_count, version_on


def measure_questions() -> None:
    """Count the queries of everything that is asked again and again."""
    from scorekeeper.evenings.services import open_evening
    from scorekeeper.rules.pages.rulesets import preset_choice
    from tests.contest import games_of, make_contest, start_round
    from tests.pages import member_of, visitor
    from tests.table import NOW, make_club

    with empty_database():
        club = make_club()
        evening = open_evening(
            club=club, name="", date=NOW.date(), ruleset_key=preset_choice("contest").key, now=NOW
        )
        playing = start_round(make_contest(club, teams=40))
        organiser, contest = member_of(club), playing.tournament
        for name, client, address in (
            ("board", visitor(), f"/b/{contest.token}/"),
            ("organiser's tables", organiser, f"/contests/{contest.pk}/rounds/1/"),
            ("evening's board", organiser, f"/evenings/{evening.pk}/"),
        ):
            version = version_on(client.get(address).content)
            _tell(f"{name}, nothing changed", client.get, f"{address}?board={version}")
        match = games_of(playing)[0]
        _measure_interface(
            f"/api/v1/games/{match.game_id}",
            contest.codes.get(number=match.table_number or 0).token,
        )


def _measure_interface(address: str, token: str) -> None:
    from django.test import Client

    phone = Client(headers={"Authorization": f"Bearer {token}"})
    tag = phone.get(address).headers["ETag"]
    _tell("sheet by the API, unchanged", phone.get, address, headers={"If-None-Match": tag})
    hand = {"number": 1, "base": None, "entry": {"taker": "A1", "card_points": 92}}
    place = f"{address}/hands/{uuid.uuid4()}"
    for what in ("a hand by the API", "the same hand once more"):
        _tell(what, phone.put, place, hand, content_type="application/json")


def _tell(what: str, ask: Callable[..., object], *args: object, **kwargs: object) -> None:
    from tests.pages import count_queries

    tell_count(f"queries: {what}", count_queries(ask, *args, **kwargs))
