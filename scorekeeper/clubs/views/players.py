"""Pages of the club's players."""

from copy import copy

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_tables2 import RequestConfig

from scorekeeper.clubs.access import may, post_data, requires, requires_found
from scorekeeper.clubs.forms import PlayerForm
from scorekeeper.clubs.queries import player_lines, players_like
from scorekeeper.clubs.services.players import (
    AnonymousError,
    LicenceTakenError,
    NameTakenError,
    add_player,
    archive_player,
    bring_back,
    change_player,
)
from scorekeeper.clubs.tables import PlayerList
from scorekeeper.extensions import extensions, is_seen
from scorekeeper.labels.people import licence_taken_text, name_taken_text
from scorekeeper.models import Club, Player
from scorekeeper.models.keys import typed_number
from scorekeeper.roles import Right

LONGEST_SEARCH = 100


def _player(club: Club, pk: int) -> Player:
    return get_object_or_404(Player.objects.of_club(club).select_related("club"), pk=pk)


@require_safe
@requires(Right.LOOK)
def player_list(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the players, the archived ones in a list of their own."""
    search = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    archived = request.GET.get("list") == "archived"
    lines = player_lines(club, search=search, archived=archived)
    table = PlayerList(lines, club=club, with_licences=may(request, club.pk, Right.PLAYERS))
    RequestConfig(request).configure(table)
    number = typed_number(request.GET.get("undo", ""))
    listing = [one for one in extensions() if one.list_links and is_seen(one, club)]
    context = {
        "table": table,
        "search": search,
        "archived": archived,
        "links": [link for one in listing for link in one.list_links],
        "undo_player": Player.objects.of_club(club)
        .filter(pk=number, archived_at__isnull=False)
        .first()
        if number
        else None,
    }
    return render(request, "clubs/player_list.html", context)


@require_safe
@requires(Right.LOOK)
def player_names(request: HttpRequest, club: Club) -> JsonResponse:
    """Return the names that match what is typed so far, for a form."""
    typed = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    names = players_like(club, typed).values_list("name", flat=True)
    return JsonResponse({"names": list(names)})


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Right.PLAYERS)
def player_new(request: HttpRequest, club: Club) -> HttpResponse:
    form = PlayerForm(post_data(request), instance=Player(club=club))
    if form.is_valid():
        name, enrolment = form.cleaned_data["name"], form.enrolment
        try:
            player = add_player(club=club, name=name, enrolment=enrolment, now=timezone.now())
        except LicenceTakenError as error:
            form.add_error("licence", licence_taken_text(enrolment.licence, error.owner))
        else:
            messages.success(request, _("%(name)s is on the list.") % {"name": player.name})
            return redirect("scorekeeper:player-list")
    return render(request, "clubs/player_new.html", {"form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@requires_found(_player, Right.PLAYERS)
def player_edit(request: HttpRequest, player: Player) -> HttpResponse:
    """Change the name, licence and categories of a player, unless the name was erased."""
    if player.merged_into_id:
        return redirect("scorekeeper:player-edit", player.merged_into_id)
    # A copy: the form changes its instance, and the page's title shows the stored name.
    form = PlayerForm(post_data(request), instance=copy(player))
    if form.is_valid():
        try:
            change_player(player=player, name=form.cleaned_data["name"], enrolment=form.enrolment)
        except AnonymousError:
            return redirect("scorekeeper:player-edit", player.pk)
        except NameTakenError:
            form.add_error("name", name_taken_text(form.cleaned_data["name"], archived=False))
        except LicenceTakenError as error:
            form.add_error("licence", licence_taken_text(form.enrolment.licence, error.owner))
        else:
            messages.success(
                request, _("What was written about %(name)s is saved.") % {"name": player.name}
            )
            return redirect("scorekeeper:player-list")
    more = [one for one in extensions() if one.player_links and is_seen(one, player.club)]
    links = [link for one in more for link in one.player_links]
    context = {"form": form, "player": player, "links": links}
    return render(request, "clubs/player_edit.html", context)


@require_POST
@requires_found(_player, Right.PLAYERS)
def player_archive(request: HttpRequest, player: Player) -> HttpResponse:
    """Archive a player who no longer comes; the next page offers to undo it."""
    archive_player(player=player, now=timezone.now())
    return redirect(reverse("scorekeeper:player-list", query={"undo": player.pk}))


@require_POST
@requires_found(_player, Right.PLAYERS)
def player_restore(request: HttpRequest, player: Player) -> HttpResponse:
    bring_back([player])
    messages.success(request, _("%(name)s is on the list again.") % {"name": player.name})
    return redirect("scorekeeper:player-list")
