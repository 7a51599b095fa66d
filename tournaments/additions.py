"""What leads from the pages of the score keeper to the competitions."""

from collections.abc import Collection, Iterator
from datetime import date

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scorekeeper.additions import Additions, HallDoor, MenuEntry
from scorekeeper.models import Club
from tournaments.models import Tournament
from tournaments.setup.pages.contests import contest_of_tonight


def contest_card(club: Club) -> SafeString:
    """Return the card of today's contest, or of the way to a new one; one query."""
    line = contest_of_tonight(club, today=timezone.localdate())
    return render_to_string("setup/_contest_card.html", {"line": line})


def hall_doors(days: Collection[date]) -> Iterator[HallDoor]:
    """Yield the public pages of the contests of some days."""
    contests = Tournament.objects.filter(date__in=days)
    for name, club, token in contests.values_list("name", "club", "token"):
        yield HallDoor(club=club, name=name, token=token, page="tournaments:public")


ADDITIONS = Additions(
    menu=(
        MenuEntry(
            page="tournaments:tournament-list",
            label=_("Contests"),
            icon="trophy",
            before="scorekeeper:evening-list",
        ),
        MenuEntry(
            page="tournaments:leaderboard",
            label=pgettext_lazy("menu", "Rankings"),
            icon="chart-bar",
            before="scorekeeper:player-list",
        ),
    ),
    home_card=contest_card,
    new_contest="tournaments:tournament-new",
    player_page="tournaments:player-detail",
    player_links=(
        ("tournaments:player-privacy", _("What is shown of the name")),
        ("tournaments:player-merge", _("The same person twice?")),
    ),
    list_links=(("tournaments:player-import", _("A list in or out, as a file")),),
    doors=("tournaments:table-open",),
    hall_doors=hall_doors,
)
