"""What the page of a phone's own player shows of other clubs."""

from django import template

from tournaments.extensions.interclub.queries import own_elsewhere

register = template.Library()
register.simple_tag(own_elsewhere)
