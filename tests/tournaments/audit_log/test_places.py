"""The places of finished contests are stored: pages of all time rank none of them again."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from scorekeeper.models import Club
from tests.table import NOW, SCORER
from tests.tournaments.leaderboards.boards import board, played_contest
from tournaments.audit_log.places import (
    ContestPlace,
    places_in,
    ranked_places,
    store_missing_places,
)
from tournaments.audit_log.standings import contest_of
from tournaments.contests.services import finish_tournament, resume_tournament
from tournaments.doctor.contests import check_contest
from tournaments.extensions.calls.services import give_sanction
from tournaments.models import Entry, MatchSeat, Tournament
from tournaments.standings.sanctions import ListedSanction

pytestmark = pytest.mark.django_db

Committing = Callable[..., AbstractContextManager[list[Callable[[], object]]]]


def winners(club: Club) -> set[str]:
    return {name for name, line in board(club).items() if line.contests_won}


def ranks_anew(club: Club) -> bool:
    """Return whether a leaderboard reads the results of contests."""
    with CaptureQueriesContext(connection) as asked:
        board(club)
    return any(MatchSeat._meta.db_table in query["sql"].split("WHERE")[0] for query in asked)


def places_of(contest: Tournament) -> dict[int, ContestPlace]:
    return dict(places_in(Tournament.objects.filter(pk=contest.pk))[contest.pk])


def test_a_finished_contest_is_ranked_once(
    club: Club, django_capture_on_commit_callbacks: Committing
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        contest = played_contest(club)
    assert not ranks_anew(club)
    assert places_of(contest) == ranked_places(contest_of(contest))
    first = Entry.objects.get(tournament=contest, final_place=1)
    assert winners(club) == set(first.names)


def test_a_correction_after_the_end_is_stored_with_the_next_end(
    club: Club, django_capture_on_commit_callbacks: Committing
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        contest = played_contest(club)
    before = winners(club)
    first = Entry.objects.get(tournament=contest, final_place=1)
    with django_capture_on_commit_callbacks(execute=True):
        resume_tournament(tournament_id=contest.pk, author=SCORER, now=NOW)
        give_sanction(
            tournament_id=contest.pk,
            number=first.number,
            round_number=1,
            given=ListedSanction(name="Late", points=100),
            reason="",
            author=SCORER,
            now=NOW,
        )
    assert winners(club) == set()
    with django_capture_on_commit_callbacks(execute=True):
        finish_tournament(tournament_id=contest.pk, author=SCORER, now=NOW)
    assert not ranks_anew(club)
    assert winners(club) not in (before, set())


@pytest.mark.parametrize("changed", ["log_hash", "results_version"])
def test_places_of_another_state_count_for_nothing(
    club: Club, django_capture_on_commit_callbacks: Committing, changed: str
) -> None:
    """As after a restore, or where the program was stopped between an act and its places."""
    with django_capture_on_commit_callbacks(execute=True):
        contest = played_contest(club)
    right = places_of(contest)
    contest.entries.update(final_place=F("final_place") + 1)
    assert places_of(contest) != right
    state = Tournament.objects.filter(pk=contest.pk)
    state.update(**{changed: "0" * 64 if changed == "log_hash" else 99})
    assert places_of(contest) == right


def test_contests_of_before_get_theirs(club: Club) -> None:
    contest = played_contest(club)
    assert ranks_anew(club)
    before, right = winners(club), places_of(contest)
    store_missing_places()
    assert not ranks_anew(club)
    assert winners(club) == before
    assert places_of(contest) == right


def test_one_contest_that_cannot_be_ranked_keeps_no_other_from_its_places(club: Club) -> None:
    broken, whole = played_contest(club), played_contest(club)
    Tournament.objects.filter(pk=broken.pk).update(criteria=["nonsense"])
    store_missing_places()
    assert whole.entries.filter(final_place=1).exists()


def test_the_doctor_finds_a_place_that_is_not_the_one_of_the_results(club: Club) -> None:
    contest = played_contest(club)
    store_missing_places()
    contest.refresh_from_db()
    assert list(check_contest(contest)) == []
    contest.entries.filter(final_place=1).update(final_place=2)
    (finding,) = check_contest(contest)
    assert (finding.what, finding.stored, finding.right) == ("final_place", 2, 1)
    assert "the final place – stored: 2; right: 1." in finding.text
