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

_kept: Final[dict[_Version, Places]] = {}


def places_in(contests: QuerySet[Tournament]) -> dict[int, Places]:
    """Return the places in contests, by key; four queries at most, however many they are.

    The versions are read before the results: what is kept under them is never older than they.
    """
    rows = contests.values_list("pk", "token", "version", "results_version")
    versions = {pk: (token, version, results) for pk, token, version, results in rows}
    found = {pk: _kept[version] for pk, version in versions.items() if version in _kept}
    missing = [pk for pk in versions if pk not in found]
    if missing:
        loaded = {pk: _places(contest) for pk, contest in load_contests(missing).items()}
        if len(_kept) + len(loaded) > CONTESTS_KEPT:
            _kept.clear()
        _kept.update({versions[pk]: places for pk, places in loaded.items()})
        found |= loaded
    return found


def _places(contest: RankedContest) -> Places:
    lines = [line for line in contest.standings().lines if line.record.has_results]
    return {line.entrant: ContestPlace(line.rank, line.record.points, len(lines)) for line in lines}
