"""Whether a name on a sheet or in a list belongs to the player who is named beside it."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Final, NamedTuple

from scorekeeper.models import Club, GameSeat, Player

_NOBODY: Final = "–"


class _Owner(NamedTuple):
    """The player whom a name means today, and since when the club knows the name's player."""

    player: int
    since: datetime


class WhoIsWho:
    """The players of a club by name; one query.

    Names stay as they were written when a player is renamed, and mean the one they were merged
    into. `arrived` are names that another computer has for some players.
    """

    def __init__(self, club: Club, arrived: Iterable[tuple[str, int]] = ()) -> None:
        rows = Player.objects.of_club(club).values_list("pk", "name", "merged_into", "created_at")
        self._names: dict[int, str] = {}
        self._owners: dict[str, _Owner] = {}
        for pk, name, kept, since in rows:
            self._names[pk] = name
            self._owners[name.casefold()] = _Owner(kept or pk, since)
        self._arrived = {(name.casefold(), player) for name, player in arrived}

    def name_of(self, player: int | None) -> str:
        return self._names.get(player, _NOBODY) if player else _NOBODY

    def other_owner(
        self,
        name: str,
        player: int | None,
        at: datetime,
        taken: Collection[int | None],
        *,
        row: int | None = None,
    ) -> str | None:
        """Return who has the name that was written at that time for another player, or None.

        Nothing is said where the name can have been the player's before a renaming: nobody else had
        it then, or the player has sheets under it besides `row`. A second name of somebody in
        `taken` has no player.
        """
        if player is not None and player not in self._names:
            return _NOBODY
        owner = self._owners.get(name.casefold())
        if owner is None or owner.player == player or owner.since > at:
            return None
        if player is None:
            return None if owner.player in taken else self.name_of(owner.player)
        if (name.casefold(), player) in self._arrived:
            return None
        sheets = GameSeat.every.filter(player=player, name=name).values_list("pk", flat=True)
        return None if set(sheets) - {row} else self.name_of(owner.player)
