"""A club's pages for phones that joined, and a player's own page."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_tables2 import RequestConfig

from scorekeeper.clubs.access import (
    NAME_KEY,
    author_of,
    joined_evenings,
    post_data,
    remember_name,
    requires,
)
from scorekeeper.clubs.queries import names_for_everybody
from scorekeeper.clubs.services.members import may_open, open_rankings
from scorekeeper.evenings.queries import evening_version, tonight_of
from scorekeeper.models import Club, Player
from scorekeeper.qr import qr_address, qr_svg
from scorekeeper.refusals import Refused
from scorekeeper.roles import Right
from tournaments.leaderboards.forms import LeaderboardForm
from tournaments.leaderboards.queries import Scope, board_lines, season_scope
from tournaments.leaderboards.tables import LeaderboardTable
from tournaments.members.forms import AskForm
from tournaments.members.queries import (
    has_played,
    own_places,
    phone_lines,
    season_links,
    season_of_today,
    seen_player,
    tonight_of_club,
)
from tournaments.members.services import (
    IsSomebodyError,
    ask_to_be,
    confirm_phone,
    end_phone,
    refuse_all,
)
from tournaments.models import PlayerPhone
from tournaments.people.forms import ShownForm
from tournaments.people.queries.people import public_person_of
from tournaments.people.services.names import show_name
from tournaments.people.views import asked_seasons
from tournaments.seasons.queries.seasons import seasons_of
from tournaments.seasons.views.seasons import public_page, season_by_token
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


@require_safe
def club_detail(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the public pages of a club: tonight, its seasons, its leaderboards."""
    visitor = get_visited(request, pk)
    today = timezone.localdate()
    context = {
        "visitor": visitor,
        "tonight": tonight_of_club(visitor.club, today=today) if visitor.is_known else None,
        "seasons": season_links(visitor.club, today=today),
    }
    return render(request, "members/club_detail.html", context)


@require_safe
def club_tonight(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the ranking of tonight's evening, or redirect to tonight's contest.

    With `board`, only send it if it has changed since that version.
    """
    visitor = get_visited(request, pk)
    if not visitor.is_known:
        raise Http404
    played = tonight_of_club(visitor.club, today=timezone.localdate())
    known = request.GET.get("board")
    if played.evening is None:
        if known is not None:
            return HttpResponse(status=204)
        if played.contest:
            return redirect("tournaments:public", played.contest.token)
        messages.info(request, _("Nothing is being played tonight, or it is over."))
        return redirect("tournaments:club-detail", pk)
    version = evening_version(played.evening)
    if known == version:
        return HttpResponse(status=204)
    shown = names_for_everybody(pk)
    context = {
        "visitor": visitor,
        "evening": played.evening,
        "contest": played.contest,
        "tonight": tonight_of(played.evening, version=version, shown=shown),
    }
    template = "club_tonight" if known is None else "_club_tonight"
    return render(request, f"members/{template}.html", context)


@require_safe
def club_season(request: HttpRequest, pk: int) -> HttpResponse:
    """Redirect to the current season, or to the list if there are several."""
    club = get_visited(request, pk).club
    season = season_of_today(club, today=timezone.localdate())
    if season is None:
        return redirect("tournaments:club-detail", pk)
    return redirect("tournaments:club-season-detail", pk, season.pk)


@require_safe
def club_season_detail(request: HttpRequest, pk: int, season: int) -> HttpResponse:
    visitor = get_visited(request, pk)
    found = get_object_or_404(seasons_of(visitor.club), pk=season)

    def address(player: int) -> str:
        query = {"season": season}
        return reverse("tournaments:club-player", args=[pk, player], query=query)

    return public_page(request, found, visitor, address)


@require_safe
def club_leaderboard(request: HttpRequest, pk: int) -> HttpResponse:
    visitor = get_visited(request, pk)
    form = LeaderboardForm(request.GET, club=visitor.club)
    lines = board_lines(visitor.club, form.asked, for_everybody=True)
    table = LeaderboardTable(lines, with_ratings=False)
    RequestConfig(request).configure(table)
    context = {"visitor": visitor, "form": form, "table": table, "least": form.asked.least}
    return render(request, "members/club_leaderboard.html", context)


@require_safe
def club_player(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """Show a player's page, if the player wants one."""
    visitor = get_visited(request, pk)
    seasons, scope = asked_seasons(request, visitor.club)
    season = request.GET.get("season", "")
    return _player_page(request, visitor, player, scope, seasons=seasons, season=season)


@require_safe
def season_player(request: HttpRequest, token: str, player: int) -> HttpResponse:
    """Show a player's results in a season, to everybody with the season's address."""
    season = season_by_token(token)
    visitor = visitor_of(request, season.league.club)
    back = reverse("tournaments:season-public", args=[token])
    return _player_page(request, visitor, player, season_scope(season), of_season=season, back=back)


def _player_page(
    request: HttpRequest, visitor: Visitor, pk: int, scope: Scope, **context: object
) -> HttpResponse:
    player = get_object_or_404(Player.objects.of_club(visitor.club), pk=pk, merged_into=None)
    if not player.has_public_page:
        raise Http404
    person = public_person_of(player, scope, request.GET.get("page"))
    # For others there is nothing to show, not even that the club knows the name.
    if not person["events"] and not (context.get("season") and has_played(player)):
        raise Http404
    shown = {"visitor": visitor, "player": player, "person": person, **context}
    return render(request, "members/club_player.html", shown)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@requires(Right.CLUB)
def club_sharing(request: HttpRequest, club: Club) -> HttpResponse:
    """Set who may see the club's rankings; a POST opens them to the public, or closes them."""
    if request.method == "POST":
        is_open = request.POST.get("opens_rankings") == "on"
        try:
            open_rankings(club=club, is_open=is_open)
        except Refused as refused:
            messages.error(request, str(refused))
        else:
            messages.success(
                request,
                _("Everybody can see the rankings from now on.")
                if is_open
                else _("Only phones that joined see the rankings from now on."),
            )
        return redirect("tournaments:club-sharing")
    address = qr_address(request, "tournaments:club-detail", str(club.pk))
    context = {"club": club, "address": address, "qr_svg": qr_svg(address)}
    context["waits"] = not (club.opens_rankings or may_open(club))
    return render(request, "members/club_sharing.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def player_ask(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """Confirm that the phone belongs to this player, then send the request to the organiser."""
    visitor = get_visited(request, pk)
    if visitor.phone is not None:
        return redirect("tournaments:club-me", pk)
    if not visitor.may_ask:
        raise Http404
    found = seen_player(visitor.club, player, evenings=joined_evenings(request))
    if found is None:
        raise Http404
    form = AskForm(post_data(request), initial={"signed": request.session.get(NAME_KEY, "")})
    if form.is_valid():
        answer = _ask(request, visitor.club, found, form)
        if answer is not None:
            return answer
    context = {"visitor": visitor, "player": found, "form": form}
    page = render(request, "members/player_ask.html", context)
    # Set before the button is pressed, so that two presses count as one phone.
    keep_key(page, key_of(request))
    return page


def _ask(request: HttpRequest, club: Club, player: Player, form: AskForm) -> HttpResponse | None:
    """Store the request; None if that is impossible, and the form says why."""
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
    except Refused as refused:
        form.add_error(None, str(refused))
        return None
    except IsSomebodyError:
        return answer
    remember_name(request, signed)
    keep_key(answer, key)
    return answer


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def club_me(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the page of this phone's player; a POST changes what others see of it.

    With `asked`, a waiting page is reloaded once the request is answered.
    """
    visitor = get_visited(request, pk)
    phone = visitor.phone
    if "asked" in request.GET:
        waits = phone is not None and phone.confirmed_at is None
        return HttpResponse(status=204, headers={} if waits else {"HX-Refresh": "true"})
    if phone is None:
        if COOKIE in request.COOKIES:
            text = _("This phone belongs to nobody here. Find your name, and say “That is me”.")
            messages.info(request, text)
        return redirect("tournaments:club-detail", pk)
    if phone.confirmed_at is None:
        return render(request, "members/club_me_asked.html", {"visitor": visitor, "phone": phone})
    return _own_page(request, visitor, phone)


def _own_page(request: HttpRequest, visitor: Visitor, phone: PlayerPhone) -> HttpResponse:
    player = phone.player
    form = ShownForm(post_data(request), player=player)
    if form.is_valid():
        show_name(player_id=player.pk, **form.cleaned_data)
        messages.success(request, _("That is how your name is shown from now on."))
        return redirect("tournaments:club-me", visitor.club.pk)
    context = {
        "visitor": visitor,
        "player": player,
        "places": own_places(player, today=timezone.localdate()),
        "person": public_person_of(
            player, Scope(club=visitor.club, is_all=True), request.GET.get("page")
        ),
        "form": form,
    }
    answer = render(request, "members/club_me.html", context)
    keep_key(answer, request.COOKIES[COOKIE])
    return answer


@require_POST
def club_me_end(request: HttpRequest, pk: int) -> HttpResponse:
    """End the link or the request of this phone, by the phone itself."""
    visitor = get_visited(request, pk)
    if visitor.phone is not None:
        end_phone(club=visitor.club, phone_id=visitor.phone.pk)
        messages.success(request, _("This phone no longer belongs to anybody."))
    # The phone may have had access to the club only through its player.
    if visitor_of(request, visitor.club).may_look:
        return redirect("tournaments:club-detail", pk)
    return redirect("scorekeeper:home")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@requires(Right.PLAYERS)
def phone_list(request: HttpRequest, club: Club) -> HttpResponse:
    """Show waiting and linked phones; a POST refuses all waiting ones."""
    if request.method == "POST":
        refuse_all(club=club)
        messages.success(request, _("No phone is waiting for an answer."))
        return redirect("tournaments:phone-list")
    asking, linked = phone_lines(club)
    return render(request, "members/phone_list.html", {"asking": asking, "linked": linked})


@require_POST
@requires(Right.PLAYERS)
def phone_answer(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Confirm a phone; anything else refuses it or ends its link."""
    if PlayerPhone.objects.exclude(club=club).filter(pk=pk).exists():
        raise Http404
    if request.POST.get("answer") == "confirm":
        phone = confirm_phone(
            club=club, phone_id=pk, by=author_of(request).name, now=timezone.now()
        )
        player = phone.player if phone else None
        text = _("This phone now belongs to %(name)s.")
    else:
        player = end_phone(club=club, phone_id=pk)
        text = _("This phone does not belong to %(name)s.")
    if player is None:
        messages.info(request, _("Somebody has already answered this phone."))
    else:
        messages.success(request, text % {"name": player.name})
    is_home = request.POST.get("back") == "home"
    return redirect("scorekeeper:home" if is_home else reverse("tournaments:phone-list"))
