"""Signing out elsewhere: a lost phone, the computer of a friend, a key that somebody has."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.clubs.access import person_of
from scorekeeper.clubs.pages.sessions import device_name, sessions_of
from scorekeeper.clubs.services.sessions import end_keys, end_sessions
from scorekeeper.models.keys import typed_number


@require_POST
@login_required
def session_end(request: HttpRequest) -> HttpResponse:
    """End the session that is named, or all but this one; one that is over already is no error."""
    key, asked = request.session.session_key, request.POST.get("session")
    only = None if asked is None else typed_number(asked) or 0
    ended = end_sessions(user=person_of(request), keep=key, only=only)
    if only is None:
        messages.success(request, _("You are signed in here only."))
    for session in ended if only is not None else []:
        messages.success(request, _("Signed out: %(device)s.") % {"device": device_name(session)})
    return redirect("scorekeeper:account-edit")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def keys_left(request: HttpRequest) -> HttpResponse:
    """Show by what else the account opens after a new password; a POST ends all of it."""
    user, current = person_of(request), request.session.session_key
    if request.method == "POST":
        end_keys(user=user, keep=current)
        messages.success(request, _("Only your password opens the account now."))
        return redirect("scorekeeper:home")
    sessions = sessions_of(user, current=current, now=timezone.now())
    context = {
        "passkeys": list(user.passkeys.order_by("pk")),
        "sessions": [session for session in sessions if not session.is_this],
    }
    return render(request, "clubs/keys_left.html", context)
