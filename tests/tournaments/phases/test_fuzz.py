"""Random acts over every kind of phase: whatever is done in whatever order, the log tells it."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from scorekeeper.models import Club
from scorekeeper.models.authors import Author
from tests.contest import games_of
from tests.phased import POOLS, TWO_OF_EACH, WHOLE, make_phased, write_total
from tests.table import NOW, SCORER, make_member
from tests.tries import IS_LONG
from tournaments.audit.pages.documents import CODEC, document_of
from tournaments.course.frames import CourseError
from tournaments.course.phases import Phase, PhaseKind, Take, TakeKind
from tournaments.draw.drawing import SwapError
from tournaments.drawing.services import draws
from tournaments.entries.services import withdrawals
from tournaments.ledger.locks import CannotDrawError
from tournaments.models import Round, Tournament
from tournaments.phases.pages import course_page
from tournaments.phases.services import GoneOnError, NotLevelError, decide_level
from tournaments.replay.verification import verify_document
from tournaments.tables.services.rounds import LaterRoundError, close_round, reopen_round

pytestmark = pytest.mark.django_db(transaction=True)

ACTS = 2000 if IS_LONG else 60
LOOKED_AT = 20
BY: dict[str, Any] = {"author": SCORER, "now": NOW}
REFUSED = (
    CannotDrawError,
    CourseError,
    GoneOnError,
    LaterRoundError,
    NotLevelError,
    SwapError,
    withdrawals.PlayedAlreadyError,
)
ROUNDS = Phase(kind=PhaseKind.ROUNDS, rounds=1)
BEST = Phase(
    kind=PhaseKind.KNOCKOUT,
    rounds=3,
    takes=(Take(TakeKind.BEST, 4),),
    consolation=True,
    third_place=True,
)
COURSES = {
    "pools and brackets": ((POOLS, TWO_OF_EACH), 9),
    "rounds, then the best": ((ROUNDS, BEST), 7),
    "knock-out": ((Phase(kind=PhaseKind.KNOCKOUT, rounds=3, third_place=True),), 6),
}


class Hall:
    """A contest in which somebody does whatever comes to mind."""

    def __init__(self, tournament: Tournament, seed: int) -> None:
        self.tournament, self.chance = tournament, Random(seed)
        self.author = Author.of_user(make_member(tournament.club))

    @property
    def last(self) -> Round | None:
        return self.tournament.rounds.order_by("-number").first()

    def ways(self) -> Iterator[Callable[[], object]]:
        """Yield what can be tried now, what is usual more often than the rest."""
        last, numbers = self.last, list(self.tournament.entries.values_list("number", flat=True))
        one, other = self.chance.sample(numbers, 2)
        key: dict[str, Any] = {"tournament_id": self.tournament.pk, **BY}
        yield lambda: withdrawals.return_entry(number=one, even_closed=True, **key)
        if self.chance.random() < 0.3:
            rounds = last.number if last else 1
            yield lambda: withdrawals.withdraw_entry(number=one, from_round=rounds, **key)
        if last is None or last.is_closed:
            yield from [lambda: draws.draw_round(seed=self.chance.randrange(99), **key)] * 4
        elif last.is_drawn:
            place: dict[str, Any] = {"round_id": last.pk, **BY}
            yield lambda: draws.swap_in_draw(one=one, other=other, **place)
            yield lambda: draws.discard_draw(**place)
            yield from [lambda: draws.publish_round(**place)] * 4
        else:
            yield from [lambda: self.write(last)] * 6
            yield from [lambda: close_round(round_id=last.pk, **BY)] * 2
            yield lambda: draws.take_back_round(round_id=last.pk, **BY)
        if last and last.is_closed:
            yield lambda: reopen_round(round_id=last.pk, **BY)
            yield from [lambda: self.decide(last), lambda: self.write(last)] * 2
        if last and last.number > 1:
            yield lambda: self.write(self.tournament.rounds.get(number=last.number - 1))

    def write(self, played: Round) -> None:
        """Write or correct some tables; every fourth ends level."""
        for match in games_of(played):
            if match.is_game and self.chance.random() < 0.8:
                a = WHOLE // 2 if self.chance.random() < 0.25 else self.chance.randrange(100, 220)
                write_total(match, a, WHOLE - a, self.author)

    def decide(self, played: Round) -> None:
        for match in games_of(played):
            winner = match.seats.get(side=self.chance.choice("AB")).entry.number
            decide_level(match_id=match.pk, winner=winner, by="lot", **BY)

    def act(self) -> None:
        with suppress(*REFUSED):
            self.chance.choice(list(self.ways()))()


@pytest.mark.parametrize("name", COURSES)
def test_whatever_is_done_in_phases_the_log_tells_the_same_contest(club: Club, name: str) -> None:
    phases, teams = COURSES[name]
    hall = Hall(make_phased(club, *phases, teams=teams), seed=len(name))
    for number in range(1, ACTS + 1):
        hall.act()
        if number % LOOKED_AT:
            continue
        hall.tournament.refresh_from_db()
        found = verify_document(document_of(hall.tournament), CODEC)
        assert (found.problems, found.reasons, found.differences) == ([], [], []), number
        course_page(hall.tournament)
    assert hall.last is not None
