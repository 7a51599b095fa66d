"""What pages that anybody can open show of names."""

from collections.abc import Collection

from scorekeeper.models import Player
from scorekeeper.models.clubs import initials_of


def hidden_players(club_id: int) -> frozenset[int]:
    """Return the players of a club of whom the public sees initials only; one query."""
    players = Player.objects.filter(club=club_id, shown=Player.Shown.INITIALS)
    return frozenset(players.values_list("pk", flat=True))


def name_for(name: str, player: int | None, hidden: Collection[int]) -> str:
    """Return a name as it was written, or its initials where the player is among the hidden."""
    return initials_of(name) if player in hidden else name
