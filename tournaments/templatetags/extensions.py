"""A tag for the places of pages to which extensions can add."""

from django import template
from django.template import Context
from django.utils.safestring import SafeString

from scorekeeper import extensions as seam
from scorekeeper.clubs.access import member_club
from scorekeeper.models import Club

register = template.Library()


@register.simple_tag(takes_context=True)
def extensions(context: Context, place: str) -> SafeString:
    """Render what the extensions that a club uses add at a place, in order.

    Each part is rendered with the context of the page.
    """
    assert context.template is not None, "a tag is rendered by a template"
    engine = context.template.engine
    adding = [one for one in seam.extensions() if place in one.templates]
    club, contest = _club(context) if adding else None, context.get("tournament")
    names = [one.templates[place] for one in adding if seam.is_seen(one, club, contest)]
    with context.push():
        parts = [engine.get_template(name).render(context).strip() for name in names]
    return SafeString("\n".join(filter(None, parts)))


def _club(context: Context) -> Club | None:
    """Return the club of the page: of the contest or the visit shown, otherwise of the user."""
    tournament, visitor = context.get("tournament"), context.get("visitor")
    request = context.get("request")
    club = member_club(request) if request else None
    if tournament and not (club and club.pk == tournament.club_id):
        club = tournament.club
    elif visitor and not tournament:
        club = visitor.club
    return club
