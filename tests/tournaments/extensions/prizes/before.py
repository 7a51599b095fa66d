"""A contest whose prizes are the lists of earlier versions."""

from scorekeeper.models import Club
from tests.table import NOW, SCORER
from tournaments.audit_log.services import import_tournament
from tournaments.models import Tournament


def brought_in_with_a_list(club: Club) -> Tournament:
    """Return a contest whose first line of the log has the prizes as lists of before."""
    document = {
        "tournament": {
            "name": "Before",
            "date": "2024-06-22",
            "prizes": ["Ham", "Wine"],
            "prize_for_last": "Ladle",
        },
        "entries": [{"number": n, "players": [f"A{n}", f"B{n}"]} for n in range(1, 5)],
        "rounds": [
            {
                "matches": [
                    {"a": 1, "b": 2, "total_a": 900, "total_b": 100},
                    {"a": 3, "b": 4, "total_a": 800, "total_b": 200},
                ]
            }
        ],
    }
    return import_tournament(document=document, club=club, now=NOW, without_log=SCORER)
