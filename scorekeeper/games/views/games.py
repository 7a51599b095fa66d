"""Pages of games: list, start, changes, history, end."""

from contextlib import suppress

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_tables2 import RequestConfig

from scorekeeper.clubs.access import (
    actor,
    get_game,
    get_writable_game,
    join_game,
    may,
    names_offered,
    names_shown,
    post_data,
    remember_name,
    require,
    requires,
    starting_place,
)
from scorekeeper.engine.hand import Seat
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.games.forms.games import (
    GameEditForm,
    GameForm,
    SitInForm,
    StopForm,
    initial_of_game,
    two_seats_text,
)
from scorekeeper.games.queries.games import changes_of, listed_games
from scorekeeper.games.queries.log import load_log, reason_of_before
from scorekeeper.games.queries.sheets import load_sheet
from scorekeeper.games.services import games as services
from scorekeeper.games.services import substitutes
from scorekeeper.games.services.actions import GameIsOverError
from scorekeeper.games.tables import GameList
from scorekeeper.games.views.page import contest_page, render_game, seen_sheet
from scorekeeper.models import Club, Game
from scorekeeper.models.keys import typed_number
from scorekeeper.refusals import Refused
from scorekeeper.roles import Right


@require_http_methods(["GET", "HEAD", "POST"])
def game_new(request: HttpRequest) -> HttpResponse:
    """Start a game: members anywhere in the club, a joined phone in its evening only."""
    club, evening = starting_place(request)
    initial = {"table_number": request.GET.get("table")}
    if evening:
        initial["ruleset"] = evening.ruleset_key
    before = None
    if again := request.GET.get("again"):
        before = get_game(request, typed_number(again) or 0)
        initial |= initial_of_game(before, names_shown(request, club.pk))
    names = names_offered(request, club, evening, before)
    form = GameForm(request.POST or None, club=club, names=names, initial=initial)
    if form.is_valid() and form.rules and form.found_format:
        game = services.start_game(
            club=club,
            seating=form.seating(evening),
            rules=form.rules,
            game_format=form.found_format,
            **actor(request),
        )
        join_game(request, game)
        return redirect("scorekeeper:game-detail", game.pk)
    context = {"form": form, "evening": evening}
    return render(request, "games/game_new.html", context)


@require_safe
def game_detail(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the sheet, and the form of the next hand while the game goes on."""
    return render_game(request, seen_sheet(request, pk))


@require_http_methods(["GET", "HEAD", "POST"])
def game_edit(request: HttpRequest, pk: int) -> HttpResponse:
    game = get_writable_game(request, pk)
    if game.is_slip and not game.is_contest:
        return redirect("scorekeeper:slip-edit", pk)
    # In a contest the draw decides who sits there, and the round how long they play.
    if game.is_finished or game.is_contest:
        return redirect("scorekeeper:game-detail", pk)
    shown = names_shown(request, game.club_id)
    form = GameEditForm(
        request.POST or None,
        game=game,
        shown=shown,
        names=names_offered(request, game.club, game.evening, game),
        initial=initial_of_game(game, shown),
    )
    if form.is_valid() and form.found_format:
        try:
            _edit(request, game, form, form.found_format)
        except services.SitsElsewhereError as error:
            form.refuse_person(error)
        else:
            return redirect("scorekeeper:game-detail", pk)
    context = {"form": form, "game": game}
    return render(request, "games/game_edit.html", context)


def _edit(request: HttpRequest, game: Game, form: GameEditForm, game_format: GameFormat) -> None:
    """Change the game; a message says so, or that another phone has ended it since."""
    try:
        services.edit_game(
            game_id=game.pk,
            seating=form.seating(game.evening),
            game_format=game_format,
            **actor(request),
        )
    except GameIsOverError:
        messages.error(request, _("The game is finished."))
    else:
        messages.success(request, _("The game is changed."))


@require_http_methods(["GET", "HEAD", "POST"])
def game_sit_in(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a substitute take a seat from a hand on; substitutes in contests belong to entries."""
    game = get_writable_game(request, pk)
    if game.is_slip or game.is_contest:
        return redirect("scorekeeper:game-detail", pk)
    sheet = load_sheet(game, names_shown(request, game.club_id))
    names = names_offered(request, game.club, game.evening, game)
    form = SitInForm(post_data(request), sheet=sheet, names=names)
    if form.is_valid():
        try:
            substitutes.sit_in(
                game_id=pk,
                seat=Seat(form.cleaned_data["seat"]),
                name=form.cleaned_data["name"],
                from_hand=form.cleaned_data["from_hand"],
                **actor(request),
            )
        except Refused as refused:
            form.add_error("from_hand", str(refused))
        except services.SitsElsewhereError as error:
            form.refuse_person(error)
        except GameIsOverError:
            return redirect("scorekeeper:game-sit-in", pk)
        else:
            messages.success(request, _("The hands before stay with the person who played them."))
            return redirect("scorekeeper:game-detail", pk)
    context = {
        "form": form,
        "game": game,
        "changes": changes_of(sheet),
        "may_reopen": may(request, game.club_id, Right.DECIDE),
    }
    return render(request, "games/game_sit_in.html", context)


@require_POST
def game_sit_in_back(request: HttpRequest, pk: int) -> HttpResponse:
    game = get_writable_game(request, pk)
    seat = request.POST.get("seat", "")
    if game.is_contest or seat not in list(Seat):
        raise Http404
    try:
        substitutes.take_back_sitting_in(game_id=pk, seat=Seat(seat), **actor(request))
    except Refused as refused:
        messages.error(request, str(refused))
    except services.SitsElsewhereError as error:
        messages.error(request, two_seats_text(error, names_shown(request, game.club_id)))
    except GameIsOverError:
        messages.error(request, _("The game is finished."))
    else:
        messages.success(request, _("Undone: there was no substitute."))
    return redirect("scorekeeper:game-detail", pk)


@require_http_methods(["GET", "HEAD", "POST"])
def game_stop(request: HttpRequest, pk: int) -> HttpResponse:
    game = get_writable_game(request, pk)
    form = StopForm(request.POST or None, initial={"reason": reason_of_before(game)})
    if game.is_finished:
        return redirect("scorekeeper:game-detail", pk)
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        # Somebody else may have stopped it meanwhile: the page then shows the reason.
        with suppress(GameIsOverError):
            services.stop_game(game_id=pk, reason=reason, **actor(request))
        return redirect("scorekeeper:game-detail", pk)
    shown = names_shown(request, game.club_id)
    context = {"form": form, "game": game, "sheet": load_sheet(game, shown)}
    return render(request, "games/game_stop.html", context)


@require_POST
def game_finish(request: HttpRequest, pk: int) -> HttpResponse:
    """Close a reopened game that is over by its rules."""
    get_writable_game(request, pk)
    try:
        services.finish_game(game_id=pk, **actor(request))
    except Refused as refused:
        messages.error(request, str(refused))
    except GameIsOverError:
        messages.error(request, _("The game is finished."))
    return redirect("scorekeeper:game-detail", pk)


@require_POST
def game_reopen(request: HttpRequest, pk: int) -> HttpResponse:
    """Reopen a finished game; for members, not for the phone at the table.

    It goes on to the correction of `hand`, or to the page of substitutes, if one of them was asked
    for.
    """
    game = get_game(request, pk)
    contest = contest_page(request, game)
    require(request, game.club_id, Right.DECIDE)
    if contest and not contest.may_enter:
        raise Http404
    try:
        services.reopen_game(game_id=pk, **actor(request))
    except GameIsOverError:
        messages.error(request, _("The game is finished."))
    else:
        if "sit_in" in request.POST:
            messages.success(
                request, _("The game is open again: name the substitute, then end it.")
            )
            return redirect("scorekeeper:game-sit-in", pk)
        messages.success(request, _("The game is open again: its hands can be corrected."))
        if number := typed_number(request.POST.get("hand", "")):
            return redirect("scorekeeper:hand-edit", pk, number)
    return redirect("scorekeeper:game-detail", pk)


@require_POST
def game_dealer(request: HttpRequest, pk: int) -> HttpResponse:
    get_writable_game(request, pk)
    dealer = request.POST.get("dealer", "")
    if dealer not in list(Seat):
        raise Http404
    try:
        services.set_first_dealer(game_id=pk, dealer=Seat(dealer), **actor(request))
    except GameIsOverError:
        messages.error(request, _("The first hand is already written: the dealer stays."))
    return redirect("scorekeeper:game-detail", pk)


@require_safe
def game_history(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the log of a game: each action with the values before, time and author."""
    sheet = seen_sheet(request, pk)
    context = {"sheet": sheet, "game": sheet.game, "log": load_log(sheet)}
    return render(request, "games/game_history.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def game_join(request: HttpRequest, token: str) -> HttpResponse:
    """Let a phone at the table that has the code enter hands."""
    game = get_object_or_404(Game.objects.select_related("club"), token=token)
    writes = may(request, game.club_id, Right.WRITE)
    # In a contest only the table's code opens the game: it can be replaced, and expires.
    if game.is_contest and not writes:
        raise Http404
    if request.method == "POST" or writes:
        remember_name(request, request.POST.get("name", ""))
        join_game(request, game)
        return redirect("scorekeeper:game-detail", game.pk)
    sheet = load_sheet(game, names_shown(request, game.club_id))
    return render(request, "games/game_join.html", {"sheet": sheet})


LONGEST_SEARCH = 100


@require_safe
@requires(Right.LOOK)
def game_list(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the club's games, with search, filters, order and pages."""
    search = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    status = request.GET.get("status", "")
    table = GameList(listed_games(club, search=search, status=status))
    RequestConfig(request).configure(table)
    context = {
        "table": table,
        "search": search,
        "status": status,
        "is_filtered": bool(search or status in Game.Status.values),
    }
    return render(request, "games/game_list.html", context)
