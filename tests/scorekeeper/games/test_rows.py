"""Rows by prepared statements are the rows that Django reads and writes one by one."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F, UUIDField

from scorekeeper.engine.hand import Seat
from scorekeeper.models import Game, GameEvent, GameSeat, Hand
from scorekeeper.models.rows import (
    Gap,
    PreparedQuery,
    insert_row,
    insert_rows,
    update_rows,
)
from tests.table import NOW, make_club, make_game, takes, write

pytestmark = pytest.mark.django_db


def test_new_rows_are_as_if_created_one_by_one() -> None:
    game = make_game(make_club())
    shared = {"game": game, "kind": GameEvent.Kind.EDITED, "author_name": "Zoé", "at": NOW}
    values = {"before": None, "after": {"noms": ["Ève", None, 1.5]}, "hand_number": 3}
    game.events.all().delete()
    GameEvent.objects.create(**shared, **values)
    insert_rows([GameEvent(**shared, **values)])
    first, second = game.events.order_by("pk").values(*shared, *values)
    assert first == second
    insert_rows([])


def test_each_row_keeps_its_moment() -> None:
    """Two of them read alike on a clock in Paris, one of them in the second of its two hours."""
    game = make_game(make_club())
    game.events.all().delete()
    first = datetime(2026, 10, 25, 2, 30, tzinfo=ZoneInfo("Europe/Paris"))
    moments = [first, NOW, first.replace(fold=1), NOW, first]
    insert_rows(
        GameEvent(game=game, kind=GameEvent.Kind.EDITED, author_name="Zoé", at=at) for at in moments
    )
    stored = game.events.order_by("pk").values_list("at", flat=True)
    assert list(stored) == [at.astimezone(UTC) for at in moments]


def test_changed_rows_keep_what_is_not_named() -> None:
    game = make_game(make_club())
    seats = list(game.seats.order_by("seat"))
    for place, seat in enumerate(seats):
        seat.points, seat.name = 100 + place, "not named"
    update_rows(seats, ("points",))
    stored = list(game.seats.order_by("seat").values_list("seat", "points"))
    assert stored == list(zip(sorted(Seat), (100, 101, 102, 103), strict=True))
    assert "not named" not in game.seats.values_list("name", flat=True)
    update_rows([], ("points",))


def test_one_bad_row_leaves_none() -> None:
    game = make_game(make_club())
    GameSeat.objects.filter(game=game).exclude(seat=Seat.B2).delete()
    seats = [GameSeat(game=game, seat=seat, name="again") for seat in Seat]
    with pytest.raises(IntegrityError), transaction.atomic():
        insert_rows(seats)
    assert game.seats.count() == 1


def test_a_prepared_query_finds_what_a_queryset_finds_for_whatever_is_given() -> None:
    club = make_club()
    games = [make_game(club), make_game(club)]
    hands = [
        write(game, takes(Seat.A1, points), takes(Seat.B2, 90))
        for game, points in zip(games, (82, 95), strict=True)
    ]
    key = Gap("key", UUIDField())
    prepared = PreparedQuery(
        lambda: Hand.objects.select_related("game").filter(game=Gap("game"), submission_key=key)
    )
    for game, (first, _second) in zip(games, hands, strict=True):
        sent = first.submission_key
        (found,) = prepared.rows(game=game.pk, key=sent)
        asked = Hand.objects.select_related("game").get(game=game, submission_key=sent)
        assert [vars(found)[f.attname] for f in Hand._meta.concrete_fields] == [
            vars(asked)[f.attname] for f in Hand._meta.concrete_fields
        ]
        assert (found.game, found.game.ruleset) == (game, game.ruleset)
    assert prepared.first(game=games[1].pk, key=hands[0][0].submission_key) is None


def test_a_prepared_update_says_whether_it_found_what_it_was_given() -> None:
    game = make_game(make_club())
    update = PreparedQuery(
        lambda: Game.objects.filter(pk=Gap("pk"), version=Gap("before")),
        version=F("version") + Gap("more"),
    )
    before = game.version
    assert [update.write(pk=game.pk, before=before, more=2) for _twice in range(2)] == [1, 0]
    game.refresh_from_db()
    assert game.version == before + 2


def test_a_row_stored_alone_learns_its_key() -> None:
    game = make_game(make_club())
    event = GameEvent(game=game, kind=GameEvent.Kind.EDITED, author_name="Zoé", at=NOW)
    insert_row(event)
    assert game.events.order_by("pk").last() == event
    event.author_name = "Zoë"
    event.save()
    assert game.events.get(pk=event.pk).author_name == "Zoë"
