"""The computer in the hall: where phones reach it, and whether it stays awake."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper import running
from scorekeeper.addresses import watch
from scorekeeper.clubs.access import member_required
from scorekeeper.models import Club
from scorekeeper.qr import qr_svg
from scorekeeper.startup.awake import awake


@require_safe
@member_required
def computer(request: HttpRequest, club: Club) -> HttpResponse:
    """Show where phones reach this computer; not there on a server that `start` does not run."""
    served, reach = running.current(), watch.reach
    if served is None or reach is None:
        raise Http404
    context = {
        "served": served,
        "reach": reach,
        "sleep": awake.sleep,
        "qr_svg": qr_svg(reach.address) if reach.address else "",
    }
    return render(request, "computer/computer.html", context)


@require_safe
@member_required
def moved(request: HttpRequest, club: Club) -> HttpResponse:
    """Say that phones have to open another address; nothing to whoever `known` knows it."""
    if request.GET.get("known", "") == watch.mark:
        return HttpResponse(status=204)
    return render(request, "includes/_moved.html")
