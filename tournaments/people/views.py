"""Views of players: a player's page, head to head, privacy, merging, import of lists."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.clubs.access import actor, requires, requires_found
from scorekeeper.clubs.queries import player_names
from scorekeeper.clubs.services.players import AnonymousError
from scorekeeper.labels.rules import categories_text
from scorekeeper.models import Club, Player, PlayerMerge
from scorekeeper.roles import Right
from tournaments.files.downloads import download_list, refuse_unknown_kind
from tournaments.files.views import bring_in
from tournaments.leaderboards.queries import SEASON_CODE, Scope, scope_of
from tournaments.models import Season
from tournaments.models.entry_requests import CONTACT_WEEKS
from tournaments.people.forms import (
    AnonymousForm,
    HeadToHeadForm,
    MergeForm,
    OtherPlayerForm,
    PlayerAnswersForm,
    PlayersForm,
    ShownForm,
)
from tournaments.people.queries.meetings import head_to_head_of
from tournaments.people.queries.merges import (
    alike_players,
    comparison,
    latest_names,
    merges_of,
    obstacles,
    others_of,
)
from tournaments.people.queries.people import get_player, person_of
from tournaments.people.queries.player_lists import players_sheet
from tournaments.people.services.merges import (
    MergedAlreadyError,
    TwoPeopleError,
    merge_players,
    undo_merge,
)
from tournaments.people.services.names import anonymise_player, show_name
from tournaments.people.services.player_lists import import_players
from tournaments.seasons.queries.seasons import seasons_of


@require_safe
@requires(Right.LOOK)
def player_detail(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    player = get_player(club, pk)
    if player is None:
        raise Http404
    if player.merged_into_id:
        return redirect("tournaments:player-detail", player.merged_into_id)
    seasons, scope = asked_seasons(request, club)
    context = {
        "player": player,
        "categories": categories_text(player.categories),
        "person": person_of(player, scope, request.GET.get("page")),
        "seasons": seasons,
        "season": request.GET.get("season", ""),
    }
    return render(request, "people/player_detail.html", context)


@require_safe
@requires(Right.LOOK)
def head_to_head(request: HttpRequest, club: Club) -> HttpResponse:
    form = HeadToHeadForm(request.GET, club=club)
    seasons, scope = asked_seasons(request, club)
    context = {
        "form": form,
        "names": player_names(club),
        "seasons": seasons,
        "season": request.GET.get("season", ""),
        "found": head_to_head_of(*form.teams, scope) if form.is_valid() else None,
    }
    return render(request, "people/head_to_head.html", context)


def asked_seasons(request: HttpRequest, club: Club) -> tuple[list[Season], Scope]:
    """Return the club's seasons, and the scope that the URL names; raises Http404."""
    season = request.GET.get("season", "")
    scope = scope_of(club, f"{SEASON_CODE}{season}" if season else "")
    if scope is None:
        raise Http404
    return list(seasons_of(club)), scope


def _player(club: Club, pk: int) -> Player:
    players = Player.objects.of_club(club).filter(merged_into=None).select_related("club")
    return get_object_or_404(players, pk=pk)


@require_http_methods(["GET", "HEAD", "POST"])
@requires_found(_player, Right.PLAYERS)
def player_privacy(request: HttpRequest, player: Player) -> HttpResponse:
    """Set what public pages show of a name, or remove it for ever after a confirmation."""
    if player.shown == Player.Shown.ANONYMOUS:
        return render(request, "people/person_privacy.html", {"player": player})
    is_leaving = "leave" in request.POST or "sure" in request.POST
    leaving = AnonymousForm(request.POST if is_leaving else None)
    is_showing = request.method == "POST" and not is_leaving
    form = ShownForm(request.POST if is_showing else None, player=player)
    if is_leaving and leaving.is_valid():
        if "sure" in request.POST:
            return _anonymise(request, player)
        return render(request, "people/person_anonymous.html", {"player": player})
    if form.is_valid():
        show_name(player_id=player.pk, **form.cleaned_data)
        messages.success(request, _("That is how the name is shown from now on."))
        return redirect("tournaments:player-privacy", player.pk)
    context = {"player": player, "form": form, "leaving": leaving, "contact_weeks": CONTACT_WEEKS}
    return render(request, "people/person_privacy.html", context)


def _anonymise(request: HttpRequest, player: Player) -> HttpResponse:
    try:
        nameless = anonymise_player(player_id=player.pk, **actor(request))
    except AnonymousError:
        # The button was touched twice, or somebody else was faster: the page says what is so.
        return redirect("tournaments:player-privacy", player.pk)
    text = _("The name is gone for ever. From now on it is %(name)s.")
    messages.success(request, text % {"name": nameless.name})
    return redirect("tournaments:player-privacy", player.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@requires_found(_player, Right.PLAYERS)
def player_merge(request: HttpRequest, player: Player) -> HttpResponse:
    """Choose the other player who is the same person, review what would move, and merge both."""
    if player.shown == Player.Shown.ANONYMOUS:
        raise Http404
    others = others_of(player)
    form = OtherPlayerForm(request.GET if "name" in request.GET else None, others=others)
    context: dict[str, Any] = {"player": player, "form": form}
    if form.is_valid():
        is_posted = request.method == "POST"
        data = request.POST if is_posted else None
        merging = MergeForm(data, player=player, other=form.other)
        if is_posted and merging.is_valid() and _merge(request, merging):
            return redirect("tournaments:player-merge", merging.kept.pk)
        context |= {
            "other": form.other,
            "merging": merging,
            "rows": comparison(player, form.other),
            "obstacles": obstacles(player, form.other),
        }
    else:
        context |= {
            "names": latest_names(others),
            "alike": alike_players(player, others),
            "merges": merges_of(player),
        }
    return render(request, "people/person_merge.html", context)


def _merge(request: HttpRequest, form: MergeForm) -> bool:
    kept, gone = form.kept, form.gone
    try:
        merge_players(kept_id=kept.pk, gone_id=gone.pk, **actor(request))
    except TwoPeopleError:
        form.add_error(
            None, _("They were in the same place at the same time: these are two people.")
        )
    except (AnonymousError, MergedAlreadyError):
        form.add_error(
            None, _("Somebody has changed one of these players in the meantime: look again.")
        )
    else:
        text = _("%(gone)s is now %(kept)s: both names find the same player.")
        messages.success(request, text % {"gone": gone.name, "kept": kept.name})
        return True
    return False


def _merge_of(club: Club, pk: int) -> PlayerMerge:
    merges = PlayerMerge.objects.filter(kept__club=club).select_related("kept__club", "gone")
    return get_object_or_404(merges, pk=pk)


@require_POST
@requires_found(_merge_of, Right.PLAYERS)
def merge_undo(request: HttpRequest, merge: PlayerMerge) -> HttpResponse:
    try:
        gone = undo_merge(merge_id=merge.pk)
    except MergedAlreadyError:
        text = _("%(name)s has since been merged with another player: undo that first.")
        messages.error(request, text % {"name": merge.kept.name})
    except AnonymousError:
        messages.error(request, _("The names are gone: this stays as it is."))
    else:
        text = _("%(gone)s is a separate player again, with everything that was moved.")
        messages.success(request, text % {"gone": gone.name})
    kept = merge.kept.merged_into_id or merge.kept_id
    return redirect("tournaments:player-merge", kept)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Right.PLAYERS)
def player_import(request: HttpRequest, club: Club) -> HttpResponse:
    """Check a pasted or uploaded list of players; add those who are new."""

    def keep(answers: PlayerAnswersForm) -> HttpResponse:
        result = import_players(club=club, players=answers.players, now=timezone.now())
        text = ngettext("%(count)d player is new.", "%(count)d players are new.", result.new)
        messages.success(request, text % {"count": result.new})
        if result.other_licence:
            text = _("They already have another licence number, which was left: %(names)s.")
            messages.warning(request, text % {"names": ", ".join(result.other_licence)})
        return redirect("scorekeeper:player-list")

    return bring_in(
        request,
        PlayersForm,
        PlayerAnswersForm,
        about={"club": club},
        keep=keep,
        template="people/player_import.html",
        back=reverse("scorekeeper:player-list"),
    )


@require_safe
@requires(Right.FILES)
def player_export(request: HttpRequest, club: Club, kind: str) -> HttpResponse:
    refuse_unknown_kind(kind)
    sheet = players_sheet(club)
    return download_list(sheet, f"{slugify(club.name)}-{slugify(sheet.title)}".strip("-"), kind)
