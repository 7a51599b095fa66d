"""What a phone stores of the program: the service worker, the offline page, the web app.

All three are the same for everybody and do not use the session.
"""

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import get_template, render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scorekeeper.context import Site
from scorekeeper.extensions import extensions
from scorekeeper.server.static_bundles import SCRIPTS

# The offline page reads it too, and the worker's template contains it.
PAGES_CACHE: Final = "belote-pages"
HTMX: Final = "django_htmx/htmx-2.min.js"
# A table's page needs these to open. Other files are cached when they are loaded.
SHELL: Final = (
    "scorekeeper/app.css",
    "scorekeeper/pages.css",
    "scorekeeper/table.css",
    "scorekeeper/bids.css",
    *SCRIPTS,
    "scorekeeper/offline-page.js",
    "scorekeeper/table/store.js",
    "scorekeeper/icon.svg",
    HTMX,
)
OFFLINE_TEMPLATES: Final = (
    "base.html",
    "includes/_app_script.html",
    "offline/offline.html",
)
ICON_SIZES: Final = (192, 512)


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Send the script that opens pages of tables without a connection."""
    language = _language(request)
    # Browsers request it with every page: it is constant while files have hashed names.
    worker = _known_worker(language) if _is_hashed() else _worker(language)
    context = {
        # The addresses of this program only, as JavaScript values.
        "settings": mark_safe(worker),
        "logout": reverse("logout"),
    }
    script = render_to_string("offline/sw.js", context)
    answer = HttpResponse(script, content_type="text/javascript")
    answer["Service-Worker-Allowed"] = "/"
    patch_cache_control(answer, no_cache=True)
    return answer


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Show what the phone has stored while the computer in the hall cannot be reached."""
    language = _language(request)
    with translation.override(language):
        # Stored for anybody who uses the phone: it contains neither the club nor a name.
        context = {"pages": PAGES_CACHE, "site": Site()}
        answer = render(request, "offline/offline.html", context)
    answer["Content-Language"] = language
    return answer


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Describe the web app, for adding the program to a home screen."""
    described = {
        "id": "/",
        "name": _("Belote"),
        "short_name": _("Belote"),
        "description": _("Belote scores, hand by hand."),
        "lang": translation.get_language(),
        "dir": "ltr",
        "start_url": reverse("scorekeeper:home"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#edf0ec",
        "theme_color": "#0b4837",
        "categories": ["games", "utilities"],
        "icons": _icons(),
    }
    answer = JsonResponse(described, content_type="application/manifest+json")
    patch_cache_control(answer, no_cache=True)
    return answer


def _language(request: HttpRequest) -> str:
    """Return the language in the URL, because browsers fetch these without cookies."""
    asked = request.GET.get("language", "")
    if asked in dict(settings.LANGUAGES):
        return asked
    return translation.get_language() or settings.LANGUAGE_CODE


def _icons() -> list[dict[str, str]]:
    drawn = [
        {"src": static(f"scorekeeper/icon-{size}.png"), "sizes": f"{size}x{size}"}
        for size in ICON_SIZES
    ]
    full = {"src": static("scorekeeper/icon-maskable-512.png"), "sizes": "512x512"}
    return [
        {"src": static("scorekeeper/icon.svg"), "sizes": "any", "type": "image/svg+xml"},
        *({**icon, "type": "image/png", "purpose": "any"} for icon in drawn),
        {**full, "type": "image/png", "purpose": "maskable"},
    ]


def _worker(language: str) -> str:
    offline = reverse("scorekeeper:offline", query={"language": language})
    doors = ("scorekeeper:game-join", *(door for one in extensions() for door in one.doors))
    worker = {
        "digest": _digest(offline),
        "assets": [static(name) for name in SHELL],
        "hashed": _is_hashed(),
        "static": settings.STATIC_URL,
        "offline": offline,
        "doors": [reverse(page, args=["_"]).removesuffix("_/") for page in doors],
    }
    return json.dumps(worker)


_known_worker = cache(_worker)


def _is_hashed() -> bool:
    """Return whether names of static files contain a hash of their content."""
    return "manifest" in settings.STORAGES["staticfiles"]["BACKEND"].lower()


def _digest(offline: str) -> str:
    """Return a value that changes with any file, and with the offline page."""
    parts: list[object] = [offline]
    for name in SHELL:
        state = Path(str(finders.find(name))).stat()
        parts.append((static(name), None if _is_hashed() else (state.st_size, state.st_mtime_ns)))
    parts += [get_template(name).template.source for name in OFFLINE_TEMPLATES]  # type: ignore[attr-defined]
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
