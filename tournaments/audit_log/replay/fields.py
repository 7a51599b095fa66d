"""Declares the parts of a document: a class for each part, a line for each field. Pure.

`has_paid: Annotated[bool, _("the fee"), PRIVATE] = False` declares the values of a field, its name,
that it is not public, and its default. Shape, completion, comparison, export, import and the
wording of differences all follow from these lines. A field without a default is in every document.
"""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import MISSING, Field, dataclass, is_dataclass
from dataclasses import fields as class_fields
from datetime import UTC, date, datetime
from enum import Enum, auto
from functools import cache
from types import UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

from tournaments.audit_log.replay.shape import (
    Anything,
    Fields,
    Flag,
    IsoDay,
    ListOf,
    Maybe,
    Moment,
    Spec,
)


class Words(str):
    """The name of a field in a sentence, translated when it is shown."""

    __slots__ = ()


class FieldMark(Enum):
    """A further property of a field."""

    WHERE_SET = auto()
    """Left out of a document while it has its default; so older documents stay as they are."""
    PRIVATE = auto()
    """Has its default in the public document."""
    TYPED = auto()
    """Is in the actions that add and change an entry."""
    BLANK = auto()
    """Is an empty text in its column where the document has null."""
    APART = auto()
    """Is not in a column of its row, but in rows of its own, or computed."""
    WORDED = auto()
    """Contains text that people wrote; names of people who become anonymous are removed from it."""


WHERE_SET, PRIVATE, TYPED, BLANK, APART, WORDED = FieldMark


@dataclass(frozen=True, slots=True)
class StoredAs:
    """The column that stores a field, if it has another name."""

    name: str


@dataclass(frozen=True, slots=True)
class Label:
    """The name of a setting in the form and the log, translated when it is shown.

    A yes/no also has its `question`, the `help_text` below it and the `heading` under which the
    form asks it, one of `HEADINGS`.
    """

    name: str
    question: str = ""
    help_text: str = ""
    heading: str = ""


HEADINGS: Final = ("ranking", "rounds", "prizes")


@dataclass(frozen=True, slots=True)
class Length:
    """The allowed number of items in a list."""

    least: int = 0
    most: int | None = None


@dataclass(frozen=True, slots=True)
class DeclaredField:
    """One declared field; `part` is the class of a nested object."""

    name: str
    hint: Any
    column: str
    words: str
    label: Label | None
    marks: frozenset[FieldMark]
    part: type | None
    default: Any

    @property
    def is_yes_no(self) -> bool:
        return _parted(self.hint)[0] is bool

    @property
    def is_needed(self) -> bool:
        """Return whether documents of other programs need it too."""
        return self.default is MISSING


@cache
def declared(part: type) -> Mapping[str, DeclaredField]:
    """Return the fields of a part, in the order of a document."""
    hints = get_type_hints(part, include_extras=True)
    return {one.name: _declared(one, hints[one.name]) for one in class_fields(part)}


def _declared(one: Field[Any], hint: Any) -> DeclaredField:
    kind, annotations = _parted(hint)
    columns = [word.name for word in annotations if isinstance(word, StoredAs)]
    return DeclaredField(
        name=one.name,
        hint=hint,
        column=columns[0] if columns else one.name,
        words=next((word for word in annotations if isinstance(word, Words)), ""),
        label=next((word for word in annotations if isinstance(word, Label)), None),
        marks=frozenset(word for word in annotations if isinstance(word, FieldMark)),
        part=kind if is_dataclass(kind) and isinstance(kind, type) else None,
        default=one.default if one.default_factory is MISSING else one.default_factory(),
    )


def _parted(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return a type and its annotations."""
    if get_origin(hint) is not Annotated:
        return hint, ()
    kind, *annotations = get_args(hint)
    return kind, tuple(annotations)


def _spec(hint: Any, *, sparse: bool) -> Spec:
    """Return the specification of a type's values."""
    kind, annotations = _parted(hint)
    is_part = is_dataclass(kind)
    specs: list[Spec] = [word for word in annotations if hasattr(word, "problems")]
    if specs:
        return specs[0]
    inner = get_args(kind)
    if get_origin(kind) in {Union, UnionType}:
        return Maybe(_spec(inner[0], sparse=sparse))
    if get_origin(kind) is list:
        # Lists that are computed anyway may have any length.
        is_open = sparse and is_dataclass(inner[0]) and not _is_whole(inner[0])
        lengths = [word for word in annotations if isinstance(word, Length) and not is_open]
        length = lengths[0] if lengths else Length()
        return ListOf(_spec(inner[0], sparse=sparse), length.least, length.most)
    if is_part:
        return shape_of(kind, sparse=sparse)
    return Flag() if kind is bool else Anything()


def _is_whole(part: Any) -> bool:
    return all(one.is_needed for one in declared(part).values())


@cache
def shape_of(part: Any, *, sparse: bool = False) -> Fields:
    """Return the shape of a part; in a `sparse` document most fields may be left out."""
    needed: dict[str, Spec] = {}
    optional: dict[str, Spec] = {}
    for one in declared(part).values():
        may_miss = not one.is_needed if sparse else WHERE_SET in one.marks
        (optional if may_miss else needed)[one.name] = _spec(one.hint, sparse=sparse)
    return Fields(needed, optional)


@cache
def labelled(part: type, path: str = "") -> Mapping[str, DeclaredField]:
    """Return the fields with a label, of a part and of nested objects, by their path."""
    found: dict[str, DeclaredField] = {}
    for name, one in declared(part).items():
        if one.label:
            found[f"{path}{name}"] = one
        elif one.part:
            found |= labelled(one.part, f"{path}{name}.")
    return found


def typed_shape(part: type, key: str) -> Fields:
    """Return the shape of an action on a part: its key, and the fields that people type."""
    names = {key, *(one.name for one in marked(part, TYPED))}
    shape = shape_of(part)
    return Fields(
        {name: spec for name, spec in shape.needed.items() if name in names},
        {name: spec for name, spec in shape.optional.items() if name in names},
        is_open=True,
    )


def usual(part: type) -> dict[str, Any]:
    """Return the defaults of a part in a sparse document; required fields are None."""
    return {
        one.name: None if one.is_needed else deepcopy(one.default)
        for one in declared(part).values()
        if WHERE_SET not in one.marks
    }


def marked(part: type, mark: FieldMark) -> list[DeclaredField]:
    """Return the fields of a part that have a mark."""
    return [one for one in declared(part).values() if mark in one.marks]


def to_document(part: type, row: Any, /, **made: Any) -> dict[str, Any]:
    """Return a part for a document: values from `made`, the others from a stored row.

    A row is an object, or a mapping of columns from which empty ones may be missing.
    """
    plain = {}
    for one in declared(part).values():
        if one.name in made:
            value = made[one.name]
        elif one.part:
            value = to_document(one.part, row)
        else:
            value = _plain(_stored_value(row, one))
            value = (value or None) if BLANK in one.marks else value
        if WHERE_SET not in one.marks or value != one.default:
            plain[one.name] = value
    return plain


def rebuilt(part: type, state: Any, /, **made: Any) -> dict[str, Any]:
    """Return the fields of a part that are `made`, or are attributes of a state."""
    plain = {}
    for name, one in declared(part).items():
        if name in made or hasattr(state, name):
            value = made[name] if name in made else getattr(state, name)
            if WHERE_SET not in one.marks or value != one.default:
                plain[name] = value
    return plain


def _stored_value(row: Any, one: DeclaredField) -> Any:
    if isinstance(row, Mapping):
        return row.get(one.column, one.default)
    return getattr(row, one.column)


def _plain(value: Any) -> Any:
    """Return a stored value for JSON, times in UTC."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, date):
        return value.isoformat()
    return list(value) if isinstance(value, list | tuple) else value


def columns(part: type, plain: Mapping[str, Any], *without: str) -> dict[str, Any]:
    """Return the values of the columns that store a part, except the fields in `without`."""
    found: dict[str, Any] = {}
    for one in declared(part).values():
        if one.name in without or APART in one.marks:
            continue
        if one.part:
            found |= columns(one.part, plain[one.name])
        else:
            found[one.column] = _stored(plain.get(one.name, one.default), one)
    return found


def _stored(value: Any, one: DeclaredField) -> Any:
    if value is None:
        return "" if BLANK in one.marks else None
    spec = _spec(one.hint, sparse=False)
    inner = spec.spec if isinstance(spec, Maybe) else spec
    if isinstance(inner, Moment):
        return datetime.fromisoformat(value)
    return date.fromisoformat(value) if isinstance(inner, IsoDay) else value
