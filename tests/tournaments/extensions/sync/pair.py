"""A hall's computer and its server, for tests: two clubs of one database, and a line between."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from types import MappingProxyType

from scorekeeper.models import Club, Evening
from tests.table import NOW
from tests.tournaments.extensions.sync.line import Cut, LineToServer
from tournaments.audit_log.queries.documents import document_of
from tournaments.extensions.sync.server import Server
from tournaments.extensions.sync.services.sending import send_changed
from tournaments.models import ServerLink, Tournament


@dataclass
class Pair:
    """A hall's computer and its server."""

    hall: Club
    there: Club
    link: ServerLink
    server: Server

    def send(
        self,
        cut: Cut = Cut.NOWHERE,
        *,
        later: timedelta = timedelta(),
        faults: Mapping[str, Exception] = MappingProxyType({}),
    ) -> LineToServer:
        """Let the hall's computer send once; return the line it went over."""
        line = LineToServer(cut)
        line.faults |= faults
        self.link.refresh_from_db()
        send_changed(link=self.link, server=replace(self.server, opener=line), now=NOW + later)
        self.link.refresh_from_db()
        return line

    def arrived(self) -> Tournament:
        return Tournament.objects.get(club=self.there)

    def has_everything(self) -> bool:
        """Return whether the server shows what was written in the hall."""
        written = Tournament.objects.get(club=self.hall)
        return document_of(self.arrived()) == document_of(written)

    def arrived_evening(self) -> Evening:
        return Evening.objects.get(club=self.there)
