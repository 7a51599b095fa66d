"""Entries: list, check-in, import, changes, withdrawals, substitutes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_tables2 import RequestConfig

from scorekeeper.addresses import phone_address
from scorekeeper.clubs.access import actor, may, requires, rights_of
from scorekeeper.clubs.queries import player_names
from scorekeeper.models import Club
from scorekeeper.models.keys import typed_number
from scorekeeper.qr import qr_svg
from scorekeeper.refusals import Refused
from scorekeeper.roles import Right
from tournaments.access import get_tournament, requires_in_contest
from tournaments.audit_log.locks import FinishedError
from tournaments.entries.forms import (
    AnswersForm,
    CheckinForm,
    EntryForm,
    JoinEntriesForm,
    ListForm,
    SubstituteForm,
    WithdrawForm,
    initial_of,
    taken_text,
    typed_entry_number,
)
from tournaments.entries.labels import euros_text
from tournaments.entries.queries.entries import (
    MISSING,
    EntryLine,
    added_text,
    drawn_without,
    entry_counts,
    entry_history,
    entry_lines,
    filters_of,
    found_lines,
    late_round,
    leaving,
    left_closed_rounds,
    solo_entries,
    takes_money,
)
from tournaments.entries.queries.substitutes import sitting_in, substitute_list
from tournaments.entries.services import entries as services
from tournaments.entries.services.entries import (
    PersonTakenError,
    check_in,
    set_paid,
)
from tournaments.entries.services.substitutes import (
    substitute,
    take_back_substitute,
)
from tournaments.entries.services.withdrawals import (
    previews_with,
    return_entry,
    withdraw_entry,
)
from tournaments.entries.tables import EntryList
from tournaments.files.views import bring_in
from tournaments.lineups import TO_COME
from tournaments.models import Entry, Tournament
from tournaments.refusals import ContestRefusal
from tournaments.rounds.queries.draws import moved_now

LONGEST_SEARCH = 100


@require_http_methods(["GET", "HEAD", "POST"])
@requires_in_contest(Right.DOOR)
def entry_checkin(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Check in entries by number, typed or scanned; show who is missing.

    With `row` a name was pressed: its entry is shown between the others, at its place.
    """
    form = CheckinForm(request.POST or None, tournament=tournament)
    if form.is_valid():
        _act(request, tournament.pk, form)
        number = form.cleaned_data["number"]
        if "back" in request.POST:
            return _to_list(request, tournament.pk, number)
        query = {"n": number} | ({"row": 1} if "row" in request.POST else {})
        return redirect(_row_address("entry-checkin", tournament.pk, number, query))
    number = None if form.is_bound else typed_entry_number(request.GET.get("n", ""))
    search = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    lines = entry_lines(tournament)
    found = next((line for line in lines if line.number == number), None)
    is_row = found is not None and "row" in request.GET
    here = found if found and found.is_here else None
    context = {
        "tournament": tournament,
        "form": form,
        "found": found,
        "drawn_without": drawn_without(tournament, here) if here else None,
        "late_round": late_round(tournament, here) if here else None,
        "fee": euros_text(tournament.fee_cents) if tournament.fee_cents else "",
        "asked": number,
        "counts": entry_counts(tournament, lines),
        "missing": found_lines(lines, search=search, show=MISSING),
        "rows": found_lines(lines, search=search, show=MISSING, also=number if is_row else None),
        "unpaid": [line for line in lines if line.is_unpaid and line.is_here],
        "is_row": is_row,
        "search": search,
    }
    return render(request, "entries/entry_checkin.html", context)


def _act(request: HttpRequest, pk: int, form: CheckinForm) -> None:
    by = actor(request)
    numbers = [form.cleaned_data["number"]]
    for is_here in form.says_here:
        check_in(tournament_id=pk, numbers=numbers, is_here=is_here, **by)
    for has_paid in form.says_paid:
        set_paid(tournament_id=pk, numbers=numbers, has_paid=has_paid, **by)


def _row_address(name: str, pk: int, number: int, query: Mapping[str, Any]) -> str:
    """Return the address of an entry's line on a page, which comes into view there."""
    return reverse(f"tournaments:{name}", args=[pk], query=query, fragment=f"entry-{number}")


def _to_list(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Redirect to the line of the list in which a button was pressed.

    The line says what was stored: a message above the list would move it under the finger.
    """
    query = QueryDict(request.POST["back"], mutable=True)
    query.pop("added", None)
    query["at"] = str(number)
    return redirect(_row_address("entry-list", pk, number, query))


def _entry(tournament: Tournament, number: int) -> Entry:
    entry = get_object_or_404(tournament.entries.by_number(), number=number)
    entry.tournament = tournament
    return entry


def _unfinished(club: Club, pk: int) -> Tournament:
    tournament = get_tournament(club, pk)
    if tournament.finished_at:
        raise FinishedError(tournament)
    return tournament


@require_safe
@requires_in_contest(Right.LOOK)
def entry_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    search = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    show = request.GET.get("show", "")
    lines = entry_lines(tournament)
    counts = entry_counts(tournament, lines)
    rights = rights_of(request)
    # The line in which a button was pressed stays in sight.
    pressed = typed_entry_number(request.GET.get("at", ""))
    shown = found_lines(lines, search=search, show=show, also=pressed)
    table = EntryList(shown, tournament=tournament, rights=rights, has_money=counts.has_money)
    RequestConfig(request).configure(table)
    context = {
        "tournament": tournament,
        "table": table,
        "counts": counts,
        "filters": filters_of(tournament, lines, counts, show=show),
        "search": search,
        "show": show,
        "form": EntryForm(
            tournament=tournament, has_money=counts.has_money, has_focus="added" in request.GET
        ),
        "names": player_names(tournament.club),
        "has_begun": tournament.last_round is not None,
        "opens_add": "added" in request.GET,
        "list_form": None if lines else ListForm(about={"tournament": tournament}),
    }
    return render(request, "entries/entry_list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Right.DOOR)
def entry_new(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Add one entry, and show the form for the next."""
    tournament = _unfinished(club, pk)
    form = EntryForm(
        request.POST or None,
        tournament=tournament,
        has_money=takes_money(tournament),
        has_focus=not request.POST,
    )
    if form.is_valid():
        try:
            added = services.add_entries(
                tournament_id=pk, entries=[form.new_entry], **actor(request)
            )
        except PersonTakenError as error:
            form.refuse(error)
        else:
            messages.success(request, added_text(tournament, added))
            return redirect(reverse("tournaments:entry-list", args=[pk], query={"added": 1}))
    context = {"tournament": tournament, "form": form, "names": player_names(club)}
    return render(request, "entries/entry_new.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Right.CONTESTS)
def entry_paste(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Check a pasted or uploaded list; enter it once there are no errors and questions."""
    tournament = _unfinished(club, pk)

    def enter(answers: AnswersForm) -> HttpResponse | None:
        try:
            added, others = services.add_list(
                tournament_id=pk,
                entries=answers.entries,
                licences=answers.licences,
                **actor(request),
            )
        except PersonTakenError as error:
            answers.add_error(None, taken_text(error.name, error.number))
            return None
        messages.success(request, added_text(tournament, added))
        if others:
            text = _("They already have another licence number, which was left: %(names)s.")
            messages.warning(request, text % {"names": ", ".join(others)})
        return redirect("tournaments:entry-list", pk)

    return bring_in(
        request,
        ListForm,
        AnswersForm,
        about={"tournament": tournament},
        keep=enter,
        template="entries/entry_paste.html",
        back=reverse("tournaments:entry-list", args=[pk]),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@requires_in_contest(Right.CONTESTS)
def entry_edit(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    entry = _entry(tournament, number)
    form = EntryForm(
        request.POST or None,
        tournament=tournament,
        has_money=takes_money(tournament),
        entry=entry,
        initial=initial_of(entry),
    )
    if form.is_valid() and _change(request, form, entry):
        messages.success(request, _("Number %(number)d is changed.") % {"number": number})
        return redirect("tournaments:entry-list", tournament.pk)
    context = {
        "tournament": tournament,
        "entry": entry,
        "form": form,
        "names": player_names(tournament.club),
        "history": entry_history(tournament, number),
        "is_seated": entry.seats.exists(),
        "missed_closed": left_closed_rounds(entry),
        "is_solo": len(entry.names) < tournament.format.entry_size,
        "awaits_partner": TO_COME in entry.names,
    }
    return render(request, "entries/entry_edit.html", context)


def _change(request: HttpRequest, form: EntryForm, entry: Entry) -> bool:
    try:
        services.change_entry(
            tournament_id=entry.tournament_id,
            number=entry.number,
            changed=form.new_entry,
            **actor(request),
        )
    except PersonTakenError as error:
        form.refuse(error)
    except Refused as refused:
        form.add_error("name_2", str(refused))
    return form.is_valid()


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Right.DECIDE)
def entry_withdraw(request: HttpRequest, club: Club, pk: int, number: int) -> HttpResponse:
    tournament = _unfinished(club, pk)
    entry = _entry(tournament, number)
    left = leaving(tournament, entry)
    form = WithdrawForm(request.POST or None, leaving=left)
    if form.is_valid() and _withdraw(request, form, entry):
        if (moved := moved_now(tournament)) and not moved.is_kept:
            return redirect("tournaments:bracket", pk)
        return _to_entry(request, tournament, number)
    context = {"tournament": tournament, "entry": entry, "form": form, "leaving": left}
    return render(request, "entries/entry_withdraw.html", context)


def _withdraw(request: HttpRequest, form: WithdrawForm, entry: Entry) -> bool:
    from_round = form.cleaned_data["from_round"]
    previews = previews_with(entry.tournament, entry.number, from_round)
    try:
        withdraw_entry(
            tournament_id=entry.tournament_id,
            number=entry.number,
            from_round=from_round,
            **actor(request),
        )
    except Refused as refused:
        form.add_error("from_round", str(refused))
        return False
    except PersonTakenError as error:
        form.add_error("from_round", taken_text(error.name, error.number))
        return False
    text = _("Number %(number)d no longer plays from round %(round)d on.")
    messages.success(request, text % {"number": entry.number, "round": from_round})
    for preview in previews:
        text = _("It was drawn in round %(round)d: that draw is discarded, draw again.")
        messages.warning(request, text % {"round": preview.number})
    return True


@require_POST
@requires(Right.DECIDE)
def entry_return(request: HttpRequest, club: Club, pk: int, number: int) -> HttpResponse:
    """Cancel a withdrawal, unless a player of the entry plays in another one now."""
    tournament = _unfinished(club, pk)
    _entry(tournament, number)
    try:
        return_entry(
            tournament_id=pk,
            number=number,
            even_closed=bool(request.POST.get("even_closed")),
            **actor(request),
        )
    except PersonTakenError as error:
        messages.error(request, taken_text(error.name, error.number))
    else:
        messages.success(request, _("Number %(number)d plays again.") % {"number": number})
    return _to_entry(request, tournament, number)


def _to_entry(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Lead to an entry, or to the contest whoever may not change its entries."""
    if may(request, tournament.club_id, Right.CONTESTS):
        return redirect("tournaments:entry-edit", tournament.pk, number)
    return redirect("tournaments:tournament-detail", tournament.pk)


@require_POST
@requires(Right.CONTESTS)
def entry_remove(request: HttpRequest, club: Club, pk: int, number: int) -> HttpResponse:
    tournament = _unfinished(club, pk)
    entry = _entry(tournament, number)
    try:
        services.remove_entry(tournament_id=pk, number=number, **actor(request))
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("tournaments:entry-withdraw", pk, number)
    text = _("Number %(number)d, %(names)s, is removed.")
    messages.success(request, text % {"number": number, "names": entry.title})
    return redirect("tournaments:entry-list", pk)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Right.CONTESTS)
def entry_join(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Join two solo entrants into a team."""
    tournament = _unfinished(club, pk)
    solos = solo_entries(tournament) if tournament.format.has_teams else []
    first = typed_number(request.GET.get("one", ""))
    form = JoinEntriesForm(request.POST or None, solos=solos, initial={"one": first})
    if form.is_valid():
        try:
            team = services.join_entries(tournament_id=pk, **form.cleaned_data, **actor(request))
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            text = _("%(names)s are a team: number %(number)d.")
            messages.success(request, text % {"names": team.title, "number": team.number})
            return redirect("tournaments:entry-list", pk)
    context = {"tournament": tournament, "form": form, "solos": solos}
    return render(request, "entries/entry_join.html", context)


CARDS_A_PAGE = 10
# Drawing codes takes a while: five hundred cards are shown in parts.
CARDS_AT_ONCE = 100


def _card_ranges(lines: Sequence[EntryLine]) -> list[tuple[int, int]]:
    """Return the first and last number of each part of the cards."""
    numbers = [line.number for line in lines]
    parts = [
        numbers[start : start + CARDS_AT_ONCE] for start in range(0, len(lines), CARDS_AT_ONCE)
    ]
    return [(part[0], part[-1]) for part in parts]


def _card_pages(
    request: HttpRequest, tournament: Tournament, lines: Iterable[EntryLine]
) -> list[Sequence[dict[str, Any]]]:
    path = reverse("tournaments:entry-checkin", args=[tournament.pk])
    address = phone_address(request.scheme or "http", request.get_host(), path)
    cards = [
        {"number": line.number, "title": line.title, "qr": qr_svg(f"{address}?n={line.number}")}
        for line in lines
    ]
    return [cards[start : start + CARDS_A_PAGE] for start in range(0, len(cards), CARDS_A_PAGE)]


@require_safe
@requires_in_contest(Right.CONTESTS)
def entry_cards(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show a card for every entry for printing: number, names, and a code for check-in."""
    lines = [line for line in entry_lines(tournament) if line.entry.withdrawn_from is None]
    ranges = _card_ranges(lines)
    first = typed_number(request.GET.get("from", "")) or 1
    usual = next((end for _start, end in ranges if end >= first), first)
    last = typed_number(request.GET.get("to", "")) or usual
    chosen = [line for line in lines if first <= line.number <= last][:CARDS_AT_ONCE]
    context = {
        "tournament": tournament,
        "pages": _card_pages(request, tournament, chosen),
        "count": len(chosen),
        "has_entries": bool(lines),
        "ranges": ranges,
        "first": first,
        "last": last,
    }
    return render(request, "entries/entry_cards.html", context)


def _substituted_entry(tournament: Tournament, number: int) -> Entry:
    if tournament.finished_at:
        raise FinishedError(tournament)
    entry = tournament.entries.by_number().filter(number=number).first()
    if entry is None:
        raise Http404
    entry.tournament = tournament
    return entry


@require_safe
@requires_in_contest(Right.LOOK)
def substitutes(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the substitutions, and the entries to choose from for one, or for a withdrawal."""
    number = typed_number(request.GET.get("number", ""))
    if number and tournament.entries.filter(number=number).exists():
        leaves = request.GET.get("act") == "withdraw"
        page = "entry-withdraw" if leaves else "entry-substitute"
        return redirect(f"tournaments:{page}", tournament.pk, number)
    context = {"tournament": tournament, "page": substitute_list(tournament)}
    return render(request, "entries/substitute_list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires_in_contest(Right.DECIDE)
def entry_substitute(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    entry = _substituted_entry(tournament, number)
    sitting = sitting_in(tournament, entry)
    corrected = typed_number(request.GET.get("place", ""))
    if corrected not in {one.left.place for one in sitting.changed}:
        corrected = None
    form = SubstituteForm(request.POST or None, sitting=sitting, corrected=corrected)
    if form.is_valid() and _sit_in(request, form, entry):
        return redirect("tournaments:entry-substitute", tournament.pk, number)
    context = {"tournament": tournament, "entry": entry, "form": form, "sitting": sitting}
    return render(request, "entries/entry_substitute.html", context)


def _sit_in(request: HttpRequest, form: SubstituteForm, entry: Entry) -> bool:
    wanted = form.substitute
    try:
        substitute(
            tournament_id=entry.tournament_id,
            number=entry.number,
            wanted=wanted,
            instead=form.corrected is not None,
            **actor(request),
        )
    except PersonTakenError as error:
        form.refuse_person(error)
    except Refused as refused:
        is_name = refused.code is ContestRefusal.NAMELESS
        form.add_error("name" if is_name else "from_hand", str(refused))
    else:
        text = _("%(name)s is the substitute for number %(number)d.")
        messages.success(request, text % {"name": wanted.name, "number": entry.number})
    return form.is_valid()


@require_POST
@requires_in_contest(Right.DECIDE)
def substitute_back(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Cancel the last substitution at a place."""
    entry = _substituted_entry(tournament, number)
    try:
        take_back_substitute(
            tournament_id=tournament.pk,
            number=entry.number,
            place=typed_number(request.POST.get("place", "")) or 0,
            **actor(request),
        )
    except PersonTakenError as error:
        messages.error(request, taken_text(error.name, error.number))
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("Undone: everybody is back in their place."))
    return redirect("tournaments:entry-substitute", tournament.pk, number)
