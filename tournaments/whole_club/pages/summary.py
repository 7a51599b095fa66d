"""What a club holds, and who is meant when it goes."""

from dataclasses import dataclass

from scorekeeper.copies.snapshots import database_file
from scorekeeper.models import Club, Membership
from tournaments.models import Tournament
from tournaments.whole_club.services.erasing import accounts_of_this_club_alone


@dataclass(frozen=True, slots=True, kw_only=True)
class Holdings:
    """How much is a club's. `accounts` are those that work in no other club.

    `has_copies` where the program itself copies the whole data.
    """

    players: int
    evenings: int
    games: int
    contests: int
    seasons: int
    people: int
    accounts: int
    has_copies: bool


def holdings_of(club: Club) -> Holdings:
    return Holdings(
        players=club.players.count(),
        evenings=club.evenings.count(),
        games=club.games.count(),
        contests=Tournament.objects.of_club(club).count(),
        seasons=sum(league.seasons.count() for league in club.leagues.all()),
        people=Membership.objects.filter(club=club).count(),
        accounts=accounts_of_this_club_alone(club).count(),
        has_copies=database_file() is not None,
    )
