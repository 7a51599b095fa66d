"""A club's public site: what everybody can see, season by season."""

from typing import Final

from django.db import models

from scorekeeper.models import Club
from scorekeeper.models.clubs import NAME_LENGTH
from tournaments.models.leagues import Season

ADDRESS_LENGTH: Final = 50
PLAYS_LENGTH: Final = 300


class ClubWindow(models.Model):
    """The address of a club's public site and the club's presentation there.

    The site is public while at least one season is. `sites` are the web sites that may embed it.
    Search engines are asked not to index it unless `is_listed`.
    """

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="window")
    address = models.SlugField(max_length=ADDRESS_LENGTH, unique=True)
    plays = models.CharField(max_length=PLAYS_LENGTH, blank=True)
    sites = models.JSONField(default=list)
    is_listed = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.CheckConstraint(condition=~models.Q(address=""), name="a_window_has_an_address"),
        )

    def __str__(self) -> str:
        return self.address


class OpenedSeason(models.Model):
    """A season published on the club's public site, with who published it and when."""

    season = models.OneToOneField(Season, on_delete=models.CASCADE, related_name="opened")
    author_name = models.CharField(max_length=NAME_LENGTH)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.season} ({self.at:%Y-%m-%d})"
