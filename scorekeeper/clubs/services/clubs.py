"""What concerns a whole club."""

from scorekeeper.models import Club


def lock_club(club: Club) -> None:
    """Let nobody else name something in the club until the transaction ends.

    Two phones that type one new name at the same moment then make one player, not an error.
    SQLite's transactions wait for each other anyway.
    """
    Club.objects.select_for_update().get(pk=club.pk)
