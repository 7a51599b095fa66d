"""QR codes with addresses for phones."""

from functools import lru_cache

import segno
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from scorekeeper.addresses import phone_address


@lru_cache(maxsize=512)
def qr_svg(address: str) -> SafeString:
    drawing = segno.make(address, error="m", micro=False).svg_inline(
        omitsize=True, svgclass=None, lineclass=None, border=2
    )
    return mark_safe(drawing)


def qr_address(request: HttpRequest, name: str, token: str) -> str:
    """Return the absolute URL of a page, reachable by phones in the hall."""
    return phone_address(request.scheme or "http", request.get_host(), reverse(name, args=[token]))
