"""Online entry: contests that a club announces, and requests to take part."""

from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from scorekeeper.models.clubs import NAME_LENGTH
from scorekeeper.models.codes import TOKEN_LENGTH, new_token
from tournaments.models.entries import Entry
from tournaments.models.tournaments import Tournament

CONTACT_LENGTH: Final = 120
LANGUAGE_LENGTH: Final = 8


class ContestOpening(models.Model):
    """The public announcement of a contest, with who published it and when.

    The token gives access to the announcement only, not to the pages of the contest. With
    `takes_requests` people can ask to enter; with `shows_names` the page lists the entries, each
    name as its owner wants it shown.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="opened")
    token = models.CharField(max_length=TOKEN_LENGTH, unique=True, default=new_token)
    takes_requests = models.BooleanField(default=True)
    shows_names = models.BooleanField(default=False)
    author_name = models.CharField(max_length=NAME_LENGTH)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.tournament} ({self.at:%Y-%m-%d})"


CONTACT_WEEKS: Final = 4
"""So long after a contest who asked to enter, and how to reach them, is forgotten."""


class EntryRequest(models.Model):
    """A request to enter a contest. Places are given in the order of its number.

    `accepted_at` is when the organiser accepted it, `settled_at` when it became an entry or was
    closed. The token gives access to the page of whoever sent it. Names, phone and e-mail are
    deleted some weeks after the contest; order and times are kept.
    """

    class State(models.TextChoices):
        ASKED = "asked", _("To be confirmed")
        WAITING = "waiting", _("On the waiting list")
        ENTERED = "entered", _("Entered")
        REFUSED = "refused", _("Refused")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="requests")
    number = models.PositiveSmallIntegerField()
    token = models.CharField(max_length=TOKEN_LENGTH, unique=True, default=new_token)
    names = models.JSONField(default=list)
    tags = models.JSONField(default=list)
    phone = models.CharField(max_length=CONTACT_LENGTH, blank=True)
    mail = models.EmailField(max_length=CONTACT_LENGTH, blank=True)
    language = models.CharField(max_length=LANGUAGE_LENGTH)
    state = models.CharField(max_length=9, choices=State, default=State.ASKED)
    entry = models.ForeignKey(
        Entry, on_delete=models.SET_NULL, null=True, blank=True, related_name="requests"
    )
    asked_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tournament", "number"], name="a_request_has_its_own_number"
            ),
        )

    def __str__(self) -> str:
        return f"{self.number}"

    @property
    def has_waited(self) -> bool:
        """Return whether the request moved up from the waiting list."""
        return (
            self.state == self.State.ENTERED
            and self.accepted_at is not None
            and self.accepted_at != self.settled_at
        )
