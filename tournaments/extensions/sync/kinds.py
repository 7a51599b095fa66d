"""The kinds of documents that are synced: contests and evenings."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, Protocol

from django.db.models import F, Q
from django.urls import reverse

from scorekeeper.documents.queries import document_of_evening, evenings_with_state
from scorekeeper.models import Evening
from tournaments.audit_log.queries.documents import document_of, document_text
from tournaments.extensions.sync.errors import DocumentRefusal
from tournaments.extensions.sync.server import CONTESTS, EVENINGS
from tournaments.models import SentContest, SentEvening, ServerLink, Tournament
from tournaments.models.sync import SentDocument


class DocumentKind(Protocol):
    """A kind of document, and its sync state."""

    def unsent(self, link: ServerLink) -> Iterator[Any]:
        """Yield what the server lacks, except documents that it rejected and that are unchanged."""

    def sent(self, link: ServerLink) -> Sequence[Any]:
        """Return the sync records, newest first, each with its object."""

    def record(self, link: ServerLink, stored: Any) -> SentDocument:
        """Return the sync record of an object, unsaved if there is none."""

    def place(self, stored: Any) -> str:
        """Return the document's path on the server."""

    def text(self, stored: Any) -> str | None:
        """Return the document; None if it was changed while it was read."""

    def version(self, stored: Any) -> int: ...

    def stored(self, record: Any) -> Any: ...

    def page(self, stored: Any) -> str: ...


def lacking(link: ServerLink, version: F) -> Q:
    """Return the condition for objects that are to be sent now."""
    return Q(sent__link=link, sent__asked=version) & ~Q(sent__refused=DocumentRefusal.COMPUTER)


class ContestKind:
    """Contests: the version is the number of log entries."""

    def unsent(self, link: ServerLink) -> Iterator[Tournament]:
        contests = Tournament.objects.filter(club=link.club, is_mirror=False)
        yield from contests.exclude(lacking(link, F("version"))).exclude(version=0).order_by("pk")

    def sent(self, link: ServerLink) -> Sequence[SentContest]:
        return list(link.contests.select_related("tournament").order_by("-tournament__date", "-pk"))

    def record(self, link: ServerLink, stored: Tournament) -> SentContest:
        found = SentContest.objects.filter(tournament=stored).first()
        record = found or SentContest(tournament=stored)
        record.link = link
        return record

    def place(self, stored: Tournament) -> str:
        first = stored.log.values_list("hash", flat=True).get(number=1)
        return f"{CONTESTS}{first}"

    def text(self, stored: Tournament) -> str | None:
        text = document_text(document_of(stored))
        version = Tournament.objects.values_list("version", flat=True).get(pk=stored.pk)
        return text if version == stored.version else None

    def version(self, stored: Tournament) -> int:
        return stored.version

    def stored(self, record: SentContest) -> Tournament:
        return record.tournament

    def page(self, stored: Tournament) -> str:
        return reverse("tournaments:tournament-detail", args=[stored.pk])


class EveningKind:
    """Evenings: the version is a hash of the evening's state."""

    def unsent(self, link: ServerLink) -> Iterator[Evening]:
        evenings = evenings_with_state().filter(club=link.club, is_mirror=False)
        yield from evenings.exclude(lacking(link, F("state"))).order_by("pk")

    def sent(self, link: ServerLink) -> Sequence[SentEvening]:
        return list(link.evenings.select_related("evening").order_by("-evening__date", "-pk"))

    def record(self, link: ServerLink, stored: Evening) -> SentEvening:
        found = SentEvening.objects.filter(evening=stored).first()
        record = found or SentEvening(evening=stored)
        record.link = link
        return record

    def place(self, stored: Evening) -> str:
        return f"{EVENINGS}{stored.key}"

    def text(self, stored: Evening) -> str | None:
        text = document_of_evening(stored).text()
        again = evenings_with_state().get(pk=stored.pk)
        return text if self.version(again) == self.version(stored) else None

    def version(self, stored: Any) -> int:
        state: int = stored.state
        return state

    def stored(self, record: SentEvening) -> Evening:
        return record.evening

    def page(self, stored: Evening) -> str:
        return reverse("scorekeeper:evening-detail", args=[stored.pk])


KINDS: Final[Sequence[DocumentKind]] = (ContestKind(), EveningKind())
