"""A tag for places of pages where extensions add something."""

from django import template
from django.template import Context
from django.utils.safestring import SafeString

from scorekeeper import extensions as seam

register = template.Library()


@register.simple_tag(takes_context=True)
def extensions(context: Context, place: str) -> SafeString:
    """Render what extensions add at a place, in their order, each with the page's context."""
    assert context.template is not None, "a tag is rendered by a template"
    engine = context.template.engine
    names = [one.templates[place] for one in seam.extensions() if place in one.templates]
    with context.push():
        return seam.rendered([engine.get_template(name).render(context) for name in names])
