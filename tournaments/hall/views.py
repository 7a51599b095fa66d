"""Boards for a projector, prints for a round, and the public pages of a contest."""

import hashlib

from django.conf import settings
from django.db.models import Exists, OuterRef
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from scorekeeper.addresses import watch
from scorekeeper.clubs.access import get_evening, is_shown_codes
from scorekeeper.clubs.queries import names_for_everybody
from scorekeeper.downloads import download
from scorekeeper.hall_codes import hall_code
from scorekeeper.models.keys import typed_number
from scorekeeper.qr import qr_address, qr_svg
from scorekeeper.roles import Right
from scorekeeper.theme import chosen_theme
from tournaments.access import get_public_tournament, get_round, joined_tokens, requires_in_contest
from tournaments.audit_log.log import stored_head
from tournaments.contests.queries.contests import contest_day
from tournaments.files.calendars import CONTENT_TYPE, calendar_file
from tournaments.hall.queries.boards import board_of, board_version, shows_the_same
from tournaments.hall.queries.evenings import evening_board as board_of_evening
from tournaments.hall.queries.evenings import evening_board_version
from tournaments.hall.queries.hall import HallPlace
from tournaments.hall.queries.prints import Selection, seat_print, sheet_print
from tournaments.hall.queries.public import contest_podium, entry_page, public_page, receipt_page
from tournaments.models import Round, Tournament
from tournaments.previews.podiums import not_found_by_search, picture_response, preview_of


@require_safe
def board(request: HttpRequest, token: str) -> HttpResponse:
    """Show the board; with `board`, only send it if it has changed since that version."""
    tournament = get_public_tournament(token)
    known = request.GET.get("board")
    if known is not None and shows_the_same(tournament, known):
        # The newer version leaves fewer log entries to compare next time.
        return HttpResponse(status=204, headers={"Board-Version": board_version(tournament)})
    address = qr_address(request, "tournaments:public", tournament.token)
    context = {
        "board": board_of(tournament, show=request.GET.get("show", ""), now=timezone.now()),
        "tournament": tournament,
        "qr_svg": qr_svg(address),
        "head": stored_head(tournament),
        "hall": hall_code(request, tournament.token, tournament.date, club=tournament.club_id),
        "addresses": watch.addresses,
    }
    template = "board" if known is None else "_board"
    return render(request, f"hall/{template}.html", context)


def _evening_etag(request: HttpRequest, pk: int) -> str:
    """Return a value that changes whenever the page does; raises Http404."""
    evening = get_evening(request, pk)
    version = evening_board_version(evening, names_for_everybody(evening.club_id))
    shows_code = is_shown_codes(request, evening.club_id)
    asked = (request.get_host(), request.get_full_path(), chosen_theme(request))
    parts = (version, shows_code, get_language(), *asked)
    return f'"{hashlib.sha256(repr(parts).encode()).hexdigest()[:24]}"'


@require_safe
@cache_control(private=True, no_cache=True)
@condition(etag_func=_evening_etag)
def evening_board(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the board of a club evening to its organisers and to phones that joined it.

    With `board`, only send it if it has changed since that version.
    """
    evening = get_evening(request, pk)
    known = request.GET.get("board")
    names = names_for_everybody(evening.club_id)
    if known is not None and known == evening_board_version(evening, names):
        return HttpResponse(status=204)
    address = qr_address(request, "scorekeeper:evening-join", evening.token)
    shows_code = is_shown_codes(request, evening.club_id)
    context = {
        "board": board_of_evening(evening),
        "evening": evening,
        "qr_svg": qr_svg(address) if shows_code and not evening.closed_at else "",
        "hall": hall_code(request, evening.token, evening.date, club=evening.club_id),
        "addresses": watch.addresses,
    }
    template = "evening_board" if known is None else "_evening_board"
    return render(request, f"hall/{template}.html", context)


@require_safe
@requires_in_contest(Right.WRITE)
def table_sheets(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show table sheets of a round for printing: all, a range, or blank ones."""
    played = get_round(tournament, number)
    selection = Selection(
        first=typed_number(request.GET.get("from", "")),
        last=typed_number(request.GET.get("to", "")),
        blank=typed_number(request.GET.get("blank", "")),
        per_page={"2": 2, "4": 4}.get(request.GET.get("per", ""), 1),
    )

    def address_of(token: str) -> str:
        return qr_address(request, "tournaments:table-open", token)

    hall = hall_code(request, tournament.token, tournament.date, club=tournament.club_id)
    context = {
        "tournament": tournament,
        "round": played,
        "selection": selection,
        "print": sheet_print(played, selection, address_of, hall.letters),
        "hall": hall,
        "head": stored_head(tournament),
    }
    return render(request, "hall/print_sheets.html", context)


@require_safe
@requires_in_contest(Right.LOOK)
def seat_list(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show the seating for printing: by name, by table, or by number."""
    played = get_round(tournament, number)
    by = request.GET.get("by", "")
    context = {
        "tournament": tournament,
        "round": played,
        "by": by if by in {"table", "number"} else "name",
        "print": seat_print(played),
    }
    return render(request, "hall/print_seats.html", context)


CHOSEN = "entry"
CHOSEN_SECONDS = 7 * 24 * 60 * 60
PICTURE_SECONDS = 24 * 60 * 60
PREVIEWED = ("tournaments:public", "tournaments:public-picture")
CLOCK_STEP = 10
"""The most seconds that the clock of a cached page is behind."""


def _etag(request: HttpRequest, token: str, **kwargs: object) -> str | None:
    """Return a value that changes whenever the page does; one query."""
    running = Round.objects.filter(tournament=OuterRef("pk"), timer_ends_at__gt=timezone.now())
    known = Tournament.objects.filter(token=token).annotate(runs=Exists(running))
    # Hiding a name changes no log, but increments the version of the results.
    shown = ("version", "log_hash", "results_version", "club__name", "runs")
    found = known.values_list(*shown).first()
    if found is None:
        return None
    *versions, runs = found
    parts = (
        versions,
        int(timezone.now().timestamp()) // CLOCK_STEP if runs else 0,
        get_language(),
        request.get_full_path(),
        request.headers.get("Cookie", ""),
    )
    return f'"{hashlib.sha256(repr(parts).encode()).hexdigest()[:24]}"'


@require_safe
@cache_control(private=True, no_cache=True)
@condition(etag_func=_etag)
def contest(request: HttpRequest, token: str) -> HttpResponse:
    """Show seating, ranking and tables; with `board`, only send them if they have changed."""
    tournament = get_public_tournament(token)
    if _is_unchanged(request, tournament):
        return HttpResponse(status=204)
    if "other" in request.GET:
        answer = redirect("tournaments:public", token)
        answer.delete_cookie(CHOSEN, path=reverse("tournaments:public", args=[token]))
        return answer
    page = public_page(
        tournament,
        search=request.GET.get("q", "").strip(),
        listing=request.GET.get("list", ""),
        page=request.GET.get("page", ""),
        chosen=typed_number(request.COOKIES.get(CHOSEN, "")),
        now=timezone.now(),
    )
    template = "_public" if "board" in request.GET else "public"
    context = {"page": page, "tournament": tournament}
    if settings.PUBLIC_URL and template == "public":
        context["preview"] = preview_of(contest_podium(tournament), *PREVIEWED, token)
    return render(request, f"hall/{template}.html", context)


@require_safe
@cache_control(public=True, max_age=PICTURE_SECONDS)
def picture(request: HttpRequest, token: str) -> HttpResponse:
    """Send the podium as a picture for link previews."""
    podium = contest_podium(get_public_tournament(token))
    return not_found_by_search(picture_response(podium))


@require_safe
@cache_control(private=True, no_cache=True)
@condition(etag_func=_etag)
def entry(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """Show one entry's table and results; with `mine` this phone remembers the entry."""
    tournament = get_public_tournament(token)
    if _is_unchanged(request, tournament):
        return HttpResponse(status=204)
    page = entry_page(tournament, number, timezone.now())
    if page is None:
        raise Http404
    is_chosen = "mine" in request.GET or request.COOKIES.get(CHOSEN) == str(number)
    context = {
        "page": page,
        "tournament": tournament,
        "is_chosen": is_chosen,
        "code": _joined_code(request, tournament, page["seat"].place),
    }
    template = "_public_entry" if "board" in request.GET else "public_entry"
    response = render(request, f"hall/{template}.html", context)
    if "mine" in request.GET:
        _remember(response, token, number)
    return response


def _is_unchanged(request: HttpRequest, tournament: Tournament) -> bool:
    return request.GET.get("board") == tournament.state


def _remember(response: HttpResponse, token: str, number: int) -> None:
    """Let the contest's page show this entry on this phone from now on."""
    path = reverse("tournaments:public", args=[token])
    response.set_cookie(
        CHOSEN, str(number), max_age=CHOSEN_SECONDS, path=path, httponly=True, samesite="Lax"
    )


def _joined_code(request: HttpRequest, tournament: Tournament, place: HallPlace | None) -> str:
    """Return the code of the table if this phone joined it; the page does not reveal others."""
    tokens = joined_tokens(request)
    if not tokens or place is None or place.table is None:
        return ""
    found = tournament.codes.filter(number=place.table, token__in=tokens).first()
    return found.token if found else ""


@require_safe
def receipt(request: HttpRequest, token: str) -> HttpResponse:
    """Show which sheet has a receipt, and whether it is still valid."""
    tournament = get_public_tournament(token)
    typed = request.GET.get("code", "").strip()
    found = receipt_page(tournament, typed) if typed else None
    context = {"tournament": tournament, "found": found}
    return render(request, "hall/public_receipt.html", context)


@require_safe
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """Send the day of the contest as a calendar file."""
    tournament = get_public_tournament(token)
    content = calendar_file(tournament.club.name, [contest_day(tournament)], now=timezone.now())
    name = f"{slugify(tournament.name)}-{tournament.date:%Y-%m-%d}".strip("-")
    return download(content, f"{name}.ics", CONTENT_TYPE)
