"""The prize list, the plan, reading prizes aloud, handing them over."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.clubs.access import actor
from scorekeeper.extensions import sees
from scorekeeper.models.keys import typed_number
from scorekeeper.refusals import Refused
from scorekeeper.roles import Right
from tournaments.access import requires_in_contest
from tournaments.draw_secrets import secret_fingerprint
from tournaments.extensions.prizes import services
from tournaments.extensions.prizes.forms import (
    HandingForm,
    PastedForm,
    PresentForm,
    PrizeForm,
    TermsForm,
)
from tournaments.extensions.prizes.queries import (
    PotShare,
    WonPrize,
    plan_of,
    plan_page,
    present_entries,
    prizes_of,
    reading_of,
)
from tournaments.models import Tournament
from tournaments.refusals import ContestRefusal
from tournaments.standings.prizes import PlanError, Prize, PrizeKind, PrizePlan
from tournaments.tags import USUAL_TAGS


@require_safe
@requires_in_contest(Right.LOOK)
def prizes(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    context = {
        "tournament": tournament,
        "prizes": prizes_of(tournament),
        "has_till": _has_till(tournament),
    }
    return render(request, "prizes/prizes.html", context)


@require_safe
@requires_in_contest(Right.LOOK)
def prizes_read(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the prizes one after the other for reading aloud, the first place last."""
    reading = reading_of(tournament, typed_number(request.GET.get("at", "")) or 1)
    context = {"tournament": tournament, "reading": reading}
    return render(request, "prizes/prizes_read.html", context)


def _has_till(tournament: Tournament) -> bool:
    return sees(tournament.club, "till", tournament)


def _tags_offered(tournament: Tournament) -> list[str]:
    """Return the tags to choose from: those of the contest, then common ones."""
    own: list[str] = tournament.tags
    return [*dict.fromkeys([*own, *USUAL_TAGS])]


def _usual_text() -> str:
    """Return an example: shares for the first places, something for the last and the ladies."""
    return _("1st 30 %\n2nd 20 %\n3rd 15 %\n4-6 a bottle\nLast: a saucisson\nLadies: flowers")


@require_http_methods(["GET", "HEAD", "POST"])
@requires_in_contest(Right.CONTESTS)
def prizes_edit(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the prizes for editing; a pasted list adds to them."""
    plan, tags = plan_of(tournament), _tags_offered(tournament)
    begun = {"prizes": _usual_text()} if "usual" in request.GET else {}
    form = PastedForm(request.POST or None, initial=begun, plan=plan, tags=tags)
    if form.is_valid():
        added = form.cleaned_data["prizes"]
        count = sum(len(prize.places) for prize in added)
        text = ngettext("%(count)d prize is added.", "%(count)d prizes are added.", count)
        return _changed(
            request,
            tournament.pk,
            lambda before: before.with_added(*added),
            text % {"count": count},
        )
    return _edit_page(
        request, tournament, form, TermsForm(plan=plan, has_till=_has_till(tournament))
    )


def _edit_page(
    request: HttpRequest, tournament: Tournament, pasted: PastedForm, terms: TermsForm
) -> HttpResponse:
    teams = typed_number(request.GET.get("teams", ""))
    context = {
        "tournament": tournament,
        "page": plan_page(tournament, teams=teams),
        "pasted": pasted,
        "terms": terms,
        "has_till": _has_till(tournament),
        "form": pasted if pasted.errors else terms,
    }
    return render(request, "prizes/prizes_edit.html", context)


def _changed(
    request: HttpRequest, pk: int, change: Callable[[PrizePlan], PrizePlan], text: str
) -> HttpResponse:
    """Change the prizes and redirect to them."""
    try:
        services.set_prizes(tournament_id=pk, change=change, **actor(request))
    except Refused as refused:
        messages.error(request, str(refused))
    except PlanError:
        messages.error(
            request, _("Somebody else has changed the prizes in the meantime: look again.")
        )
    else:
        messages.success(request, text)
    return redirect("tournaments:prizes-edit", pk)


@require_POST
@requires_in_contest(Right.CONTESTS)
def prizes_terms(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Set the prizes allowed per team, and the division of the fund."""
    plan = plan_of(tournament)
    form = TermsForm(request.POST, plan=plan, has_till=_has_till(tournament))
    if not form.is_valid():
        return _edit_page(request, tournament, PastedForm(plan=plan, tags=()), form)
    return _changed(request, tournament.pk, form.changed, _("Saved."))


@require_http_methods(["GET", "HEAD", "POST"])
@requires_in_contest(Right.CONTESTS)
def prize_edit(request: HttpRequest, tournament: Tournament, key: int) -> HttpResponse:
    """Change one line of prizes; key 0 adds one."""
    plan = plan_of(tournament)
    prize = _prize(plan, key) if key else None
    tags = _tags_offered(tournament)
    form = PrizeForm(request.POST or None, plan=plan, prize=prize, tags=tags)
    if form.is_valid():
        made = form.prize
        # Somebody else may have added one with the same key in the meantime.
        return _changed(
            request,
            tournament.pk,
            lambda before: before.with_prize(made) if key else before.with_added(made),
            _("Saved."),
        )
    context = {"tournament": tournament, "form": form, "is_new": not key}
    return render(request, "prizes/prize_edit.html", context)


def _prize(plan: PrizePlan, key: int) -> Prize:
    try:
        return plan.prize(key)
    except LookupError:
        raise Http404 from None


@require_POST
@requires_in_contest(Right.CONTESTS)
def prize_remove(request: HttpRequest, tournament: Tournament, key: int) -> HttpResponse:
    return _changed(
        request,
        tournament.pk,
        lambda before: before.without(key),
        _("The prize is removed."),
    )


@require_POST
@requires_in_contest(Right.CONTESTS)
def prize_up(request: HttpRequest, tournament: Tournament, key: int) -> HttpResponse:
    """Swap a prize by place with the one above it."""
    return _changed(
        request, tournament.pk, lambda before: before.with_risen(key), _("They have been swapped.")
    )


@require_http_methods(["GET", "HEAD", "POST"])
@requires_in_contest(Right.DECIDE)
def prize_draw(request: HttpRequest, tournament: Tournament, key: int) -> HttpResponse:
    """Draw a prize among those present."""
    plan = plan_of(tournament)
    if _prize(plan, key).aim is not PrizeKind.PRESENT:
        raise Http404
    announced = secret_fingerprint(tournament)
    entries = present_entries(tournament)
    form = PresentForm(request.POST or None, entries=entries, has_secret=bool(announced))
    if form.is_valid():
        return _draw(request, tournament.pk, key, form.cleaned_data)
    context = {
        "tournament": tournament,
        "form": form,
        "several": plan.several,
        "announced": announced,
    }
    return render(request, "prizes/prize_draw.html", context)


def _draw(request: HttpRequest, pk: int, key: int, asked: Mapping[str, Any]) -> HttpResponse:
    try:
        order = services.draw_prize(
            tournament_id=pk,
            prize=key,
            announced=request.POST.get("announced", ""),
            **asked,
            **actor(request),
        )
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _drawn_text(pk, key, order[0]))
    return redirect("tournaments:prizes", pk)


def _drawn_text(pk: int, key: int, first: int) -> str:
    """Say who gets a prize: whoever was drawn first, or the next who has no prize yet."""
    tournament = Tournament.objects.get(pk=pk)
    won = next((one for one in prizes_of(tournament).won if one.prize.key == key), None)
    winner = won.winners[0].number if won else first
    entry = tournament.entries.get(number=winner)
    words = {"number": winner, "names": entry.title, "first": first}
    if winner == first:
        return _("Drawn: no. %(number)d, %(names)s.") % words
    text = _(
        "It goes to no. %(number)d, %(names)s: no. %(first)d was drawn first, but has a prize."
    )
    return text % words


@require_POST
@requires_in_contest(Right.WRITE)
def prize_hand(request: HttpRequest, tournament: Tournament, key: int, place: int) -> HttpResponse:
    """Record that a prize was handed over, or that it was not after all."""
    by = actor(request)
    if "back" in request.POST:
        services.take_back(tournament_id=tournament.pk, prize=key, place=place, **by)
        return _back_to_list(request, tournament.pk)
    try:
        handed = _handed(tournament, HandingForm(request.POST), (key, place))
        services.hand_over(tournament_id=tournament.pk, handed=handed, **by)
    except Refused as refused:
        messages.error(request, str(refused))
    return _back_to_list(request, tournament.pk)


def _handed(tournament: Tournament, form: HandingForm, slot: tuple[int, int]) -> services.Handed:
    """Return what is handed over, with its amount; raises Refused."""
    listed = prizes_of(tournament)
    handed: list[WonPrize | PotShare] = [*listed.won]
    if listed.capots:
        handed += listed.capots.shares
    won = next((one for one in handed if one.slot == slot), None)
    if won is None or not form.is_valid():
        raise Refused(ContestRefusal.PRIZES_CHANGED)
    if won.waits:
        raise Refused(ContestRefusal.NOT_FINISHED)
    goods, each = (won.prize.goods, won.prize.each) if isinstance(won, WonPrize) else ("", False)
    return services.Handed(
        prize=won.slot.key,
        place=won.slot.place,
        entries=form.cleaned_data["entries"],
        note=form.cleaned_data["note"],
        cents=won.cents,
        goods=goods,
        paid=won.cents * (tournament.format.entry_size if each else 1),
    )


def _back_to_list(request: HttpRequest, pk: int) -> HttpResponse:
    """Redirect to the prize being read out, or to the list."""
    at = typed_number(request.POST.get("at", ""))
    response = redirect("tournaments:prizes-read" if at else "tournaments:prizes", pk)
    if at:
        response["Location"] += f"?at={at}#now"
    return response
