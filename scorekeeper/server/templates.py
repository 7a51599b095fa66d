"""Our templates as pages are made of them."""

import re
from typing import Final

from django.template.base import Origin
from django.template.loaders import filesystem

INDENT: Final = re.compile(r"\n[ \t]+")


class UnindentedLoader(filesystem.Loader):
    """Loads pages without the indentation of their source, a tenth of what would go over the line.

    Lines stay, so that a fault is named by its own. Sentences that are translated are trimmed.
    """

    def get_contents(self, origin: Origin) -> str:
        source = super().get_contents(origin)
        return INDENT.sub("\n", source) if origin.name.endswith(".html") else source
