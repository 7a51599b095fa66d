"""A contest checked against its own log: replayed, and compared with what is stored."""

from dataclasses import dataclass, field, replace
from typing import Any

from scorekeeper.engine.scoring import ImpossibleHandError
from tournaments.chain import Link, first_break
from tournaments.models import Tournament
from tournaments.replay.acts import ReplayError, replay
from tournaments.replay.compare import Difference, differences
from tournaments.replay.draws import draw_differences
from tournaments.replay.outcomes import outcomes_of
from tournaments.selectors.documents import CODEC, document_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """What was found. `broken_at` is the first entry of the log that was changed afterwards.

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
    """Replay the log of a contest and compare what it tells with what is stored."""
    return verify_document(document_of(tournament))


def verify_document(document: dict[str, Any]) -> Verification:
    """Replay the log of a document of the right shape and compare."""
    links = [Link.from_plain(link) for link in document["log"]]
    matches = [match for played in document["rounds"] for match in played["matches"]]
    found = Verification(
        acts=len(links),
        rounds=len(document["rounds"]),
        hands=sum(len(match["hands"]) for match in matches),
        broken_at=first_break(links),
    )
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
        ],
    )
