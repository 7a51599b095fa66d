"""A contest in the folder of a real program, made and counted again in a process of its own.

python -m tests.journeys.hall make TEAMS HANDS | python -m tests.journeys.hall recount
"""

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests.journeys.program import run

EVENING_TABLES: Final = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table of the first round: its code lets a phone enter its game."""

    number: int
    token: str
    game: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Hall:
    """A contest whose first round is played, an evening, and the organiser's session."""

    contest: int
    public: str
    evening: int
    session: str
    tables: tuple[Table, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What the database holds of a table, hands in order; `result` is what the contest counts."""

    table: int
    keys: list[str]
    numbers: list[int]
    entries: list[dict[str, Any]]
    totals: list[int]
    result: list[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recount:
    """What was found in the database afterwards."""

    sheets: tuple[Sheet, ...]
    log_is_whole: bool


def make_hall(data: Path, *, teams: int, hands: int) -> Hall:
    """Make a contest in that folder, its first round drawn and published."""
    made = json.loads(run(data, "-m", "tests.journeys.hall", "make", str(teams), str(hands)))
    tables = tuple(Table(**table) for table in made.pop("tables"))
    return Hall(**made, tables=tables)


def recount(data: Path) -> Recount:
    """Read every sheet, and hold the contest against its log."""
    found = json.loads(run(data, "-m", "tests.journeys.hall", "recount"))
    sheets = tuple(Sheet(**sheet) for sheet in found["sheets"])
    return Recount(sheets=sheets, log_is_whole=found["log_is_whole"])


def _make(teams: int, hands: int) -> dict[str, Any]:
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.test import Client
    from django.utils import timezone

    from scorekeeper.clubs.services.accounts import create_first_organiser
    from scorekeeper.evenings.services import open_evening
    from scorekeeper.models import Club
    from tests.contest import games_of, make_contest, start_round
    from tests.table import make_game

    call_command("migrate", interactive=False, verbosity=0)
    now = timezone.now()
    create_first_organiser(now=now)
    organiser = Client()
    organiser.force_login(User.objects.get())
    club = Club.objects.get()
    evening = open_evening(
        club=club, name="Friday", date=now.date(), ruleset_key="contest", now=now
    )
    for number in range(1, EVENING_TABLES + 1):
        make_game(club, evening=evening, table_number=number)
    contest = make_contest(club, teams=teams, hands=hands, rounds=1)
    tables = games_of(start_round(contest))
    codes = dict(contest.codes.values_list("number", "token"))
    return {
        "contest": contest.pk,
        "public": contest.token,
        "evening": evening.pk,
        "session": organiser.cookies["sessionid"].value,
        "tables": [
            {
                "number": match.table_number,
                "token": codes[match.table_number or 0],
                "game": match.game_id,
            }
            for match in tables
        ],
    }


def _recount() -> dict[str, Any]:
    from tournaments.audit_log.queries.logs import verify_tournament
    from tournaments.models import Match, Tournament

    matches = Match.objects.filter(game__isnull=False).select_related("game")
    return {
        "sheets": [_sheet(match) for match in matches.order_by("table_number")],
        "log_is_whole": verify_tournament(Tournament.objects.get()).is_whole,
    }


def _sheet(match: Any) -> dict[str, Any]:
    game, hands = match.game, list(match.game.hands.order_by("number"))
    return {
        "table": match.table_number,
        "keys": [str(hand.submission_key) for hand in hands],
        "numbers": [hand.number for hand in hands],
        "entries": [
            {
                name: getattr(hand, name) or None
                for name in ("taker", "belote", "belote_seat", "capot", "penalty")
            }
            | {"card_points": hand.card_points}
            for hand in hands
        ],
        "totals": [game.total_a, game.total_b],
        "result": list(match.seats.order_by("side").values_list("points", flat=True)),
    }


def main() -> None:
    """Do what the command line names, and print what came of it."""
    import django

    django.setup()
    act, *numbers = sys.argv[1:]
    made = _make(*map(int, numbers)) if act == "make" else _recount()
    sys.stdout.write(json.dumps(made))


if __name__ == "__main__":
    main()
