"""Names of people who no longer come are deleted where a club wants it, after a warning."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.services.members import invite_member, note_member_event
from scorekeeper.engine.hand import HandEntry, Seat
from scorekeeper.evenings.services import open_evening, set_attendance
from scorekeeper.models import Club, Game, GameSeat, MemberEvent, Player, SignInLink
from scorekeeper.roles import Role
from tests.contest import make_contest, play_round, start_round, write_hand
from tests.pages import words_on
from tests.table import NOW, SCORER, make_club
from tests.tournaments.people.named import TEAMS, contest_with, everything_stored, player
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.entries.services.substitutes import Substitute, substitute
from tournaments.extensions.club_export import services as keeping
from tournaments.extensions.club_export.extension import EXTENSION
from tournaments.extensions.club_export.queries import leaving
from tournaments.extensions.club_export.services import keep_for, keep_no_longer
from tournaments.models import Tournament
from tournaments.people.services.merges import merge_players

pytestmark = pytest.mark.django_db

KEEPING = reverse("tournaments:club-keeping")
YEARS = 5
LATER = NOW + timedelta(days=6 * 365)
(KEEP_NO_LONGER,) = (act for name, _s, act in EXTENSION.duties if name == "names kept no longer")


@pytest.fixture
def played(club: Club) -> Tournament:
    """Return a contest that was played; years later Rose was seen once more."""
    contest = contest_with(club, *TEAMS)
    play_round(contest)
    day = (NOW + timedelta(days=3 * 365)).date()
    evening = open_evening(club=club, name="Friday", date=day, ruleset_key="classic", now=NOW)
    set_attendance(evening=evening, players=[player(club, "Rose")], new_names=(), now=NOW)
    return contest


def names(club: Club) -> set[str]:
    known = Player.objects.of_club(club).exclude(shown=Player.Shown.ANONYMOUS)
    return {one.name for one in known}


def test_names_go_after_the_years_and_the_log_still_verifies(
    played: Tournament, club: Club
) -> None:
    other = make_club("Voisins")
    player(other, "Gaston")
    keep_for(club=club, years=YEARS)
    assert keep_no_longer(now=NOW + timedelta(days=4 * 365)) == 0
    assert keep_no_longer(now=LATER) == 7
    assert names(club) == {"Rose"}
    assert "Anne Petit" not in everything_stored()
    played.refresh_from_db()
    assert verify_tournament(played).is_whole
    assert names(other) == {"Gaston"}


def test_names_are_kept_unless_the_club_wants_otherwise(played: Tournament, club: Club) -> None:
    assert keep_no_longer(now=LATER) == 0
    assert len(names(club)) == 8


def test_whoever_was_seen_under_another_name_stays(played: Tournament, club: Club) -> None:
    kept, gone = player(club, "Rosalie"), player(club, "Rose")
    merge_players(kept_id=kept.pk, gone_id=gone.pk, author=SCORER, now=NOW)
    keep_for(club=club, years=YEARS)
    keep_no_longer(now=LATER)
    assert names(club) == {"Rose", "Rosalie"}


def test_old_lines_about_people_and_old_links_go_too(club: Club, member: Client) -> None:
    owner = User.objects.get()
    note_member_event(
        club=club, kind=MemberEvent.Kind.FOUNDED, person=owner, author=SCORER, now=NOW
    )
    invite_member(club=club, name="Marc", role=Role.DESK, author=SCORER, now=NOW)
    keep_for(club=club, years=YEARS)
    keep_no_longer(now=LATER)
    # How many clubs somebody founded is counted by the line that stays.
    assert [event.kind for event in MemberEvent.objects.all()] == [MemberEvent.Kind.FOUNDED]
    assert not SignInLink.objects.exists()


def test_the_owner_sees_who_goes_before_anything_is_kept(club: Club, member: Client) -> None:
    old = player(club, "Anne Petit")
    player(club, "Rose")
    Player.objects.filter(pk=old.pk).update(created_at=NOW - timedelta(days=6 * 365))
    page = words_on(member.get(KEEPING))
    assert "Anne Petit" not in page
    page = words_on(member.get(KEEPING, {"years": YEARS}))
    assert "Anne Petit last seen on 2" in page
    assert "Rose" not in page
    club.refresh_from_db()
    assert club.keep_years is None
    member.post(KEEPING, {"years": YEARS})
    club.refresh_from_db()
    assert club.keep_years == YEARS
    # It is told from then on, and can be undone.
    assert "Anne Petit" in words_on(member.get(KEEPING))
    member.post(KEEPING, {"years": ""})
    club.refresh_from_db()
    assert club.keep_years is None


@pytest.mark.parametrize("years", ["0", "1", "4", "-5", "many"])
def test_other_years_are_refused(club: Club, member: Client, years: str) -> None:
    assert "error-summary" in member.post(KEEPING, {"years": years}).content.decode()
    club.refresh_from_db()
    assert club.keep_years is None


def test_whose_name_goes_soon_is_told_three_months_before(club: Club) -> None:
    player(club, "Anne Petit")
    due = (NOW + timedelta(days=YEARS * 366)).date()
    assert [one.player.name for one in leaving(club, years=YEARS, on=due)] == ["Anne Petit"]
    assert leaving(club, years=YEARS, on=due - timedelta(days=30)) == []


def test_no_name_goes_while_a_contest_is_on(club: Club) -> None:
    old = player(club, "Anne Petit")
    Player.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(days=4000))
    keep_for(club=club, years=YEARS)
    contest = make_contest(club, teams=0)
    Tournament.objects.filter(pk=contest.pk).update(date=timezone.localdate())
    KEEP_NO_LONGER()
    assert names(club) == {"Anne Petit"}
    contest.delete()
    KEEP_NO_LONGER()
    assert names(club) == set()


def test_who_left_a_table_was_seen_there(club: Club) -> None:
    contest = make_contest(club, teams=2, rounds=1, hands=4)
    start_round(contest)
    write_hand(Game.objects.get(), HandEntry(taker=Seat.A1, card_points=100))
    wanted = Substitute(place=1, name="Nadia", from_round=1, from_hand=2)
    substitute(tournament_id=contest.pk, number=1, wanted=wanted, author=SCORER, now=NOW)
    Player.objects.update(created_at=NOW - timedelta(days=4000))
    assert leaving(club, years=YEARS, on=NOW.date()) == []
    # Nor is a place in an entry forgotten once its table is gone.
    GameSeat.every.filter(name="Player 1").delete()
    assert leaving(club, years=YEARS, on=NOW.date()) == []


def test_names_that_cannot_go_hold_up_no_others(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    contest = make_contest(club, teams=2, rounds=1, hands=4)
    Player.objects.update(created_at=NOW - timedelta(days=4000))
    Tournament.objects.filter(pk=contest.pk).update(
        is_mirror=True, date=(NOW - timedelta(days=4000)).date()
    )
    alone = player(club, "Anne Petit")
    Player.objects.filter(pk=alone.pk).update(created_at=NOW - timedelta(days=3000))
    monkeypatch.setattr(keeping, "MOST_AT_ONCE", 2)
    keep_for(club=club, years=YEARS)
    with caplog.at_level("INFO"):
        assert keep_no_longer(now=NOW) == 1
    assert "Anne Petit" not in names(club)
    assert "refused: 4" in caplog.text
