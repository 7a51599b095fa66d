"""A contest checked against its own log: replayed, and compared with what is stored."""

from dataclasses import dataclass, field, replace
from typing import Any

from scorekeeper.engine.hand import Seat, Side
from scorekeeper.engine.scoring import ImpossibleHandError
from scorekeeper.models import GameSeat
from tournaments.chain import Link, first_break
from tournaments.models import Tournament
from tournaments.replay.acts import ReplayError, replay
from tournaments.replay.compare import Chairs, Difference, chair_differences, differences
from tournaments.replay.draws import draw_differences
from tournaments.replay.outcomes import outcomes_of
from tournaments.selectors.documents import CODEC, document_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """What was found. `broken_at` is the first entry of the log that was changed or cut off.

    `stopped_at` is the entry that cannot have been done as the contest then stood, with the reason:
    nothing after it was compared.
    """

    acts: int
    rounds: int
    hands: int
    broken_at: int | None = None
    stopped_at: Link | None = None
    reason: str = ""
    differences: list[Difference] = field(default_factory=list)

    @property
    def is_whole(self) -> bool:
        """Return whether the log tells exactly the contest that is stored."""
        return self.broken_at is None and self.stopped_at is None and not self.differences


def verify_tournament(tournament: Tournament) -> Verification:
    """Replay the log of a contest and compare what it tells with what is stored.

    The contest knows how many lines its log had, and its tables who sits on their chairs.
    """
    document = document_of(tournament)
    found = verify_document(document, chairs=_chairs_of(tournament))
    if found.broken_at is None and found.acts < tournament.version:
        return replace(found, broken_at=found.acts + 1)
    return found


def _chairs_of(tournament: Tournament) -> Chairs:
    """Return the names on the chairs of every table."""
    chairs: dict[tuple[int, int], dict[Side, list[str]]] = {}
    seats = GameSeat.objects.filter(game__match__round__tournament=tournament).order_by("seat")
    places = seats.values_list(
        "game__match__round__number", "game__match__table_number", "seat", "name"
    )
    for number, table, seat, name in places:
        sides = chairs.setdefault((number, table or 0), {side: [] for side in Side})
        sides[Seat(seat).side].append(name)
    return chairs


def verify_document(document: dict[str, Any], *, chairs: Chairs | None = None) -> Verification:
    """Replay the log of a document of the right shape and compare; `chairs` if they are known."""
    links = [Link.from_plain(link) for link in document["log"]]
    matches = [match for played in document["rounds"] for match in played["matches"]]
    found = Verification(
        acts=len(links),
        rounds=len(document["rounds"]),
        hands=sum(len(match["hands"]) for match in matches),
        broken_at=first_break(links),
    )
    if not links:
        return replace(found, broken_at=1)
    try:
        state = replay(links, CODEC)
        outcomes = outcomes_of(state)
    except ReplayError as error:
        return replace(found, stopped_at=error.link, reason=error.reason)
    except ImpossibleHandError as error:
        return replace(found, stopped_at=links[-1], reason=str(error))
    return replace(
        found,
        differences=[
            *differences(document, state, outcomes),
            *draw_differences(document, state),
            *(chair_differences(chairs, state) if chairs is not None else ()),
        ],
    )
