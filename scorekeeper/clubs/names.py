"""Names shortened, or with the family name first. Pure."""

import re
from typing import Final

from scorekeeper.models.initials import initials_of
from scorekeeper.models.sort_names import first_and_family

LONG: Final = 18
"""Characters that fit on a button, in a line of the projector or on a phone's score."""


def short_name(name: str) -> str:
    """Return a name with its first names as initials: "J.-P. de La Fontaine". One word is kept."""
    first, family = first_and_family(name)
    if not first or not re.search(r"[^\W\d_]{2}", family):
        return name
    return f"{initials_of(first)} {family}".strip()


def short_names(title: str) -> str:
    """Return a team's names, each shortened and kept on one line.

    The name of the team itself, before them, is not changed.
    """
    team, mark, names = title.rpartition(" · ")
    people = (short_name(name).replace(". ", ".\u00a0") for name in names.split(" & "))
    return team + mark + " & ".join(people)


def fitting_names(title: str) -> str:
    """Return names for little room: the first names are shortened if all are long."""
    return short_names(title) if len(title) > LONG else title


def narrow_names(title: str) -> str:
    """Return names for a phone's narrow columns: lines break between words, not in initials."""
    names = title.split(" & ")
    if len(title) > LONG:
        names = [short_name(name) for name in names]
    return " & ".join(names).replace(".-", ".-\u2060")


def listed_name(name: str) -> str:
    """Return a name for lists sorted by family name: "Benoît Brigitte"."""
    first, family = first_and_family(name)
    return f"{family} {first}" if first and re.search(r"[^\W\d_]", family) else name
