"""Rounds: their draw, their state, their clock."""

from datetime import datetime, timedelta
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.draw.certificate import Certificate, from_plain, request_from_plain
from tournaments.draw.drawing import swap
from tournaments.draw.request import DrawRequest
from tournaments.draw.result import Draw
from tournaments.models.tournaments import Tournament


class Round(models.Model):
    """A round of a contest.

    While it is drawn only the organiser sees it and it has no matches yet: `certificate` and
    `request` hold the draw as it was made, `swaps` the pairs of numbers exchanged by hand after it.
    `timer_left` are the seconds left when the clock stands still, `timer_ends_at` when it runs.
    """

    class Status(models.TextChoices):
        DRAWN = "drawn", _("drawn, not yet published")
        PLAYING = "playing", _("being played")
        CLOSED = "closed", _("closed")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    hands = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=8, choices=Status, default=Status.DRAWN)
    request = models.JSONField()
    certificate = models.JSONField()
    swaps = models.JSONField(default=list)
    timer_left = models.PositiveIntegerField(null=True, blank=True)
    timer_ends_at = models.DateTimeField(null=True, blank=True)
    drawn_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tournament", "number"], name="a_contest_has_each_round_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.number}"

    @property
    def is_drawn(self) -> bool:
        return self.status == self.Status.DRAWN

    @property
    def is_playing(self) -> bool:
        return self.status == self.Status.PLAYING

    @property
    def is_closed(self) -> bool:
        return self.status == self.Status.CLOSED

    @property
    def has_draw(self) -> bool:
        """Return whether the round was drawn here: one brought in without a log may not be."""
        return bool(self.certificate)

    @property
    def draw_request(self) -> DrawRequest:
        stored: dict[str, Any] = self.request
        return request_from_plain(stored)

    @property
    def draw_certificate(self) -> Certificate:
        """Return the certificate of the draw as it was made, before any exchange by hand."""
        stored: dict[str, Any] = self.certificate
        return from_plain(stored)

    @property
    def draw(self) -> Draw:
        """Return the draw with what was exchanged by hand before it was published."""
        request, drawn = self.draw_request, self.draw_certificate.draw
        for one, other in self.swaps:
            drawn = swap(request, drawn, one, other)
        return drawn

    def seconds_left(self, now: datetime) -> int | None:
        """Return the seconds left on the clock, 0 once it has run out, None without a clock."""
        if self.timer_ends_at is None:
            return self.timer_left
        return max(0, int((self.timer_ends_at - now) / timedelta(seconds=1)))
