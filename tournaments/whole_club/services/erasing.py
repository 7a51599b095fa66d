"""A club erased: every row that is its own, and the accounts that worked in no other club."""

from dataclasses import dataclass
from typing import Any, Final

from django.contrib.admin.models import LogEntry as AdminEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet

from scorekeeper.copies.erasures import empty_written_log
from scorekeeper.models import Club
from tournaments.models import NationalLine, SamePerson
from tournaments.whole_club.pages.summary import accounts_of_this_club_alone
from tournaments.whole_club.rows import kinds

BATCH: Final = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Erased:
    """What went: how many rows, and whose accounts."""

    rows: int
    accounts: frozenset[int]


@transaction.atomic
def erase_club(*, club_id: int) -> Erased:
    """Erase all that is a club's. Raises Club.DoesNotExist.

    Whoever works in another club too, and who administers the installation, keeps the account.
    """
    club = Club.objects.select_for_update().get(pk=club_id)
    accounts = list(accounts_of_this_club_alone(club))
    gone = frozenset(user.pk for user in accounts)
    SamePerson.objects.of_club(club).delete()
    _leave_list_of_all_clubs(club)
    rows = 0
    # Those that name others first.
    for kind in reversed(kinds()):
        owned = kind.rows(club)
        _erase_told(owned)
        # Nothing follows from these rows that is not erased by itself here.
        rows += owned._raw_delete(owned.db) or 0
    for user in accounts:
        Session.objects.filter(account_session__user=user).delete()
        user.delete()
    transaction.on_commit(empty_written_log)
    return Erased(rows=rows, accounts=gone)


def _leave_list_of_all_clubs(club: Club) -> None:
    """Erase the lines that name the club's players; others stay until the list is made anew.

    Without any list the next visitor would work everything out.
    """
    own = set(club.players.values_list("pk", flat=True))
    lines = NationalLine.objects.values_list("pk", "players")
    named = [pk for pk, players in lines.iterator() if not own.isdisjoint(players)]
    for start in range(0, len(named), BATCH):
        NationalLine.objects.filter(pk__in=named[start : start + BATCH]).delete()


def _erase_told(rows: QuerySet[Any]) -> None:
    """Erase what the administration's pages wrote down of some rows: it names them."""
    acts = AdminEntry.objects.filter(content_type=ContentType.objects.get_for_model(rows.model))
    if acts.exists():
        keys = [str(key) for key in rows.values_list("pk", flat=True)]
        acts.filter(object_id__in=keys).delete()
