"""Rows written many at a time: one statement, prepared once, where Django builds one for each."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from operator import attrgetter
from types import NoneType
from typing import Any, Final

from django.db import connections, router, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field, JSONField, Model


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
