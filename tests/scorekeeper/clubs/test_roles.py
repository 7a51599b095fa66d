"""Five roles: what each may do, in one table, at every address of the club."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.labels.people import RIGHT_NAMES, ROLE_NAMES, ROLE_TEXTS
from scorekeeper.models import Club, Evening, Game, Membership
from scorekeeper.roles import RIGHTS, Right, Role, least_role, roles_given_by, roles_with
from tests.pages import addresses_of, count_queries, member_of, members_of, visitor, words_on
from tests.table import NOW, make_club, make_game, make_member

OPEN = {
    # For everybody, and what a code or a phone opens: each asks for itself.
    "scorekeeper": """
        club-found club-found-invited passkey-use passkey-ask passkey-new passkey-make
        passkey-delete password-forgotten password-new mail-confirm mail-change session-end metrics
        helper-join home code-enter help service-worker offline manifest healthz signin-link
        second-here second-door second-proof second-stream keys-left
        game-new game-detail game-edit game-stop game-finish game-reopen game-dealer game-history
        game-sit-in game-sit-in-back game-rules game-join deal-pass deal-restore hand-preview
        hand-new hand-edit hand-delete hand-undo slip-new slip-edit evening-detail evening-join
        ruleset-list ruleset-detail ruleset-values theme-set
    """,
    "tournaments": """
        round-detail table-open sheet-accept sheet-dispute board evening-board public
        public-calendar public-entry public-receipt public-document public-draws public-draw-check
        contest-check
        public-certificate public-story season-public season-calendar season-player club-detail
        club-tonight club-season club-season-detail club-leaderboard club-player player-ask club-me
        club-me-end club-me-elsewhere national-ratings hall hall-contest hall-evening
        public-bracket robots window window-calendar window-embed window-leaderboard
        window-picture window-season window-season-picture
        announced announced-calendar request-new request-own request-withdraw results
        public-picture public-meeting public-meetings table-call messages-seen call-list
        public-cross-table
    """,
}
LEAST = {
    Right.LOOK: Role.READER,
    Right.WRITE: Role.DESK,
    Right.DOOR: Role.DESK,
    Right.DECIDE: Role.REFEREE,
    Right.EVENINGS: Role.ORGANISER,
    Right.CONTESTS: Role.ORGANISER,
    Right.SEASONS: Role.ORGANISER,
    Right.PLAYERS: Role.ORGANISER,
    Right.RULES: Role.ORGANISER,
    Right.FILES: Role.ORGANISER,
    Right.COMPUTER: Role.ORGANISER,
    Right.INVITE: Role.ORGANISER,
    Right.CLUB: Role.OWNER,
    Right.MEMBERS: Role.OWNER,
}


def named_views() -> Iterator[tuple[str, str, object]]:
    for space in OPEN:
        for pattern in addresses_of(space):
            yield space, str(pattern.name), pattern.callback


@pytest.mark.extensions
def test_every_address_says_which_right_it_asks_for() -> None:
    silent = {
        f"{space}:{name}" for space, name, view in named_views() if not hasattr(view, "right")
    }
    known = {f"{space}:{name}" for space, names in OPEN.items() for name in names.split()}
    assert silent == known


def test_each_right_is_for_one_role_and_those_above_it() -> None:
    assert {right: least_role(right) for right in Right} == LEAST
    assert roles_with(Right.DECIDE) == (Role.REFEREE, Role.ORGANISER, Role.OWNER)
    assert RIGHTS[Role.READER] < RIGHTS[Role.DESK] < RIGHTS[Role.REFEREE]
    assert RIGHTS[Role.ORGANISER] < RIGHTS[Role.OWNER] == frozenset(Right)


def test_nobody_gives_a_role_above_the_own_one() -> None:
    assert set(roles_given_by(Role.OWNER)) == set(Role)
    assert set(roles_given_by(Role.ORGANISER)) == set(Role) - {Role.OWNER}
    for role in (Role.REFEREE, Role.DESK, Role.READER):
        assert roles_given_by(role) == ()


def test_every_role_and_right_has_its_words() -> None:
    assert set(RIGHT_NAMES) == set(Right)
    assert set(ROLE_NAMES) == set(ROLE_TEXTS) == set(Role)


@pytest.mark.parametrize(
    ("method", "name", "least"),
    [
        ("get", "player-list", Role.READER),
        ("get", "evening-list", Role.READER),
        ("get", "game-list", Role.READER),
        ("get", "account-edit", Role.READER),
        ("get", "game-new", Role.DESK),
        ("get", "slip-new", Role.DESK),
        ("get", "evening-new", Role.ORGANISER),
        ("get", "player-new", Role.ORGANISER),
        ("get", "failure-list", Role.ORGANISER),
        ("post", "trial-new", Role.OWNER),
    ],
)
def test_an_address_is_for_a_role_and_those_above(
    club: Club, method: str, name: str, least: Role
) -> None:
    address = reverse(f"scorekeeper:{name}")
    answers = {
        role: getattr(client, method)(address).status_code
        for role, client in members_of(club).items()
    }
    ranks = list(Role)
    refused = {role for role, status in answers.items() if status == 403}
    assert refused == set(ranks[: ranks.index(least)])
    assert visitor().get(address).status_code in {302, 405, 404}


def test_whoever_may_not_is_told_who_may(club: Club) -> None:
    reader = Client(headers={"accept-language": "fr"})
    reader.force_login(make_member(club, role=Role.READER))
    answer = reader.get(reverse("scorekeeper:evening-new"))
    assert answer.status_code == 403
    words = words_on(answer)
    assert "Votre rôle ne le permet pas" in words
    assert "cela revient à ce rôle : Organisateur" in words.replace("\xa0", " ")
    assert "Votre rôle : Lecteur" in words.replace("\xa0", " ")
    assert "#roles" in answer.content.decode()


def test_another_clubs_things_are_not_there_whatever_the_role(club: Club, game: Game) -> None:
    for client in members_of(make_club("Les Érables")).values():
        assert client.get(reverse("scorekeeper:game-detail", args=[game.pk])).status_code == 404
        assert client.post(reverse("scorekeeper:game-reopen", args=[game.pk])).status_code == 404


WRITTEN = ("game-stop", "game-finish", "game-dealer", "hand-new", "deal-pass", "deal-restore")


def test_a_reader_looks_at_a_game_and_writes_nothing(club: Club, game: Game) -> None:
    reader = member_of(club, role=Role.READER)
    page = reader.get(reverse("scorekeeper:game-detail", args=[game.pk]))
    assert page.status_code == 200
    assert not page.context["may_enter"]
    assert page.context["table_data"]["sheet"]["may_enter"] is False
    for name in WRITTEN:
        assert reader.post(reverse(f"scorekeeper:{name}", args=[game.pk])).status_code == 403
    for name in ("hand-edit", "hand-delete", "hand-undo"):
        assert reader.post(reverse(f"scorekeeper:{name}", args=[game.pk, 1])).status_code == 403
    assert reader.get(reverse("scorekeeper:game-edit", args=[game.pk])).status_code == 403


def test_a_reader_who_plays_writes_by_the_code_of_the_game(club: Club, game: Game) -> None:
    reader = member_of(club, role=Role.READER)
    join = reverse("scorekeeper:game-join", args=[game.token])
    assert reader.get(join).status_code == 200
    assert reader.post(join, {"name": "Anne"}).status_code == 302
    page = reader.get(reverse("scorekeeper:game-detail", args=[game.pk]))
    assert page.context["may_enter"]
    passed = reverse("scorekeeper:deal-pass", args=[game.pk])
    assert reader.post(passed).status_code == 302
    game.refresh_from_db()
    assert game.passed_deals == 1


def test_a_reader_starts_games_only_in_an_evening_that_was_joined(club: Club) -> None:
    evening = Evening.objects.create(club=club, name="Vendredi", date=NOW.date(), created_at=NOW)
    reader = member_of(club, role=Role.READER)
    address = reverse("scorekeeper:game-new", query={"evening": evening.pk})
    assert reader.get(address).status_code == 403
    reader.post(reverse("scorekeeper:evening-join", args=[evening.token]), {"name": "Anne"})
    assert reader.get(address).status_code == 200
    assert reader.get(reverse("scorekeeper:game-new")).status_code == 403


def test_a_finished_game_is_opened_again_by_a_referee(club: Club) -> None:
    game = make_game(club)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED, finished_at=NOW)
    address = reverse("scorekeeper:game-reopen", args=[game.pk])
    clients = members_of(club)
    assert clients[Role.DESK].post(address).status_code == 403
    assert clients[Role.REFEREE].post(address).status_code == 302


def test_who_is_removed_is_out_at_once(club: Club, game: Game) -> None:
    client = member_of(club)
    address = reverse("scorekeeper:game-detail", args=[game.pk])
    assert client.get(address).status_code == 200
    Membership.objects.all().delete()
    assert client.get(address).status_code == 404
    assert client.get(reverse("scorekeeper:player-list")).status_code == 404


def test_a_role_taken_away_is_gone_at_the_next_touch(club: Club) -> None:
    client, address = member_of(club), reverse("scorekeeper:evening-new")
    assert client.get(address).status_code == 200
    Membership.objects.update(role=Role.READER)
    assert client.get(address).status_code == 403


def test_roles_cost_no_query(club: Club) -> None:
    client, address = member_of(club), reverse("scorekeeper:evening-new")
    client.get(address)
    # Session, person, and the membership with club and role; the form asks for the club's rules.
    assert count_queries(client.get, address) == 4
