"""Column mappings that a club chose for the lists it imports."""

from django.db import models

from scorekeeper.models import Club


class ListColumns(models.Model):
    """What the columns of an imported list contain, remembered by its heading.

    `heading` is a hash of the heading line, not its text; `parts` has one item per column.
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
