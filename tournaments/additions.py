"""What leads from the pages of the score keeper to the competitions."""

from collections.abc import Collection, Iterator
from datetime import date
from typing import Final

from django.db.models import Count
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scorekeeper.additions import Additions, ClubLinks, HallDoor, MenuEntry
from scorekeeper.clubs.access import may
from scorekeeper.contests import is_contest_on
from scorekeeper.models import Club, Evening
from scorekeeper.roles import Right
from tournaments.announced.services.requests import move_up_everywhere
from tournaments.demo.contest import begin_contest
from tournaments.ledger.places import store_missing_places
from tournaments.linked.services.sending import send_news
from tournaments.members.pages.phones import phone_lines
from tournaments.models import (
    ArrivedEvening,
    EntryRequest,
    TableCode,
    Tournament,
    Webhook,
)
from tournaments.setup.pages.contests import contest_of_tonight
from tournaments.together.pages.elsewhere import questions_for
from tournaments.together.services.ratings import keep_up_to_date
from tournaments.visitors import phone_of, visited_clubs, visitor_of
from tournaments.whole_club.services.keeping import forget_requests, keep_no_longer
from tournaments.window.services.telling import tell_news

REQUESTS_SHOWN: Final = 4
SEND_EVERY_SECONDS: Final = 30.0
TELL_EVERY_SECONDS: Final = 20.0
MOVE_UP_EVERY_SECONDS: Final = 20.0
RATE_EVERY_SECONDS: Final = 60.0
PLACE_EVERY_SECONDS: Final = 60.0
KEEP_EVERY_SECONDS: Final = 24 * 3600.0
_NOTHING: Final = SafeString("")


def contest_card(request: HttpRequest, club: Club) -> SafeString:
    """Return the card of today's contest, or of the way to a new one; one query."""
    line = contest_of_tonight(club, today=timezone.localdate())
    if line is None and not may(request, club.pk, Right.CONTESTS):
        return _NOTHING
    return render_to_string("setup/_contest_card.html", {"line": line})


def hall_doors(days: Collection[date]) -> Iterator[HallDoor]:
    """Yield the public pages of the contests of some days."""
    contests = Tournament.objects.filter(date__in=days)
    for name, club, token in contests.values_list("name", "club", "token"):
        yield HallDoor(club=club, name=name, token=token, page="tournaments:public")


def table_door(door: HallDoor, number: int) -> HallDoor | None:
    """Return the table of that number in the contest behind a door, None where there is none."""
    codes = TableCode.objects.filter(tournament__token=door.token, number=number)
    for token in codes.values_list("token", flat=True):
        return HallDoor(club=door.club, name=door.name, token=token, page="tournaments:table-open")
    return None


def phone_requests(request: HttpRequest, club: Club) -> SafeString:
    """Return the phones that say "That is me", nothing where none does; one query."""
    asking, _linked = phone_lines(club)
    context = {"asking": asking[:REQUESTS_SHOWN], "more": len(asking[REQUESTS_SHOWN:])}
    return (
        render_to_string("members/_phone_requests.html", context, request) if asking else _NOTHING
    )


def home_notice(request: HttpRequest, club: Club) -> SafeString:
    """Return what waits for an organiser: phones, who asks to enter, other clubs' questions."""
    notice = phone_requests(request, club) + _entry_requests(request, club)
    count = questions_for(club) if club.together_from else 0
    if count:
        context = {"count": count}
        notice += render_to_string("together/_questions.html", context, request)
    return notice


def _entry_requests(request: HttpRequest, club: Club) -> SafeString:
    """Return which contests somebody asks to enter; one query."""
    asked = EntryRequest.objects.filter(tournament__club=club, state=EntryRequest.State.ASKED)
    contests = asked.values_list("tournament", "tournament__name").annotate(count=Count("pk"))
    context = {"contests": list(contests.order_by("tournament__date", "tournament"))}
    if not context["contests"]:
        return _NOTHING
    return render_to_string("announced/_requests_notice.html", context, request)


def visitor_card(request: HttpRequest) -> SafeString:
    """Return what the clubs that this phone joined show it."""
    visitors = [visitor_of(request, club) for club in visited_clubs(request)]
    return render_to_string("members/_visitor_card.html", {"visitors": visitors})


def club_links(request: HttpRequest, club_id: int) -> ClubLinks:
    """Return what a phone at a table or an evening of that club is offered; a query at most.

    Whoever sees that page has joined the club.
    """
    phone = phone_of(request, club_id)
    pages = [
        (reverse("tournaments:club-tonight", args=[club_id]), _("Tonight’s ranking")),
        (reverse("tournaments:club-season", args=[club_id]), _("The season’s ranking")),
    ]
    if phone:
        pages.append((reverse("tournaments:club-me", args=[club_id]), _("My page")))
    return ClubLinks(
        pages=tuple(pages),
        ask="" if phone else "tournaments:player-ask",
        own=phone.player_id if phone and phone.confirmed_at else None,
    )


def evening_notice(evening: Evening) -> SafeString:
    """Return from which computer the news of a mirror comes, and when; a query."""
    arrived = ArrivedEvening.objects.select_related("computer").filter(evening=evening).first()
    if arrived is None:
        return _NOTHING
    return render_to_string("linked/_last_news.html", {"arrived": arrived})


def _move_up() -> None:
    move_up_everywhere(now=timezone.now())


def _tell_webhooks() -> None:
    # Most clubs tell no program anything.
    if Webhook.objects.exists():
        tell_news(now=timezone.now())


def _keep_no_longer() -> None:
    if EntryRequest.objects.exists():
        forget_requests(now=timezone.now())
    # Nobody's name goes while phones wait for an answer.
    today = timezone.localdate()
    if Club.objects.exclude(keep_years=None).exists() and not is_contest_on(today, today):
        keep_no_longer(now=timezone.now())


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
    home_notice=home_notice,
    visitor_card=visitor_card,
    club_links=club_links,
    evening_notice=evening_notice,
    evening_links=(("tournaments:evening-board", _("Board for the projector")),),
    player_page="tournaments:player-detail",
    player_links=(
        ("tournaments:player-privacy", _("What is shown of the name")),
        ("tournaments:player-merge", _("The same person twice?")),
    ),
    list_links=(
        ("tournaments:player-import", _("A list in or out, as a file")),
        ("tournaments:phone-list", _("Phones of players")),
        ("tournaments:people-elsewhere", _("Who plays elsewhere too")),
    ),
    owner_links=(("tournaments:club-data", _("The club’s data: take along, move, erase")),),
    doors=("tournaments:table-open",),
    hall_doors=hall_doors,
    table_door=table_door,
    duties=(
        ("news for the server", SEND_EVERY_SECONDS, send_news),
        ("waiting lists", MOVE_UP_EVERY_SECONDS, _move_up),
        ("places of finished contests", PLACE_EVERY_SECONDS, store_missing_places),
        ("webhooks", TELL_EVERY_SECONDS, _tell_webhooks),
        ("ratings over all clubs", RATE_EVERY_SECONDS, keep_up_to_date),
        ("names kept no longer", KEEP_EVERY_SECONDS, _keep_no_longer),
    ),
    fill_trial=begin_contest,
)
