"""Rows read and written by statements that are prepared once, where Django builds one each time."""

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from types import NoneType
from typing import Any, Final, Generic, TypeVar

from django.db import connections, router, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Expression, Field, JSONField, Model, QuerySet
from django.db.models.query import RelatedPopulator, get_related_populators

M = TypeVar("M", bound=Model)


class Given(Expression):
    """A value of a prepared query: the one of that name with which it is asked.

    `field` makes of it what the database takes, where that is not what Python has.
    """

    def __init__(self, name: str, field: "Field[Any, Any] | None" = None) -> None:
        super().__init__(output_field=field)
        self.name = name
        self.kind = field

    def as_sql(self, compiler: Any, connection: BaseDatabaseWrapper) -> Any:
        return "%s", [self]

    def value(self, given: dict[str, Any], connection: BaseDatabaseWrapper) -> Any:
        value = given[self.name]
        return self.kind.get_db_prep_value(value, connection) if self.kind else value


class PreparedQuery(Generic[M]):
    """A query that is asked again and again, with other values only: `Given` stands for them.

    Of a hand's way building the same statements anew took two fifths. The rows are objects as a
    queryset's are; nothing that is prefetched comes with them.
    """

    def __init__(self, build: "Callable[[], QuerySet[M]]") -> None:
        self._build = build
        self._here = threading.local()

    def rows(self, **given: Any) -> list[M]:
        statement: _Statement[M] = self._statement()
        connection = statement.connection
        values = [
            value.value(given, connection) if isinstance(value, Given) else value
            for value in statement.values
        ]
        with connection.cursor() as cursor:
            cursor.execute(statement.sql, values)
            return [statement.object_of(row) for row in statement.read(cursor.fetchall())]

    def first(self, **given: Any) -> M | None:
        return next(iter(self.rows(**given)), None)

    def _statement(self) -> "_Statement[M]":
        """Return the statement for the connection of this thread."""
        kept: _Statement[M] | None = getattr(self._here, "statement", None)
        if kept is None or kept.connection is not connections[kept.alias]:
            kept = self._here.statement = _statement_of(self._build())
        return kept


@dataclass(frozen=True, slots=True, kw_only=True)
class _Statement(Generic[M]):
    """What Django would find out anew: the statement, and how objects are made of its rows."""

    alias: str
    connection: BaseDatabaseWrapper
    sql: str
    values: tuple[Any, ...]
    read: Callable[[Any], Iterable[Any]]
    model: type[M]
    columns: slice
    names: Sequence[str]
    related: Sequence[RelatedPopulator]

    def object_of(self, row: Sequence[Any]) -> M:
        found = self.model.from_db(self.alias, self.names, row[self.columns])
        for related in self.related:
            related.populate(row, found)
        return found


def _statement_of(queryset: "QuerySet[M]") -> "_Statement[M]":
    alias = queryset.db
    compiler: Any = queryset.query.get_compiler(using=alias)
    sql, values = compiler.as_sql()
    selected = compiler.klass_info["select_fields"]
    columns = slice(selected[0], selected[-1] + 1)
    converters = compiler.get_converters([column[0] for column in compiler.select])

    def read(rows: Any) -> Iterable[Any]:
        return compiler.apply_converters(rows, converters) if converters else rows

    return _Statement(
        alias=alias,
        connection=compiler.connection,
        sql=sql,
        values=tuple(values),
        read=read,
        model=queryset.model,
        columns=columns,
        names=[column[0].target.attname for column in compiler.select[columns]],
        related=get_related_populators(compiler.klass_info, compiler.select, alias),
    )


def insert_rows(rows: Iterable[Model]) -> None:
    """Store new rows of one model, as `bulk_create` does; the rows do not learn their keys."""
    kept = list(rows)
    if not kept:
        return
    options = kept[0]._meta
    fields = [field for field in options.concrete_fields if not field.primary_key]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    values = ", ".join("%s" for _field in fields)
    sql = f'INSERT INTO "{options.db_table}" ({columns}) VALUES ({values})'
    _write(sql, kept, fields, is_new=True)


def update_rows(rows: Iterable[Model], names: Sequence[str]) -> None:
    """Write these columns of stored rows of one model, as `bulk_update` does.

    That one builds a condition for every value of every row: four seats took it 10 ms.
    """
    kept = list(rows)
    if not kept:
        return
    options = kept[0]._meta
    known = {field.name: field for field in options.concrete_fields}
    fields = [known[name] for name in names]
    columns = ", ".join(f'"{field.column}" = %s' for field in fields)
    sql = f'UPDATE "{options.db_table}" SET {columns} WHERE "{options.pk.column}" = %s'
    _write(sql, kept, [*fields, options.pk], is_new=False)


def _write(
    sql: str, rows: Sequence[Model], fields: "Sequence[Field[Any, Any]]", *, is_new: bool
) -> None:
    connection = connections[router.db_for_write(type(rows[0]))]
    columns = (_column(field, rows, connection, is_new=is_new) for field in fields)
    values = list(zip(*columns, strict=True))
    # No savepoint: half of the rows would be no use to anybody.
    with (
        transaction.atomic(using=connection.alias, savepoint=False),
        connection.cursor() as cursor,
    ):
        cursor.executemany(sql, values)


_PLAIN: Final = frozenset({int, str, bool, NoneType})
"""What every database takes as it is, where it is not to be JSON."""


def _column(
    field: "Field[Any, Any]",
    rows: Sequence[Model],
    connection: BaseDatabaseWrapper,
    *,
    is_new: bool,
) -> list[Any]:
    """Return what is written into one column, row by row."""
    if type(field).pre_save is Field.pre_save:
        values = list(map(attrgetter(field.attname), rows))
    else:
        values = [field.pre_save(row, is_new) for row in rows]
    plain = frozenset() if isinstance(field, JSONField) else _PLAIN
    # What was written in one moment says so in every row.
    moments: dict[tuple[datetime, int], Any] = {}
    for place, value in enumerate(values):
        kind = type(value)
        if kind in plain:
            continue
        if kind is datetime:
            # In the hour that comes twice in autumn, equal is not the same.
            moment = value, value.fold
            if moment not in moments:
                moments[moment] = field.get_db_prep_save(value, connection)
            values[place] = moments[moment]
        else:
            values[place] = field.get_db_prep_save(value, connection)
    return values
