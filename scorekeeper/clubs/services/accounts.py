"""The accounts of those who run the club."""

from django.contrib.auth.models import User
from django.db import transaction

from scorekeeper.clubs.services.clubs import begin_club
from scorekeeper.clubs.services.sessions import end_sessions
from scorekeeper.clubs.services.sign_in import forget_links
from scorekeeper.models import Club


@transaction.atomic
def change_account(*, user: User, club: Club, name: str, username: str, club_name: str) -> None:
    user.first_name, user.last_name = name, ""
    user.username = username
    user.save(update_fields=["first_name", "last_name", "username"])
    if club.name != club_name:
        begin_club(club=club, name=club_name)


def set_password(*, user: User, password: str, keep: str | None) -> None:
    """Give an account a password: its unused links no longer work, nor any session but `keep`."""
    # Hashed before: it takes long, and nobody else writes meanwhile.
    user.set_password(password)
    with transaction.atomic():
        user.save(update_fields=["password"])
        forget_links(user)
        end_sessions(user=user, keep=keep)
