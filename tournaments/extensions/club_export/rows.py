"""Which rows belong to a club: those of every model with a path to `Club`, in insertable order.

The models are discovered, so a new one needs no registration here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, TypeAlias

from django.apps import apps
from django.db.models import Field, ForeignKey, Model, QuerySet

from scorekeeper.models import Club, Membership
from tournaments.models import (
    ContestSummary,
    DrawSecrets,
    HallComputer,
    PlayerPhone,
    SamePerson,
    SentContest,
    SentEvening,
    ServerLink,
    SheetPhoto,
    TablePhone,
    Webhook,
    WebhookDelivery,
)

APPS: Final = ("scorekeeper", "tournaments")
OWNER: Final = "pk"

KEPT_BACK: Final[frozenset[type[Model]]] = frozenset(
    {
        Membership,
        PlayerPhone,
        ServerLink,
        SentContest,
        SentEvening,
        Webhook,
        WebhookDelivery,
        SamePerson,
        ContestSummary,
        DrawSecrets,
        SheetPhoto,
        TablePhone,
    }
)
"""Models that are not exported.

These are accounts, keys of devices and of other programs and what is useless without them, links to
persons in other clubs, photos, and derived data.
"""
SECRETS: Final = frozenset({(HallComputer, "key_hash")})
"""Columns that are not exported."""

Column: TypeAlias = "Field[Any, Any]"


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """A model whose rows belong to a club; `way` is the lookup path from a row to the club."""

    model: type[Model]
    way: str

    @property
    def name(self) -> str:
        """Return the model's label in a file: "scorekeeper.player"."""
        return self.model._meta.label_lower

    def rows(self, club: Club) -> QuerySet[Any]:
        return self.model._base_manager.filter(**{self.way: club.pk})

    @property
    def columns(self) -> list[Column]:
        """Return the exported columns except the primary key: no secrets, no accounts."""
        owned = owned_models()
        return [
            field
            for field in self.model._meta.concrete_fields
            if not field.primary_key
            and (self.model, field.name) not in SECRETS
            and (field.related_model is None or field.related_model in owned)
        ]


def kinds() -> Sequence[Kind]:
    """Return all kinds of rows in the order of their references; the club is the first."""
    ways = owned_models()
    return [Kind(model, ways[model]) for model in _in_order(ways)]


def kinds_taken_along() -> Sequence[Kind]:
    return [kind for kind in kinds() if kind.model not in KEPT_BACK]


@cache
def owned_models() -> dict[type[Model], str]:
    """Return every model whose rows belong to a club, with the lookup path to the club."""
    ways: dict[type[Model], str] = {Club: OWNER}
    left = [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.app_label in APPS and model is not Club
    ]
    while found := {model: way for model in left if (way := _way(model, ways))}:
        ways |= found
        left = [model for model in left if model not in found]
    return ways


def _way(model: type[Model], ways: dict[type[Model], str]) -> str:
    """Return the path to the club through a required reference, empty if none is known yet."""
    for field in references(model):
        target: Any = field.related_model
        if not field.null and target in ways:
            return field.name if target is Club else f"{field.name}__{ways[target]}"
    return ""


def references(model: type[Model]) -> Iterator["ForeignKey[Any, Any]"]:
    """Yield the foreign keys of a model."""
    for field in model._meta.concrete_fields:
        if isinstance(field, ForeignKey):
            yield field


def _in_order(ways: dict[type[Model], str]) -> list[type[Model]]:
    """Sort models by their references; a row may refer to one of its own model."""
    done: dict[type[Model], None] = {}

    def visit(model: type[Model]) -> None:
        for field in references(model):
            target: Any = field.related_model
            if target in ways and target is not model and target not in done:
                visit(target)
        done[model] = None

    for model in ways:
        if model not in done:
            visit(model)
    return list(done)
