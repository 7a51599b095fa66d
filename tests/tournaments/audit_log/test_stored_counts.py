"""A contest whose hands were written before a sum of counts was asked about stays what it was."""

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.engine.scoring import ImpossibleHandError
from scorekeeper.games.services import hands as services
from scorekeeper.models import Club, Game
from scorekeeper.models.hands import input_of
from tests.contest import games_of, make_contest, start_round, write_hand
from tests.engine.sheet import A, took
from tests.table import NOW, SCORER, make_club
from tournaments.audit_log.queries.documents import document_of, document_text
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.audit_log.services import import_tournament, read_document
from tournaments.models import Tournament
from tournaments.tables.services import close_round

SHORT = (70, 60)
"""What the defence counted beside 82: ten and twenty less than there are."""


@pytest.fixture
def contest(club: Club, monkeypatch: pytest.MonkeyPatch) -> Tournament:
    """Return a contest with a hand of each sum, as earlier versions took it once confirmed."""
    tournament = make_contest(club, teams=2, rounds=1, hands=3)
    (match,) = games_of(start_round(tournament))
    with monkeypatch.context() as before:
        before.setattr(services, "check", lambda entry, rules: ())
        for count in SHORT:
            write_hand(match.game, took(A, 82, defenders_count=count))
    return tournament


def game_of(tournament: Tournament) -> Game:
    return Game.objects.get(match__round__tournament=tournament)


def test_it_goes_on_and_its_log_tells_it(contest: Tournament) -> None:
    write_hand(game_of(contest), took(A, 100))
    close_round(round_id=contest.rounds.get().pk, author=SCORER, now=NOW)
    game = game_of(contest)
    assert (game.total_a, game.total_b) == (264, 222)
    assert verify_tournament(contest).is_whole
    document = read_document(document_text(document_of(contest)))
    stored = import_tournament(document=document, club=make_club("Elsewhere"), now=NOW)
    there = Tournament.objects.get(pk=stored.pk)
    assert verify_tournament(there).is_whole
    assert [hand.defenders_count for hand in game_of(there).hands.order_by("number")] == [
        *SHORT,
        None,
    ]


def test_only_what_is_corrected_is_judged_anew(contest: Tournament) -> None:
    game = game_of(contest)
    write_hand(game, took(A, 100))
    first, _second, third = game.hands.order_by("number")
    by: dict[str, Any] = {"game_id": game.pk, "author": SCORER, "now": NOW, "even_finished": True}
    changed = replace(input_of(third), entry=took(A, 110))
    services.correct_hand(number=3, written=changed, **by)
    short = replace(input_of(first), entry=took(A, 92, defenders_count=60))
    with pytest.raises(ImpossibleHandError):
        services.correct_hand(number=1, written=short, **by)
    services.correct_hand(number=1, written=replace(input_of(first), entry=took(A, 92)), **by)
    game.refresh_from_db()
    assert (game.total_a, game.total_b) == (284, 202)
