"""Rows read and written by statements that are prepared once, where Django builds one each time."""

import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from datetime import datetime
from functools import cache
from operator import attrgetter, itemgetter
from types import NoneType
from typing import Any, Final, Generic, TypeVar

from django.db import connections, router, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Expression, ExpressionWrapper, Field, JSONField, Model, QuerySet
from django.db.models.expressions import Combinable
from django.db.models.query import get_related_populators  # type: ignore[attr-defined]
from django.db.models.sql import UpdateQuery

PLANNED_AFTER: Final = 5
"""So often the same is asked, without its values, before PostgreSQL keeps its plan."""

M = TypeVar("M", bound=Model)


def as_stored(of: Combinable) -> "ExpressionWrapper[Any]":
    """Return a column as the database has it: Django makes values of others one by one."""
    return ExpressionWrapper(of, Field())


class Gap(Expression):
    """Where a prepared query leaves out a value: the one of that name with which it is asked.

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
    """A query that is asked again and again, with other values in its `Gap`s only.

    Building the same ones anew took two fifths of a hand's way. Its rows are objects as a
    queryset's are; nothing that is prefetched comes with them. With `written` it is an update.
    """

    def __init__(self, build: "Callable[[], QuerySet[M]]", **written: Any) -> None:
        self._build = build
        self._written = written
        self._here = threading.local()

    def rows(self, **given: Any) -> list[M]:
        statement = self._statement()
        with statement.run(given) as cursor:
            return statement.objects(cursor.fetchall())

    def first(self, **given: Any) -> M | None:
        return next(iter(self.rows(**given)), None)

    def write(self, **given: Any) -> int:
        """Write into the rows that are found, in an open transaction; return how many."""
        with self._statement().run(given) as cursor:
            return int(cursor.rowcount)

    def _statement(self) -> "_Statement":
        """Return the statement for the connection of this thread."""
        kept: _Statement | None = getattr(self._here, "statement", None)
        if kept is None or kept.connection is not connections[kept.connection.alias]:
            queryset = self._build()
            query: Any = queryset.query.chain(UpdateQuery if self._written else None)
            if self._written:
                query.add_update_values(self._written)
            kept = self._here.statement = _Statement(query.get_compiler(using=queryset.db))
        return kept


class _Statement:
    """What Django finds out anew each time: the statement, how objects are made of its rows."""

    def __init__(self, compiler: Any) -> None:
        self.connection: BaseDatabaseWrapper = compiler.connection
        self._compiler = compiler
        self._sql, self._values = compiler.as_sql()
        if found := compiler.klass_info:
            self._model = found["model"]
            self._columns = slice(found["select_fields"][0], found["select_fields"][-1] + 1)
            columns = [column for column, _sql, _alias in compiler.select]
            self._names = [column.target.attname for column in columns[self._columns]]
            self._related = get_related_populators(found, compiler.select, self.connection.alias)
            self._converters = compiler.get_converters(columns)

    def run(self, given: dict[str, Any]) -> Any:
        """Return a cursor once it was asked."""
        values = [
            value.value(given, self.connection) if isinstance(value, Gap) else value
            for value in self._values
        ]
        cursor = prepared_cursor(self.connection)
        cursor.execute(self._sql, values)
        return cursor

    def objects(self, rows: Sequence[Sequence[Any]]) -> list[Any]:
        found = []
        for row in self._compiler.apply_converters(rows, self._converters):
            one = self._model.from_db(self.connection.alias, self._names, row[self._columns])
            for related in self._related:
                related.populate(row, one)
            found.append(one)
        return found


def prepared_cursor(connection: BaseDatabaseWrapper) -> Any:
    """Return a cursor for what is asked again and again: PostgreSQL plans it once."""
    cursor = connection.cursor()
    if connection.vendor == "postgresql":
        cursor.cursor = _planning_once(connection.connection)
    return cursor


def rows_at_once(
    connection: BaseDatabaseWrapper, asked: Sequence[tuple[str, Any]], most: int
) -> list[list[tuple[Any, ...]]]:
    """Return the first rows of each query from an open PostgreSQL, asked in one exchange."""
    stored: Any = connection.connection
    cursors = [_planning_once(stored) for _query in asked]
    at_once = stored.pipeline() if len(asked) > 1 else nullcontext()
    with connection.wrap_database_errors, at_once:
        for cursor, query in zip(cursors, asked, strict=True):
            cursor.execute(*query)
    return [cursor.fetchmany(most) for cursor in cursors]


def _planning_once(stored: Any) -> Any:
    from psycopg import Cursor

    # Django switches it off for proxies that share a connection; ours do not, see .docs/sizes.md.
    stored.prepare_threshold = PLANNED_AFTER
    return Cursor(stored)


def new_row(model: type[M], **values: Any) -> M:
    """Return a row that is not stored yet, of its columns.

    To find out which of them it was given took Django a tenth of a season of demonstration.
    """
    usual, in_order = _columns(model)
    return model(*in_order({**usual, **values}))


@cache
def _columns(model: type[Model]) -> tuple[dict[str, Any], "itemgetter[tuple[Any, ...]]"]:
    """Return what stands in the columns of a model unless it is said, and how to order them."""
    fields = model._meta.concrete_fields
    usual = {
        field.attname: field.get_default()
        for field in fields
        if not (field.has_default() and callable(field.default))
    }
    return usual, itemgetter(*(field.attname for field in fields))


def insert_row(row: Model) -> None:
    """Store a new row, which learns its key."""
    connection, options = connections[router.db_for_write(type(row))], row._meta
    sql, fields = _insertion(type(row))
    values = [_column(field, [row], connection, is_new=True)[0] for field in fields]
    # SQLite returns nothing before 3.35.
    returns = connection.features.can_return_columns_from_insert
    with connection.cursor() as cursor:
        cursor.execute(f'{sql} RETURNING "{options.pk.column}"' if returns else sql, values)
        if returns:
            row.pk = cursor.fetchone()[0]
        else:
            row.pk = connection.ops.last_insert_id(cursor, options.db_table, options.pk.column)
    row._state.adding, row._state.db = False, connection.alias


@cache
def _insertion(model: type[Model]) -> "tuple[str, Sequence[Field[Any, Any]]]":
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    values = ", ".join("%s" for _field in fields)
    return f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES ({values})', fields


def insert_rows(rows: Iterable[Model]) -> None:
    """Store new rows of one model, as `bulk_create` does; the rows do not learn their keys."""
    kept = list(rows)
    if kept:
        insert_plain(type(kept[0]), kept)


def insert_plain(model: type[Model], rows: Sequence[object]) -> None:
    """Store new rows of a model that have all of its columns, and need be nothing more.

    To make objects of a model takes as long as to store them.
    """
    if rows:
        sql, fields = _insertion(model)
        _write(model, sql, rows, fields, is_new=True)


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
    _write(type(kept[0]), sql, kept, [*fields, options.pk], is_new=False)


def _write(
    model: type[Model],
    sql: str,
    rows: Sequence[Any],
    fields: "Sequence[Field[Any, Any]]",
    *,
    is_new: bool,
) -> None:
    connection = connections[router.db_for_write(model)]
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
    rows: Sequence[Any],
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
    if plain.issuperset(map(type, values)):
        return values
    # What many rows say, in one moment or of one kind, is made ready once.
    known: dict[object, Any] = {}
    for place, value in enumerate(values):
        kind = type(value)
        if kind in plain:
            continue
        said: object = (kind, value) if isinstance(value, str) else None
        if kind is datetime:
            # In the hour that comes twice in autumn, equal is not the same.
            said = value, value.fold
        elif kind is list and not value:
            said = list
        if said is None or said not in known:
            known[said] = field.get_db_prep_save(value, connection)
        values[place] = known[said]
    return values
