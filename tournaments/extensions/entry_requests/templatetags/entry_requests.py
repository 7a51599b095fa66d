"""How many people ask to enter a contest."""

from django import template

from tournaments.extensions.entry_requests.queries import requests_to_answer

register = template.Library()
register.simple_tag(requests_to_answer)
