"""Tags of entries in words."""

from typing import Final

from django.utils.translation import gettext_lazy as _

USUAL_TAGS: Final = {
    "ladies": _("Ladies"),
    "mixed": _("Mixed"),
    "juniors": _("Juniors"),
}


def tag_label(tag: str) -> str:
    """Return a tag in words; one that the club made up stands as it was typed."""
    return str(USUAL_TAGS.get(tag, tag))
