"""After the prizes: a finished contest takes nothing before it is opened again, whoever asks."""

import uuid
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.games.services import games, hands
from scorekeeper.games.services.hands import HandInput
from scorekeeper.models import Club
from scorekeeper.models.authors import Author
from scorekeeper.rules.queries import preset_choice
from tests.api.phones import Phone, refused
from tests.contest import games_of, make_contest, play_round
from tests.pages import words_on
from tests.table import NOW, make_member
from tournaments.audit_log.locks import FinishedError
from tournaments.contests.services import (
    Settings,
    change_tournament,
    finish_tournament,
    record_lot,
    resume_tournament,
)
from tournaments.entries.services.withdrawals import cancel_table
from tournaments.models import Match, Tournament
from tournaments.rankings.queries.rankings import ranking_of
from tournaments.rounds.services import reseat
from tournaments.tables.services import (
    TableSlip,
    mark_checked,
    record_table_slip,
    reopen_round,
    rule_on_sheet,
    sign_on_paper,
    withdraw_table_slip,
)

pytestmark = pytest.mark.django_db

CLOSED = "The contest is finished. Open it again first."


@pytest.fixture
def finished(club: Club) -> Tournament:
    """Return a contest after its end: five teams, one exempt, a slip at table 2."""
    make_member(club, "organiser")
    tournament = make_contest(club, teams=5, rounds=1, hands=2)
    played = play_round(tournament)
    second = games_of(played)[1]
    slip = TableSlip(hands=2, total_a=200, total_b=124)
    record_table_slip(match_id=second.pk, slip=slip, **by())
    return finish_tournament(tournament_id=tournament.pk, **by())


def by() -> dict[str, Any]:
    """Return who runs the contest: nobody else could change anything in a closed round."""
    return {"author": Author.of_user(User.objects.get(username="organiser")), "now": NOW}


def table(tournament: Tournament, number: int = 1) -> Match:
    return games_of(tournament.rounds.get(number=1))[number - 1]


def state(tournament: Tournament) -> tuple[tuple[tuple[int, int], ...], int]:
    """Return what nobody may change: every line of the ranking, and how long the log is."""
    lines = ranking_of(tournament).lines
    return tuple((line.number, line.total) for line in lines), tournament.log.count()


def settings_of(tournament: Tournament) -> Settings:
    return Settings(name="Another", date=tournament.date, rules=preset_choice("contest"))


ACTS: dict[str, Any] = {
    "slip": lambda t: record_table_slip(
        match_id=table(t).pk, slip=TableSlip(hands=2, total_a=1, total_b=323), **by()
    ),
    "slip taken back": lambda t: withdraw_table_slip(match_id=table(t, 2).pk, **by()),
    "checked": lambda t: mark_checked(match_id=table(t).pk, note="", **by()),
    "ruling": lambda t: rule_on_sheet(
        match_id=table(t).pk, receipt=table(t).receipt, note="", **by()
    ),
    "signed": lambda t: sign_on_paper(match_id=table(t).pk, receipt=table(t).receipt, **by()),
    "reseat": lambda t: reseat(round_id=t.rounds.get().pk, one=1, other=2, **by()),
    "round": lambda t: reopen_round(round_id=t.rounds.get().pk, **by()),
    "table closed": lambda t: cancel_table(match_id=table(t).pk, **by()),
    "lot": lambda t: record_lot(tournament_id=t.pk, order=[1, 2], **by()),
    "settings": lambda t: change_tournament(tournament_id=t.pk, settings=settings_of(t), **by()),
    "hand corrected": lambda t: hands.correct_hand(
        game_id=table(t).game_id or 0,
        number=1,
        written=HandInput(entry=HandEntry(taker=Seat.B1, card_points=162, capot=Side.B)),
        even_finished=True,
        **by(),
    ),
    "hand withdrawn": lambda t: hands.withdraw_hand(
        game_id=table(t).game_id or 0, number=2, undo=True, **by()
    ),
    "game opened": lambda t: games.reopen_game(game_id=table(t).game_id or 0, **by()),
}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_no_act_changes_a_finished_contest(finished: Tournament, act: Any) -> None:
    before = state(finished)
    with pytest.raises(FinishedError):
        act(finished)
    assert state(finished) == before


def slip_fields(**more: object) -> dict[str, object]:
    said = {"hands": 2, "total_a": 224, "total_b": 100, "is_signed": "on"}
    return {**said, "instead_of": "182-142-2-hands", **more}


ROUTES: list[tuple[str, tuple[int, ...], dict[str, object]]] = [
    ("slip-desk", (1,), slip_fields(table=1)),
    ("slip-edit", (1, 1), slip_fields()),
    ("slip-withdraw", (1, 2), {}),
    ("slip-check", (1, 1), {"note": "seen"}),
    ("sheet-sign", (1, 1), {}),
    ("sheet-ruling", (1, 1), {"note": "it stands"}),
    ("table-cancel", (1, 1), {}),
    ("draw-reseat", (1,), {"one": 1, "other": 2}),
    ("round-reopen", (1,), {}),
    ("round-timer", (1,), {"act": "set", "minutes": 5}),
    ("late-entry", (1,), {"number": 5}),
    ("tournament-edit", (), {"name": "Another"}),
]


@pytest.mark.parametrize(("name", "args", "sent"), ROUTES, ids=[name for name, *_ in ROUTES])
def test_no_page_changes_a_finished_contest(
    member: Client,
    finished: Tournament,
    name: str,
    args: tuple[int, ...],
    sent: dict[str, object],
) -> None:
    before = state(finished)
    address = reverse(f"tournaments:{name}", args=[finished.pk, *args])
    if name == "tournament-edit":
        initial = member.get(address).context["form"].initial
        sent = {key: value for key, value in {**initial, **sent}.items() if value is not None}
    if name in {"sheet-sign", "sheet-ruling"}:
        sent = {**sent, "receipt": table(finished).receipt}
    answer = member.post(address, sent)
    assert answer.status_code == 409, answer.content.decode()
    assert CLOSED in words_on(answer)
    assert state(finished) == before


HAND = {"kind": "hand", "taker": "B1", "points_b": 162, "capot": "B"}
GAME_ROUTES = [
    ("hand-new", (), HAND),
    ("hand-edit", (1,), HAND),
    ("hand-delete", (2,), {}),
    ("hand-undo", (2,), {}),
    ("deal-pass", (), {}),
    ("game-reopen", (), {}),
    ("game-stop", (), {"reason": "late"}),
]


@pytest.mark.parametrize(("name", "args", "sent"), GAME_ROUTES, ids=[row[0] for row in GAME_ROUTES])
def test_no_page_of_a_game_changes_a_finished_contest(
    member: Client, finished: Tournament, name: str, args: tuple[int, ...], sent: dict[str, object]
) -> None:
    before = state(finished)
    address = reverse(f"scorekeeper:{name}", args=[table(finished).game_id, *args])
    answer = member.post(address, sent)
    assert answer.status_code in {302, 404, 409}, answer.content.decode()
    assert state(finished) == before


def test_no_program_changes_a_finished_contest(member: Client, finished: Tournament) -> None:
    game = table(finished).game
    assert game is not None
    laptop = Phone(game, client=member)
    assert laptop.sheet["may_correct"] is laptop.sheet["may_enter"] is False
    hand, before = laptop.sheet["hands"][0], state(finished)
    answers = [
        laptop.correct(hand["id"], hand["tag"], taker="B1", card_points=162, capot="B"),
        laptop.withdraw(hand["id"], hand["tag"]),
        laptop.put(uuid.uuid4(), 3, taker="A1", card_points=100),
    ]
    for answer in answers:
        assert refused(answer, 409) == "game_over"
        assert answer.json()["detail"] == CLOSED
    assert state(finished) == before


def test_what_was_typed_is_sent_once_the_contest_is_open_again(
    member: Client, finished: Tournament
) -> None:
    address = reverse("tournaments:slip-edit", args=[finished.pk, 1, 1])
    refusal = member.post(address, slip_fields())
    kept = dict(refusal.context["typed"])
    assert kept["total_a"] == "224"
    resume = reverse("tournaments:tournament-resume", args=[finished.pk])
    opened = member.post(resume, {**kept, "then": refusal.context["then"]})
    assert "What you sent is not saved yet." in words_on(opened)
    assert opened.context["then"] == address
    member.post(address, dict(opened.context["typed"]))
    game = table(finished).game
    assert game is not None
    assert (game.total_a, game.total_b) == (224, 100)
    kinds = list(finished.log.order_by("number").values_list("kind", flat=True))
    assert kinds[-4:] == ["finished", "resumed", "game", "slip"]


def test_nobody_is_sent_elsewhere_by_opening_a_contest(
    member: Client, finished: Tournament
) -> None:
    resume = reverse("tournaments:tournament-resume", args=[finished.pk])
    answer = member.post(resume, {"then": "https://elsewhere.example/"})
    assert answer.status_code == 302


def test_opened_again_a_contest_takes_everything(finished: Tournament) -> None:
    resume_tournament(tournament_id=finished.pk, **by())
    ACTS["hand corrected"](finished)
    assert state(finished)[0][0] != state(finished)[0][1]
