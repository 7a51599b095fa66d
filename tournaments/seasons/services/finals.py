"""The final of a season: a contest of those who stand above the line."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from scorekeeper.models.authors import Author
from scorekeeper.rules.pages.rulesets import preset_choice
from tournaments.entries.services.entries import NewEntry, add_entries
from tournaments.fixtures.pages.fixtures import fixture_page, teams_of
from tournaments.fixtures.services import PLAYERS_AT_A_TABLE
from tournaments.models import League, Season, SeasonEvent, Tournament
from tournaments.seasons.pages.items import ItemKind, collects
from tournaments.seasons.pages.seasons import season_page
from tournaments.setup.services import USUAL_RULES, Settings, create_tournament


class NoFinalistsError(ValueError):
    """Raised when a final is made while nobody stands above the line."""


@transaction.atomic
def create_final(*, season: Season, name: str, author: Author, now: datetime) -> Tournament:
    """Create the final of a season with its finalists as entries, in the order of the table.

    It does not count for the season itself. Raises NoFinalistsError, and PersonTakenError where
    somebody is in two of the teams.
    """
    today = timezone.localdate(now)
    finalists = _finalists(season)
    if not finalists:
        raise NoFinalistsError
    is_melee = season.league.kind == League.Kind.PLAYERS
    final = create_tournament(
        club=season.league.club,
        settings=Settings(
            name=name,
            date=today,
            rules=preset_choice(USUAL_RULES),
            mode=Tournament.Mode.MELEE if is_melee else Tournament.Mode.TEAMS,
        ),
        author=author,
        now=now,
    )
    if collects(season, ItemKind.CONTEST, today):
        SeasonEvent.objects.create(season=season, tournament=final, counts=False)
    entries = [NewEntry(names=names) for names in finalists]
    add_entries(tournament_id=final.pk, entries=entries, author=author, now=now)
    return final


def _finalists(season: Season) -> list[tuple[str, ...]]:
    if season.league.kind == League.Kind.FIXTURES:
        return _fixed_finalists(season)
    rows = season_page(season).rows
    return [tuple(person.name for person in row.people) for row in rows if row.is_finalist]


def _fixed_finalists(season: Season) -> list[tuple[str, ...]]:
    """Return two players of each fixed team: of more, those whom the club knew first."""
    teams = {team.number: team for team in teams_of(season)}
    # Which meetings are late does not matter here, so any day will do.
    rows = fixture_page(season, today=season.ends_on).rows
    numbers = [row.number for row in rows if row.is_finalist]
    return [
        tuple(
            player.name
            for player in sorted(teams[number].players.all(), key=lambda player: player.pk)
        )[:PLAYERS_AT_A_TABLE]
        for number in numbers
    ]
