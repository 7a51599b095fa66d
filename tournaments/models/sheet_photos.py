"""Photos of the paper sheets of games, and how long a club keeps them."""

from typing import Final

from django.db import models
from django.db.models.functions import Length
from django.utils.translation import gettext_lazy as _

from scorekeeper.models import Club, Game
from scorekeeper.models.clubs import NAME_LENGTH

KEPT_DAYS: Final = 60


class SheetPhotoQuerySet(models.QuerySet["SheetPhoto"]):
    """QuerySet of photos of sheets."""

    def of_club(self, club: Club) -> "SheetPhotoQuerySet":
        return self.filter(game__club=club)

    def bytes(self) -> int:
        """Return the size of all pictures together."""
        total: int | None = self.aggregate(bytes=models.Sum(Length("picture")))["bytes"]
        return total or 0


class SheetPhoto(models.Model):
    """A photo of a game's sheet of paper, as evidence: the sheet alone, in shades of gray.

    `picture` is a JPEG, straightened, so that it has neither the surroundings nor the metadata of
    the photo. `sha256` is its hash, which the contest's log has too. `seats` is the mark of who sat
    at the table of a contest; `cells` is what was read of each box: its ink, the chances of the
    digits, and whether the box is to be seen.

    It is in the database, so that every backup and a standby have it with the hands, and never in
    a document.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="photos")
    sha256 = models.CharField(max_length=64)
    picture = models.BinaryField()
    seats = models.CharField(max_length=8, blank=True)
    cells = models.JSONField(default=list)
    author_name = models.CharField(max_length=NAME_LENGTH)
    taken_at = models.DateTimeField()

    objects = SheetPhotoQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["game", "sha256"], name="a_photo_is_kept_once_for_a_game"
            ),
        )

    def __str__(self) -> str:
        return self.sha256[:8]


class PhotoKeeping(models.Model):
    """How many days the photos of a contest are kept after its end; without a row 60.

    Those of a club evening are kept as long after it.
    """

    class Days(models.IntegerChoices):
        """The choices, in days after the end of the contest."""

        NONE = 0, _("until the contest is finished")
        WEEK = 7, _("7 days longer")
        TWO_MONTHS = KEPT_DAYS, _("60 days longer")
        YEAR = 365, _("a year longer")

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="photo_keeping")
    days = models.PositiveSmallIntegerField(choices=Days, default=Days.TWO_MONTHS)

    def __str__(self) -> str:
        return f"{self.days}"
