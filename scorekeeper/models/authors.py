"""Who does something: a person with an account, or a phone at the table."""

from dataclasses import dataclass

from django.contrib.auth.models import User

from scorekeeper.models.clubs import NAME_LENGTH, display_name


@dataclass(frozen=True, slots=True)
class Author:
    """Who enters something. `name` is what the log shows."""

    name: str
    user: User | None = None

    @classmethod
    def of_user(cls, user: User) -> "Author":
        return cls(display_name(user)[:NAME_LENGTH], user)
