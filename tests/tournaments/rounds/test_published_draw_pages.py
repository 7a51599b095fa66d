"""Pages of published draws: the record, its certificate, and tables that change."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club
from tests.contest import games_of, make_contest, play, play_round, start_round
from tests.draws import (
    DOER,
    close,
    draw_page,
    new_draw_page,
    post,
    preview,
    seated_at,
    seen,
    words_at,
    write_one,
)
from tests.pages import count_queries, member_of, visitor, words_on
from tests.table import NOW, make_club
from tournaments.draw.certificate import from_dict, request_from_dict, verify
from tournaments.entries.services.entries import NewEntry, add_entries
from tournaments.entries.services.withdrawals import seat_late_entry, start_catch_up, withdraw_entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(club: Club) -> Client:
    return member_of(club)


# Published.


def test_a_published_draw_is_a_record(club: Club, client: Client) -> None:
    tournament = make_contest(club, teams=4)
    drawn = preview(tournament, seed=77)
    client.post(draw_page(drawn, "publish"), seen(drawn))
    drawn.refresh_from_db()
    assert drawn.is_playing
    words = words_at(client, draw_page(drawn))
    for shown in ("By lot", "Seed 77", drawn.certificate["fingerprint"], "by Élise"):
        assert shown in words
    for gone in ("Publish round 1", "Draw again", "Swap two by hand"):
        assert gone not in words
    # On paper the hall finds its tables; the certificate stays on the screen.
    page = client.get(draw_page(drawn)).content.decode()
    assert '<details class="more no-print" id="certificate"' in page


def test_publishing_twice_is_harmless(club: Club, client: Client) -> None:
    drawn = preview(make_contest(club, teams=4))
    client.post(draw_page(drawn, "publish"), seen(drawn))
    response = client.post(draw_page(drawn, "publish"), seen(drawn))
    assert response.status_code == 302
    assert len(games_of(drawn)) == 2


@pytest.mark.parametrize("name", ["swap", "discard"])
def test_a_published_draw_is_no_preview_any_more(club: Club, client: Client, name: str) -> None:
    published = start_round(make_contest(club, teams=4))
    words = post(client, draw_page(published, name), one="1", other="2")
    assert "This draw is already published." in words
    published.refresh_from_db()
    assert (published.is_playing, published.swaps) == (True, [])


def test_drawing_it_again_gives_the_same(club: Club, client: Client) -> None:
    tournament = make_contest(club, teams=7, hands=2)
    play_round(tournament)
    published = start_round(tournament)
    assert "Repeated just now from the same seed" in words_at(
        client, draw_page(published) + "?again=1"
    )


def test_a_certificate_that_was_touched_is_found_out(club: Club, client: Client) -> None:
    published = start_round(make_contest(club, teams=6))
    published.certificate["draw"]["pairings"].reverse()
    published.certificate["seed"] += 1
    published.save()
    words = words_at(client, draw_page(published) + "?again=1")
    assert "Repeated just now, the draw gives a different result: the seed, the tables." in words


def test_the_certificate_is_all_that_another_program_needs(club: Club, client: Client) -> None:
    tournament = make_contest(club, teams=5)
    drawn = preview(tournament)
    client.post(draw_page(drawn, "swap"), {**seen(drawn), "one": 1, "other": 2})
    response = client.get(draw_page(drawn, "certificate"))
    assert response["Content-Type"] == "application/json"
    document = json.loads(response.content)
    assert set(document) == {"request", "certificate", "swaps"}
    request = request_from_dict(document["request"])
    assert verify(from_dict(document["certificate"]), request) == ()
    assert document["swaps"] == [[1, 2]]


def test_a_draw_is_taken_back_until_a_hand_is_written(club: Club, client: Client) -> None:
    tournament = make_contest(club, teams=4, hands=2)
    published = start_round(tournament)
    assert "The draw is no longer published." in post(client, draw_page(published, "take-back"))
    assert tournament.rounds.get().is_drawn
    client.post(draw_page(published, "publish"), seen(published))
    write_one(games_of(published)[0])
    words = post(client, draw_page(published, "take-back"))
    assert "Hands are already written, so the draw stays." in words
    assert "Swap two seats" in words


def test_a_closed_round_is_not_taken_back(club: Club, client: Client) -> None:
    closed = close(start_round(make_contest(club, teams=4)))
    words = post(client, draw_page(closed, "take-back"))
    assert "Only the draw of a round that is being played can be unpublished." in words


# Changing tables.


def test_two_change_tables_and_what_was_written_stays(club: Club, client: Client) -> None:
    tournament = make_contest(club, teams=4, hands=2)
    published = start_round(tournament)
    first = games_of(published)[0]
    play(first, [100, 100])
    one, other = seated_at(tournament, 1)[0], seated_at(tournament, 2)[0]
    assert "2 hands written" in words_at(client, draw_page(published, "reseat"))
    words = post(client, draw_page(published, "reseat"), one=one, other=other)
    assert f"{one} and {other} have changed places." in words
    assert seated_at(tournament, 1)[0] == other
    words = words_at(client, draw_page(published))
    assert f"Changed after publishing {one} and {other} changed places." in words


def test_a_preview_has_no_tables_to_change(club: Club, client: Client) -> None:
    drawn = preview(make_contest(club, teams=4))
    assert client.get(draw_page(drawn, "reseat"))["Location"] == draw_page(drawn)


@pytest.mark.parametrize(("number", "error"), [("99", "is not in this round"), ("", "required")])
def test_who_cannot_change_tables(club: Club, client: Client, number: str, error: str) -> None:
    published = start_round(make_contest(club, teams=4))
    assert error in post(client, draw_page(published, "reseat"), one="1", other=number)


def test_who_has_left_or_catches_up_stays_where_it_is(club: Club, client: Client) -> None:
    tournament = make_contest(club, teams=5, hands=2)
    published = start_round(tournament)
    exempt = published.seats.get(match__table_number=None).entry.number
    first, second = games_of(published)
    play(first, [100, 100])
    (finisher, _other), (gone, left) = seated_at(tournament, 1), seated_at(tournament, 2)
    start_catch_up(round_id=published.pk, side_a=[exempt], side_b=[finisher], **DOER)
    withdraw_entry(tournament_id=tournament.pk, number=gone, from_round=1, **DOER)
    words = words_at(client, draw_page(published, "reseat"))
    assert "withdrawn" in words
    assert "does not count" in words
    assert second.table_number == 2
    words = post(client, draw_page(published, "reseat"), one=exempt, other=left)
    assert "This entry plays at a catch-up table: close that one first." in words
    words = post(client, draw_page(published, "reseat"), one=gone, other=left)
    assert "This entry has withdrawn: undo its withdrawal first." in words


def test_tables_opened_after_the_draw_are_told(club: Club, client: Client) -> None:
    tournament = make_contest(club, teams=3, hands=2)
    published = start_round(tournament)
    add_entries(tournament_id=tournament.pk, entries=[NewEntry(names=("Eva", "Max"))], **DOER)
    seat_late_entry(round_id=published.pk, number=4, **DOER)
    words = words_at(client, draw_page(published))
    assert "A late entry got a table with the exempt one." in words


# For everybody.


def test_strangers_learn_nothing(club: Club) -> None:
    drawn = preview(make_contest(club, teams=4))
    stranger = member_of(make_club("Other club"), "other")
    for name in ("detail", "certificate", "reseat"):
        assert stranger.get(draw_page(drawn, name)).status_code == 404
        assert visitor().get(draw_page(drawn, name)).status_code == 302
    for name in ("swap", "discard", "publish", "take-back"):
        assert stranger.post(draw_page(drawn, name), {"one": 1, "other": 2}).status_code == 404
        assert stranger.get(draw_page(drawn, name)).status_code == 405
    assert stranger.post(new_draw_page(drawn.tournament), {"method": "lot"}).status_code == 404


def test_a_round_that_is_not_drawn_has_no_page(club: Club, client: Client) -> None:
    tournament = make_contest(club, teams=4)
    address = reverse("tournaments:draw-detail", args=[tournament.pk, 1])
    assert client.get(address).status_code == 404


def test_pages_of_draws_do_not_query_more_as_teams_grow(club: Club, client: Client) -> None:
    counts = []
    for teams in (6, 30):
        tournament = make_contest(club, teams=teams, hands=2)
        tournament.entries.filter(number__lte=3).update(checked_in_at=NOW)
        found = [count_queries(client.get, new_draw_page(tournament))]
        drawn = preview(tournament)
        found.append(count_queries(client.get, draw_page(drawn)))
        client.post(draw_page(drawn, "publish"), seen(drawn))
        found += [
            count_queries(client.get, draw_page(drawn)),
            count_queries(client.get, draw_page(drawn, "reseat")),
        ]
        counts.append(found)
    assert counts[0] == counts[1]


def test_five_hundred_and_one_teams_are_shown(club: Club, client: Client) -> None:
    drawn = preview(make_contest(club, teams=501))
    response = client.get(draw_page(drawn))
    assert response.content.decode().count('id="table-') == 250
    assert "250 tables · 1 exempt" in words_on(response)
