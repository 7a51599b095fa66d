"""The language of the terminal."""

import locale
import os
import sys
from collections.abc import Mapping

from django.conf import settings
from django.utils import translation


def console_language(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language code of the terminal's locale, French if it names none."""
    named = _windows_language() or next(
        (environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)),
        "",
    )
    # "fr_CH.UTF-8" -> "fr-ch"; "C" and "POSIX" name no language.
    code = named.partition(".")[0].partition("@")[0].replace("_", "-").lower()
    try:
        return translation.get_supported_language_variant(code)
    except LookupError:
        return settings.LANGUAGE_CODE


def _windows_language() -> str:
    if sys.platform == "win32":
        import ctypes

        return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return ""
