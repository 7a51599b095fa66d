"""Who is one person over all clubs that take part, as far as both sides said so."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from django.db.models import QuerySet

from scorekeeper.models import Club, Player
from scorekeeper.models.initials import initials_of
from tournaments.models import SamePerson


def clubs_together() -> QuerySet[Club]:
    """Return the clubs that take part in what the server's clubs have in common."""
    return Club.objects.exclude(together_from=None).filter(stage=Club.Stage.BEGUN)


def links_that_hold() -> QuerySet[SamePerson]:
    """Return what was said and confirmed between clubs that both take part."""
    together = clubs_together().values("pk")
    links = SamePerson.objects.confirmed()
    return links.filter(one__club__in=together, other__club__in=together)


class People:
    """Which players are one person: the lowest key stands for all of them."""

    def __init__(self, links: Iterable[tuple[int, int]]) -> None:
        self._leader: dict[int, int] = {}
        for one, other in links:
            first, second = sorted((self.of(one), self.of(other)))
            self._leader[second] = first

    def of(self, player: int) -> int:
        while (leader := self._leader.get(player, player)) != player:
            player = leader
        return player

    def groups(self) -> dict[int, set[int]]:
        """Return everybody who is more than one player, by the lowest key."""
        found: defaultdict[int, set[int]] = defaultdict(set)
        for player in self._leader:
            found[self.of(player)] |= {player, self.of(player)}
        return found


def people_together() -> People:
    """Return who is one person; one query. Who was merged into another is that one."""
    rows = links_that_hold().values_list("one", "one__merged_into", "other", "other__merged_into")
    return People((one_is or one, other_is or other) for one, one_is, other, other_is in rows)


def is_open(player: Player) -> bool:
    """Return whether the public sees the whole name: the club and the player want it."""
    return player.club.opens_rankings and player.shown == Player.Shown.FULL


def shown_to_all(player: Player) -> str:
    """Return the name of a player as anybody sees it on pages of all clubs."""
    return player.name if is_open(player) else initials_of(player.name)


def shown_of_all(players: Sequence[Player]) -> str:
    """Return the name of somebody who plays in several clubs: hidden where one of them hides it."""
    first = min(players, key=lambda player: player.pk)
    return first.name if all(map(is_open, players)) else initials_of(first.name)


def loaded(keys: Iterable[int]) -> dict[int, Player]:
    """Return who still has a name of these players of clubs that take part; one query."""
    players = Player.objects.select_related("club").filter(
        club__in=clubs_together().values("pk"), pk__in=set(keys)
    )
    return {
        player.pk: player for player in players.exclude(shown=Player.Shown.ANONYMOUS).order_by("pk")
    }
