"""The people and players of a club, and what of a name is shown to whom."""

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
    """Yield the rows of every kind that belong to a club; who runs it does not."""
    for relation in Club._meta.related_objects:
        model: Any = relation.related_model
        if model not in {Membership, MemberEvent}:
            yield model._default_manager.filter(**{relation.field.name: club})


def is_new(club: Club) -> bool:
    """Return whether nobody has said anything of the club yet, nor entered anything in it."""
    is_asked = club.stage == Club.Stage.NEW
    return is_asked and not any(rows.exists() for rows in belongings_of(club))


TOLD_FOR: Final = timedelta(days=30)
"""How long it is told that a link was issued, unless it is put away before."""
EVENTS_SHOWN: Final = 50


def clubs_of(user: User) -> list[Club]:
    memberships = Membership.objects.filter(user=user).select_related("club").order_by("pk")
    return [membership.club for membership in memberships]


def organisers_helped_by(user: User, club: Club) -> QuerySet[User]:
    """Return the others in the club to whom that person may give a sign-in link.

    A link is the whole account: nobody gives one for an account that may do more than their own,
    an owner's, the administrator's or one that works in other clubs too.
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
    """Return everybody who works in the club, the owners first; three queries.

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
    """Return the sign-in links that this person is to be told of, the latest first; one query.

    Those for the own account wherever they were issued, and all of the club to its owner.
    """
    told = Q(person=user)
    own = Q(club=club, club__memberships__user=user, club__memberships__role__in=_TOLD_ALL)
    events = MemberEvent.objects.filter(told | own, kind=MemberEvent.Kind.LINK, pk__gt=seen)
    recent = events.filter(at__gt=now - TOLD_FOR).exclude(author=user)
    return list(recent.order_by("-pk").distinct()[:5])


_TOLD_ALL: Final = [role.value for role in Role if Right.MEMBERS in RIGHTS[role]]


@dataclass(frozen=True, slots=True)
class ShownNames:
    """How names are shown to a visitor; made without anything it shows the whole of each.

    `hidden` are the keys of players who are shown by initials, `spelled` how they are written,
    tidy and casefolded: what somebody signed names no key.
    """

    hidden: frozenset[int] = frozenset()
    spelled: frozenset[str] = frozenset()

    def name(self, name: str, player: int | None = None) -> str:
        """Return a name as it is shown; `player` is the key of whose it is, if that is known."""
        is_hidden = player in self.hidden if player else _plain(name) in self.spelled
        return initials_of(name) if is_hidden else name

    def knowing(self, names: Iterable[tuple[str, int | None]]) -> "ShownNames":
        """Return the same, told under which other names hidden players are written here."""
        more = {_plain(name) for name, player in names if player in self.hidden}
        return ShownNames(self.hidden, self.spelled | more) if more else self


WHOLE_NAMES: Final = ShownNames()
"""As members of the club see them."""


def names_for_everybody(*club_ids: int) -> ShownNames:
    """Return how names of these clubs are shown to whoever has no account there; one query."""
    hidden = Player.objects.filter(club__in=club_ids, shown=Player.Shown.INITIALS)
    found = dict(hidden.values_list("pk", "name"))
    return ShownNames(frozenset(found), frozenset(map(_plain, found.values())))


def hidden_players(club_id: int) -> frozenset[int]:
    """Return the players of a club of whom the public sees initials only; one query."""
    return names_for_everybody(club_id).hidden


def name_for(name: str, player: int | None, hidden: Collection[int]) -> str:
    """Return a name as it was written, or its initials where the player is among the hidden."""
    return initials_of(name) if player in hidden else name


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedNames:
    """Names that a form completes from, and the whole names that they mean.

    `here` are those who are here tonight and sit at no table that plays.

    `whole` holds, by a name as it is shown (casefolded), whom of those here it may mean; `sitting`
    the shown and the whole name of who sits on a chair already, by seat.
    """

    names: tuple[str, ...] = ()
    here: tuple[str, ...] = ()
    whole: Mapping[str, frozenset[str]] = field(default_factory=dict)
    sitting: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    def meant(self, typed: str, seat: str) -> str | None:
        """Return the whole name that was meant for a chair; None where it may be several."""
        shown, whole = self.sitting.get(seat, ("", ""))
        if typed and typed == shown:
            return whole
        found = self.whole.get(typed.casefold(), frozenset({typed}))
        return next(iter(found)) if len(found) == 1 else None


@dataclass(frozen=True, slots=True)
class ShownSession:
    """A device: its words, when it was used last, `key` to end it by."""

    key: int
    name: str
    last: str
    is_this: bool


def sessions_of(user: User, *, current: str | None, now: datetime) -> list[ShownSession]:
    """Return where the person is signed in: here first, then what was used last."""
    sessions = AccountSession.objects.filter(user=user, session__expire_date__gt=now)
    shown = [
        ShownSession(
            key=session.pk,
            name=_this(session) if session.session_id == current else device_name(session),
            last=told(session.seen_at, now),
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


def told(at: datetime, now: datetime) -> str:
    """Return when something was, as people say it: the later, the shorter ago."""
    at, now = timezone.localtime(at), timezone.localtime(now)
    if at.date() == now.date():
        return _("today %(time)s") % {"time": date_format(at, "H:i")}
    if now - at < timedelta(days=6):
        return date_format(at, "l H:i")
    return date_format(at, "MONTH_DAY_FORMAT" if at.year == now.year else "DATE_FORMAT")


MOST_OFFERED: Final = 200
"""Names that come with a page; of a larger club those that fit are asked for while one types."""
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
    """Return those in whose names every word is found, accents and capitals aside."""
    for word in words_of(without_hidden(search)):
        players = players.filter(sort_name__contains=word)
    return players


def player_names(club: Club, evening: Evening | None = None) -> list[str]:
    """Return the names to choose from: who is here tonight first, then who still comes.

    Of a club of more than `MOST_OFFERED` those who came to it last.
    """
    players = Player.objects.of_club(club).active()
    here = players.filter(attendances__evening=evening).order_by("sort_name") if evening else ()
    latest = players.order_by("-pk").values_list("sort_name", "name")[:MOST_OFFERED]
    names = [*(player.name for player in here), *(name for _key, name in sorted(latest))]
    return list(dict.fromkeys(names))[:MOST_OFFERED]


def players_like(club: Club, typed: str) -> PlayerQuerySet:
    """Return those who still come whose names what is typed may become, by name."""
    found = _named(Player.objects.of_club(club).active(), typed)
    return found.order_by("sort_name", "pk")[:MOST_FOUND]


def players_called(players: PlayerQuerySet, *names: str) -> list[Player]:
    """Return the players of these names, accents and capitals aside; one query."""
    looked_for = Q(pk__in=[])
    for name in names:
        # A name sorted by is without the comma of "Charpentier, Colette".
        words = words_of(name.replace(",", " ")) or [""]
        looked_for |= Q(*(Q(sort_name__contains=word) for word in words))
    wanted = set(map(folded, names))
    return [player for player in players.filter(looked_for) if folded(player.name) in wanted]


def free_here(shown: ShownNames, evening: Evening) -> tuple[str, ...]:
    """Return the names of who is here tonight and sits at no table that plays, as each is shown."""
    playing = GameSeat.objects.filter(game__evening=evening, game__status=Game.Status.PLAYING)
    here = evening.attendances.exclude(
        player__in=playing.filter(player__isnull=False).values("player")
    )
    names = {
        shown.name(name, player) for name, player in here.values_list("player__name", "player")
    }
    return tuple(sorted(names, key=name_key))


def names_here(shown: ShownNames, evening: Evening | None, game: Game | None) -> OfferedNames:
    """Return the names of who is here tonight and of who sits at a table, as each is shown."""
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
