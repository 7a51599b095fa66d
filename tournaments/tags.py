"""The labels of tags: the categories of a contest's entries, as pages call them."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from scorekeeper.labels.rules import USUAL_CATEGORIES

USUAL_TAGS: Final = {
    "ladies": USUAL_CATEGORIES["ladies"],
    "mixed": _("Mixed"),
    "juniors": USUAL_CATEGORIES["juniors"],
    "members": _("Members"),
}


def tag_label(tag: str) -> str:
    """Return the label of a tag; a tag of the club itself is its own label."""
    return str(USUAL_TAGS.get(tag, tag))
