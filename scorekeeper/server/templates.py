"""A template loader that removes indentation."""

import re
from pathlib import Path
from typing import Final

from django.template.base import Origin
from django.template.loaders import app_directories

INDENT: Final = re.compile(r"\n[ \t]+")


class UnindentedLoader(app_directories.Loader):
    """Loads templates without the indentation of their source, which makes pages smaller.

    Looks into `DIRS`, then into the folder of each app. Line breaks stay, so that errors name the
    right line. Translated sentences are trimmed.
    """

    def get_dirs(self) -> list[str | Path]:
        return [*self.engine.dirs, *super().get_dirs()]

    def get_contents(self, origin: Origin) -> str:
        source = super().get_contents(origin)
        return INDENT.sub("\n", source) if origin.name.endswith(".html") else source
