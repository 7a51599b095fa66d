"""Setting up and locking a club, what it uses, and rate limits in the database.

Rate limits are shared by all processes. One allows `most` uses at once and refills one after each
`each`: within any `span`, at most `most` plus those refilled in it. A row exists only while part of
a limit is used.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from scorekeeper.extensions import offered
from scorekeeper.models import Club, RateLimit


def oldest_club(*, now: datetime, name: str = "") -> Club:
    """Return the oldest club; create one to be set up if there is none."""
    return Club.objects.order_by("pk").first() or Club.objects.create(
        name=name or _("Our club"), stage=Club.Stage.NEW, created_at=now
    )


@transaction.atomic
def begin_club(*, club: Club, name: str, uses_all: bool | None = None) -> None:
    """Name a club, which ends its setup. A trial stays one, and uses everything.

    Without `uses_all`, what the club uses stays as it is, as when an old club is renamed.

    Checked on the locked row: the trial may have been filled since `club` was read.
    """
    club = Club.objects.select_for_update().get(pk=club.pk)
    club.name = name
    if not club.is_trial:
        club.stage = Club.Stage.BEGUN
        if uses_all is not None:
            club.uses = None if uses_all else usual_codes()
    club.save(update_fields=["name", "stage", "uses"])


def usual_codes() -> list[str]:
    """Return the extensions of a club that plays evenings and contests."""
    return [one.code for one in offered() if one.is_usual]


@transaction.atomic
def set_uses(*, club: Club, codes: Collection[str]) -> None:
    """Set which extensions a club sees; all of them includes those that are added later."""
    offered_codes = [one.code for one in offered()]
    chosen = [code for code in offered_codes if code in codes]
    stored = None if chosen == offered_codes else chosen
    Club.objects.filter(pk=club.pk).update(uses=stored)


@transaction.atomic
def use_too(*, club: Club, code: str) -> None:
    """Let a club see one more extension."""
    club = Club.objects.select_for_update().get(pk=club.pk)
    if club.uses is not None:
        set_uses(club=club, codes=[*club.uses, code])


def lock_club(club: Club) -> None:
    """Lock the club's names until the end of the transaction.

    Two phones that add the same new name at once then create one player, without an error. SQLite
    serialises transactions anyway.
    """
    Club.objects.select_for_update().get(pk=club.pk)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """A token bucket for each subject, which refills slowly."""

    name: str
    most: int
    each: timedelta

    def wait(self, subject: str, now: datetime) -> float:
        """Return the seconds until the next use is allowed; uses nothing."""
        row = RateLimit.objects.filter(key=self._key(subject)).first()
        if row is None:
            return 0.0
        return max(0.0, (self._free_at(row, now) - now - self._room).total_seconds())

    def take(self, subject: str, now: datetime) -> bool:
        """Use one; return whether it was allowed. Each statement is atomic."""
        if self._take_of_row(subject, now):
            return True
        RateLimit.objects.filter(free_at__lte=now).delete()
        row, is_new = RateLimit.objects.get_or_create(
            key=self._key(subject), defaults={"free_at": now + self.each}
        )
        if is_new:
            return True
        self._free_at(row, now)
        # A concurrent request may have created the row.
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
        """Return when the limit is fully refilled; corrects values left by a wrong clock."""
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
