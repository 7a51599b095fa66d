"""A round is drawn while the halls go on: nobody waits for it, and nothing it was drawn from moves.

Showing a draw never draws it again, unless somebody asks for that.
"""

from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest
from django.db import connection, transaction
from django.urls import reverse

from scorekeeper.engine.hand import HandEntry, Seat
from scorekeeper.models import Club
from scorekeeper.refusals import Refused
from tests.contest import games_of, make_contest, play_round, start_round, write_hand
from tests.draws import (
    DOER,
    MELEE,
    draw_page,
    drawn_numbers,
    log_kinds,
    new_draw_page,
    post,
    preview,
    seen,
    words_at,
)
from tests.pages import member_of
from tests.table import make_club
from tournaments.audit_log.locks import RoundOpenError
from tournaments.draw.drawing import draw
from tournaments.draw.request import SEARCH_LIMIT, DrawRequest
from tournaments.draw.result import Draw
from tournaments.entries.services.entries import NewEntry, add_entries
from tournaments.models import LogEntry, Tournament
from tournaments.rounds import services
from tournaments.rounds.services import draw_round, publish_round

Meanwhile = Callable[[Callable[[], object]], list[DrawRequest]]


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    """Let something happen while a round is being drawn; return what was drawn from."""

    def happens(act: Callable[[], object]) -> list[DrawRequest]:
        asked: list[DrawRequest] = []

        def draw_slowly(request: DrawRequest) -> Draw:
            asked.append(request)
            act()
            return draw(request)

        monkeypatch.setattr(services, "draw", draw_slowly)
        return asked

    return happens


def enter_one_more(tournament: Tournament) -> None:
    """Enter a team with names of its own."""
    number = tournament.entries.count() + 1
    names = (f"Late {number}", f"Later {number}")
    add_entries(tournament_id=tournament.pk, entries=[NewEntry(names=names)], **DOER)


@pytest.mark.django_db(transaction=True)
def test_a_hand_at_another_clubs_table_is_written_while_a_round_is_drawn(
    meanwhile: Meanwhile,
) -> None:
    here = make_contest(make_club(), teams=4, mode=MELEE)
    (elsewhere, *_) = games_of(start_round(make_contest(make_club("Elsewhere"), teams=4)))
    written: list[bool] = []

    def write() -> None:
        try:
            write_hand(elsewhere.game, HandEntry(taker=Seat.A1, card_points=92))
        finally:
            connection.close()

    def write_from_a_phone() -> None:
        phone = Thread(target=write, daemon=True)
        phone.start()
        phone.join(timeout=10)
        written.append(not phone.is_alive())

    asked = meanwhile(write_from_a_phone)
    drawn = preview(here)
    assert written == [True]
    assert len(asked) == 1
    assert elsewhere.game is not None
    assert elsewhere.game.hands.count() == 1
    assert drawn_numbers(drawn) == [1, 2, 3, 4]


@pytest.mark.django_db(transaction=True)
def test_a_round_is_not_drawn_while_others_wait(club: Club) -> None:
    tournament = make_contest(club, teams=4)
    with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
        preview(tournament)
    assert not tournament.rounds.exists()


@pytest.mark.django_db
class TestAContestThatChangesMeanwhile:
    def test_who_comes_meanwhile_is_drawn_too(self, club: Club, meanwhile: Meanwhile) -> None:
        tournament = make_contest(club, teams=4)
        late = iter([enter_one_more])
        asked = meanwhile(lambda: next(late, lambda _tournament: None)(tournament))
        drawn = draw_round(tournament_id=tournament.pk, **DOER)
        assert drawn_numbers(drawn) == [1, 2, 3, 4, 5]
        assert [len(request.entrants) for request in asked] == [4, 5]
        assert len({request.seed for request in asked}) == 1
        assert log_kinds(tournament).count(LogEntry.Kind.DRAWN) == 1

    def test_what_never_stands_still_is_not_drawn(self, club: Club, meanwhile: Meanwhile) -> None:
        tournament = make_contest(club, teams=4)
        before = preview(tournament)
        meanwhile(lambda: enter_one_more(tournament))
        with pytest.raises(Refused, match="several times during the draw"):
            preview(tournament, seed=2)
        assert [drawn.pk for drawn in tournament.rounds.all()] == [before.pk]
        words = post(member_of(club), new_draw_page(tournament), method="lot", reason="late")
        assert "The contest changed several times during the draw." in words

    def test_a_round_published_meanwhile_is_kept(self, club: Club, meanwhile: Meanwhile) -> None:
        tournament = make_contest(club, teams=4)
        before = preview(tournament)
        meanwhile(lambda: publish_round(round_id=before.pk, **DOER))
        with pytest.raises(RoundOpenError):
            preview(tournament, seed=2)
        assert tournament.rounds.get().is_playing

    def test_what_changes_elsewhere_does_not_matter(self, club: Club, meanwhile: Meanwhile) -> None:
        tournament = make_contest(club, teams=4)
        other = make_contest(make_club("Elsewhere"), teams=4)
        asked = meanwhile(lambda: enter_one_more(other))
        preview(tournament)
        assert len(asked) == 1


@pytest.mark.django_db
def test_a_draw_states_how_far_it_is_searched(club: Club) -> None:
    drawn = preview(make_contest(club, teams=8, mode=MELEE))
    assert drawn.request["search_limit"] == SEARCH_LIMIT
    assert drawn.certificate["version"] == 2


@pytest.fixture
def no_draws(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Let every draw fail from then on."""

    def fail(*_args: Any) -> Draw:
        raise AssertionError("a page draws")

    def forbid() -> None:
        for way in ("drawing.draw_teams", "drawing.draw_melee"):
            monkeypatch.setattr(f"tournaments.draw.{way}", fail)

    return forbid


@pytest.mark.django_db
@pytest.mark.parametrize("mode", ["teams", MELEE])
def test_no_page_draws_what_is_stored(club: Club, mode: str, no_draws: Callable[[], None]) -> None:
    tournament = make_contest(club, teams=9, mode=mode, hands=1)
    first = play_round(tournament)
    second = preview(tournament)
    no_draws()
    member, pk = member_of(club), tournament.pk
    for drawn in (first, second):
        for name in ("detail", "certificate", "reseat"):
            assert member.get(draw_page(drawn, name), follow=True).status_code == 200
    pages = [
        new_draw_page(tournament),
        reverse("tournaments:tournament-detail", args=[pk]),
        reverse("tournaments:round-detail", args=[pk, 1]),
        reverse("tournaments:public", args=[tournament.token]),
        reverse("tournaments:tournament-log", args=[pk]),
    ]
    for address in pages:
        assert member.get(address).status_code == 200
    one, other = second.draw.pairings[0].a[0], second.draw.exempt[0]
    words = post(member, draw_page(second, "swap"), **seen(second), one=one, other=other)
    assert "have changed places." in words
    assert "is published" in post(member, draw_page(second, "publish"), **seen(second))
    with pytest.raises(AssertionError, match="a page draws"):
        words_at(member, draw_page(second) + "?again=1")
