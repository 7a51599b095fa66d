"""Whoever shows a ranking to everybody asks `visible_ranking` what may be seen of it."""

import re
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.labels.sheets import points_text
from scorekeeper.models import Club
from tests.contest import make_contest, play_round
from tests.meetings import LEAGUE, make_meetings
from tests.pages import visitor, words_on
from tests.phased import POOLS, make_phased, play_phased
from tests.table import NOW, SCORER
from tournaments import visible_ranking as rule
from tournaments.audit_log.places import places_in
from tournaments.audit_log.standings import contest_of
from tournaments.contests.services import finish_tournament
from tournaments.meetings.queries import shared_page
from tournaments.models import Tournament
from tournaments.phases.queries import course_page
from tournaments.seasons.queries.credits import Credits
from tournaments.seasons.queries.items import Item, ItemKind
from tournaments.visible_ranking import Reader, VisibleRanking, visible_ranking


class Contest:
    def __init__(self, finished_at: datetime | None = None) -> None:
        self.finished_at = finished_at


@pytest.mark.parametrize("reader", Reader)
def test_the_end_makes_places_final(reader: Reader) -> None:
    assert not visible_ranking(Contest(), reader).is_final
    assert visible_ranking(Contest(NOW), reader).is_final


@pytest.mark.parametrize(
    ("reader", "playing", "after"),
    [
        (Reader.HALL, None, None),
        (Reader.HALL, 1, None),
        (Reader.HALL, 3, 2),
        (Reader.EVERYBODY, 3, None),
        (Reader.CLUB, 3, None),
    ],
)
def test_only_the_hall_waits_for_the_end_of_a_round(
    reader: Reader, playing: int | None, after: int | None
) -> None:
    assert visible_ranking(Contest(), reader, playing=playing).after_round == after


@pytest.mark.parametrize(
    ("seen", "wanted", "after"), [(None, None, None), (None, 2, 2), (1, None, 1), (1, 2, 1)]
)
def test_nobody_gets_a_later_ranking_by_asking_for_it(
    seen: int | None, wanted: int | None, after: int | None
) -> None:
    assert VisibleRanking(after_round=seen).after(wanted) == after


def page(name: str, **query: str) -> Callable[[Tournament], str]:
    """Return what opens a public page of a contest and returns its words."""

    def opened(tournament: Tournament) -> str:
        address = reverse(f"tournaments:{name}", args=[tournament.token])
        return words_on(visitor().get(address, query))

    return opened


def entry(tournament: Tournament) -> str:
    first = contest_of(tournament).standings().lines[0].entrant
    return words_on(
        visitor().get(reverse("tournaments:public-entry", args=[tournament.token, first]))
    )


def program(tournament: Tournament) -> str:
    token = tournament.codes.get(number=1).token
    phone = Client(headers={"authorization": f"Bearer {token}"})
    lines = phone.get(f"/api/v1/contests/{tournament.pk}/standings").json()["lines"]
    return " ".join(points_text(line["points"]) for line in lines)


def player(tournament: Tournament) -> str:
    found = places_in(Tournament.objects.filter(pk=tournament.pk))[tournament.pk]
    return " ".join(points_text(place.total) for place in found.values())


def season(tournament: Tournament) -> str:
    pk = tournament.pk
    item = Item(date=tournament.date, kind=ItemKind.CONTEST, pk=pk, name=tournament.name)
    ranked = Credits([item])._contests[pk]
    return " ".join(points_text(line.record.points) for line in ranked.standings().lines)


READERS: Final = (
    pytest.param(page("public", list="ranking"), id="public page"),
    pytest.param(page("public-cross-table"), id="cross-table"),
    pytest.param(entry, id="page of an entry"),
    pytest.param(page("board", show="ranking"), id="board"),
    pytest.param(page("board"), id="podium"),
    pytest.param(program, id="program"),
    pytest.param(player, id="player's page"),
    pytest.param(season, id="season"),
    pytest.param(page("results"), id="results", marks=pytest.mark.extensions),
    pytest.param(page("public-story"), id="story", marks=pytest.mark.extensions),
)


@pytest.fixture
def first_round_alone(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Return what makes a rule by which nobody sees more than the first round."""

    def made(**_seen: Any) -> VisibleRanking:
        return VisibleRanking(after_round=1)

    return lambda: monkeypatch.setattr(rule, "VisibleRanking", made)


@pytest.mark.django_db
@pytest.mark.parametrize("shown", READERS)
def test_every_reader_asks(
    club: Club, first_round_alone: Callable[[], None], shown: Callable[[Tournament], str]
) -> None:
    contest = make_contest(club, teams=4, rounds=2, hands=2)
    play_round(contest)
    play_round(contest, seed=2)
    finish_tournament(tournament_id=contest.pk, author=SCORER, now=NOW)
    contest.refresh_from_db()
    total = points_text(contest_of(contest).standings().lines[0].record.points)
    assert total in shown(contest)
    first_round_alone()
    assert total not in shown(contest)


@pytest.mark.django_db
def test_the_document_is_not_offered_where_a_round_is_hidden(
    club: Club, first_round_alone: Callable[[], None]
) -> None:
    contest = make_contest(club, teams=4, rounds=1, hands=2)
    play_round(contest)
    address = reverse("tournaments:public-document", args=[contest.token])
    assert visitor().get(address).status_code == 200
    first_round_alone()
    assert visitor().get(address).status_code == 404


@pytest.mark.django_db
def test_pools_ask(club: Club, first_round_alone: Callable[[], None]) -> None:
    contest = make_phased(club, POOLS, teams=8)
    play_phased(contest, rounds=2)

    def played() -> set[int]:
        page = course_page(contest, reader=Reader.EVERYBODY)
        return {line["played"] for pool in page.pools for line in pool["lines"]}

    assert played() == {2}
    first_round_alone()
    assert played() == {1}


@pytest.mark.django_db
def test_the_table_of_club_teams_asks(club: Club, first_round_alone: Callable[[], None]) -> None:
    contest = make_meetings(club, LEAGUE, pairs=2)
    play_phased(contest, rounds=2)
    contest.refresh_from_db()
    assert {row["played"] for row in shared_page(contest).rows} == {2}
    first_round_alone()
    assert {row["played"] for row in shared_page(contest).rows} == {1}


LOADS: Final = re.compile(
    r"\b(?:ranking_of|contest_of|ranked_contests|load_contests|course_contest_of"
    r"|squads_contest_of)\("
)
SHOWS_NOBODY_ELSE: Final = {
    "audit_log/meetings.py": "loads for others",
    "audit_log/places.py": "finished contests alone; others by seen_contests",
    "contests/services.py": "writes the log",
    "doctor/contests.py": "compares",
    "extensions/interclub/queries.py": "finished contests alone, by with_final_ranking",
    "extensions/prizes/services.py": "draws and hands over",
    "extensions/results/queries.py": "the final, once places are final",
    "phases/services.py": "writes the log",
    "rankings/queries/exports.py": "the club's own files",
    "rankings/queries/rankings.py": "loads for others",
    "rankings/views.py": "the club's own page",
    "rounds/queries/draws.py": "explains a draw that is published",
    "rounds/queries/requests.py": "draws",
    "rounds/services.py": "draws",
}
"""What loads a ranking without asking, and why."""


def test_whoever_loads_a_ranking_asks_or_says_why_not() -> None:
    room = Path(rule.__file__).parent
    pure = {room / "standings", room / "formats", room / "audit_log" / "replay"}
    silent = set()
    for file in room.rglob("*.py"):
        text = file.read_text("utf-8")
        if LOADS.search(text) and "visible_ranking(" not in text and not pure & {*file.parents}:
            silent.add(file.relative_to(room).as_posix())
    assert silent == {name for name in SHOWS_NOBODY_ELSE if (room / name).exists()}
