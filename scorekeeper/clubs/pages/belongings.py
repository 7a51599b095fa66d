"""All that belongs to a club, whoever stands above the score keeper and added it."""

from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet

from scorekeeper.models import Club, MemberEvent, Membership


def belongings_of(club: Club) -> Iterator[QuerySet[Any]]:
    """Yield the rows of every kind that belong to a club; who runs it does not."""
    for relation in Club._meta.related_objects:
        model: Any = relation.related_model
        if model not in {Membership, MemberEvent}:
            yield model._default_manager.filter(**{relation.field.name: club})


def is_new(club: Club) -> bool:
    """Return whether nobody has said anything of the club yet, nor entered anything in it."""
    is_asked = club.stage == Club.Stage.NEW
    return is_asked and not any(rows.exists() for rows in belongings_of(club))
