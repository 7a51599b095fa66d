"""The names of people and teams on pages, and addresses that somebody types."""

import re
from typing import Final

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from scorekeeper.clubs.names import narrow_names, numbered_names, short_names, shown_names, unbroken

ADDRESS_PART: Final = re.compile(r"\w+://|\.?[^./]+(?:\.[a-z]{2,4}(?=/))?/?|.")

register = template.Library()
register.filter("names", shown_names)
register.filter("numbered", numbered_names)
register.filter("short_names", short_names)
register.filter("narrow_names", narrow_names)
register.filter("unbroken", unbroken, is_safe=True)


@register.filter
def typed_address(address: str) -> SafeString:
    """Return an address whose lines end at a slash or before a dot, as far as there is room.

    At the end of a line nobody knows whether a hyphen belongs to it.
    """
    parts = ADDRESS_PART.findall(address)
    return format_html_join("", '<span class="address-part">{}</span>', ((one,) for one in parts))
