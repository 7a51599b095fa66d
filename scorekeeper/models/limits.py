"""Rate limits in the database, shared by all processes of a server."""

from django.db import models

KEY_LENGTH = 64


class RateLimit(models.Model):
    """How much of a limit is used: all of it is available again at `free_at`.

    The key is a hash of what is counted, an account or a table, so that no typed text is stored.
    """

    key = models.CharField(max_length=KEY_LENGTH, primary_key=True)
    free_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.key
