"""A club erased: every row that is its own, and the accounts that worked in no other club."""

from dataclasses import dataclass
from typing import Any

from django.contrib.admin.models import LogEntry as AdminEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet

from scorekeeper.models import Club
from tournaments.models import NationalTable, SamePerson
from tournaments.whole_club.pages.summary import accounts_of_this_club_alone
from tournaments.whole_club.rows import kinds


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
    if club.together_from:
        # The list of all clubs is made anew, without this one.
        NationalTable.objects.all().delete()
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
    return Erased(rows=rows, accounts=gone)


def _erase_told(rows: QuerySet[Any]) -> None:
    """Erase what the administration's pages wrote down of some rows: it names them."""
    acts = AdminEntry.objects.filter(content_type=ContentType.objects.get_for_model(rows.model))
    if acts.exists():
        keys = [str(key) for key in rows.values_list("pk", flat=True)]
        acts.filter(object_id__in=keys).delete()
