"""Who makes a change: a person with an account, or a phone at the table."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import TypedDict

from django.contrib.auth.models import User

from scorekeeper.models.clubs import NAME_LENGTH, display_name


@dataclass(frozen=True, slots=True)
class Author:
    """Who makes a change. `name` is what the log shows.

    `decides_in` are the primary keys of the clubs in which the account has a referee's rights, if
    they have been read already.
    """

    name: str
    user: User | None = None
    decides_in: frozenset[int] | None = field(default=None, compare=False)

    @classmethod
    def of_user(cls, user: User, decides_in: frozenset[int] | None = None) -> "Author":
        return cls(display_name(user)[:NAME_LENGTH], user, decides_in)


class Actor(TypedDict):
    """By whom and when something is written: the arguments that every service takes."""

    author: Author
    now: datetime
