"""The names of people and teams on pages."""

from django import template

from scorekeeper.clubs.names import narrow_names, short_names, shown_names, unbroken

register = template.Library()
register.filter("names", shown_names)
register.filter("short_names", short_names)
register.filter("narrow_names", narrow_names)
register.filter("unbroken", unbroken, is_safe=True)
