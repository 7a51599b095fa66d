"""The authentication backend: sign-in by username or email, throttled by `login_throttling`."""

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from scorekeeper.clubs.login_throttling import turn_to_hash


class GuardedBackend(ModelBackend):
    """Django's backend, which waits for its turn to hash; a wrong password is final."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **kwargs: Any,
    ) -> User | None:
        """Return the user with this password; raises TooManyAttemptsError and PermissionDenied."""
        if request is None or username is None or password is None:
            return super().authenticate(request, username, password, **kwargs)
        found = _named(username)
        known = found.username if found else username
        with turn_to_hash(request, name=username, user=found) as turn:
            user = super().authenticate(request, known, password, **kwargs)
            turn.end(is_right=user is not None)
        if user is None:
            raise PermissionDenied
        return user


def _named(typed: str) -> User | None:
    """Return the account with that username, or with that confirmed email address."""
    account = User.objects.filter(username=typed).first()
    if account is None and "@" in typed:
        # A confirmed address belongs to one account.
        return User.objects.filter(email__iexact=typed.strip()).first()
    return account
