"""A helper's phone: it scans a code and has a name typed, and is signed in for the desk."""

from django.contrib import auth
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.clubs.access import (
    FORM_METHODS,
    membership_of,
    person_of,
    post_data,
    requires,
)
from scorekeeper.clubs.forms import HelperForm
from scorekeeper.clubs.services import members as services
from scorekeeper.clubs.views.accounts import MODEL_BACKEND, own_page
from scorekeeper.models import Club
from scorekeeper.qr import qr_address, qr_svg
from scorekeeper.roles import Right


@never_cache
@require_safe
@requires(Right.INVITE)
def helper_code(request: HttpRequest, club: Club) -> HttpResponse:
    """Show a code that signs one helper's phone in and opens a page: `next`.

    One goes back there too, unless one came from another page: `back`.
    """
    page = own_page(request, request.GET.get("next", ""))
    token = services.helper_code(club=club, inviter=person_of(request))
    address = qr_address(request, "scorekeeper:helper-join", token)
    if page:
        address = f"{address}?{urlencode({'next': page})}"
    context = {
        "qr_svg": qr_svg(address),
        "address": address,
        "back": own_page(request, request.GET.get("back", "")) or page,
    }
    return render(request, "clubs/helper_code.html", context)


@never_cache
@require_http_methods(FORM_METHODS)
def helper_join(request: HttpRequest, token: str) -> HttpResponse:
    """Sign in under the name that is typed; a GET request does not use up the code."""
    page = own_page(request, request.GET.get("next", "")) or "scorekeeper:home"
    inviter = services.inviter_of(token=token)
    member = membership_of(request)
    if member and (inviter is None or member.club == inviter.club):
        return redirect(page)  # Whoever is signed in already helps under their own name.
    form = HelperForm(post_data(request))
    if inviter and form.is_valid():
        name = form.cleaned_data["name"]
        if user := services.join_as_helper(token=token, name=name, now=timezone.now()):
            auth.login(request, user, backend=MODEL_BACKEND)
            return redirect(page)
        inviter = None
    if inviter is None:
        return render(request, "clubs/helper_code_used.html", status=410)
    return render(request, "clubs/helper_join.html", {"form": form, "club": inviter.club})
