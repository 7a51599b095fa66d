"""Pages to enter, correct and withdraw hands."""

import uuid
from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.clubs.access import actor, get_game, get_writable_game, may
from scorekeeper.games.forms.hands import (
    HandEntryForm,
    HandForm,
    PenaltyForm,
    initial_of,
    preview_of,
)
from scorekeeper.games.queries.sheets import GameSheet
from scorekeeper.games.services import hands as services
from scorekeeper.games.services.actions import GameIsOverError, StaleGameError
from scorekeeper.games.views.page import (
    contest_page,
    fresh_state,
    get_writable_sheet,
    is_undoable,
    may_edit_hands,
    render_game,
    seen_sheet,
)
from scorekeeper.models import Game, Hand
from scorekeeper.models.keys import typed_number
from scorekeeper.roles import Right


def entry_form_class(
    request: HttpRequest, sheet: GameSheet, number: int | None
) -> type[HandEntryForm]:
    """Return the form class for the requested kind of hand, else for the stored one."""
    kind = request.POST.get("kind") or request.GET.get("kind")
    stored = bool(number and sheet.hands[number - 1].penalty)
    return PenaltyForm if kind == "penalty" or (stored and not kind) else HandForm


@require_POST
def hand_preview(request: HttpRequest, pk: int) -> HttpResponse:
    """Score the hand as typed so far; nothing is stored."""
    sheet = seen_sheet(request, pk)
    number = typed_number(request.POST.get("number", ""))
    known = number if number and number <= len(sheet.hands) else None
    form = entry_form_class(request, sheet, known)(request.POST, sheet=sheet, number=known)
    return render(request, "games/_preview.html", {"sheet": sheet, "preview": preview_of(form)})


@require_http_methods(["GET", "HEAD", "POST"])
def hand_new(request: HttpRequest, pk: int) -> HttpResponse:
    """Write the next hand; reloading the page after an error shows the game."""
    if request.method != "POST":
        get_game(request, pk)
        return redirect("scorekeeper:game-detail", pk)
    sheet = get_writable_sheet(request, pk)
    game = sheet.game
    form = entry_form_class(request, sheet, None)(request.POST, sheet=sheet)
    hand = _record(request, game, form) if form.is_valid() and not form.warnings else None
    if hand:
        query = {"undo": hand.number}
        return redirect(reverse("scorekeeper:game-detail", args=[pk], query=query))
    return _show_again(request, game, form)


def _record(request: HttpRequest, game: Game, form: HandEntryForm) -> Hand | None:
    """Write the hand, or show the form with the error."""
    data = form.cleaned_data
    try:
        return services.record_hand(
            game_id=game.pk,
            written=form.written,
            submission_key=data["submission_key"] or uuid.uuid4(),
            base_version=data["base_version"],
            **actor(request),
        )
    except StaleGameError:
        form.add_error(
            None,
            _(
                "Somebody else has changed this game in the meantime. Look at the sheet, then "
                "write the hand down again if it is still missing."
            ),
        )
    except GameIsOverError:
        form.add_error(None, _("The game is over: this hand was not written."))
    return None


def _show_again(request: HttpRequest, game: Game, form: HandEntryForm) -> HttpResponse:
    """Show what was typed again, with the current state of the game."""
    sheet = seen_sheet(request, game.pk)
    # After looking at the sheet, people may send the same hand again.
    form.renew(sheet, fresh_state(sheet) if form.non_field_errors() else {})
    return render_game(request, sheet, form=form)


@require_http_methods(["GET", "HEAD", "POST"])
def hand_edit(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    sheet = get_writable_sheet(request, pk)
    if not 1 <= number <= len(sheet.hands) or sheet.game.is_slip:
        raise Http404
    form_class = entry_form_class(request, sheet, number)
    hand = sheet.hands[number - 1]
    initial = {**initial_of(hand, sheet.ruleset), "base_version": sheet.game.version}
    form = form_class(request.POST or None, sheet=sheet, number=number, initial=initial)
    if form.is_valid() and not form.warnings:
        if _correct(request, sheet, number, form):
            messages.success(request, _("Hand %(number)d is corrected.") % {"number": number})
            return redirect("scorekeeper:game-detail", pk)
        sheet = seen_sheet(request, pk)
    context = {
        "sheet": sheet,
        "game": sheet.game,
        "form": form,
        "number": number,
        "is_penalty": form_class is PenaltyForm,
        "may_edit": may_edit_hands(sheet.game, contest_page(request, sheet.game)),
        "may_reopen": may(request, sheet.game.club_id, Right.DECIDE),
    }
    return render(request, "games/hand_edit.html", context)


def _correct(request: HttpRequest, sheet: GameSheet, number: int, form: HandEntryForm) -> bool:
    """Correct the hand, or show the form with the error."""
    try:
        services.correct_hand(
            game_id=sheet.game.pk,
            number=number,
            written=form.written,
            base_version=form.cleaned_data["base_version"],
            **actor(request),
            even_finished=_even_finished(request, sheet.game),
        )
    except (StaleGameError, Hand.DoesNotExist):
        form.add_error(
            None,
            _(
                "Somebody else has changed this game in the meantime. Open the hand again from "
                "the sheet and correct what is still wrong."
            ),
        )
    except GameIsOverError:
        form.add_error(None, _why_over(request, sheet.game))
    else:
        return True
    return False


def _even_finished(request: HttpRequest, game: Game) -> bool:
    """Return whether hands of a finished game can be corrected without reopening it."""
    contest = contest_page(request, game)
    return contest is not None and contest.may_correct


def _why_over(request: HttpRequest, game: Game) -> str:
    if game.is_contest:
        return _("This sheet is settled: only the organiser can change it now.")
    if not may(request, game.club_id, Right.DECIDE):
        return _("The game is finished. Only the organiser can open it again.")
    return _("The game is finished. Reopen it to correct its hands.")


@require_POST
def hand_delete(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    game = get_writable_game(request, pk)
    # A contest's game goes on if a duplicate hand is withdrawn from its full sheet.
    return _withdraw(request, game, number, undo=_even_finished(request, game))


@require_POST
def hand_undo(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Undo the last hand shortly after it was written, even if it ended the game."""
    sheet = get_writable_sheet(request, pk)
    if number != len(sheet.hands):
        messages.error(request, _("Another hand was written in the meantime: nothing was undone."))
        return redirect("scorekeeper:game-detail", pk)
    # Later it is a hand like any other, and only organisers reopen a finished game.
    return _withdraw(request, sheet.game, number, undo=is_undoable(sheet))


def _withdraw(request: HttpRequest, game: Game, number: int, *, undo: bool) -> HttpResponse:
    try:
        services.withdraw_hand(
            game_id=game.pk,
            number=number,
            undo=undo,
            base_version=typed_number(request.POST.get("base_version", "")),
            **actor(request),
        )
    except (StaleGameError, Hand.DoesNotExist):
        messages.error(
            request, _("Somebody else has changed this game in the meantime: look again.")
        )
    except GameIsOverError:
        messages.error(request, _why_over(request, game))
    else:
        messages.success(request, _("Hand %(number)d is withdrawn.") % {"number": number})
    return redirect("scorekeeper:game-detail", game.pk)


@require_POST
def deal_pass(request: HttpRequest, pk: int) -> HttpResponse:
    get_writable_game(request, pk)
    return _change_deals(request, pk, services.pass_deal)


@require_POST
def deal_restore(request: HttpRequest, pk: int) -> HttpResponse:
    get_writable_game(request, pk)
    return _change_deals(request, pk, services.restore_deal)


def _change_deals(request: HttpRequest, pk: int, change: Callable[..., Game]) -> HttpResponse:
    try:
        change(game_id=pk, **actor(request))
    except GameIsOverError:
        messages.error(request, _("The game is finished."))
    return redirect("scorekeeper:game-detail", pk)
