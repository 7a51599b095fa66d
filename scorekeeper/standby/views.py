"""The pages of paired computers: codes and status on the primary, taking over on the standby."""

import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.contrib import messages
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
    StreamingHttpResponse,
)
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper import running
from scorekeeper.backups.snapshots import database_file
from scorekeeper.backups.views import may_look
from scorekeeper.clubs.access import person_of, post_data, requires
from scorekeeper.clubs.services.accounts import create_sign_in_link
from scorekeeper.models import Club, PairedComputer
from scorekeeper.models.keys import typed_number
from scorekeeper.qr import qr_address, qr_svg
from scorekeeper.roles import Right
from scorekeeper.server import stopping
from scorekeeper.standby import server
from scorekeeper.standby.errors import ClubHereError, PairingError
from scorekeeper.standby.failover import origin_of, signs_for
from scorekeeper.standby.forms import FollowForm
from scorekeeper.standby.identity import signed
from scorekeeper.standby.labels import refusal_text
from scorekeeper.standby.node import NodeRole, node_state
from scorekeeper.standby.queries import codes_page, lines, replaced_page
from scorekeeper.standby.sealing import NotSealedError
from scorekeeper.standby.services import (
    close_door,
    end_pairing,
    follow,
    is_free,
    opens,
    pair_computer,
    person_of_the_door,
    spare_of,
    take_over,
    take_over_again,
)
from scorekeeper.standby.term import announced_number
from scorekeeper.terminal import typed

COOKIE: Final = "second"
DOOR_SECONDS: Final = 7 * 24 * 3600
HERE: Final = "scorekeeper:second-here"
_WORD: Final = re.compile(r"[0-9a-f]{32}")


def _refuse_others(request: HttpRequest) -> None:
    """Raise Http404 for users who may not have backups: a standby has a copy of everything."""
    if may_look(request) is None or not request.user.is_superuser:
        raise Http404


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@requires(Right.CLUB)
def second(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the status and the codes; create a code on request."""
    if running.current() and database_file() is None:
        return render(request, "standby/other_database.html")
    if may_look(request) is None or node_state().is_standby:
        raise Http404
    if node_state().role is NodeRole.REPLACED:
        return render(request, "standby/replaced.html", {"here": node_state(), **replaced_page()})
    if request.method == "POST":
        _refuse_others(request)
        pair_computer(user=person_of(request), now=timezone.now())
        return redirect("scorekeeper:second")
    page = codes_page()
    for code in page["codes"]:
        code["qr_svg"] = qr_svg(code["link"]) if code["link"] else ""
    page |= {"lines": lines(), "may_pair": request.user.is_superuser}
    page["command"] = typed("follow", page["own"] or _("ADDRESS"))
    return render(request, "standby/second.html", page)


@require_POST
@requires(Right.CLUB)
def second_end(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    _refuse_others(request)
    end_pairing(pk=get_object_or_404(PairedComputer, pk=pk).pk)
    messages.success(request, _("Nobody can follow with that code any more."))
    return redirect("scorekeeper:second")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@requires(Right.CLUB)
def second_follow(request: HttpRequest, club: Club) -> HttpResponse:
    """Make a new installation a standby; 404 if it has a club."""
    file = database_file()
    if may_look(request) is None or file is None or not is_free(file):
        raise Http404
    form = FollowForm(post_data(request))
    if form.is_valid() and (answer := _followed(form)):
        return answer
    return render(request, "standby/follow.html", {"form": form})


def _followed(form: FollowForm) -> HttpResponse | None:
    """Follow the primary and restart; return None with the problem in the form."""
    try:
        door = follow(address=form.cleaned_data["address"], code=form.cleaned_data["code"])
    except (PairingError, ClubHereError, OSError) as error:
        form.add_error(None, refusal_text(error))
    else:
        stopping.ask_to_start_again()
        return _with_door(redirect(HERE), door)
    return None


def _with_door(response: HttpResponse, door: str) -> HttpResponse:
    response.set_cookie(COOKIE, door, max_age=DOOR_SECONDS, httponly=True, samesite="Lax")
    return response


@require_POST
@requires(Right.CLUB)
def second_again(request: HttpRequest, club: Club) -> HttpResponse:
    """Make a replaced computer a standby of the one that took over."""
    here = node_state()
    return _no_longer_replaced(request, lambda: follow(address=here.leader, code=here.code))


@require_POST
@requires(Right.CLUB)
def second_resume(request: HttpRequest, club: Club) -> HttpResponse:
    """Make a replaced computer the primary again: the one that took over is lost."""
    return _no_longer_replaced(request, take_over_again)


def _no_longer_replaced(request: HttpRequest, act: Callable[[], str]) -> HttpResponse:
    _refuse_others(request)
    if node_state().role is not NodeRole.REPLACED:
        raise Http404
    try:
        door = act()
    except (PairingError, OSError) as error:
        messages.error(request, capfirst(refusal_text(error)))
        return redirect("scorekeeper:second")
    stopping.ask_to_start_again()
    return _with_door(render(request, "standby/starting.html"), door)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def here(request: HttpRequest) -> HttpResponse:
    """Show the state of a standby, and take over; afterwards sign in the person who did."""
    is_let_in = opens(request.COOKIES.get(COOKIE, ""))
    if running.current() is None or not (node_state().is_standby or is_let_in):
        raise Http404
    if not node_state().is_standby:
        return _let_in(request)
    problem = ""
    if request.method == "POST":
        if not is_let_in:
            raise Http404
        try:
            door = take_over()
        except PairingError as error:
            problem = refusal_text(error)
        else:
            stopping.ask_to_start_again()
            return _with_door(render(request, "standby/starting.html"), door)
    context = {"lines": lines(), "is_let_in": is_let_in, "problem": problem, "here": node_state()}
    context |= _kept_door(request) if is_let_in else {}
    status = HTTPStatus.CONFLICT if problem else HTTPStatus.OK
    return render(request, "standby/here.html", context, status=status)


def _kept_door(request: HttpRequest) -> dict[str, str]:
    """Return the link that signs in once after the take-over, for a phone or another computer."""
    spare = spare_of(request.COOKIES[COOKIE])
    if not opens(spare):
        return {}
    address = qr_address(request, "scorekeeper:second-door", spare)
    return {"qr_svg": qr_svg(address), "address": address}


def _let_in(request: HttpRequest) -> HttpResponse:
    """Redirect the person who paired this computer to signing in, once."""
    if request.headers.get("HX-Request"):
        # The page that waits for the restart redirects by itself.
        return HttpResponse(headers={"HX-Redirect": request.path})
    person = person_of_the_door()
    close_door(request.COOKIES[COOKIE])
    if person is None or node_state().role is not NodeRole.FIRST:
        return redirect("scorekeeper:home")
    token = create_sign_in_link(user=person, now=timezone.now())
    response = redirect("scorekeeper:signin-link", token)
    response.delete_cookie(COOKIE)
    return response


@never_cache
@require_safe
def door(request: HttpRequest, token: str) -> HttpResponse:
    if running.current() is None or not opens(token):
        raise Http404
    return _with_door(redirect(HERE), token)


@never_cache
@require_safe
def proof(request: HttpRequest) -> HttpResponse:
    """Prove this computer's identity to the page of a table, with the number of its data.

    Only for an address of its own.
    """
    word = request.GET.get("word", "")
    own = origin_of(f"{request.scheme}://{request.get_host()}")
    if running.current() is None or not _WORD.fullmatch(word) or not signs_for(request):
        raise Http404
    number = announced_number()
    signature = signed(word=word, origin=own, number=number)
    if not signature:
        raise Http404
    return JsonResponse({"number": number, "signature": signature})


@never_cache
@csrf_exempt
@require_POST
def stream(request: HttpRequest) -> HttpResponseBase:
    """Answer a paired computer; 404 for anybody else."""
    if running.current() is None:
        raise Http404
    length = typed_number(request.META.get("CONTENT_LENGTH") or "")
    if length is None or not 0 < length <= server.LARGEST_QUESTION:
        raise Http404
    try:
        parts = server.answer(request.body, peer=request.META.get("REMOTE_ADDR", ""))
    except NotSealedError:
        raise Http404 from None
    return StreamingHttpResponse(parts, content_type="application/octet-stream")
