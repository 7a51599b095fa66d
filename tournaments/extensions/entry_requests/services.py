"""Announcing a contest, and requests to enter: accepted, put on the waiting list, refused.

Places are given in the order of the requests. A confirmed request becomes an entry by the services
of `entries`, as one typed at the door does. Mails say what became of a request and nothing else.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import partial
from typing import Any, Final, Unpack

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.clubs.services.accounts import send_news
from scorekeeper.clubs.services.clubs import Limit
from scorekeeper.clubs.services.members import may_open
from scorekeeper.clubs.services.players import tidy_name
from scorekeeper.models.authors import Actor, Author
from scorekeeper.models.sort_names import folded
from scorekeeper.refusals import ClubRefusal, Refused
from tournaments.audit_log.locks import lock_unfinished
from tournaments.audit_log.log import append, lock_tournament
from tournaments.audit_log.payments import purse_of
from tournaments.audit_log.replay.announcement import Announcement, Sponsor
from tournaments.audit_log.settings import plain_settings
from tournaments.entries.services.entries import (
    NewEntry,
    PersonTakenError,
    add_entries,
    change_entry,
    remove_entry,
)
from tournaments.extensions.entry_requests.queries import free_places, has_begun, takes_requests
from tournaments.lineups import TO_COME
from tournaments.models import ContestOpening, Entry, EntryRequest, LogEntry, Tournament
from tournaments.refusals import ContestRefusal


class Notice(StrEnum):
    """What somebody is told."""

    ENTERED = "entered"
    WAITS = "waits"
    MOVED_UP = "moved_up"
    REFUSED = "refused"


SUBJECTS: Final = {
    Notice.ENTERED: gettext_lazy("You are entered"),
    Notice.WAITS: gettext_lazy("You are on the waiting list"),
    Notice.MOVED_UP: gettext_lazy("A place came free: you are entered"),
    Notice.REFUSED: gettext_lazy("Your request to enter"),
}
TEXTS: Final = {
    Notice.ENTERED: gettext_lazy("You are entered for the belote contest of %(day)s."),
    Notice.WAITS: gettext_lazy(
        "The belote contest of %(day)s is full: you are on the waiting list, and move up by "
        "yourself when a place comes free."
    ),
    Notice.MOVED_UP: gettext_lazy(
        "A place came free in the belote contest of %(day)s: you are entered. If you cannot come "
        "any more, withdraw on your page, so that the next one moves up."
    ),
    Notice.REFUSED: gettext_lazy(
        "The organiser could not take your request for the belote contest of %(day)s."
    ),
}


def tell_later(requests: Iterable[EntryRequest], notice: Notice = Notice.ENTERED) -> None:
    """Tell once all of it is stored."""
    for request in requests:
        if request.mail:
            transaction.on_commit(partial(_tell, request, notice))


def _tell(request: EntryRequest, notice: Notice) -> None:
    with translation.override(request.language or None):
        day = date_format(request.tournament.date, "j F Y")
        own_page = _("Your page: see where you stand, put the names right, withdraw.")
        send_news(
            address=request.mail,
            subject=str(SUBJECTS[notice]),
            text=f"{TEXTS[notice] % {'day': day}}\n{own_page}",
            page="tournaments:request-own",
            args=[request.token],
        )


MOST_UNCONFIRMED: Final = 200
"""Requests that may wait for the organiser: beyond that somebody plays a trick."""
MOST_OF_ALL: Final = 1000
"""That may wait where the others come from elsewhere: the trick of few closes the form to none."""
asked_from: Final = Limit(name="request", most=5, each=timedelta(minutes=2))
"""Five requests from one address, as of a family, then one in two minutes."""
share: Final = Limit(name="share of requests", most=5, each=timedelta(days=1))
"""Of one address in one contest: beyond them it is the first that waits while many do."""

State = EntryRequest.State
OPEN: Final = (State.ASKED, State.WAITING)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRequest:
    """What somebody asks for; the token is that of the form, so that none counts twice."""

    token: str
    names: tuple[str, ...]
    tags: tuple[str, ...] = ()
    phone: str = ""
    mail: str = ""
    language: str = ""


@transaction.atomic
def ask_to_enter(
    *, tournament_id: int, asked: NewRequest, now: datetime, visitor: str = ""
) -> EntryRequest:
    """Ask for a place under the next number; the organiser answers.

    Where many wait, one of many from the address `visitor` is no longer taken. What is refused
    leaves nothing, nor that it was asked.

    Raises Refused and WrittenElsewhereError.
    """
    tournament = lock_tournament(tournament_id)
    sent_before = tournament.requests.filter(token=asked.token).first()
    if sent_before:
        return sent_before
    if not takes_requests(tournament):
        raise Refused(ContestRefusal.ENTERING_CLOSED)
    share_of = f"{tournament_id} {visitor}"
    is_one_of_many = bool(visitor) and share.wait(share_of, now) > 0
    most = MOST_UNCONFIRMED if is_one_of_many else MOST_OF_ALL
    if tournament.requests.filter(state=State.ASKED).count() >= most:
        raise Refused(ContestRefusal.TOO_MANY_REQUESTS)
    if visitor:
        if not asked_from.take(visitor, now):
            raise Refused(ContestRefusal.ASKED_TOO_OFTEN)
        share.take(share_of, now)
    last = tournament.requests.aggregate(last=Max("number"))["last"] or 0
    return EntryRequest.objects.create(
        tournament=tournament,
        number=last + 1,
        token=asked.token,
        names=[tidy_name(name) for name in asked.names],
        tags=list(asked.tags),
        phone=asked.phone,
        mail=asked.mail,
        language=asked.language,
        asked_at=now,
    )


@transaction.atomic
def accept_requests(
    *, tournament_id: int, numbers: Collection[int], **by: Unpack[Actor]
) -> list[EntryRequest]:
    """Agree to requests: each becomes an entry, or waits where there is no place.

    Returns them as they are now; one whose people are entered already stays to be confirmed.
    Raises FinishedError.
    """
    tournament = lock_unfinished(tournament_id)
    asked = tournament.requests.filter(state=State.ASKED, number__in=numbers)
    keys = list(asked.values_list("pk", flat=True))
    asked.update(state=State.WAITING, accepted_at=by["now"])
    waiting = tournament.requests.filter(state=State.WAITING)
    # Once a round is drawn, who waits is not in the hall any more: whoever is confirmed now is.
    called = waiting.filter(pk__in=keys) if has_begun(tournament) else waiting
    moved = _fill_places(tournament, called, **by)
    tell_later((one for one in moved if one.pk not in keys), Notice.MOVED_UP)
    answered = list(EntryRequest.objects.filter(pk__in=keys).order_by("number"))
    tell_later(one for one in answered if one.state == State.ENTERED)
    tell_later((one for one in answered if one.state == State.WAITING), Notice.WAITS)
    return answered


@transaction.atomic
def refuse_requests(
    *, tournament_id: int, numbers: Collection[int], now: datetime
) -> list[EntryRequest]:
    tournament = lock_tournament(tournament_id)
    refused = list(tournament.requests.filter(state__in=OPEN, number__in=numbers))
    _settle(refused, State.REFUSED, now)
    tell_later(refused, Notice.REFUSED)
    return refused


@transaction.atomic
def put_back(*, tournament_id: int, number: int) -> None:
    """Let a request that was refused wait for the organiser again, in its old place."""
    tournament = lock_tournament(tournament_id)
    refused = tournament.requests.filter(number=number, state=State.REFUSED)
    refused.update(state=State.ASKED, accepted_at=None, settled_at=None)


@transaction.atomic
def move_up(*, tournament: Tournament, **by: Unpack[Actor]) -> list[EntryRequest]:
    """Give places that are free to those who wait, in order; the contest is locked.

    Nobody moves up once a round is drawn: they may not be in the hall any more.
    """
    if tournament.finished_at or has_begun(tournament):
        return []
    waiting = tournament.requests.filter(state=State.WAITING)
    moved = _fill_places(tournament, waiting, **by)
    tell_later(moved, Notice.MOVED_UP)
    return moved


def move_up_everywhere(*, now: datetime) -> int:
    """Give places that came free by any way, a removal at the door too; return how many."""
    waiting = EntryRequest.objects.filter(
        state=State.WAITING, tournament__finished_at=None, tournament__is_mirror=False
    )
    count = 0
    for pk in waiting.values_list("tournament", flat=True).distinct():
        with transaction.atomic():
            tournament = lock_tournament(pk)
            author = Author(_("Waiting list"))
            count += len(move_up(tournament=tournament, author=author, now=now))
    return count


@transaction.atomic
def correct_request(
    *, request_id: int, names: Sequence[str], tags: Sequence[str] | None = None, now: datetime
) -> EntryRequest:
    """Put names right that somebody asked with, in the entry too.

    Raises Refused, and PersonTakenError for somebody who is entered elsewhere.
    """
    tournament, request = _lock_request(request_id)
    tidy = [tidy_name(name) for name in names]
    if request.state == State.ENTERED:
        entry = entry_of(request)
        others = _others_in(entry, request)
        changed = NewEntry(
            names=(*tidy[: 2 - len(others)], *others),
            team_name=entry.team_name,
            tags=tuple(entry.tags),
            is_here=entry.checked_in_at is not None,
            has_paid=entry.has_paid,
        )
        change_entry(
            tournament_id=tournament.pk,
            number=entry.number,
            changed=changed,
            author=_author_of(request),
            now=now,
        )
    elif request.state not in OPEN:
        raise Refused(ContestRefusal.TOO_LATE)
    request.names = tidy
    request.tags = request.tags if tags is None else list(tags)
    request.save(update_fields=["names", "tags"])
    return request


@transaction.atomic
def withdraw_request(*, request_id: int, now: datetime) -> EntryRequest:
    """Withdraw before the start; who waits moves up. Of two who were joined the other one stays.

    Raises Refused.
    """
    tournament, request = _lock_request(request_id)
    author = _author_of(request)
    if request.state == State.ENTERED:
        entry = entry_of(request)
        has_given = entry.has_paid or purse_of(entry).kept(tournament.fee_cents) > 0
        if has_given or entry.checked_in_at:
            raise Refused(ContestRefusal.SETTLED_IN_PERSON)
        by: dict[str, Any] = {
            "tournament_id": tournament.pk,
            "number": entry.number,
            "author": author,
            "now": now,
        }
        if others := _others_in(entry, request):
            left = NewEntry(names=others, tags=tuple(entry.tags))
            change_entry(changed=left, **by)
        else:
            remove_entry(**by)
    elif request.state not in OPEN:
        raise Refused(ContestRefusal.TOO_LATE)
    _settle([request], State.WITHDRAWN, now)
    move_up(tournament=tournament, author=author, now=now)
    return request


def entry_of(request: EntryRequest) -> Entry:
    """Return the entry that a request became; raises Refused where it was removed.

    Who was joined with somebody sits in the other's entry.
    """
    if request.entry is not None:
        return request.entry
    own = {folded(name) for name in request.names if name != TO_COME}
    for entry in request.tournament.entries.by_number():
        if own & {folded(name) for name in entry.names}:
            return entry
    raise Refused(ContestRefusal.TOO_LATE)


def _lock_request(request_id: int) -> tuple[Tournament, EntryRequest]:
    """Return a request with its contest, locked, as long as whoever asked may change it."""
    request = EntryRequest.objects.get(pk=request_id)
    tournament = lock_tournament(request.tournament_id)
    if tournament.finished_at or has_begun(tournament):
        raise Refused(ContestRefusal.TOO_LATE)
    request.refresh_from_db()
    return tournament, request


def own_names(entry: Entry, request: EntryRequest) -> list[str]:
    """Return those who asked, as they are entered: the organiser may have put a name right."""
    others = _others_in(entry, request)
    return [name for name in entry.names if name not in others]


def _others_in(entry: Entry, request: EntryRequest) -> tuple[str, ...]:
    """Return who sits in an entry beside those who asked: as many as it has more names.

    Another name in the place of one who asked is theirs, put right; who was joined stands behind.
    """
    own = {folded(name) for name in request.names}
    others = [name for name in entry.names if folded(name) not in own]
    more = max(0, len(entry.names) - len(request.names))
    return tuple(others[len(others) - more :])


def _author_of(request: EntryRequest) -> Author:
    return Author(_("Request %(number)d") % {"number": request.number})


def _fill_places(
    tournament: Tournament, waiting: QuerySet[EntryRequest], **by: Unpack[Actor]
) -> list[EntryRequest]:
    """Enter those who wait, in order, as long as there are places.

    Whose people are entered already, by the door for one, is asked about anew.
    """
    moved: list[EntryRequest] = []
    for request in waiting.order_by("number"):
        if free_places(tournament) == 0:
            break
        wanted = NewEntry(names=tuple(request.names), tags=tuple(request.tags))
        try:
            (request.entry,) = add_entries(tournament_id=tournament.pk, entries=[wanted], **by)
        except PersonTakenError:
            request.state, request.accepted_at = State.ASKED, None
            request.save(update_fields=["state", "accepted_at"])
            continue
        request.save(update_fields=["entry"])
        moved.append(request)
    _settle(moved, State.ENTERED, by["now"])
    return moved


def _settle(requests: Iterable[EntryRequest], state: str, now: datetime) -> None:
    for request in requests:
        request.state, request.settled_at = state, now
        request.save(update_fields=["state", "settled_at"])


@transaction.atomic
def announce(
    *,
    tournament_id: int,
    announcement: Announcement,
    sponsors: Sequence[Sponsor],
    **by: Unpack[Actor],
) -> Tournament:
    """Say what is announced, and who gives something: after the end too, thanks come late.

    More places let those who wait move up.
    """
    tournament = lock_tournament(tournament_id)
    before = plain_settings(tournament)
    tournament.announcement = announcement.to_dict()
    tournament.sponsors = [one.to_dict() for one in sponsors]
    after = plain_settings(tournament)
    if after != before:
        tournament.save(update_fields=["announcement", "sponsors"])
        data = {"settings": after, "before": before}
        append(tournament, LogEntry.Kind.CHANGED, data, **by)
        move_up(tournament=tournament, **by)
    return tournament


@transaction.atomic
def open_contest(
    *,
    tournament_id: int,
    takes_requests: bool,
    shows_names: bool,
    author: Author,
    now: datetime,
) -> ContestOpening:
    """Show a contest to everybody who has its address. Raises Refused."""
    tournament = lock_tournament(tournament_id)
    if not may_open(tournament.club):
        raise Refused(ClubRefusal.UNCONFIRMED)
    opened, _is_new = ContestOpening.objects.update_or_create(
        tournament=tournament,
        defaults={"takes_requests": takes_requests, "shows_names": shows_names},
        create_defaults={
            "takes_requests": takes_requests,
            "shows_names": shows_names,
            "author_name": author.name,
            "at": now,
        },
    )
    return opened


def close_contest(*, tournament: Tournament) -> None:
    """Announce it no more; who asked keeps a place and the own page."""
    ContestOpening.objects.filter(tournament=tournament).delete()
