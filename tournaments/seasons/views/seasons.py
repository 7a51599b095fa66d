"""Seasons: table, items, corrections, penalties."""

from copy import copy
from typing import Any, Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.clubs.access import FORM_METHODS, actor, post_data, requires_found
from scorekeeper.downloads import download
from scorekeeper.models import Club
from scorekeeper.models.clubs import NAME_LENGTH
from scorekeeper.models.keys import typed_number
from scorekeeper.qr import qr_address
from scorekeeper.refusals import Refused
from scorekeeper.roles import Right
from tournaments.audit_log.room_left import TooManyContestsError
from tournaments.audit_log.seasons import SeasonFrozenError, unfreeze_season
from tournaments.contests.labels import contests_full_text
from tournaments.entries.services.entries import PersonTakenError
from tournaments.files.calendars import CONTENT_TYPE, calendar_file
from tournaments.files.downloads import download_list, refuse_unknown_kind
from tournaments.models import League, Season
from tournaments.seasons.forms.seasons import (
    ItemForm,
    NextSeasonForm,
    SeasonForm,
    SeasonPenaltyForm,
    season_after,
)
from tournaments.seasons.queries.calendars import season_days
from tournaments.seasons.queries.corrections import corrections_of, with_teams
from tournaments.seasons.queries.fixtures import fixture_page
from tournaments.seasons.queries.seasons import (
    PersonAddress,
    SeasonPage,
    SeasonPart,
    events_list,
    fines_list,
    part_of,
    payers_of,
    season_page,
    season_sheet,
    seasons_of,
)
from tournaments.seasons.services.seasons import (
    add_penalty,
    change_season,
    count_item,
    create_final,
    create_season,
    delete_penalty,
    delete_season,
    freeze_season,
    latest_season,
)
from tournaments.seasons.views.fixtures import say_frozen
from tournaments.seasons.views.leagues import find_league
from tournaments.visitors import Visitor, visitor_of

CORRECTIONS_A_PAGE: Final = 50


def _season(club: Club, pk: int) -> Season:
    return get_object_or_404(seasons_of(club), pk=pk)


def _evening_season(club: Club, pk: int) -> Season:
    """Return a season that adds up evenings; those of fixed teams have other pages."""
    return get_object_or_404(seasons_of(club).exclude(league__kind=League.Kind.FIXTURES), pk=pk)


def season_by_token(token: str) -> Season:
    """Return the season with that public token; raises Http404."""
    return get_object_or_404(Season.objects.select_related("league__club"), token=token)


@require_http_methods(FORM_METHODS)
@requires_found(find_league, Right.SEASONS)
def season_new(request: HttpRequest, league: League) -> HttpResponse:
    now = timezone.now()
    before = latest_season(league)
    initial = season_after(before, timezone.localdate(now))
    form = NextSeasonForm(post_data(request), initial=initial)
    if form.is_valid():
        try:
            season = create_season(league=league, **form.cleaned_data, now=now)
        except Refused as refused:
            form.add_error("name", str(refused))
        else:
            return redirect("tournaments:season-detail", season.pk)
    context = {"form": form, "league": league, "before": before}
    return render(request, "seasons/season_new.html", context)


def _part(request: HttpRequest, page: SeasonPage, own: int | None = None) -> SeasonPart:
    """Return the requested lines: a page, or all of them for printing."""
    kept = request.GET.copy()
    kept.pop("each", None)
    return part_of(
        page,
        number=request.GET.get("page", ""),
        is_whole="whole" in request.GET,
        each=typed_number(request.GET.get("each", "")),
        own=own,
        query=f"{kept.urlencode()}&" if kept else "",
        shows_all="all" in request.GET,
    )


def _each_evening(request: HttpRequest, part: SeasonPart) -> HttpResponse:
    """Send the evenings of a single line, which a script unfolds."""
    response = render(request, "seasons/_season_each.html", {"row": part.unfolded})
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_safe
@requires_found(_season, Right.LOOK)
def season_detail(request: HttpRequest, season: Season) -> HttpResponse:
    if season.league.kind == League.Kind.FIXTURES:
        return redirect("tournaments:fixture-list", season.pk)
    page = season_page(season, tag=request.GET.get("tag", ""))
    part = _part(request, page)
    if request.headers.get("HX-Request") and part.unfolded:
        return _each_evening(request, part)
    context = {
        "page": page,
        "part": part,
        "season": season,
        "finalist_count": sum(row.is_finalist for row in page.rows),
        "public_url": qr_address(request, "tournaments:season-public", season.token),
    }
    return render(request, "seasons/season_detail.html", context)


@require_safe
def season_public(request: HttpRequest, token: str) -> HttpResponse:
    season = season_by_token(token)
    visitor = visitor_of(request, season.league.club)

    def address(player: int) -> str:
        return reverse("tournaments:season-player", args=[token, player])

    return public_page(request, season, visitor, address)


def public_page(
    request: HttpRequest, season: Season, visitor: Visitor, address: PersonAddress, **more: Any
) -> HttpResponse:
    """Show a season's public page to a visitor; `address` returns the links of names.

    `more` is what extensions add.
    """
    context: dict[str, Any] = {"season": season, "visitor": visitor, **more}
    if season.league.kind == League.Kind.FIXTURES:
        # For fixed teams: their table and calendar, or one team's part of it.
        team = typed_number(request.GET.get("team", ""))
        today = timezone.localdate()
        context["page"] = fixture_page(season, today=today, team=team, for_everybody=True)
        return render(request, "seasons/season_public_fixtures.html", context)
    tag = request.GET.get("tag", "")
    page = season_page(season, tag=tag, for_everybody=True, address=address)
    part = _part(request, page, own=visitor.own)
    if request.headers.get("HX-Request") and part.unfolded:
        return _each_evening(request, part)
    context |= {"page": page, "part": part}
    return render(request, "seasons/season_public.html", context)


@require_safe
def season_calendar(request: HttpRequest, token: str) -> HttpResponse:
    """Send the days of a season as a calendar file, or those of one fixed team."""
    season = season_by_token(token)
    days = season_days(season, team=typed_number(request.GET.get("team", "")))
    content = calendar_file(f"{season.league.name} {season.name}", days, now=timezone.now())
    name = f"{slugify(season.league.name)}-{slugify(season.name)}".strip("-")
    return download(content, f"{name or 'calendar'}.ics", CONTENT_TYPE)


@require_http_methods(FORM_METHODS)
@requires_found(_season, Right.SEASONS)
def season_edit(request: HttpRequest, season: Season) -> HttpResponse:
    # Give the form a copy: it changes its instance, and the page shows the present name.
    form = SeasonForm(post_data(request), instance=copy(season))
    if form.is_valid():
        try:
            change_season(season_id=season.pk, settings=form.cleaned_data)
        except Refused as refused:
            form.add_error("name", str(refused))
        except SeasonFrozenError:
            say_frozen(request)
            return redirect("tournaments:season-detail", season.pk)
        else:
            messages.success(request, _("The season is changed. Its ranking follows at once."))
            return redirect("tournaments:season-detail", season.pk)
    is_only = season.league.seasons.count() == 1
    context = {"form": form, "season": season, "is_only": is_only}
    return render(request, "seasons/season_edit.html", context)


@require_POST
@requires_found(_season, Right.SEASONS)
def season_delete(request: HttpRequest, season: Season) -> HttpResponse:
    try:
        delete_season(season_id=season.pk)
    except SeasonFrozenError:
        say_frozen(request)
        return redirect("tournaments:season-detail", season.pk)
    messages.success(request, _("The season is deleted."))
    return redirect("tournaments:league-list")


@require_POST
@requires_found(_season, Right.SEASONS)
def season_final(request: HttpRequest, season: Season) -> HttpResponse:
    name = _("%(season)s: final") % {"season": season.name}
    try:
        final = create_final(season=season, name=name[:NAME_LENGTH], **actor(request))
    except Refused as refused:
        messages.error(request, str(refused))
    except PersonTakenError as error:
        text = _("%(name)s is in two of the teams that go to the final.")
        messages.error(request, text % {"name": error.name})
    except TooManyContestsError as error:
        messages.error(request, contests_full_text(error.most))
    else:
        text = _(
            "The final is made; it does not count for the season. Its settings can be changed."
        )
        messages.success(request, text)
        return redirect("tournaments:tournament-detail", final.pk)
    return redirect("tournaments:season-detail", season.pk)


@require_http_methods(FORM_METHODS)
@requires_found(_evening_season, Right.LOOK, to_write=Right.SEASONS)
def season_events(request: HttpRequest, season: Season) -> HttpResponse:
    """Show the items; a POST sets whether one of them counts."""
    lines, others = events_list(season)
    known = [*(line.item for line in lines), *others] if request.POST else others
    form = ItemForm(post_data(request), items=known)
    if form.is_valid():
        try:
            count_item(season_id=season.pk, item=form.found, counts=form.cleaned_data["counts"])
        except SeasonFrozenError:
            say_frozen(request)
        return redirect("tournaments:season-events", season.pk)
    counted = sum(line.counts for line in lines)
    events = {"lines": lines, "others": others, "counted": counted}
    context = {"season": season, "events": events, "form": form}
    return render(request, "seasons/season_events.html", context)


@require_safe
@requires_found(_season, Right.LOOK)
def season_corrections(request: HttpRequest, season: Season) -> HttpResponse:
    pages = Paginator(corrections_of(season), CORRECTIONS_A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    context = {"season": season, "page_obj": page, "corrections": with_teams(page.object_list)}
    return render(request, "seasons/season_corrections.html", context)


@require_http_methods(FORM_METHODS)
@requires_found(_season, Right.LOOK, to_write=Right.SEASONS)
def season_penalties(request: HttpRequest, season: Season) -> HttpResponse:
    """Show the penalties; a POST adds or cancels one."""
    payers = payers_of(season)
    is_added = request.method == "POST" and "delete" not in request.POST
    form = SeasonPenaltyForm(request.POST if is_added else None, payers=payers)
    if request.method == "POST" and (not is_added or form.is_valid()):
        try:
            _change_penalties(request, season, form)
        except SeasonFrozenError:
            say_frozen(request)
        return redirect("tournaments:season-penalties", season.pk)
    context = {"season": season, "form": form, "fines": fines_list(season), "payers": payers}
    return render(request, "seasons/season_penalties.html", context)


def _change_penalties(request: HttpRequest, season: Season, form: SeasonPenaltyForm) -> None:
    """Cancel or add a penalty. Raises SeasonFrozenError."""
    if "delete" in request.POST:
        penalty = typed_number(request.POST["delete"]) or 0
        delete_penalty(season_id=season.pk, penalty_id=penalty)
        messages.success(request, _("The penalty is undone."))
        return
    data = form.cleaned_data
    add_penalty(
        season_id=season.pk,
        players=data["who"].players,
        team=data["who"].team,
        points=data["points"],
        reason=data["reason"],
        **actor(request),
    )
    messages.success(request, _("The penalty is written down."))


@require_POST
@requires_found(_evening_season, Right.SEASONS)
def season_freeze(request: HttpRequest, season: Season) -> HttpResponse:
    try:
        freeze_season(season_id=season.pk, now=timezone.now())
    except SeasonFrozenError:
        messages.info(request, _("The season was already frozen."))
    else:
        messages.success(request, _("The season is frozen: its ranking stays as it is now."))
    return redirect("tournaments:season-detail", season.pk)


@require_POST
@requires_found(_season, Right.SEASONS)
def season_unfreeze(request: HttpRequest, season: Season) -> HttpResponse:
    unfreeze_season(season_id=season.pk)
    messages.success(request, _("The ranking follows the results again."))
    return redirect("tournaments:season-detail", season.pk)


@require_safe
@requires_found(_evening_season, Right.FILES)
def season_export(request: HttpRequest, season: Season, kind: str) -> HttpResponse:
    refuse_unknown_kind(kind)
    sheet = season_sheet(season_page(season))
    # slugify drops the dash between two years.
    name = slugify(f"{season.league.name}-{season.name}".replace("–", "-")) or "season"
    return download_list(sheet, name, kind)
