"""Access: members of a club by their role, phones that joined a game or an evening.

Strangers get 404, so that they do not learn what exists. A member whose role lacks a right gets 403
and is told which roles have it: `scorekeeper/roles.py` has the table.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.clubs.queries import (
    WHOLE_NAMES,
    OfferedNames,
    ShownNames,
    free_here,
    names_for_everybody,
    names_here,
    player_names,
)
from scorekeeper.extensions import (
    ClubLinks,
    TableMovedOnError,
    extensions,
    games,
    pages_of,
    show_the_way,
)
from scorekeeper.labels.people import refusal_text
from scorekeeper.models import Club, Evening, Game, Membership
from scorekeeper.models.authors import Actor, Author
from scorekeeper.models.evenings import KeptElsewhereError
from scorekeeper.models.keys import typed_number
from scorekeeper.roles import NO_RIGHTS, RIGHTS, Right, Role
from scorekeeper.unicode_safety import without_hidden

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, Club, P], HttpResponse]
OpenView = Callable[Concatenate[HttpRequest, P], HttpResponse]
Found = TypeVar("Found")

FORM_METHODS: Final = ("GET", "HEAD", "POST")
CLUB_KEY: Final = "club"
EVENINGS_KEY: Final = "evenings"
GAMES_KEY: Final = "games"
NAME_KEY: Final = "scorer_name"


class RoleRefusedError(PermissionDenied):
    """Raised for a member whose role lacks a right; its text names the roles that have it."""

    def __init__(self, right: Right, role: Role) -> None:
        super().__init__(right, role)
        self.right = right
        self.role = role

    def __str__(self) -> str:
        return refusal_text(self.right, self.role)


def person_of(request: HttpRequest) -> User:
    """Return the signed-in user of a view that requires one."""
    assert isinstance(request.user, User)
    return request.user


def member_club(request: HttpRequest) -> Club | None:
    """Return the club that the signed-in user currently works for, None for others."""
    membership = membership_of(request)
    return membership.club if membership else None


def membership_of(request: HttpRequest) -> Membership | None:
    """Return the membership in the current club of the signed-in user, None for others."""
    if not request.user.is_authenticated:
        return None
    known: Membership | str | None = getattr(request, "_membership", "unknown")
    if not isinstance(known, str):
        return known
    memberships = Membership.objects.filter(user=request.user).select_related("club")
    of_club = {membership.club_id: membership for membership in memberships.order_by("pk")}
    own = of_club.get(request.session.get(CLUB_KEY, 0)) or next(iter(of_club.values()), None)
    deciding = (pk for pk, one in of_club.items() if Right.DECIDE in RIGHTS[one.role])
    # Cached, because the page and its header both need it.
    request._membership = own  # type: ignore[attr-defined]
    request._deciding_in = frozenset(deciding)  # type: ignore[attr-defined]
    return own


def rights_of(request: HttpRequest) -> frozenset[Right]:
    """Return the rights of the user in the current club; empty for strangers."""
    membership = membership_of(request)
    return RIGHTS[membership.role] if membership else NO_RIGHTS


def role_of(request: HttpRequest) -> Role | None:
    membership = membership_of(request)
    return Role(membership.role) if membership else None


def choose_club(request: HttpRequest, club: Club) -> None:
    request.session[CLUB_KEY] = club.pk


def requires(right: Right, *, to_write: Right | None = None) -> Callable[[View[P]], OpenView[P]]:
    """Allow a view for members with `right`, and POST for those with `to_write`.

    `to_write` defaults to `right`. Strangers are sent to the sign-in page, phones get 404.
    """

    def decorate(view: View[P]) -> OpenView[P]:
        @wraps(view)
        def wrapped(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            club = member_club(request)
            if club is None:
                if request.user.is_authenticated:
                    raise Http404
                return redirect_to_login(request.get_full_path())
            is_read = request.method in {"GET", "HEAD"}
            require(request, club.pk, right if is_read else to_write or right)
            return view(request, club, *args, **kwargs)

        # A test checks that every URL of the club declares a right.
        wrapped.right = right  # type: ignore[attr-defined]
        return wrapped

    return decorate


def requires_found(
    find: Callable[[Club, int], Found], right: Right, *, to_write: Right | None = None
) -> Callable[[Callable[Concatenate[HttpRequest, Found, P], HttpResponse]], OpenView[...]]:
    """Allow a view as `requires` does, and pass it the object that `find` returns for its key."""

    def decorate(
        view: Callable[Concatenate[HttpRequest, Found, P], HttpResponse],
    ) -> OpenView[...]:
        @wraps(view)
        @requires(right, to_write=to_write)
        def wrapped(
            request: HttpRequest, club: Club, /, pk: int, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponse:
            return view(request, find(club, pk), *args, **kwargs)

        return wrapped

    return decorate


def may(request: HttpRequest, club_id: int, right: Right) -> bool:
    """Return whether the user currently works for that club in a role with the right."""
    membership = membership_of(request)
    if membership is None or membership.club_id != club_id:
        return False
    return right in RIGHTS[membership.role]


def require(request: HttpRequest, club_id: int, right: Right) -> None:
    """Raise RoleRefusedError for members of the club without the right, Http404 for others."""
    membership = membership_of(request)
    if membership is None or membership.club_id != club_id:
        raise Http404
    if right not in RIGHTS[membership.role]:
        raise RoleRefusedError(right, Role(membership.role))


def is_member_of(request: HttpRequest, club_id: int) -> bool:
    club = member_club(request)
    return club is not None and club.pk == club_id


def is_shown_codes(request: HttpRequest, club_id: int) -> bool:
    """Return whether a visitor may see the codes with which others join; readers may not.

    Whoever has a code can join with it and write.
    """
    return not is_member_of(request, club_id) or may(request, club_id, Right.WRITE)


def get_evening(request: HttpRequest, pk: int) -> Evening:
    """Return an evening that the visitor may see; raises Http404."""
    evening = Evening.objects.select_related("club").filter(pk=pk).first()
    if evening and (
        is_member_of(request, evening.club_id) or _joined(request, EVENINGS_KEY, evening)
    ):
        return evening
    raise Http404


def get_game(request: HttpRequest, pk: int) -> Game:
    """Return a game that the visitor may see; raises Http404.

    Raises TableMovedOnError for a phone whose game in a contest is over or no longer exists.
    """
    game = games().select_related("club", "evening").filter(pk=pk).first()
    if game and (is_member_of(request, game.club_id) or _joined_game(request, game)):
        return game
    if game is None:
        show_the_way(request)
    raise Http404


def get_writable_game(request: HttpRequest, pk: int) -> Game:
    """Return a game to enter hands in; raises what `get_game` raises, and RoleRefusedError."""
    game = get_game(request, pk)
    refuse_reader(request, game)
    return game


def refuse_reader(request: HttpRequest, game: Game) -> None:
    """Raise RoleRefusedError for a member who may only read the game.

    Raise KeptElsewhereError for a game that is written on another computer.
    """
    if game.is_mirror:
        raise KeptElsewhereError(game.evening_id)
    if not may_enter(request, game):
        require(request, game.club_id, Right.WRITE)


def may_enter(request: HttpRequest, game: Game) -> bool:
    """Return whether a visitor who may see a game may enter hands in it.

    A member with a read-only role may still have joined the table by phone. Nobody may enter hands
    in a game that is written on another computer.
    """
    if game.is_mirror:
        return False
    if may(request, game.club_id, Right.WRITE) or not is_member_of(request, game.club_id):
        return True
    try:
        return _joined_game(request, game)
    except TableMovedOnError:
        return False


def _joined_game(request: HttpRequest, game: Game) -> bool:
    """Return whether this phone joined the game, its evening or its table.

    Raises TableMovedOnError for a phone whose game in a contest is over.
    """
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
    """Return the names that complete the table's name fields for this visitor.

    For members they are those of the whole club, for phones those present tonight.
    """
    if is_member_of(request, club.pk):
        here = free_here(WHOLE_NAMES, evening) if evening else ()
        return OfferedNames(names=tuple(player_names(club, evening)), here=here)
    has_joined = evening is not None and _joined(request, EVENINGS_KEY, evening)
    return names_here(names_for_everybody(club.pk), evening if has_joined else None, game)


def club_links(request: HttpRequest, club_id: int) -> ClubLinks:
    """Return the links to the club that a phone gets at its table."""
    offers = (one.club_links for one in extensions() if one.club_links)
    return next((links(request, club_id) for links in offers), ClubLinks())


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
        return Author.of_user(user, decides_in=getattr(request, "_deciding_in", None))
    return Author(request.session.get(NAME_KEY) or _("a phone at the table"))


def actor(request: HttpRequest) -> Actor:
    """Return the user and the current time, the arguments of every service."""
    return {"author": author_of(request), "now": timezone.now()}


def post_data(request: HttpRequest) -> QueryDict | None:
    """Return the data of a POST request, None for other methods."""
    return request.POST if request.method == "POST" else None


def _joined(request: HttpRequest, key: str, joinable: Game | Evening) -> bool:
    """Return whether this phone joined with the current code: a new code locks it out."""
    joined: dict[str, Any] = request.session.get(key, {})
    return joined.get(str(joinable.pk)) == joinable.token


def _join(request: HttpRequest, key: str, joinable: Game | Evening) -> None:
    # JSON converts the keys of a session to strings.
    joined = request.session.get(key, {})
    request.session[key] = {**joined, str(joinable.pk): joinable.token}


def remember_name(request: HttpRequest, name: str) -> None:
    """Remember the name that a visitor without an account signs with."""
    # Anybody with the table's code can send it; not every database can store a NUL.
    if name := " ".join(without_hidden(name).split())[:40]:
        request.session[NAME_KEY] = name


def starting_place(request: HttpRequest) -> tuple[Club, Evening | None]:
    """Return the club and evening in which this visitor may start a game; raises Http404.

    The URL names the evening. A phone that joined it may start games while it is open; a member
    with a writing role may start games anywhere in the club.
    """
    asked = request.GET.get("evening", "")
    club = member_club(request)
    if not asked:
        if club is None:
            raise Http404
        require(request, club.pk, Right.WRITE)
        return club, None
    evening = get_evening(request, typed_number(asked) or 0)
    if evening.is_mirror:
        raise KeptElsewhereError(evening.pk)
    if not may_start_in(request, evening):
        require(request, evening.club_id, Right.WRITE)
    return evening.club, evening


def may_start_in(request: HttpRequest, evening: Evening) -> bool:
    """Return whether the visitor may start games there: phones only while it is open."""
    if evening.is_mirror:
        return False
    has_joined = evening.closed_at is None and _joined(request, EVENINGS_KEY, evening)
    return has_joined or may(request, evening.club_id, Right.WRITE)
