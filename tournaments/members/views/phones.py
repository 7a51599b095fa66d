"""A phone says “That is me”, shows its own page, and ends it; an organiser answers."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.clubs.access import (
    NAME_KEY,
    author_of,
    joined_evenings,
    needs,
    remember_name,
    sent,
)
from scorekeeper.models import Club, Player
from scorekeeper.roles import Right
from tournaments.leaderboards.pages.scopes import Scope
from tournaments.members.forms import AskForm
from tournaments.members.pages.clubs import own_places, seen_player
from tournaments.members.pages.phones import phone_lines
from tournaments.members.services import (
    IsSomebodyError,
    NobodyError,
    TooManyAskError,
    ask_to_be,
    confirm_phone,
    end_phone,
    refuse_all,
)
from tournaments.models import PlayerPhone
from tournaments.people.forms import ShownForm
from tournaments.people.pages.people import public_person_of
from tournaments.people.services.names import show_name
from tournaments.together.pages.elsewhere import own_elsewhere
from tournaments.visitors import (
    COOKIE,
    Visitor,
    device_of,
    get_visited,
    hash_of,
    keep_key,
    key_of,
    visitor_of,
)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def player_ask(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """Ask whether that is really who holds the phone, then let it ask the organiser."""
    visitor = get_visited(request, pk)
    if visitor.phone is not None:
        return redirect("tournaments:club-me", pk)
    if not visitor.may_ask:
        raise Http404
    found = seen_player(visitor.club, player, evenings=joined_evenings(request))
    if found is None:
        raise Http404
    form = AskForm(sent(request), initial={"signed": request.session.get(NAME_KEY, "")})
    if form.is_bound and form.is_valid():
        answer = _ask(request, visitor.club, found, form)
        if answer is not None:
            return answer
    context = {"visitor": visitor, "player": found, "form": form}
    page = render(request, "members/player_ask.html", context)
    # Known before the button is touched: touched twice, it is the same phone that asks.
    keep_key(page, key_of(request))
    return page


def _ask(request: HttpRequest, club: Club, player: Player, form: AskForm) -> HttpResponse | None:
    """Write the request down; None where it cannot be, which the form says then."""
    key, signed = key_of(request), form.cleaned_data["signed"]
    answer = redirect("tournaments:club-me", club.pk)
    try:
        ask_to_be(
            club=club,
            player_id=player.pk,
            key_hash=hash_of(key),
            signed=signed,
            device=device_of(request),
            now=timezone.now(),
        )
    except TooManyAskError:
        text = _("Too many phones wait for the organiser just now. Ask again once some are done.")
        form.add_error(None, text)
        return None
    except NobodyError:
        form.add_error(None, _("This player was just changed. Go back and look at the list again."))
        return None
    except IsSomebodyError:
        return answer
    remember_name(request, signed)
    keep_key(answer, key)
    return answer


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def club_me(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the page of the player whose phone this is; a POST changes what others see of it.

    Asked for `asked`, a page that waits for the organiser is told to come anew once it is answered.
    """
    visitor = get_visited(request, pk)
    phone = visitor.phone
    if "asked" in request.GET:
        waits = phone is not None and phone.confirmed_at is None
        return HttpResponse(status=204, headers={} if waits else {"HX-Refresh": "true"})
    if phone is None:
        if COOKIE in request.COOKIES:
            text = _("This phone is nobody’s here. Find your name, and say “That is me”.")
            messages.info(request, text)
        return redirect("tournaments:club-detail", pk)
    if phone.confirmed_at is None:
        return render(request, "members/club_me_asked.html", {"visitor": visitor, "phone": phone})
    return _own_page(request, visitor, phone)


def _own_page(request: HttpRequest, visitor: Visitor, phone: PlayerPhone) -> HttpResponse:
    player = phone.player
    form = ShownForm(sent(request), player=player)
    if form.is_bound and form.is_valid():
        show_name(player_id=player.pk, **form.cleaned_data)
        messages.success(request, _("That is how your name is shown from now on."))
        return redirect("tournaments:club-me", visitor.club.pk)
    context = {
        "visitor": visitor,
        "player": player,
        "places": own_places(player, today=timezone.localdate()),
        "person": public_person_of(player, Scope(club=visitor.club, is_all=True)),
        "form": form,
        "elsewhere": own_elsewhere(phone),
    }
    answer = render(request, "members/club_me.html", context)
    keep_key(answer, request.COOKIES[COOKIE])
    return answer


@require_POST
def club_me_end(request: HttpRequest, pk: int) -> HttpResponse:
    """End what this phone is, or asked to be; by the phone itself."""
    visitor = get_visited(request, pk)
    if visitor.phone is not None:
        end_phone(club=visitor.club, phone_id=visitor.phone.pk)
        messages.success(request, _("This phone is nobody’s any more."))
    # The club may have been open to this phone only because it was somebody's.
    if visitor_of(request, visitor.club).may_look:
        return redirect("tournaments:club-detail", pk)
    return redirect("scorekeeper:home")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.PLAYERS)
def phone_list(request: HttpRequest, club: Club) -> HttpResponse:
    """Show who asks and who is linked; a POST refuses all who ask."""
    if request.method == "POST":
        refuse_all(club=club)
        messages.success(request, _("No phone waits for an answer."))
        return redirect("tournaments:phone-list")
    asking, linked = phone_lines(club)
    return render(request, "members/phone_list.html", {"asking": asking, "linked": linked})


@require_POST
@needs(Right.PLAYERS)
def phone_answer(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Confirm a phone; anything else refuses it, or ends what it was."""
    if PlayerPhone.objects.exclude(club=club).filter(pk=pk).exists():
        raise Http404
    if request.POST.get("answer") == "confirm":
        phone = confirm_phone(
            club=club, phone_id=pk, by=author_of(request).name, now=timezone.now()
        )
        player = phone.player if phone else None
        text = _("This phone is %(name)s’s from now on.")
    else:
        player = end_phone(club=club, phone_id=pk)
        text = _("This phone is not %(name)s’s.")
    if player is None:
        messages.info(request, _("Somebody has answered this phone already."))
    else:
        messages.success(request, text % {"name": player.name})
    is_home = request.POST.get("back") == "home"
    return redirect("scorekeeper:home" if is_home else reverse("tournaments:phone-list"))
