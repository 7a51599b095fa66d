"""The desk: slips typed on a keyboard, the referee's decisions, sheets signed on paper."""

import uuid
from typing import Final, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.clubs.access import RoleRefusedError, actor, requires, role_of
from scorekeeper.games.services.actions import GameIsOverError
from scorekeeper.models import Club
from scorekeeper.models.keys import typed_number
from scorekeeper.refusals import Refused
from scorekeeper.roles import Right
from scorekeeper.widgets import plain_number
from tournaments.access import (
    find_match_of,
    get_match,
    get_round_of,
    get_tournament,
    requires_in_contest,
)
from tournaments.audit_log.locks import FinishedError, RoundOpenError
from tournaments.models import Match, Round, Tournament
from tournaments.refusals import ContestRefusal
from tournaments.rounds.queries.draws import moved_now
from tournaments.tables import services
from tournaments.tables.forms import (
    DeskForm,
    DeskSlipEditForm,
    DeskSlipForm,
    LookForm,
    NoteForm,
    initial_of_slip,
    typed_key,
    typed_table,
)
from tournaments.tables.labels import DRAW_CHANGED, Show
from tournaments.tables.queries.tables import (
    TableRow,
    follows_round,
    last_slips,
    round_tables,
    row_of,
    ruling_page,
    table_row,
    version_of,
)
from tournaments.tables.services import StaleSheetError, rule_on_sheet, sign_on_paper

KEY_HEADER: Final = "Belote-Slip"
"""The header of an answer with the key of the slip; answers of anything else do not have it."""
TABLE_HEADER: Final = "Belote-Table"
"""The header with the number of the table that has a result now, if it has one."""


class DeskAnswer(NamedTuple):
    """The outcome of a slip, the message about it, and the table that has a result now."""

    level: int
    text: str
    table: int | None = None


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Right.WRITE)
def slip_desk(request: HttpRequest, club: Club, pk: int, number: int) -> HttpResponse:
    """Enter slips one after the other; for a script, show the sides of the typed table.

    A slip sent by a script has a key, and gets an answer of its own; with `board` the page is only
    sent if something changed. A link from before a round was closed leads to the round that is
    played; those to correct its slips have `correct`.
    """
    known = request.GET.get("board")
    if known and known == follows_round(request.user.pk, pk, number):
        return HttpResponse(status=204)
    table = typed_table(request.POST.get("table", ""))
    match = find_match_of(club, pk, number, table) if table else None
    try:
        played = match.round if match else get_round_of(club, pk, number)
    except Http404:
        if request.method == "POST":
            raise
        # A bookmark, or a desk that was open when the draw was discarded: say so on the contest's
        # page.
        tournament = get_tournament(club, pk)
        messages.info(request, _("Round %(number)d no longer exists.") % {"number": number})
        return redirect("tournaments:tournament-detail", tournament.pk)
    if key := typed_key(request.POST.get("key", "")):
        return _answer_queue(request, played, match, key)
    if played.is_drawn:
        return redirect("tournaments:draw-detail", pk, number)
    is_sent = request.method == "POST"
    if not is_sent and not request.GET and (playing := _played_instead(played)):
        text = _("Round %(number)d is closed: here is round %(playing)d.")
        messages.info(request, text % {"number": number, "playing": playing.number})
        return redirect("tournaments:slip-desk", pk, playing.number)
    initial = {"table": request.GET.get("table")}
    form = DeskForm(request.POST or None, played=played, match=match, initial=initial)
    if is_sent and form.is_settled and (answer := _write(request, form)):
        messages.add_message(request, answer.level, answer.text)
        return redirect(desk_of(played))
    context = _desk(played, form)
    if request.htmx and not is_sent:  # type: ignore[attr-defined]
        return render(request, "tables/_slip_sides.html", context)
    return render(request, "tables/slip_desk.html", context)


def _played_instead(played: Round) -> Round | None:
    """Return the round that is played by now, if a round is closed."""
    if not played.is_closed:
        return None
    rounds = played.tournament.rounds.filter(status=Round.Status.PLAYING)
    return rounds.order_by("-number").first()


def desk_of(played: Round) -> str:
    """Return the address of the desk of a round, to correct its slips if it is closed."""
    address = reverse("tournaments:slip-desk", args=[played.tournament_id, played.number])
    return f"{address}?correct=1" if played.is_closed else address


def _desk(played: Round, form: DeskForm) -> dict[str, object]:
    tables = round_tables(played)
    table = typed_number(plain_number(str(form["table"].value() or "")))
    return {
        "tournament": played.tournament,
        "round": played,
        "version": version_of(played),
        "form": form,
        "table": table,
        "row": tables.at(table) if table else None,
        "missing": tables.missing,
        "table_count": len(tables.rows),
        "last_slips": last_slips(played),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@requires_in_contest(Right.WRITE)
def slip_edit(
    request: HttpRequest, tournament: Tournament, number: int, table: int
) -> HttpResponse:
    try:
        match = get_match(tournament, number, table)
    except Http404:
        if request.method != "POST":
            raise
        return _table_gone(request, get_round_of(tournament.club, tournament.pk, number), table)
    initial = {**initial_of_slip(match), **request.GET.dict()}
    form = DeskSlipEditForm(request.POST or None, played=match.round, match=match, initial=initial)
    if not match.is_game:
        messages.error(request, _("There is no game at this table: somebody has withdrawn."))
        return redirect("tournaments:round-detail", tournament.pk, number)
    if "total_a" in request.GET:
        # Totals that a side claims: whoever lets them count has seen what they replace.
        form.initial["instead_of"] = form.state
    if request.method == "POST" and form.is_settled and (answer := _write(request, form)):
        messages.add_message(request, answer.level, answer.text)
        if (moved := moved_now(match.round.tournament)) and not moved.is_kept:
            return redirect("tournaments:bracket", tournament.pk)
        return redirect("tournaments:round-detail", tournament.pk, number)
    context = {
        "tournament": match.round.tournament,
        "round": match.round,
        "form": form,
        "table": table,
        "row": table_row(match),
    }
    return render(request, "tables/slip_edit.html", context)


def _table_gone(request: HttpRequest, played: Round, table: int) -> HttpResponse:
    """Show the slip of a table that was closed in the meantime, and why."""
    form = DeskForm({**request.POST.dict(), "table": table}, played=played, match=None)
    return render(request, "tables/slip_desk.html", _desk(played, form))


def _answer_queue(
    request: HttpRequest, played: Round, match: Match | None, key: uuid.UUID
) -> HttpResponse:
    """Store a slip sent by a script: 201 with its result, 200 if a person has to decide."""
    form = DeskForm(request.POST, played=played, match=match, auto_id=f"id_{key}_%s")
    answer = _answer(request, form, key)
    if answer and answer.level != messages.ERROR:
        plain = "text/plain; charset=utf-8"
        response = HttpResponse(answer.text, content_type=plain, status=201)
        if answer.table is not None:
            response[TABLE_HEADER] = str(answer.table)
    else:
        if answer:
            form.add_error(None, answer.text)
        context = {"tournament": played.tournament, "round": played, "form": form}
        response = render(request, "tables/_slip_queued.html", context)
    response[KEY_HEADER] = str(key)
    return response


def _answer(request: HttpRequest, form: DeskForm, key: uuid.UUID) -> DeskAnswer | None:
    """Return the outcome of a slip sent by a script, None if its form has errors or questions."""
    is_settled = form.is_settled
    if form.played.is_drawn:
        return DeskAnswer(messages.ERROR, str(DRAW_CHANGED))
    if (table := services.table_recorded(form.played, key)) is not None:
        return _recorded(form.played, table)
    if not is_settled:
        return None
    try:
        return _write(request, form)
    except RoleRefusedError as error:
        return DeskAnswer(messages.ERROR, str(error))
    except FinishedError:
        text = _("The contest is finished, or is run on another computer.")
        return DeskAnswer(messages.ERROR, text)


def _recorded(played: Round, table: int) -> DeskAnswer:
    """Return the present result of a table whose slip was stored before."""
    row = round_tables(played).at(table)
    if row and row.result:
        return DeskAnswer(messages.SUCCESS, row.result, table)
    return DeskAnswer(messages.SUCCESS, _("This slip was written, and then withdrawn."))


def _write(request: HttpRequest, form: DeskSlipForm) -> DeskAnswer | None:
    """Store the slip and return its outcome, None if the form says why not."""
    assert form.match, "a form that is valid knows its table"
    if form.equals_hands:
        return _sign(request, form)
    if form.is_stored_already:
        return _result_answer(table_row(form.match))
    try:
        match = services.record_table_slip(
            match_id=form.match.pk,
            slip=form.slip,
            keep_to_check=form.keeps_impossible,
            note=form.cleaned_data.get("note", ""),
            key=form.cleaned_data.get("key"),
            **actor(request),
        )
    except Refused as refused:
        form.add_error(None, str(refused))
        return None
    except RoundOpenError:
        return DeskAnswer(messages.ERROR, str(DRAW_CHANGED))
    except GameIsOverError as error:
        raise _settled(request) from error
    return _result_answer(row_of(match))


def _settled(request: HttpRequest) -> RoleRefusedError:
    """Return why a closed or settled table cannot be changed with the role of this account."""
    role = role_of(request)
    assert role, "only a member comes here"
    return RoleRefusedError(Right.DECIDE, role)


def _result_answer(row: TableRow) -> DeskAnswer:
    if row.needs_look:
        return DeskAnswer(messages.WARNING, row.result + " " + _("To be checked."), row.number)
    return DeskAnswer(messages.SUCCESS, row.result, row.number)


def _sign(request: HttpRequest, form: DeskSlipForm) -> DeskAnswer:
    """Keep the hands of a table with the same totals as the slip; the slip is its signature."""
    match = form.match
    assert match
    try:
        if form.slip.is_signed and not match.is_signed:
            sign_on_paper(match_id=match.pk, receipt=match.receipt, **actor(request))
    except (RoundOpenError, StaleSheetError):
        return DeskAnswer(messages.ERROR, str(DRAW_CHANGED))
    text = _("The phone at the table says the same: its hands are kept.")
    return DeskAnswer(messages.SUCCESS, f"{table_row(match).result} {text}", match.table_number)


@require_POST
@requires_in_contest(Right.WRITE)
def slip_withdraw(
    request: HttpRequest, tournament: Tournament, number: int, table: int
) -> HttpResponse:
    """Withdraw a slip that was typed for the wrong table."""
    match = get_match(tournament, number, table)
    try:
        services.withdraw_table_slip(match_id=match.pk, **actor(request))
    except RoundOpenError:
        messages.error(request, DRAW_CHANGED)
    except GameIsOverError as error:
        raise _settled(request) from error
    except Refused as refused:
        is_done = refused.code is ContestRefusal.NO_SLIP
        messages.add_message(request, messages.INFO if is_done else messages.ERROR, str(refused))
    else:
        text = _("The slip of table %(table)d is withdrawn.")
        messages.success(request, text % {"table": table})
    return redirect("tournaments:round-detail", tournament.pk, number)


@require_POST
@requires_in_contest(Right.DECIDE)
def slip_check(
    request: HttpRequest, tournament: Tournament, number: int, table: int
) -> HttpResponse:
    """Record that an odd table was checked and is correct."""
    match = get_match(tournament, number, table)
    form = LookForm(request.POST)
    if not form.is_valid():
        messages.error(request, str(form.errors["note"][0]))
        return redirect("tournaments:round-detail", tournament.pk, number)
    note = form.cleaned_data["note"]
    try:
        services.mark_checked(match_id=match.pk, note=note, **actor(request))
    except RoundOpenError:
        messages.error(request, DRAW_CHANGED)
    except Refused as refused:
        messages.info(request, str(refused))
    else:
        messages.success(request, _("Table %(table)d is checked.") % {"table": table})
    return redirect("tournaments:round-detail", tournament.pk, number)


@require_POST
@requires_in_contest(Right.WRITE)
def sheet_sign(
    request: HttpRequest, tournament: Tournament, number: int, table: int
) -> HttpResponse:
    """Record that both sides signed the sheet on paper; return to the same list of tables."""
    match = get_match(tournament, number, table)
    receipt = request.POST.get("receipt", "")
    try:
        sign_on_paper(match_id=match.pk, receipt=receipt, **actor(request))
    except RoundOpenError:
        messages.error(request, DRAW_CHANGED)
    except StaleSheetError:
        messages.error(request, _why_not(match))
    else:
        text = _("Table %(table)d is signed on paper.")
        messages.success(request, text % {"table": table})
    shown = request.POST.get("show", "")
    query = {"show": shown} if shown in list(Show) and shown != Show.ALL else None
    return redirect(reverse("tournaments:round-detail", args=[tournament.pk, number], query=query))


@require_http_methods(["GET", "HEAD", "POST"])
@requires_in_contest(Right.DECIDE)
def sheet_ruling(
    request: HttpRequest, tournament: Tournament, number: int, table: int
) -> HttpResponse:
    """Show both versions of a table's sheet and its hands; a POST confirms the sheet."""
    match = get_match(tournament, number, table)
    form = NoteForm(request.POST or None)
    if form.is_valid() and _decide(request, match, form):
        return redirect("tournaments:round-detail", tournament.pk, number)
    page = ruling_page(match := get_match(match.round.tournament, number, table))
    context = {
        "tournament": match.round.tournament,
        "round": match.round,
        "page": page,
        "sheet": page["sheet"],
        "game": match.game,
        "form": form,
        "look_form": LookForm(),
    }
    return render(request, "tables/sheet_ruling.html", context)


def _decide(request: HttpRequest, match: Match, form: NoteForm) -> bool:
    """Confirm the sheet that was shown, or explain above the form why not.

    Return whether nothing is left to decide.
    """
    try:
        rule_on_sheet(
            match_id=match.pk,
            receipt=request.POST.get("receipt", ""),
            note=form.cleaned_data["note"],
            **actor(request),
        )
    except RoundOpenError:
        messages.error(request, DRAW_CHANGED)
        return True
    except StaleSheetError:
        form.add_error(None, _why_not(match))
        return False
    text = _("It is decided: the sheet of table %(table)d counts.")
    messages.success(request, text % {"table": match.table_number})
    return True


def _why_not(match: Match) -> str:
    """Return why a sheet cannot be settled as it was shown."""
    match.refresh_from_db(fields=["receipt"])
    if not match.receipt:
        return _("The game at this table is still going on.")
    return _("The sheet was changed or closed meanwhile: look at it again.")
