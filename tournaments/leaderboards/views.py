"""Leaderboards of a club: the page, and its download."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.formats import get_format
from django.utils.text import slugify
from django.views.decorators.http import require_safe
from django_tables2 import RequestConfig

from scorekeeper.clubs.access import requires
from scorekeeper.models import Club
from scorekeeper.roles import Right
from tournaments.files.downloads import download_list, refuse_unknown_kind
from tournaments.leaderboards.forms import LeaderboardForm
from tournaments.leaderboards.queries import board_lines, leaderboard_sheet
from tournaments.leaderboards.tables import LeaderboardTable
from tournaments.ratings.services import rate_what_changed


@require_safe
@requires(Right.LOOK)
def leaderboard(request: HttpRequest, club: Club) -> HttpResponse:
    form = LeaderboardForm(request.GET, club=club)
    context = {
        "form": form,
        "table": _table(request, club, form, is_paged=True),
        "least": form.asked.least,
        "with_ratings": club.shows_ratings,
        "query": request.GET.urlencode(),
    }
    return render(request, "leaderboards/leaderboard.html", context)


@require_safe
@requires(Right.FILES)
def leaderboard_export(request: HttpRequest, club: Club, kind: str) -> HttpResponse:
    """Download everything that the filters cover, in the same order."""
    refuse_unknown_kind(kind)
    form = LeaderboardForm(request.GET, club=club)
    lines = _table(request, club, form, is_paged=False).lines
    sheet = leaderboard_sheet(lines, least=form.asked.least, with_ratings=club.shows_ratings)
    mark = str(get_format("DECIMAL_SEPARATOR"))
    name = f"{slugify(sheet.title)}-{timezone.localdate():%Y-%m-%d}"
    return download_list(sheet, name, kind, decimal_mark=mark)


def _table(
    request: HttpRequest, club: Club, form: LeaderboardForm, *, is_paged: bool
) -> LeaderboardTable:
    if club.shows_ratings:
        rate_what_changed(club)
    lines = board_lines(club, form.asked, with_ratings=club.shows_ratings)
    table = LeaderboardTable(lines, with_ratings=club.shows_ratings)
    RequestConfig(request, paginate=is_paged).configure(table)
    return table
