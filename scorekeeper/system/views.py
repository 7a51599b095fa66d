"""The computer in the hall: where phones reach it, and whether it stays awake."""

import threading
from datetime import UTC, datetime
from typing import Final

from csp.constants import NONCE
from csp.decorators import csp_update
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scorekeeper import running
from scorekeeper.addresses import watch
from scorekeeper.backups import schedule
from scorekeeper.backups.places import backups_folder
from scorekeeper.clubs.access import is_shown_codes, requires
from scorekeeper.clubs.views.accounts import own_page
from scorekeeper.hall_codes import codes_of_tonight
from scorekeeper.models import Club
from scorekeeper.models.keys import typed_number
from scorekeeper.qr import qr_svg
from scorekeeper.roles import Right
from scorekeeper.server import stopping
from scorekeeper.server.keep_awake import awake
from scorekeeper.system.devices import PhonesState, connected_devices

LAST_COPY_SECONDS: Final = 20.0
"""How long the goodbye page waits for the last backup: a stick may be slow or missing."""


@require_safe
@requires(Right.LOOK)
def computer(request: HttpRequest, club: Club) -> HttpResponse:
    """Show where phones reach this computer; 404 unless `start` serves."""
    served, addresses = running.current(), watch.addresses
    if served is None or addresses is None:
        raise Http404
    context = {
        "served": served,
        "addresses": addresses,
        "sleep": awake.sleep,
        "qr_svg": qr_svg(addresses.address) if addresses.address else "",
        "may_stop": request.user.is_superuser,
    }
    return render(request, "system/computer.html", context)


@require_safe
@requires(Right.LOOK)
def moved(request: HttpRequest, club: Club) -> HttpResponse:
    """Say that phones have to open another address; empty if `known` is the current one."""
    if request.GET.get("known", "") == watch.mark:
        return HttpResponse(status=204)
    return render(request, "includes/_moved.html")


@never_cache
@require_safe
@requires(Right.LOOK)
def phones(request: HttpRequest, club: Club) -> HttpResponse:
    """Show whether phones reach this computer, and what may prevent it.

    With `known`, only changes are sent; `since` is when the page was opened, `back` the page from
    which one came.
    """
    addresses, now = watch.addresses, timezone.now()
    if running.current() is None or addresses is None:
        raise Http404
    second = typed_number(request.GET.get("since", ""))
    since = now if second is None else datetime.fromtimestamp(min(second, now.timestamp()), UTC)
    state = PhonesState(
        count=connected_devices.count, last_at=connected_devices.last_at, since=since, now=now
    )
    if request.GET.get("known") == state.mark:
        return HttpResponse(status=204)
    if "known" in request.GET:
        return render(request, "system/_phones_state.html", {"state": state})
    context = {
        "back": own_page(request, request.GET.get("back", "")),
        "state": state,
        "addresses": addresses,
        "qr_svg": qr_svg(addresses.address) if addresses.address else "",
        "codes": codes_of_tonight(club, now) if is_shown_codes(request, club.pk) else [],
    }
    return render(request, "system/phones.html", context)


@never_cache
@require_POST
@csp_update({"style-src": [NONCE]})
@requires(Right.COMPUTER)
def stop(request: HttpRequest, club: Club) -> HttpResponse:
    """Make the last backup, stop the program as Ctrl-C does, and say what to do next.

    Only for the first organiser, and only while `start` serves. The page makes no further requests,
    because the server will be gone.
    """
    if running.current() is None or not request.user.is_superuser:
        raise Http404
    copying = threading.Thread(target=schedule.back_up_at_the_end, name="last copy", daemon=True)
    copying.start()
    copying.join(LAST_COPY_SECONDS)
    second = schedule.second_state()
    context = {
        "problem": schedule.problem() or (second.problem if second else None),
        "is_slow": copying.is_alive(),
        "folder": backups_folder(),
    }
    page = render(request, "system/stopped.html", context)
    stopping.ask()
    return page
