"""Pages of rule sets: the rules card, a club's own copies, and the rules of one game."""

import json

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.clubs.access import FORM_METHODS, get_game, member_club, post_data, requires
from scorekeeper.downloads import JSON, download
from scorekeeper.engine.presets import PRESETS
from scorekeeper.models import Club, ClubRuleSet
from scorekeeper.refusals import Refused
from scorekeeper.roles import Right
from scorekeeper.rules.forms import RuleSetForm, RuleSetNameForm
from scorekeeper.rules.queries import (
    RuleSetChoice,
    card_of_game,
    example_lines,
    find_choice,
    own_choices,
    preset_choice,
    preset_groups,
    ruleset_card,
    summarise,
)
from scorekeeper.rules.services import (
    change_ruleset,
    copy_ruleset,
    delete_ruleset,
)


def _find(club: Club, key: str) -> RuleSetChoice:
    """Return a preset or a rule set of the club; raises Http404."""
    choice = find_choice(club, key)
    if choice is None:
        raise Http404
    return choice


def _find_own(club: Club, key: str) -> tuple[RuleSetChoice, ClubRuleSet]:
    """Return a rule set of the club; raises Http404, also for presets."""
    choice = _find(club, key)
    if choice.stored is None:
        raise Http404
    return choice, choice.stored


@require_safe
def ruleset_list(request: HttpRequest) -> HttpResponse:
    """Show the club's own rule sets to its members, and the presets to everybody."""
    club = member_club(request)
    own = [(choice, summarise(choice)) for choice in own_choices(club)] if club else []
    context = {"own": own, "presets": preset_groups(), "is_member": club is not None}
    return render(request, "rules/ruleset_list.html", context)


def _may_read(request: HttpRequest, key: str) -> RuleSetChoice | None:
    """Return a preset for everybody, a club's rule set for its members; None if a sign-in may help.

    Raises Http404 if a signed-in user may not read it.
    """
    if key in PRESETS:
        return preset_choice(key)
    club = member_club(request)
    if club:
        return _find(club, key)
    if request.user.is_authenticated:
        raise Http404
    return None


@require_safe
def ruleset_detail(request: HttpRequest, key: str) -> HttpResponse:
    """Show the rules card of a rule set."""
    choice = _may_read(request, key)
    if choice is None:
        return redirect_to_login(request.get_full_path())
    context = {"choice": choice, "card": ruleset_card(choice)}
    return render(request, "rules/ruleset_detail.html", context)


@require_safe
def ruleset_values(request: HttpRequest, key: str) -> HttpResponse:
    """Send the values of a rule set as a file, in the format of contest documents."""
    choice = _may_read(request, key)
    if choice is None:
        return redirect_to_login(request.get_full_path())
    values = json.dumps(choice.ruleset.as_values(), indent=2) + "\n"
    return download(values, f"{slugify(choice.name) or key}.json", JSON)


@require_safe
def game_rules(request: HttpRequest, pk: int) -> HttpResponse:
    game = get_game(request, pk)
    return render(request, "rules/ruleset_detail.html", {"game": game, "card": card_of_game(game)})


@requires(Right.RULES)
@require_http_methods(FORM_METHODS)
def ruleset_copy(request: HttpRequest, club: Club, key: str) -> HttpResponse:
    source = _find(club, key)
    form = RuleSetNameForm(
        post_data(request), initial={"name": _("%(name)s, ours") % {"name": source.name}}
    )
    if form.is_valid():
        name = form.cleaned_data["name"]
        try:
            stored = copy_ruleset(club=club, source=source, name=name, now=timezone.now())
        except Refused as refused:
            form.add_error("name", str(refused))
        else:
            messages.success(
                request, _("“%(name)s” is yours: change what you like.") % {"name": name}
            )
            return redirect("scorekeeper:ruleset-edit", f"club-{stored.pk}")
    return render(request, "rules/ruleset_copy.html", {"form": form, "source": source})


@requires(Right.RULES)
@require_http_methods(FORM_METHODS)
def ruleset_edit(request: HttpRequest, club: Club, key: str) -> HttpResponse:
    """Change any rule of the club's rule set; "Check" shows the examples without saving.

    Unusual rules must be confirmed once before they are saved.
    """
    choice, stored = _find_own(club, key)
    form = RuleSetForm(post_data(request), choice=choice)
    warnings: list[str] = []
    if form.is_valid() and "check" not in request.POST:
        warnings = form.warnings
        if not warnings and _save(form, stored):
            messages.success(request, _("The rules are saved."))
            return redirect("scorekeeper:ruleset-detail", key)
    ruleset = form.ruleset if form.is_bound else choice.ruleset
    context = {
        "form": form,
        "choice": choice,
        "warnings": warnings,
        "examples": example_lines(ruleset) if ruleset else [],
        "errors": form.rule_errors,
    }
    return render(request, "rules/ruleset_form.html", context)


def _save(form: RuleSetForm, stored: ClubRuleSet) -> bool:
    """Save a valid form; return False, with an error on the name, if the name is taken."""
    assert form.ruleset
    try:
        change_ruleset(
            stored=stored,
            name=form.cleaned_data["name"],
            ruleset=form.ruleset,
            practice=form.practice,
            now=timezone.now(),
        )
    except Refused as refused:
        form.add_error("name", str(refused))
        return False
    return True


@requires(Right.RULES)
@require_POST
def ruleset_examples(request: HttpRequest, club: Club, key: str) -> HttpResponse:
    """Compute the examples for the values typed so far; nothing is saved."""
    choice, _stored = _find_own(club, key)
    form = RuleSetForm(request.POST, choice=choice)
    form.is_valid()
    context = {
        "examples": example_lines(form.ruleset) if form.ruleset else [],
        "errors": form.rule_errors,
    }
    status = 200 if form.ruleset else 422
    return render(request, "rules/_ruleset_examples.html", context, status=status)


@requires(Right.RULES)
@require_POST
def ruleset_delete(request: HttpRequest, club: Club, key: str) -> HttpResponse:
    """Delete the club's rule set; games keep their values."""
    choice, stored = _find_own(club, key)
    delete_ruleset(stored=stored)
    messages.success(
        request, _("“%(name)s” is deleted; its games keep their rules.") % {"name": choice.name}
    )
    return redirect("scorekeeper:ruleset-list")
