"""Use cases of announcements and requests to enter: accept, put on the waiting list, refuse.

Places are given in the order of the requests. A confirmed request becomes an entry by the services
of `entries`, like one entered by hand. Mails contain the outcome of a request and nothing else.
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
    """The messages to people who asked."""

    ENTERED = "entered"
    WAITS = "waits"
    MOVED_UP = "moved_up"
    REFUSED = "refused"


SUBJECTS: Final = {
    Notice.ENTERED: gettext_lazy("You are entered"),
    Notice.WAITS: gettext_lazy("You are on the waiting list"),
    Notice.MOVED_UP: gettext_lazy("A place has become free: you are entered"),
    Notice.REFUSED: gettext_lazy("Your request to enter"),
}
TEXTS: Final = {
    Notice.ENTERED: gettext_lazy("You are entered for the belote contest of %(day)s."),
    Notice.WAITS: gettext_lazy(
        "The belote contest of %(day)s is full: you are on the waiting list, and will be "
        "entered automatically when a place becomes free."
    ),
    Notice.MOVED_UP: gettext_lazy(
        "A place has become free in the belote contest of %(day)s: you are entered. If you can "
        "no longer come, withdraw on your page, so that the next one gets the place."
    ),
    Notice.REFUSED: gettext_lazy(
        "The organiser could not accept your request for the belote contest of %(day)s."
    ),
}


def notify_on_commit(requests: Iterable[EntryRequest], notice: Notice = Notice.ENTERED) -> None:
    """Send the messages once everything is stored."""
    for request in requests:
        if request.mail:
            transaction.on_commit(partial(_tell, request, notice))


def _tell(request: EntryRequest, notice: Notice) -> None:
    with translation.override(request.language or None):
        day = date_format(request.tournament.date, "j F Y")
        own_page = _("Your page: see where you are, correct the names, withdraw.")
        send_news(
            address=request.mail,
            subject=str(SUBJECTS[notice]),
            text=f"{TEXTS[notice] % {'day': day}}\n{own_page}",
            page="tournaments:request-own",
            args=[request.token],
        )


MOST_UNCONFIRMED: Final = 200
"""The limit of requests that wait for the organiser: more are abuse."""
MOST_OF_ALL: Final = 1000
"""The limit if the others come from elsewhere: the abuse of few does not close the form to all."""
asked_from: Final = Limit(name="request", most=5, each=timedelta(minutes=2))
"""Five requests from one address, as of a family, then one in two minutes."""
share: Final = Limit(name="share of requests", most=5, each=timedelta(days=1))
"""The share of one address in a contest: beyond it, it is the first that has to wait."""

State = EntryRequest.State
OPEN: Final = (State.ASKED, State.WAITING)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRequest:
    """A request; the token is that of the form, so that no request counts twice."""

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

    If many wait, an address `visitor` with many requests is refused. A refused request is not
    stored in any form.

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
    """Accept requests: each becomes an entry, or waits if there is no place.

    Return them in their new state; a request for people who are entered already stays unconfirmed.
    Raises FinishedError.
    """
    tournament = lock_unfinished(tournament_id)
    asked = tournament.requests.filter(state=State.ASKED, number__in=numbers)
    keys = list(asked.values_list("pk", flat=True))
    asked.update(state=State.WAITING, accepted_at=by["now"])
    waiting = tournament.requests.filter(state=State.WAITING)
    # After a draw those on the waiting list have gone home; one who is confirmed now is there.
    called = waiting.filter(pk__in=keys) if has_begun(tournament) else waiting
    moved = _fill_places(tournament, called, **by)
    notify_on_commit((one for one in moved if one.pk not in keys), Notice.MOVED_UP)
    answered = list(EntryRequest.objects.filter(pk__in=keys).order_by("number"))
    notify_on_commit(one for one in answered if one.state == State.ENTERED)
    notify_on_commit((one for one in answered if one.state == State.WAITING), Notice.WAITS)
    return answered


@transaction.atomic
def refuse_requests(
    *, tournament_id: int, numbers: Collection[int], now: datetime
) -> list[EntryRequest]:
    tournament = lock_tournament(tournament_id)
    refused = list(tournament.requests.filter(state__in=OPEN, number__in=numbers))
    _settle(refused, State.REFUSED, now)
    notify_on_commit(refused, Notice.REFUSED)
    return refused


@transaction.atomic
def put_back(*, tournament_id: int, number: int) -> None:
    """Let a refused request wait for the organiser again, in its former place."""
    tournament = lock_tournament(tournament_id)
    refused = tournament.requests.filter(number=number, state=State.REFUSED)
    refused.update(state=State.ASKED, accepted_at=None, settled_at=None)


@transaction.atomic
def move_up(*, tournament: Tournament, **by: Unpack[Actor]) -> list[EntryRequest]:
    """Give free places to those on the waiting list, in order; the contest is locked.

    After a draw nobody moves up, because they may have gone home.
    """
    if tournament.finished_at or has_begun(tournament):
        return []
    waiting = tournament.requests.filter(state=State.WAITING)
    moved = _fill_places(tournament, waiting, **by)
    notify_on_commit(moved, Notice.MOVED_UP)
    return moved


def move_up_everywhere(*, now: datetime) -> int:
    """Give all free places, also those from removed entries; return how many."""
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
    """Correct the names in a request, and in its entry.

    Raises Refused, and PersonTakenError for somebody who is in another entry.
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
    """Withdraw a request before the start; the waiting list moves up.

    If two were joined, the other one stays. Raises Refused.
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
    """Return the entry of a request; raises Refused if it was removed.

    Of two that were joined, one has the other's entry.
    """
    if request.entry is not None:
        return request.entry
    own = {folded(name) for name in request.names if name != TO_COME}
    for entry in request.tournament.entries.by_number():
        if own & {folded(name) for name in entry.names}:
            return entry
    raise Refused(ContestRefusal.TOO_LATE)


def _lock_request(request_id: int) -> tuple[Tournament, EntryRequest]:
    """Return a request with its contest, locked, as long as it may be changed."""
    request = EntryRequest.objects.get(pk=request_id)
    tournament = lock_tournament(request.tournament_id)
    if tournament.finished_at or has_begun(tournament):
        raise Refused(ContestRefusal.TOO_LATE)
    request.refresh_from_db()
    return tournament, request


def own_names(entry: Entry, request: EntryRequest) -> list[str]:
    """Return those who asked, by their names in the entry, which may have been corrected."""
    others = _others_in(entry, request)
    return [name for name in entry.names if name not in others]


def _others_in(entry: Entry, request: EntryRequest) -> tuple[str, ...]:
    """Return the others in the entry: as many as it has additional names.

    A corrected name is in the place of the original one; a partner who was joined comes after it.
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

    Requests for people who are entered already need another answer of the organiser.
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
    """Set the announcement and the sponsors, also after the end, for late thanks.

    More places let the waiting list move up.
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
    """Open a contest's page to the public. Raises Refused."""
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
    """Close a contest's public page; those who asked keep their place and their own page."""
    ContestOpening.objects.filter(tournament=tournament).delete()
