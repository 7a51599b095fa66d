"""Reads the members and players of a club, and decides how names are shown to whom."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from django.contrib.auth.models import User
from django.db.models import Count, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scorekeeper.clubs.devices import PHONES, TABLETS, describe_device
from scorekeeper.labels.people import ROLE_NAMES
from scorekeeper.models import (
    AccountSession,
    Club,
    Evening,
    Game,
    GameSeat,
    MemberEvent,
    Membership,
    Player,
)
from scorekeeper.models.clubs import PlayerQuerySet, display_name
from scorekeeper.models.initials import initials_of
from scorekeeper.models.sort_names import folded, name_key, words_of
from scorekeeper.roles import RIGHTS, Right, Role, roles_given_by
from scorekeeper.unicode_safety import without_hidden


def belongings_of(club: Club) -> Iterator[QuerySet[Any]]:
    """Yield the querysets of everything that belongs to a club, except its members."""
    for relation in Club._meta.related_objects:
        model: Any = relation.related_model
        if model not in {Membership, MemberEvent}:
            yield model._default_manager.filter(**{relation.field.name: club})


def is_new(club: Club) -> bool:
    """Return whether the club has not been set up and has no data yet."""
    is_asked = club.stage == Club.Stage.NEW
    return is_asked and not any(rows.exists() for rows in belongings_of(club))


SHOWN_FOR: Final = timedelta(days=30)
"""How long an issued link is shown as news, unless it is dismissed before."""
EVENTS_SHOWN: Final = 50


def clubs_of(user: User) -> list[Club]:
    memberships = Membership.objects.filter(user=user).select_related("club").order_by("pk")
    return [membership.club for membership in memberships]


def organisers_helped_by(user: User, club: Club) -> QuerySet[User]:
    """Return the other members to whom this user may give a sign-in link.

    A link opens the whole account, so it is only given for accounts with no more rights than the
    user's own: not for an owner, the administrator or a member of another club.
    """
    own = Membership.objects.filter(user=user, club=club).first()
    given = roles_given_by(Role(own.role)) if own else ()
    others = User.objects.filter(
        memberships__in=Membership.objects.filter(club=club, role__in=given), is_active=True
    ).exclude(pk=user.pk)
    if not user.is_superuser:
        elsewhere = Membership.objects.exclude(club=club).values("user")
        others = others.exclude(Q(is_superuser=True) | Q(is_staff=True) | Q(pk__in=elsewhere))
    return others.order_by("pk")


def member_lines(user: User, club: Club) -> list[dict[str, Any]]:
    """Return the members of the club, the owners first; three queries.

    `may_help` says whether the visitor may give them a new link.
    """
    members = Membership.objects.filter(club=club, user__is_active=True).select_related("user")
    helped = set(organisers_helped_by(user, club).values_list("pk", flat=True))
    roles = list(Role)
    return [
        {
            "member": member,
            "name": display_name(member.user),
            "role_name": ROLE_NAMES[Role(member.role)],
            "is_self": member.user == user,
            "may_help": member.user_id in helped,
        }
        for member in sorted(members, key=lambda one: (-roles.index(Role(one.role)), one.pk))
    ]


def member_events(club: Club) -> list[MemberEvent]:
    return list(club.member_events.order_by("-pk")[:EVENTS_SHOWN])


def links_issued(user: User, club: Club, *, seen: int, now: datetime) -> list[MemberEvent]:
    """Return the issued sign-in links to show to this user, the latest first; one query.

    Those for their own account, wherever they were issued, and all of the club for its owner.
    """
    own_account = Q(person=user)
    own = Q(club=club, club__memberships__user=user, club__memberships__role__in=_INFORMED_ROLES)
    events = MemberEvent.objects.filter(own_account | own, kind=MemberEvent.Kind.LINK, pk__gt=seen)
    recent = events.filter(at__gt=now - SHOWN_FOR).exclude(author=user)
    return list(recent.order_by("-pk").distinct()[:5])


_INFORMED_ROLES: Final = [role.value for role in Role if Right.MEMBERS in RIGHTS[role]]


@dataclass(frozen=True, slots=True)
class ShownNames:
    """How names are shown to a visitor; the default shows whole names.

    `hidden` are the keys of players shown by initials, `spelled` their names, tidied and
    casefolded, because signatures contain no key.
    """

    hidden: frozenset[int] = frozenset()
    spelled: frozenset[str] = frozenset()

    def name(self, name: str, player: int | None = None) -> str:
        """Return a name as it is shown; `player` is the key of its owner, if known."""
        is_hidden = player in self.hidden if player else _plain(name) in self.spelled
        return initials_of(name) if is_hidden else name

    def knowing(self, names: Iterable[tuple[str, int | None]]) -> "ShownNames":
        """Return a copy that also recognises other spellings of hidden players."""
        more = {_plain(name) for name, player in names if player in self.hidden}
        return ShownNames(self.hidden, self.spelled | more) if more else self


WHOLE_NAMES: Final = ShownNames()
"""The names as members of the club see them."""


def names_for_everybody(*club_ids: int) -> ShownNames:
    """Return how visitors without an account see names of these clubs; one query."""
    hidden = Player.objects.filter(club__in=club_ids, shown=Player.Shown.INITIALS)
    found = dict(hidden.values_list("pk", "name"))
    return ShownNames(frozenset(found), frozenset(map(_plain, found.values())))


def hidden_players(club_id: int) -> frozenset[int]:
    """Return the players of a club whom the public sees by initials; one query."""
    return names_for_everybody(club_id).hidden


def name_for(name: str, player: int | None, hidden: Collection[int]) -> str:
    """Return a name as written, or its initials if the player is among the hidden."""
    return initials_of(name) if player in hidden else name


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedNames:
    """Names that complete a form's fields, and the whole names that they stand for.

    `here` are the players present tonight who sit at no running table. `whole` maps a shown name
    (casefolded) to the present players it may stand for; `sitting` maps a seat to the shown and the
    whole name of its player.
    """

    names: tuple[str, ...] = ()
    here: tuple[str, ...] = ()
    whole: Mapping[str, frozenset[str]] = field(default_factory=dict)
    sitting: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    def meant(self, typed: str, seat: str) -> str | None:
        """Return the whole name meant for a seat; None if it is ambiguous."""
        shown, whole = self.sitting.get(seat, ("", ""))
        if typed and typed == shown:
            return whole
        found = self.whole.get(typed.casefold(), frozenset({typed}))
        return next(iter(found)) if len(found) == 1 else None


@dataclass(frozen=True, slots=True)
class ShownSession:
    """A signed-in device: its description, its last use, and the `key` to sign it out."""

    key: int
    name: str
    last: str
    is_this: bool


def sessions_of(user: User, *, current: str | None, now: datetime) -> list[ShownSession]:
    """Return the user's signed-in devices: this one first, then by last use."""
    sessions = AccountSession.objects.filter(user=user, session__expire_date__gt=now)
    shown = [
        ShownSession(
            key=session.pk,
            name=_this(session) if session.session_id == current else device_name(session),
            last=time_text(session.seen_at, now),
            is_this=session.session_id == current,
        )
        for session in sessions.order_by("-seen_at", "-pk")
    ]
    return sorted(shown, key=lambda session: not session.is_this)


def device_name(session: AccountSession) -> str:
    return describe_device(session.device, session.browser)


def _this(session: AccountSession) -> str:
    if session.device in PHONES:
        return _("This phone")
    return _("This tablet") if session.device in TABLETS else _("This computer")


def time_text(at: datetime, now: datetime) -> str:
    """Return a time in words, such as "today, 20:30": less precise the longer ago it is."""
    at, now = timezone.localtime(at), timezone.localtime(now)
    if at.date() == now.date():
        return _("today %(time)s") % {"time": date_format(at, "H:i")}
    if now - at < timedelta(days=6):
        return date_format(at, "l H:i")
    return date_format(at, "MONTH_DAY_FORMAT" if at.year == now.year else "DATE_FORMAT")


MOST_OFFERED: Final = 200
"""The number of names in a page; in larger clubs matches are loaded while typing."""
MOST_FOUND: Final = 30


def player_lines(club: Club, *, search: str = "", archived: bool = False) -> QuerySet[Any]:
    """Return players by name, with `game_count` and `last_game_at`."""
    players = Player.objects.of_club(club).filter(
        archived_at__isnull=not archived, merged_into=None
    )
    seats = GameSeat.every.filter(player=OuterRef("pk")).order_by().values("player")
    games = seats.annotate(found=Count("game", distinct=True)).values("found")
    last = seats.annotate(found=Max("game__created_at")).values("found")
    return (
        _named(players, search)
        .annotate(game_count=Coalesce(Subquery(games), 0), last_game_at=Subquery(last))
        .order_by("sort_name", "pk")
    )


def _named(players: PlayerQuerySet, search: str) -> PlayerQuerySet:
    """Return the players whose name contains every word, ignoring accents and case."""
    for word in words_of(without_hidden(search)):
        players = players.filter(sort_name__contains=word)
    return players


def player_names(club: Club, evening: Evening | None = None) -> list[str]:
    """Return the names to choose from: those present tonight first, then other active players.

    Of a club with more than `MOST_OFFERED` players, the most recent visitors.
    """
    players = Player.objects.of_club(club).active()
    here = players.filter(attendances__evening=evening).order_by("sort_name") if evening else ()
    latest = players.order_by("-pk").values_list("sort_name", "name")[:MOST_OFFERED]
    names = [*(player.name for player in here), *(name for _key, name in sorted(latest))]
    return list(dict.fromkeys(names))[:MOST_OFFERED]


def players_like(club: Club, typed: str) -> PlayerQuerySet:
    """Return the active players whose name contains every typed word, by name."""
    found = _named(Player.objects.of_club(club).active(), typed)
    return found.order_by("sort_name", "pk")[:MOST_FOUND]


def players_called(players: PlayerQuerySet, *names: str) -> list[Player]:
    """Return the players with these names, ignoring accents and case; one query."""
    looked_for = Q(pk__in=[])
    for name in names:
        # The sort name of "Charpentier, Colette" has no comma.
        words = words_of(name.replace(",", " ")) or [""]
        looked_for |= Q(*(Q(sort_name__contains=word) for word in words))
    wanted = set(map(folded, names))
    return [player for player in players.filter(looked_for) if folded(player.name) in wanted]


def free_here(shown: ShownNames, evening: Evening) -> tuple[str, ...]:
    """Return the names of those present tonight who sit at no running table, as shown."""
    playing = GameSeat.objects.filter(game__evening=evening, game__status=Game.Status.PLAYING)
    here = evening.attendances.exclude(
        player__in=playing.filter(player__isnull=False).values("player")
    )
    names = {
        shown.name(name, player) for name, player in here.values_list("player__name", "player")
    }
    return tuple(sorted(names, key=name_key))


def names_here(shown: ShownNames, evening: Evening | None, game: Game | None) -> OfferedNames:
    """Return the names of those present tonight and of those at a table, as shown."""
    seats = list(game.seats.all()) if game else []
    people = {(seat.name, seat.player_id) for seat in seats}
    if evening:
        here = evening.attendances.values_list("player__name", "player")
        people |= {(name, player) for name, player in here}
    whole: defaultdict[str, set[str]] = defaultdict(set)
    names: set[str] = set()
    for name, player in people:
        written = shown.name(name, player)
        names.add(written)
        if written != name:
            whole[written.casefold()].add(name)
    return OfferedNames(
        names=tuple(sorted(names, key=name_key)),
        here=free_here(shown, evening) if evening else (),
        whole={written: frozenset(meant) for written, meant in whole.items()},
        sitting={seat.seat: (shown.name(seat.name, seat.player_id), seat.name) for seat in seats},
    )
