"""A club sees what it uses, and what it has used before."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.services.clubs import set_uses, usual_codes
from scorekeeper.extensions import offered
from scorekeeper.models import Club
from scorekeeper.roles import Role
from tests.contest import make_contest, play_round, start_round
from tests.meetings import CUP, make_meetings
from tests.pages import count_queries, member_of, visitor, words_on
from tests.phased import KNOCKOUT, make_phased
from tests.table import NOW, SCORER, make_club
from tournaments.contests.services import finish_tournament
from tournaments.models import EntryPlayer, PastContest, ServerLink, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.extensions]

USES = "scorekeeper:club-uses"
ALL = [one.code for one in offered()]
LINKS = {
    "till": ("contests/1/till/",),
    "prizes": ("contests/1/prizes/", "contests/1/prizes/edit/"),
    "story": ("contests/1/story/",),
    "entry_requests": ("contests/1/announcement/", "contests/1/requests/", "contests/1/poster/"),
    "results": ("contests/1/newspaper/", "contests/1/results/poster/"),
}
"""The links on a contest's page that an extension adds."""


@pytest.fixture
def owner(club: Club) -> Client:
    return member_of(club, role=Role.OWNER)


def links_on(client: Client, tournament: Tournament) -> set[str]:
    page = client.get(reverse("tournaments:tournament-detail", args=[tournament.pk]))
    found = re.findall(r'href="/([\w/-]+/)"', page.content.decode())
    return {re.sub(r"^contests/\d+/", "contests/1/", link) for link in found}


def make_drawn(club: Club) -> Tournament:
    tournament = make_contest(club, teams=4, rounds=1, hands=1)
    start_round(tournament)
    return tournament


def shown(links: set[str]) -> set[str]:
    return {code for code, pages in LINKS.items() if links & {*pages}}


def test_a_club_that_never_chose_sees_everything(club: Club, owner: Client) -> None:
    assert club.uses is None
    assert shown(links_on(owner, make_drawn(club))) == {*LINKS}


@pytest.mark.parametrize("codes", [[], usual_codes(), *([code] for code in LINKS)], ids=str)
def test_the_page_of_a_contest_shows_what_is_used(
    club: Club, owner: Client, codes: Sequence[str]
) -> None:
    set_uses(club=club, codes=codes)
    assert shown(links_on(owner, make_drawn(club))) == {*codes} & {*LINKS}


def test_nothing_leads_to_results_before_the_first_round(club: Club, owner: Client) -> None:
    of_results = {"story", "results"}
    assert shown(links_on(owner, make_contest(club))) == {*LINKS} - of_results


def test_another_name_of_the_club_changes_nothing_of_what_it_uses(
    club: Club, owner: Client
) -> None:
    set_uses(club=club, codes=["story"])
    names = {"name": "Élise", "username": "elise", "club_name": "Les Érables"}
    owner.post(reverse("scorekeeper:account-edit"), {"part": "details", **names})
    club.refresh_from_db()
    assert (club.name, club.uses) == ("Les Érables", ["story"])


def test_all_of_them_are_those_too_that_are_added_later(club: Club) -> None:
    set_uses(club=club, codes=ALL)
    club.refresh_from_db()
    assert club.uses is None


def test_what_a_contest_has_used_is_shown_although_it_is_off(club: Club, owner: Client) -> None:
    tournament = make_contest(club)
    Tournament.objects.filter(pk=tournament.pk).update(till={"prices": []}, announcement={"x": "y"})
    set_uses(club=club, codes=[])
    assert shown(links_on(owner, tournament)) == {"till", "entry_requests"}
    assert shown(links_on(owner, make_contest(club))) == set()


def test_results_of_the_past_that_are_there_stay_in_sight(club: Club, owner: Client) -> None:
    set_uses(club=club, codes=[])
    address, page = reverse("tournaments:past-list"), reverse("tournaments:tournament-list")
    assert address not in owner.get(page).content.decode()
    PastContest.objects.create(club=club, name="1998", date="1998-05-01", created_at=NOW)
    assert address in owner.get(page).content.decode()


@pytest.mark.parametrize("codes", [ALL, [], usual_codes(), *([code] for code in ALL)], ids=str)
def test_every_page_opens_whatever_is_used(club: Club, owner: Client, codes: Sequence[str]) -> None:
    tournament = make_contest(club, teams=4, rounds=1, hands=1)
    play_round(tournament)
    set_uses(club=club, codes=codes)
    client = owner
    names = ("tournament-detail", "entry-list", "ranking", "tournament-rules", "tournament-edit")
    pages = [reverse(f"tournaments:{name}", args=[tournament.pk]) for name in names]
    pages += [reverse("tournaments:tournament-list"), reverse("tournaments:leaderboard")]
    pages += [reverse("tournaments:league-list"), reverse("scorekeeper:player-list")]
    pages += [reverse("scorekeeper:member-list"), reverse("scorekeeper:home"), reverse(USES)]
    pages += [reverse(f"tournaments:{name}", args=[tournament.pk]) for name in ("till", "prizes")]
    for page in pages:
        assert client.get(page).status_code == 200, page
    for name in ("public", "board"):
        page = reverse(f"tournaments:{name}", args=[tournament.token])
        assert visitor().get(page).status_code == 200, page


def test_an_address_that_is_not_used_answers_and_offers_to_switch_it_on(
    club: Club, owner: Client
) -> None:
    tournament = make_contest(club)
    set_uses(club=club, codes=["prizes"])
    client, till = owner, reverse("tournaments:till", args=[tournament.pk])
    assert "The club does not use “Till”" in words_on(client.get(till))
    answer = client.post(reverse("scorekeeper:club-use-too", args=["till"]), {"page": till})
    assert answer.headers["Location"] == till
    assert "does not use" not in words_on(client.get(till))
    club.refresh_from_db()
    assert club.uses == ["till", "prizes"]


def test_nobody_is_led_elsewhere(club: Club, owner: Client) -> None:
    page = reverse("scorekeeper:club-use-too", args=["till"])
    answer = owner.post(page, {"page": "https://elsewhere.example/"})
    assert answer.headers["Location"] == reverse(USES)
    unknown = reverse("scorekeeper:club-use-too", args=["lottery"])
    assert owner.post(unknown).status_code == 404


def test_whoever_may_not_switch_it_on_is_told_who_may(club: Club, owner: Client) -> None:
    set_uses(club=club, codes=[])
    organiser = member_of(club, "Odile", role=Role.ORGANISER)
    page = words_on(organiser.get(reverse("tournaments:past-list")))
    assert "The owner of the club can switch it on." in page
    assert "Use it" not in page


def test_the_owner_chooses_each_by_itself_or_a_usual_answer(club: Club, owner: Client) -> None:
    client, page = owner, reverse(USES)
    assert client.get(page).content.decode().count(" checked") == len(ALL)
    client.post(page, {"till": "on", "story": "on"})
    club.refresh_from_db()
    assert club.uses == ["till", "story"]
    assert client.get(page).content.decode().count(" checked") == 2
    client.post(page, {"preset": "usual"})
    club.refresh_from_db()
    assert club.uses == usual_codes()
    client.post(page, {"preset": "all"})
    club.refresh_from_db()
    assert club.uses is None
    client.post(page, {"save": "1"})
    club.refresh_from_db()
    assert club.uses == []


def test_the_last_step_is_the_ranking_where_there_are_no_prizes(club: Club, owner: Client) -> None:
    tournament = make_contest(club, teams=4, rounds=1, hands=1)
    play_round(tournament)
    finish_tournament(tournament_id=tournament.pk, author=SCORER, now=NOW)
    page = reverse("tournaments:tournament-detail", args=[tournament.pk])
    step = r'<a class="button button--primary" href="([^"]+)"'
    prizes, ranking = (f"/contests/{tournament.pk}/{name}/" for name in ("prizes", "ranking"))
    assert re.findall(step, owner.get(page).content.decode()) == [ranking]
    set_uses(club=club, codes=[])
    assert re.findall(step, owner.get(page).content.decode()) == [ranking]
    # What it has stored stays in sight.
    Tournament.objects.filter(pk=tournament.pk).update(prizes=["Ham"])
    assert re.findall(step, owner.get(page).content.decode()) == [prizes]


def test_a_club_that_sees_everything_costs_no_query_more(club: Club, owner: Client) -> None:
    tournament, client = make_contest(club), owner
    page = reverse("tournaments:tournament-detail", args=[tournament.pk])
    client.get(page)
    everything = count_queries(client.get, page)
    set_uses(club=club, codes=[code for code in ALL if code != "story"])
    assert count_queries(client.get, page) == everything


# What each page asks more of what is not used: at most two queries for an extension, and only if
# the extension adds something to that page.
ASKED_MORE = {
    "tournament-detail": 6,
    "entry-list": 4,
    "ranking": 0,
    "prizes": 2,
    "public": 2,
    "board": 0,
}


@pytest.mark.parametrize("name", ASKED_MORE)
def test_a_page_asks_for_what_is_not_used_once_and_only_where_it_would_stand(
    club: Club, owner: Client, name: str
) -> None:
    tournament = make_contest(club, teams=4, rounds=1, hands=1)
    play_round(tournament)
    is_public = name in {"public", "board"}
    reader = visitor() if is_public else owner
    page = reverse(f"tournaments:{name}", args=[tournament.token if is_public else tournament.pk])
    reader.get(page)
    everything = count_queries(reader.get, page)
    set_uses(club=club, codes=[])
    assert count_queries(reader.get, page) - everything <= ASKED_MORE[name]


def test_pages_of_the_club_ask_for_nothing_that_they_do_not_show(club: Club, owner: Client) -> None:
    pages = [reverse(f"scorekeeper:{name}") for name in ("player-list", "member-list", "home")]
    for page in pages:
        owner.get(page)
    everything = [count_queries(owner.get, page) for page in pages]
    set_uses(club=club, codes=[])
    assert [count_queries(owner.get, page) for page in pages] == everything


def test_a_server_of_another_club_shows_nothing_here(club: Club, owner: Client) -> None:
    set_uses(club=club, codes=[])
    page, address = reverse("tournaments:tournament-list"), reverse("tournaments:club-server")
    ServerLink.objects.create(club=make_club("Elsewhere"), address="https://x", created_at=NOW)
    assert address not in owner.get(page).content.decode()
    ServerLink.objects.create(club=club, address="https://x", created_at=NOW)
    assert address in owner.get(page).content.decode()


@pytest.mark.parametrize(
    ("code", "stored"),
    [
        ("prizes", {"prize_for_last": "A saucisson"}),
        ("prizes", {"handed_over": [{"prize": 1, "place": 1}]}),
        ("entry_requests", {"sponsors": [{"name": "Bar", "words": ""}]}),
    ],
    ids=["the prize of the last", "handed over", "sponsors"],
)
def test_whatever_an_extension_stored_of_a_contest_stays_in_sight(
    club: Club, owner: Client, code: str, stored: dict[str, Any]
) -> None:
    tournament = make_contest(club)
    set_uses(club=club, codes=[])
    assert shown(links_on(owner, tournament)) == set()
    Tournament.objects.filter(pk=tournament.pk).update(**stored)
    assert shown(links_on(owner, tournament)) == {code}


def test_the_page_of_a_player_leads_to_results_that_are_used(club: Club, owner: Client) -> None:
    tournament = make_contest(club, teams=4, rounds=1, hands=1)
    play_round(tournament)
    finish_tournament(tournament_id=tournament.pk, author=SCORER, now=NOW)
    player = EntryPlayer.objects.filter(entry__tournament=tournament).values_list("player")[0]
    page = reverse("tournaments:player-detail", args=player)
    results = reverse("tournaments:results", args=[tournament.token])
    assert results in owner.get(page).content.decode()
    set_uses(club=club, codes=["prizes"])
    assert results not in owner.get(page).content.decode()


def test_a_public_page_shows_what_its_own_club_uses(club: Club, owner: Client) -> None:
    set_uses(club=club, codes=[])
    other = make_club("Les Érables")
    Club.objects.filter(pk=other.pk).update(together_from=NOW, opens_rankings=True)
    page = reverse("tournaments:club-detail", args=[other.pk])
    assert "Players of all clubs" in words_on(visitor().get(page))
    assert "Players of all clubs" in words_on(owner.get(page))


def test_a_public_page_of_another_club_is_no_place_to_switch_something_on(
    club: Club, owner: Client
) -> None:
    set_uses(club=club, codes=[])
    tournament = make_contest(make_club("Les Érables"), teams=4, rounds=1, hands=1)
    play_round(tournament)
    finish_tournament(tournament_id=tournament.pk, author=SCORER, now=NOW)
    page = reverse("tournaments:results", args=[tournament.token])
    assert "does not use" not in words_on(owner.get(page))


def test_the_prize_form_speaks_of_the_till_where_the_club_uses_it(
    club: Club, owner: Client
) -> None:
    page = reverse("tournaments:prizes-edit", args=[make_contest(club, fee_cents=500).pk])
    assert " till" in words_on(owner.get(page))
    set_uses(club=club, codes=["prizes"])
    assert " till" not in words_on(owner.get(page))
    owner.post(page, {"prizes": "1st 30 %"})
    terms = reverse("tournaments:prizes-terms", args=[Tournament.objects.get().pk])
    kept = owner.post(terms, {"fund": "100", "rounding": "euro", "rest": "till"}, follow=True)
    assert "Prize fund 100 €, of which 70 € stays with the club." in words_on(kept)


def test_phases_and_club_teams_are_offered_before_the_first_round_or_where_there_are(
    club: Club, owner: Client
) -> None:
    names = "phases", "squads"
    fresh, begun = make_contest(club, name="Fresh"), make_drawn(club)
    phased = make_phased(club, KNOCKOUT, teams=8)
    start_round(phased)
    cup = make_meetings(club, CUP, pairs=1)
    start_round(cup)
    offered_in = [
        tuple(f"contests/1/{name}/" in links_on(owner, contest) for name in names)
        for contest in (fresh, begun, phased, cup)
    ]
    assert offered_in == [(True, True), (False, False), (True, False), (True, True)]
