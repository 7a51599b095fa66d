"""Eight tables write at once while the organiser closes the round: the log stays one chain."""

import pytest

from scorekeeper.engine.hand import HandEntry, Seat
from tests.contest import games_of, make_contest, start_round, write_hand
from tests.scorekeeper.games.test_many_phones import PHONES, at_once
from tests.table import NOW, SCORER, make_club
from tournaments.audit_log.chain import first_break
from tournaments.audit_log.standings import contest_of
from tournaments.models import LogEntry, Match
from tournaments.tables.services import close_round

pytestmark = pytest.mark.django_db(transaction=True)


def write(match: Match, hands: int) -> str:
    """Write 92 – 70 that many times at a table; return "written"."""
    assert match.game
    for _ in range(hands):
        write_hand(match.game, HandEntry(taker=Seat.A1, card_points=92))
    return "written"


def test_every_table_of_a_round_writes_at_once() -> None:
    tournament = make_contest(make_club(), teams=2 * PHONES, hands=6)
    tables = games_of(start_round(tournament))
    assert at_once(lambda phone: write(tables[phone], 6)) == {"written": PHONES}
    log = list(tournament.log.order_by("number"))
    assert first_break(entry.link for entry in log) is None
    assert sum(entry.kind == LogEntry.Kind.GAME for entry in log) == PHONES * 7
    points = [line.record.points for line in contest_of(tournament).standings().lines]
    assert sorted(points) == [6 * 70] * PHONES + [6 * 92] * PHONES


def test_what_comes_after_the_closing_is_refused() -> None:
    tournament = make_contest(make_club(), teams=2 * PHONES, hands=6)
    playing = start_round(tournament)
    tables = games_of(playing)

    def act(phone: int) -> object:
        if phone == 0:
            close_round(round_id=playing.pk, author=SCORER, now=NOW)
            return "closed"
        return write(tables[phone], 6)

    got = at_once(act)
    assert got["closed"] == 1
    assert got["written"] + got["GameIsOverError"] == PHONES - 1
    log = list(tournament.log.order_by("number"))
    assert first_break(entry.link for entry in log) is None
    closing = next(entry for entry in log if entry.kind == LogEntry.Kind.CLOSED)
    assert not [entry for entry in log[closing.number :] if entry.kind == LogEntry.Kind.GAME]
