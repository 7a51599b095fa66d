"""Check of the columns derived from players' names."""

from collections.abc import Iterator, Sequence

from scorekeeper.models import Club, Player
from tournaments.doctor.findings import Finding, Spot
from tournaments.doctor.labels import sort_name_finding


def check_names(clubs: Sequence[Club]) -> Iterator[Finding]:
    """Yield players whose sort or search name does not match their name."""
    field = Player._meta.get_field("sort_name")
    for player in Player.objects.filter(club__in=clubs).select_related("club").order_by("pk"):
        stored, right = player.sort_name, field.pre_save(player, add=False)
        if stored != right:
            yield Finding(
                spot=Spot(club=player.club.name, player=player.name),
                what="sort_name",
                stored=stored,
                right=right,
                text=sort_name_finding(player.name, stored, right),
            )
