"""The theme of a device's pages: light, dark, or as the device itself is set."""

from enum import StrEnum
from typing import Final

from django.http import HttpRequest

THEME_COOKIE: Final = "theme"
"""Also read and written by theme.js."""


class Theme(StrEnum):
    """What somebody chose on a device."""

    AUTO = "auto"
    LIGHT = "light"
    DARK = "dark"

    @property
    def color_scheme(self) -> str:
        """Return the value of the CSS property of that name."""
        return "light dark" if self is Theme.AUTO else self.value


def chosen_theme(request: HttpRequest) -> Theme:
    """Return the theme that was chosen on this device."""
    return read_theme(request.COOKIES.get(THEME_COOKIE, ""))


def read_theme(value: str) -> Theme:
    """Return the theme of that value, AUTO for any other word."""
    return Theme(value) if value in set(Theme) else Theme.AUTO
