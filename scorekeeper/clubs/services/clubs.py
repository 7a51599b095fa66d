"""Locking a club, and limits that are counted in the database for all processes.

A limit allows `most` at once and one more after each `each`: within any `span` at most `most` plus
as many as come back in it. A row exists only while something of a limit is used up.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from scorekeeper.models import Club, RateLimit


def oldest_club(*, now: datetime, name: str = "") -> Club:
    """Return the club that was there first; where there is none yet, one that is to be begun."""
    return Club.objects.order_by("pk").first() or Club.objects.create(
        name=name or _("Our club"), stage=Club.Stage.NEW, created_at=now
    )


@transaction.atomic
def begin_club(*, club: Club, name: str) -> None:
    """Give a club its name: nobody is asked for it again. A trial stays one.

    Asked of the locked row: the trial may have been filled since `club` was read.
    """
    club = Club.objects.select_for_update().get(pk=club.pk)
    club.name = name
    if not club.is_trial:
        club.stage = Club.Stage.BEGUN
    club.save(update_fields=["name", "stage"])


def lock_club(club: Club) -> None:
    """Let nobody else name something in the club until the transaction ends.

    Two phones that type one new name at the same moment then make one player, not an error.
    SQLite's transactions wait for each other anyway.
    """
    Club.objects.select_for_update().get(pk=club.pk)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """A bucket for each subject, which is emptied at once and fills slowly."""

    name: str
    most: int
    each: timedelta

    def wait(self, subject: str, now: datetime) -> float:
        """Return the seconds until there is one for the subject; nothing is used up."""
        row = RateLimit.objects.filter(key=self._key(subject)).first()
        if row is None:
            return 0.0
        return max(0.0, (self._free_at(row, now) - now - self._room).total_seconds())

    def take(self, subject: str, now: datetime) -> bool:
        """Use one up; return whether there was one. Each statement is whole by itself."""
        if self._take_of_row(subject, now):
            return True
        RateLimit.objects.filter(free_at__lte=now).delete()
        row, is_new = RateLimit.objects.get_or_create(
            key=self._key(subject), defaults={"free_at": now + self.each}
        )
        if is_new:
            return True
        self._free_at(row, now)
        # Somebody who came at the same moment may have made the row.
        return self._take_of_row(subject, now)

    def give_back(self, subject: str, now: datetime) -> None:
        row = RateLimit.objects.filter(key=self._key(subject))
        if not row.filter(free_at__gt=self._latest(now)).update(free_at=now + self._room):
            row.update(free_at=F("free_at") - self.each)

    def _take_of_row(self, subject: str, now: datetime) -> bool:
        row = RateLimit.objects.filter(key=self._key(subject))
        if row.filter(free_at__gt=now, free_at__lte=now + self._room).update(
            free_at=F("free_at") + self.each
        ):
            return True
        return bool(row.filter(free_at__lte=now).update(free_at=now + self.each))

    def _free_at(self, row: RateLimit, now: datetime) -> datetime:
        """Return when all is there again; what a clock that ran ahead has left is put right."""
        latest = self._latest(now)
        if row.free_at <= latest:
            return row.free_at
        RateLimit.objects.filter(key=row.key, free_at__gt=latest).update(free_at=latest)
        return latest

    def _latest(self, now: datetime) -> datetime:
        return now + self.most * self.each

    @property
    def _room(self) -> timedelta:
        return (self.most - 1) * self.each

    def _key(self, subject: str) -> str:
        return salted_hmac(
            f"scorekeeper.limits.{self.name}", subject, algorithm="sha256"
        ).hexdigest()
