"""What each role may do in a contest and in a season."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import Resolver404, ResolverMatch, resolve, reverse

from scorekeeper.models import Club
from scorekeeper.roles import RIGHTS, Right, Role
from tests.contest import games_of, make_contest, play, start_round
from tests.pages import member_of, members_of, text_of
from tests.table import NOW, SCORER
from tournaments.models import Match, Round, Tournament
from tournaments.tables.services import TableSlip, close_round, record_table_slip

pytestmark = pytest.mark.django_db

READER, DESK, REFEREE, ORGANISER, OWNER = Role


def refused_at(club: Club, method: str, address: str, data: Any = None) -> set[Role]:
    """Return the roles that are told they may not; all others get an answer."""
    found = set()
    for role, client in members_of(club).items():
        status = getattr(client, method)(address, data or {}).status_code
        assert status in {200, 302, 403, 409}, (role, status)
        if status == 403:
            found.add(role)
    return found


def below(least: Role) -> set[Role]:
    roles = list(Role)
    return set(roles[: roles.index(least)])


@pytest.mark.parametrize(
    ("method", "name", "least"),
    [
        ("get", "tournament-detail", READER),
        ("get", "entry-list", READER),
        ("get", "ranking", READER),
        ("get", "tournament-log", READER),
        ("get", "entry-checkin", DESK),
        ("get", "entry-new", DESK),
        ("get", "code-list", DESK),
        ("get", "lot-new", REFEREE),
        ("get", "tournament-edit", ORGANISER),
        ("get", "draw-new", ORGANISER),
        ("get", "entry-paste", ORGANISER),
        ("get", "export-list", ORGANISER),
        ("post", "tournament-finish", ORGANISER),
    ],
)
def test_pages_of_a_contest(
    club: Club, tournament: Tournament, method: str, name: str, least: Role
) -> None:
    address = reverse(f"tournaments:{name}", args=[tournament.pk])
    assert refused_at(club, method, address) == below(least)


@pytest.mark.parametrize(
    ("method", "name", "least"),
    [
        ("get", "round-detail", READER),
        ("get", "draw-detail", READER),
        ("get", "slip-desk", DESK),
        ("get", "table-sheets", DESK),
        ("get", "round-close", REFEREE),
        ("post", "round-timer", REFEREE),
        ("post", "round-close", REFEREE),
        ("post", "draw-take-back", ORGANISER),
    ],
)
def test_pages_of_a_round(
    club: Club, tournament: Tournament, method: str, name: str, least: Role
) -> None:
    address = reverse(f"tournaments:{name}", args=[tournament.pk, 1])
    assert refused_at(club, method, address) == below(least)


def slip_page(match: Match) -> str:
    place = [match.round.tournament_id, match.round.number, match.table_number]
    return reverse("tournaments:slip-edit", args=place)


def type_slip(client: Client, match: Match, total_a: int = 200) -> Any:
    data = {"hands": "2", "total_a": total_a, "total_b": 324 - total_a, "is_signed": "on"}
    return client.post(slip_page(match), data)


def test_the_desk_types_slips_while_the_round_goes_on(club: Club, tournament: Tournament) -> None:
    match = games_of(tournament.rounds.get())[0]
    desk = member_of(club, role=DESK)
    assert type_slip(desk, match).status_code == 302
    match.refresh_from_db()
    assert match.receipt
    # It is settled now: to change it is a decision.
    assert type_slip(desk, match, 190).status_code == 403
    assert type_slip(member_of(club, "referee", REFEREE), match, 190).status_code == 302


def test_a_slip_of_a_closed_round_is_for_the_referee(club: Club, tournament: Tournament) -> None:
    playing = tournament.rounds.get()
    for match in games_of(playing):
        slip = TableSlip(hands=2, total_a=200, total_b=124, is_signed=False)
        record_table_slip(match_id=match.pk, slip=slip, author=SCORER, now=NOW)
    close_round(round_id=playing.pk, author=SCORER, now=NOW)
    match = games_of(playing)[0]
    desk = member_of(club, role=DESK)
    assert type_slip(desk, match, 190).status_code == 403
    place = [tournament.pk, playing.number, match.table_number]
    assert desk.post(reverse("tournaments:slip-withdraw", args=place)).status_code == 403
    match.refresh_from_db()
    assert match.game
    assert match.game.total_a == 200
    assert type_slip(member_of(club, "referee", REFEREE), match, 190).status_code == 302


def test_a_reader_is_not_given_the_code_of_a_table(club: Club, tournament: Tournament) -> None:
    match = games_of(tournament.rounds.get())[0]
    assert match.game
    code = tournament.codes.get(number=match.table_number or 0)
    page = reverse("scorekeeper:game-detail", args=[match.game.pk])
    reader = member_of(club, role=READER)
    shown = reader.get(page)
    assert code.token not in text_of(shown)
    assert shown.context["table_data"]["sheet"]["may_enter"] is False
    accept = reverse("tournaments:sheet-accept", args=[code.token])
    assert reader.post(accept, {"side": "A"}).status_code == 403
    # Whoever plays there has scanned it, and writes as every phone does.
    reader.post(reverse("tournaments:table-open", args=[code.token]), {"name": "Anne"})
    shown = reader.get(page)
    assert shown.context["may_enter"]
    assert shown.context["table_data"]["way"]["token"] == code.token


def test_a_desk_writes_hands_until_the_sheet_is_settled(club: Club) -> None:
    playing: Round = start_round(make_contest(club, teams=4, rounds=2, hands=2))
    match = games_of(playing)[0]
    assert match.game
    page = reverse("scorekeeper:game-detail", args=[match.game.pk])
    desk, referee = member_of(club, role=DESK), member_of(club, "referee", REFEREE)
    assert desk.get(page).context["may_enter"]
    play(match)
    Match.objects.filter(pk=match.pk).update(is_signed=True)
    assert not desk.get(page).context["may_edit"]
    assert referee.get(page).context["may_edit"]


PAGES = (
    "tournament-detail",
    "entry-list",
    "ranking",
    "prizes",
)
MENU = {"tournament-edit"}
"""In the menu of a contest for everybody; whose role does not do it is told whose does."""


@pytest.mark.parametrize("role", list(Role))
def test_pages_offer_what_the_role_may_do(club: Club, tournament: Tournament, role: Role) -> None:
    client = member_of(club, role=role)
    addresses = [reverse(f"tournaments:{name}", args=[tournament.pk]) for name in PAGES]
    addresses += [
        reverse(f"tournaments:{name}", args=[tournament.pk, 1])
        for name in ("round-detail", "draw-detail")
    ]
    own = ("home", "evening-list", "player-list", "game-list", "ruleset-list", "member-list")
    addresses += [reverse(f"scorekeeper:{name}") for name in own]
    addresses += [reverse(f"tournaments:{name}") for name in ("tournament-list", "league-list")]
    offered = set()
    for address in addresses:
        page = client.get(address).content.decode()
        for found in re.findall(r'(?:href|action|formaction)="(/[^"?#]*)', page):
            match = _resolved(found)
            if match and getattr(match.func, "right", Right.LOOK) not in RIGHTS[role]:
                offered.add((address, str(match.url_name)))
    assert {(address, name) for address, name in offered if name not in MENU} == set()


def _resolved(address: str) -> ResolverMatch | None:
    try:
        return resolve(address)
    except Resolver404:
        return None
