"""The first page of a new installation, and the trial that it offers."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper import running
from scorekeeper.backups import schedule
from scorekeeper.backups.views import may_look
from scorekeeper.clubs.access import post_data, requires
from scorekeeper.clubs.queries import is_new
from scorekeeper.clubs.services.clubs import begin_club
from scorekeeper.extensions import extensions
from scorekeeper.models import Club
from scorekeeper.onboarding.forms import BeginForm, Planned
from scorekeeper.onboarding.services import NotATrialError, begin_trial, erase_trial
from scorekeeper.roles import Right

HOME, BEGIN = "scorekeeper:home", "scorekeeper:begin"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@requires(Right.CLUB)
def begin(request: HttpRequest, club: Club) -> HttpResponse:
    """Ask how the club is called and what is on tonight; nothing to one that has begun."""
    form = BeginForm(post_data(request))
    # Begun already, a button that was touched twice leads where it led the first time.
    if is_new(club):
        if not form.is_valid():
            context = {"form": form, "may_follow": may_look(request) is not None}
            return render(request, "onboarding/begin.html", context)
        data = form.cleaned_data
        begin_club(club=club, name=data["name"], uses_all=data["uses"])
    contest = next((one.new_contest for one in extensions() if one.new_contest), HOME)
    ways = {Planned.EVENING: "scorekeeper:evening-new", Planned.CONTEST: contest}
    return redirect(ways.get(form.tonight) or HOME)


@require_POST
@requires(Right.CLUB)
def trial_new(request: HttpRequest, club: Club) -> HttpResponse:
    begin_trial(club_id=club.pk, now=timezone.now())
    return redirect(HOME)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@requires(Right.CLUB)
def trial_erase(request: HttpRequest, club: Club) -> HttpResponse:
    """Say what goes with the trial, and erase it; where none is on there is nothing to erase."""
    if not club.is_trial:
        return _no_trial(club)
    if request.method == "POST":
        # A mistake can be taken back as long as there is a copy.
        if running.current():
            schedule.back_up_now()
        try:
            erase_trial(club_id=club.pk)
        except NotATrialError:
            return _no_trial(club)
        messages.success(request, _("The trial is erased. Your club starts here."))
        return redirect(BEGIN)
    counts = {
        "players": club.players.count(),
        "evenings": club.evenings.count(),
        "games": club.games.count(),
    }
    return render(request, "onboarding/trial_erase.html", counts)


def _no_trial(club: Club) -> HttpResponse:
    """Lead where the first touch of the button led, if it was touched twice; else raise Http404."""
    club.refresh_from_db(fields=["stage"])
    if is_new(club):
        return redirect(BEGIN)
    raise Http404
