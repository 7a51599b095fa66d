"""The leagues of a club, a line a season."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from scorekeeper.models import Club
from tournaments.models import League, Season
from tournaments.rankings.labels.reasons import number_text
from tournaments.seasons.pages.credits import credited_players
from tournaments.seasons.pages.seasons import SeasonPerson, names_of, seasons_of, title_of
from tournaments.seasons.pages.tables import SeasonAsShown, season_tables


def league_lines(club: Club, *, today: date) -> list[dict[str, Any]]:
    """Return the leagues of a club, the one last played first; the same queries however many."""
    seasons = list(seasons_of(club))
    # What fixed teams play has a table of its own.
    tables = season_tables([s for s in seasons if s.league.kind != League.Kind.FIXTURES])
    leaders = [score for table in tables.values() for score in table.leaders]
    people = names_of(
        (pk for score in leaders for pk in credited_players(score.entrant)), for_everybody=False
    )
    found: dict[int, dict[str, Any]] = {}
    for season in seasons:
        line = found.setdefault(season.league_id, {"league": season.league, "seasons": []})
        line["seasons"].append(_season_line(season, tables.get(season.pk), people, today))
    return list(found.values())


def _season_line(
    season: Season, table: SeasonAsShown | None, people: Mapping[int, SeasonPerson], today: date
) -> dict[str, Any]:
    """Return a season: who stands first, and how many evenings were played."""
    first = table.leaders if table else ()
    return {
        "season": season,
        "leaders": [
            title_of(people[pk].name for pk in credited_players(score.entrant) if pk in people)
            for score in first
        ],
        "score": number_text(first[0].score) if first else "",
        "played": table.played if table else 0,
        "is_live": season.frozen_at is None and season.starts_on <= today <= season.ends_on,
        "is_over": season.frozen_at is not None or today > season.ends_on,
    }
