"""Sync state of both computers, as pages show it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, TypeAlias

from django.db.models import Prefetch, Q
from django.urls import reverse
from django.utils.functional import Promise

from scorekeeper.models import Club, Evening
from tournaments.extensions.sync.errors import ArrivalProblem, DocumentRefusal, ServerProblem
from tournaments.extensions.sync.kinds import KINDS, DocumentKind
from tournaments.extensions.sync.labels import DOCUMENT_TROUBLES, REFUSALS, TROUBLES
from tournaments.models import (
    ArrivedContest,
    ArrivedEvening,
    HallComputer,
    ServerLink,
    Tournament,
)
from tournaments.models.sync import ArrivedDocument, SentDocument

Shown: TypeAlias = dict[str, Any]
"""Template context of a computer, or of a document it sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsent:
    """A document that the server does not have in its current state: why, and the next attempt."""

    name: str
    date: date
    address: str
    reason: str | Promise = ""
    since: datetime | None = None
    next_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sending:
    """The sync state of a club's documents, on the hall's computer."""

    link: ServerLink
    waiting: Sequence[Unsent]
    troubled: Sequence[Unsent]
    refused: Sequence[Unsent]
    trouble: str | Promise
    up_at: datetime | None

    @property
    def is_whole(self) -> bool:
        return not (self.waiting or self.troubled or self.refused)


def sending_of(club: Club) -> Sending | None:
    """Return the sync state of a club, None if it has no server; at most five queries."""
    link = ServerLink.objects.filter(club=club).first()
    if link is None:
        return None
    waiting: list[Unsent] = []
    troubled: list[Unsent] = []
    refused: list[Unsent] = []
    up: list[datetime] = []
    for kind in KINDS:
        records = kind.sent(link)
        up += [record.sent_at for record in records if record.sent_at]
        lacking = {stored.pk: stored for stored in kind.unsent(link)}
        for record in records:
            stored = kind.stored(record)
            if record.refused:
                lacking.pop(stored.pk, None)
                reason = REFUSALS[DocumentRefusal(record.refused)]
                refused.append(_unsent(kind, stored, reason, record))
            elif record.trouble and lacking.pop(stored.pk, None):
                reason = DOCUMENT_TROUBLES[ArrivalProblem(record.trouble)]
                troubled.append(_unsent(kind, stored, reason, record))
        waiting += [_unsent(kind, stored) for stored in lacking.values()]
    return Sending(
        link=link,
        waiting=waiting,
        troubled=troubled,
        refused=refused,
        trouble=TROUBLES[ServerProblem(link.trouble)] if link.trouble else "",
        up_at=max(up, default=None),
    )


def _unsent(
    kind: DocumentKind, stored: Any, reason: str | Promise = "", record: SentDocument | None = None
) -> Unsent:
    return Unsent(
        name=stored.name,
        date=stored.date,
        address=kind.page(stored),
        reason=reason,
        since=record.troubled_at if record else None,
        next_at=record.next_at if record else None,
    )


# The page of a contest, and the page where somebody resolves a conflict.
_CONTESTS: Final = ("tournaments:tournament-detail", "tournaments:arrived-choose")
_EVENINGS: Final = ("scorekeeper:evening-detail", "tournaments:arrived-evening-choose")


def computers_of(club: Club) -> list[Shown]:
    """Return the computers that may send documents of a club; a handful of queries.

    Each comes with the documents it sent, newest first, preceded by the last rejected document that
    is unknown here. `before` are computers that sent the same documents: this one may be one of
    them, connected again.
    """
    contests = ArrivedContest.objects.select_related("tournament").order_by("-pk")
    evenings = ArrivedEvening.objects.select_related("evening").order_by("-pk")
    computers = club.hall_computers.filter(ended_at=None).order_by("pk")
    sent = (Prefetch("contests", contests), Prefetch("evenings", evenings))
    return [
        {
            "computer": one,
            "documents": [
                *([_unknown(one)] if one.refused else []),
                *(_arrived(stored, stored.tournament, *_CONTESTS) for stored in one.contests.all()),
                *(_arrived(stored, stored.evening, *_EVENINGS) for stored in one.evenings.all()),
            ],
            "before": _before(one),
        }
        for one in computers.prefetch_related(*sent)
    ]


def _before(computer: HallComputer) -> Sequence[HallComputer]:
    """Return the computers that sent the documents whose origin is unclear; at most one query."""
    asked = DocumentRefusal.COMPUTER
    first = [one.first_hash for one in computer.contests.all() if one.refused == asked]
    keys = [one.key for one in computer.evenings.all() if one.refused == asked]
    if not (first or keys):
        return ()
    sent = Q(contests__first_hash__in=first, contests__tournament__isnull=False)
    sent |= Q(evenings__key__in=keys, evenings__evening__isnull=False)
    others = HallComputer.objects.filter(sent, club=computer.club_id).exclude(pk=computer.pk)
    return list(others.distinct().order_by("-heard_at"))


def _unknown(computer: HallComputer) -> Shown:
    """Return the last rejected document that is unknown here, in the form of `_arrived`."""
    return {
        "name": computer.refused_name,
        "address": "",
        "arrived_at": None,
        "refusal": REFUSALS[DocumentRefusal(computer.refused)],
        "refused_at": computer.refused_at,
        "choose": "",
    }


def _arrived(
    one: ArrivedDocument, stored: Tournament | Evening | None, address: str, choose: str
) -> Shown:
    """Return a document that a hall's computer sent, in its state on the server.

    `address` is its page, empty if nothing could be stored; `choose` is the page where somebody
    resolves a conflict, empty if there is none.
    """
    page = reverse(address, args=[stored.pk]) if stored else ""
    refusal = DocumentRefusal(one.refused) if one.refused else None
    may_choose = page and refusal in {DocumentRefusal.OLDER, DocumentRefusal.PARTED}
    return {
        "name": one.name,
        "address": page,
        "arrived_at": one.arrived_at,
        "refusal": REFUSALS[refusal] if refusal else "",
        "refused_at": one.refused_at,
        "choose": reverse(choose, args=[one.pk]) if may_choose else "",
    }
