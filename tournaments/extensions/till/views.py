"""The till: cash book, accounts of entries, receipts, cash counts, prices."""

from collections.abc import Sequence
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import get_format
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django_tables2 import RequestConfig

from scorekeeper.clubs.access import actor
from scorekeeper.refusals import Refused
from scorekeeper.roles import Right
from tournaments.access import requires_in_contest
from tournaments.audit_log.payments import book_of
from tournaments.cash.book import Book, BookError, What
from tournaments.contests.labels import plain_euros
from tournaments.entries.labels import euros_text
from tournaments.entries.queries.entries import EntryLine, entry_lines
from tournaments.extensions.till import services
from tournaments.extensions.till.forms import (
    CounterForm,
    CountForm,
    LineForm,
    OwedForm,
    PricesForm,
    SaleForm,
)
from tournaments.extensions.till.labels import receipt_title
from tournaments.extensions.till.queries import (
    Account,
    BookLine,
    account_of,
    book_lines,
    book_sheet,
    prices_of,
    till_page,
)
from tournaments.extensions.till.tables import BookList
from tournaments.files.downloads import download_list, refuse_unknown_kind
from tournaments.models import Tournament

_READS: Final = ["GET", "HEAD", "POST"]
OF_NOBODY: Final = (What.PAYMENT, What.EXPENSE, What.FLOAT, What.GIFT)
OF_ENTRIES: Final = (What.PAYMENT, What.REFUND, What.FREE)


@require_safe
@requires_in_contest(Right.CONTESTS)
def till(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    page = till_page(tournament)
    table = BookList(page["lines"], tournament=tournament)
    RequestConfig(request, paginate="whole" not in request.GET).configure(table)
    context = {
        "tournament": tournament,
        "page": page,
        "table": table,
        "has_prices": prices_of(tournament).fee is not None,
    }
    return render(request, "till/till.html", context)


@require_http_methods(_READS)
@requires_in_contest(Right.CONTESTS)
def till_line(request: HttpRequest, tournament: Tournament, what: str) -> HttpResponse:
    """Book a line without an entry: a sale, an expense, a gift, or the initial cash."""
    if what not in OF_NOBODY:
        raise Http404
    form = _form_of_nobody(tournament, What(what), request.POST or None)
    if form.is_valid() and _write(request, tournament, form):
        return redirect("tournaments:till", tournament.pk)
    context = {"tournament": tournament, "form": form}
    return render(request, "till/line_new.html", context)


def _form_of_nobody(tournament: Tournament, what: What, data: Any) -> LineForm:
    if what is What.PAYMENT:
        return SaleForm(data, prices=prices_of(tournament))
    return LineForm(data, what=what)


def _write(request: HttpRequest, tournament: Tournament, form: LineForm) -> bool:
    """Store a valid form, or show in it why not."""
    try:
        line = services.write_line(tournament_id=tournament.pk, line=form.line, **actor(request))
    except Refused as refused:
        form.add_error("amount", str(refused))
        return False
    text = _("Line %(number)d: %(what)s %(amount)s.")
    values = {"number": line.number, "what": form.title, "amount": euros_text(form.line.cents)}
    messages.success(request, text % values)
    return True


def _entry_line(tournament: Tournament, number: int) -> EntryLine:
    found = next((line for line in entry_lines(tournament) if line.number == number), None)
    if found is None:
        raise Http404
    return found


@require_http_methods(_READS)
@requires_in_contest(Right.DOOR)
def till_account(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show the account of an entry; book a payment, a refund, or a waiver."""
    line, book = _entry_line(tournament, number), book_of(tournament)
    account = account_of(line, book)
    act = request.POST.get("act", "")
    forms = _account_forms(account, act, request.POST)
    owed = _owed_form(tournament, book, number, request.POST if act == "owed" else None)
    if act == "owed" and owed.is_valid():
        _charge(request, tournament.pk, number, owed)
        return redirect("tournaments:till-account", tournament.pk, number)
    form = next((form for form in forms if form.what == act), None)
    if form is not None and form.is_valid() and _write(request, tournament, form):
        return redirect("tournaments:till-account", tournament.pk, number)
    context = {
        "tournament": tournament,
        "account": account,
        "owed": owed,
        "forms": {one.what.value: one for one in forms},
        "form": owed if act == "owed" else form,
    }
    return render(request, "till/account.html", context)


def _account_forms(account: Account, act: str, data: Any) -> list[LineForm]:
    """Return a form for each kind of line of an entry; the submitted one is bound."""
    amounts = {What.PAYMENT: account.owes, What.REFUND: account.kept, What.FREE: account.owes}
    entry = account.line.entry
    return [
        LineForm(
            data if act == what else None,
            what=what,
            entry=account.line.number,
            names=entry.names if what is What.PAYMENT else (),
            initial={"amount": plain_euros(amounts[what])},
        )
        for what in OF_ENTRIES
    ]


def _owed_form(tournament: Tournament, book: Book, number: int, data: Any) -> OwedForm:
    items = book.purse(number).items
    return OwedForm(data, fee=book.fee, prices=prices_of(tournament), items=items)


def _charge(request: HttpRequest, pk: int, number: int, form: OwedForm) -> None:
    services.charge_entry(tournament_id=pk, number=number, items=form.items, **actor(request))
    messages.success(request, _("Saved."))


def _book_line(tournament: Tournament, number: int) -> BookLine:
    lines: Sequence[BookLine] = book_lines(book_of(tournament), entry_lines(tournament))
    found = next((line for line in lines if line.number == number), None)
    if found is None:
        raise Http404
    return found


@require_safe
@requires_in_contest(Right.DOOR)
def till_receipt(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    line = _book_line(tournament, number)
    if not line.is_payment:
        raise Http404
    context = {"tournament": tournament, "line": line, "title": receipt_title(line.code)}
    return render(request, "till/receipt.html", context)


@require_http_methods(_READS)
@requires_in_contest(Right.CONTESTS)
def till_counter(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Cancel a line with another one."""
    line = _book_line(tournament, number)
    form = CounterForm(request.POST or None)
    if form.is_valid():
        _counter(request, tournament.pk, number, form.cleaned_data["note"])
        return redirect("tournaments:till", tournament.pk)
    context = {"tournament": tournament, "line": line, "form": form}
    return render(request, "till/counter.html", context)


def _counter(request: HttpRequest, pk: int, number: int, note: str) -> None:
    try:
        services.counter_line(tournament_id=pk, number=number, note=note, **actor(request))
    except BookError:
        text = _("Line %(number)d cannot be reversed: another line refers to it.")
        messages.error(request, text % {"number": number})
    else:
        text = _("Line %(number)d is reversed. Both stay in the book.")
        messages.success(request, text % {"number": number})


@require_http_methods(_READS)
@requires_in_contest(Right.CONTESTS)
def till_count(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = CountForm(request.POST or None)
    if form.is_valid():
        difference = services.count_till(
            tournament_id=tournament.pk,
            cents=form.cleaned_data["cents"],
            coins=form.counted,
            note=form.cleaned_data["note"],
            **actor(request),
        )
        _tell_difference(request, difference)
        return redirect("tournaments:till", tournament.pk)
    context = {"tournament": tournament, "form": form}
    return render(request, "till/count.html", context)


def _tell_difference(request: HttpRequest, difference: int) -> None:
    amount = {"amount": euros_text(abs(difference))}
    if not difference:
        messages.success(request, _("Counted: the till is right to the cent."))
    elif difference > 0:
        text = _("Counted: there is %(amount)s more in the till than in the book.")
        messages.warning(request, text % amount)
    else:
        text = _("Counted: %(amount)s missing in the till.")
        messages.warning(request, text % amount)


@require_http_methods(_READS)
@requires_in_contest(Right.CONTESTS)
def till_prices(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    before = prices_of(tournament)
    form = PricesForm(request.POST or None, prices=before, fee=tournament.fee_cents)
    if form.is_valid():
        services.set_prices(tournament_id=tournament.pk, prices=form.prices, **actor(request))
        messages.success(request, _("The prices are saved."))
        return redirect("tournaments:till", tournament.pk)
    context = {"tournament": tournament, "form": form}
    return render(request, "till/prices.html", context)


@require_safe
@requires_in_contest(Right.CONTESTS)
def till_file(request: HttpRequest, tournament: Tournament, kind: str) -> HttpResponse:
    refuse_unknown_kind(kind)
    sheet = book_sheet(tournament)
    name = f"{slugify(tournament.name)}-{tournament.date:%Y-%m-%d}-{slugify(sheet.title)}"
    return download_list(sheet, name.strip("-"), kind, decimal_mark=get_format("DECIMAL_SEPARATOR"))
