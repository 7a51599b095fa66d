"""What the desk adds to pages of a contest and of its tables."""

from django import template
from django.template import RequestContext

from scorekeeper.clubs.access import may
from scorekeeper.roles import Right
from tournaments.extensions.calls.queries import TableDesk, seen_by, table_desk, waiting_tables
from tournaments.models import Tournament

register = template.Library()


@register.simple_tag(takes_context=True)
def tables_calling(context: RequestContext, tournament: Tournament) -> list[int]:
    """Return the tables that wait for the referee, for visitors who may see their calls.

    No query if nothing was ever sent to a table.
    """
    sees = may(context.request, tournament.club_id, Right.WRITE)
    return waiting_tables(tournament) if sees else []


@register.simple_tag(takes_context=True)
def desk_of_table(context: RequestContext, tournament: Tournament, number: int | None) -> TableDesk:
    """Return what the desk has for a table and this phone has not dismissed."""
    return table_desk(tournament, number, seen=seen_by(context.request))
