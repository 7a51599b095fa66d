"""What a club chose of the lists that it brings in."""

from django.db import models

from scorekeeper.models import Club


class ListColumns(models.Model):
    """What the columns of a list hold whose heading the club has seen before.

    `heading` is the mark of the line that names them, not its words; `parts` are in its order.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="list_columns")
    kind = models.CharField(max_length=20)
    heading = models.CharField(max_length=16)
    parts = models.JSONField(default=list)
    used_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["club", "kind", "heading"], name="columns_of_a_heading_are_kept_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.heading}"
