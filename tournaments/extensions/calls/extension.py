from django.utils.translation import gettext_lazy as _

from scorekeeper.extensions import Extension, MenuEntry
from scorekeeper.roles import Right
from tournaments.extensions.calls.queries import waiting_tables
from tournaments.models import Tournament


def count_waiting(tournament: Tournament) -> int:
    return len(waiting_tables(tournament))


EXTENSION = Extension(
    code="calls",
    help_chapters={"tournaments.extensions.calls": "calls"},
    urls="tournaments.extensions.calls.urls",
    contest_menu=(
        MenuEntry(
            page="tournaments:call-list",
            label=_("Calls"),
            before="ranking",
            right=Right.WRITE,
            count=count_waiting,
        ),
    ),
    templates={
        "contest.alerts": "calls/_contest_alerts.html",
        "contest.hall": "calls/_contest_hall.html",
        "contest.waiting": "calls/_contest_waiting.html",
        "table.desk": "calls/_table_desk.html",
    },
)
