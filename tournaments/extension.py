"""What the competitions add to pages of the score keeper and to games of contests."""

from collections.abc import Collection, Iterator
from datetime import date
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scorekeeper.clubs.access import may, may_enter
from scorekeeper.extensions import (
    ClubLinks,
    ContestPage,
    Extension,
    HallDoor,
    MenuEntry,
    MovedOn,
    TableMovedOnError,
    optional_url,
)
from scorekeeper.models import Club, Game
from scorekeeper.roles import Right
from tournaments.access import decides_in, is_organiser, join_table, joined_code, joined_tokens
from tournaments.audit_log.games import ContestGames, match_of, may_write, refuse_moved_on, way_to
from tournaments.audit_log.log import FinishedError, WrittenElsewhereError
from tournaments.audit_log.places import store_missing_places
from tournaments.contests.queries.contests import contest_of_tonight, last_contest, settings_text
from tournaments.contests.views import finished_page
from tournaments.members.queries import phone_lines
from tournaments.models import TableCode, Tournament
from tournaments.tables.queries.phones import match_page
from tournaments.visitors import phone_of, visited_clubs, visitor_of

REQUESTS_SHOWN: Final = 4
PLACE_EVERY_SECONDS: Final = 60.0
_NOTHING: Final = SafeString("")


def contest_of_today(request: HttpRequest, club: Club) -> SafeString:
    """Return the state and the next step of today's contest, at its end the way to its ranking."""
    line = contest_of_tonight(club, today=timezone.localdate(), also_finished=True)
    if line is None:
        return _NOTHING
    return render_to_string("contests/_contest_tonight.html", {"line": line}, request)


def home_cards(request: HttpRequest, club: Club) -> SafeString:
    """Return the cards of a new contest, while none is on, and of the leaderboards."""
    leaderboards = render_to_string("leaderboards/_leaderboard_card.html", {}, request)
    is_on = contest_of_tonight(club, today=timezone.localdate()) is not None
    if is_on or not may(request, club.pk, Right.CONTESTS):
        return leaderboards
    last = last_contest(club)
    context = {"last_settings": settings_text(last) if last else ""}
    return render_to_string("contests/_contest_card.html", context, request) + leaderboards


def hall_doors(days: Collection[date]) -> Iterator[HallDoor]:
    """Yield the public pages of the contests of some days."""
    contests = Tournament.objects.filter(date__in=days)
    for name, club, token in contests.values_list("name", "club", "token"):
        yield HallDoor(club=club, name=name, token=token, page="tournaments:public")


def table_door(door: HallDoor, number: int) -> HallDoor | None:
    """Return the table with that number in the contest of a door, None if there is none."""
    codes = TableCode.objects.filter(tournament__token=door.token, number=number)
    for token in codes.values_list("token", flat=True):
        return HallDoor(club=door.club, name=door.name, token=token, page="tournaments:table-open")
    return None


def phone_requests(request: HttpRequest, club: Club) -> SafeString:
    """Return the phones that ask to be a player's, empty without any; one query."""
    asking, _linked = phone_lines(club)
    context = {"asking": asking[:REQUESTS_SHOWN], "more": len(asking[REQUESTS_SHOWN:])}
    return (
        render_to_string("members/_phone_requests.html", context, request) if asking else _NOTHING
    )


def _bell(tournament: Tournament, token: str | None) -> str:
    """Return where the table with a code calls the referee, empty without one or after the end."""
    if not token or tournament.finished_at:
        return ""
    return optional_url("tournaments:table-call", token)


def visitor_card(request: HttpRequest) -> SafeString:
    """Return what clubs show to a phone that joined them."""
    visitors = [visitor_of(request, club) for club in visited_clubs(request)]
    return render_to_string("members/_visitor_card.html", {"visitors": visitors})


def club_links(request: HttpRequest, club_id: int) -> ClubLinks:
    """Return the links for a phone at a table or an evening of that club; one query at most.

    The visitor has joined the club.
    """
    phone = phone_of(request, club_id)
    pages = [
        (reverse("tournaments:club-tonight", args=[club_id]), gettext_lazy("Tonight’s ranking")),
        (reverse("tournaments:club-season", args=[club_id]), gettext_lazy("The season’s ranking")),
    ]
    if phone:
        pages.append((reverse("tournaments:club-me", args=[club_id]), gettext_lazy("My page")))
    return ClubLinks(
        pages=tuple(pages),
        ask="" if phone else "tournaments:player-ask",
        own=phone.player_id if phone and phone.confirmed_at else None,
    )


class GamePages:
    """The contest's part of game pages, for phones that joined and for organisers."""

    def may_see(self, request: HttpRequest, game: Game) -> bool:
        match = match_of(game)
        code = joined_code(request, match) if match else None
        if match is None or code is None:
            return False
        refuse_moved_on(match, code.token)
        return True

    def join(self, request: HttpRequest, token: str) -> None:
        if code := TableCode.objects.filter(token=token).first():
            join_table(request, code)

    def show_the_way(self, request: HttpRequest) -> None:
        tokens = joined_tokens(request)
        codes = TableCode.objects.select_related("tournament").filter(token__in=tokens)
        if last := max(codes, key=lambda code: tokens.index(code.token), default=None):
            raise TableMovedOnError(way_to(last.token), MovedOn.GONE, last.tournament.ruleset)

    def page(self, request: HttpRequest, game: Game) -> ContestPage:
        match = match_of(game)
        assert match is not None, "a game of a contest has a match while its page is shown"
        tournament = match.round.tournament
        organises = is_organiser(request, tournament)
        back = reverse("tournaments:round-detail", args=[tournament.pk, match.round.number])
        public = reverse("tournaments:public", args=[tournament.token])
        # Visitors without a code must not get that of the table.
        shown = match_page(match, organises=organises, has_code=may_enter(request, game))
        decides = decides_in(request, tournament)
        can = may_write(match, match.verdicts.all(), decides=decides)
        return ContestPage(
            template="tables/_game_contest.html",
            context={"page": shown},
            name=tournament.name,
            place=_("Round %(number)s, table %(table)s")
            % {"number": match.round.number, "table": match.table_number},
            may_enter=can,
            may_correct=can,
            back=back if organises else public,
            back_label=_("All tables") if organises else tournament.name,
            token=None if may(request, tournament.club_id, Right.WRITE) else shown.token,
            join=way_to(shown.token) if shown.token else back,
            call=_bell(tournament, shown.token) if not decides else "",
            receipt=match.receipt,
            mark=shown.mark,
        )

    def refusal(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return a page that offers to reopen a finished contest, keeping what was typed.

        Or a page that says which computer writes the contest.
        """
        if not isinstance(exception, FinishedError):
            return None
        tournament = exception.tournament
        if isinstance(exception, WrittenElsewhereError):
            context = {"tournament": tournament}
            return render(request, "contests/written_elsewhere.html", context, status=409)
        if request.method == "POST" or not is_organiser(request, tournament):
            return finished_page(request, tournament)
        messages.error(request, _("The contest is finished. Open it again first."))
        return redirect("tournaments:tournament-detail", tournament.pk)


EXTENSION = Extension(
    code="competitions",
    keeper=ContestGames(),
    contest_pages=GamePages(),
    menu=(
        MenuEntry(
            page="tournaments:tournament-list",
            label=gettext_lazy("Contests"),
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
    home_head=contest_of_today,
    home_card=home_cards,
    new_contest="tournaments:tournament-new",
    home_notice=phone_requests,
    visitor_card=visitor_card,
    club_links=club_links,
    evening_links=(("tournaments:evening-board", gettext_lazy("Board (projector)")),),
    player_page="tournaments:player-detail",
    player_links=(
        ("tournaments:player-privacy", gettext_lazy("What is shown of the name")),
        ("tournaments:player-merge", gettext_lazy("The same person twice?")),
    ),
    list_links=(
        ("tournaments:player-import", gettext_lazy("Import the list or save it as a file")),
        ("tournaments:phone-list", gettext_lazy("Phones of players")),
    ),
    help_chapters={
        "tournaments.audit_log": "contest-end",
        "tournaments.contests": "contest",
        "tournaments.entries": "contest",
        "tournaments.hall": "contest-round",
        "tournaments.leaderboards": "seasons",
        "tournaments.meetings": "phases",
        "tournaments.members": "seasons",
        "tournaments.people": "seasons",
        "tournaments.phases": "phases",
        "tournaments.rankings": "contest-end",
        "tournaments.rounds": "contest-round",
        "tournaments.seasons": "seasons",
        "tournaments.tables": "contest-round",
        "tournaments.wishes": "wishes",
    },
    doors=("tournaments:table-open",),
    hall_doors=hall_doors,
    table_door=table_door,
    duties=(("places of finished contests", PLACE_EVERY_SECONDS, store_missing_places),),
)
