"""Who drew a round how often, when and from which seed: as the log tells it."""

from datetime import timedelta
from typing import Any

import pytest

from scorekeeper.models import Club
from tests.contest import make_contest, start_round
from tests.draws import DOER, draw_page, words_at
from tests.pages import member_of
from tests.table import NOW, SCORER
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.models import LogEntry, Tournament
from tournaments.rounds.queries.requests import DrawnOnce, draws_in
from tournaments.rounds.services import draw_round, publish_round, take_back_round

pytestmark = pytest.mark.django_db


def at(minute: int) -> dict[str, Any]:
    return {"author": SCORER, "now": NOW + timedelta(minutes=minute)}


def draw_history(tournament: Tournament, round_number: int) -> list[DrawnOnce]:
    return draws_in(tournament.log.filter(round_number=round_number).order_by("number"))


def test_every_draw_of_a_round_is_told_with_its_time_and_seed(club: Club) -> None:
    tournament = make_contest(club, teams=6)
    drawn = draw_round(tournament_id=tournament.pk, seed=12, **at(0))
    publish_round(round_id=drawn.pk, **at(1))
    take_back_round(round_id=drawn.pk, **at(2))
    draw_round(tournament_id=tournament.pk, **at(3))
    last = draw_round(tournament_id=tournament.pk, seed=0, **at(4))
    publish_round(round_id=last.pk, **at(5))
    history = draw_history(tournament, 1)
    told = [(once.is_seed_typed, once.was_published, once.drawn_at) for once in history]
    times = [NOW + timedelta(minutes=minute) for minute in (0, 3, 4)]
    assert told == [(True, True, times[0]), (False, False, times[1]), (True, True, times[2])]
    assert [once.seed for once in history][::2] == [12, 0]
    assert history[-1].fingerprint == last.certificate["fingerprint"]
    assert {(once.method, once.author_name) for once in history} == {("lot", SCORER.name)}
    assert draw_history(tournament, 2) == []
    assert verify_tournament(tournament).is_whole


def test_the_log_of_an_older_version_does_not_say_who_chose_the_seed(club: Club) -> None:
    tournament = make_contest(club, teams=4)
    start_round(tournament)
    line = tournament.log.get(kind=LogEntry.Kind.DRAWN)
    del line.data["typed"]
    line.save()
    (once,) = draw_history(tournament, 1)
    assert once.is_seed_typed is None


def test_the_page_calls_a_typed_seed_typed_and_names_the_draws_before(club: Club) -> None:
    client = member_of(club)
    tournament = make_contest(club, teams=6)
    draw_round(tournament_id=tournament.pk, seed=12, **DOER)
    drawn = draw_round(tournament_id=tournament.pk, **DOER)
    words = words_at(client, draw_page(drawn))
    assert "Chosen at random by the program." in words
    assert "typed seed 12" in words
    drawn = draw_round(tournament_id=tournament.pk, seed=13, **DOER)
    words = words_at(client, draw_page(drawn))
    assert "Typed by the person who drew the round." in words
