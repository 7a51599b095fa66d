"""The kinds of documents that are synced: contests and evenings."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, Protocol

from django.db.models import F, Q
from django.urls import reverse

from scorekeeper.documents.queries import document_of_evening, evenings_with_state
from scorekeeper.models import Evening
from tournaments.audit_log.queries.documents import document_of, document_text
from tournaments.models import SentContest, SentEvening, ServerLink, Tournament
from tournaments.models.sync import SentDocument
from tournaments.sync.errors import DocumentRefusal
from tournaments.sync.server import CONTESTS, EVENINGS


class DocumentKind(Protocol):
    """A kind of document, and its sync state."""

    def unsent(self, link: ServerLink) -> Iterator[Any]:
        """Yield what the server lacks, except documents that it rejected and that are unchanged."""

    def sent(self, link: ServerLink) -> Sequence[Any]:
        """Return the sync records, newest first, each with its object."""

    def record(self, link: ServerLink, kept: Any) -> SentDocument:
        """Return the sync record of an object, unsaved if there is none."""

    def place(self, kept: Any) -> str:
        """Return the document's path on the server."""

    def text(self, kept: Any) -> str | None:
        """Return the document; None if it was changed while it was read."""

    def version(self, kept: Any) -> int: ...

    def kept(self, record: Any) -> Any: ...

    def page(self, kept: Any) -> str: ...


def lacking(link: ServerLink, version: F) -> Q:
    """Return the condition for objects that are to be sent now."""
    return Q(sent__link=link, sent__asked=version) & ~Q(sent__refused=DocumentRefusal.COMPUTER)


class ContestKind:
    """Contests: the version is the number of log lines."""

    def unsent(self, link: ServerLink) -> Iterator[Tournament]:
        contests = Tournament.objects.filter(club=link.club, is_mirror=False)
        yield from contests.exclude(lacking(link, F("version"))).exclude(version=0).order_by("pk")

    def sent(self, link: ServerLink) -> Sequence[SentContest]:
        return list(link.contests.select_related("tournament").order_by("-tournament__date", "-pk"))

    def record(self, link: ServerLink, kept: Tournament) -> SentContest:
        found = SentContest.objects.filter(tournament=kept).first()
        record = found or SentContest(tournament=kept)
        record.link = link
        return record

    def place(self, kept: Tournament) -> str:
        first = kept.log.values_list("hash", flat=True).get(number=1)
        return f"{CONTESTS}{first}"

    def text(self, kept: Tournament) -> str | None:
        text = document_text(document_of(kept))
        version = Tournament.objects.values_list("version", flat=True).get(pk=kept.pk)
        return text if version == kept.version else None

    def version(self, kept: Tournament) -> int:
        return kept.version

    def kept(self, record: SentContest) -> Tournament:
        return record.tournament

    def page(self, kept: Tournament) -> str:
        return reverse("tournaments:tournament-detail", args=[kept.pk])


class EveningKind:
    """Evenings: the version is a hash of the evening's state."""

    def unsent(self, link: ServerLink) -> Iterator[Evening]:
        evenings = evenings_with_state().filter(club=link.club, is_mirror=False)
        yield from evenings.exclude(lacking(link, F("state"))).order_by("pk")

    def sent(self, link: ServerLink) -> Sequence[SentEvening]:
        return list(link.evenings.select_related("evening").order_by("-evening__date", "-pk"))

    def record(self, link: ServerLink, kept: Evening) -> SentEvening:
        found = SentEvening.objects.filter(evening=kept).first()
        record = found or SentEvening(evening=kept)
        record.link = link
        return record

    def place(self, kept: Evening) -> str:
        return f"{EVENINGS}{kept.key}"

    def text(self, kept: Evening) -> str | None:
        text = document_of_evening(kept).text()
        again = evenings_with_state().get(pk=kept.pk)
        return text if self.version(again) == self.version(kept) else None

    def version(self, kept: Any) -> int:
        state: int = kept.state
        return state

    def kept(self, record: SentEvening) -> Evening:
        return record.evening

    def page(self, kept: Evening) -> str:
        return reverse("scorekeeper:evening-detail", args=[kept.pk])


KINDS: Final[Sequence[DocumentKind]] = (ContestKind(), EveningKind())
