"""Who stood where in contests: kept until one of them changes."""

from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias

from django.db.models import QuerySet

from tournaments.ledger.standings import load_contests
from tournaments.models import Tournament
from tournaments.standings.contest import RankedContest

CONTESTS_KEPT: Final = 500

_Version: TypeAlias = tuple[str, int, int]
"""The token of a contest, and the two numbers of which one changes whenever anything does."""


class ContestPlace(NamedTuple):
    """The place and the total of an entry, and how many entries have a result."""

    place: int
    total: int
    entries: int


Places: TypeAlias = Mapping[int, ContestPlace]
"""The places of a contest by the number of the entry; who has no result has none."""

kept_places: Final[dict[int, tuple[_Version, Places]]] = {}
"""The places of contests of this process by key, each in the one state that was asked for last."""


def places_in(contests: QuerySet[Tournament]) -> dict[int, Places]:
    """Return the places in contests, by key; four queries at most, however many they are.

    The versions are read before the results: what is kept under them is never older than they.
    """
    rows = contests.values_list("pk", "token", "version", "results_version")
    versions = {pk: (token, version, results) for pk, token, version, results in rows}
    found = {
        pk: kept[1]
        for pk, version in versions.items()
        if (kept := kept_places.get(pk)) and kept[0] == version
    }
    missing = [pk for pk in versions if pk not in found]
    if missing:
        loaded = {pk: _places(contest) for pk, contest in load_contests(missing).items()}
        if len(kept_places.keys() | loaded) > CONTESTS_KEPT:
            kept_places.clear()
        kept_places.update({pk: (versions[pk], places) for pk, places in loaded.items()})
        found |= loaded
    return found


def _places(contest: RankedContest) -> Places:
    lines = [line for line in contest.standings().lines if line.record.has_results]
    return {line.entrant: ContestPlace(line.rank, line.record.points, len(lines)) for line in lines}
