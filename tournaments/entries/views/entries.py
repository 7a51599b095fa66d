"""Entries: the list, one typed in, lists pasted or imported, changes, withdrawals."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_tables2 import RequestConfig

from scorekeeper.clubs.access import needs, rights_of, signed
from scorekeeper.clubs.pages.players import player_names
from scorekeeper.models import Club
from scorekeeper.models.keys import typed_number
from scorekeeper.roles import Right
from tournaments.access import get_tournament, needs_in
from tournaments.drawing.pages.moved import moved_now
from tournaments.entries.forms.entries import (
    AnswersForm,
    EntryForm,
    JoinEntriesForm,
    ListForm,
    WithdrawForm,
    initial_of,
    taken_text,
)
from tournaments.entries.lists import EntryList
from tournaments.entries.pages.door import CARDS_AT_ONCE, card_pages, card_ranges
from tournaments.entries.pages.entries import (
    added_text,
    entry_counts,
    entry_history,
    entry_lines,
    filters_of,
    found_lines,
    leaving,
    left_closed_rounds,
    requests_to_answer,
    solo_entries,
)
from tournaments.entries.services import entries as services
from tournaments.entries.services.entries import CannotJoinError, PersonTakenError, SeatedError
from tournaments.entries.services.withdrawals import (
    PlayedAlreadyError,
    previews_with,
    return_entry,
    withdraw_entry,
)
from tournaments.files.views import bring_in
from tournaments.ledger.locks import FinishedError
from tournaments.lineups import TO_COME
from tournaments.models import Entry, Tournament

LONGEST_SEARCH = 100


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
@needs_in(Right.LOOK)
def entry_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    search = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    show = request.GET.get("show", "")
    lines = entry_lines(tournament)
    counts = entry_counts(tournament, lines)
    rights = rights_of(request)
    shown = found_lines(lines, search=search, show=show)
    table = EntryList(shown, tournament=tournament, rights=rights)
    RequestConfig(request).configure(table)
    context = {
        "tournament": tournament,
        "table": table,
        "counts": counts,
        "filters": filters_of(tournament, lines, counts),
        "search": search,
        "show": show,
        "form": EntryForm(tournament=tournament, has_focus="added" in request.GET),
        "names": player_names(tournament.club),
        "asking": requests_to_answer(tournament),
    }
    return render(request, "entries/entry_list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.DOOR)
def entry_new(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Add one entry, and come back for the next."""
    tournament = _unfinished(club, pk)
    form = EntryForm(request.POST or None, tournament=tournament, has_focus=not request.POST)
    if form.is_valid():
        try:
            added = services.add_entries(
                tournament_id=pk, entries=[form.new_entry], **signed(request)
            )
        except PersonTakenError as error:
            form.refuse(error)
        else:
            messages.success(request, added_text(tournament, added))
            return redirect(reverse("tournaments:entry-list", args=[pk], query={"added": 1}))
    context = {"tournament": tournament, "form": form, "names": player_names(club)}
    return render(request, "entries/entry_new.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.CONTESTS)
def entry_paste(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Check a list that is pasted or in a file; enter it once nothing is wrong or asked."""
    tournament = _unfinished(club, pk)

    def enter(answers: AnswersForm) -> HttpResponse | None:
        try:
            added, others = services.add_list(
                tournament_id=pk,
                entries=answers.entries,
                licences=answers.licences,
                **signed(request),
            )
        except PersonTakenError as error:
            answers.add_error(None, taken_text(error.name, error.number))
            return None
        messages.success(request, added_text(tournament, added))
        if others:
            text = _("Another licence number stands there already, and was left: %(names)s.")
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
@needs_in(Right.CONTESTS)
def entry_edit(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    entry = _entry(tournament, number)
    form = EntryForm(
        request.POST or None, tournament=tournament, entry=entry, initial=initial_of(entry)
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
        "is_solo": len(entry.names) < tournament.players_per_entry,
        "awaits_partner": TO_COME in entry.names,
    }
    return render(request, "entries/entry_edit.html", context)


def _change(request: HttpRequest, form: EntryForm, entry: Entry) -> bool:
    try:
        services.change_entry(
            tournament_id=entry.tournament_id,
            number=entry.number,
            changed=form.new_entry,
            **signed(request),
        )
    except PersonTakenError as error:
        form.refuse(error)
    except SeatedError:
        text = _("This team has a table already: it needs two names. If it leaves, withdraw it.")
        form.add_error("name_2", text)
    return form.is_valid()


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.DECIDE)
def entry_withdraw(request: HttpRequest, club: Club, pk: int, number: int) -> HttpResponse:
    tournament = _unfinished(club, pk)
    entry = _entry(tournament, number)
    left = leaving(tournament, entry)
    form = WithdrawForm(request.POST or None, leaving=left)
    if form.is_valid() and _withdraw(request, form, entry):
        if (moved := moved_now(tournament)) and not moved.is_kept:
            return redirect("tournaments:bracket", pk)
        return redirect("tournaments:entry-edit", pk, number)
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
            **signed(request),
        )
    except PlayedAlreadyError as error:
        text = _("It has finished its game of round %(number)d.")
        form.add_error("from_round", text % {"number": error.round_number})
        return False
    except PersonTakenError as error:
        form.add_error("from_round", taken_text(error.name, error.number))
        return False
    text = _("Number %(number)d plays no more from round %(round)d on.")
    messages.success(request, text % {"number": entry.number, "round": from_round})
    for preview in previews:
        text = _("It was drawn in round %(round)d: that draw is discarded, draw again.")
        messages.warning(request, text % {"round": preview.number})
    return True


@require_POST
@needs(Right.DECIDE)
def entry_return(request: HttpRequest, club: Club, pk: int, number: int) -> HttpResponse:
    """Take a withdrawal back, unless somebody of the entry plays in another one by now."""
    tournament = _unfinished(club, pk)
    _entry(tournament, number)
    try:
        return_entry(
            tournament_id=pk,
            number=number,
            even_closed=bool(request.POST.get("even_closed")),
            **signed(request),
        )
    except PersonTakenError as error:
        messages.error(request, taken_text(error.name, error.number))
    else:
        messages.success(request, _("Number %(number)d plays again.") % {"number": number})
    return redirect("tournaments:entry-edit", pk, number)


@require_POST
@needs(Right.CONTESTS)
def entry_remove(request: HttpRequest, club: Club, pk: int, number: int) -> HttpResponse:
    tournament = _unfinished(club, pk)
    entry = _entry(tournament, number)
    try:
        services.remove_entry(tournament_id=pk, number=number, **signed(request))
    except SeatedError:
        text = _("Number %(number)d was drawn already: withdraw it instead, its games are kept.")
        messages.error(request, text % {"number": number})
        return redirect("tournaments:entry-withdraw", pk, number)
    text = _("Number %(number)d, %(names)s, is removed.")
    messages.success(request, text % {"number": number, "names": entry.title})
    return redirect("tournaments:entry-list", pk)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.CONTESTS)
def entry_join(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Join two who look for a partner into a team."""
    tournament = _unfinished(club, pk)
    solos = [] if tournament.is_melee else solo_entries(tournament)
    first = typed_number(request.GET.get("one", ""))
    form = JoinEntriesForm(request.POST or None, solos=solos, initial={"one": first})
    if form.is_valid():
        try:
            team = services.join_entries(tournament_id=pk, **form.cleaned_data, **signed(request))
        except CannotJoinError:
            form.add_error(None, _("One of them has a partner by now, or has left."))
        else:
            text = _("%(names)s are a team: number %(number)d.")
            messages.success(request, text % {"names": team.title, "number": team.number})
            return redirect("tournaments:entry-list", pk)
    context = {"tournament": tournament, "form": form, "solos": solos}
    return render(request, "entries/entry_join.html", context)


@require_safe
@needs_in(Right.CONTESTS)
def entry_cards(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show a card for every entry, to print: number, names, the code for the door."""
    lines = [line for line in entry_lines(tournament) if line.entry.withdrawn_from is None]
    ranges = card_ranges(lines)
    first = typed_number(request.GET.get("from", "")) or 1
    usual = next((end for _start, end in ranges if end >= first), first)
    last = typed_number(request.GET.get("to", "")) or usual
    chosen = [line for line in lines if first <= line.number <= last][:CARDS_AT_ONCE]
    context = {
        "tournament": tournament,
        "pages": card_pages(request, tournament, chosen),
        "count": len(chosen),
        "has_entries": bool(lines),
        "ranges": ranges,
        "first": first,
        "last": last,
    }
    return render(request, "entries/entry_cards.html", context)
