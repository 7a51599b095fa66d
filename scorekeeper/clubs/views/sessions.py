"""Signing out elsewhere: a lost phone, the computer of a friend."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scorekeeper.clubs.pages.sessions import device_name
from scorekeeper.clubs.services.sessions import end_sessions
from scorekeeper.models.keys import typed_number


@require_POST
@login_required
def session_end(request: HttpRequest) -> HttpResponse:
    """End the session that is named, or all but this one; one that is over already is no error."""
    assert isinstance(request.user, User)
    key, asked = request.session.session_key, request.POST.get("session")
    only = None if asked is None else typed_number(asked) or 0
    ended = end_sessions(user=request.user, keep=key, only=only)
    if only is None:
        messages.success(request, _("You are signed in here only."))
    for session in ended if only is not None else []:
        messages.success(request, _("Signed out: %(device)s.") % {"device": device_name(session)})
    return redirect("scorekeeper:account-edit")
