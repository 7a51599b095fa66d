"""What one act costs: a hand from a phone, a slip at the desk, a correction after closing.

The ways are those that `tests/benchmarks/ways.py` prints.
"""

from functools import partial

import pytest
from django.db import connection

from scorekeeper.models import Club
from tests.benchmarks.ways import correct_hands, go_way, posted, publish_draw, send_hands
from tests.contest import games_of, make_contest, play, start_round
from tests.pages import member_of
from tests.table import NOW, SCORER
from tournaments.models import Match
from tournaments.tables.services import close_round

pytestmark = pytest.mark.django_db

MOST_QUERIES = {
    "a hand from a phone": 10,
    "a hand sent again": 4,
    "a slip typed at the desk": 16,
    "a hand corrected after closing": 16,
    "a draw published": 16,
}
# The engine keeps no scores: each hand runs through its cards, declarations and rule set.
MOST_FILES = {"a hand from a phone": 28}


@pytest.fixture
def matches(club: Club) -> list[Match]:
    return games_of(start_round(make_contest(club, teams=6, rounds=2, hands=5)))


def test_an_act_asks_few_queries_and_runs_through_few_files(
    club: Club, matches: list[Match]
) -> None:
    queries, files = {}, {}

    def way(name: str, go: object) -> None:
        assert callable(go)
        asked, ran = go_way(go)
        queries[name], files[name] = len(asked), len(ran)

    first, *others = matches
    organiser = member_of(club)
    send_hands(first, way)
    slips = f"/contests/{first.round.tournament_id}/rounds/1/slips/"
    for what, match in zip(("", "a slip typed at the desk"), others, strict=True):
        typed = {"total_a": "500", "total_b": "310", "table": str(match.table_number)}
        way(what, partial(posted, organiser, slips, typed))
    play(first, [100])
    close_round(round_id=first.round_id, author=SCORER, now=NOW)
    correct_hands(first, organiser, way)
    publish_draw(first.round.tournament, organiser, way)
    # Where rows can be locked the contest's is, before anything else is read.
    locks = int(connection.features.has_select_for_update)
    assert {n: most for n, most in MOST_QUERIES.items() if queries[n] > most + locks} == {}
    assert {name: most for name, most in MOST_FILES.items() if files[name] > most} == {}
