"""Who may see and do what: members of a club, and phones that joined a game or an evening.

Strangers get 404: they do not learn that something exists.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from scorekeeper.additions import ClubLinks, added
from scorekeeper.clubs.pages.players import names_here, player_names
from scorekeeper.clubs.pages.shown_names import (
    WHOLE_NAMES,
    OfferedNames,
    ShownNames,
    names_for_everybody,
)
from scorekeeper.contest_pages import pages_of, show_the_way
from scorekeeper.contests import games
from scorekeeper.models import Club, Evening, Game, Membership
from scorekeeper.models.authors import Author
from scorekeeper.models.keys import typed_number

P = ParamSpec("P")

CLUB_KEY: Final = "club"
EVENINGS_KEY: Final = "evenings"
GAMES_KEY: Final = "games"
NAME_KEY: Final = "scorer_name"
LONGEST_SIGN_IN_NAME: Final = 150


def member_club(request: HttpRequest) -> Club | None:
    """Return the club that the signed-in person works for just now, None for everybody else."""
    if not request.user.is_authenticated:
        return None
    known: Club | str | None = getattr(request, "_member_club", "unknown")
    if not isinstance(known, str):
        return known
    memberships = Membership.objects.filter(user=request.user).select_related("club")
    clubs = {membership.club_id: membership.club for membership in memberships.order_by("pk")}
    club = clubs.get(request.session.get(CLUB_KEY, 0)) or next(iter(clubs.values()), None)
    # Asked for by the page and by its header: one query a request.
    request._member_club = club  # type: ignore[attr-defined]
    request._member_clubs = frozenset(clubs)  # type: ignore[attr-defined]
    return club


def choose_club(request: HttpRequest, club: Club) -> None:
    request.session[CLUB_KEY] = club.pk


def member_required(
    view: Callable[Concatenate[HttpRequest, Club, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    @wraps(view)
    def wrapped(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        club = member_club(request)
        if club is None:
            if request.user.is_authenticated:
                raise Http404
            return redirect_to_login(request.get_full_path())
        return view(request, club, *args, **kwargs)

    return wrapped


def is_member_of(request: HttpRequest, club_id: int) -> bool:
    club = member_club(request)
    return club is not None and club.pk == club_id


def get_evening(request: HttpRequest, pk: int) -> Evening:
    """Return an evening that the visitor may see; raises Http404."""
    evening = Evening.objects.select_related("club").filter(pk=pk).first()
    if evening and (
        is_member_of(request, evening.club_id) or _joined(request, EVENINGS_KEY, evening)
    ):
        return evening
    raise Http404


def get_game(request: HttpRequest, pk: int) -> Game:
    """Return a game that the visitor may see and enter hands in; raises Http404.

    Raises TableMovedOnError for a phone whose game in a contest is over, or is there no more.
    """
    game = games().select_related("club", "evening").filter(pk=pk).first()
    if game and may_enter(request, game):
        return game
    if game is None:
        show_the_way(request)
    raise Http404


def may_enter(request: HttpRequest, game: Game) -> bool:
    """Return whether the visitor may enter hands: a member, or a phone that joined.

    Raises TableMovedOnError for a phone whose game in a contest is over.
    """
    if is_member_of(request, game.club_id):
        return True
    if pages := pages_of(game):
        return pages.may_see(request, game)
    return _joined(request, GAMES_KEY, game) or (
        game.evening is not None and _joined(request, EVENINGS_KEY, game.evening)
    )


def names_shown(request: HttpRequest, club_id: int) -> ShownNames:
    return WHOLE_NAMES if is_member_of(request, club_id) else names_for_everybody(club_id)


def names_offered(
    request: HttpRequest, club: Club, evening: Evening | None, game: Game | None = None
) -> OfferedNames:
    """Return the names from which this visitor's forms complete those of a table.

    A member's do it from the whole club, a phone's from those who are here tonight.
    """
    if is_member_of(request, club.pk):
        return OfferedNames(names=tuple(player_names(club, evening)))
    has_joined = evening is not None and _joined(request, EVENINGS_KEY, evening)
    return names_here(names_for_everybody(club.pk), evening if has_joined else None, game)


def club_links(request: HttpRequest, club_id: int) -> ClubLinks:
    """Return what a phone that joined is offered of the club beside its table."""
    links = added().club_links
    return links(request, club_id) if links else ClubLinks()


def join_game(request: HttpRequest, game: Game) -> None:
    _join(request, GAMES_KEY, game)


def join_evening(request: HttpRequest, evening: Evening) -> None:
    _join(request, EVENINGS_KEY, evening)


def joined_games(request: HttpRequest) -> list[str]:
    return list(request.session.get(GAMES_KEY, {}).values())


def joined_evenings(request: HttpRequest) -> list[str]:
    return list(request.session.get(EVENINGS_KEY, {}).values())


def author_of(request: HttpRequest) -> Author:
    user = request.user
    if user.is_authenticated:
        return Author.of_user(user, clubs=getattr(request, "_member_clubs", None))
    return Author(request.session.get(NAME_KEY) or _("a phone at the table"))


def _joined(request: HttpRequest, key: str, joinable: Game | Evening) -> bool:
    """Return whether this phone joined by the code that holds now: a new one shuts it out."""
    joined: dict[str, Any] = request.session.get(key, {})
    return joined.get(str(joinable.pk)) == joinable.token


def _join(request: HttpRequest, key: str, joinable: Game | Evening) -> None:
    # JSON turns the keys of a session into strings.
    joined = request.session.get(key, {})
    request.session[key] = {**joined, str(joinable.pk): joinable.token}


def remember_name(request: HttpRequest, name: str) -> None:
    """Keep the first name by which somebody without an account signs what they enter."""
    # It comes from anybody with the table's code; not every database stores a NUL.
    printable = "".join(letter for letter in name if letter.isprintable() or letter.isspace())
    if name := " ".join(printable.split())[:40]:
        request.session[NAME_KEY] = name


def starting_place(request: HttpRequest) -> tuple[Club, Evening | None]:
    """Return the club and evening in which this visitor may start a game; raises Http404.

    The evening is the one the address names. A phone that joined it may start games there while
    it is open; a member may start games anywhere in the club.
    """
    asked = request.GET.get("evening", "")
    club = member_club(request)
    if not asked:
        if club is None:
            raise Http404
        return club, None
    evening = get_evening(request, typed_number(asked) or 0)
    if evening.closed_at and not is_member_of(request, evening.club_id):
        raise Http404
    return evening.club, evening


def name_signed_in_with(request: HttpRequest, credentials: dict[str, Any] | None = None) -> str:
    """Return the name of a sign-in for the list of refused ones, cut to what it can hold.

    Anybody may send a name of any length, and not every database cuts it or stores a NUL.
    """
    name = str((credentials or request.POST).get("username") or "")
    return name.replace("\0", "")[:LONGEST_SIGN_IN_NAME]
