"""What was corrected after the end of a contest is said wherever its result is shown."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from scorekeeper.engine.hand import HandEntry, Seat
from scorekeeper.games.services.hands import HandInput, correct_hand
from scorekeeper.models import Club, Player
from scorekeeper.models.authors import Author
from tests.contest import games_of, make_contest, play, start_round
from tests.pages import member_of, visitor, words_on
from tests.table import NOW, SCORER, make_club
from tests.tournaments.seasons.leagues import make_season
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.contests.services import finish_tournament, resume_tournament
from tournaments.models import LogEntry, Tournament
from tournaments.people.services.names import show_name
from tournaments.rankings.queries.after_end import after_end
from tournaments.rounds.services import reseat
from tournaments.seasons.queries.corrections import corrections_of
from tournaments.tables.services import close_round

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(days=1)
TITLE = "Corrected after its end on 20 November 2026, 21:30"


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def member(club: Club) -> Client:
    return member_of(club)


def organiser() -> Author:
    return Author.of_user(User.objects.get())


@pytest.fixture
def corrected(club: Club, member: Client) -> Tournament:
    """Return a contest whose first and second changed places after its end.

    At table 1 they played 2 × 90, at table 2 2 × 95; a hand of table 2 was 83 in truth.
    """
    tournament = make_contest(club, teams=4, rounds=1, hands=2)
    played = start_round(tournament)
    for match, points in zip(games_of(played), (90, 95), strict=True):
        play(match, [points, points])
    close_round(round_id=played.pk, author=SCORER, now=NOW)
    finish_tournament(tournament_id=tournament.pk, author=SCORER, now=NOW)
    resume_tournament(tournament_id=tournament.pk, author=organiser(), now=LATER)
    correct(tournament, 83)
    return finish_tournament(tournament_id=tournament.pk, author=organiser(), now=LATER)


def correct(tournament: Tournament, points: int) -> None:
    match = games_of(tournament.rounds.get(number=1))[1]
    correct_hand(
        game_id=match.game_id or 0,
        number=1,
        written=HandInput(entry=HandEntry(taker=Seat.A1, card_points=points)),
        author=organiser(),
        now=LATER,
        even_finished=True,
    )


def moved(tournament: Tournament) -> list[tuple[int, tuple[int, int] | None, int]]:
    """Return who moved: from which place and points to which place."""
    found = after_end(tournament)
    assert found is not None
    return sorted((one.entry.number, one.before, one.rank) for one in found.moved)


def winners(tournament: Tournament) -> tuple[int, int]:
    """Return the numbers of who sat on side A of tables 1 and 2."""
    first, second = games_of(tournament.rounds.get(number=1))
    one, other = first.seats.get(side="A"), second.seats.get(side="A")
    return one.entry.number, other.entry.number


def test_who_moved_is_told_with_places_before_and_now(corrected: Tournament) -> None:
    one, other = winners(corrected)
    changes = {number: (before and before[0], rank) for number, before, rank in moved(corrected)}
    assert changes[one] == (2, 1)
    assert changes[other] == (1, 2)
    found = after_end(corrected)
    assert found is not None
    (change,) = found.changes
    assert (change.place, change.change) == ("Round 1 · Table 2", "95 → 83")
    assert change.what == "Hand corrected 1"


PAGES = [
    pytest.param("ranking", False, id="ranking"),
    pytest.param("prizes", False, id="prizes", marks=pytest.mark.extensions),
    pytest.param("story", False, id="story", marks=pytest.mark.extensions),
    pytest.param("tournament-detail", False, id="tournament-detail"),
    pytest.param("public", True, id="public"),
    pytest.param("public-story", True, id="public-story", marks=pytest.mark.extensions),
    pytest.param("board", True, id="board"),
]


@pytest.mark.parametrize(("name", "is_public"), PAGES)
def test_every_page_with_the_result_says_what_came_after_the_end(
    member: Client, corrected: Tournament, name: str, is_public: bool
) -> None:
    key = corrected.token if is_public else corrected.pk
    client = visitor() if is_public else member
    words = words_on(client.get(reverse(f"tournaments:{name}", args=[key])))
    assert TITLE in words
    assert "place 2 → 1" in words
    assert name == "board" or "Round 1 · Table 2 · Hand corrected 1 · 95 → 83" in words


@pytest.mark.parametrize("what", ["ranking", "results"])
def test_files_with_the_result_end_with_what_came_after(
    member: Client, corrected: Tournament, what: str
) -> None:
    address = reverse("tournaments:export-file", args=[corrected.pk, what, "csv"])
    text = member.get(address).content.decode("utf-8-sig")
    assert TITLE in text
    assert "95 → 83" in text
    assert "place 2 → 1" in text


def test_an_entrys_own_page_says_it_too(corrected: Tournament) -> None:
    address = reverse("tournaments:public-entry", args=[corrected.token, winners(corrected)[1]])
    assert TITLE in words_on(visitor().get(address))


def test_the_season_that_counts_it_says_so(
    club: Club, member: Client, corrected: Tournament
) -> None:
    season = make_season(club)
    said = "was corrected after its end"
    for client, address in (
        (member, reverse("tournaments:season-detail", args=[season.pk])),
        (visitor(), reverse("tournaments:season-public", args=[season.token])),
    ):
        words = words_on(client.get(address))
        assert said in words
        assert corrected.name in words
    assert [one.event.hand_number for one in corrections_of(season)] == [1]


def test_a_name_that_is_hidden_is_not_told_by_it(corrected: Tournament) -> None:
    shy = Player.objects.get(entries__entry__number=winners(corrected)[0], entries__position=1)
    show_name(player_id=shy.pk, shown=Player.Shown.INITIALS)
    page = visitor().get(reverse("tournaments:public", args=[corrected.token]))
    assert f"{shy.name} " not in words_on(page)


def test_nothing_is_said_while_nothing_was_changed(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=2, rounds=1, hands=1)
    played = start_round(tournament)
    assert after_end(tournament) is None
    play(games_of(played)[0])
    close_round(round_id=played.pk, author=SCORER, now=NOW)
    for act in (finish_tournament, resume_tournament, finish_tournament):
        ended: Any = act(tournament_id=tournament.pk, author=SCORER, now=NOW)
        assert after_end(ended) is None


def test_two_who_changed_tables_are_told(corrected: Tournament) -> None:
    resume_tournament(tournament_id=corrected.pk, author=organiser(), now=LATER)
    one, other = winners(corrected)
    reseat(round_id=corrected.rounds.get().pk, one=one, other=other, author=organiser(), now=LATER)
    corrected.refresh_from_db()
    found = after_end(corrected)
    assert found is not None
    assert found.changes[-1].text.endswith(
        f"Round 1 · Tables changed after publishing: {one} ↔ {other}"
    )


def test_a_correction_taken_back_moves_nobody(corrected: Tournament) -> None:
    resume_tournament(tournament_id=corrected.pk, author=organiser(), now=LATER)
    correct(corrected, 95)
    corrected.refresh_from_db()
    found = after_end(corrected)
    assert found is not None
    assert len(found.changes) == 2
    assert found.moved == ()


def test_the_log_stays_true_and_so_does_one_that_lacks_the_ranking(corrected: Tournament) -> None:
    assert verify_tournament(corrected).is_whole
    end = corrected.log.filter(kind=LogEntry.Kind.FINISHED).order_by("number")[0]
    told = moved(corrected)
    # As a version wrote it that did not keep how everybody stood: the log is done again.
    LogEntry.objects.filter(pk=end.pk).update(data={})
    Tournament.objects.filter(pk=corrected.pk).update(results_version=99)
    corrected.refresh_from_db()
    assert moved(corrected) == told


def test_a_log_that_says_otherwise_how_everybody_stood_is_not_true(corrected: Tournament) -> None:
    end = corrected.log.filter(kind=LogEntry.Kind.FINISHED).order_by("number")[0]
    end.data["ranking"][0][2] += 1
    end.save(update_fields=["data"])
    found = verify_tournament(corrected)
    assert found.stopped_at is not None
    assert found.stopped_at.number == end.number
