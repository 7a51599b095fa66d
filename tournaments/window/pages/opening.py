"""What the club's own page tells of its window: what is open, what a season would show."""

from typing import Any

from django.db.models import QuerySet

from scorekeeper.models import Club
from tournaments.models import League, Season
from tournaments.seasons.pages.calendars import season_days
from tournaments.seasons.pages.credits import credited_players
from tournaments.seasons.pages.seasons import SeasonPerson, names_of, seasons_of
from tournaments.seasons.pages.tables import table_of
from tournaments.window.pages.shown import leaderboard_lines


def own_seasons(club: Club) -> QuerySet[Season]:
    """Return all seasons of a club, the latest first, each with whether it is open."""
    return seasons_of(club).select_related("league__club", "opened")


def opening_of(season: Season) -> dict[str, Any]:
    """Return what everybody would see of a season: whose names, how, and how many days."""
    keys = {line.pk for line in leaderboard_lines(season)}
    if season.league.kind != League.Kind.FIXTURES:
        keys |= {pk for entrant in table_of(season).scores for pk in credited_players(entrant)}
    people: dict[int, SeasonPerson] = {p.pk: p for p in names_of(keys, for_everybody=True).values()}
    shown = sorted((p for p in people.values() if not p.is_nameless), key=lambda p: p.name)
    return {
        "season": season,
        "whole": tuple(person.name for person in shown if not person.is_hidden),
        "initials": tuple(person.name for person in shown if person.is_hidden),
        "nameless": len(people) - len(shown),
        "days": len(season_days(season)),
    }
