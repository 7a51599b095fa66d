"""What is counted in the database, so that all processes of a server count together."""

from django.db import models

KEY_LENGTH = 64


class RateLimit(models.Model):
    """How far something has used up what it may: all of it is there again at `free_at`.

    The key is a hash of what is counted, an account or a table: nothing that was typed is kept.
    """

    key = models.CharField(max_length=KEY_LENGTH, primary_key=True)
    free_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.key
