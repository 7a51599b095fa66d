"""Which rows are a club's: every model that leads to one, in an order in which they can be stored.

Found by the models themselves, so that a new one belongs to its club without being named here.
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
    HallComputer,
    PlayerPhone,
    SamePerson,
    SentContest,
    SentEvening,
    ServerLink,
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
        TablePhone,
    }
)
"""What no file takes along.

Accounts, the keys of devices and of other programs, what is of use with a key alone; who is
somebody in another club; what is worked out anew.
"""
SECRETS: Final = frozenset({(HallComputer, "key_hash")})
"""Columns that no file takes along."""

Column: TypeAlias = "Field[Any, Any]"


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """A model whose rows are a club's; `way` leads from a row to the club, by names of fields."""

    model: type[Model]
    way: str

    @property
    def name(self) -> str:
        """Return what the model is called in a file: "scorekeeper.player"."""
        return self.model._meta.label_lower

    def rows(self, club: Club) -> QuerySet[Any]:
        return self.model._base_manager.filter(**{self.way: club.pk})

    @property
    def columns(self) -> list[Column]:
        """Return what a file holds of a row beside its key: no secret, no account."""
        owned = owned_models()
        return [
            field
            for field in self.model._meta.concrete_fields
            if not field.primary_key
            and (self.model, field.name) not in SECRETS
            and (field.related_model is None or field.related_model in owned)
        ]


def kinds() -> Sequence[Kind]:
    """Return all kinds of rows, each after those that it names; the club itself is the first."""
    ways = owned_models()
    return [Kind(model, ways[model]) for model in _in_order(ways)]


def kinds_taken_along() -> Sequence[Kind]:
    return [kind for kind in kinds() if kind.model not in KEPT_BACK]


@cache
def owned_models() -> dict[type[Model], str]:
    """Return every model whose rows are a club's, with the way from one to the club."""
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
    """Return the way to the club over a row that is always there, empty where there is none yet."""
    for field in references(model):
        target: Any = field.related_model
        if not field.null and target in ways:
            return field.name if target is Club else f"{field.name}__{ways[target]}"
    return ""


def references(model: type[Model]) -> Iterator["ForeignKey[Any, Any]"]:
    """Yield the fields by which a row names others."""
    for field in model._meta.concrete_fields:
        if isinstance(field, ForeignKey):
            yield field


def _in_order(ways: dict[type[Model], str]) -> list[type[Model]]:
    """Return the models, each after those that its rows name; a row may name one of its own."""
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
