"""The table of roles, as the help and the page of members show it."""

from typing import Any

from scorekeeper.labels.roles import RIGHT_NAMES, ROLE_NAMES, ROLE_TEXTS
from scorekeeper.roles import RIGHTS, Right, Role


def role_table() -> dict[str, Any]:
    """Return the roles with their words, the most first, and for each right which of them have it.

    Rights that the same roles have stand together.
    """
    roles = tuple(reversed(Role))
    return {
        "roles": [(role, ROLE_NAMES[role], ROLE_TEXTS[role]) for role in roles],
        "rights": [
            (RIGHT_NAMES[right], [(ROLE_NAMES[role], right in RIGHTS[role]) for role in roles])
            for right in Right
        ],
    }
