"""Games that end, and tables that disappear, while somebody is about to write there."""

import uuid
from collections.abc import Callable

import pytest
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse

from scorekeeper import extensions
from scorekeeper.games.services.actions import GameGoneError
from scorekeeper.games.services.games import reopen_game, stop_game
from scorekeeper.models import Club, Game
from tests.contest import games_of, make_contest, play, start_round
from tests.draws import DOER
from tests.pages import member_of, visitor, words_on
from tests.tournaments.audit_log.replay.eventful import organiser as by_organiser
from tests.tournaments.tables.addresses import table_at
from tournaments.entries.services.withdrawals import withdraw_entry
from tournaments.models import Match, Tournament
from tournaments.rounds.services import publish_round, take_back_round
from tournaments.tables.services import close_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return make_contest(club, teams=4, hands=2)


@pytest.fixture
def match(tournament: Tournament) -> Match:
    """Return the first table of a round that is played."""
    return games_of(start_round(tournament))[0]


def door(tournament: Tournament, table: int = 1) -> str:
    return reverse("tournaments:table-open", args=[tournament.codes.get(number=table).token])


def phone_at(tournament: Tournament, *tables: int) -> Client:
    phone = visitor()
    for table in tables:
        phone.post(door(tournament, table), {"name": "Zoé"})
    return phone


def sheet(match: Match, page: str = "game-detail") -> str:
    return reverse(f"scorekeeper:{page}", args=[match.game_id])


def take_back(match: Match) -> None:
    take_back_round(round_id=match.round_id, **DOER)


HAND = {"kind": "hand", "taker": "B2", "points_a": 98}


class TestAPhoneIsShownTheWay:
    @pytest.mark.parametrize("is_published", [True, False], ids=["published again", "a preview"])
    def test_after_a_draw_was_taken_back_with_what_was_typed(
        self, tournament: Tournament, match: Match, is_published: bool
    ) -> None:
        phone = phone_at(tournament, 1)
        take_back(match)
        if is_published:
            publish_round(round_id=match.round_id, **DOER)
        answer = phone.post(sheet(match, "hand-new"), HAND)
        assert answer.status_code == 409
        words = words_on(answer)
        assert "The draw was changed" in words
        assert "98" in words
        assert "Team B, second player" in words
        assert door(tournament) in answer.content.decode()
        assert phone.get(sheet(match)).status_code == 409

    def test_the_last_table_it_joined(self, tournament: Tournament, match: Match) -> None:
        phone = phone_at(tournament, 1, 2, 1)
        take_back(match)
        assert door(tournament, 1) in phone.get(sheet(match)).content.decode()

    def test_where_it_types(self, tournament: Tournament, match: Match) -> None:
        phone = phone_at(tournament, 1)
        take_back(match)
        address = sheet(match, "hand-preview")
        answer = phone.post(address, HAND, headers={"HX-Request": "true"})
        assert answer.status_code == 422
        assert "The draw was changed" in words_on(answer)

    def test_others_find_nothing(self, club: Club, tournament: Tournament, match: Match) -> None:
        take_back(match)
        for client in (visitor(), member_of(club)):
            assert client.get(sheet(match)).status_code == 404
            assert client.post(sheet(match, "hand-new"), HAND).status_code == 404

    def test_a_code_replaced_since_is_no_way(self, tournament: Tournament, match: Match) -> None:
        phone = phone_at(tournament, 1)
        take_back(match)
        tournament.codes.filter(number=1).update(token="another")
        assert phone.get(sheet(match)).status_code == 404

    @pytest.mark.parametrize("side", ["A", "B"])
    def test_a_forfeit_says_that_somebody_left(
        self, tournament: Tournament, match: Match, side: str
    ) -> None:
        phone = phone_at(tournament, 1)
        leaver = match.seats.get(side=side).entry.number
        withdraw_entry(tournament_id=tournament.pk, number=leaver, from_round=1, **DOER)
        words = words_on(phone.post(sheet(match, "hand-new"), HAND))
        assert "Your game has ended" in words
        assert "somebody at this table has withdrawn from" in words
        assert "98" in words
        assert "closed" not in words


@pytest.fixture
def gone_while_waiting(monkeypatch: pytest.MonkeyPatch) -> Callable[[Match], None]:
    """Return what takes a draw back when a game of it is about to be locked.

    It is undone with the act that waited: what counts is the answer.
    """

    def arm(match: Match) -> None:
        def take_back_first(game_id: int) -> Game | None:
            monkeypatch.undo()
            take_back(match)
            return extensions.lock_game(game_id)

        monkeypatch.setattr(extensions, "lock_game", take_back_first)

    return arm


class TestADrawTakenBackWhileSomebodyWaits:
    @pytest.mark.parametrize(
        ("page", "sent"),
        [
            ("hand-new", {**HAND, "submission_key": str(uuid.uuid4())}),
            ("game-dealer", {"dealer": "B2"}),
            ("deal-pass", {}),
            ("game-stop", {"reason": "Late"}),
            ("game-finish", {}),
        ],
    )
    @pytest.mark.parametrize(("who", "status"), [("phone", 409), ("organiser", 404)])
    def test_the_game_is_not_found(
        self,
        club: Club,
        tournament: Tournament,
        match: Match,
        gone_while_waiting: Callable[[Match], None],
        page: str,
        sent: dict[str, str],
        who: str,
        status: int,
    ) -> None:
        client = phone_at(tournament, 1) if who == "phone" else member_of(club)
        gone_while_waiting(match)
        assert client.post(sheet(match, page), sent).status_code == status

    def test_a_round_closed_meanwhile_is_no_fault(
        self, monkeypatch: pytest.MonkeyPatch, club: Club, tournament: Tournament, match: Match
    ) -> None:
        phone = phone_at(tournament, 1)
        play(match)
        assert match.game_id
        reopen_game(game_id=match.game_id, **by_organiser(club))

        def close_first(game_id: int) -> Game | None:
            monkeypatch.undo()
            close_round(round_id=match.round_id, **DOER)
            return extensions.lock_game(game_id)

        monkeypatch.setattr(extensions, "lock_game", close_first)
        answer = phone.post(sheet(match, "game-finish"), follow=True)
        assert "The game is finished." in words_on(answer)

    def test_the_service_says_so(self, match: Match) -> None:
        take_back(match)
        assert match.game_id
        with pytest.raises(GameGoneError):
            stop_game(game_id=match.game_id, reason="Late", **DOER)

    @pytest.mark.parametrize(
        ("page", "sent"),
        [
            ("slip-edit", {"hands": "2", "total_a": "200", "total_b": "124", "is_signed": "on"}),
            ("slip-withdraw", {}),
            ("slip-check", {"note": "Fine"}),
            ("table-cancel", {}),
        ],
    )
    def test_the_desk_is_told(
        self,
        monkeypatch: pytest.MonkeyPatch,
        club: Club,
        match: Match,
        page: str,
        sent: dict[str, str],
    ) -> None:
        organiser = member_of(club)
        for module in ("desk", "rounds"):
            self._take_back_after_looking(monkeypatch, f"tournaments.tables.views.{module}", match)
        answer = organiser.post(table_at(match, page), sent, follow=True)
        assert answer.status_code == 200
        assert "The draw has changed in the meantime" in words_on(answer)

    def _take_back_after_looking(
        self, monkeypatch: pytest.MonkeyPatch, module: str, match: Match
    ) -> None:
        """Let the draw be taken back once the view has found its table."""

        def actor(_request: HttpRequest) -> object:
            if Match.objects.filter(pk=match.pk).exists():
                take_back(match)
            return DOER

        monkeypatch.setattr(f"{module}.actor", actor)
