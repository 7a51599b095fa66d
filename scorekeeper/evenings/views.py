"""Pages of club evenings: tonight's tables, who is present, the code for phones."""

from collections.abc import Collection
from copy import copy

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.clubs import access
from scorekeeper.clubs.access import post_data, requires, requires_found
from scorekeeper.evenings.forms import AttendanceForm, EveningForm, JoinForm, usual_evening_name
from scorekeeper.evenings.queries import (
    attendance_choices,
    evening_version,
    evenings_with_counts,
    follows_evening,
    players_here,
    seated_players,
    tonight_of,
)
from scorekeeper.evenings.services import (
    change_evening,
    close_evening,
    open_evening,
    reopen_evening,
    replace_token,
    set_attendance,
)
from scorekeeper.extensions import extensions, is_seen, rendered
from scorekeeper.games.queries.games import GameCard, game_cards, with_seats
from scorekeeper.hall_codes import hall_code
from scorekeeper.models import Club, Evening
from scorekeeper.models.clubs import NAME_LENGTH
from scorekeeper.models.keys import typed_number
from scorekeeper.qr import qr_address, qr_svg
from scorekeeper.roles import Right
from scorekeeper.rules.queries import find_choice, ruleset_choices

EVENINGS_A_PAGE = 20


def _evening(club: Club, pk: int) -> Evening:
    return get_object_or_404(Evening.objects.of_club(club).select_related("club"), pk=pk)


def _named_tables(cards: Collection[GameCard]) -> str:
    """Return the tables' numbers; the players' names for a table without a number."""
    with_number = sorted(card.game.table_number for card in cards if card.game.table_number)
    tables = [_("table %(number)d") % {"number": number} for number in with_number]
    others = [f"{card.name_a} – {card.name_b}" for card in cards if not card.game.table_number]
    return ", ".join([*tables, *others])


@require_safe
@requires(Right.LOOK)
def evening_list(request: HttpRequest, club: Club) -> HttpResponse:
    pages = Paginator(evenings_with_counts(club), EVENINGS_A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    return render(request, "evenings/evening_list.html", {"page_obj": page})


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Right.EVENINGS)
def evening_new(request: HttpRequest, club: Club) -> HttpResponse:
    now = timezone.now()
    today = timezone.localdate(now)
    form = EveningForm(
        post_data(request),
        rulesets=ruleset_choices(club),
        initial={"name": usual_evening_name(today), "date": today},
    )
    if form.is_valid():
        evening = open_evening(club=club, **form.cleaned_data, now=now)
        return redirect("scorekeeper:evening-detail", evening.pk)
    return render(request, "evenings/evening_form.html", {"form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@requires_found(_evening, Right.EVENINGS)
def evening_edit(request: HttpRequest, evening: Evening) -> HttpResponse:
    # A copy: the form changes its instance, and the page's title shows the stored name.
    form = EveningForm(
        post_data(request), instance=copy(evening), rulesets=ruleset_choices(evening.club)
    )
    if form.is_valid():
        change_evening(evening=evening, **form.cleaned_data, now=timezone.now())
        messages.success(request, _("The evening is changed."))
        return redirect("scorekeeper:evening-detail", evening.pk)
    return render(request, "evenings/evening_form.html", {"form": form, "evening": evening})


@require_safe
def evening_detail(request: HttpRequest, pk: int) -> HttpResponse:
    """Show tonight's tables; a request for `board` gets only what changed since then."""
    known = request.GET.get("board")
    if known and known == follows_evening(request.user.pk, access.joined_evenings(request), pk):
        return HttpResponse(status=204)
    evening = access.get_evening(request, pk)
    is_member = access.is_member_of(request, evening.club_id)
    shown = access.names_shown(request, evening.club_id)
    tonight = tonight_of(evening, version=evening_version(evening), shown=shown)
    context = {
        "evening": evening,
        "is_member": is_member,
        "may_start": access.may_start_in(request, evening),
        "tonight": tonight,
        "rules": find_choice(evening.club, evening.ruleset_key),
        "still_playing": _named_tables(tonight["playing"]),
        "is_news": known is not None,
    }
    if known is not None:
        return render(request, "evenings/_evening_tables.html", context)
    links = None if is_member else access.club_links(request, evening.club_id)
    linking = [one for one in extensions() if one.evening_links and is_seen(one, evening.club)]
    more = [link for one in linking for link in one.evening_links]
    context |= {"links": links, "more": more if is_member else ()}
    context["here"] = [(one.pk, shown.name(one.name, one.pk)) for one in players_here(evening)]
    notices = (one.evening_notice for one in extensions() if one.evening_notice)
    context["notice"] = rendered(notice(evening) for notice in notices if evening.is_mirror)
    is_played = not evening.closed_at and not evening.is_mirror
    writes = is_played and access.may(request, evening.club_id, Right.WRITE)
    context["hall"] = (
        hall_code(request, evening.token, evening.date, club=evening.club_id) if writes else None
    )
    return render(request, "evenings/evening_detail.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires_found(_evening, Right.DOOR)
def attendance_edit(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Set who is present; a search shows the form again with everything that was typed."""
    here = players_here(evening)
    typed = request.POST
    choices = attendance_choices(
        evening.club,
        here,
        ticked=[pk for text in typed.getlist("players") if (pk := typed_number(text))],
        search=typed.get("search", "")[:NAME_LENGTH],
    )
    form = AttendanceForm(
        post_data(request),
        choices=choices,
        seated=seated_players(evening),
        initial={"players": [player.pk for player in here]},
    )
    if form.is_valid():
        if not (form.cleaned_data["search"] or "find" in typed):
            present, new_names = form.cleaned_data["players"], form.cleaned_data["new_names"]
            now = timezone.now()
            set_attendance(evening=evening, players=present, new_names=new_names, now=now)
            return redirect("scorekeeper:evening-detail", evening.pk)
        form = form.searched()
    context = {"form": form, "evening": evening, "choices": choices}
    return render(request, "evenings/evening_attendance.html", context)


@require_POST
@requires_found(_evening, Right.EVENINGS)
def evening_close(request: HttpRequest, evening: Evening) -> HttpResponse:
    close_evening(evening=evening, now=timezone.now())
    games = with_seats(evening.games.playing().order_by("pk"))
    cards = game_cards(games, access.names_shown(request, evening.club_id))
    if cards:
        text = _(
            "The evening is closed. Still playing: %(tables)s. What is still written there "
            "counts in the ranking."
        )
        messages.warning(request, text % {"tables": _named_tables(cards)})
    else:
        messages.success(request, _("The evening is closed. Its games and its ranking are kept."))
    return redirect("scorekeeper:evening-detail", evening.pk)


@require_POST
@requires_found(_evening, Right.EVENINGS)
def evening_reopen(request: HttpRequest, evening: Evening) -> HttpResponse:
    reopen_evening(evening=evening, now=timezone.now())
    messages.success(request, _("The evening is open again."))
    return redirect("scorekeeper:evening-detail", evening.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@requires_found(_evening, Right.WRITE, to_write=Right.EVENINGS)
def evening_code(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show the code with which phones join, to scan or print; a POST makes a new one."""
    if request.method == "POST":
        replace_token(evening=evening)
        messages.success(request, _("The code is new: the old one no longer works."))
        return redirect("scorekeeper:evening-code", evening.pk)
    address = qr_address(request, "scorekeeper:evening-join", evening.token)
    context = {
        "evening": evening,
        "address": address,
        "qr_svg": qr_svg(address),
        "hall": hall_code(request, evening.token, evening.date, club=evening.club_id),
    }
    return render(request, "evenings/evening_code.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def evening_join(request: HttpRequest, token: str) -> HttpResponse:
    """Let a phone join an evening; its owner may choose their name."""
    evening = get_object_or_404(Evening.objects.select_related("club"), token=token)
    if access.may(request, evening.club_id, Right.WRITE):
        return redirect("scorekeeper:evening-detail", evening.pk)
    form = JoinForm(post_data(request), initial={"name": request.session.get(access.NAME_KEY, "")})
    if form.is_valid():
        access.join_evening(request, evening)
        access.remember_name(request, form.cleaned_data["name"])
        return redirect("scorekeeper:evening-detail", evening.pk)
    return render(request, "evenings/evening_join.html", {"form": form, "evening": evening})
