"""A template loader that removes indentation."""

import re
from typing import Final

from django.template.base import Origin
from django.template.loaders import filesystem

INDENT: Final = re.compile(r"\n[ \t]+")


class UnindentedLoader(filesystem.Loader):
    """Loads templates without the indentation of their source, which makes pages smaller.

    Line breaks stay, so that errors name the right line. Translated sentences are trimmed.
    """

    def get_contents(self, origin: Origin) -> str:
        source = super().get_contents(origin)
        return INDENT.sub("\n", source) if origin.name.endswith(".html") else source
