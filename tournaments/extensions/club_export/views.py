"""Views of the club's data: export and erasure."""

import tempfile
from datetime import datetime
from threading import Lock
from typing import BinaryIO, Final, cast

from django.conf import settings
from django.contrib import auth, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.clubs.access import post_data, requires
from scorekeeper.downloads import download
from scorekeeper.models import Club
from scorekeeper.roles import Right
from tournaments.extensions.club_export.forms import ErasingForm, KeepingForm
from tournaments.extensions.club_export.queries import (
    NOTICE_PERIOD,
    file_name,
    holdings_of,
    leaving,
    write_club,
)
from tournaments.extensions.club_export.services import erase_club, keep_for

ZIP: Final = "application/zip"
DATA: Final = "tournaments:club-data"

# One export at a time: a large club takes minutes of CPU time.
_at_work: Final = Lock()


@never_cache
@require_safe
@requires(Right.CLUB)
def club_data(request: HttpRequest, club: Club) -> HttpResponse:
    """Show what data the club has, and the actions on it."""
    context = {"holdings": holdings_of(club)}
    return render(request, "club_export/club_data.html", context)


@never_cache
@require_safe
@requires(Right.CLUB)
def club_file(request: HttpRequest, club: Club) -> HttpResponse:
    """Download all data of the club as one file."""
    if not _at_work.acquire(blocking=False):
        messages.info(request, _("Another file is being written at the moment. Try again shortly."))
        return redirect(DATA)
    now = timezone.now()
    try:
        file = _written_file(club, now)
    finally:
        _at_work.release()
    return download(file, file_name(club, now), ZIP)


def _written_file(club: Club, now: datetime) -> BinaryIO:
    """Return the export as an open temporary file, which is deleted when it is closed."""
    file = cast(BinaryIO, tempfile.TemporaryFile(dir=settings.DATA_DIR))  # noqa: SIM115
    try:
        write_club(club, file, now=now)
    except BaseException:
        file.close()
        raise
    file.seek(0)
    return file


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@requires(Right.CLUB)
def club_keeping(request: HttpRequest, club: Club) -> HttpResponse:
    """Show whose names would be removed, and set how long the club keeps names."""
    sent = request.POST if request.method == "POST" else request.GET
    form = KeepingForm(sent if "years" in sent else None, initial={"years": club.keep_years})
    is_chosen = form.is_valid()
    years: int | None = form.cleaned_data["years"] if is_chosen else club.keep_years
    if request.method == "POST" and is_chosen:
        keep_for(club=club, years=years)
        messages.success(request, _("Saved: that is how long names stay."))
        return redirect("tournaments:club-keeping")
    soon = timezone.localdate() + NOTICE_PERIOD
    context = {
        "form": form,
        "years": years,
        "is_new": is_chosen and years != club.keep_years,
        "leaving": leaving(club, years=years, on=soon) if years else [],
    }
    return render(request, "club_export/club_keeping.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@requires(Right.CLUB)
def club_erase(request: HttpRequest, club: Club) -> HttpResponse:
    """Ask for the club's name, then erase all its data."""
    form = ErasingForm(post_data(request), club=club)
    if not form.is_valid():
        context = {"form": form, "holdings": holdings_of(club)}
        return render(request, "club_export/club_erase.html", context)
    own = request.user.pk
    erased = erase_club(club_id=club.pk)
    if own in erased.accounts:
        auth.logout(request)
    messages.success(request, _("%(name)s is erased, for ever.") % {"name": club.name})
    return redirect("scorekeeper:home")
