"""The organiser's pages: what is announced, the poster; calendars, the window; the hall's list."""

from datetime import date

import pytest
from django.test import Client
from django.utils import translation

from scorekeeper.addresses import ServerAddresses, watch
from scorekeeper.models import Club
from tests.contest import make_contest, play_round
from tests.pages import visitor, words_on
from tests.table import NOW, SCORER
from tests.tournaments.extensions.entry_requests.asking import SPONSORS, announced, say, titles
from tests.tournaments.extensions.prizes.lists import set_list
from tests.tournaments.seasons.leagues import make_season
from tournaments.audit_log.replay.announcement import Sponsor
from tournaments.contests.queries.contests import page_of
from tournaments.contests.services import finish_tournament
from tournaments.entries.forms import AnswersForm
from tournaments.entries.queries.entries import entries_sheet
from tournaments.entries.queries.imports import list_preview
from tournaments.entries.services.entries import NewEntry, add_entries
from tournaments.models import ClubWindow, ContestOpening, OpenedSeason, Tournament
from tournaments.rankings.queries.after_end import after_end

pytestmark = pytest.mark.django_db


def test_what_is_typed_stands_on_the_poster_and_the_page_once_it_is_open(
    club: Club, member: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    contest = make_contest(club, teams=0, fee_cents=550)
    set_list(contest, "1er 30 % et une coupe\n2e 50 € + Ham\n3e 2 parts")
    typed = {"hour": "14h", "place": "Salle des fêtes", "places": "1 004", "contact": "Élise"}
    sponsors = "Boulangerie Martin: rue Haute\n\nGarage du Port"
    member.post(f"/contests/{contest.pk}/announcement/", {**typed, "sponsors": sponsors})
    contest.refresh_from_db()
    assert contest.sponsored_by == SPONSORS
    poster = member.get(f"/contests/{contest.pk}/poster/", {"size": "a5"})
    told = words_on(poster)
    for part in (
        "14:00",
        "Salle des fêtes",
        "5.50 €",
        "1004 places",
        "50 € + Ham",
        "Garage du Port",
    ):
        assert part in told
    # What a share of the fund comes to nobody knows yet.
    assert "30 %" not in told
    assert "Scan it to enter" not in told
    assert not ContestOpening.objects.exists()
    member.post(f"/contests/{contest.pk}/announcement/open/", {"takes_requests": "on"})
    opened = ContestOpening.objects.get()
    assert f"/a/{opened.token}/" in words_on(member.get(f"/contests/{contest.pk}/poster/"))
    assert visitor().get(f"/a/{opened.token}/").status_code == 200
    # On a computer without a network nobody can scan it.
    monkeypatch.setattr(watch, "addresses", ServerAddresses(port=8000))
    for page in ("poster", "announcement"):
        shown = words_on(member.get(f"/contests/{contest.pk}/{page}/"))
        assert "This computer is not on a network" in shown, page
    member.post(f"/contests/{contest.pk}/announcement/open/", {"close": "1"})
    assert visitor().get(f"/a/{opened.token}/").status_code == 404


@pytest.mark.parametrize("typed", ["soon", "25:00", "14:75"])
def test_an_hour_that_is_none_is_refused(club: Club, member: Client, typed: str) -> None:
    address = f"/contests/{make_contest(club, teams=0).pk}/announcement/"
    page = words_on(member.post(address, {"hour": typed, "place": "Salle"}))
    assert "Write the time like 14:00 or 14h." in page


def test_calendars_and_the_window_lead_there(club: Club) -> None:
    opened = announced(club)
    Tournament.objects.filter(pk=opened.tournament_id).update(date=date(2100, 5, 1))
    season = make_season(club)
    OpenedSeason.objects.create(season=season, author_name=SCORER.name, at=NOW)
    ClubWindow.objects.create(club=club, address="tilleuls", created_at=NOW)
    assert f'href="{page_of(opened)}"' in visitor().get("/club/tilleuls/").content.decode()
    calendar = visitor().get(f"/a/{opened.token}/contest.ics").content.decode()
    assert f"/a/{opened.token}/" in calendar.replace("\r\n ", "")
    assert "14:00 · Salle des fêtes" in calendar.replace("\r\n ", "")


def test_thanks_after_the_end_are_no_correction(club: Club) -> None:
    contest = make_contest(club, teams=4, hands=2, rounds=1)
    play_round(contest)
    finish_tournament(tournament_id=contest.pk, author=SCORER, now=NOW)
    say(contest, Sponsor("Garage du Port"))
    contest.refresh_from_db()
    assert after_end(contest) is None


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_list_of_a_server_is_read_in_the_hall_as_it_stands(club: Club, language: str) -> None:
    there = make_contest(club, teams=0, tags=("ladies", "Vétérans"))
    entries = [
        NewEntry(names=("Anne Le Goff", "Paul Grand"), tags=("ladies", "Vétérans"), has_paid=True),
        NewEntry(names=("Rose Petit",)),
        NewEntry(names=("Zoé Riou", "…")),
    ]
    add_entries(tournament_id=there.pk, entries=entries, author=SCORER, now=NOW)
    here = make_contest(club, teams=0, tags=("ladies", "Vétérans"))
    with translation.override(language):
        sheet = entries_sheet(there)
        head = ";".join(column.heading for column in sheet.columns)
        rows = [";".join(map(str, row)) for row in sheet.rows]
        preview = list_preview("\n".join([head, *rows]), tournament=here)
        assert not preview.bad
        read = AnswersForm({}, preview=preview)
        assert read.may_keep()
    add_entries(tournament_id=here.pk, entries=read.entries, author=SCORER, now=NOW)
    assert titles(here) == ["Anne Le Goff & Paul Grand", "Rose Petit", "Zoé Riou"]
    first = here.entries.get(number=1)
    assert (first.tags, first.has_paid) == (["ladies", "Vétérans"], True)
