"""How names and passwords are looked at, wherever they are typed: `scorekeeper.clubs.guessing`."""

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from scorekeeper.clubs.guessing import turn_to_hash


class GuardedBackend(ModelBackend):
    """Django's own, which waits for its turn before it hashes; a wrong password is final."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **kwargs: Any,
    ) -> User | None:
        """Return whose password it is; raises TooManyAttemptsError and PermissionDenied."""
        if request is None or username is None or password is None:
            return super().authenticate(request, username, password, **kwargs)
        account = User.objects.filter(username=username).values_list("pk", flat=True).first()
        with turn_to_hash(request, name=username, account=account) as turn:
            user = super().authenticate(request, username, password, **kwargs)
            turn.end(is_right=user is not None)
        if user is None:
            raise PermissionDenied
        return user
