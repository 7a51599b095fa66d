"""What a draw of club teams shows: each meeting with its tables, as the pairs are lined up now."""

from collections.abc import Mapping
from typing import Any

from tournaments.course.meetings import TeamMeetings
from tournaments.draw.result import Draw
from tournaments.models import Round
from tournaments.seating import NamedEntry, SeatedTable, planned_tables


def named_squads(meetings: TeamMeetings) -> dict[int, NamedEntry]:
    """Return club teams as they are named, by number."""
    return {one.number: NamedEntry(number=one.number, names=(one.name,)) for one in meetings.squads}


def drawn_meetings(
    played: Round, meetings: TeamMeetings, draw: Draw, entries: Mapping[int, NamedEntry]
) -> list[dict[str, Any]]:
    """Return the meetings of a draw in their order, who is exempt last."""
    squads, squad_of = named_squads(meetings), meetings.by_entry
    at_squad: dict[int, list[SeatedTable]] = {}
    for table in planned_tables(played, entries):
        at_squad.setdefault(squad_of[table.a[0].number], []).append(table)
    found = []
    for pair in [(one.a[0], one.b[0]) for one in draw.pairings] + [(who,) for who in draw.exempt]:
        tables = [table for squad in pair for table in at_squad.get(squad, ())]
        found.append(
            {
                "title": " – ".join(squads[squad].title for squad in pair),
                "tables": [table for table in tables if not table.is_exempt],
                "exempt": [one for table in tables if table.is_exempt for one in table.a],
            }
        )
    return found
