"""The names of people and teams on pages, and addresses that somebody types."""

import html
import re
from typing import Final

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scorekeeper.clubs.names import narrow_names, numbered_names, short_names, shown_names, unbroken

ADDRESS_PART: Final = re.compile(r"\w+://|\.?[^./]+(?:\.[a-z]{2,4}(?=/))?/?|.")

LONG_BRAND: Final = 20
"""A club's name of more letters takes more than two lines beside the buttons of a phone."""

register = template.Library()
register.filter("names", shown_names)
register.filter("numbered", numbered_names)
register.filter("short_names", short_names)
register.filter("narrow_names", narrow_names)
register.filter("unbroken", unbroken, is_safe=True)


@register.filter
def brand_name(name: str) -> SafeString:
    """Return the name at the head of a page, a long one in smaller letters on a phone."""
    is_long = len(html.unescape(name)) > LONG_BRAND
    return format_html(
        '<span class="brand__name{}">{}</span>', " brand__name--long" if is_long else "", name
    )


@register.filter
def typed_address(address: str) -> SafeString:
    """Return an address whose lines end at a slash or before a dot, as far as there is room.

    At the end of a line nobody knows whether a hyphen belongs to it.
    """
    parts = ADDRESS_PART.findall(address)
    return format_html_join("", '<span class="address-part">{}</span>', ((one,) for one in parts))
