"""Why something is not done: an app has one table of codes, each with its words."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Refused(Exception):  # noqa: N818
    """Raised with a code of an app's table and the `facts` that its words name.

    `str()` is the sentence in the reader's language: a page shows it. Where a caller does something
    else than show it, there is an exception of its own.
    """

    def __init__(self, code: TextChoices, **facts: str | int) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        return str(self.code.label) % self.facts


class ClubRefusal(TextChoices):
    """Why something of a club, its people or its games is not done; by room."""

    # clubs
    UNCONFIRMED = "unconfirmed", _("Confirm your mail address first: nothing was changed.")
