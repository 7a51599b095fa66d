"""Every lot that was drawn among those present, as everybody may see it."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from tournaments.models import LogEntry, Tournament
from tournaments.prizes.labels import what_text
from tournaments.prizes.pages.funds import plan_of
from tournaments.seating import NamedEntry
from tournaments.standings.prizes import Aim


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeLot:
    """A lot for a prize: who was drawn first, among how many; `times` counts those of its prize.

    `what` is empty where the prize was taken out since, `title` where the entry was removed.
    `passes_on`: who has another prize already lets the next one drawn have it.
    """

    what: str
    at: datetime
    number: int
    title: str
    present: int
    times: int
    passes_on: bool

    @property
    def is_again(self) -> bool:
        return self.times > 1


def lots_drawn(tournament: Tournament, names: Mapping[int, NamedEntry]) -> tuple[PrizeLot, ...]:
    """Return all lots in the order of the log; one query where a prize is drawn."""
    plan = plan_of(tournament)
    whats = {prize.key: what_text(prize) for prize in plan.prizes if prize.aim is Aim.PRESENT}
    if not whats:
        return ()
    times: Counter[int] = Counter()
    found = []
    log = tournament.log.filter(kind=LogEntry.Kind.PRIZE_LOT).order_by("number")
    for line in log.only("data", "at"):
        key, order = line.data["prize"], line.data["order"]
        times[key] += 1
        lot = PrizeLot(
            what=whats.get(key, ""),
            at=line.at,
            number=order[0],
            title=names[order[0]].title if order[0] in names else "",
            present=len(order),
            times=times[key],
            passes_on=not plan.several,
        )
        found.append(lot)
    return tuple(found)
