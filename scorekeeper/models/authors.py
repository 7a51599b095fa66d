"""Who does something: a person with an account, or a phone at the table."""

from dataclasses import dataclass, field

from django.contrib.auth.models import User

from scorekeeper.models.clubs import NAME_LENGTH, display_name


@dataclass(frozen=True, slots=True)
class Author:
    """Who enters something. `name` is what the log shows.

    `clubs` are the keys of those that the account works for, where they were read already.
    """

    name: str
    user: User | None = None
    clubs: frozenset[int] | None = field(default=None, compare=False)

    @classmethod
    def of_user(cls, user: User, clubs: frozenset[int] | None = None) -> "Author":
        return cls(display_name(user)[:NAME_LENGTH], user, clubs)
