"""Views of the ratings across clubs and of persons in several clubs."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_tables2 import RequestConfig

from scorekeeper.clubs.access import author_of, requires
from scorekeeper.models import Club, Player
from scorekeeper.models.keys import typed_number
from scorekeeper.refusals import Refused
from scorekeeper.roles import Right
from tournaments.extensions.interclub.forms import NationalForm, TogetherForm, first_day_offered
from tournaments.extensions.interclub.queries import (
    clubs_together,
    elsewhere_lines,
    lines_sought,
    own_elsewhere,
)
from tournaments.extensions.interclub.services import (
    answer_same_person,
    ask_elsewhere,
    bring_up_to_date,
    end_same_person,
    leave_together,
    say_in_both,
    take_part,
)
from tournaments.extensions.interclub.tables import NationalList
from tournaments.models import SamePerson
from tournaments.visitors import get_visited


@require_safe
def national_ratings(request: HttpRequest) -> HttpResponse:
    """List everybody of the participating clubs; 404 without any."""
    made = bring_up_to_date(now=timezone.now())
    if made is None:
        raise Http404
    form = NationalForm(request.GET, table=made)
    search, category = form.asked
    table = NationalList(lines_sought(made, search=search, category=category), search=search)
    RequestConfig(request).configure(table)
    context = {
        "made": made,
        "form": form,
        "table": table,
        "clubs": clubs_together().count(),
        "is_filtered": bool(search or category),
    }
    return render(request, "interclub/national_ratings.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@requires(Right.CLUB)
def club_together(request: HttpRequest, club: Club) -> HttpResponse:
    """Explain what taking part means; POST lets the club take part, or leave."""
    initial = {"since": club.together_from or first_day_offered()}
    is_leaving = request.method == "POST" and "leave" in request.POST
    form = TogetherForm(
        request.POST if request.method == "POST" and not is_leaving else None, initial=initial
    )
    if is_leaving:
        leave_together(club=club)
        messages.success(request, _("The club no longer takes part: its players are in no list."))
        return redirect("tournaments:club-together")
    if form.is_valid():
        try:
            take_part(club=club, since=form.cleaned_data["since"])
        except Refused as refused:
            messages.error(request, str(refused))
        else:
            messages.success(request, _("The club takes part from now on."))
        return redirect("tournaments:club-together")
    context = {"club": club, "form": form, "others": clubs_together().exclude(pk=club.pk).count()}
    return render(request, "interclub/club_together.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@requires(Right.PLAYERS)
def people_elsewhere(request: HttpRequest, club: Club) -> HttpResponse:
    """List players who may be known elsewhere; POST asks the clubs with the licence number."""
    if request.method == "POST" and club.together_from:
        number = typed_number(request.POST.get("player", "")) or 0
        player = get_object_or_404(Player.objects.of_club(club).select_related("club"), pk=number)
        try:
            count = ask_elsewhere(player=player, by=author_of(request).name, now=timezone.now())
        except Refused as refused:
            messages.error(request, str(refused))
        else:
            text = ngettext("%(count)d club is asked.", "%(count)d clubs are asked.", count)
            messages.success(request, text % {"count": count})
        return redirect("tournaments:people-elsewhere")
    lines = elsewhere_lines(club) if club.together_from else []
    return render(request, "interclub/people_elsewhere.html", {"club": club, "lines": lines})


@require_POST
@requires(Right.PLAYERS)
def elsewhere_answer(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Answer another club's question, or end a link."""
    links = SamePerson.objects.of_club(club).select_related("one__club", "other__club")
    link = get_object_or_404(links, pk=pk)
    answer = request.POST.get("answer")
    may_answer = link.answered_at is None and link.asked_by_id != club.pk
    if answer in {"yes", "no"} and may_answer:
        by = author_of(request).name
        try:
            answer_same_person(link=link, agrees=answer == "yes", by=by, now=timezone.now())
        except Refused as refused:
            messages.error(request, str(refused))
        else:
            messages.success(request, _("The answer is saved: the other club sees it."))
    elif answer == "end" and not (link.is_refused and link.asked_by_id == club.pk):
        # Keep the refusal, so that the same question is not asked again.
        end_same_person(link=link)
        messages.success(request, _("It is as if nobody had asked."))
    return redirect("tournaments:people-elsewhere")


@require_POST
def club_me_elsewhere(request: HttpRequest, pk: int) -> HttpResponse:
    """Link the players of one phone in two clubs, or remove the link."""
    visitor = get_visited(request, pk)
    if visitor.phone is None or visitor.own is None:
        raise Http404
    number = typed_number(request.POST.get("club", ""))
    elsewhere = own_elsewhere(visitor.phone)
    phone, link = next((one for one in elsewhere if one[0].club_id == number), (None, None))
    if phone is None:
        raise Http404
    if request.POST.get("answer") == "end":
        if link and link.is_confirmed:
            end_same_person(link=link)
    else:
        try:
            say_in_both(phone=visitor.phone, other=phone, now=timezone.now())
        except Refused as refused:
            messages.error(request, str(refused))
        else:
            messages.success(request, _("In the list of all clubs you are one person now."))
    return redirect("tournaments:club-me", pk)
