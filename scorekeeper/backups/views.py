"""The pages of the backups: their age and place, making one, and the second place.

Available only while `start` serves: a server on the Internet is backed up by its operator.

A backup contains every club of the program, everybody's names and the key that signs sessions. So
it is shown only to users who own all its clubs, and only the administrator, who is the first
organiser, can download it or choose another folder.
"""

import logging
import shutil
import threading
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, Final, ParamSpec

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper import running
from scorekeeper.backups import schedule
from scorekeeper.backups.forms import SecondPlaceForm
from scorekeeper.backups.places import backups_folder, backups_in, choose_second_place, second_place
from scorekeeper.backups.queries import BackupsState, backups_page, backups_state
from scorekeeper.backups.snapshots import database_file
from scorekeeper.clubs.access import post_data, requires
from scorekeeper.downloads import download
from scorekeeper.models import Club, Membership
from scorekeeper.roles import Right, Role
from scorekeeper.running import Running
from scorekeeper.terminal import typed

logger = logging.getLogger(__name__)

P = ParamSpec("P")

STICK_SECONDS: Final = 5.0
"""How long a page waits for the second place: a network drive may never respond."""


def may_look(request: HttpRequest) -> Running | None:
    """Return how the program runs if this user may see its backups, else None; one query."""
    serving, user = running.current(), request.user
    if serving is None or not isinstance(user, User) or database_file() is None:
        return None
    owned = Membership.objects.filter(user=user, role=Role.OWNER).values("club")
    if not user.is_superuser and Club.objects.exclude(pk__in=owned).exists():
        return None
    return serving


def state_for(request: HttpRequest) -> BackupsState | None:
    """Return the state of the backups for the home page, None if this user may not see it."""
    serving = may_look(request)
    return backups_state(since=serving.started_at) if serving else None


def copies_shown(
    view: Callable[Concatenate[HttpRequest, Running, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Call the view with how the program runs; 404 for users who may not see backups."""

    @wraps(view)
    def wrapped(
        request: HttpRequest, club: Club, /, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        serving = may_look(request)
        if serving is None:
            raise Http404
        return view(request, serving, *args, **kwargs)

    return requires(Right.CLUB)(wrapped)


def _refuse_helpers(request: HttpRequest) -> None:
    if not (isinstance(request.user, User) and request.user.is_superuser):
        raise Http404


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@copies_shown
def copy_list(request: HttpRequest, serving: Running) -> HttpResponse:
    form = SecondPlaceForm(post_data(request))
    if form.is_bound:
        _refuse_helpers(request)
        if form.is_valid() and _choose(request, form):
            return redirect("scorekeeper:copy-list")
    page = backups_page(since=serving.started_at)
    newest = page["copies"].newest
    place = second_place()
    if place and not form.is_bound:
        form.initial["folder"] = str(place.chosen)
    context = {
        **page,
        "form": form,
        "place": place,
        "folder": backups_folder(),
        "may_take": request.user.is_superuser,
        "every": int(schedule.EVERY.total_seconds() // 60),
        "old": int(schedule.OLD.total_seconds() // 60),
        "backup_command": typed("backup"),
        "restore_command": typed("restore", "--replace", newest.path if newest else "FILE"),
    }
    return render(request, "backups/copy_list.html", context)


def _choose(request: HttpRequest, form: SecondPlaceForm) -> bool:
    folder = form.cleaned_data["folder"]
    try:
        choose_second_place(folder)
        free = filesizeformat(shutil.disk_usage(folder).free)
    except OSError as error:
        form.add_error("folder", error.strerror or str(error))
        return False
    logger.info("second place of the copies: %s", folder)
    _see_to_second_place()
    messages.success(request, _("Copies are now kept there too. Free: %(free)s.") % {"free": free})
    return True


def _see_to_second_place() -> None:
    """Copy the newest backup to the second place, waiting briefly."""
    bringing = threading.Thread(target=schedule.bring_to_second_place, daemon=True)
    bringing.start()
    bringing.join(STICK_SECONDS)


@require_POST
@copies_shown
def copy_new(request: HttpRequest, serving: Running) -> HttpResponse:
    made = schedule.back_up_now()
    if problem := schedule.problem():
        messages.error(request, str(problem))
    elif made:
        messages.success(request, _("A copy was made."))
    else:
        messages.info(request, _("Nothing has been written since the last copy: it is up to date."))
    _see_to_second_place()
    return redirect("scorekeeper:copy-list")


@require_POST
@copies_shown
def second_place_forget(request: HttpRequest, serving: Running) -> HttpResponse:
    """Keep backups in the first place only; those in the second place stay."""
    _refuse_helpers(request)
    choose_second_place(None)
    messages.success(
        request,
        _("Copies are now kept on this computer only. Those already made elsewhere stay there."),
    )
    return redirect("scorekeeper:copy-list")


@never_cache
@require_safe
@copies_shown
def copy_file(request: HttpRequest, serving: Running, name: str) -> HttpResponse:
    _refuse_helpers(request)
    copies = {copy.path.name: copy.path for copy in backups_in(backups_folder())}
    if name not in copies:
        raise Http404
    logger.info("the copy %s is sent to %s", name, request.user)
    return download(copies[name].open("rb"), name, "application/zip")
